"""What people paste, how rejections read, what an answer may hold, which routes there are."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest

from narrowgate_chat.adapters.mattermost import mapping, pasted, routes, searching
from narrowgate_chat.adapters.mattermost.emoji import emoji_name
from narrowgate_chat.adapters.mattermost.rejections import explain
from narrowgate_chat.port import Channel, Chat, Filter, Kind, Name, User
from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.operations import Operation
from narrowgate_common.replies import Reply
from narrowgate_common.routes import Request, Route

SITE = "https://chat.example/sub"
ONE, TWO = "a" * 26, "b" * 26


# --- what people paste


@pytest.mark.parametrize(
    ("text", "channel", "message"),
    [
        (f"{ONE}/{TWO}", ONE, TWO),
        (f"{ONE}/{TWO}".upper(), ONE, TWO),
        (f"{SITE}/team/pl/{TWO}", f"post:{TWO}", TWO),
        (f"{SITE}/team/pl/{TWO}/", f"post:{TWO}", TWO),
        (f"HTTPS://chat.example/sub/team/pl/{TWO}?x=1#y", f"post:{TWO}", TWO),
        (TWO, f"post:{TWO}", TWO),
    ],
)
def test_a_message_is_named_by_id_or_permalink(text: str, channel: str, message: str) -> None:
    ref = pasted.message_ref(text, SITE)
    assert ref is not None
    assert (ref.channel.id, ref.id) == (channel, message)


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "/", f"{ONE}/x", f"{ONE}/{TWO}/c", f"https://evil.example/team/pl/{TWO}",
        f"{SITE}.evil/team/pl/{TWO}", f"{SITE}/pl/{TWO}", f"{SITE}/team/pl/{TWO}x", f"{SITE}/../pl/{TWO}",
        f"https://u@chat.example/sub/team/pl/{TWO}", "1733000000.000100", "\u0430" * 26, f"{ONE}\n/{TWO}",
    ],
)  # fmt: skip
def test_anything_else_names_no_message(text: str) -> None:
    assert pasted.message_ref(text, SITE) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (ONE, Name(id=ONE)),
        ("~town-square", Name(name="town-square")),
        (f"{SITE}/team/channels/town-square", Name(name="town-square")),
        (f"{SITE}/team/channels/{ONE}", Name(id=ONE)),
        (f"{SITE}/team/messages/@ann.b", Name(person="ann.b")),
        ("town-square", None),
        ("https://evil.example/team/channels/x", None),
        (f"{SITE}/team/channels/..%2f", None),
        (f"post:{ONE}", None),
    ],
)
def test_a_channel_is_named_by_id_or_address(text: str, name: Name | None) -> None:
    assert pasted.channel_name(text, SITE) == name


# --- how rejections read


def refusal(route: Route, status: int, word: str, kind: str = "application/json") -> GatewayError:
    body = {
        "id": word,
        "message": "in its own words",
        "detailed_error": "SELECT secret",
        "status_code": status,
    }
    reply = Reply(status, {"content-type": kind}, json.dumps(body).encode())
    return explain(Request(route, {}), reply)


@pytest.mark.parametrize(
    ("route", "status", "word", "category", "reason"),
    [
        (
            routes.MYSELF,
            401,
            "api.context.session_expired.app_error",
            "configuration_error",
            "credential_rejected",
        ),
        (routes.SEND, 403, "api.context.permissions.app_error", "permission_denied", "not_a_member"),
        (routes.SEND, 400, "api.post.create_post.can_not_post_to_deleted.error", "bad_input", "archived"),
        (routes.SEND, 400, "api.post.create_post.root_id.app_error", "bad_input", "not_a_root"),
        (routes.SEND, 400, "api.post.create_post.channel_root_id.app_error", "bad_input", "not_a_root"),
        (routes.SEND, 400, "model.post.is_valid.message_length.app_error", "bad_input", "too_long"),
        (routes.SEND, 400, "something.new", "bad_input", "refused_by_chat"),
        (routes.REACT, 400, "model.reaction.is_valid.emoji_name.app_error", "bad_input", "bad_emoji"),
        (
            routes.EDIT,
            400,
            "api.post.update_post.permissions_time_limit.app_error",
            "permission_denied",
            "not_editable",
        ),
        (routes.POST, 404, "app.post.get.app_error", "not_found", None),
        (routes.CHANNEL, 404, "app.channel.get.existing.app_error", "not_found", None),
        (routes.CHANNEL_NAMED, 400, "api.context.invalid_url_param.app_error", "not_found", None),
        (routes.TEAM_NAMED, 404, "app.team.get_by_name.missing.app_error", "configuration_error", "no_team"),
        (routes.TEAM, 403, "api.context.something", "configuration_error", "no_team"),
        (routes.UPLOAD, 413, "api.file.upload_file.too_large.app_error", "bad_input", "too_large"),
        (routes.SEND, 418, "tea", "upstream_error", "refused_by_chat"),
    ],
)
def test_each_rejection_has_its_category_and_reason(
    route: Route, status: int, word: str, category: str, reason: str | None
) -> None:
    error = refusal(route, status, word)
    assert (error.category, error.reason) == (Category(category), reason)
    assert "secret" not in json.dumps(error.as_dict())
    assert all(line.startswith("chat says: ") for line in error.details)
    if category == "not_found":
        assert "or is not visible" in error.message


def test_a_page_that_is_no_answer_of_the_chat_is_no_question_of_membership() -> None:
    assert (
        explain(Request(routes.SEND, {}), Reply(403, {"content-type": "text/html"}, b"<h1>")).reason
        == "blocked"
    )


# --- what an answer may hold


NOTHING: list[Any] = [None, [], "", 1, {}, {"id": 5}, {"id": "../x"}, {"id": ONE + "\n"}, {"id": ONE.upper()}]


@pytest.mark.parametrize("raw", NOTHING)
def test_what_has_no_id_is_nothing(raw: Any) -> None:
    with pytest.raises(GatewayError):
        mapping.user(raw)
    with pytest.raises(GatewayError):
        mapping.file(raw)
    with pytest.raises(GatewayError):
        mapping.channel(raw, url="")
    assert not mapping.is_message(raw)


def test_strange_fields_are_left_out_and_the_message_stays() -> None:
    raw: Any = {
        "id": ONE, "channel_id": TWO, "create_at": "soon", "message": None, "props": [], "root_id": 7,
        "metadata": {"files": [1, {"id": TWO, "size": "x"}], "reactions": [None, {"emoji_name": "x"}, {}]},
        "reply_count": -1, "edit_at": 1e400, "user_id": 3,
    }  # fmt: skip
    found = mapping.message(raw, User("", ""), url="", mine="", position="")
    assert (found.text, found.at, found.root, found.replies, found.stamp) == ("", "", None, 0, "")
    assert [each.id for each in found.files] == [TWO]
    assert [(each.emoji, each.count) for each in found.reactions] == [("x", 1)]


def test_a_message_without_a_text_shows_what_hangs_on_it() -> None:
    props = {
        "attachments": [{"title": "Build 7", "text": "failed", "fields": [{"title": "by", "value": 3}]}, 1]
    }
    raw = {"id": ONE, "channel_id": TWO, "message": "", "props": props}
    assert mapping.shown_text(raw) == "Build 7\nfailed\nby: 3"


def test_lists_keep_their_order_and_leave_out_what_is_only_a_root() -> None:
    raw: Any = {
        "order": [TWO, ONE, "gone", 5],
        "posts": {ONE: {"id": ONE}, TWO: {"id": TWO}, "c": {"id": "c" * 26}},
    }
    assert [each["id"] for each in mapping.posts(raw)] == [TWO, ONE]


@pytest.mark.parametrize(
    ("milliseconds", "shown"),
    [(1_764_500_000_007, "2025-11-30T10:53:20.007Z"), (0, ""), (10**15 - 1, "")],
)
def test_times_are_in_utc_and_keep_their_milliseconds(milliseconds: int, shown: str) -> None:
    assert mapping.moment(milliseconds) == shown


def test_a_direct_conversation_with_oneself_is_with_oneself() -> None:
    assert mapping.other_id({"type": "D", "name": f"{ONE}__{ONE}"}, ONE) == ONE
    assert mapping.other_id({"type": "D", "name": f"{ONE}__{TWO}"}, TWO) == ONE
    assert mapping.other_id({"type": "D", "name": "x"}, TWO) is None


# --- searching


def test_words_that_would_steer_a_search_are_looked_for_as_they_stand() -> None:
    channel = Channel(ONE, "releases", Kind.PUBLIC)
    wanted = Filter(
        'deploy from:boss -x "two words" #tag in:secret "',
        (channel,),
        User(TWO, "Ann", "ann.b"),
        "2026-01-01",
        None,
    )
    assert searching.terms(wanted) == (
        'deploy "from:boss" "-x" "two words" "#tag" "in:secret" in:releases from:ann.b after:2026-01-01'
    )


# --- emoji


@pytest.mark.parametrize(
    ("given", "name"),
    [("👍", "+1"), ("thumbsup", "+1"), ("✔️", "heavy_check_mark"), ("Rocket", "rocket"), ("+1", "+1")],
)
def test_an_emoji_goes_by_one_name(given: str, name: str) -> None:
    assert emoji_name(given) == name


@pytest.mark.parametrize("given", ["🦖", "a b", "../x", "", "x" * 65])
def test_what_is_no_name_of_an_emoji_is_refused(given: str) -> None:
    with pytest.raises(GatewayError, match="thumbsup"):
        emoji_name(given)


# --- routes


def test_every_method_of_the_port_has_its_routes_and_nothing_that_only_reads_may_write() -> None:
    methods = {name for name, _ in inspect.getmembers(Chat, inspect.isfunction) if not name.startswith("_")}
    assert methods == set(routes.BY_METHOD)
    writing = {"open_direct", "send", "edit", "react", "upload"}
    for name, granted in routes.BY_METHOD.items():
        strongest = {each.operation for each in granted} - {Operation.READ}
        assert bool(strongest) == (name in writing), name
