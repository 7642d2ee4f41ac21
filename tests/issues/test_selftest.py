"""`narrowgate-issues selftest`: what it says of good and of bad configurations, and that its checks can fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.issues.command import environment, plain, run
from tests.issues.harness import WRITES, aliased, scoped
from tests.issues.harness import environment as settings

from narrowgate_common.cli import Finding
from narrowgate_common.errors import GatewayError, upstream_error
from narrowgate_issues.selftest.checks import CHECKS
from narrowgate_issues.selftest.running import findings
from narrowgate_issues.server import IssuesServer

NOWHERE = "https://fernwood.atlassian.net"
EXAMPLE = Path(__file__).parents[2] / "config" / "issues.example.toml"
TOKEN = "token-of-the-administrator"


def roots(home: Path) -> dict[str, str]:
    """Settings that open both file roots."""
    for name in ("outgoing", "incoming"):
        (home / name).mkdir(mode=0o700)
    return {"UPLOADS__ROOT": str(home / "outgoing"), "DOWNLOADS__ROOT": str(home / "incoming")}


def verdicts(printed: str) -> Counter[str]:
    words = ("ok", "FAILED", "not applicable", "note")
    return Counter(word for line in printed.splitlines() for word in words if line.startswith(f"{word} "))


# --- the command


def test_the_example_configuration_holds(tmp_path: Path) -> None:
    done = run({**plain(tmp_path), "JIRA_TOKEN": TOKEN}, "selftest", "--config", str(EXAMPLE))
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done.stdout)["FAILED"] == 0
    assert verdicts(done.stdout)["ok"] >= 10
    assert "SHOP plays ABC, OPS plays OPS; DESK plays what lies outside" in done.stdout
    assert TOKEN not in done.stdout + done.stderr


def test_with_every_gate_open_everything_is_tried_and_nothing_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "outgoing-kept.txt").write_text("mine")
    more = {**WRITES, **scoped("ABC"), **roots(tmp_path)}
    (tmp_path / "outgoing" / "report.txt").write_text("mine")
    done = run(environment(NOWHERE, tmp_path, **more), "selftest")
    assert done.returncode == 0, done.stdout + done.stderr
    left = verdicts(done.stdout)
    assert (left["ok"], left["not applicable"]) == (len(CHECKS) - 1, 1)  # no tool is absent
    assert [path.name for path in (tmp_path / "outgoing").iterdir()] == ["report.txt"]
    assert list((tmp_path / "incoming").iterdir()) == []
    assert not {"ledger.sqlite", "audit.jsonl"} & {path.name for path in (tmp_path / "state").iterdir()}


def test_a_root_that_is_a_link_or_open_to_everybody_ends_with_78(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    for name, said in {"link": "symlink", "open": "writable by everybody"}.items():
        more = {**WRITES, "UPLOADS__ROOT": str(tmp_path / name)}
        done = run(environment(NOWHERE, tmp_path, **more), "selftest")
        assert (done.returncode, done.stdout) == (78, "")
        assert "uploads.root" in done.stderr
        assert said in done.stderr


def test_a_folder_in_the_root_that_others_may_change_fails(tmp_path: Path) -> None:
    more = {**WRITES, **roots(tmp_path)}
    (tmp_path / "outgoing" / "drop").mkdir()
    (tmp_path / "outgoing" / "drop").chmod(0o777)
    done = run(environment(NOWHERE, tmp_path, **more), "selftest")
    assert done.returncode == 1
    (failed,) = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert "uploads: root" in failed
    assert "drop may be changed by every account" in failed


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['narrowgate_sandbox'] = None; "
        "from narrowgate_issues.__main__ import main; sys.argv[1:] = ['selftest']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        env=environment(NOWHERE, tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (78, "")
    assert "narrowgate-issues[selftest]" in done.stderr
    assert "Traceback" not in done.stderr


def test_serving_never_loads_the_sandbox(tmp_path: Path) -> None:
    code = (
        "import sys; from narrowgate_issues.__main__ import main\n"
        "try: sys.argv[1:] = ['tools']; main()\n"
        "finally: assert 'narrowgate_sandbox' not in sys.modules"
    )
    env = environment(NOWHERE, tmp_path)
    subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=60)


# --- other configurations


async def played(home: Path, *names: str, **more: str) -> list[Finding]:
    """What the checks of these names find, or all of them."""
    server = IssuesServer.from_environment(None, settings(NOWHERE, home, **more))
    checks = [check for check in CHECKS if not names or check.name in names]
    return await findings(server, checks)


DATA_CENTER = {
    "CONNECTION__KIND": "jira_dc",
    "CONNECTION__BASE_URL": "https://jira.example.com",
    "CONNECTION__AUTH__KIND": "basic",
}
CONFIGURATIONS: dict[str, dict[str, str]] = {
    "only reading, no scope": {},
    "writing, no scope": {**WRITES},
    "native queries, confined": {**WRITES, **scoped("ABC", "DEF"), "SCOPE__RAW_QUERY": "true"},
    "many projects": {**WRITES, **scoped(*(f"P{number}" for number in range(30)))},
    "hardly any field": {**WRITES, "WRITES__FIELDS": '["labels"]'},
    "fields of its own": {**WRITES, **aliased(points=(10016, "number"), team=(99999, "option"))},
    "no time, short answers": {**WRITES, "LIMITS__DEADLINE_S": "1", "LIMITS__MAX_RESULT_CHARS": "4000"},
    "Data Center": {**WRITES, **scoped("ABC"), **DATA_CENTER},
}


@pytest.mark.anyio
@pytest.mark.parametrize("more", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
async def test_every_kind_of_configuration_holds(tmp_path: Path, more: dict[str, str]) -> None:
    found = await played(tmp_path, **more)
    assert [one for one in found if one.verdict == "FAILED"] == []
    assert len(found) > len(CHECKS)


@pytest.mark.anyio
async def test_it_says_what_is_played_and_what_therefore_is_not_shown(tmp_path: Path) -> None:
    notes = [one.note for one in await played(tmp_path, "state", **DATA_CENTER) if one.verdict == "note"]
    assert any("jira_dc is not exercised" in note for note in notes)
    assert any("no scope.projects" in note for note in notes)


def test_names_are_told_apart_and_every_check_says_what_it_proves() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.proves[0].islower() or check.proves.startswith("JQL") for check in CHECKS)


# --- each check can fail: the boundary it checks is taken away


def nothing(*_arguments: Any, **_named: Any) -> None:
    return None


def true(*_arguments: Any, **_named: Any) -> bool:
    return True


def false(*_arguments: Any, **_named: Any) -> bool:
    return False


def as_it_is(_self: Any, given: Any) -> Any:
    return given


def lax(arguments: type[Any], raw: Mapping[str, Any]) -> Any:
    known = {name: value for name, value in raw.items() if name in arguments.model_fields}
    return arguments.model_validate_json(json.dumps(known))


def telling(server: IssuesServer, *_exchange: Any) -> GatewayError:
    return upstream_error(f"The token {server.connected.secrets[0]} was refused", reason="refused")


Swap = tuple[str, Any]
NO_SECRETS: Swap = ("narrowgate_common.secret_scan._secrets", lambda _text: Counter[str]())
EVERYTHING: Swap = ("narrowgate_common.tools.allows", true)
SABOTAGE: dict[str, tuple[Swap, ...]] = {
    "tools": (EVERYTHING,),
    "absent tools": (EVERYTHING,),
    "routes": (("narrowgate_common.outbound.Session._permit", nothing),),
    "read-only": (EVERYTHING,),
    "strict arguments": (("narrowgate_common.arguments.Arguments.parse", classmethod(lax)),),
    "strict fields": (("narrowgate_issues.tools.drafting.pick", lambda given, _allowed: dict(given)),),
    "scope: keys": (("narrowgate_issues.scope.Scope.check_key", nothing),),
    "scope: search": (
        ("narrowgate_issues.scope.Scope.narrowed", lambda _self, projects: tuple(projects)),
        ("narrowgate_issues.scope.Scope.visible", as_it_is),
    ),
    "scope: links": (("narrowgate_issues.scope.Scope.admits_key", true),),
    "scope: moved": (("narrowgate_issues.scope.Scope.admits", true),),
    "native query": (
        ("narrowgate_issues.adapters.jira.cloud.confine", lambda query, _projects: query),
        ("narrowgate_issues.scope.Scope.admits", true),
    ),
    "uploads: paths": (("narrowgate_common.uploads.parse_path", lambda _argument, _root: ("kept.txt",)),),
    "uploads: files": (("narrowgate_common.uploads.refuse_special", nothing),),
    "uploads: secrets": (NO_SECRETS,),
    "uploads: plain file": (("narrowgate_common.uploads._read", lambda _file, limit: b"x" * limit),),
    "downloads": (("narrowgate_common.downloads.safe_filename", lambda name: f"-{name.replace('/', '')}"),),
    "secrets": (NO_SECRETS,),
    "untrusted text": (("narrowgate_common.answers.Boundary.wrap", as_it_is),),
    "cut read": (("narrowgate_common.outbound.may_send_again", false),),
    "lost answer": (("narrowgate_common.proving.in_doubt", lambda _error: False),),
    "audit": (("narrowgate_common.records.RecordedWrites._declare", nothing),),
    "error bounds": (
        ("narrowgate_common.errors._bounded", lambda text, limit: text + "." * limit),
        ("narrowgate_common.answers.one_line", lambda text, _limit: text),
    ),
    "errors and log": (("narrowgate_issues.server.IssuesServer.explain", telling),),
}
ALONE = {"uploads: root", "state", "update"}
"""What they look at is the administrator's own or the vendor's; each has a test of its own."""


def test_no_check_is_left_out() -> None:
    assert SABOTAGE.keys() | ALONE == {check.name for check in CHECKS}


@pytest.mark.anyio
@pytest.mark.parametrize("name", SABOTAGE)
async def test_a_check_fails_where_its_boundary_is_taken_away(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = {} if name in {"tools", "absent tools"} else {**WRITES, **roots(tmp_path)}
    if name == "uploads: paths":
        (tmp_path / "outgoing" / "kept.txt").write_text("mine")
    if name == "native query":
        opened |= {"SCOPE__RAW_QUERY": "true"}
    # the audit has to see writes, which another check makes
    names = ["lost answer", name] if name == "audit" else [name]
    for target, replacement in SABOTAGE[name]:
        monkeypatch.setattr(target, replacement)
    found = await played(tmp_path, *names, **scoped("ABC"), **opened)
    assert found[-1].verdict == "FAILED", shown(found)


@pytest.mark.anyio
async def test_a_state_directory_that_cannot_be_used_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = await played(tmp_path, "state", **WRITES, STATE__DIR=str(tmp_path / "file" / "state"))
    assert found[-1].verdict == "FAILED", shown(found)


@pytest.mark.anyio
async def test_an_update_that_changes_more_than_it_was_asked_for_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = '{"title": "Other words", "add_labels": ["selftest"]}'
    monkeypatch.setattr(
        "narrowgate_common.arguments.Arguments.parse",
        classmethod(lambda cls, raw: lax(cls, {**raw, "fields": json.loads(more)})),
    )
    found = await played(tmp_path, "update", **WRITES)
    assert found[-1].verdict == "FAILED", shown(found)


def shown(found: Iterable[Finding]) -> str:
    return json.dumps([(one.subject, one.verdict, one.note) for one in found], indent=1)
