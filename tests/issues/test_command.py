"""`narrowgate-issues` as an administrator runs it: mistakes end it with 78 and the key's path."""

import json
from pathlib import Path

import httpx
import pytest
from tests.issues.command import PREFIX, environment, plain, run

from narrowgate_issues.inspection import suggested_fields
from narrowgate_issues.server import IssuesServer
from narrowgate_sandbox import Sandbox

NOWHERE = "https://fernwood.atlassian.net"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({PREFIX + "SCOPE__PROJECT": '["SHOP"]'}, "scope.project"),
        ({PREFIX + "SCOPES__PROJECTS": '["SHOP"]'}, "scopes"),
        ({"NARROWGATE_ISSUES_SCOPE__PROJECTS": '["SHOP"]'}, "NARROWGATE"),
        ({"NARROWGATE_ISSUES_SCOPE_PROJECTS": '["SHOP"]'}, "NARROWGATE_ISSUES_SCOPE_PROJECTS"),
        ({"NARROWGATE_ISSUE__SCOPE__PROJECTS": '["SHOP"]'}, "NARROWGATE"),
        ({PREFIX + "WRITES__ENABLED": "yes"}, "writes.enabled"),
        ({PREFIX + "LIMITS__DEADLINE_S": '"soon"'}, "limits.deadline_s"),
        ({PREFIX + "SCOPE__PROJECTS": "[]"}, "scope.projects"),
        ({PREFIX + "SCOPE": "{}"}, "scope.projects"),
        ({"NARROWGATE_SCOPE_PROJECTS": '["SHOP"]'}, "NARROWGATE_SCOPE_PROJECTS"),
        ({PREFIX + "CONNECTION__KIND": "jira"}, "connection.kind"),
        ({PREFIX + "CONNECTION__BASE_URL": "http://fernwood.atlassian.net"}, "connection.base_url"),
        ({PREFIX + "UPLOADS__ROOT": "/"}, "uploads.root"),
        ({"JIRA_TOKEN": ""}, "connection.auth"),
    ],
)
def test_a_mistake_in_the_environment_ends_with_78_and_the_keys_path(
    tmp_path: Path, changes: dict[str, str], said: str
) -> None:
    done = run({**environment(NOWHERE, tmp_path), **changes}, "tools")
    assert done.returncode == 78
    assert said in done.stderr
    assert "configuration_error" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_missing_file_ends_with_78(tmp_path: Path) -> None:
    done = run(plain(tmp_path), "tools", "--config", str(tmp_path / "absent.toml"))
    assert (done.returncode, done.stdout) == (78, "")
    assert "configuration file" in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[scope]\nprojcts = ['SHOP']\n", "scope.projcts"),
        ("[writes]\nenabled = 'true'\n", "writes.enabled"),
        ("[connection\n", "TOML"),
        ("unknown = 1\n", "unknown"),
    ],
)
def test_a_mistake_in_the_file_ends_with_78_and_the_keys_path(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "issues.toml"
    file.write_text(text)
    done = run(environment(NOWHERE, tmp_path), "serve", "--config", str(file))
    assert done.returncode == 78
    assert said in done.stderr


def test_nothing_configured_ends_with_78_and_the_first_missing_key(tmp_path: Path) -> None:
    done = run(plain(tmp_path), "serve")
    assert done.returncode == 78
    assert "connection is missing" in done.stderr


def test_init_writes_a_file_once_that_check_then_reads(tmp_path: Path) -> None:
    file = tmp_path / "issues.toml"
    first = run(plain(tmp_path), "init", "--config", str(file))
    assert first.returncode == 0
    entry = json.loads(first.stdout)["mcpServers"]["issues"]
    assert entry["args"] == ["serve", "--config", str(file)]
    assert file.stat().st_mode & 0o077 == 0
    again = run(plain(tmp_path), "init", "--config", str(file))
    assert (again.returncode, again.stdout) == (78, "")
    tools = run({**plain(tmp_path), "JIRA_TOKEN": "t0ken"}, "tools", "--config", str(file))
    assert tools.returncode == 0
    assert "get_issue" in tools.stdout


def test_check_tells_who_we_are_and_what_is_open(tmp_path: Path) -> None:
    with Sandbox.start() as box:
        env = environment(box.url, tmp_path, SCOPE__PROJECTS='["SHOP"]', WRITES__ENABLED="true")
        done = run(env, "check", "--suggest-fields")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Alex Lindqvist" in done.stdout
    assert 'type = "number"' in done.stdout
    assert "no uploads root" in done.stdout


@pytest.mark.anyio
async def test_what_is_suggested_holds_no_word_of_the_trackers_own(tmp_path: Path) -> None:
    ids = [
        "customfield_7",
        'customfield_1"\n[writes]\nenabled = true',
        "customfield_2\x1b]0;x\x07",
        "plugin-field",
        "",
    ]
    fields = [
        {"id": each, "name": "Nice\x1b[31m\n", "custom": True, "schema": {"type": "string"}} for each in ids
    ]
    transport = httpx.MockTransport(lambda _request: httpx.Response(200, json=fields))
    server = IssuesServer.from_environment(None, environment(NOWHERE, tmp_path), transport=transport)
    try:
        lines = await suggested_fields(server)
    finally:
        await server.aclose()
    assert [line for line in lines if "=" in line] == ['id = "customfield_7"', 'type = "text"']
    assert "".join(lines).isprintable()


@pytest.mark.parametrize(
    ("more", "row"),
    [
        ({"SCOPE__PROJECTS": '["NOPE"]'}, "scope"),
        ({"UPLOADS__ROOT": "/nonexistent/outgoing", "WRITES__ENABLED": "true"}, "roots"),
        ({"CONNECTION__AUTH__TOKEN_ENV": "WRONG_TOKEN"}, "account"),
    ],
)
def test_check_fails_with_the_row_that_does_not_work(tmp_path: Path, more: dict[str, str], row: str) -> None:
    with Sandbox.start() as box:
        env = {**environment(box.url, tmp_path, **more), "WRONG_TOKEN": "not-the-token"}
        done = run(env, "check")
    assert done.returncode == 1, done.stdout + done.stderr
    assert next(line.split()[1] for line in done.stdout.splitlines() if line.startswith("failed")) == row


def test_a_root_that_does_not_exist_warns_and_leaves_its_tool_out(tmp_path: Path) -> None:
    more = {"UPLOADS__ROOT": str(tmp_path / "absent"), "WRITES__ENABLED": "true"}
    done = run(environment(NOWHERE, tmp_path, **more), "tools")
    assert done.returncode == 0
    assert "uploads.root" in done.stderr
    assert "attach_file" not in done.stdout


def test_by_default_only_read_tools_exist_and_uploads_need_a_root(tmp_path: Path) -> None:
    root = tmp_path / "outgoing"
    root.mkdir(mode=0o700)
    reading = {"search_issues", "get_issue", "list_projects", "describe_fields", "find_users"}
    assert _names(environment(NOWHERE, tmp_path)) == reading
    assert _names(environment(NOWHERE, tmp_path, UPLOADS__ROOT=str(root))) == reading
    writing = _names(environment(NOWHERE, tmp_path, WRITES__ENABLED="true"))
    assert reading < writing
    assert "attach_file" not in writing
    both = _names(environment(NOWHERE, tmp_path, WRITES__ENABLED="true", UPLOADS__ROOT=str(root)))
    assert both == writing | {"attach_file"}


def test_the_read_only_authority_has_no_method_but_get_and_the_search(tmp_path: Path) -> None:
    rows = run(environment(NOWHERE, tmp_path), "authority").stdout.splitlines()
    methods = {
        (row.split()[0], row.split()[1].rsplit("/", 1)[1]) for row in rows if not row.startswith("GET")
    }
    assert methods == {("POST", "jql")}


def test_the_audit_is_verified_by_command(tmp_path: Path) -> None:
    done = run(environment(NOWHERE, tmp_path, WRITES__ENABLED="true"), "audit", "verify")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ok")


def _names(env: dict[str, str]) -> set[str]:
    done = run(env, "tools", "--json")
    assert done.returncode == 0, done.stderr
    return {tool["name"] for tool in json.loads(done.stdout)["tools"]}
