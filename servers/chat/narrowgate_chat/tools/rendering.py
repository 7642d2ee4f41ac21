"""The results of writes and waits as compact text."""

from __future__ import annotations

from narrowgate_chat.tools.reading import message_text
from narrowgate_common.listings import origin_notes, theirs
from narrowgate_common.tools import Data, Rendering


def sent_text(data: Data) -> Rendering:
    if data.get("preview"):
        pieces = theirs(data).get("would_read", [])
        head = f"Preview: nothing was sent. It would be {len(pieces)} message(s)."
        return Rendering("\n".join([head, *_notes(data)]), "\n---\n".join(pieces))
    sent = data.get("messages", [])
    lines = [f"Sent {each.get('message', '')} {each.get('url', '')}" for each in sent]
    if data.get("sha256"):
        lines.append(f"sha256: {data['sha256']}")
    tail = f"wait for a reply with after={data['wait_cursor']}" if data.get("wait_cursor") else ""
    body = "\n".join(theirs(each).get("text", "") for each in sent)
    return Rendering("\n".join([*lines, *_notes(data), *origin_notes(data)]), body, tail)


def _notes(data: Data) -> list[str]:
    notes = [f"written otherwise: {line}" for line in data.get("changed", [])]
    if data.get("pinged"):
        notes.append(f"pings {len(data['pinged'])}")
    return notes


def edited_text(data: Data) -> Rendering:
    lines = [f"Edited {data.get('message', '')} {data.get('url', '')}", *_notes(data)]
    if data.get("ignored"):
        lines.append("The chat shows another text; read it with read_thread")
    return Rendering("\n".join([*lines, *origin_notes(data)]), theirs(data).get("text", ""))


def reacted_text(data: Data) -> Rendering:
    return Rendering(f"Reacted to {data.get('message', '')}", theirs(data).get("emoji", ""))


def waited_text(data: Data) -> Rendering:
    replies = data.get("messages", [])
    found = f"{len(replies)} message(s) came" if replies else "Nothing came"
    head = f"{found} within {data.get('waited_s', 0)} s."
    tail = f"go on waiting with after={data.get('wait_cursor', '')}"
    return Rendering(head, "\n".join(map(message_text, replies)), tail)
