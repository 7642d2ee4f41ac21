"""The same wiki as a Data Center site."""

from typing import Any

import pytest
from tests.sandbox.wiki_client import Json, Visit, refusal, storage, visiting

from narrowgate_sandbox import fernwood

CONTENT = "/rest/api/content"
TITLE = "Use PostgreSQL for orders"


def said(title: str, body: str, number: int | None = None, **more: Any) -> Json:
    version = {} if number is None else {"version": {"number": number}}
    return {"type": "page", "title": title, "body": {"storage": storage(body)}} | version | more


def put(visit: Visit, page: str, request: Json) -> Json:
    answer = visit.dc.put(f"{CONTENT}/{page}", json=request)
    assert answer.status_code == 200, answer.text
    shape: Json = answer.json()
    return shape


def test_content_shows_what_is_expanded_and_names_the_rest() -> None:
    with visiting() as visit:
        path = f"{CONTENT}/{visit.page('Checkout architecture')}"
        bare = visit.dc.get(path).json()
        assert (bare["space"]["key"], bare["version"]["number"]) == ("ENG", 2)
        assert not {"body", "ancestors", "metadata"} & set(bare)
        assert {"body", "ancestors", "metadata"} <= set(bare["_expandable"])
        whole = visit.dc.get(
            path, params={"expand": "body.storage,ancestors,metadata.labels,body.view"}
        ).json()
        assert (
            whole["body"]["storage"]["value"] == visit.company.wiki_page("ENG", "Checkout architecture").body
        )
        assert [one["title"] for one in whole["ancestors"]] == ["Engineering home", "Checkout"]
        assert [one["name"] for one in whole["metadata"]["labels"]["results"]] == ["architecture", "checkout"]
        assert "jira-table" in whole["body"]["view"]["value"]
        author = whole["version"]["by"]
        assert author["username"] == "alex.moreau"
        assert "accountId" not in author


@pytest.mark.parametrize(
    ("title", "params", "shown"),
    [
        ("Release process", {"status": "historical", "version": "2"}, ("historical", 2)),
        ("Release process", {"status": "historical", "version": "9"}, None),
        ("Release process", {"status": "draft"}, ("draft", 1)),
        ("Scratch", {}, None),
        ("Scratch", {"status": "trashed"}, ("trashed", 1)),
        ("Scratch", {"status": "any"}, ("trashed", 1)),
        ("We moved to the new cluster", {}, ("current", 1)),
    ],
)
def test_only_what_is_current_is_shown_unless_asked(
    title: str, params: dict[str, str], shown: tuple[str, int] | None
) -> None:
    with visiting() as visit:
        answer = visit.dc.get(f"{CONTENT}/{visit.page(title)}", params=params | {"expand": "version"})
        if shown is None:
            assert refusal(answer) == (404, f"No content found with id: ContentId{{id={visit.page(title)}}}")
        else:
            assert (answer.json()["status"], answer.json()["version"]["number"]) == shown


def test_a_page_is_made_with_its_parent_and_labels() -> None:
    with visiting() as visit:
        parent = visit.page("Decisions")
        labels = {"metadata": {"labels": [{"prefix": "global", "name": "fresh"}]}}
        place = {"space": {"key": "ENG"}, "ancestors": [{"id": parent}]}
        made = visit.dc.post(CONTENT, json=said("Made here", "<p>x</p>") | place | labels).json()
        page = visit.company.wiki.pages[made["id"]]
        assert (page.parent, page.body, [one.name for one in page.labels]) == (parent, "<p>x</p>", ["fresh"])
        taken = visit.dc.post(CONTENT, json=said("Made here", "<p>x</p>") | place)
        message = "A page already exists with the title Made here in the space with key ENG"
        assert refusal(taken) == (400, f"A page with this title already exists: {message}")
        rootless = visit.dc.post(CONTENT, json=said("No parent", "<p/>") | {"space": {"key": "ENG"}}).json()
        assert visit.company.wiki.pages[rootless["id"]].parent is None
        assert visit.dc.post(CONTENT, json=said("x", "") | {"space": {"key": "HR"}}).status_code == 404


