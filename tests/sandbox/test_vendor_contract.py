"""The checks against the vendor's description notice what they are there for."""

from typing import Any

import pytest
from tests.sandbox.company_client import document
from tests.vendor_contract import ContractError, check_request, check_response, needs_specs

pytestmark = needs_specs
ISSUE = "/rest/api/3/issue"

SOUND: list[tuple[str, str, Any, Any]] = [
    ("GET", "/rest/api/3/myself", "", None),
    ("GET", f"{ISSUE}/SHOP-1", {"fields": ["summary", "status"], "expand": "names"}, None),
    ("GET", f"/ex/jira/0-0/{ISSUE[1:]}/SHOP-1", "fields=*all", None),
    ("GET", f"{ISSUE}/SHOP-1/comment", {"startAt": 0, "maxResults": 10, "orderBy": "-created"}, None),
    ("POST", "/rest/api/3/search/jql", "", {"jql": "key = X-1", "fields": ["key"], "maxResults": 5}),
    ("POST", ISSUE, "", {"fields": {"summary": "x", "description": document("x")}}),
    ("PUT", f"{ISSUE}/SHOP-1", "notifyUsers=false", {"update": {"labels": [{"add": "x"}]}}),
    ("POST", f"{ISSUE}/SHOP-1/attachments", "", None),
    ("PUT", f"{ISSUE}/SHOP-1/properties/stamp", "", {"id": 1}),
]
UNSOUND: list[tuple[str, str, Any, Any]] = [
    ("GET", "/rest/api/3/nonsense", "", None),
    ("DELETE", "/rest/api/3/myself", "", None),
    ("GET", f"{ISSUE}/SHOP-1", "field=summary", None),
    ("GET", f"{ISSUE}/SHOP-1/comment", "startAt=first", None),
    ("GET", f"{ISSUE}/SHOP-1/comment", {"orderBy": "author"}, None),
    ("PUT", f"{ISSUE}/SHOP-1", "notifyUsers=no", {"fields": {}}),
    ("POST", "/rest/api/3/search/jql", "", {"jql": "x", "startAt": 0}),
    ("POST", "/rest/api/3/search/jql", "", {"jql": "x", "expand": ["names"]}),
    ("POST", ISSUE, "", None),
    ("POST", ISSUE, "", {"fields": []}),
    ("POST", ISSUE, "", {"fields": {"description": document("")}}),
    ("PUT", f"{ISSUE}/SHOP-1", "", {"update": {"labels": [{"append": "x"}]}}),
    (
        "POST",
        f"{ISSUE}/SHOP-1/comment",
        "",
        {"body": {"type": "doc", "version": 1, "content": [{"type": "text", "text": "x"}]}},
    ),
    ("GET", "/rest/api/3/myself", "", {"a": 1}),
]


@pytest.mark.parametrize(("method", "path", "query", "body"), SOUND)
def test_a_documented_request_passes(method: str, path: str, query: Any, body: Any) -> None:
    check_request(method, path, query, body)


@pytest.mark.parametrize(("method", "path", "query", "body"), UNSOUND)
def test_an_undocumented_request_is_noticed(method: str, path: str, query: Any, body: Any) -> None:
    with pytest.raises(ContractError):
        check_request(method, path, query, body)


def test_an_answer_is_held_against_its_schema_and_status() -> None:
    user = {"accountId": "1", "displayName": "A", "active": True}
    check_response("GET", "/rest/api/3/myself", 200, user)
    check_response("GET", f"{ISSUE}/X-1", 404, {"errorMessages": ["no"], "errors": {}})
    check_response("GET", f"{ISSUE}/X-1", 429, None)
    nulls = {"field": "f", "from": None, "fromString": None, "to": "1", "toString": "x"}
    check_response("GET", f"{ISSUE}/X-1/changelog", 200, {"values": [{"id": "1", "items": [nulls]}]})
    for status, body in [
        (200, user | {"active": "yes"}),
        (200, user | {"nickname": "A"}),
        (200, [user]),
        (204, None),
        (401, {"errorMessages": "no"}),
    ]:
        with pytest.raises(ContractError):
            check_response("GET", "/rest/api/3/myself", status, body)
    with pytest.raises(ContractError):
        check_response("GET", f"{ISSUE}/X-1", 200, {"key": "X-1", "fields": {"description": document("")}})
