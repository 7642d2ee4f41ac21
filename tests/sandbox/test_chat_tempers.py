"""What the chat can be made to do to its clients."""

from itertools import islice

import pytest
from tests.sandbox.chat_client import AGENT, ALEX, pages, talking, texts


@pytest.mark.parametrize(
    ("method", "key", "room"),
    [
        ("conversations.history", "messages", True),
        ("conversations.members", "members", True),
        ("conversations.list", "channels", False),
        ("users.list", "members", False),
    ],
)
def test_a_page_may_be_empty_and_go_on_all_the_same(method: str, key: str, *, room: bool) -> None:
    with talking() as talk:
        where = {"channel": "#checkout"} if room else {}
        whole = talk.do(method, **where)[key]
        talk.chat.temper.empty_pages = 2
        found = list(pages(talk, method, key, limit=2, **where))
        assert found[:2] == [[], []]
        assert [one for page in found for one in page] == whole


def test_an_empty_page_of_a_thread_goes_on_to_its_replies() -> None:
    with talking() as talk:
        root = next(talk.channel("checkout").ordered()).ts
        talk.chat.temper.empty_pages = 1
        first, *rest = pages(talk, "conversations.replies", "messages", channel="#checkout", ts=root, limit=2)
        assert first == []
        assert [page[0]["ts"] for page in rest] == [root, root]


def test_a_rate_holds_for_a_minute_of_the_companys_clock() -> None:
    with talking() as talk:
        talk.chat.temper.per_minute = {"users.info": 2}
        for _ in range(2):
            assert talk.do("users.info", user="U0FERNJUNO")
        refused = talk.send("users.info", user="U0FERNJUNO")
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        assert refused.json() == {"ok": False, "error": "ratelimited"}
        assert talk.do("users.info", ALEX, user="U0FERNJUNO")
        talk.company.clock.advance(45)
        assert talk.send("users.info").headers["retry-after"] == "15"
        talk.company.clock.advance(15)
        assert talk.do("users.info", user="U0FERNJUNO")


def test_scarce_reads_are_one_a_minute_and_fifteen_rows() -> None:
    with talking() as talk:
        for number in range(20):
            talk.do("chat.postMessage", channel="#ops", text=f"m{number}")
        talk.chat.temper.scarce_reads = True
        assert len(talk.do("conversations.history", channel="#ops", limit=100)["messages"]) == 15
        assert talk.send("conversations.history", channel=talk.channel("ops").id).status_code == 429
        assert talk.do("conversations.info", channel="#ops")["ok"]


def test_the_next_requests_may_be_too_many_and_say_so_with_200() -> None:
    with talking() as talk:
        talk.chat.temper.throttled = {"chat.postMessage": 2}
        talk.chat.temper.retry_after_s = 7
        assert talk.send("chat.postMessage", channel="x").headers["retry-after"] == "7"
        talk.chat.temper.throttled_with_200 = True
        refused = talk.send("chat.postMessage", channel="x")
        assert (refused.status_code, refused.json()["error"], "retry-after" in refused.headers) == (
            200,
            "ratelimited",
            False,
        )
        talk.chat.temper.throttled, talk.chat.temper.throttled_word = {"chat.postMessage": 1}, "rate_limited"
        assert talk.error("chat.postMessage", channel="#ops", text="x") == "rate_limited"
        assert talk.do("chat.postMessage", channel="#ops", text="x")["ok"]


def test_metadata_may_be_refused_and_nothing_is_sent() -> None:
    stamp = {"event_type": "sent", "event_payload": {"k": "1"}}
    with talking() as talk:
        talk.chat.temper.refuses_metadata = True
        before = len(talk.channel("ops").messages)
        assert (
            talk.error("chat.postMessage", channel="#ops", text="x", metadata=stamp)
            == "metadata_must_be_sent_from_app"
        )
        assert len(talk.channel("ops").messages) == before


@pytest.mark.parametrize("error", ["internal_error", "fatal_error"])
def test_an_error_may_come_after_the_message_was_stored(error: str) -> None:
    with talking() as talk:
        talk.chat.temper.fails_after = {"chat.postMessage": error}
        assert talk.error("chat.postMessage", channel="#ops", text="stored") == error
        assert talk.last("ops").text == "stored"
        assert talk.do("chat.postMessage", channel="#ops", text="x")["ok"]


def test_a_new_message_may_be_missing_from_the_first_reads() -> None:
    with talking() as talk:
        talk.chat.temper.unseen_reads, talk.chat.temper.unseen_replies = 2, 1
        root = talk.do("chat.postMessage", channel="#ops", text="late")["ts"]
        seen = [
            texts(talk.do("conversations.history", channel="#ops", limit=1))[0] == "late" for _ in range(3)
        ]
        assert seen == [False, False, True]
        talk.do("chat.postMessage", channel="#ops", text="later", thread_ts=root)
        threads = [talk.do("conversations.replies", channel="#ops", ts=root) for _ in range(2)]
        assert [texts(one) for one in threads] == [["late"], ["late", "later"]]
        assert threads[1]["messages"][0]["reply_count"] == 1


def test_a_huge_workspace_costs_nothing_until_somebody_asks() -> None:
    with talking() as talk:
        talk.chat.temper.more_people, talk.chat.temper.more_channels = 100_000, 40_000
        assert talk.error("users.list") == "limit_required"
        listed = talk.do("users.list", limit=200)
        assert len(listed["members"]) == 200
        second = list(islice(pages(talk, "users.list", "members", limit=200), 2))[1]
        assert second[0]["id"] not in {one["id"] for one in listed["members"]}
        assert talk.do("users.info", user="U0CROWD099999")["user"]["name"] == "person.099999"
        assert talk.error("users.info", user="U0CROWD100000") == "user_not_found"
        assert (
            talk.do("users.lookupByEmail", email="person.000007@crowd.example")["user"]["id"]
            == "U0CROWD000007"
        )
        assert len(talk.do("conversations.list", limit=1000)["channels"]) == 1000
        assert talk.do("conversations.info", channel="C0CROWD039999")["channel"]["name"] == "crowd-039999"
        assert talk.error("chat.postMessage", channel="C0CROWD000001", text="x") == "not_in_channel"
        assert len(talk.chat.members) < 20
        assert len(talk.chat.channels) < 20


def test_the_whole_crowd_can_be_walked_once() -> None:
    with talking() as talk:
        talk.chat.temper.more_people = talk.chat.temper.more_channels = 3000
        people = [one["id"] for page in pages(talk, "users.list", "members", limit=999) for one in page]
        assert len(people) == len(set(people)) == talk.chat.people_count
        rooms = [
            one["id"] for page in pages(talk, "conversations.list", "channels", limit=999) for one in page
        ]
        assert len(rooms) == len(set(rooms)) == 3000 + 6


def test_a_list_may_be_shorter_than_asked() -> None:
    with talking() as talk:
        talk.chat.temper.most_per_page = 2
        assert len(talk.do("users.list", limit=100)["members"]) == 2
        assert talk.error("users.list", limit=1001) == "invalid_limit"
        assert talk.error("users.list", AGENT, limit="many") == "invalid_limit"
