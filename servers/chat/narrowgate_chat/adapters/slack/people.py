"""Who is who: looked up one by one when they are met, remembered, and never swept from the whole workspace."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.slack import mapping
from narrowgate_chat.adapters.slack import picking as pick
from narrowgate_chat.adapters.slack.mapping import Myself
from narrowgate_chat.adapters.slack.routes import SLACK
from narrowgate_chat.port import User
from narrowgate_common.errors import GatewayError, bad_input, not_found
from narrowgate_common.outbound import Sender
from narrowgate_common.routes import Request

PAGES, PAGE = 5, 1_000
_MOST_LOOKUPS = 30
"""For one answer; the others are called by their ids."""
_REMEMBERED = 5_000
_MET = re.compile(r'<@([UW][A-Z0-9]{2,30})|"(?:user|user_id)": ?"([UW][A-Z0-9]{2,30})"', re.ASCII)
_MAIL = re.compile(r"[^\s@<>]{1,100}@[^\s@<>]{1,150}")


@dataclass(frozen=True)
class People:
    sender: Sender
    profile: Profile

    async def me(self) -> Myself:
        """Whose token this is, asked for once."""
        known = self.profile.known.get("me")
        if isinstance(known, Myself):
            return known
        reply = await self.sender.send(Request(SLACK.auth_test))
        found = self.profile.known["me"] = mapping.myself(reply.json)
        return found

    def user(self, user_id: str) -> str:
        """What people write after an `@`, as far as it is known."""
        found = self._users.get(user_id)
        return found.handle or found.name if found else user_id

    def channel(self, channel_id: str) -> str:
        return str(self._names.get(channel_id, channel_id))

    def remember_channel(self, channel_id: str, name: str) -> None:
        _keep(self._names, channel_id, name)

    async def meet(self, rows: Iterable[Any]) -> None:
        """Looks up whoever wrote or is mentioned in these messages; who cannot be found keeps the id."""
        unknown = [each for each in dict.fromkeys(_met(rows)) if each not in self._users]
        for user_id in unknown[:_MOST_LOOKUPS]:
            try:
                await self.by_id(user_id)
            except GatewayError as error:
                if error.reason in ("credential_rejected", "missing_scope") or error.retry_after_s:
                    return

    async def by_id(self, user_id: str) -> User:
        known = self._users.get(user_id)
        return known or await self._asked(Request(SLACK.user, query={"user": user_id}))

    async def by_mail(self, address: str) -> User:
        return await self._asked(Request(SLACK.user_by_email, query={"email": address}))

    async def find(self, reference: str) -> User:
        """By id, e-mail address or handle; a handle is looked for in a bounded number of pages."""
        typed = reference.strip().removeprefix("@")
        if pick.USER_ID.fullmatch(typed):
            return await self.by_id(typed)
        if _MAIL.fullmatch(typed):
            return await self.by_mail(typed)
        return await self._by_handle(typed.casefold())

    async def _by_handle(self, wanted: str) -> User:
        for known in self._users.values():
            if known.active and wanted == known.handle.casefold():
                return known
        found: list[User] = []
        async with aclosing(self._everybody()) as everybody:
            async for raw in everybody:
                if wanted in mapping.handles(raw) and not pick.flag(raw, "deleted"):
                    found += pick.readable([raw], mapping.user)
        if not found:
            raise not_found(
                "Somebody of that handle", details=["An e-mail address or an id always finds people"]
            )
        if len(found) > 1:
            raise bad_input(
                "Several people are called that; give an id",
                reason="ambiguous",
                details=[f"available: {', '.join(each.id for each in found[:10])}"],
            )
        return self._remembered(found[0])

    async def search(self, words: str, limit: int) -> tuple[User, ...]:
        wanted = words.strip().removeprefix("@").casefold()
        found: dict[str, User] = {}
        if _MAIL.fullmatch(wanted):
            found = {each.id: each for each in await self._with_mail(wanted)}
        async with aclosing(self._everybody()) as everybody:
            async for raw in everybody:
                if len(found) >= limit:
                    break
                for each in pick.readable([raw], mapping.user):
                    if each.active and wanted in f"{each.name}\n{each.handle}\n{each.email or ''}".casefold():
                        found[each.id] = self._remembered(each)
        return tuple(found.values())[:limit]

    async def _with_mail(self, address: str) -> list[User]:
        try:
            return [await self.by_mail(address)]
        except GatewayError:
            return []

    async def _everybody(self) -> AsyncGenerator[Any]:
        """As the vendor lists them, from a bounded number of pages."""
        cursor: str | None = None
        for _ in range(PAGES):
            query: dict[str, Any] = {"limit": PAGE} | ({"cursor": cursor} if cursor else {})
            raw = (await self.sender.send(Request(SLACK.users, query=query))).json
            for each in pick.listed(raw, "members"):
                yield each
            cursor = pick.next_cursor(raw)
            if cursor is None:
                return

    async def _asked(self, request: Request) -> User:
        raw = (await self.sender.send(request)).json
        return self._remembered(mapping.user(pick.obj(raw, "user")))

    def _remembered(self, user: User) -> User:
        _keep(self._users, user.id, user)
        return user

    @property
    def _users(self) -> dict[str, User]:
        found: dict[str, User] = self.profile.known.setdefault("users", {})
        return found

    @property
    def _names(self) -> dict[str, str]:
        found: dict[str, str] = self.profile.known.setdefault("channel_names", {})
        return found


def _keep(memory: dict[str, Any], key: str, value: Any) -> None:
    """The oldest gives way."""
    memory.pop(key, None)
    memory[key] = value
    if len(memory) > _REMEMBERED:
        memory.pop(next(iter(memory)))


def _met(rows: Iterable[Any]) -> list[str]:
    found = _MET.finditer(json.dumps(list(rows)))
    return [each[1] or each[2] for each in found]
