"""`narrowgate-docs` as an administrator runs it: mistakes end it with 78 and the key's path."""

import json
from pathlib import Path

import pytest
from tests.docs.command import PREFIX, SITES, environment, plain, run
from tests.docs.harness import KINDS, Kind

from narrowgate_docs import VERSION
from narrowgate_sandbox import Sandbox

NOWHERE = SITES["confluence_cloud"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({PREFIX + "SCOPE__SPACE": '["ENG"]'}, "scope.space"),
        ({PREFIX + "SCOPES__SPACES": '["ENG"]'}, "scopes"),
        ({"NARROWGATE_DOCS_SCOPE__SPACES": '["ENG"]'}, "NARROWGATE"),
        ({"NARROWGATE_DOCS_SCOPE_SPACES": '["ENG"]'}, "NARROWGATE_DOCS_SCOPE_SPACES"),
        ({"NARROWGATE_DOC__SCOPE__SPACES": '["ENG"]'}, "NARROWGATE"),
        ({"NARROWGATE_SCOPE_SPACES": '["ENG"]'}, "NARROWGATE_SCOPE_SPACES"),
        ({PREFIX + "SCOPE__PROJECTS": '["ENG"]'}, "scope.projects"),
        ({PREFIX + "SCOPE__SPACES": "[]"}, "scope.spaces"),
        ({PREFIX + "SCOPE": "{}"}, "scope.spaces"),
        ({PREFIX + "WRITES__ENABLED": "yes"}, "writes.enabled"),
        ({PREFIX + "WRITES__FIELDS": '["restrictions"]'}, "writes.fields"),
        ({PREFIX + "LIMITS__DEADLINE_S": '"soon"'}, "limits.deadline_s"),
        ({PREFIX + "FIELDS__POINTS__ID": "customfield_1"}, "fields"),
        ({PREFIX + "CONNECTION__KIND": "confluence"}, "connection.kind"),
        ({PREFIX + "CONNECTION__KIND": "jira_cloud"}, "connection.kind"),
        ({PREFIX + "CONNECTION__BASE_URL": "http://fernwood.atlassian.net/wiki"}, "connection.base_url"),
        ({PREFIX + "UPLOADS__ROOT": "/"}, "uploads.root"),
        ({"CONFLUENCE_TOKEN": ""}, "connection.auth"),
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
        ("[scope]\nspcaes = ['ENG']\n", "scope.spcaes"),
        ("[writes]\nenabled = 'true'\n", "writes.enabled"),
        ("[connection\n", "TOML"),
        ("unknown = 1\n", "unknown"),
    ],
)
def test_a_mistake_in_the_file_ends_with_78_and_the_keys_path(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "docs.toml"
    file.write_text(text)
    done = run(environment(NOWHERE, tmp_path), "serve", "--config", str(file))
    assert done.returncode == 78
    assert said in done.stderr


def test_nothing_configured_ends_with_78_and_the_first_missing_key(tmp_path: Path) -> None:
    done = run(plain(tmp_path), "serve")
    assert done.returncode == 78
    assert "connection is missing" in done.stderr


def test_the_version_is_told(tmp_path: Path) -> None:
    done = run(plain(tmp_path), "--version")
    assert (done.returncode, done.stdout.strip()) == (0, f"narrowgate-docs {VERSION}")


def test_an_unknown_command_ends_with_2_and_repeats_nothing(tmp_path: Path) -> None:
    done = run(plain(tmp_path), "s3cret")
    assert (done.returncode, done.stdout) == (2, "")
    assert "s3cret" not in done.stderr


def test_init_writes_a_file_once_that_tools_then_reads(tmp_path: Path) -> None:
    file = tmp_path / "docs.toml"
    first = run(plain(tmp_path), "init", "--config", str(file))
    assert first.returncode == 0
    entry = json.loads(first.stdout)["mcpServers"]["docs"]
    assert entry["args"] == ["serve", "--config", str(file)]
    assert list(entry["env"]) == ["CONFLUENCE_TOKEN"]
    assert file.stat().st_mode & 0o077 == 0
    again = run(plain(tmp_path), "init", "--config", str(file))
    assert (again.returncode, again.stdout) == (78, "")
    tools = run({**plain(tmp_path), "CONFLUENCE_TOKEN": "t0ken"}, "tools", "--config", str(file))
    assert tools.returncode == 0
    assert "get_page" in tools.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_check_tells_who_we_are_and_what_is_open(tmp_path: Path, kind: Kind) -> None:
    with Sandbox.start() as box:
        env = environment(box.url, tmp_path, kind, SCOPE__SPACES='["ENG"]', WRITES__ENABLED="true")
        done = run(env, "check", "--suggest-fields")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Alex Lindqvist" in done.stdout
    assert "no uploads root" in done.stdout
    assert "ENG" in done.stdout


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("more", "row"),
    [
        ({"SCOPE__SPACES": '["NOPE"]'}, "scope"),
        ({"SCOPE__SPACES": '["ENG", "HR"]'}, "scope"),
        ({"UPLOADS__ROOT": "/nonexistent/outgoing", "WRITES__ENABLED": "true"}, "roots"),
        ({"CONNECTION__AUTH__TOKEN_ENV": "WRONG_TOKEN"}, "account"),
    ],
)
def test_check_fails_with_the_row_that_does_not_work(
    tmp_path: Path, kind: Kind, more: dict[str, str], row: str
) -> None:
    with Sandbox.start() as box:
        env = {**environment(box.url, tmp_path, kind, **more), "WRONG_TOKEN": "not-the-token"}
        done = run(env, "check")
    assert done.returncode == 1, done.stdout + done.stderr
    assert next(line.split()[1] for line in done.stdout.splitlines() if line.startswith("failed")) == row


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_address_on_the_same_host_is_told_by_its_key(tmp_path: Path, kind: Kind) -> None:
    with Sandbox.start() as box:
        more = {"CONNECTION__BASE_URL": f"{box.url}/elsewhere"}
        done = run(environment(box.url, tmp_path, kind, **more), "check")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "connection.base_url" in done.stdout


