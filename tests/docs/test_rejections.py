"""What Confluence says no with, in the forms its two APIs were seen to use."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrowgate_common.errors import DETAIL_CHARS, DETAIL_LINES, GatewayError
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request, Route
from narrowgate_docs.adapters.confluence.rejections import credential_was_rejected, explain
from narrowgate_docs.adapters.confluence.routes import CLOUD, DATA_CENTER

JSON = {"content-type": "application/json;charset=UTF-8"}
XHTML = (
    "Error parsing xhtml: Unexpected close tag </br>; expected </p>.\n at [row,col {unknown-source}]: [11,7]"
)


def second(status: int, title: str, detail: str | None = None) -> Reply:
    errors = [{"status": status, "code": "CODE", "title": title, "detail": detail}]
    return Reply(status, JSON, json.dumps({"errors": errors}).encode())


def first(status: int, message: str) -> Reply:
    data = {"authorized": False, "valid": True, "errors": [], "successful": False}
    body = {"statusCode": status, "data": data, "message": message, "reason": "Bad Request"}
    return Reply(status, JSON, json.dumps(body).encode())


def told(route: Route, reply: Reply) -> GatewayError:
    return explain(Request(route), reply)


TAKEN = "A page with this title already exists: A page already exists with the same TITLE in this space"
TAKEN_DC = (
    "A page with this title already exists: A page already exists with the title A in the space with key ENG"
)
STALE = "Version must be incremented when updating a page. Current Version: [4]. Provided version: [3]"
LOCK = "com.atlassian.confluence.api.service.exceptions.ConflictException: Attempted to update stale data"


@pytest.mark.parametrize(
    ("route", "reply", "category", "reason"),
    [
        (CLOUD.page_create, second(400, TAKEN), "bad_input", "title_taken"),
        (CLOUD.page_write, second(400, TAKEN), "bad_input", "title_taken"),
        (DATA_CENTER.page_create, first(400, TAKEN_DC), "bad_input", "title_taken"),
        (CLOUD.labels_add, first(400, TAKEN), "bad_input", "refused_by_wiki"),
        (CLOUD.page_write, second(409, STALE), "upstream_error", "conflict"),
        (CLOUD.page_write, second(400, STALE), "upstream_error", "conflict"),
        (DATA_CENTER.page_write, first(409, STALE), "upstream_error", "conflict"),
        (DATA_CENTER.page_write, first(400, LOCK), "upstream_error", "conflict"),
        (CLOUD.page_write, second(400, XHTML), "bad_input", "ill_formed"),
        (DATA_CENTER.comment_add, first(400, XHTML), "bad_input", "ill_formed"),
        (CLOUD.page_write, second(413, "Request too large"), "bad_input", "too_large"),
        (CLOUD.attach, first(413, "RequestEntityTooLargeException"), "bad_input", "too_large"),
        (CLOUD.search, first(400, "Could not parse cql : a"), "bad_input", "invalid_query"),
        (CLOUD.page, second(400, "id is not the correct type"), "bad_input", "refused_by_wiki"),
        (CLOUD.page, second(404, "Not Found"), "not_found", None),
        (DATA_CENTER.content, first(404, "No content found with id: ContentId{id=1}"), "not_found", None),
        (CLOUD.page, second(401, "Unauthorized"), "configuration_error", "credential_rejected"),
        (CLOUD.attach, first(403, "User is not permitted"), "permission_denied", "forbidden_by_wiki"),
        (CLOUD.page, Reply(403, {"content-type": "text/html"}, b"<h1>no"), "permission_denied", "blocked"),
        (DATA_CENTER.attach, first(405, "Method Not Allowed"), "configuration_error", "wrong_kind"),
        (DATA_CENTER.content, first(410, "Gone"), "configuration_error", "wrong_kind"),
        (CLOUD.page, second(418, "teapot"), "upstream_error", "refused_by_wiki"),
    ],
)
def test_each_no_has_its_category(route: Route, reply: Reply, category: str, reason: str | None) -> None:
    error = told(route, reply)

    assert (error.category, error.reason) == (category, reason)
    assert error.outcome is None


def test_the_vendors_words_are_marked_as_the_vendors() -> None:
    assert told(CLOUD.page_write, second(400, "Bad title", "It is empty")).details == (
        'wiki says: "Bad title: It is empty"',
    )


@pytest.mark.parametrize("padding", ["", "x" * 1000])
def test_row_and_column_are_told_however_long_the_message_is(padding: str) -> None:
    error = told(DATA_CENTER.page_write, first(400, f"Error parsing xhtml: {padding}{XHTML}"))

    assert error.details[0] == "in the body that was sent, row 11, column 7"
    assert error.details[1].startswith('wiki says: "Error parsing xhtml')


def test_absent_and_out_of_scope_are_answered_alike() -> None:
    """Without a word of the vendor's, which would tell the one from the other."""
    absent = told(DATA_CENTER.content, first(404, "No content found with id: ContentId{id=1}"))

    assert (absent.message, absent.details) == (
        "That page was not found, or is not visible to this account",
        (),
    )


