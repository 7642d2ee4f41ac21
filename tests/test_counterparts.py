"""Every counterpart answers, so that a test that uses one and fails has a reason of its own."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.counterpart_fixtures import Backlot, free_port, serving
from tests.counterparts import UnavailableError, run


def get(url: str, token: str | None = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.get(url, headers=headers, trust_env=False, timeout=30)


def printed(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, cwd=cwd)
    return done.stdout.strip()


@pytest.mark.counterpart("jira820")
def test_jira820_is_a_data_center_with_issues(jira820_url: str) -> None:
    assert get(f"{jira820_url}/rest/api/2/serverInfo").json()["versionNumbers"] == [8, 20, 8]
    assert get(f"{jira820_url}/rest/api/2/issue/JIRA820-1").json()["key"] == "JIRA820-1"


@pytest.mark.counterpart("jira820")
def test_jira820_has_the_same_issues_every_time(jira820_url: str) -> None:
    """At least: other tests of the session may have added some."""
    found = get(f"{jira820_url}/rest/api/2/search?jql=key=JIRA820-1&fields=summary").json()
    assert found["issues"][0]["fields"] == {"summary": "[Web] Standardize metadata"}
    assert get(f"{jira820_url}/rest/api/2/search?maxResults=1").json()["total"] >= 341


@pytest.mark.counterpart("backlot")
def test_backlot_shows_projects_by_who_asks(backlot: Backlot) -> None:
    def projects(token: str) -> set[str]:
        found = get(f"{backlot.url}/atlassian/rest/api/3/project/search", token).json()
        return {project["key"] for project in found["values"]}

    some = projects(backlot.user_tokens["bob.iyer@acme.com"])
    assert some
    assert some < projects(backlot.admin_token)


@pytest.mark.counterpart("node")
def test_node_is_new_enough_for_the_inspector(node: Path) -> None:
    version = printed(node, "--version").removeprefix("v").split(".")
    assert (int(version[0]), int(version[1])) >= (22, 19)


@pytest.mark.counterpart("inspector")
def test_the_inspector_explains_itself(inspector: list[str]) -> None:
    assert "--method" in printed(*inspector, "--help")


@pytest.mark.counterpart("typescript_sdk")
def test_the_typescript_sdk_offers_a_client(node: Path, typescript_sdk: Path) -> None:
    script = "import('@modelcontextprotocol/sdk/client/index.js').then(sdk => console.log(typeof sdk.Client))"
    assert printed(node, "--eval", script, cwd=typescript_sdk) == "function"


def test_a_server_runs_as_long_as_its_block() -> None:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with serving(command, port, {}):
        assert get(f"http://127.0.0.1:{port}/").status_code == 200
    with pytest.raises(httpx.ConnectError):
        get(f"http://127.0.0.1:{port}/")


def test_a_server_that_does_not_start_tells_its_last_words() -> None:
    with (
        pytest.raises(pytest.fail.Exception, match="no such company"),
        serving([sys.executable, "-c", "raise SystemExit('no such company')"], free_port(), {}),
    ):
        pass


@pytest.mark.parametrize("command", [("false",), ("no-such-program",)])
def test_an_installation_that_fails_names_its_program(command: tuple[str, ...]) -> None:
    with pytest.raises(UnavailableError, match=command[0]):
        run(*command)
