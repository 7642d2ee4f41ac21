"""Comments: in the footer, on words, answered, resolved, and left hanging."""

from typing import Any

import httpx
import pytest
from tests.sandbox.wiki_client import Json, Visit, refusal, storage, update_of, visiting

FOOTER, INLINE = "/api/v2/footer-comments", "/api/v2/inline-comments"
TITLE = "Use PostgreSQL for orders"
BODY = "<p>one two one</p><p>one &amp; <em>half</em></p>"


def comment_on(visit: Visit, page: str, selection: str, count: int, index: Any) -> httpx.Response:
    chosen = {"textSelection": selection, "textSelectionMatchCount": count, "textSelectionMatchIndex": index}
    said = {"pageId": page, "body": storage("<p>why?</p>"), "inlineCommentProperties": chosen}
    return visit.cloud.post(INLINE, json=said)


def test_footer_comments_have_replies() -> None:
    with visiting() as visit:
        page = visit.page("Checkout architecture")
        listed = visit.cloud.get(
            f"/api/v2/pages/{page}/footer-comments", params={"body-format": "storage"}
        ).json()
        assert [one["body"]["storage"]["value"] for one in listed["results"]] == [
            "<p>Who draws the new diagram?</p>"
        ]
        first = listed["results"][0]["id"]
        replies = visit.cloud.get(f"{FOOTER}/{first}/children").json()["results"]
        assert [one["parentCommentId"] for one in replies] == [first]
        made = visit.cloud.post(FOOTER, json={"parentCommentId": first, "body": storage("<p>Thanks</p>")})
        assert made.status_code == 201
        assert made.headers["location"].endswith(f"{FOOTER}/{made.json()['id']}")
        assert len(visit.cloud.get(f"{FOOTER}/{first}/children").json()["results"]) == 2
        assert len(visit.cloud.get(f"/api/v2/pages/{page}/footer-comments").json()["results"]) == 1


def test_a_comment_is_changed_by_its_next_version_and_deleted_with_its_replies() -> None:
    with visiting() as visit:
        page = visit.page(TITLE)
        made = visit.cloud.post(FOOTER, json={"pageId": page, "body": storage("<p>a</p>")}).json()
        reply = visit.cloud.post(
            FOOTER, json={"parentCommentId": made["id"], "body": storage("<p>b</p>")}
        ).json()
        path = f"{FOOTER}/{made['id']}"
        stale = visit.cloud.put(path, json={"version": {"number": 1}, "body": storage("<p>c</p>")})
        assert refusal(stale)[0] == 409
        fresh = visit.cloud.put(path, json={"version": {"number": 2}, "body": storage("<p>c</p>")}).json()
        assert (fresh["version"]["number"], fresh["body"]["storage"]["value"]) == (2, "<p>c</p>")
        assert visit.cloud.delete(path).status_code == 204
        assert visit.cloud.get(path).status_code == 404
        assert visit.cloud.get(f"{FOOTER}/{reply['id']}").status_code == 404


WRONG: list[Json] = [
    {},
    {"pageId": "PAGE"},
    {"pageId": "PAGE", "parentCommentId": "1", "body": storage("<p/>")},
    {"body": storage("<p/>")},
    {"pageId": "PAGE", "body": storage("<p>")},
]


@pytest.mark.parametrize("said", WRONG)
def test_a_comment_needs_one_place_and_a_sound_body(said: Json) -> None:
    with visiting() as visit:
        whole = {key: visit.page(TITLE) if value == "PAGE" else value for key, value in said.items()}
        before = len(visit.company.wiki.comments)
        assert visit.cloud.post(FOOTER, json=whole).status_code == 400
        assert len(visit.company.wiki.comments) == before


@pytest.mark.parametrize(
    ("index", "marked"),
    [
        (0, "<p>{one} two one</p><p>one &amp; <em>half</em></p>"),
        (1, "<p>one two {one}</p><p>one &amp; <em>half</em></p>"),
        (2, "<p>one two one</p><p>{one} &amp; <em>half</em></p>"),
    ],
)
def test_an_inline_comment_marks_the_chosen_words_without_a_new_version(index: int, marked: str) -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        made = comment_on(visit, page.id, "one", 3, index)
        assert made.status_code == 201
        ref = made.json()["properties"]["inlineMarkerRef"]
        marker = f'<ac:inline-comment-marker ac:ref="{ref}">one</ac:inline-comment-marker>'
        assert page.body == marked.replace("{one}", marker)
        assert page.version == 1
        assert made.json()["resolutionStatus"] == "open"
        shown = visit.cloud.get(f"/api/v2/pages/{page.id}", params={"body-format": "view"}).json()
        assert f'data-ref="{ref}"' in shown["body"]["view"]["value"]


def test_words_across_an_element_get_two_markers_of_one_reference() -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        ref = comment_on(visit, page.id, "& half", 1, 0).json()["properties"]["inlineMarkerRef"]
        opened = f'<ac:inline-comment-marker ac:ref="{ref}">'
        assert (
            f"{opened}&amp; </ac:inline-comment-marker><em>{opened}half</ac:inline-comment-marker></em>"
            in page.body
        )


@pytest.mark.parametrize(
    ("selection", "count", "index"),
    [
        ("one", 2, 0),
        ("one", 3, 3),
        ("one", 3, -1),
        ("one", 3, "0"),
        ("two o", 2, 0),
        ("absent", 1, 0),
        ("one one", 1, 0),
    ],
)
def test_a_selection_must_be_there_as_often_as_said(selection: str, count: int, index: Any) -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        assert comment_on(visit, page.id, selection, count, index).status_code == 400
        assert page.body == BODY


