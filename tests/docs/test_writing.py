"""create_page, add_comment, attach_file and download_attachment on the embedded company's wiki."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.docs.harness import KINDS, WRITES, Kind, Office, office
from tests.office import Sent, dropping, losing

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("kind", KINDS)]


def roots(home: Path) -> dict[str, str]:
    (home / "out").mkdir(exist_ok=True)
    (home / "in").mkdir(exist_ok=True)
    return {**WRITES, "UPLOADS__ROOT": str(home / "out"), "DOWNLOADS__ROOT": str(home / "in")}


def count(desk: Office, title: str) -> int:
    return sum(1 for page in desk.fernwood.wiki.pages.values() if page.title == title)


NEW: dict[str, Any] = {
    "space": "ENG",
    "fields": {
        "title": "Fresh page",
        "body": "# Hello\n\nSome **words**.",
        "labels": ["fresh"],
        "parent": "ENG/Glossary",
    },
}


async def test_a_page_is_created_below_its_parent_with_labels(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        data = await desk.ok("create_page", **NEW)
        page = desk.fernwood.wiki_page("ENG", "Fresh page")

        assert set(data["applied"]) == {"title", "body", "labels", "parent"}
        assert page.parent == desk.fernwood.wiki_page("ENG", "Glossary").id
        assert page.body == "<h1>Hello</h1><p>Some <strong>words</strong>.</p>"
        assert [label.name for label in page.labels] == ["fresh"]


async def test_a_preview_of_a_page_makes_none(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        data = await desk.ok("create_page", **NEW, preview=True)

        assert "<strong>words</strong>" in data["untrusted"]["changes"]["source"]
        assert desk.writes == []


@pytest.mark.parametrize("title", ["Glossary", "glossary", "Checkout until 2025"])
async def test_a_title_that_is_taken_says_by_which_page(tmp_path: Path, kind: Kind, title: str) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        error = await desk.refused("create_page", space="ENG", fields={"title": title})
        taken = desk.fernwood.wiki_page("ENG", title)

        assert (error["category"], error["reason"]) == ("bad_input", "title_taken")
        assert any(taken.id in line for line in error["details"])
        titles = [
            page.title.casefold() for page in desk.fernwood.wiki.pages.values() if page.space.key == "ENG"
        ]
        assert titles.count(title.casefold()) == 1


async def test_a_page_whose_answer_is_lost_is_found_and_not_made_twice(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/pages" if kind == "confluence_cloud" else "/content")
        data = await desk.ok("create_page", space="ENG", fields={"title": "Fresh page", "body": "words"})

        assert data["reconciled"] is True
        assert count(desk, "Fresh page") == 1


async def test_a_page_that_never_arrived_is_unknown_and_a_repeat_only_looks(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        desk.wire.instead = dropping("POST", "/pages" if kind == "confluence_cloud" else "/content")
        call: dict[str, Any] = {"space": "ENG", "fields": {"title": "Fresh page"}, "request_id": "one"}
        error = await desk.refused("create_page", **call)
        assert (error["outcome"], error["next"]) == (
            "unknown",
            {"tool": "get_page", "arguments": {"page": "ENG/Fresh page"}},
        )
        desk.wire.instead = None
        sent = len(desk.writes)
        await desk.refused("create_page", **call)
        assert len(desk.writes) == sent
        assert count(desk, "Fresh page") == 0


async def test_labels_that_fail_leave_the_page_and_the_same_request_goes_on(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:

        def failing(sent: Sent) -> httpx.Response | None:
            return (
                httpx.Response(403, json={"statusCode": 403, "message": "no"})
                if sent.path.endswith("/label")
                else None
            )

        desk.wire.instead = failing
        error = await desk.refused("create_page", **NEW, request_id="one")
        assert error["outcome"] == "partial"
        desk.wire.instead = None
        data = await desk.ok("create_page", **NEW, request_id="one")

        assert count(desk, "Fresh page") == 1
        assert "labels" in data["applied"]


async def test_a_comment_is_added_below_a_page_and_answered(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        made = await desk.ok("add_comment", page="ENG/Glossary", body="Is **this** right?")
        answer = await desk.ok(
            "add_comment", page="ENG/Glossary", body="It is.", reply_to=made["comment"]["id"]
        )
        comments = [one for one in desk.fernwood.wiki.comments.values() if one.page.title == "Glossary"]

        assert made["applied"] == answer["applied"] == ["body"]
        assert [one.parent for one in comments] == [None, comments[0].id]


async def test_a_comment_whose_answer_is_lost_is_never_sent_twice(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        desk.wire.twist = losing("POST", "/footer-comments" if kind == "confluence_cloud" else "/content")
        result = await desk.call("add_comment", page="ENG/Glossary", body="Once.")
        comments = [one for one in desk.fernwood.wiki.comments.values() if one.page.title == "Glossary"]

        assert len(comments) == 1
        assert result.data.get("reconciled") is True or result.error["outcome"] == "unknown"


async def test_a_preview_of_a_comment_adds_none(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        assert (await desk.ok("add_comment", page="ENG/Glossary", body="Hm.", preview=True))[
            "preview"
        ] is True
        assert desk.writes == []


async def test_comments_on_words_are_offered_where_the_vendor_has_them(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **WRITES) as desk:
        properties = (await desk.tools())["add_comment"]["inputSchema"]["properties"]

        assert ("anchor" in properties) == (kind == "confluence_cloud")
        if kind == "confluence_dc":
            error = await desk.refused("add_comment", page="ENG/Glossary", body="x", anchor="y")
            assert error["category"] == "bad_input"


async def test_a_file_is_attached_and_a_second_one_of_the_name_is_a_new_version(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **roots(tmp_path)) as desk:
        name = "概要 of 2026.txt"
        (tmp_path / "out" / name).write_text("one")
        first = await desk.ok("attach_file", page="ENG/Glossary", path=name)
        (tmp_path / "out" / name).write_text("two, longer")
        second = await desk.ok("attach_file", page="ENG/Glossary", path=name)
        (file,) = [one for one in desk.fernwood.wiki.files.values() if one.page.title == "Glossary"]

        assert first["attachment"]["id"] == second["attachment"]["id"] == file.id
        assert second["new_version"] is True
        assert [content for content, _ in file.contents] == [b"one", b"two, longer"]


async def test_a_file_whose_answer_is_lost_is_not_sent_again(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **roots(tmp_path)) as desk:
        (tmp_path / "out" / "a.txt").write_text("one")
        desk.wire.twist = losing("PUT" if kind == "confluence_cloud" else "POST", "/child/attachment")
        result = await desk.call("attach_file", page="ENG/Glossary", path="a.txt")
        (file,) = [one for one in desk.fernwood.wiki.files.values() if one.page.title == "Glossary"]

        assert len(file.contents) == 1
        assert result.data.get("reconciled") is True or result.error["outcome"] == "unknown"


async def test_an_attachment_is_downloaded_by_name_or_id(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **roots(tmp_path)) as desk:
        file = next(one for one in desk.fernwood.wiki.files.values() if one.title == "構成図 2026.txt")
        for named in (file.title, file.id):
            data = await desk.ok("download_attachment", page="ENG/System diagram", attachment=named)
            saved = tmp_path / "in" / data["untrusted"]["file"]
            assert saved.read_bytes() == file.contents[-1][0]


async def test_an_attachment_that_is_a_login_page_is_refused(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **roots(tmp_path)) as desk:

        def login(sent: Sent) -> httpx.Response | None:
            if "download" not in sent.path:
                return None
            return httpx.Response(200, html="<html><body>Log in</body></html>")

        desk.wire.instead = login
        error = await desk.refused(
            "download_attachment", page="ENG/System diagram", attachment="shop overview.png"
        )

        assert error["category"] in {"upstream_error", "configuration_error"}
        assert list((tmp_path / "in").rglob("*.png")) == []


async def test_an_attachment_that_is_not_there_says_what_is(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **roots(tmp_path)) as desk:
        error = await desk.refused("download_attachment", page="ENG/System diagram", attachment="no.png")

        assert error["category"] == "not_found"
        assert "shop overview.png" in error["details"][0]
