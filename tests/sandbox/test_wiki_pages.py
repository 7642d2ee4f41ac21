"""Pages by the second API: read, made, changed, and refused."""

from typing import Any

import pytest
from tests.sandbox.wiki_client import Json, Visit, client, refusal, storage, update_of, visiting

from narrowgate_sandbox import fernwood

TITLE = "Use PostgreSQL for orders"
PAGES = "/api/v2/pages"


def created(visit: Visit, title: str, body: str = "<p>x</p>", **more: Any) -> Json:
    said = {"spaceId": visit.space(), "title": title, "body": storage(body)} | more
    answer = visit.cloud.post(PAGES, json=said)
    assert answer.status_code == 200, answer.text
    page: Json = answer.json()
    return page


def test_a_page_says_what_it_is_and_shows_its_body_only_when_asked() -> None:
    with visiting() as visit:
        path = f"{PAGES}/{visit.page('Checkout architecture')}"
        bare = visit.cloud.get(path).json()
        assert (bare["status"], bare["body"], bare["version"]["number"]) == ("current", {}, 2)
        assert bare["parentId"] == visit.page("Checkout")
        assert bare["_links"]["base"] == visit.box.wiki_url
        whole = visit.cloud.get(path, params={"body-format": "storage", "include-labels": "true"}).json()
        assert (
            whole["body"]["storage"]["value"] == visit.company.wiki_page("ENG", "Checkout architecture").body
        )
        assert [one["name"] for one in whole["labels"]["results"]] == ["architecture", "checkout"]
        assert visit.cloud.get(path, params={"body-format": "wiki"}).status_code == 400


def test_every_version_stays_readable() -> None:
    with visiting() as visit:
        path = f"{PAGES}/{visit.page('Release process')}"
        old = visit.cloud.get(path, params={"version": 1, "body-format": "storage"}).json()
        assert old["body"]["storage"]["value"] == "<p>To be written.</p>"
        assert (old["status"], old["version"]["number"]) == ("historical", 1)
        assert visit.cloud.get(path, params={"version": 9}).status_code == 404
        known = visit.cloud.get(f"{path}/versions").json()["results"]
        assert [one["number"] for one in known] == [3, 2, 1]
        assert visit.cloud.get(f"{path}/versions/2").json()["message"] == "First version"


def test_a_draft_edited_elsewhere_differs_from_what_is_published() -> None:
    with visiting() as visit:
        path = f"{PAGES}/{visit.page('Release process')}"
        draft = visit.cloud.get(path, params={"get-draft": "true", "body-format": "storage"}).json()
        shown = visit.cloud.get(path, params={"body-format": "storage"}).json()
        assert draft["status"] == "draft"
        assert "twenty orders" in draft["body"]["storage"]["value"]
        assert "twenty orders" not in shown["body"]["storage"]["value"]
        undrafted = f"{PAGES}/{visit.page('Glossary')}"
        assert visit.cloud.get(undrafted, params={"get-draft": "true"}).json()["status"] == "current"


def test_a_new_page_stands_below_the_homepage_unless_told_otherwise() -> None:
    with visiting() as visit:
        home = visit.company.space("ENG").home
        assert created(visit, "A")["parentId"] == home
        assert created(visit, "B", parentId=visit.page("Checkout"))["parentId"] == visit.page("Checkout")
        said = {"spaceId": visit.space(), "title": "C"}
        root = visit.cloud.post(PAGES, params={"root-level": "true"}, json=said)
        assert root.json()["parentId"] is None
        both = visit.cloud.post(PAGES, params={"root-level": "true"}, json=said | {"parentId": home})
        assert both.status_code == 400
        folder = next(iter(visit.company.wiki.folders))
        assert created(visit, "D", parentId=folder)["parentType"] == "folder"


def test_an_update_is_a_version_and_keeps_the_bytes() -> None:
    body = '<p>5&nbsp;&lt;&nbsp;7 &mdash; <ac:link><ri:page ri:content-title="x" /></ac:link>\r\n</p>'
    with visiting() as visit:
        page = visit.page(TITLE)
        answer = visit.cloud.put(
            f"{PAGES}/{page}",
            json=update_of(visit, page, body, 2, version={"number": 2, "message": "why"}),
        )
        assert answer.status_code == 200
        stored = visit.company.wiki_page("ENG", TITLE)
        assert (stored.body, stored.version, stored.latest.message) == (body, 2, "why")
        assert stored.latest.author is visit.company.account("alex.lindqvist").user
        assert stored.at(1) is not None


@pytest.mark.parametrize("number", [0, 1, 3, 99])
def test_only_the_next_version_is_taken(number: int) -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        before = visit.company.wiki_page("ENG", TITLE).body
        status, message = refusal(
            visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "<p>y</p>", number))
        )
        assert (status, f"Current Version: [1]. Provided version: [{number}]" in message) == (409, True)
        assert visit.company.wiki_page("ENG", TITLE).body == before


