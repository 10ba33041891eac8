"""What every conformance test asks."""

from collections.abc import Iterator

import pytest

from conformance.asking import Oracles, oracles


@pytest.fixture(scope="module")
def all_oracles() -> Iterator[Oracles]:
    """The real releases, each in a process of its own that is started when it is asked."""
    with oracles() as found:
        yield found