def test_the_wiki_may_be_named_with_or_without_the_path_it_stands_below(tmp_path: Path) -> None:
    with Sandbox.start() as box:
        for url in (box.url, f"{box.url}/", f"{box.url}/wiki", f"{box.url}/wiki/"):
            env = environment(box.url, tmp_path, "confluence_cloud", CONNECTION__BASE_URL=url)
            assert run(env, "check").returncode == 0, url


def test_a_root_that_does_not_exist_warns_and_leaves_its_tool_out(tmp_path: Path) -> None:
    more = {"UPLOADS__ROOT": str(tmp_path / "absent"), "WRITES__ENABLED": "true"}
    done = run(environment(NOWHERE, tmp_path, "confluence_cloud", **more), "tools")
    assert done.returncode == 0
    assert "uploads.root" in done.stderr
    assert "attach_file" not in done.stdout


READING = {"search_pages", "get_page", "list_pages", "list_spaces", "list_comments"}


@pytest.mark.parametrize("kind", KINDS)
def test_by_default_only_read_tools_exist_and_file_tools_need_a_root(tmp_path: Path, kind: Kind) -> None:
    root = tmp_path / "outgoing"
    root.mkdir(mode=0o700)
    uploads, writes = {"UPLOADS__ROOT": str(root)}, {"WRITES__ENABLED": "true"}
    assert _names(environment(SITES[kind], tmp_path, kind)) == READING
    assert _names(environment(SITES[kind], tmp_path, kind, **uploads)) == READING
    writing = _names(environment(SITES[kind], tmp_path, kind, **writes))
    assert writing == READING | {"create_page", "update_page", "edit_page", "add_comment"}
    assert _names(environment(SITES[kind], tmp_path, kind, **writes, **uploads)) == writing | {"attach_file"}
    saving = _names(environment(SITES[kind], tmp_path, kind, DOWNLOADS__ROOT=str(root)))
    assert saving == READING | {"download_attachment"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_read_only_authority_has_no_method_but_get_and_the_look_up_of_names(
    tmp_path: Path, kind: Kind
) -> None:
    rows = run(environment(SITES[kind], tmp_path, kind), "authority").stdout.splitlines()
    others = [row.split()[:2] for row in rows if not row.startswith("GET")]
    assert rows
    assert {(method, url.rsplit("/", 1)[1]) for method, url in others} <= {("POST", "users-bulk")}
    assert all(row.split()[2] == "read" for row in rows)


def test_a_list_of_tools_may_leave_out_what_they_answer_with(tmp_path: Path) -> None:
    done = run(environment(NOWHERE, tmp_path), "tools", "--json", "--no-output-schemas")
    assert done.returncode == 0
    assert "outputSchema" not in done.stdout


def test_the_audit_is_verified_by_command(tmp_path: Path) -> None:
    env = environment(NOWHERE, tmp_path, "confluence_cloud", WRITES__ENABLED="true")
    done = run(env, "audit", "verify")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ok")


def test_nothing_is_written_but_below_the_state_directory(tmp_path: Path) -> None:
    run(environment(NOWHERE, tmp_path, "confluence_cloud", WRITES__ENABLED="true"), "tools")
    run(environment(NOWHERE, tmp_path), "authority")
    assert {path.name for path in tmp_path.iterdir()} <= {"state"}


def _names(env: dict[str, str]) -> set[str]:
    done = run(env, "tools", "--json")
    assert done.returncode == 0, done.stderr
    return {tool["name"] for tool in json.loads(done.stdout)["tools"]}
