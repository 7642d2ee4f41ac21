import pytest

pytest_plugins = ["tests.counterpart_fixtures"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
