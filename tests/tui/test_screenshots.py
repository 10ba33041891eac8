"""The pictures in the README are what the program shows."""

import pytest

from make_screenshots import DIRECTORY, PICTURES, Picture, draw


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_what_the_demonstration_shows(picture: Picture) -> None:
    made = draw(picture)
    kept = (DIRECTORY / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert made == kept, "the screen has changed: look at it, then run python tests/make_screenshots.py"


def test_there_is_no_other_picture() -> None:
    assert {path.name for path in DIRECTORY.glob("*.svg")} == {f"{picture.name}.svg" for picture in PICTURES}
