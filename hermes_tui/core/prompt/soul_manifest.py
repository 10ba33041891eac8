"""Whether ``SOUL.md`` came with a profile distribution: then a threat blocks it (``rules.md`` 1.9)."""

from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.body import BYTE_ORDER_MARK
from hermes_tui.core.releases.lookup import Ruleset

_MANIFEST = "distribution.yaml"


def owns_soul(home: Path, ruleset: Ruleset, disk: Disk) -> bool:
    """``distribution.yaml`` in *home* owns ``SOUL.md``, or cannot be understood.

    It owns the file unless it has a list ``distribution_owned`` without it (0.21.4 on).
    """
    path = home / _MANIFEST
    if not disk.is_file(path):
        return False
    from hermes_tui.core.settings.yaml_reader import MOST_BYTES  # rarely needed, and takes 15 ms

    text = disk.read_within(path, MOST_BYTES).text
    if text is None:
        return True
    if ruleset.codec_drops_bom:
        text = text.removeprefix(BYTE_ORDER_MARK)
    owned = _owned_names(text, ruleset)
    return not owned or "SOUL.md" in owned


def _owned_names(text: str, ruleset: Ruleset) -> list[str] | None:
    """The names in ``distribution_owned``; ``None`` where the manifest is not valid."""
    from hermes_tui.core.settings.yaml_reader import InvalidYamlError, TooMuchYamlError, load_yaml

    try:
        manifest = load_yaml(text, ruleset.manifest_yaml) or {}
    except (InvalidYamlError, TooMuchYamlError):
        return None
    if not isinstance(manifest, dict) or not _is_filled(manifest.get("name")):
        return None
    environment = manifest.get("env_requires") or []
    owned = manifest.get("distribution_owned") or []
    if not isinstance(owned, list) or not _is_environment(environment):
        return None
    return [str(name).strip().strip("/") for name in owned if str(name).strip()]


def _is_filled(value: object) -> bool:
    return bool(str(value or "").strip())


def _is_environment(value: object) -> bool:
    """A list of mappings that each name a variable."""
    return isinstance(value, list) and all(
        isinstance(entry, dict) and _is_filled(entry.get("name")) for entry in value
    )
