"""Who: the account and the authors of messages, each asked for once and kept for a while."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.matrix import mapping, routes
from narrowgate_chat.adapters.matrix.asking import Asking
from narrowgate_chat.port import User
from narrowgate_common.errors import Category, GatewayError, bad_input

_MOST_KNOWN = 5_000
"""People kept; then all are forgotten and asked for again."""
_MOST_ASKED = 20
"""Unknown authors of one answer whose names are asked for; the others go by their ids."""
_MOST_FOUND = 100


class People:
    """For the time of one call."""

    def __init__(self, asking: Asking, profile: Profile) -> None:
        self._asking = asking
        self._profile = profile

    @property
    def _known(self) -> dict[str, User]:
        people: dict[str, User] = self._profile.known.setdefault("people", {})
        if len(people) > _MOST_KNOWN:
            people.clear()
        return people

    async def my_id(self) -> str:
        if "me" not in self._profile.known:
            raw = await self._asking.json(routes.WHOAMI)
            self._profile.known["me"] = mapping.checked(raw, "user_id", mapping.is_user)
        return str(self._profile.known["me"])

    async def me(self) -> User:
        """Whoever the homeserver says the credential belongs to, asked for anew."""
        self._profile.known.pop("me", None)
        return (await self.named([await self.my_id()]))[await self.my_id()]

    async def my_server(self) -> str:
        return mapping.server_of(await self.my_id())

    async def user(self, reference: str) -> User:
        """`@ann:example.com`, or `ann` for somebody of this account's own homeserver."""
        given = reference.strip().removeprefix("@")
        user_id = f"@{given}" if ":" in given else f"@{given}:{await self.my_server()}"
        if not mapping.is_user(user_id):
            raise bad_input("Give a person as @name:server", reason="bad_identifier")
        raw = await self._asking.json(routes.PROFILE, {"user": user_id})
        return self._kept(user_id, raw)

    def _kept(self, user_id: str, raw: Any) -> User:
        found = User(user_id, mapping.text(raw, "displayname") or user_id, user_id[1:])
        self._known[user_id] = found
        return found

    async def found(self, text: str, limit: int) -> tuple[User, ...]:
        body = {"search_term": text.strip().removeprefix("@"), "limit": min(limit, _MOST_FOUND)}
        raw = await self._asking.json(routes.USERS_FOUND, body=body)
        return mapping.readable(mapping.rows(raw, "results"), mapping.user)[:limit]

    def learn(self, joined: Mapping[str, Any]) -> None:
        """Names from a room's list of members."""
        for user_id in joined:
            if mapping.is_user(user_id) and len(self._known) < _MOST_KNOWN:
                self._known[user_id] = mapping.user({**mapping.obj(joined, user_id), "user_id": user_id})

    async def named(self, ids: Iterable[str]) -> Mapping[str, User]:
        wanted = sorted(each for each in set(ids) if mapping.is_user(each))
        for each in [one for one in wanted if one not in self._known][:_MOST_ASKED]:
            try:
                self._kept(each, await self._asking.json(routes.PROFILE, {"user": each}))
            except GatewayError as error:
                if error.category in {Category.CONFIGURATION_ERROR, Category.RATE_LIMITED}:
                    raise
        return {each: self._known.get(each, User(each, each, each[1:])) for each in wanted}
