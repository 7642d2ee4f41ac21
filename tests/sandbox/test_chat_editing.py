"""Changing, deleting, linking and reacting."""

import pytest
from tests.sandbox.chat_client import ALEX, PRIYA, talking, texts


def test_an_edited_message_says_so_and_keeps_its_ts() -> None:
    with talking() as talk:
        ts = talk.do("chat.postMessage", channel="#ops", text="teh", blocks=[{"type": "divider"}])["ts"]
        said = talk.do("chat.update", channel="#ops", ts=ts, text="the")
        assert (said["ts"], said["text"]) == (ts, "the")
        found = talk.do("conversations.history", channel="#ops", limit=1)["messages"][0]
        assert (found["text"], found["edited"]["user"], "blocks" in found) == ("the", "U0FERNAGNT", False)
        talk.do("chat.update", channel="#ops", ts=ts, blocks=[{"type": "divider"}])
        assert (talk.last("ops").text, len(talk.last("ops").blocks)) == ("the", 1)


def test_other_peoples_messages_stay_as_they_are() -> None:
    with talking() as talk:
        ts = next(talk.channel("checkout").ordered()).ts
        assert talk.error("chat.update", channel="#checkout", ts=ts, text="x") == "cant_update_message"
        assert talk.error("chat.delete", channel="#checkout", ts=ts) == "cant_delete_message"
        assert (
            talk.error("chat.update", channel="#checkout", ts="1700000000.000100", text="x")
            == "message_not_found"
        )
        own = talk.do("chat.postMessage", channel="#checkout", text="x")["ts"]
        assert talk.error("chat.update", channel="#checkout", ts=own, text="x" * 4001) == "msg_too_long"
        assert talk.error("chat.update", channel="#checkout", ts=own) == "no_text"


def test_a_deleted_message_is_gone_and_a_root_leaves_a_stone() -> None:
    with talking() as talk:
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        reply = talk.do("chat.postMessage", channel="#ops", text="reply", thread_ts=root)["ts"]
        talk.do("chat.delete", channel="#ops", ts=root)
        stone = talk.do("conversations.replies", channel="#ops", ts=root)["messages"]
        assert [one["text"] for one in stone] == ["This message was deleted.", "reply"]
        assert stone[0]["subtype"] == "tombstone"
        assert talk.error("chat.delete", channel="#ops", ts=root) == "message_not_found"
        talk.do("chat.delete", channel="#ops", ts=reply)
        assert "reply" not in talk.channel("ops").texts()


def test_a_permalink_names_channel_moment_and_thread() -> None:
    with talking() as talk:
        room = talk.channel("ops").id
        root = talk.do("chat.postMessage", channel="#ops", text="root")["ts"]
        reply = talk.do("chat.postMessage", channel="#ops", text="reply", thread_ts=root)["ts"]
        links = [
            talk.do("chat.getPermalink", channel="#ops", message_ts=ts)["permalink"] for ts in (root, reply)
        ]
        base = f"https://fernwood-bikes.slack.com/archives/{room}"
        assert links[0] == f"{base}/p{root.replace('.', '')}"
        assert links[1] == f"{base}/p{reply.replace('.', '')}?thread_ts={root}&cid={room}"
        assert talk.error("chat.getPermalink", channel="#ops", message_ts="1") == "message_not_found"


def test_a_reaction_counts_once_for_everybody() -> None:
    with talking() as talk:
        ts = talk.do("chat.postMessage", channel="#checkout", text="x")["ts"]
        where = {"channel": "#checkout", "timestamp": ts}
        for token in (ALEX, PRIYA):
            talk.do("reactions.add", token, name="eyes", **where)
        assert talk.error("reactions.add", ALEX, name=":eyes:", **where) == "already_reacted"
        (shown,) = talk.do("reactions.get", **where)["message"]["reactions"]
        assert shown == {"name": "eyes", "users": ["U0FERNALEX", "U0FERNPRIY"], "count": 2}
        talk.do("reactions.remove", ALEX, name="eyes", **where)
        assert talk.error("reactions.remove", ALEX, name="eyes", **where) == "no_reaction"
        talk.do("reactions.remove", PRIYA, name="eyes", **where)
        assert "reactions" not in talk.do("reactions.get", **where)["message"]


@pytest.mark.parametrize(
    ("name", "ts", "error"),
    [
        ("eyes", "", "no_item_specified"),
        ("eyes", "yesterday", "bad_timestamp"),
        ("eyes", "1700000000.000100", "message_not_found"),
        ("Not an emoji", None, "invalid_name"),
    ],
)
def test_a_reaction_to_nothing_or_of_nothing_is_refused(name: str, ts: str | None, error: str) -> None:
    with talking() as talk:
        where = ts if ts is not None else talk.last("checkout").ts
        assert talk.error("reactions.add", channel="#checkout", timestamp=where, name=name) == error


def test_the_seed_has_an_edited_message_and_one_with_toned_reactions() -> None:
    with talking() as talk:
        said = talk.do("conversations.history", channel="#checkout")
        assert any("edited" in one for one in said["messages"])
        assert any(
            one.get("reactions") == [{"name": "+1::skin-tone-3", "users": ["U0FERNALEX"], "count": 1}]
            for one in said["messages"]
        )
        assert texts(said)
