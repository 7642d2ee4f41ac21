"""Rich texts are edited where they stand: what is not touched stays, what others changed is merged or told."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tests.issues.harness import WRITES, Office, office
from tests.issues.test_data_center import DC, answering, issue

pytestmark = pytest.mark.anyio


def description(desk: Office, key: str = "SHOP-2") -> dict[str, Any]:
    """As the tracker keeps it."""
    return copy.deepcopy(desk.fernwood.issue(key).values["description"])


async def edited(desk: Office, old: str, new: str, **more: Any) -> dict[str, Any]:
    edit = {"field": "description", "old": old, "new": new}
    return await desk.ok("update_issue", key="SHOP-2", edits=[edit], **more)


async def seen(desk: Office) -> dict[str, Any]:
    return await desk.ok("get_issue", key="SHOP-2", include=[])


def differing(one: Any, other: Any) -> list[tuple[Any, Any]]:
    """The innermost pairs that differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return [pair for name in one for pair in differing(one[name], other[name])]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [pair for a, b in zip(one, other, strict=True) for pair in differing(a, b)]
    return [] if one == other else [(one, other)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sends the payment again", "sends the payment twice"),
        ("every time", "always"),
        ("Do not test with", "Never test with"),
        ("charge(basket)", "charge(order)"),
        ("Send an idempotency key", "Send a key"),
        ("[ ] Send", "[x] Send"),
        ("The receipt with two lines", "The receipt"),
        ("[!WARNING]", "[!ERROR]"),
    ],
)
async def test_one_change_in_a_rich_description_changes_one_node(tmp_path: Path, old: str, new: str) -> None:
    """It holds a mention, a link, a panel, a table, code, media and tasks; all the others are as they were."""
    async with office(tmp_path, **WRITES) as desk:
        before = description(desk)
        data = await edited(desk, old, new)
        assert (data["applied"], data["ignored"]) == (["description"], [])
        ((was, becomes),) = differing(before, description(desk))
        assert isinstance(was, str)
        assert becomes != was
        assert "rewriting" not in data