def test_an_update_keeps_the_place_unless_ancestors_say_otherwise() -> None:
    with visiting() as visit:
        page, parent = visit.page(TITLE), visit.page("Decisions")
        put(visit, page, said(TITLE, "<p>a</p>", 2))
        assert visit.company.wiki.pages[page].parent == parent
        put(visit, page, said(TITLE, "<p>a</p>", 3, ancestors=[{"id": visit.page("Checkout")}]))
        assert visit.company.wiki.pages[page].parent == visit.page("Checkout")
        renamed = put(visit, page, {"type": "page", "title": "Renamed", "version": {"number": 4}})
        assert (renamed["title"], renamed["body"]["storage"]["value"]) == ("Renamed", "<p>a</p>")


def test_a_site_may_move_a_page_to_the_root_when_an_update_names_no_ancestors() -> None:
    company = fernwood()
    company.wiki.temper.orphaned_by_updates = True
    with visiting(company=company) as visit:
        page = visit.page(TITLE)
        put(visit, page, said(TITLE, "<p>a</p>", 2))
        assert company.wiki.pages[page].parent is None
        put(visit, page, said(TITLE, "<p>a</p>", 3, ancestors=[{"id": visit.page("Decisions")}]))
        assert company.wiki.pages[page].parent == visit.page("Decisions")


def test_a_stale_version_is_a_conflict_in_words_of_its_own() -> None:
    with visiting() as visit:
        answer = visit.dc.put(f"{CONTENT}/{visit.page(TITLE)}", json=said(TITLE, "<p>a</p>", 1))
        assert refusal(answer) == (409, "Version must be incremented on update. Current version is: 1")


@pytest.mark.parametrize(
    "change",
    [
        {"type": "blogpost"},
        {"type": None},
        {"version": None},
        {"version": {"number": "2"}},
        {"body": {"wiki": {"value": "x"}}},
        {"body": {"storage": {"value": "<p>", "representation": "storage"}}},
        {"ancestors": ["x"]},
        {"ancestors": [{"id": "1"}]},
    ],
)
def test_a_request_that_is_not_whole_changes_nothing(change: Json) -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        answer = visit.dc.put(f"{CONTENT}/{page}", json=said(TITLE, "<p>a</p>", 2) | change)
        assert answer.status_code in (400, 404)
        assert visit.company.wiki.pages[page].version == 1


def test_pages_are_found_by_space_and_title_and_listed_by_their_place() -> None:
    with visiting() as visit:
        found = visit.dc.get(
            CONTENT, params={"spaceKey": "ENG", "title": "Glossary", "expand": "version"}
        ).json()
        assert [one["id"] for one in found["results"]] == [visit.page("Glossary")]
        assert visit.dc.get(CONTENT, params={"spaceKey": "NO"}).status_code == 404
        home = visit.page("Engineering home")
        children = visit.dc.get(f"{CONTENT}/{home}/child/page", params={"limit": 100}).json()["results"]
        below = visit.dc.get(f"{CONTENT}/{home}/descendant/page", params={"limit": 100}).json()["results"]
        assert {one["title"] for one in children} < {one["title"] for one in below}
        assert "Voucher rules" in [one["title"] for one in below]
        posts = visit.dc.get(CONTENT, params={"type": "blogpost"}).json()["results"]
        assert [one["title"] for one in posts] == ["We moved to the new cluster"]


def test_spaces_and_the_user_are_told_in_its_words() -> None:
    with visiting() as visit:
        assert len(visit.dc.get("/rest/api/space").json()["results"]) == 3
        assert visit.dc.get("/rest/api/space/ENG").json()["name"] == "Engineering"
        assert visit.dc.get("/rest/api/space/HR").status_code == 404
        user = visit.dc.get("/rest/api/user/current").json()
        assert user["username"] == "alex.lindqvist"
        found = visit.dc.get("/rest/api/user", params={"key": user["userKey"]}).json()
        assert found["displayName"] == "Alex Lindqvist"
        assert visit.dc.get("/rest/api/user", params={"username": "nobody"}).status_code == 404


def comments(visit: Visit, page: str, **params: str) -> list[Json]:
    answer = visit.dc.get(f"{CONTENT}/{page}/child/comment", params=params)
    found: list[Json] = answer.json()["results"]
    return found


