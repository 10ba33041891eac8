"""What holds for every test of the screens."""

from typing import Any

import pytest
from textual.app import App

from support.running_app import PATIENCE


@pytest.fixture(autouse=True)
def notices_that_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notice is gone before a busy machine comes to look for it."""
    notify = App.notify

    def lasting(app: "App[Any]", message: str, **how: Any) -> None:
        notify(app, message, **{**how, "timeout": PATIENCE})

    monkeypatch.setattr(App, "notify", lasting)