async def test_a_whole_text_written_back_with_one_more_paragraph_keeps_all_the_nodes(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        before = description(desk)
        text = (await seen(desk))["untrusted"]["description"]
        await desk.ok("update_issue", key="SHOP-2", fields={"description": f"{text}\n\nOne more."})
        after = description(desk)
        assert after["content"][:-1] == before["content"]
        assert json.dumps(after["content"][-1]).count("One more.") == 1


async def test_a_text_written_back_unchanged_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        before = description(desk)
        text = (await seen(desk))["untrusted"]["description"]
        await desk.ok("update_issue", key="SHOP-2", fields={"description": text})
        assert description(desk) == before


async def test_changes_of_two_people_to_different_blocks_are_both_kept(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await seen(desk)
        await edited(desk, "every time", "always")
        text = first["untrusted"]["description"].replace("Ask the provider", "Ask them")
        data = await desk.ok(
            "update_issue", key="SHOP-2", fields={"description": text}, version=first["version"]
        )
        assert data["applied"] == ["description"]
        held = (await seen(desk))["untrusted"]["description"]
        assert "| always |" in held
        assert "Ask them" in held


async def test_changes_of_two_people_to_one_block_are_refused_with_what_changed(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await seen(desk)
        await edited(desk, "every time", "always")
        before = len(desk.writes)
        text = first["untrusted"]["description"].replace("every time", "sometimes")
        for change in (
            {"fields": {"description": text}},
            {"edits": [{"field": "description", "old": "Safari 19", "new": "Safari 20"}]},
        ):
            error = await desk.refused("update_issue", key="SHOP-2", version=first["version"], **change)
            assert error["reason"] == "changed_meanwhile"
            assert any("always" in line for line in error["details"])
        assert len(desk.writes) == before


async def test_an_edit_against_an_old_version_goes_where_nobody_else_was(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await seen(desk)
        await edited(desk, "every time", "always")
        assert await edited(desk, "Ask the provider", "Ask them", version=first["version"])
        assert await desk.ok("update_issue", key="SHOP-2", fields={"title": "New"}, version=first["version"])


async def test_the_same_change_sent_twice_with_the_same_version_is_made_once(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        first = await seen(desk)
        text = first["untrusted"]["description"] + "\n\nOne more."
        for _ in range(2):
            await desk.ok(
                "update_issue", key="SHOP-2", fields={"description": text}, version=first["version"]
            )
        assert (await seen(desk))["untrusted"]["description"].count("One more.") == 1


async def test_a_whole_text_after_a_part_was_read_needs_leave(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES, LIMITS__MAX_RESULT_CHARS="4000") as desk:
        long = "\n\n".join(f"Paragraph {number} says something." for number in range(400))
        await desk.ok("update_issue", key="SHOP-9", fields={"description": long})
        part = await desk.ok("get_issue", key="SHOP-9", include=[])
        assert part["description_next_offset"]
        change = {"key": "SHOP-9", "version": part["version"]}
        new = {"description": part["untrusted"]["description"]}
        assert (await desk.refused("update_issue", fields=new, **change))["reason"] == "partial_read"
        assert (await desk.refused("update_issue", key="SHOP-9", fields=new))["reason"] == "shrunk"
        edit = {"field": "description", "old": "Paragraph 3 says", "new": "Paragraph 3 tells"}
        assert (await desk.ok("update_issue", edits=[edit], **change))["applied"] == ["description"]


async def test_a_note_about_left_out_text_is_not_written(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        text = (await seen(desk))["untrusted"]["description"].split("\n\n")[0] + "\n\n(rest unchanged)"
        error = await desk.refused(
            "update_issue", key="SHOP-2", fields={"description": text}, allow_removals=True
        )
        assert (error["reason"], desk.writes) == ("elided", [])


async def test_a_comment_keeps_its_mention_when_a_word_is_changed(tmp_path: Path) -> None:
    async with office(tmp_path, **WRITES) as desk:
        shown = await desk.ok("get_issue", key="SHOP-2")
        (comment,) = [each for each in shown["comments"] if each["id"] == "20001"]
        body = comment["untrusted"]["body"].replace("slow network", "slow line")
        data = await desk.ok("edit_comment", key="SHOP-2", comment="20001", body=body)
        assert (data["applied"], "rewriting" in data) == (["body"], False)
        (put,) = desk.writes
        kinds = [node["type"] for node in put.body["body"]["content"][0]["content"]]
        assert kinds == ["mention", "text"]


WIKI = (
    "Reload sends the *payment* again, see [the runbook|https://wiki.example/pay] and [~jdoe].\r\n\r\n"
    "{panel:title=Careful|bgColor=#ffeeee}\r\nNo {color:red}real{color} cards.\r\n{panel}\r\n\r\n"
    "||Browser||Charged||\r\n|Firefox|every time|\r\n\r\n{jira:SHOP-1}\r\n\r\n!receipt.png|width=300!"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [("payment", "money"), ("every time", "always"), ("cards", "people"), ("Careful", "Beware")],
)
async def test_one_word_of_wiki_markup_is_changed_and_no_other_byte(
    tmp_path: Path, old: str, new: str
) -> None:
    held = {"description": WIKI}

    def put(sent: Any) -> dict[str, Any]:
        held["description"] = sent.body["fields"]["description"]
        return {}

    async with office(tmp_path, **DC, **WRITES) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": lambda _sent: issue(description=held["description"]), "PUT /issue/OPS-1": put,
        })  # fmt: skip
        edit = {"field": "description", "old": old, "new": new}
        data = await desk.ok("update_issue", key="OPS-1", edits=[edit])
    assert data["applied"] == ["description"]
    assert held["description"] == WIKI.replace(old, new)


async def test_jiras_own_environment_is_edited_like_a_description_where_it_is_declared(
    tmp_path: Path,
) -> None:
    held: dict[str, Any] = {"environment": "Linux {color:red}6.1{color}, kernel *old*"}

    def put(sent: Any) -> dict[str, Any]:
        held.update(sent.body["fields"])
        return {}

    declared = {"FIELDS__ENVIRONMENT__ID": "environment", "FIELDS__ENVIRONMENT__TYPE": "rich_text"}
    async with office(tmp_path, **DC, **WRITES, **declared) as desk:
        desk.wire.instead = answering({
            "GET /issue/OPS-1": lambda _sent: issue(environment=held["environment"]), "PUT /issue/OPS-1": put,
        })  # fmt: skip
        shown = await desk.ok("get_issue", key="OPS-1", include=[])
        assert shown["untrusted"]["custom"] == {"environment": "Linux 6.1, kernel **old**"}
        assert shown["untrusted"]["hidden_from_markdown"] == ["environment: colour"]
        edit = {"field": "environment", "old": "Linux", "new": "BSD"}
        data = await desk.ok("update_issue", key="OPS-1", edits=[edit])
    assert (data["applied"], held) == (
        ["environment"], {"environment": "BSD {color:red}6.1{color}, kernel *old*"},
    )  # fmt: skip
