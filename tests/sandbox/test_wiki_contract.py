"""The checks against the wiki's description notice what they are there for."""

from typing import Any

import pytest
from tests.sandbox.wiki_client import storage
from tests.vendor_contract import ContractError, needs_specs
from tests.vendor_wiki_contract import check_wiki_request, check_wiki_response

pytestmark = needs_specs
PAGES, FIRST = "/wiki/api/v2/pages", "/wiki/rest/api"
UPDATE = {"id": "1", "status": "current", "title": "x", "body": storage("<p/>"), "version": {"number": 2}}
INLINE = {
    "pageId": "1",
    "body": storage("<p/>"),
    "inlineCommentProperties": {
        "textSelection": "x",
        "textSelectionMatchCount": 1,
        "textSelectionMatchIndex": 0,
    },
}

SOUND: list[tuple[str, str, Any, Any]] = [
    (
        "GET",
        PAGES,
        {"space-id": ["1", "2"], "limit": 5, "status": "current,archived", "sort": "-title"},
        None,
    ),
    ("GET", f"{PAGES}/1", "body-format=storage&get-draft=true&include-labels=true", None),
    ("GET", f"/ex/confluence/0-0{PAGES}/1/children", "cursor=x", None),
    ("POST", PAGES, "root-level=true", {"spaceId": "1", "title": "x", "body": storage("<p/>")}),
    ("POST", PAGES, "", {"spaceId": "1", "title": "x", "body": {"storage": storage("<p/>")}}),
    ("PUT", f"{PAGES}/1", "", UPDATE),
    ("POST", "/wiki/api/v2/inline-comments", "", INLINE),
    ("GET", f"{PAGES}/1/direct-children", "limit=5", None),
    ("GET", f"{FIRST}/search", {"cql": "type=page", "limit": 5, "expand": "content.space"}, None),
    ("POST", f"{FIRST}/content/1/label", "", [{"prefix": "global", "name": "x"}]),
    ("POST", f"{FIRST}/content/1/child/attachment", "", None),
    ("PUT", f"{FIRST}/content/1/move/append/2", "", None),
]
UNSOUND: list[tuple[str, str, Any, Any]] = [
    ("GET", "/wiki/api/v2/nonsense", "", None),
    ("GET", f"{PAGES}/1", "body-format=html", None),
    ("GET", PAGES, "spaceKey=ENG", None),
    ("GET", PAGES, "status=alive", None),
    ("GET", PAGES, "limit=many", None),
    ("GET", PAGES, "space-id=ENG", None),
    ("POST", PAGES, "", None),
    ("POST", PAGES, "", {"title": "x"}),
    ("POST", PAGES, "", {"spaceId": 1, "title": "x"}),
    ("PUT", f"{PAGES}/1", "", UPDATE | {"status": "archived"}),
    ("PUT", f"{PAGES}/1", "", {"id": "1", "title": "x"}),
    ("PUT", f"{PAGES}/1", "", UPDATE | {"version": {"number": "2"}}),
    ("POST", "/wiki/api/v2/inline-comments", "", INLINE | {"pageId": 1}),
    ("GET", f"{FIRST}/search", "limit=5", None),
    ("GET", f"{FIRST}/search", "cql=x&excerpt=long", None),
    ("POST", f"{FIRST}/content/1/label", "", [{"name": "x"}]),
    ("PUT", f"{FIRST}/content/1/move/append", "", None),
]


@pytest.mark.parametrize(("method", "path", "query", "body"), SOUND)
def test_a_documented_request_passes(method: str, path: str, query: Any, body: Any) -> None:
    check_wiki_request(method, path, query, body)


@pytest.mark.parametrize(("method", "path", "query", "body"), UNSOUND)
def test_an_undocumented_request_is_noticed(method: str, path: str, query: Any, body: Any) -> None:
    with pytest.raises(ContractError):
        check_wiki_request(method, path, query, body)


def test_an_answer_is_held_against_its_schema_and_status() -> None:
    page = {"id": "1", "status": "current", "title": "x", "parentId": None, "version": {"number": 1}}
    check_wiki_response("GET", f"{PAGES}/1", 200, page)
    error = {"status": 404, "code": "NOT_FOUND", "title": "Not Found", "detail": None}
    check_wiki_response("GET", f"{PAGES}/1", 404, {"errors": [error]})
    check_wiki_response("PUT", f"{PAGES}/1", 409, {"errors": [error | {"status": 409}]})
    check_wiki_response("GET", f"{FIRST}/content/1", 404, {"statusCode": 404, "message": "no"})
    for path, status, body in [
        (f"{PAGES}/1", 200, page | {"id": 1}),
        (f"{PAGES}/1", 200, page | {"status": "alive"}),
        (f"{PAGES}/1", 200, page | {"version": {"number": "1"}}),
        (f"{PAGES}/1", 200, page | {"body": {"storage": "<p/>"}}),
        (PAGES, 200, {"results": page}),
        (f"{PAGES}/1", 204, None),
        (f"{PAGES}/1", 404, {"statusCode": 404, "message": "no"}),
        (f"{FIRST}/content/1", 404, {"errors": [error]}),
        (f"{FIRST}/search", 200, {"results": []}),
    ]:
        with pytest.raises(ContractError):
            check_wiki_response("GET", path, status, body)
