"""The colours: calm, one accent, and one theme without any."""

import os
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.palette import Palette
from textual.constants import COLOR_SYSTEM
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


class Roles(NamedTuple):
    """The colours of a theme as numbers of a terminal's palette."""

    background: int
    surface: int
    panel: int
    foreground: int
    muted: int
    disabled: int
    border: int
    border_blurred: int
    accent: int
    success: int
    warning: int
    error: int
    cursor: int
    """The ground of the row under the cursor."""
    found: int
    success_ground: int
    warning_ground: int
    error_ground: int


# The nearest colours to those above are too much alike: cut beside blocked was 180 beside 181.
_OF_256 = (
    (DARK, Roles(234, 235, 237, 253, 249, 247, 74, 240, 117, 120, 221, 210, 17, 17, 22, 58, 52)),
    (LIGHT, Roles(255, 231, 254, 235, 240, 241, 25, 250, 24, 22, 94, 124, 195, 195, 194, 230, 224)),
)
_OF_16 = (
    (DARK, Roles(0, 0, 4, 15, 7, 7, 14, 8, 14, 10, 11, 9, 4, 4, 0, 0, 0)),
    (LIGHT, Roles(15, 15, 7, 0, 0, 0, 4, 7, 4, 2, 5, 1, 7, 14, 15, 15, 15)),
    (PLAIN, Roles(0, 0, 0, 15, 7, 7, 15, 8, 15, 15, 15, 15, 7, 7, 0, 0, 0)),
)


def themes_at(depth: ColorSystem) -> tuple[Theme, ...]:
    """Our own themes, in colours that a terminal of this depth has."""
    if depth == ColorSystem.EIGHT_BIT:
        return (*(_theme(theme, roles, EIGHT_BIT_PALETTE) for theme, roles in _OF_256), PLAIN)
    if depth in (ColorSystem.STANDARD, ColorSystem.WINDOWS):
        return tuple(_theme(theme, roles, STANDARD_PALETTE) for theme, roles in _OF_16)
    return THEMES


def _theme(theme: Theme, roles: Roles, palette: Palette) -> Theme:
    named = {role: palette[number].hex for role, number in roles._asdict().items()}
    return Theme(
        name=theme.name,
        dark=theme.dark,
        primary=named["accent"],
        secondary=named["muted"],
        accent=named["accent"],
        success=named["success"],
        warning=named["warning"],
        error=named["error"],
        foreground=named["foreground"],
        background=named["background"],
        surface=named["surface"],
        panel=named["panel"],
        boost=named["panel"],
        variables={
            "foreground-muted": named["muted"],
            "text-muted": named["muted"],
            "foreground-disabled": named["disabled"],
            "text-disabled": named["disabled"],
            "border": named["border"],
            "border-blurred": named["border_blurred"],
            "footer-background": named["surface"],
            "text-primary": named["accent"],
            "primary-muted": named["cursor"],
            "accent-muted": named["found"],
            **{f"text-{role}": named[role] for role in ("accent", "success", "warning", "error")},
            **{f"{role}-muted": named[f"{role}_ground"] for role in ("success", "warning", "error")},
        },
    )


def depth_here() -> ColorSystem:
    """How many colours the terminal has, by the variables that Textual and Rich go by."""
    found = Console(color_system=COLOR_SYSTEM, force_terminal=True).color_system  # type: ignore[arg-type]
    return COLOR_SYSTEMS[found or "truecolor"]


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
