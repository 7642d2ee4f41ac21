"""get_page, search_pages, list_pages, list_spaces and list_comments on the embedded company's wiki."""

from pathlib import Path
from typing import Any

import pytest
from tests.docs.harness import KINDS, SITE, Kind, Office, office, scoped

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("kind", KINDS)]


def titles(data: dict[str, Any], name: str = "pages") -> list[str]:
    return [each["untrusted"]["title"] for each in data[name]]


async def every(desk: Office, tool: str, name: str, **arguments: Any) -> list[dict[str, Any]]:
    """All rows of a list, page by page."""
    rows: list[dict[str, Any]] = []
    cursor = None
    for _ in range(60):
        data = await desk.ok(tool, **arguments, **({"cursor": cursor} if cursor else {}))
        rows += data[name]
        cursor = data.get("cursor")
        if cursor is None:
            return rows
    raise AssertionError("the list has no end")


async def test_a_page_is_read_with_its_version_labels_link_and_parent(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        page = desk.fernwood.wiki_page("ENG", "Checkout architecture")
        data = await desk.ok("get_page", page="ENG/Checkout architecture")

        assert (data["id"], data["space"], data["parent"]) == (page.id, "ENG", page.parent)
        assert data["url"].startswith(SITE)
        assert page.id in data["url"]
        assert data["version"].startswith(f"{page.version}.")
        assert data["untrusted"]["title"] == "Checkout architecture"
        assert set(data["untrusted"]["labels"]) == {"architecture", "checkout"}
        assert data["editable"] is True


async def test_a_page_takes_one_request_and_two_where_its_space_is_not_known_yet(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind) as desk:
        page = desk.fernwood.wiki_page("ENG", "Coding guide")
        await desk.ok("get_page", page=page.id)
        first = len(desk.sent)
        await desk.ok("get_page", page=page.id)

        assert first <= 2
        assert len(desk.sent) - first == 1


async def test_what_results_link_to_can_be_pasted_back(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        data = await desk.ok("get_page", page="ENG/Coding guide")
        again = await desk.ok("get_page", page=data["url"])

        assert again["id"] == data["id"]


async def test_the_storage_view_is_the_exact_original(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        page = desk.fernwood.wiki_page("ENG", "Checkout architecture")
        data = await desk.ok("get_page", page=page.id, view="storage")

        assert data["untrusted"]["body"] == page.body
        assert data["editable"] is False


async def test_the_rendered_view_shows_what_macros_without_content_show(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        data = await desk.ok("get_page", page="ENG/Open operations work", view="rendered")

        assert "OPS-" in data["untrusted"]["body"]
        assert "OPS-" not in (await desk.ok("get_page", page="ENG/Open operations work"))["untrusted"]["body"]
        assert data["editable"] is False


async def test_an_outline_leads_to_the_parts_of_a_page(tmp_path: Path, kind: Kind) -> None:
    text = "".join(f"<h2>Part {number}</h2><p>{'word ' * 40}</p>" for number in range(30))
    async with office(tmp_path, kind) as desk:
        page = desk.fernwood.plant_page("ENG", "Long", text)
        rows = (await desk.ok("get_page", page=page.id, view="outline"))["outline"]
        assert [row["untrusted"]["heading"] for row in rows] == [f"Part {number}" for number in range(30)]
        part = await desk.ok("get_page", page=page.id, offset=rows[17]["offset"], max_lines=1)
        assert part["untrusted"]["body"].strip() == "## Part 17"


async def test_a_long_page_comes_in_parts_that_make_the_whole(tmp_path: Path, kind: Kind) -> None:
    text = "".join(f"<p>{number} {'word ' * 50}</p>" for number in range(400))
    async with office(tmp_path, kind, LIMITS__MAX_RESULT_CHARS="8000") as desk:
        page = desk.fernwood.plant_page("ENG", "Long", text)
        whole = ""
        offset: int | None = 0
        while offset is not None:
            data = await desk.ok("get_page", page=page.id, offset=offset)
            whole += data["untrusted"]["body"]
            offset = data.get("next_offset")

        assert len(whole) == data["chars"]
        assert [line.split()[0] for line in whole.split("\n") if line] == [
            str(number) for number in range(400)
        ]
        assert data["version"].endswith(".part")


async def test_beyond_the_end_is_bad_input(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        assert (await desk.refused("get_page", page="ENG/Glossary", offset=1_000_000))[
            "reason"
        ] == "beyond_end"


async def test_files_of_a_page_are_listed_with_names_of_any_script(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        data = await desk.ok("get_page", page="ENG/System diagram", include=["attachments"])

        assert {each["untrusted"]["filename"] for each in data["attachments"]} == {
            "shop overview.png",
            "構成図 2026.txt",
        }


async def test_absent_hidden_and_outside_the_scope_are_one_answer(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **scoped("ENG")) as desk:
        pay = desk.fernwood.wiki_page("HR", "Pay bands").id
        runbooks = desk.fernwood.wiki_page("OPS", "Runbooks").id
        answers = [
            (await desk.refused("get_page", page=page))
            for page in ("999999", pay, runbooks, "OPS/Runbooks", "ENG/No such page")
        ]

        assert {answer["category"] for answer in answers} == {"not_found"}
        assert len({answer["message"] for answer in answers}) == 1


async def test_a_page_outside_the_scope_named_by_its_space_is_not_even_asked_for(
    tmp_path: Path, kind: Kind
) -> None:
    async with office(tmp_path, kind, **scoped("ENG")) as desk:
        await desk.refused("get_page", page="OPS/Runbooks")

        assert desk.sent == []


async def test_a_search_shows_the_passage_and_its_place_and_not_the_page(tmp_path: Path, kind: Kind) -> None:
    text = f"<h1>Top</h1><p>{'filler ' * 500}</p><h2>Deep</h2><h3>Deeper</h3><p>The zebra crosses here.</p><p>{'rest ' * 500}</p>"
    async with office(tmp_path, kind) as desk:
        page = desk.fernwood.plant_page("ENG", "Animals", text)
        (hit,) = (await desk.ok("search_pages", text="zebra"))["pages"]
        (passage,) = hit["untrusted"]["passages"][:1]

        assert hit["id"] == page.id
        assert "zebra crosses" in passage["text"]
        assert passage["under"] == ["Top", "Deep", "Deeper"]
        assert len(str(hit)) < 2_000


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"title": "Glossary", "spaces": ["ENG"]}, {"Glossary"}),
        ({"labels": ["runbook"]}, {"Restart the shop", "Database fail-over", "Certificates"}),
        ({"labels": ["checkout", "architecture"]}, {"Checkout architecture"}),
        (
            {"below": "ENG/Decisions"},
            {"Use PostgreSQL for orders", "One checkout for web & app", 'C#: "naming" rules'},
        ),
        ({"title": 'C#: "naming"'}, {'C#: "naming" rules'}),
    ],
)
async def test_a_search_is_filtered(
    tmp_path: Path, kind: Kind, filters: dict[str, Any], found: set[str]
) -> None:
    async with office(tmp_path, kind) as desk:
        assert set(titles(await desk.ok("search_pages", **filters, limit=50))) == found


async def test_a_personal_space_is_searched_like_any_other(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        key = next(key for key in desk.fernwood.wiki.spaces if key.startswith("~"))
        assert set(titles(await desk.ok("search_pages", spaces=[key]))) == {
            "Priya's notes",
            "Reading list",
            "Glossary",
        }


async def test_a_search_never_leaves_the_scope(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind, **scoped("OPS"), SCOPE__RAW_QUERY="true") as desk:
        for query in (
            "type = page",
            "space = ENG",
            "type = page) or (space = ENG",
            'title ~ "checkout" or type = page',
        ):
            result = await desk.call("search_pages", query=query)
            assert all(each["space"] == "OPS" for each in result.data.get("pages", [])), query
        assert {each["space"] for each in (await desk.ok("search_pages", text="shop"))["pages"]} == {"OPS"}
        error = (
            await desk.refused("search_pages", text="x", spaces=["ENG"])
            if "spaces" in str(await desk.tools())
            else None
        )
        assert error is None or error["category"] == "bad_input"


async def test_lists_follow_the_link_and_not_the_length_of_a_page(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        desk.fernwood.wiki.temper.most_per_page = 3
        desk.fernwood.wiki.temper.short_pages = True
        desk.fernwood.wiki.temper.empty_pages = 1
        found = await every(desk, "search_pages", "pages", spaces=["ENG"], order="title", limit=10)
        expected = [
            page
            for page in desk.fernwood.wiki.pages.values()
            if page.space.key == "ENG" and page.kind == "page" and page.status == "current"
        ]

        alex = desk.fernwood.account("alex.lindqvist").user.account_id

        assert len({each["id"] for each in found}) == len(found)
        assert {each["id"] for each in found} == {
            page.id for page in expected if page.readers is None or alex in page.readers
        }


async def test_the_tree_is_walked_from_the_top_of_a_space(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        top = await desk.ok("list_pages", space="ENG")
        assert "Engineering home" in titles(top)
        below = await desk.ok("list_pages", parent="ENG/Engineering home", limit=50)
        assert {"Checkout", "Glossary", "Coding guide"} <= set(titles(below))
        assert "Scratch" not in titles(below)


async def test_only_spaces_in_the_scope_are_listed(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        keys = {each["key"] for each in (await desk.ok("list_spaces", limit=50))["spaces"]}
        assert {"ENG", "OPS"} <= keys
    async with office(tmp_path, kind, **scoped("OPS")) as desk:
        assert [each["key"] for each in (await desk.ok("list_spaces"))["spaces"]] == ["OPS"]


async def test_comments_are_told_apart_by_place_and_state(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        footer = (await desk.ok("list_comments", page="ENG/Checkout architecture"))["comments"]
        inline = (await desk.ok("list_comments", page="ENG/Checkout architecture", location="inline"))[
            "comments"
        ]
        resolved = (
            await desk.ok(
                "list_comments", page="ENG/Checkout architecture", location="inline", status="resolved"
            )
        )["comments"]

        assert [each["id"] for each in footer] == ["98318"]
        assert {each["id"] for each in inline} == {"98316", "98317"}
        assert len(resolved) == 1
        assert all(each["untrusted"]["anchor"] for each in inline)
        answers = (await desk.ok("list_comments", page="ENG/Checkout architecture", replies_to="98318"))[
            "comments"
        ]
        assert [each["id"] for each in answers] == ["98319"]


async def test_a_comment_of_another_page_is_not_found_on_this_one(tmp_path: Path, kind: Kind) -> None:
    async with office(tmp_path, kind) as desk:
        error = await desk.refused("list_comments", page="ENG/Glossary", replies_to="98318")

        assert error["category"] == "not_found"
