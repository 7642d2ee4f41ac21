import pytest
from hypothesis import HealthCheck, settings

# a machine that is busy with other things is no fault of the code
settings.register_profile("any clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any clock")

pytest_plugins = ["tests.counterpart_fixtures"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
