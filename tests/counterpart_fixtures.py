"""Session fixtures for the third-party counterparts: started on a free loopback port, stopped by process id."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from tests import counterparts
from tests.counterparts import UnavailableError
from tests.synapse import Synapse

START_SECONDS = 30
STOP_SECONDS = 10
POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Backlot:
    """backlot's bundled company; `url` serves Jira Cloud below `/atlassian`."""

    url: str
    admin_token: str
    """Sees everything."""
    user_tokens: Mapping[str, str]
    """By e-mail address; each sees what its user may."""


@pytest.fixture(scope="session")
def jira820_url() -> Iterator[str]:
    """A Jira Data Center 8.20 with the same 341 issues every time. It asks for no credentials."""
    port = free_port()
    env = {"JIRA820_PORT": str(port), "JIRA820_DATE": "2026-11-30", "JIRA820_SEED": "7"}
    with serving([program("jira820")], port, env):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def backlot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backlot]:
    executable = str(program("backlot"))
    company = tmp_path_factory.mktemp("backlot") / "company"
    shutil.copytree(counterparts.COUNTERPARTS["backlot"].folder / "company", company)
    port = free_port()
    command = [executable, "serve", "--port", str(port), "--data-dir", str(company), "--disable-telemetry"]
    with serving(command, port, {"DO_NOT_TRACK": "1"}):
        url = f"http://127.0.0.1:{port}"
        yield Backlot(url, "admin-service-token", _user_tokens(url))


@pytest.fixture
def synapse_home(tmp_path: Path) -> Synapse:
    """A homeserver that does not run yet, with a memory of its own."""
    return Synapse.made(program("synapse"), tmp_path / "synapse", free_port())


@pytest.fixture(scope="session")
def synapse(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Synapse]:
    home = Synapse.made(program("synapse"), tmp_path_factory.mktemp("homeserver"), free_port())
    with serving(home.command, home.port, {}):
        yield home


@pytest.fixture(scope="session")
def node() -> Path:
    """A Node that is new enough for the Inspector, whatever the machine has."""
    return program("node")


@pytest.fixture(scope="session")
def inspector(node: Path) -> list[str]:
    """The command line that every use of the Inspector begins with; the server's own command comes next."""
    return [str(node), str(program("inspector")), "--cli"]


@pytest.fixture(scope="session")
def typescript_sdk() -> Path:
    """The folder whose `node_modules` holds the official TypeScript SDK."""
    program("typescript_sdk")
    return counterparts.COUNTERPARTS["typescript_sdk"].folder


def program(name: str) -> Path:
    """The counterpart's program, or the end of the test that wanted it."""
    try:
        return counterparts.available(name)
    except UnavailableError as error:
        reason = str(error)
    if counterparts.is_required():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serving(command: Sequence[str | Path], port: int, env: Mapping[str, str]) -> Iterator[None]:
    """Runs a server for as long as the block lasts. It stands once its port accepts a connection."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **env},
        )
        try:
            if not _stands(process, port):
                output.seek(0)
                pytest.fail(f"{Path(command[0]).name} did not start: {output.read()[-2000:]}", pytrace=False)
            yield
        finally:
            _stop(process)


def _stands(process: subprocess.Popen[bytes], port: int) -> bool:
    for _ in range(int(START_SECONDS / POLL_SECONDS)):
        try:
            process.wait(POLL_SECONDS)
        except subprocess.TimeoutExpired:
            if _accepts(port):
                return True
        else:
            return False
    return False


def _accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _user_tokens(url: str) -> dict[str, str]:
    answer = httpx.get(f"{url}/_meta/users", trust_env=False).raise_for_status().json()
    return {user["email"]: user["token"] for user in answer["users"]}
