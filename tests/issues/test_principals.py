"""Whose calls are whose, where several servers share one state directory."""

from pathlib import Path

import pytest
from tests.issues.harness import SITE, WRITES, environment, office, scoped

from narrowgate_issues.server import IssuesServer
from narrowgate_sandbox import fernwood

TOKEN = "sandbox-token-alex"
BEARER = {"CONNECTION__KIND": "jira_dc", "CONNECTION__AUTH__KIND": "bearer"}
OTHER = {"CONNECTION__AUTH__USERNAME": "someone.else@fernwood.example"}


def principal(home: Path, **more: str) -> str:
    given = environment(SITE, home, **{**WRITES, **more})
    if more.get("CONNECTION__AUTH__KIND") == "bearer":
        del given["NARROWGATE_ISSUES__CONNECTION__AUTH__USERNAME"]
    return IssuesServer.from_environment(None, given).principal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, OTHER),
        ({}, scoped("SHOP")),
        (scoped("SHOP"), scoped("OPS")),
        (scoped("SHOP"), scoped("SHOP", "OPS")),
        ({}, BEARER),
        (BEARER, {**BEARER, "TOKEN": "another"}),
        ({}, {"CONNECTION__BASE_URL": "http://127.0.0.2"}),
    ],
)
def test_two_accounts_scopes_or_sites_are_two_principals(
    tmp_path: Path, one: dict[str, str], other: dict[str, str]
) -> None:
    assert principal(tmp_path, **one) != principal(tmp_path, **other)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {}),
        ({}, {"TOKEN": "a renewed one"}),
        (scoped("SHOP", "OPS"), scoped("OPS", "SHOP", "OPS")),
        (BEARER, BEARER),
    ],
)
def test_one_account_with_one_scope_keeps_its_name_over_restarts_and_renewed_tokens(
    tmp_path: Path, before: dict[str, str], after: dict[str, str]
) -> None:
    assert principal(tmp_path, **before) == principal(tmp_path, **after)


def test_what_a_principal_is_called_tells_nothing_without_the_key(tmp_path: Path) -> None:
    first, second = (principal(tmp_path / name, **BEARER) for name in ("one", "two"))
    assert first.startswith(f"local@{SITE}#")
    assert first != second
    assert TOKEN not in first


@pytest.mark.anyio
@pytest.mark.parametrize("other", [OTHER, scoped("OPS")])
async def test_a_server_of_another_account_or_scope_gets_no_result_of_ours(
    tmp_path: Path, other: dict[str, str]
) -> None:
    company = fernwood()
    async with (
        office(tmp_path, company, **WRITES) as ours,
        office(tmp_path, company, **WRITES, **other) as theirs,
    ):
        await ours.ok("add_comment", key="SHOP-2", body="Approved.", request_id="once")
        refused = await theirs.refused("add_comment", key="SHOP-2", body="Approved.", request_id="once")
    assert refused["category"] in {"configuration_error", "not_found"}


@pytest.mark.anyio
async def test_the_books_of_a_state_directory_that_came_later_need_a_new_start(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    async with office(tmp_path, **WRITES) as desk:
        (tmp_path / "state").unlink()
        refused = await desk.refused("add_comment", key="SHOP-2", body="Approved.")
        assert desk.writes == []
    async with office(tmp_path, **WRITES) as desk:
        await desk.ok("add_comment", key="SHOP-2", body="Approved.")
    assert refused["reason"] == "state_unusable"
