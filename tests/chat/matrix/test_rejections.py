"""How a homeserver's refusals read."""

import json
from typing import Any

import pytest

from narrowgate_chat.adapters.matrix import routes
from narrowgate_chat.adapters.matrix.rejections import explain
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request, Route

ROOM = {"room": "!r:x", "event": "$e", "alias": "#a:x", "user": "@u:x", "transaction": "t"}


@pytest.mark.parametrize(
    ("route", "status", "code", "category", "reason"),
    [
        (routes.SEND, 401, "M_UNKNOWN_TOKEN", "configuration_error", "credential_rejected"),
        (routes.SEND, 403, "M_FORBIDDEN", "permission_denied", "not_a_member"),
        (routes.EVENT, 403, "M_FORBIDDEN", "not_found", None),
        (routes.EVENT, 404, "M_NOT_FOUND", "not_found", None),
        (routes.ALIAS, 404, "M_NOT_FOUND", "not_found", None),
        (routes.SEND, 413, "M_TOO_LARGE", "bad_input", "too_large"),
        (routes.REACT, 400, "M_DUPLICATE_ANNOTATION", "bad_input", "already_there"),
        (routes.SYNC, 403, "M_USER_DEACTIVATED", "configuration_error", "account_locked"),
        (routes.SEND, 400, "M_BAD_JSON", "bad_input", "refused_by_chat"),
        (routes.SEND, 400, {"not": "a code"}, "bad_input", "refused_by_chat"),
    ],
)
def test_a_refusal_has_its_category(
    route: Route, status: int, code: Any, category: str, reason: str | None
) -> None:
    body = json.dumps({"errcode": code, "error": "their words", "else": "secret"}).encode()
    error = explain(Request(route, ROOM), Reply(status, {}, body))
    assert (str(error.category), error.reason) == (category, reason)
    assert "secret" not in json.dumps(error.as_dict())


def test_a_page_that_is_no_answer_of_the_chat_is_refused_without_its_words() -> None:
    error = explain(Request(routes.SEND, ROOM), Reply(403, {}, b"<html>blocked by a proxy</html>"))
    assert "proxy" not in json.dumps(error.as_dict())
