"""Slack's JSON into the port's values, from samples; and addresses, names of emoji, searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.chat.slack.test_text import Known

from narrowgate_chat.adapters.slack import mapping
from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.addresses import Addresses
from narrowgate_chat.adapters.slack.emoji import shortcode
from narrowgate_chat.adapters.slack.mapping import Messages, Myself
from narrowgate_chat.adapters.slack.searching import query_of
from narrowgate_chat.port import Channel, Filter, Kind, MessageRef, Name, User
from narrowgate_common.errors import GatewayError

ME = Myself("U0ME", "B0ME", "https://acme.slack.com/", "agent")
SAMPLES = Path(__file__).parents[1] / "samples" / "slack"


def messages() -> tuple[Any, ...]:
    raw = json.loads((SAMPLES / "messages.json").read_text())
    return pick.readable(raw["messages"], Messages("C0DEV", Known(), ME).message)


def test_one_strange_row_does_not_hide_the_others() -> None:
    assert [each.id[-3:] for each in messages()] == ["100", "200", "300", "400", "500", "700"]


def test_a_message_says_who_when_where_and_what() -> None:
    root = messages()[0]

    assert (root.author.id, root.author.name, root.author.handle) == ("U0ANN", "ann.berg", "ann.berg")
    assert (root.at, root.position) == ("2025-11-30T08:06:40.000100Z", "1764490000.000100")
    assert (root.text, root.edited, root.replies, root.root) == ("plain & simple", True, 2, None)
    assert root.url == "https://acme.slack.com/archives/C0DEV/p1764490000000100"
    assert [(each.emoji, each.count, each.mine) for each in root.reactions] == [("tada", 3, True)]


def test_what_this_account_said_is_known_by_its_user_or_its_bot() -> None:
    assert [each.mine for each in messages()] == [False, True, True, False, False, False]


def test_a_reply_names_its_root_and_carries_its_stamp() -> None:
    reply = messages()[2]

    assert (reply.root, reply.stamp) == ("1764490000.000100", "stamp-0")
    assert reply.url.endswith("p1764490002000300?thread_ts=1764490000.000100&cid=C0DEV")
    assert messages()[3].stamp == ""


def test_files_have_ids_and_hidden_ones_no_place() -> None:
    found = messages()[3].files

    assert [(each.id, each.filename, each.size) for each in found] == [
        ("F0ABC", "a.txt", 12),
        ("F0HID", "F0HID", 0),
    ]
    assert found[1].location == ""


def test_a_deleted_message_says_nothing() -> None:
    assert messages()[4].text == ""


CHANNELS = [
    (
        {"id": "C1A", "name": "dev", "is_member": False, "topic": {"value": "t"}},
        Kind.PUBLIC,
        "dev",
        False,
        False,
    ),
    ({"id": "C1B", "name": "ops", "is_private": True, "is_member": True}, Kind.PRIVATE, "ops", True, False),
    ({"id": "C1C", "name": "acme", "is_ext_shared": True}, Kind.PUBLIC, "acme", None, True),
    ({"id": "D1A", "is_im": True, "user": "U0ANN"}, Kind.DIRECT, "@ann.berg", True, False),
    (
        {"id": "G1A", "name": "mpdm-a--b-1", "is_mpim": True, "is_private": True},
        Kind.GROUP,
        "mpdm-a--b-1",
        None,
        False,
    ),
]


@pytest.mark.parametrize(("raw", "kind", "name", "member", "shared"), CHANNELS)
def test_a_channel_says_what_it_is(raw: Any, kind: Kind, name: str, member: Any, shared: Any) -> None:
    found = mapping.channel(raw, Known(), "https://acme.slack.com/")

    assert (found.kind, found.name, found.member, found.shared) == (kind, name, member, shared)
    assert found.url == f"https://acme.slack.com/archives/{found.id}"


@pytest.mark.parametrize("raw", [None, {}, {"id": 5}, {"id": "c1"}, {"id": "C1/../x"}, {"id": "U0ANN"}])
def test_what_has_no_channels_id_is_none(raw: Any) -> None:
    with pytest.raises(GatewayError):
        mapping.channel(raw, Known(), "")


@pytest.mark.parametrize(
    "url", ["https://evil.example/", "http://a.slack.com/", "https://a.slack.com.evil.example/", 5]
)
def test_the_workspaces_address_is_the_vendors_or_none(url: Any) -> None:
    assert mapping.myself({"user_id": "U0ME", "url": url}).home == ""


ADDRESSES = Addresses("slack.com")
MESSAGES = [
    ("C0DEV/1764490000.000100", MessageRef(Name(id="C0DEV"), "1764490000.000100")),
    ("c0dev/1764490000.000100", MessageRef(Name(id="C0DEV"), "1764490000.000100")),
    ("https://acme.slack.com/archives/C0DEV/p1764490000000100", MessageRef(Name(id="C0DEV"), "1764490000.000100")),
    ("<https://acme.enterprise.slack.com/archives/C0DEV/p1764490000000100|here>",
     MessageRef(Name(id="C0DEV"), "1764490000.000100")),
    ("https://acme.slack.com/archives/D0ABC/p1764490000000100?thread_ts=1764480000.000001&cid=D0ABC",
     MessageRef(Name(id="D0ABC"), "1764490000.000100", "1764480000.000001")),
    ("https://acme.slack.com/archives/C0DEV", None), ("https://acme.example/archives/C0DEV/p1764490000000100", None),
    ("https://notslack.com/archives/C0DEV/p1764490000000100", None), ("1764490000.000100", None),
    ("U0ANN/1764490000.000100", None), ("https://[", None),
]  # fmt: skip


@pytest.mark.parametrize(("pasted", "ref"), MESSAGES)
def test_messages_are_named_by_permalink_or_reference(pasted: str, ref: Any) -> None:
    assert ADDRESSES.message(pasted) == ref


PLACES = [
    ("C0DEV12345", Name(id="C0DEV12345")), ("c0dev12345", Name(id="C0DEV12345")), ("<#C0DEV|dev>", Name(id="C0DEV")),
    ("D0ABC", Name(id="D0ABC")), ("U0ANN", Name(person="U0ANN")), ("<@U0ANN>", Name(person="U0ANN")),
    ("@U0ANN", Name(person="U0ANN")), ("ann@acme.example", Name(person="ann@acme.example")),
    ("https://acme.slack.com/archives/C0DEV/p1764490000000100", Name(id="C0DEV")),
    ("https://app.slack.com/client/T0ABC/C0DEV", Name(id="C0DEV")), ("general", None), ("deploys", None),
    ("https://evil.example/archives/C0DEV", None),
]  # fmt: skip


@pytest.mark.parametrize(("pasted", "name"), PLACES)
def test_channels_are_named_in_every_form_that_people_paste(pasted: str, name: Any) -> None:
    assert ADDRESSES.channel(pasted) == name


@pytest.mark.parametrize(
    ("given", "name"),
    [("thumbsup", "thumbsup"), (":tada:", "tada"), ("👍", "thumbsup"), ("👍🏽", "thumbsup::skin-tone-4"),
     ("❤️", "heart"), ("+1", "+1"), ("wave::skin-tone-2", "wave::skin-tone-2")],
)  # fmt: skip
def test_emoji_are_named_as_the_vendor_does(given: str, name: str) -> None:
    assert shortcode(given) == name


@pytest.mark.parametrize("given", ["🦄🦄", "two words", "", "<!channel>"])
def test_what_is_no_emoji_is_refused(given: str) -> None:
    with pytest.raises(GatewayError, match="name"):
        shortcode(given)


ANN = User("U0ANN", "Ann")
DEV = Channel("C0DEV", "dev", Kind.PUBLIC)
QUERIES = [
    (Filter("two words"), "two words"),
    (Filter('"a phrase" more'), '"a phrase" more'),
    (Filter("in:secret from:@boss -not"), '"in:secret" "from:@boss" "-not"'),
    (
        Filter("x", (DEV,), ANN, "2026-11-01", "2026-11-30"),
        "x in:<#C0DEV> from:<@U0ANN> after:2026-11-01 before:2026-11-30",
    ),
    (Filter('open "quote'), 'open "quote"'),
]


@pytest.mark.parametrize(("wanted", "query"), QUERIES)
def test_a_search_asks_for_words_and_nothing_else(wanted: Filter, query: str) -> None:
    assert query_of(wanted) == query