@pytest.mark.parametrize("taken", ["Glossary", "glossary", "Checkout until 2025", "Scratch"])
def test_a_title_is_held_by_one_page_of_a_space_even_from_the_trash(taken: str) -> None:
    with visiting() as visit:
        said = {"spaceId": visit.space(), "title": taken, "body": storage("")}
        status, message = refusal(visit.cloud.post(PAGES, json=said))
        assert status == 400
        assert message.startswith("A page with this title already exists")
        page = visit.page(TITLE)
        again = update_of(visit, page, "<p>y</p>", 2, title=taken)
        assert visit.cloud.put(f"{PAGES}/{page}", json=again).status_code == 400


BROKEN: list[Json] = [
    {"title": None},
    {"title": ""},
    {"title": "x" * 256},
    {"status": "archived"},
    {"version": {}},
    {"version": {"number": "2"}},
    {"version": None},
    {"body": {"representation": "wiki", "value": "h1. x"}},
    {"body": {"representation": "storage"}},
    {"id": "1"},
    {"spaceId": "99"},
]


@pytest.mark.parametrize("change", BROKEN)
def test_a_request_that_is_not_whole_changes_nothing(change: Json) -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        answer = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "<p>y</p>", 2) | change)
        assert answer.status_code == 400, answer.text
        assert visit.company.wiki_page("ENG", TITLE).version == 1


@pytest.mark.parametrize("missing", ["id", "status", "title", "body", "version"])
def test_an_update_needs_every_field(missing: str) -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        said = update_of(visit, page, "<p>y</p>", 2)
        del said[missing]
        assert visit.cloud.put(f"{PAGES}/{page}", json=said).status_code == 400


def test_a_body_has_a_limit_in_bytes() -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        fits = f"<p>{'ä' * ((5_242_880 - 7) // 2)}</p>"
        assert len(fits.encode()) <= 5_242_880
        too_large = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, fits + "<p>xx</p>", 2))
        assert refusal(too_large)[0] == 413
        assert visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, fits, 2)).status_code == 200


def test_a_parent_id_moves_a_page_within_its_space_and_never_in_a_circle() -> None:
    with visiting() as visit:
        page, checkout = visit.page("Glossary"), visit.page("Checkout")

        def moved(number: str, parent: str, version: int) -> int:
            said = update_of(visit, number, "<p/>", version, parentId=parent)
            return visit.cloud.put(f"{PAGES}/{number}", json=said).status_code

        assert moved(page, checkout, 2) == 200
        assert visit.company.wiki.pages[page].parent == checkout
        assert moved(checkout, page, 2) == 400
        assert moved(checkout, checkout, 2) == 400
        assert moved(page, visit.page("Runbooks", "OPS"), 3) == 400
        assert moved(page, "1", 3) == 404
        assert moved(page, visit.page("Scratch"), 3) == 404
        assert visit.company.wiki.pages[page].version == 2


def test_an_archived_page_is_not_written() -> None:
    with visiting() as visit:
        page = visit.page("Checkout until 2025")
        assert visit.cloud.get(f"{PAGES}/{page}").json()["status"] == "archived"
        answer = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "<p>y</p>", 2))
        assert refusal(answer) == (400, "Can not find draft with current content")


def test_a_page_from_the_trash_comes_back_without_changes() -> None:
    with visiting() as visit:
        page = visit.page("Scratch")
        assert visit.cloud.get(f"{PAGES}/{page}").json()["status"] == "trashed"
        assert visit.cloud.get(f"{PAGES}/{page}", params={"status": "current"}).status_code == 404
        answer = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "<p>y</p>", 2))
        assert answer.status_code == 200
        assert visit.company.wiki_page("ENG", "Scratch").body == "<p>x</p>"
        assert visit.company.wiki_page("ENG", "Scratch").status == "current"


def test_a_deleted_page_goes_into_the_trash_and_a_purged_one_for_good() -> None:
    with visiting() as visit:
        page = visit.page("Glossary")
        purge = {"purge": "true"}
        assert visit.cloud.delete(f"{PAGES}/{page}", params=purge).status_code == 404
        assert visit.cloud.delete(f"{PAGES}/{page}").status_code == 204
        assert visit.cloud.delete(f"{PAGES}/{page}").status_code == 404
        assert visit.cloud.delete(f"{PAGES}/{page}", params=purge).status_code == 204
        assert visit.cloud.get(f"{PAGES}/{page}").status_code == 404


