"""Reading the chat: history, threads, lists and people."""

from typing import Any

import pytest
from tests.sandbox.chat_client import AGENT, ALEX, DEPLOYS, pages, talking, texts

SEEDED = ["The new confirmation page, and the minutes"]


def test_the_history_is_newest_first_and_pages_lose_nothing() -> None:
    with talking() as talk:
        for number in range(25):
            talk.do("chat.postMessage", channel="#ops", text=f"m{number}")
        whole = texts(talk.do("conversations.history", channel="#ops", limit=100))
        paged = [
            one["text"]
            for page in pages(talk, "conversations.history", "messages", channel="#ops", limit=7)
            for one in page
        ]
        assert paged == whole
        assert whole[:2] == ["m24", "m23"]


def test_bounds_are_outside_unless_asked_otherwise() -> None:
    with talking() as talk:
        ts = [talk.do("chat.postMessage", channel="#ops", text=f"m{number}")["ts"] for number in range(5)]
        bounds = {"channel": "#ops", "oldest": ts[1], "latest": ts[3]}
        assert texts(talk.do("conversations.history", **bounds)) == ["m2"]
        assert texts(talk.do("conversations.history", **bounds, inclusive=True)) == ["m3", "m2", "m1"]
        assert texts(talk.do("conversations.history", channel="#ops", oldest=ts[2])) == ["m4", "m3"]
        assert texts(talk.do("conversations.history", channel="#ops", oldest=ts[2][:10])) == [
            "m4",
            "m3",
            "m2",
        ]
        assert talk.error("conversations.history", channel="#ops", oldest="yesterday") == "invalid_ts_oldest"


def test_the_root_stands_first_on_every_page_of_a_thread() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        for number in range(7):
            talk.do("chat.postMessage", channel="#ops", text=f"r{number}", thread_ts=root)
        found = [
            [one["text"] for one in page]
            for page in pages(talk, "conversations.replies", "messages", channel="#ops", ts=root, limit=3)
        ]
        assert found == [["root", "r0", "r1", "r2"], ["root", "r3", "r4", "r5"], ["root", "r6"]]


def test_the_ts_of_a_reply_finds_just_that_reply() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        reply = talk.do("chat.postMessage", channel="#ops", text="reply", thread_ts=root)["ts"]
        found = talk.do("conversations.replies", channel="#ops", ts=reply)
        assert (texts(found), found["messages"][0]["thread_ts"]) == (["reply"], root)
        assert (
            talk.error("conversations.replies", channel="#ops", ts="1700000000.000100") == "thread_not_found"
        )


@pytest.mark.parametrize("method", ["conversations.history", "conversations.list", "users.list"])
def test_a_cursor_of_another_list_is_refused(method: str) -> None:
    with talking() as talk:
        others = talk.do("conversations.members", channel="#checkout", limit=1)["response_metadata"][
            "next_cursor"
        ]
        room = {"channel": "#checkout"} if method == "conversations.history" else {}
        for cursor in (others, "nonsense", "bmV4dA=="):
            assert talk.error(method, cursor=cursor, **room) == "invalid_cursor"


def test_lists_show_what_a_token_sees() -> None:
    with talking() as talk:
        every = "public_channel,private_channel,mpim,im"
        agents = talk.do("conversations.list", types=every)["channels"]
        assert {one.get("name", "") for one in agents} == {
            "general",
            "checkout",
            "ops",
            "random",
            "old-shop",
            "partner-acme",
            "",
            "mpdm-alex.lindqvist--priya.raman--agent-1",
        }
        alex = {one.get("name") for one in talk.do("conversations.list", ALEX, types=every)["channels"]}
        assert "incidents" in alex
        assert "old-shop" not in {
            one["name"] for one in talk.do("conversations.list", exclude_archived=True)["channels"]
        }
        assert {one["name"] for one in talk.do("conversations.list", "xoxp-sandbox-robin")["channels"]} == {
            "partner-acme"
        }
        assert talk.error("conversations.list", types="rooms") == "invalid_types"


def test_a_shared_channel_says_with_whom() -> None:
    with talking() as talk:
        shared = talk.do("conversations.info", channel="#partner-acme", include_num_members=True)["channel"]
        assert (shared["is_ext_shared"], shared["connected_team_ids"], shared["num_members"]) == (
            True,
            ["T0ACMEPART"],
            5,
        )
        assert not talk.do("conversations.info", channel="#ops")["channel"]["is_ext_shared"]
        assert talk.do("team.info", team="T0ACMEPART")["team"]["name"] == "Acme Parts"


def test_opening_a_conversation_twice_finds_the_first() -> None:
    with talking() as talk:
        first = talk.do("conversations.open", users="U0FERNPRIY,U0FERNTOMA")
        again = talk.do("conversations.open", users="U0FERNTOMA,U0FERNPRIY", return_im=True)
        assert (again["channel"]["id"], again["already_open"]) == (first["channel"]["id"], True)
        for users, error in [
            ("", "users_list_not_supplied"),
            ("U0NOBODY", "user_not_found"),
            ("U0FERNINES", "user_disabled"),
            ("U0ACMESAMD", "user_not_visible"),
        ]:
            assert talk.error("conversations.open", users=users) == error


