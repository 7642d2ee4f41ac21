"""A message as the vendor shows it."""

from __future__ import annotations

from narrowgate_sandbox.company.chat_records import ChatMessage, Json, Member
from narrowgate_sandbox.slack import file_shape
from narrowgate_sandbox.slack.call import Call

_UPDATED = 1_764_460_800
_SLACKBOT = "USLACKBOT"


def shape(call: Call, message: ChatMessage, *, metadata: bool = False) -> Json:
    """`metadata` adds what apps put beside a message, which is shown to those only who ask for it."""
    home = message.author.workspace or call.chat.workspace.id
    gone = message.subtype == "tombstone"
    said: Json = {"type": "message", "user": _SLACKBOT if gone else message.author.id}
    said |= {"text": message.text, "ts": message.ts, "team": home}
    said |= _author(call, message)
    said |= {name: value for name, value in _parts(call, message) if value}
    if message.edited:
        said["edited"] = {"user": message.edited[0], "ts": message.edited[1]}
    if metadata and message.metadata is not None:
        said["metadata"] = message.metadata
    return said | _thread(call, message)


def _author(call: Call, message: ChatMessage) -> Json:
    author = message.author
    if not author.bot or message.subtype == "tombstone":
        return {"client_msg_id": message.client_msg_id} if message.client_msg_id else {}
    return {"bot_id": author.bot_id, "app_id": author.app_id, "bot_profile": _bot(call, author)}


def _bot(call: Call, author: Member) -> Json:
    icons = {f"image_{one}": f"https://a.slack-edge.com/bot/{one}.png" for one in (36, 48, 72)}
    return {
        "id": author.bot_id,
        "app_id": author.app_id,
        "name": author.name,
        "icons": icons,
        "deleted": False,
        "updated": _UPDATED,
        "team_id": call.chat.workspace.id,
    }


def _parts(call: Call, message: ChatMessage) -> list[tuple[str, object]]:
    reactions = [
        {"name": one.name, "users": list(one.members), "count": len(one.members)} for one in message.reactions
    ]
    return [
        ("subtype", message.subtype),
        ("blocks", message.blocks),
        ("attachments", message.attachments),
        ("files", [file_shape.shape(call, one) for one in message.files]),
        ("upload", bool(message.files) and message.subtype is None),
        ("reactions", reactions),
    ]


def _thread(call: Call, message: ChatMessage) -> Json:
    if message.thread_ts is None:
        return {}
    said: Json = {"thread_ts": message.thread_ts}
    channel = call.chat.channels[message.channel]
    root = channel.messages.get(message.thread_ts)
    if message.is_reply:
        return said | ({"parent_user_id": root.author.id} if root else {})
    seen = [one for one in message.replies if one.unseen_reads <= 0]
    people = list(dict.fromkeys(one.author.id for one in seen))
    said |= {
        "reply_count": len(seen),
        "reply_users_count": len(people),
        "subscribed": False,
        "is_locked": False,
    }
    return said | ({"reply_users": people[:5], "latest_reply": seen[-1].ts} if seen else {})
