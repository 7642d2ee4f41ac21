"""update_page and edit_page on the embedded company's wiki, in the cloud and in a data centre; then the stored page."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.docs.harness import KINDS, WRITES, Kind, Office, office
from tests.office import Sent, dropping, losing

from narrowgate_sandbox.company.wiki_records import WikiPage

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("kind", KINDS)]
TITLE = "Checkout architecture"


def page_of(desk: Office, title: str = TITLE, space: str = "ENG") -> WikiPage:
    return desk.fernwood.wiki_page(space, title)


async def read(desk: Office, title: str = TITLE, **more: Any) -> dict[str, Any]:
    return await desk.ok("get_page", page=f"ENG/{title}", **more)


def body(data: dict[str, Any]) -> str:
    return str(data["untrusted"]["body"])


async def test_one_sentence_changes_and_every_other_byte_stays(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        before = page_of(desk).body
        seen = await read(desk)
        old = next(
            line
            for line in body(seen).split("\n")
            if line.endswith(".") and len(line.split()) > 4 and "`" not in line
        )
        word = next(
            each
            for each in old.split()
            if each.isalpha() and before.count(each) == 1 and body(seen).count(each) == 1
        )
        data = await desk.ok(
            "edit_page", page=seen["id"], version=seen["version"], edits=[{"old": word, "new": f"{word}ish"}]
        )
        after = page_of(desk)

        assert data["applied"] == ["body"]
        assert after.body == before.replace(word, f"{word}ish")
        assert after.version == int(seen["version"].split(".")[0]) + 1


async def test_a_preview_shows_both_texts_and_writes_nothing(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk, "Voucher rules")
        version = page_of(desk, "Voucher rules").version
        data = await desk.ok(
            "update_page",
            page=seen["id"],
            version=seen["version"],
            fields={"title": "Rules of vouchers", "body": body(seen) + "\n\nNew words.", "labels": ["fresh"]},
            preview=True,
        )
        shown = data["untrusted"]["changes"]

        assert data["preview"] is True
        assert "+New words." in shown["text_changes"]
        assert "<p>New words.</p>" in shown["source_changes"]
        assert (shown["title"], shown["labels"]) == ("Rules of vouchers", ["+fresh"])
        assert page_of(desk, "Voucher rules").version == version
        assert desk.writes == []


async def test_page_labels_and_place_change_in_one_call_and_are_read_back(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk, "Voucher rules")
        home = page_of(desk, "Engineering home")
        data = await desk.ok(
            "update_page",
            page=seen["id"],
            version=seen["version"],
            fields={
                "title": "Voucher rule book",
                "labels": ["rules", "checkout"],
                "remove_labels": ["never-there"],
                "parent": home.id,
            },
        )
        after = page_of(desk, "Voucher rule book")

        assert set(data["applied"]) == {"title", "labels", "remove_labels", "parent"}
        assert data["ignored"] == []
        assert after.parent == home.id
        assert {label.name for label in after.labels} == {"checkout", "rules"}


async def test_labels_that_people_added_stay(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk)
        await desk.ok("update_page", page=seen["id"], version=seen["version"], fields={"labels": ["new-one"]})

        assert {label.name for label in page_of(desk).labels} == {"architecture", "checkout", "new-one"}


async def test_a_label_with_spaces_is_refused_and_nothing_is_sent(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        error = await desk.refused(
            "update_page", page="1", version=f"1.{'a' * 12}.{'b' * 12}", fields={"labels": ["two words"]}
        )

        assert (error["category"], error["reason"]) == ("bad_input", "wrong_type")
        assert desk.sent == []


async def test_what_stands_as_asked_is_not_written_again(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk)
        data = await desk.ok(
            "update_page",
            page=seen["id"],
            version=seen["version"],
            fields={"body": body(seen), "labels": ["checkout"]},
        )

        assert set(data["applied"]) == {"body", "labels"}
        assert desk.writes == []


def change_elsewhere(desk: Office, old: str, new: str, title: str = "Voucher rules") -> None:
    """A colleague's edit, past this server."""
    company, page = desk.fernwood, page_of(desk, title)
    author = company.users[1]
    assert old in page.body
    company.wiki.publish(page, author, company.moment(), title=page.title, body=page.body.replace(old, new))


PLAIN = "<p>First words.</p><p>Second words.</p><ul><li><p>an item</p></li></ul><p>Last words.</p>"


def plant(desk: Office, body_: str = PLAIN, title: str = "Plain") -> WikiPage:
    return desk.fernwood.plant_page("ENG", title, body_)


