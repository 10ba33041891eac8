"""The ruleset of a release that somebody names."""

import re
from collections.abc import Callable

from hermes_tui.core.releases.history import DOCUMENTED, RELEASES
from hermes_tui.core.releases.ruleset import ExfilNames, HintRules, Ruleset, Scanner, YamlReader
from hermes_tui.core.text.public_text import public, release_name

__all__ = [
    "DOCUMENTED",
    "RELEASES",
    "ExfilNames",
    "HintRules",
    "Ruleset",
    "Scanner",
    "YamlReader",
    "first_with",
    "get_ruleset",
    "last_without",
]

# Compiled where it is used: at import that costs those who name no version.
_VERSION = r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-._+]?[a-z][\w.+-]*|\.\d[\w.+-]*)?"


def get_ruleset(name: str) -> Ruleset:
    """The ruleset called *name*: ``documented``, ``latest``, or a Hermes version such as ``v0.19``.

    ``0.19`` is the newest known 0.19; suffixes (``.post1``, ``.dev1``) are ignored. A release between
    two known ones takes the older one's rules, a newer one the latest; :attr:`Ruleset.note` says so.

    Raises:
        ValueError: *name* is no version, or older than 0.13; the message is a sentence.
    """
    wanted = name.strip()
    if wanted == DOCUMENTED.name:
        return DOCUMENTED
    if wanted == "latest":
        return RELEASES[-1]
    match = re.fullmatch(_VERSION, wanted, re.IGNORECASE)
    if match is None:
        raise ValueError(
            f"{name!r} is no Hermes version: give one such as 0.19 or 0.22.2, 'latest' or 'documented'"
        )
    given = tuple(int(part) for part in match.groups() if part is not None)
    shown = ".".join(map(str, given))
    if len(given) == 2:  # the newest known of that minor version
        same = [release for release in RELEASES if _numbers(release.name)[:2] == given]
        if same:
            return same[-1]
    exact = (*given, 0, 0)[:3]
    older = [release for release in RELEASES if _numbers(release.since) <= exact]
    if not older:
        raise ValueError(f"Hermes {shown} is older than {RELEASES[0].name}, the first release known here")
    era = [release for release in older if release.era == older[-1].era]
    seen = [release for release in era if _numbers(release.name) <= exact]
    found = seen[-1] if seen else era[0]
    if _numbers(found.name) == exact:
        return found
    asked = release_name(shown)
    if found is RELEASES[-1]:
        newest = release_name(found.name)
        why = public("{} is newer than every release known here; shown as {}, the latest", asked, newest)
    elif exact < _numbers(era[-1].name):
        why = public("{} behaves like {}", asked, release_name(found.name))
    else:
        why = public("{} was not seen; shown as {}, the release before it", asked, release_name(found.name))
    return found._replace(name=shown, note=why)


def first_with(has: Callable[[Ruleset], bool]) -> str:
    """The first release that *has* it, for a sentence about more than one release."""
    first = next(release for release in RELEASES if has(release))
    is_new_with_its_era = all(has(release) for release in RELEASES if release.era == first.era)
    return first.since if is_new_with_its_era else first.name


def last_without(has: Callable[[Ruleset], bool]) -> str:
    """The release before the first that *has* it."""
    first = next(number for number, release in enumerate(RELEASES) if has(release))
    return RELEASES[first - 1].name


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
