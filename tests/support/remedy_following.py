"""Does what a remedy says, word for word, on copies of a tree, and tells whether the model has the rule then.

A remedy may offer several ways: each is followed on a copy of its own. What the model gets is looked for in
the prompt and in what a call appends, not in what ``why`` says.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from support.remedy_place import RULE, Place, is_given

_ROUNDS = 4
"""How often a remedy may say "then look again"."""

NAME = r"(?:[\w./~-]*[\w~-]/?|(?:\.\./)+)"
NAMES = rf"{NAME}(?:, {NAME})*(?: and {NAME})?"


def _number(words: str | None) -> int | None:
    return int(words.replace(",", "")) if words else None


def _mend(place: Place, name: str) -> None:
    """Ask about another file, and do what is said of it."""
    (answer,) = place.asked(name).answers
    about = replace(place, file=answer.path, query=name)
    _, way = next(ways(answer.remedy))
    way(about)
    place.max_chars, place.context_length = about.max_chars, about.context_length


def _mend_and_write(place: Place, name: str) -> None:
    _mend(place, name)
    place.write(place.at(name))


def _remove_all(place: Place, names: str) -> None:
    for name in re.split(", | and ", names):
        place.remove(place.at(name))


def _remove_and_mend(place: Place, name: str) -> None:
    place.remove(place.file)
    _mend(place, name)


Step = Callable[[Place, re.Match[str]], None]
N = r"([\d,]+)"
STEPS: tuple[tuple[str, Step], ...] = (
    (
        rf"write the rule into the first {N} (?:or last [\d,]+ )?characters of ({NAME})",
        lambda place, said: place.write(place.at(said[2]), first=_number(said[1])),
    ),
    (
        rf"write the rule into the (?:first [\d,]+ or )?last {N} characters of ({NAME})",
        lambda place, said: place.write(place.at(said[2]), last=_number(said[1])),
    ),
    (
        rf"write (?:the rule|it) into (?:a new )?(?!the first|the last|a file|a text)({NAME})",
        lambda place, said: place.write(place.at(said[1])),
    ),
    (
        rf"mend ({NAME}) \(hermes-tui why \1\) and write (?:the rule|it) there",
        lambda place, said: _mend_and_write(place, said[1]),
    ),
    (
        rf"(?<!can )remove ((?!it\b|the\b|what\b|this\b){NAMES})(?=[.,:]| and run)",
        lambda place, said: _remove_all(place, said[1]),
    ),
    (
        rf"remove this copy, and mend ({NAME})",
        lambda place, said: _remove_and_mend(place, said[1].rstrip(".")),
    ),
    (rf"(?:rename|move) it to ({NAME})", lambda place, said: _rename(place, said[1])),
    (rf"start Hermes in ({NAME})", lambda place, said: place.start_in(said[1])),
    (rf"start Hermes in {NAME}, or in ({NAME})", lambda place, said: place.start_in(said[1])),
    (rf"run git init in ({NAME}), or start Hermes there", lambda place, said: place.start_in(said[1])),
    (rf"run git init in ({NAME})", lambda place, said: place.init(said[1])),
    (r"\((iconv .* && mv .*?)\)", lambda place, said: place.run(said[1])),
    (rf"remove the \.git in ({NAME})", lambda place, said: place.remove(place.at(said[1]) / ".git")),
    (rf"shorten (?:it|the files) by {N}", lambda place, said: place.shorten(_number(said[1]) or 0)),
    (
        rf"shorten (?:it|the files) by {N} character",
        lambda place, said: place.shorten_at_the_end(_number(said[1]) or 0),
    ),
    (rf"move the rule into the first {N}", lambda place, said: place.move(_number(said[1]), None)),
    (rf"move the rule into .*last {N}", lambda place, said: place.move(None, _number(said[1]))),
    (
        r"context_file_max_chars: (\d+)",
        lambda place, said: setattr(place, "max_chars", _number(said[1])),
    ),
    (rf"a context of {N} tokens", lambda place, said: setattr(place, "context_length", _number(said[1]))),
    (
        r'for example: "([^"]*)"',
        lambda place, said: place.replace_in(place.file, "ignore previous instructions", said[1]),
    ),
    (r"delete the character", lambda place, _: place.replace_in(place.file, "\u200b", "")),
    (
        r"put a heading before the first ---",
        lambda place, _: place.replace_in(place.file, "---\n", "# x\n---\n"),
    ),
    (r"or write \*\*\*", lambda place, _: place.replace_in(place.file, "---\n", "***\n")),
    (r"write the rule below the front matter", lambda place, _: place.write(place.file)),
    (
        r"give the section another heading",
        lambda place, _: place.replace_in(place.file, "## M", "## About m"),
    ),
    (rf"put the text itself (?:there|into ({NAME}))", lambda place, said: _put_text(place, said[1])),
    (rf"or make ({NAME}) a link", lambda place, said: _link_again(place.at(said[1]))),
    (r"replace the link with a copy", lambda place, _: _copy_target(place)),
    (rf"or rename ({NAMES})", lambda place, said: _rename_away(place, said[1])),
    (r"else rename the directory", lambda place, _: _rename_away(place, place.file.parent.name)),
    (rf"a path to something in ({NAME}) brings it", lambda place, said: _read_in(place, said[1])),
    (r"start Hermes one level deeper", lambda place, _: place.start_in(place.file.parent.name)),
    (r"say something of its own in it", lambda place, _: place.write(place.file)),
    (r"update Hermes: from ([\d.]+) on", lambda place, said: place.update(said[1])),
    (r"write something into it", lambda place, _: place.write(place.file)),
    (r"rename the directory, and write the rule into a file", lambda place, _: _file_for_directory(place)),
    (
        r"(?<!can )remove (?:it|the link), and write the rule into a (?:text )?file",
        lambda place, _: _new_file(place),
    ),
)


def _rename(place: Place, name: str) -> None:
    place.at(name).parent.mkdir(parents=True, exist_ok=True)
    place.file.rename(place.at(name))
    place.query = RULE


def _rename_away(place: Place, names: str) -> None:
    for name in reversed(re.split(", | and ", names)):
        path = place.at(name)
        path.rename(path.with_name(f"other{path.name.strip('.').replace('.', '')}"))
    place.query = RULE


def _read_in(place: Place, directory: str) -> None:
    inside = next(path for path in place.at(directory).iterdir() if path.suffix == ".py")
    place.call = f"read_file {directory}/{inside.name}"


def _put_text(place: Place, name: str | None) -> None:
    path = place.at(name) if name else place.file
    path.write_text(RULE, encoding="utf-8")


def _link_again(path: Path) -> None:
    target = path.read_text(encoding="utf-8")
    path.unlink()
    path.symlink_to(target)


def _copy_target(place: Place) -> None:
    text = place.file.read_text(encoding="utf-8")
    place.file.unlink()
    place.file.write_text(text, encoding="utf-8")


def _file_for_directory(place: Place) -> None:
    place.file.rename(place.file.with_name("directory"))
    place.write(place.file)


def _new_file(place: Place) -> None:
    place.remove(place.file)
    place.write(place.file)


def ways(remedy: str) -> Iterator[tuple[str, Callable[[Place], None]]]:
    """Each way that the words offer: the words themselves, and what to do."""
    remedy = _now(remedy)
    for pattern, step in STEPS:
        for said in re.finditer(pattern, remedy, re.IGNORECASE):
            yield said[0], lambda place, step=step, said=said: step(place, said)  # type: ignore[misc]


def unread(remedy: str) -> str:
    """What nobody follows here of the words, though it tells to do something."""
    rest = _now(remedy)
    for pattern, _ in STEPS:
        rest = re.sub(pattern, "", rest, flags=re.IGNORECASE)
    for words in _BY_OTHERS:
        rest = rest.replace(words, "")
    return rest if _DO.search(rest) else ""


def _now(remedy: str) -> str:
    return remedy.partition(" Then look again:")[0]


_DO = re.compile(
    r"\b(write|remove|rename|move|start Hermes|run|set|shorten|update|mend|copy the|replace|put|delete)\b",
    re.IGNORECASE,
)
_BY_OTHERS = (
    "or remove it",
    "or set ",
    "Update Hermes, or",
    "last 4,000",
)
"""Ways that need a real repository, another release or nothing at all."""


def followed(place: Place, remedy: str, rounds: int = _ROUNDS) -> dict[str, bool]:
    """Every way of *remedy*, and whether the model has the rule at the end of it."""
    found: dict[str, bool] = {}
    for number, (words, _) in enumerate(ways(remedy)):
        copy = place.copied(number)
        _, way = list(ways(remedy.replace(str(place.root), str(copy.root))))[number]
        copy.from_the_start = remedy.startswith("To have it from the start")
        way(copy)
        found[words] = is_given(copy)
        if not found[words] and "Then look again:" in remedy and rounds:
            answer = next(iter(copy.asked(copy.query).answers), None)
            if answer is not None:
                copy.file = answer.path
                further = followed(copy, answer.remedy, rounds - 1)
                found[words] = bool(further) and all(further.values())
    return found