def test_a_write_that_finds_nothing_may_lack_permission() -> None:
    assert "may not change it" in told(CLOUD.page_write, second(404, "Not Found")).details[0]


@pytest.mark.parametrize(
    ("status", "headers", "rejected"),
    [
        (200, {"x-ausername": "anonymous"}, True),
        (404, {"x-ausername": "Anonymous"}, True),
        (200, {"x-seraph-loginreason": "AUTHENTICATED_FAILED"}, True),
        (403, {"x-seraph-loginreason": "AUTHENTICATION_DENIED"}, True),
        (200, {"x-seraph-loginreason": "OK", "x-ausername": "alex"}, False),
        (200, {}, False),
        (401, {}, True),
        (403, {}, False),
    ],
)
def test_a_credential_that_counts_as_nobodys_is_rejected(
    status: int,
    headers: dict[str, str],
    rejected: bool,  # noqa: FBT001 - a table's last column
) -> None:
    reply = Reply(status, {**JSON, **headers}, b"{}")

    assert credential_was_rejected(reply) is rejected
    if rejected and status >= 400:
        assert told(CLOUD.page, reply).reason == "credential_rejected"


NOBODY = 'com.atlassian.confluence.mvc.rest.StacklessResponseStatusException: 403 FORBIDDEN "caller cannot access Confluence"'


@pytest.mark.parametrize(
    "reply",
    [
        Reply(403, JSON, b'{"error": "Failed to parse Connect Session Auth Token"}'),
        first(403, NOBODY),
        first(403, "Current user not permitted to use Confluence"),
    ],
)
def test_a_credential_that_is_nobodys_is_rejected_also_by_403(reply: Reply) -> None:
    assert told(CLOUD.page, reply).reason == "credential_rejected"


def test_the_name_of_a_class_is_no_word_of_the_vendors() -> None:
    said = "com.atlassian.confluence.api.service.exceptions.api.BadRequestException: Cannot do that: no a.b.C: here"

    assert told(CLOUD.page, first(400, said)).details == ('wiki says: "Cannot do that: no a.b.C: here"',)


BODIES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["errors", "message", "title", "detail", "data"]), inner, max_size=4
        )
    ),
)


@given(
    st.integers(400, 499), BODIES, st.sampled_from([CLOUD.page, CLOUD.page_write, CLOUD.search, CLOUD.attach])
)
def test_no_body_is_too_strange(status: int, body: Any, route: Route) -> None:
    error = told(route, Reply(status, JSON, json.dumps(body).encode()))

    assert len(error.details) <= DETAIL_LINES
    assert all(len(line) <= DETAIL_CHARS and line.isprintable() for line in error.details)


@pytest.mark.parametrize(
    "body", [b"", b"<html>secret</html>", b"\xff\xfe", b'{"errors": "x", "message": {}}']
)
def test_what_stands_in_no_known_field_is_not_told(body: bytes) -> None:
    assert told(CLOUD.page, Reply(400, JSON, body)).details == ()
