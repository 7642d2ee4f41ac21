"""A file as the vendor shows it."""

from __future__ import annotations

import re

from narrowgate_sandbox.company.chat_records import ChatFile, Json
from narrowgate_sandbox.slack.call import Call

_PRETTY = {"png": "PNG", "txt": "Plain Text", "pdf": "PDF"}
_PLAIN = re.compile(r"[^a-z0-9._-]", re.ASCII)
_LISTS = {"public": "channels", "private": "groups", "group": "groups", "direct": "ims"}


def shape(call: Call, file: ChatFile, *, shares: bool = False) -> Json:
    """`shares` adds where it was shared; right after an upload the vendor does not know yet."""
    ending = file.name.rpartition(".")[2].lower() if "." in file.name else "binary"
    home = call.chat.workspace
    address = f"{call.files_url}/files-pri/{home.id}-{file.id}"
    lists: dict[str, list[str]] = {"channels": [], "groups": [], "ims": []}
    for one in file.shared:
        lists[_LISTS[call.chat.channels[one].kind]].append(one)
    return {
        "id": file.id,
        "created": file.created,
        "timestamp": file.created,
        "name": file.name,
        "title": file.title,
        "mimetype": file.media_type,
        "filetype": ending,
        "pretty_type": _PRETTY.get(ending, ending.upper()),
        "user": file.owner.id,
        "user_team": file.owner.workspace or home.id,
        "editable": False,
        "size": file.length,
        "mode": "hosted",
        "is_external": False,
        "external_type": "",
        "is_public": bool(lists["channels"]),
        "public_url_shared": False,
        "display_as_bot": False,
        "username": "",
        "url_private": f"{address}/{slug(file)}",
        "url_private_download": f"{address}/download/{slug(file)}",
        "permalink": f"https://{home.domain}.slack.com/files/{file.owner.id}/{file.id}/{slug(file)}",
        "is_starred": False,
        "has_rich_preview": False,
        "comments_count": 0,
        **lists,
        **({"shares": _shares(call, file)} if shares else {}),
    }


def slug(file: ChatFile) -> str:
    """The name in addresses: small letters, and a low line for everything unusual."""
    return _PLAIN.sub("_", file.name.lower())


def _shares(call: Call, file: ChatFile) -> Json:
    said: Json = {}
    for one in file.shared:
        channel = call.chat.channels[one]
        found = [message.ts for message in channel.ordered() if file in message.files]
        kind = "private" if channel.private else "public"
        said.setdefault(kind, {})[one] = [{"ts": ts, "channel_name": channel.name} for ts in found]
    return said