async def test_a_stale_edit_of_another_block_is_merged(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        change_elsewhere(desk, "First words", "A colleague's words", "Plain")
        data = await desk.ok(
            "edit_page",
            page=page.id,
            version=seen["version"],
            edits=[{"old": "Last words", "new": "Final words"}],
        )

        assert data["merged"] is True
        assert page.body == PLAIN.replace("First words", "A colleague's words").replace(
            "Last words", "Final words"
        )


async def test_a_stale_whole_body_is_merged_too(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        change_elsewhere(desk, "an item", "a colleague's item", "Plain")
        await desk.ok(
            "update_page",
            page=page.id,
            version=seen["version"],
            fields={"body": body(seen).replace("Second", "Other")},
        )

        assert page.body == PLAIN.replace("an item", "a colleague's item").replace("Second", "Other")


async def test_a_stale_edit_of_the_same_block_is_refused_with_what_changed(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        change_elsewhere(desk, "Second words", "Second thoughts", "Plain")
        error = await desk.refused(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "Second words", "new": "Mine"}]
        )

        assert (error["category"], error["reason"]) == ("bad_input", "changed_meanwhile")
        assert any("Second thoughts" in line for line in error["details"])
        assert desk.writes == []


async def test_a_version_of_which_nothing_is_known_is_stale(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        for token in ("7", f"1.{'a' * 12}.{'b' * 12}", f"99.{'a' * 12}.{'b' * 12}"):
            error = await desk.refused(
                "edit_page", page=page.id, version=token, edits=[{"old": "First", "new": "x"}]
            )
            assert (error["category"], error["reason"]) == ("bad_input", "stale_version")


async def test_an_inline_comment_made_in_between_survives_and_stays_attached(
    tmp_path: Path, kind: Kind
) -> None:
    """The marker comes into the body and the version's number stays."""
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        marked = PLAIN.replace(
            "Second words",
            '<ac:inline-comment-marker ac:ref="11111111-2222-3333-4444-555555555555">Second words</ac:inline-comment-marker>',
        )
        desk.fernwood.wiki.rewrite(page, marked)
        data = await desk.ok(
            "edit_page",
            page=page.id,
            version=seen["version"],
            edits=[{"old": "Second words.", "new": "Second words, and more."}],
        )

        assert data["applied"] == ["body"]
        assert page.body == marked.replace(
            "</ac:inline-comment-marker>.", "</ac:inline-comment-marker>, and more."
        )


async def test_an_edit_that_would_drop_a_macro_is_refused(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk)
        kept = "\n\n".join(
            part for part in body(seen).split("\n\n") if "```macro" not in part and ":::" not in part
        )
        error = await desk.refused(
            "update_page", page=seen["id"], version=seen["version"], fields={"body": kept}
        )

        assert error["category"] == "bad_input"
        assert error["reason"] in {"would_lose", "shrunk"}
        assert desk.writes == []


async def test_a_whole_body_after_a_partial_read_is_refused(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain", max_lines=1)
        error = await desk.refused(
            "update_page", page=page.id, version=seen["version"], fields={"body": "all new"}
        )

        assert error["reason"] == "partial_read"
        await desk.ok(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Very first"}]
        )


@pytest.mark.parametrize(("title", "reason"), [("Checkout until 2025", "archived"), ("Scratch", "in_trash")])
async def test_a_page_that_takes_no_changes_says_so(
    tmp_path: Path, kind: Kind, title: str, reason: str
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = page_of(desk, title)
        error = await desk.refused(
            "edit_page", page=page.id, version=f"1.{'a' * 12}.{'b' * 12}", edits=[{"old": "a", "new": "b"}]
        )

        assert error["reason"] == reason
        assert desk.writes == []


async def test_a_blog_post_is_no_page(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        post = page_of(desk, "We moved to the new cluster")
        error = await desk.refused("get_page", page=post.id)

        assert (error["category"], error["reason"]) == ("bad_input", "not_a_page")
    async with office(tmp_path, kind, SCOPE__SPACES='["OPS"]') as desk:
        assert (await desk.refused("get_page", page=post.id))["category"] == "not_found"


async def test_a_title_that_is_taken_is_refused(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk, "Voucher rules")
        error = await desk.refused(
            "update_page", page=seen["id"], version=seen["version"], fields={"title": TITLE}
        )

        assert (error["category"], error["reason"]) == ("bad_input", "title_taken")


async def test_a_parent_outside_the_scope_or_the_space_is_refused(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES, SCOPE__SPACES='["ENG"]') as desk:
        seen = await read(desk, "Voucher rules")
        error = await desk.refused(
            "update_page",
            page=seen["id"],
            version=seen["version"],
            fields={"parent": page_of(desk, "Runbooks", "OPS").id},
        )
        assert error["category"] == "not_found"
    async with office(tmp_path, kind, **WRITES) as desk:
        seen = await read(desk, "Voucher rules")
        error = await desk.refused(
            "update_page", page=seen["id"], version=seen["version"], fields={"parent": "OPS/Runbooks"}
        )
        assert error["reason"] == "other_space"
        assert desk.writes == []


async def test_a_body_over_five_mebibytes_is_refused_before_it_is_sent(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        wide = "é" * 2_700_000
        error = await desk.refused(
            "update_page", page=page.id, version=seen["version"], fields={"body": wide}, allow_removals=True
        )

        assert (error["category"], error["reason"]) == ("bad_input", "too_large")
        assert desk.writes == []


def is_page_write(sent: Sent) -> bool:
    return sent.method == "PUT" and "/label" not in sent.path and "/move/" not in sent.path


async def test_a_lost_answer_is_read_back_and_the_write_is_not_repeated(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        desk.wire.twist = losing("PUT")
        data = await desk.ok(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Foremost"}]
        )

        assert data["reconciled"] is True
        assert page.body == PLAIN.replace("First", "Foremost")
        assert page.version == 2
        assert len([one for one in desk.writes if is_page_write(one)]) == 1


async def test_a_write_that_never_arrived_is_unknown_and_says_how_to_look(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        desk.wire.instead = dropping("PUT")
        error = await desk.refused(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Foremost"}]
        )

        assert (error["outcome"], error["next"]["tool"]) == ("unknown", "get_page")
        assert page.version == 1
        desk.wire.instead = None
        assert body(await desk.ok("get_page", **error["next"]["arguments"])).startswith("First")


async def test_a_conflict_is_read_again_and_merged_not_replayed(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        meddled: list[bool] = []

        def meddling(sent: Sent) -> httpx.Response | None:
            if is_page_write(sent) and not meddled:
                meddled.append(True)
                change_elsewhere(desk, "an item", "their item", "Plain")
            return None

        desk.wire.instead = meddling
        data = await desk.ok(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Foremost"}]
        )

        assert data["applied"] == ["body"]
        assert page.body == PLAIN.replace("an item", "their item").replace("First", "Foremost")
        assert page.version == 3


async def test_a_conflict_over_the_same_block_is_refused_with_what_changed(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")
        meddled: list[bool] = []

        def meddling(sent: Sent) -> httpx.Response | None:
            if is_page_write(sent) and not meddled:
                meddled.append(True)
                change_elsewhere(desk, "First words", "Their words", "Plain")
            return None

        desk.wire.instead = meddling
        error = await desk.refused(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Foremost"}]
        )

        assert error["reason"] == "changed_meanwhile"
        assert page.body == PLAIN.replace("First words", "Their words")


async def test_a_step_that_fails_leaves_a_receipt_for_those_before_and_the_same_call_goes_on(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk)
        seen = await read(desk, "Plain")

        def failing(sent: Sent) -> httpx.Response | None:
            return (
                httpx.Response(403, json={"statusCode": 403, "message": "no"})
                if sent.path.endswith("/label")
                else None
            )

        desk.wire.instead = failing
        call: dict[str, Any] = {
            "page": page.id,
            "version": seen["version"],
            "fields": {"body": body(seen).replace("First", "Foremost"), "labels": ["marked"]},
        }
        error = await desk.refused("update_page", **call)
        assert error["outcome"] == "partial"
        assert error["receipts"] == [{"step": "page", "done": True}]
        assert page.version == 2

        desk.wire.instead = None
        data = await desk.ok("update_page", **call)
        assert set(data["applied"]) == {"body", "labels"}
        assert page.version == 2
        assert [label.name for label in page.labels] == ["marked"]


async def test_changes_that_somebody_has_not_published_are_told(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        drafted = next(page for page in desk.fernwood.wiki.pages.values() if page.draft is not None)
        seen = await desk.ok("get_page", page=drafted.id)
        word = next(
            each
            for each in body(seen).replace("\n", " ").split()
            if each.isalpha() and body(seen).count(each) == 1
        )
        data = await desk.ok(
            "edit_page", page=drafted.id, version=seen["version"], edits=[{"old": word, "new": f"{word}s"}]
        )

        assert "draft" in data


async def test_a_credential_in_new_text_is_refused_and_old_text_is_not_the_writers(
    tmp_path: Path, kind: Kind
) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    async with office(tmp_path, kind, **WRITES) as desk:
        page = plant(desk, PLAIN + f"<p>{token}</p>")
        seen = await read(desk, "Plain")
        await desk.ok(
            "edit_page", page=page.id, version=seen["version"], edits=[{"old": "First", "new": "Foremost"}]
        )
        again = await read(desk, "Plain")
        error = await desk.refused(
            "edit_page",
            page=page.id,
            version=again["version"],
            edits=[
                {
                    "old": "Second",
                    "new": token[::-1][:4] + " " + "ghp_" + "z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2",
                }
            ],
        )

        assert error["reason"] == "secret_detected"


async def test_without_writes_there_is_no_tool_and_no_route_that_changes_anything(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind) as desk:
        assert set(await desk.tools()) == {
            "search_pages",
            "get_page",
            "list_pages",
            "list_spaces",
            "list_comments",
        }
        assert {row[0] for row in desk.server.manifest()} <= {"GET", "POST"}
        assert all(row[2] == "read" for row in desk.server.manifest())
