"""What Slack's refusals prove, and how they read."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

from narrowgate_chat.adapters.slack.rejections import explain, verdict
from narrowgate_chat.adapters.slack.routes import BY_METHOD, SLACK
from narrowgate_chat.adapters.slack.slack import Slack
from narrowgate_chat.port import Chat
from narrowgate_common.operations import Ended, Operation
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request

ASKED = Request(SLACK.post)


def reply(error: Any = None, status: int = 200, **more: Any) -> Reply:
    return Reply(status, body=json.dumps({"ok": False, "error": error, **more}).encode())


VERDICTS = [
    ("ratelimited", Ended.THROTTLED), ("rate_limited", Ended.THROTTLED), ("internal_error", Ended.AMBIGUOUS),
    ("fatal_error", Ended.AMBIGUOUS), ("service_unavailable", Ended.AMBIGUOUS), ("request_timeout", Ended.AMBIGUOUS),
    ("channel_not_found", Ended.REJECTED), ("never_heard_of", Ended.REJECTED), (None, Ended.REJECTED),
]  # fmt: skip


@pytest.mark.parametrize(("error", "ended"), VERDICTS)
def test_a_refusal_with_status_200_is_judged_by_its_word(error: Any, ended: Ended) -> None:
    assert verdict(ASKED, reply(error)) is ended


@pytest.mark.parametrize("body", [b'{"ok": true}', b"{}", b"", b"OK - 12", b"[]"])
def test_anything_else_is_a_success(body: bytes) -> None:
    assert verdict(ASKED, Reply(200, body=body)) is None


READS = [
    ("invalid_auth", "configuration_error", "credential_rejected"), ("token_revoked", "configuration_error", "credential_rejected"),
    ("channel_not_found", "not_found", None), ("message_not_found", "not_found", None),
    ("not_in_channel", "permission_denied", "not_a_member"), ("is_archived", "bad_input", "archived"),
    ("missing_scope", "configuration_error", "missing_scope"), ("msg_too_long", "bad_input", "too_large"),
    ("restricted_action_read_only_channel", "permission_denied", "forbidden_by_chat"),
    ("not_allowed_token_type", "configuration_error", "wrong_token_kind"),
    ("metadata_must_be_sent_from_app", "bad_input", "metadata_must_be_sent_from_app"),
    ("already_reacted", "bad_input", "already_reacted"), ("invalid_name", "bad_input", "unknown_emoji"),
    ("never_heard_of", "upstream_error", "refused_by_chat"), (None, "upstream_error", "refused_by_chat"),
    ("<script> words", "upstream_error", "refused_by_chat"), (["x"], "upstream_error", "refused_by_chat"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "category", "reason"), READS)
def test_a_refusal_has_a_category_and_a_reason(error: Any, category: str, reason: str | None) -> None:
    found = explain(ASKED, reply(error))

    assert (str(found.category), found.reason) == (category, reason)


def test_the_vendors_words_come_from_known_fields_and_are_marked() -> None:
    found = explain(
        ASKED,
        reply(
            "invalid_blocks",
            response_metadata={"messages": ["[ERROR] bad \u202e https://a:b@x.example/?q=1"]},
            secret="x",
        ),
    )

    assert all(line.startswith('chat says: "') for line in found.details)
    assert "a:b" not in str(found.details)
    assert "secret" not in str(found.as_dict())


def test_a_missing_scope_is_named() -> None:
    assert "groups:history" in str(explain(ASKED, reply("missing_scope", needed="groups:history")).details)


def test_every_method_of_the_port_names_its_routes() -> None:
    methods = {name for name, _ in inspect.getmembers(Chat, inspect.isfunction) if not name.startswith("_")}

    assert set(BY_METHOD) == methods
    assert all(callable(getattr(Slack, name)) for name in methods)


def test_what_reads_sends_nothing_that_writes() -> None:
    writing = {"send", "edit", "react", "upload", "open_direct"}
    for method, routes in BY_METHOD.items():
        assert all(route.operation is Operation.READ for route in routes) or method in writing, method


def test_what_adds_is_append() -> None:
    assert {SLACK.post.operation, SLACK.upload_end.operation} == {Operation.APPEND}