def test_comments_are_read_by_their_place_with_what_is_asked() -> None:
    with visiting() as visit:
        page = visit.page("Checkout architecture")
        assert len(comments(visit, page)) == 3
        assert len(comments(visit, page, location="footer")) == 1
        assert len(comments(visit, page, location="footer", depth="all")) == 2
        expand = "extensions.inlineProperties,extensions.resolution,body.storage"
        (resolved,) = comments(visit, page, location="resolved", expand=expand)
        assert resolved["extensions"]["resolution"]["status"] == "resolved"
        assert resolved["extensions"]["inlineProperties"]["originalSelection"] == "reserved for ten minutes"
        (inline,) = comments(visit, page, location="inline")
        assert "inlineProperties" not in inline["extensions"]


def test_footer_comments_and_replies_are_written_but_inline_ones_are_not_begun() -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        whole = {
            "type": "comment",
            "container": {"id": page, "type": "page"},
            "body": {"storage": storage("<p>a</p>")},
        }
        first = visit.dc.post(CONTENT, json=whole).json()
        reply = visit.dc.post(CONTENT, json=whole | {"ancestors": [{"id": first["id"]}]}).json()
        listed = comments(visit, first["id"], expand="ancestors")
        assert [one["id"] for one in listed] == [reply["id"]]
        inline = visit.dc.post(CONTENT, json=whole | {"extensions": {"location": "inline"}})
        assert inline.status_code == 400
        assert {"message": {"key": "matchIndex"}} in inline.json()["data"]["errors"]
        path = f"{CONTENT}/{first['id']}"
        change = {"type": "comment", "version": {"number": 2}, "body": {"storage": storage("<p>b</p>")}}
        assert visit.dc.put(path, json=change).json()["body"]["storage"]["value"] == "<p>b</p>"
        assert visit.dc.put(path, json=change).status_code == 409
        assert visit.dc.delete(path).status_code == 204
        assert comments(visit, page) == []


def test_a_property_is_noted_by_its_key() -> None:
    with visiting() as visit:
        place = f"{CONTENT}/{visit.page('Glossary')}/property"
        assert visit.dc.get(f"{place}/stamp").status_code == 404
        assert visit.dc.post(place, json={"key": "stamp", "value": {"id": "7"}}).status_code == 200
        assert visit.dc.post(f"{place}/stamp", json={"value": 1}).status_code == 409
        change = {"key": "stamp", "value": {"id": "8"}, "version": {"number": 2}}
        assert visit.dc.put(f"{place}/stamp", json=change).json()["version"]["number"] == 2
        assert visit.dc.get(f"{place}/stamp").json()["value"] == {"id": "8"}
        assert [one["key"] for one in visit.dc.get(place).json()["results"]] == ["stamp"]


def test_pages_go_into_the_trash_and_out_of_it() -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        assert visit.dc.delete(f"{CONTENT}/{page}").status_code == 204
        assert visit.dc.get(f"{CONTENT}/{page}").status_code == 404
        assert visit.dc.delete(f"{CONTENT}/{page}", params={"status": "trashed"}).status_code == 204
        assert page not in visit.company.wiki.pages


def test_an_archived_page_is_not_written() -> None:
    with visiting() as visit:
        page = visit.page("Checkout until 2025")
        answer = visit.dc.put(f"{CONTENT}/{page}", json=said("Checkout until 2025", "", 2))
        assert refusal(answer) == (400, "Can not find draft with current content")


def test_a_reader_writes_nothing() -> None:
    with visiting("jun.okada") as visit:
        page = visit.page("Glossary")
        refused = refusal(visit.dc.put(f"{CONTENT}/{page}", json=said("Glossary", "", 2)))
        kind = "class com.atlassian.confluence.pages.Page"
        assert refused == (403, f"Could not update Content of type : {kind} with id {page}")
        assert visit.dc.post(CONTENT, json=said("x", "") | {"space": {"key": "ENG"}}).status_code == 403
        assert visit.dc.delete(f"{CONTENT}/{page}").status_code == 403
        assert visit.company.writes == 0