def test_drafts_are_written_beside_the_page_and_published_as_its_first_version() -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        said = update_of(visit, page, "<p>later</p>", 1, status="draft")
        assert visit.cloud.put(f"{PAGES}/{page}", json=said).json()["status"] == "draft"
        assert visit.company.wiki_page("ENG", TITLE).version == 1
        fresh = created(visit, "", "<p>new</p>", status="draft")
        published = update_of(visit, fresh["id"], "<p>new</p>", 1, title="Born as a draft")
        answer = visit.cloud.put(f"{PAGES}/{fresh['id']}", json=published).json()
        assert (answer["status"], answer["version"]["number"]) == ("current", 1)


def test_blog_posts_are_not_pages() -> None:
    with visiting() as visit:
        post = visit.page("We moved to the new cluster")
        assert visit.cloud.get(f"{PAGES}/{post}").status_code == 404
        assert visit.cloud.put(f"{PAGES}/{post}", json=update_of(visit, post, "", 2)).status_code == 404
        shown = visit.cloud.get(f"/api/v2/blogposts/{post}", params={"body-format": "storage"}).json()
        assert "Nobody noticed" in shown["body"]["storage"]["value"]
        assert "parentId" not in shown
        assert visit.cloud.get(f"/api/v2/blogposts/{visit.page('Glossary')}").status_code == 404


@pytest.mark.parametrize("number", ["x", "1.5", "-1", "1e3"])
def test_an_id_is_a_number(number: str) -> None:
    with visiting() as visit:
        status, message = refusal(visit.cloud.get(f"{PAGES}/{number}"))
        assert (status, "is not the correct type" in message) == (400, True)


def test_a_reader_reads_what_is_open_and_writes_nothing() -> None:
    with visiting("jun.okada") as visit:
        page = visit.page("Glossary")
        assert visit.cloud.get(f"{PAGES}/{page}").status_code == 200
        assert visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "", 2)).status_code == 403
        said = {"spaceId": visit.space(), "title": "x", "body": storage("")}
        assert visit.cloud.post(PAGES, json=said).status_code == 403
        for hidden in (visit.page("Certificates", "OPS"), visit.page("Pay bands", "HR")):
            assert visit.cloud.get(f"{PAGES}/{hidden}").status_code == 404
            assert (
                visit.cloud.put(f"{PAGES}/{hidden}", json=update_of(visit, hidden, "", 2)).status_code == 404
            )
        assert visit.company.writes == 0


def test_a_restricted_page_and_what_stands_below_it_do_not_exist_for_others() -> None:
    company = fernwood()
    secret = company.wiki_page("ENG", "Security findings")
    below = company.plant_page("ENG", "Details", "<p/>", secret)
    with visiting("priya", company) as visit, client(visit.box, "alex.lindqvist") as owner:
        for page in (secret, below):
            assert visit.cloud.get(f"{PAGES}/{page.id}").status_code == 404
            assert owner.get(f"{PAGES}/{page.id}").status_code == 200
        titles = [one["title"] for one in visit.cloud.get(PAGES, params={"limit": 250}).json()["results"]]
        assert not {"Security findings", "Details"} & set(titles)


def test_a_page_that_may_be_seen_but_not_edited_is_absent_for_writes() -> None:
    with visiting() as visit:
        page = visit.page("House rules")
        assert visit.cloud.get(f"{PAGES}/{page}").status_code == 200
        assert visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, "", 2)).status_code == 404
        assert visit.company.wiki_page("ENG", "House rules").version == 1


def test_a_fresh_page_may_be_missing_for_some_reads() -> None:
    company = fernwood()
    company.wiki.temper.stale_reads = 2
    with visiting(company=company) as visit:
        page = created(visit, "Fresh")["id"]
        statuses = [visit.cloud.get(f"{PAGES}/{page}").status_code for _ in range(4)]
        assert statuses == [404, 404, 200, 200]


def test_what_is_stored_may_differ_from_what_was_sent() -> None:
    company = fernwood()
    company.wiki.temper.normalise = True
    sent = '<p style="color: red;" class="a">x</p>'
    with visiting(company=company) as visit:
        page = visit.page(TITLE)
        stored = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, sent, 2)).json()
        text = stored["body"]["storage"]["value"]
        assert text != sent
        again = visit.cloud.put(f"{PAGES}/{page}", json=update_of(visit, page, text, 3)).json()
        assert again["body"]["storage"]["value"] == text


def test_pages_can_be_planted_unchecked() -> None:
    company = fernwood()
    parent = company.plant_page("ENG", "Corpus", "<p>above</p>")
    page = company.plant_page("ENG", "Broken", "<p>not closed", parent)
    with visiting(company=company) as visit:
        shown = visit.cloud.get(f"{PAGES}/{page.id}", params={"body-format": "storage"}).json()
        assert shown["body"]["storage"]["value"] == "<p>not closed"
        assert shown["parentId"] == parent.id
        assert company.plant_page("ENG", "Third", "", "Corpus").parent == parent.id
        assert company.writes == 0
