"""Originals longer than anybody reads: what is converted is bounded, the rest is named and not rewritten."""

import json
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.issues.harness import WRITES, office, scoped

from narrowgate_issues.adapters.jira import originals
from narrowgate_issues.adapters.jira.fieldset import Edition
from narrowgate_issues.adapters.jira.jira import LONG_ANSWER, aside

MOMENT = "2026-11-30T10:00:01.250+0100"
DC = {"CONNECTION__KIND": "jira_dc", **scoped("SHOP")}
CLOUD = Edition("adf", "accountId")
DATA_CENTER = Edition("wiki", "name")


def document(*texts: str) -> dict[str, Any]:
    paragraphs = [{"type": "paragraph", "content": [{"type": "text", "text": text}]} for text in texts]
    return {"type": "doc", "version": 1, "content": paragraphs}


LONG = {
    "lines of wiki": (DATA_CENTER, "a line\n" * 3_000),
    "one line of wiki": (DATA_CENTER, "*a " * 7_000),
    "paragraphs": (CLOUD, document(*["a paragraph"] * 2_000)),
    "one paragraph": (CLOUD, document("word " * 5_000)),
    "nodes without text": (CLOUD, document(*[""] * 5_000)),
    "attributes": (CLOUD, {**document("a"), "attrs": {"x": "y" * 30_000}}),
    "no document": (CLOUD, ["a" * 30_000]),
    "a string in a document's place": (CLOUD, "a\n" * 15_000),
}


@pytest.mark.parametrize(("edition", "original"), LONG.values(), ids=LONG)
def test_the_beginning_of_a_long_text_is_shown_and_the_whole_is_locked(
    edition: Edition, original: Any
) -> None:
    shown = originals.shown(original, edition, 20_000)

    assert shown.markdown.endswith(originals.REST)
    assert shown.locked == "too_large"
    assert originals.size(originals.clipped(original, 20_000)[0]) <= 20_010


@pytest.mark.parametrize("edition", [CLOUD, DATA_CENTER])
def test_a_text_as_long_as_trackers_take_is_shown_whole(edition: Edition) -> None:
    text = ("word " * 6_553).strip()
    original = document(text) if edition is CLOUD else text

    shown = originals.shown(original, edition)
    assert (shown.markdown, shown.hidden, shown.locked) == (text, (), "")


def test_the_fields_of_one_issue_share_their_room_in_their_order() -> None:
    found = originals.all_shown(dict.fromkeys("abcd", "word " * 30_000), DATA_CENTER)

    assert [text.markdown.endswith(originals.REST) for text in found.values()] == [True] * 4
    assert found["a"] == found["b"]
    assert [found[name].markdown for name in "cd"] == [originals.REST] * 2


def test_as_many_comments_are_taken_as_fill_the_room_and_one_at_least() -> None:
    comments = [{"id": str(number), "body": "a" * 10} for number in range(5)]

    assert originals.within_reach(comments, 1_000) == comments
    assert originals.within_reach(comments, 21) == comments[:3]
    assert originals.within_reach([{"body": "a" * 99}, *comments], 1) == [{"body": "a" * 99}]
    assert originals.within_reach([None, *comments], 1) == [None, comments[0]]


LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=20))
NODES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("type", "text", "content", "attrs", "marks"), inner)
        ),
        st.fixed_dictionaries({"type": st.just("text"), "text": st.text(max_size=30)}),
        st.fixed_dictionaries({"type": st.just("paragraph"), "content": st.lists(inner, max_size=4)}),
    ),
    max_leaves=20,
)


@given(NODES, st.integers(0, 100))
def test_what_is_kept_of_any_document_is_no_larger_and_can_be_read(original: Any, room: int) -> None:
    kept, whole = originals.clipped(original, room)

    assert whole == (originals.size(original) <= room)
    assert kept == original if whole else originals.size(kept) <= originals.size(original)
    assert json.dumps(kept)
    originals.shown(kept, CLOUD)


def tracker(**fields: Any) -> Any:
    raw = {
        "id": "1",
        "key": "SHOP-1",
        "fields": {
            "project": {"key": "SHOP", "projectTypeKey": "software"},
            "summary": "s",
            "updated": MOMENT,
            **fields,
        },
    }
    return lambda _sent: httpx.Response(200, json=raw)


def comments(count: int, body: str) -> dict[str, Any]:
    made = [
        {"id": str(number + 1), "created": MOMENT, "body": f"{number + 1}: {body}"} for number in range(count)
    ]
    return {"total": count, "comments": made}


@pytest.mark.anyio
async def test_a_description_beyond_the_bound_says_so_and_is_not_rewritten(tmp_path: Path) -> None:
    async with office(tmp_path, **DC, **WRITES) as desk:
        desk.wire.instead = tracker(description="hello world\n" * 20_000)
        seen = await desk.ok("get_issue", key="SHOP-1", include=[])
        refused = await desk.refused("update_issue", key="SHOP-1", fields={"description": "new"})
        assert desk.writes == []
    assert seen["description_chars"] < 2 * originals.LONGEST
    assert refused["reason"] == "too_large"


@pytest.mark.anyio
async def test_every_long_comment_is_reached_page_by_page(tmp_path: Path) -> None:
    async with office(tmp_path, **DC, LIMITS__MAX_RESULT_CHARS="200000") as desk:
        desk.wire.instead = tracker(comment=comments(20, "a " * 15_000))
        found: list[str] = []
        page = await desk.ok("get_issue", key="SHOP-1")
        while True:
            found += [
                each["untrusted"]["body"].partition(":")[0]
                for each in page["comments"]
                if each["untrusted"]["body"][0].isdigit()
            ]
            if "cursor" not in page:
                break
            page = await desk.ok("get_issue", key="SHOP-1", cursor=page["cursor"])
    assert found == [str(number) for number in range(20, 0, -1)]


@pytest.mark.anyio
async def test_long_answers_are_converted_beside_the_loop_and_short_ones_at_once() -> None:
    assert await aside(LONG_ANSWER, threading.get_ident) != threading.get_ident()
    assert await aside(LONG_ANSWER - 1, threading.get_ident) == threading.get_ident()


@pytest.mark.anyio
async def test_rows_of_a_search_convert_no_texts(tmp_path: Path) -> None:
    aliases = {"FIELDS__NOTES__ID": "customfield_10001", "FIELDS__NOTES__TYPE": "rich_text"}
    async with office(tmp_path, **DC, **aliases) as desk:
        long = {"description": {"not": "wiki"}, "customfield_10001": "*a " * 1_000_000}
        row = json.loads(tracker(**long)(None).content)
        desk.wire.instead = lambda _sent: httpx.Response(200, json={"issues": [row] * 3, "total": 3})
        data = await desk.ok("search_issues")
    assert [each["key"] for each in data["issues"]] == ["SHOP-1"] * 3
