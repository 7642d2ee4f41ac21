"""Files both ways, by the vendor's second host. The vendor keeps no stamp on a file: within this process its id is one.

https://docs.slack.dev/messaging/working-with-files
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.port import File, Piece, Place
from narrowgate_common.errors import GatewayError, bad_input, not_found, permission_denied, upstream_error
from narrowgate_common.outbound import Sender
from narrowgate_common.routes import FilePart, QueryValue, Request

_REMEMBERED = 1_000
_HEAD_BYTES = 512
_PAGES_OF = (b"<!doctype html", b"<html")
_HTML = {"text/html", "application/xhtml+xml"}


@dataclass(frozen=True, slots=True)
class Upload:
    sender: Sender
    profile: Profile

    async def sent(
        self,
        place: Place,
        filename: str,
        content: bytes,
        media_type: str,
        comment: Piece | None,
        *,
        stamp: str,
    ) -> str:
        """The file's id. Only the last of the three steps shows anything to anybody."""
        if not content:
            raise bad_input("The chat takes no empty file", reason="empty_file")
        query: dict[str, QueryValue] = {"filename": filename, "length": len(content)}
        raw = (await self.sender.send(Request(SLACK.upload_begin, query=query))).json
        file_id = pick.identity(raw, "file_id", pick.FILE_ID)
        part = FilePart(filename, content, media_type)
        address = pick.text(raw, "upload_url")
        await self.sender.send(Request(SLACK.upload_bytes, address=address, file=part))
        _remember(self.profile, stamp, file_id)
        body: dict[str, Any] = {"files": [{"id": file_id}], "channel_id": place.channel.id}
        if place.root is not None:
            body["thread_ts"] = place.root
        if comment is not None:
            body["initial_comment"] = comment.native["text"]
        await self.sender.send(Request(SLACK.upload_end, json=body))
        return file_id


def _remember(profile: Profile, stamp: str, file_id: str) -> None:
    memory: dict[str, str] = profile.known.setdefault("uploads", {})
    memory[stamp] = file_id
    if len(memory) > _REMEMBERED:
        memory.pop(next(iter(memory)))


def uploaded(profile: Profile, stamp: str) -> str | None:
    """The file that was uploaded under this stamp, as far as this process knows."""
    found: str | None = profile.known.get("uploads", {}).get(stamp)
    return found


def holds(raw: Any, file_id: str) -> bool:
    return any(pick.text(each, "id") == file_id for each in pick.items(raw, "files"))


def not_yet() -> GatewayError:
    return upstream_error("The file is uploaded, but not shown yet", reason="unreadable")


async def downloaded(sender: Sender, file: File) -> AsyncGenerator[bytes]:
    """The bytes. Raises permission_denied where a login page stands in their place."""
    if not file.location:
        raise not_found("That file's content")
    first = True
    async with aclosing(sender.stream(Request(SLACK.download, address=file.location))) as chunks:
        async for chunk in chunks:
            if first and chunk:
                _refuse_login_page(file, chunk)
                first = False
            yield chunk


def _refuse_login_page(file: File, chunk: bytes) -> None:
    head = chunk[:_HEAD_BYTES].lstrip().lower()
    if file.media_type not in _HTML and head.startswith(_PAGES_OF):
        raise permission_denied(
            "The chat answered with a login page: this server's token may not read that file",
            reason="login_page",
        )