def test_a_conversation_is_resumed_by_its_id_and_no_channel_is_one() -> None:
    with talking() as talk:
        direct = talk.do("conversations.open", users="U0FERNPRIY")["channel"]["id"]
        assert talk.do("conversations.open", channel=direct)["already_open"]
        assert talk.error("conversations.open", channel="#ops") == "method_not_supported_for_channel_type"
        assert (
            talk.error("conversations.open", users=",".join(f"U0NOBODY{one}" for one in range(9)))
            == "too_many_users"
        )


def test_people_are_found_by_id_and_address() -> None:
    with talking() as talk:
        assert talk.do("users.info", user="U0FERNJUNO")["user"]["real_name"] == "Jun Okada"
        assert (
            talk.do("users.lookupByEmail", email="PRIYA.raman@fernwood.example")["user"]["id"] == "U0FERNPRIY"
        )
        assert talk.do("users.info", user="U0FERNINES")["user"]["deleted"]
        assert talk.do("users.info", user="U0FERNROBI")["user"]["is_ultra_restricted"]
        assert talk.do("users.info", user="U0FERNDEPL")["user"]["is_bot"]
        assert talk.error("users.info", user="u0fernjuno") == "user_not_found"
        assert talk.error("users.lookupByEmail", email="nobody@fernwood.example") == "users_not_found"


def test_members_of_a_channel_come_in_pages() -> None:
    with talking() as talk:
        found = [
            one
            for page in pages(talk, "conversations.members", "members", channel="#checkout", limit=3)
            for one in page
        ]
        assert found == list(talk.channel("checkout").members)


@pytest.mark.parametrize(
    ("method", "arguments", "needed"),
    [
        ("conversations.history", {"channel": "#ops"}, "channels:history"),
        ("users.list", {}, "users:read"),
        ("users.lookupByEmail", {"email": "x"}, "users:read.email"),
        ("conversations.list", {"types": "public_channel,private_channel,im"}, "groups:read,im:read"),
        ("conversations.open", {"users": "U0FERNPRIY"}, "im:write"),
    ],
)
def test_a_missing_scope_is_named(method: str, arguments: Any, needed: str) -> None:
    with talking() as talk:
        said = talk.call(method, DEPLOYS, **arguments)
        assert (said["error"], said["needed"]) == ("missing_scope", needed)
        assert said["provided"] == "channels:read,chat:write,chat:write.public"


def test_who_signs_in_is_told_who_they_are() -> None:
    with talking() as talk:
        bot, person = talk.do("auth.test"), talk.do("auth.test", ALEX)
        assert (bot["user_id"], bot["bot_id"], bot["team_id"]) == ("U0FERNAGNT", "B0FERNAGNT", "T0FERNWOOD")
        assert (person["user_id"], "bot_id" in person) == ("U0FERNALEX", False)
        assert "chat:write" in talk.send("auth.test").headers["x-oauth-scopes"].split(",")


@pytest.mark.parametrize(
    ("token", "error"),
    [(None, "not_authed"), ("xoxb-no", "invalid_auth"), ("xoxp-sandbox-ines", "account_inactive")],
)
def test_a_token_that_is_none_is_refused(token: str | None, error: str) -> None:
    with talking() as talk:
        assert talk.error("auth.test", token) == error
        assert talk.error("chat.postMessage", token, channel="#ops", text="x") == error


def test_requests_in_another_form_are_refused_as_such() -> None:
    with talking() as talk:
        headers = {"Authorization": f"Bearer {AGENT}", "Content-Type": "application/json"}
        for content, error in [(b"{", "invalid_json"), (b"[]", "json_not_object")]:
            assert talk.http.post("/api/auth.test", content=content, headers=headers).json()["error"] == error
        plain = headers | {"Content-Type": "text/plain"}
        assert (
            talk.http.post("/api/auth.test", content=b"x", headers=plain).json()["error"]
            == "invalid_post_type"
        )
        assert talk.error("chat.postNonsense") == "unknown_method"
        assert talk.error("chat/postMessage") == "unknown_method"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 200 + "1" + "}" * 200,
        '{"a": NaN}',
        '{"a": 1e',
        "\udc80".encode("utf-8", "surrogatepass"),
    ],
)
def test_json_that_nobody_means_is_refused(text: str | bytes) -> None:
    with talking() as talk:
        headers = {"Authorization": f"Bearer {AGENT}", "Content-Type": "application/json"}
        answer = talk.http.post("/api/chat.postMessage", content=text, headers=headers)
        assert answer.json()["error"] == "invalid_json"


def test_half_a_character_is_replaced() -> None:
    with talking() as talk:
        body = f'{{"channel": "{talk.channel("ops").id}", "text": "a\\ud83d b"}}'
        headers = {"Authorization": f"Bearer {AGENT}", "Content-Type": "application/json"}
        assert talk.http.post("/api/chat.postMessage", content=body, headers=headers).json()["ok"]
        assert talk.do("conversations.history", channel="#ops", limit=1)["messages"][0]["text"] == "a? b"


def test_a_private_channel_does_not_exist_for_strangers() -> None:
    with talking() as talk:
        for method in ("conversations.info", "conversations.history", "conversations.members"):
            assert talk.error(method, channel="#incidents") == "channel_not_found"
            assert talk.do(method, ALEX, channel="#incidents")["ok"]
        assert talk.error("conversations.history", channel="#random") == "not_in_channel"
        assert talk.do("conversations.history", "xoxp-sandbox-priya", channel="#random")["ok"]
        assert talk.error("conversations.info", channel=talk.channel("ops").id.lower()) == "channel_not_found"