def test_inline_comments_are_resolved_opened_again_and_filtered() -> None:
    with visiting() as visit:
        page = visit.page("Checkout architecture")

        def with_status(status: str) -> list[str]:
            path = f"/api/v2/pages/{page}/inline-comments"
            found = visit.cloud.get(path, params={"resolution-status": status}).json()["results"]
            return [one["id"] for one in found]

        (comment,), (resolved,) = with_status("open"), with_status("resolved")
        path = f"{INLINE}/{comment}"
        answer = visit.cloud.put(path, json={"version": {"number": 2}, "resolved": True}).json()
        assert answer["resolutionStatus"] == "resolved"
        assert answer["resolutionLastModifierId"] == visit.company.account("alex").user.account_id
        assert set(with_status("resolved")) == {comment, resolved}
        again = visit.cloud.put(path, json={"version": {"number": 3}, "resolved": False}).json()
        assert again["resolutionStatus"] == "reopened"
        assert visit.company.wiki_page("ENG", "Checkout architecture").version == 2


def test_a_reply_to_an_inline_comment_needs_no_selection_and_is_not_resolved() -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        first = comment_on(visit, page.id, "two", 1, 0).json()["id"]
        body = page.body
        reply = visit.cloud.post(INLINE, json={"parentCommentId": first, "body": storage("<p>so</p>")})
        assert reply.status_code == 201
        assert page.body == body
        number = reply.json()["id"]
        assert [one["id"] for one in visit.cloud.get(f"{INLINE}/{first}/children").json()["results"]] == [
            number
        ]
        resolving = {"version": {"number": 2}, "resolved": True}
        assert visit.cloud.put(f"{INLINE}/{number}", json=resolving).status_code == 400
        assert visit.cloud.get(f"{FOOTER}/{first}").status_code == 404


def test_a_write_that_loses_a_marker_leaves_the_comment_hanging_until_it_returns() -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        comment = comment_on(visit, page.id, "two", 1, 0).json()["id"]
        marked = page.body

        def status_after(body: str) -> str:
            said = update_of(visit, page.id, body, page.version + 1)
            assert visit.cloud.put(f"/api/v2/pages/{page.id}", json=said).status_code == 200
            return str(visit.cloud.get(f"{INLINE}/{comment}").json()["resolutionStatus"])

        assert status_after(BODY) == "dangling"
        assert status_after(marked) == "open"


def test_deleting_an_inline_comment_takes_its_marker_and_nothing_else() -> None:
    with visiting() as visit:
        page = visit.company.plant_page("ENG", "Planted", BODY)
        kept = comment_on(visit, page.id, "one two", 1, 0).json()["properties"]["inlineMarkerRef"]
        gone = comment_on(visit, page.id, "two", 1, 0).json()
        assert visit.cloud.delete(f"{INLINE}/{gone['id']}").status_code == 204
        assert kept in page.body
        assert gone["properties"]["inlineMarkerRef"] not in page.body


def test_a_reader_neither_comments_nor_sees_comments_out_of_sight() -> None:
    with visiting("jun.okada") as visit:
        assert comment_on(visit, visit.page("Glossary"), "basket", 1, 0).status_code == 403
        said = {"pageId": visit.page("Glossary"), "body": storage("<p/>")}
        assert visit.cloud.post(FOOTER, json=said).status_code == 403
        hidden = visit.company.wiki.add_comment(
            visit.company.wiki_page("HR", "Pay bands"),
            "<p/>",
            visit.company.users[0],
            visit.company.clock.now,
        )
        assert visit.cloud.get(f"{FOOTER}/{hidden.id}").status_code == 404
        assert hidden.id not in visit.cloud.get(FOOTER).text


def test_properties_are_noted_on_pages_comments_and_files() -> None:
    with visiting() as visit:
        page = visit.page("System diagram")
        comment = visit.cloud.post(FOOTER, json={"pageId": page, "body": storage("<p/>")}).json()["id"]
        file = next(iter(visit.company.wiki.files))
        for path in (f"/api/v2/pages/{page}", f"/api/v2/comments/{comment}", f"/api/v2/attachments/{file}"):
            place = f"{path}/properties"
            made = visit.cloud.post(place, json={"key": "stamp", "value": {"id": "7"}}).json()
            assert visit.cloud.post(place, json={"key": "stamp", "value": 1}).status_code == 400
            assert visit.cloud.post(place, json={"key": "stamp"}).status_code == 400
            assert [
                one["value"] for one in visit.cloud.get(place, params={"key": "stamp"}).json()["results"]
            ] == [{"id": "7"}]
            assert visit.cloud.get(place, params={"key": "other"}).json()["results"] == []
            one = f"{place}/{made['id']}"
            change = {"key": "stamp", "value": 8, "version": {"number": 2}}
            assert visit.cloud.put(one, json=change).json()["value"] == 8
            assert visit.cloud.put(one, json=change).status_code == 409
            assert visit.cloud.get(one).json()["version"]["number"] == 2
            assert visit.cloud.delete(one).status_code == 204
            assert visit.cloud.get(one).status_code == 404
        shown = visit.cloud.get(f"{FOOTER}/{comment}", params={"include-properties": "true"}).json()
        assert shown["properties"]["results"] == []
