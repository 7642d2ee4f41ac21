from collections.abc import Iterator

import pytest
from tests.common.fake_vendor import Vendor


@pytest.fixture(scope="session")
def _served() -> Iterator[Vendor]:
    with Vendor.start() as vendor:
        yield vendor


@pytest.fixture
def vendor(_served: Vendor) -> Vendor:
    """The notice board, empty; it is served once, since starting it takes longer than a test."""
    _served.board.clear()
    return _served
