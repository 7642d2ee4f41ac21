"""Searching the chat, which people's tokens may and bots' may not."""

import pytest
from tests.sandbox.chat_client import ALEX, PRIYA, Talk, talking


def found(talk: Talk, query: str, token: str = ALEX, **more: object) -> list[str]:
    return [
        one["text"] for one in talk.do("search.messages", token, query=query, **more)["messages"]["matches"]
    ]


def test_a_bot_may_not_search() -> None:
    with talking() as talk:
        assert talk.error("search.messages", query="x") == "not_allowed_token_type"
        assert talk.error("search.messages", ALEX, query=" ") == "no_query"
        assert talk.call("search.messages", "xoxp-sandbox-robin", query="x")["needed"] == "search:read"


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("derailleurs", 1),
        ("DERAILLEURS ship", 1),
        ('"ship on thursday"', 1),
        ('"thursday ship"', 0),
        ("in:partner-acme", 2),
        ("in:#partner-acme from:@sam.doyle", 1),
        ("in:partner-acme -from:sam.doyle", 1),
        ("from:<@U0ACMESAMD>", 1),
        ("from:me in:checkout", 2),
        ("in:@priya.raman", 1),
        ("in:nowhere", 0),
        ("in:general after:2026-11-27", 1),
        ("in:general before:2026-11-28", 2),
        ("in:general on:2026-11-28", 1),
        ("in:general after:yesterday", 0),
        ("決済", 0),
        ("東京", 1),
        ("4.12.0", 1),
        ("Rotating", 1),
    ],
)
def test_what_a_query_finds(query: str, count: int) -> None:
    with talking() as talk:
        assert len(found(talk, query)) == count


def test_results_come_in_numbered_pages_newest_first() -> None:
    with talking() as talk:
        for number in range(5):
            talk.do("chat.postMessage", channel="#ops", text=f"needle {number}")
        answer = talk.do("search.messages", PRIYA, query="needle", count=2, page=2)["messages"]
        assert [one["text"] for one in answer["matches"]] == ["needle 2", "needle 1"]
        assert answer["paging"] == {"count": 2, "total": 5, "page": 2, "pages": 3}
        assert answer["matches"][0]["permalink"].startswith("https://fernwood-bikes.slack.com/archives/C")
        assert found(talk, "needle", PRIYA, sort_dir="asc")[0] == "needle 0"
        assert found(talk, "needle", PRIYA, count=2, page=4) == []


def test_private_conversations_are_found_by_their_members_only() -> None:
    with talking() as talk:
        talk.channel("incidents").members.pop("U0FERNALEX")
        assert found(talk, "Rotating") == []
        assert len(found(talk, "Rotating", PRIYA)) == 1


def test_a_search_may_lag_behind() -> None:
    with talking() as talk:
        talk.company.search_lag = 1
        talk.do("chat.postMessage", channel="#ops", text="needle")
        assert found(talk, "needle") == []
        talk.do("chat.postMessage", channel="#ops", text="other")
        assert found(talk, "needle") == ["needle"]
