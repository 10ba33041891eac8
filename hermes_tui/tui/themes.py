"""The colours: calm, one accent, and one theme without any."""

import os
from pathlib import Path
from threading import Thread

from textual.theme import Theme

from hermes_tui.tui.user_files import keep_text, kept_text

DARK = Theme(
    name="hermes-dark",
    primary="#6d9ec9",
    secondary="#8a93a6",
    accent="#7db0de",
    warning="#d9a441",
    error="#e06c75",
    success="#82b366",
    foreground="#d5d9e0",
    background="#14171c",
    surface="#191d23",
    panel="#222831",
    dark=True,
    variables={"border-blurred": "#39414d", "border": "#5b88b0", "footer-background": "#191d23"},
)
LIGHT = Theme(
    name="hermes-light",
    primary="#2f6690",
    secondary="#5b6472",
    accent="#1f5f8f",
    warning="#9a6a00",
    error="#b3261e",
    success="#2e7d32",
    foreground="#1f2328",
    background="#f4f3ef",
    surface="#fbfaf7",
    panel="#e9e7e1",
    dark=False,
    variables={"border-blurred": "#cfcbc2", "border": "#2f6690", "footer-background": "#e9e7e1"},
)
PLAIN = Theme(
    name="no-colour",
    primary="#c8c8c8",
    secondary="#a0a0a0",
    accent="#ffffff",
    warning="#e0e0e0",
    error="#ffffff",
    success="#d0d0d0",
    foreground="#d8d8d8",
    background="#101010",
    surface="#161616",
    panel="#242424",
    dark=True,
    variables={"border-blurred": "#484848", "border": "#ffffff", "footer-background": "#161616"},
)
THEMES = (DARK, LIGHT, PLAIN)
MISSING = {"foreground-disabled": "ansi_default 50%"}
"""The colours that Textual's themes for a terminal's own sixteen lack."""


def first_theme(wanted: str | None, kept: str | None = None) -> str:
    """The theme to begin with: the one asked for; without colour where ``NO_COLOR`` is set; the last one."""
    if wanted:
        return wanted
    return PLAIN.name if os.environ.get("NO_COLOR") else kept or DARK.name


def kept_theme() -> str:
    """The theme that was chosen last; empty where none was, or nobody knows."""
    return kept_text(_theme_path(), 100).strip()


def keep_theme(name: str) -> None:
    """Remember the theme; not waited for."""
    Thread(target=keep_text, args=(_theme_path(), f"{name}\n"), daemon=True).start()


def _theme_path() -> Path:
    from platformdirs import user_config_path

    return user_config_path("hermes-tui") / "theme"
