"""Who and where: the account, the team, people and channels, each asked for once and kept for a while."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from narrowgate_chat.adapters import Profile
from narrowgate_chat.adapters.mattermost import mapping, routes
from narrowgate_chat.adapters.mattermost.asking import Asking
from narrowgate_chat.adapters.mattermost.pasted import OF_POST
from narrowgate_chat.adapters.mattermost.positions import Position
from narrowgate_chat.port import Channel, Message, Name, User
from narrowgate_common.errors import Category, GatewayError, bad_input, not_found, upstream_error

_MOST_KNOWN = 5_000
"""People kept; then all are forgotten and asked for again."""
_AT_ONCE = 100


class Names:
    """The names and ids of one chat, for the time of one call."""

    def __init__(self, asking: Asking, profile: Profile) -> None:
        self._asking = asking
        self._profile = profile
        self.site = profile.site

    @property
    def _people(self) -> dict[str, User]:
        people: dict[str, User] = self._profile.known.setdefault("people", {})
        if len(people) > _MOST_KNOWN:
            people.clear()
        return people

    async def me(self) -> User:
        if "me" not in self._profile.known:
            self._profile.known["me"] = self._kept(await self._asking.json(routes.MYSELF))
        found: User = self._profile.known["me"]
        return found

    async def prepared(self) -> User:
        """This account, with all that telling of its own message takes: nothing may fail once that was sent."""
        mine = await self.me()
        await self.team()
        self._people[mine.id] = mine
        return mine

    async def team(self) -> tuple[str, str]:
        """Its id, and its name as addresses have it. Raises configuration_error (`no_team`)."""
        if "team" not in self._profile.known:
            raw = await self._asked_team(self._profile.team or "")
            self._profile.known["team"] = (mapping.identity(raw), mapping.text(raw, "name"))
        found: tuple[str, str] = self._profile.known["team"]
        return found

    async def _asked_team(self, given: str) -> Any:
        """A name can look like an id; the other way round it cannot be."""
        if mapping.is_id(given):
            try:
                return await self._asking.json(routes.TEAM, {"id": given})
            except GatewayError as error:
                if error.reason != "no_team":
                    raise
        return await self._asking.json(routes.TEAM_NAMED, {"name": given.lower()})

    async def user(self, reference: str) -> User:
        """By id, handle or e-mail address."""
        given = reference.strip().removeprefix("@")
        if "@" in given:
            raw = await self._asking.json(routes.USER_MAILED, {"address": given})
        elif mapping.is_id(given):
            raw = await self._by_id_or_handle(given)
        elif mapping.is_name(given.lower()):
            raw = await self._asking.json(routes.USER_NAMED, {"name": given.lower()})
        else:
            raise bad_input("Give a person's @handle, e-mail address or id", reason="bad_identifier")
        return self._kept(raw)

    async def _by_id_or_handle(self, given: str) -> Any:
        try:
            return await self._asking.json(routes.USER, {"id": given})
        except GatewayError as error:
            if error.category is not Category.NOT_FOUND:
                raise
        return await self._asking.json(routes.USER_NAMED, {"name": given})

    def _kept(self, raw: Any) -> User:
        found = mapping.user(raw)
        self._people[found.id] = found
        return found

    async def people(self, ids: Iterable[str]) -> Mapping[str, User]:
        """Those that are known afterwards: whoever cannot be asked for goes by the id."""
        wanted = sorted(each for each in set(ids) if mapping.is_id(each))
        missing = [each for each in wanted if each not in self._people]
        for start in range(0, len(missing), _AT_ONCE):
            try:
                raw = await self._asking.json(routes.USERS, body=missing[start : start + _AT_ONCE])
            except GatewayError as error:
                if error.category is Category.CONFIGURATION_ERROR:
                    raise
                break
            for each in mapping.readable(mapping.rows(raw), mapping.user):
                self._people[each.id] = each
        return {each: self._people.get(each, User(each, "")) for each in wanted}

    async def channel(self, name: Name) -> Channel:
        if name.id is not None and name.id.startswith(OF_POST):
            post = await self._asking.json(routes.POST, {"id": name.id.removeprefix(OF_POST)})
            name = Name(id=mapping.identity(post, "channel_id"))
        if name.id is not None:
            return await self.told(await self._asking.json(routes.CHANNEL, {"id": name.id}))
        if name.person is not None:
            return await self._direct(await self.user(name.person))
        return await self.told(await self._named(str(name.name).lower()))

    async def _named(self, name: str) -> Any:
        if not mapping.is_name(name):
            raise bad_input(
                "A channel goes by the name in its address, as in #town-square", reason="bad_identifier"
            )
        team, _ = await self.team()
        return await self._asking.json(routes.CHANNEL_NAMED, {"team": team, "name": name})

    async def _direct(self, other: User) -> Channel:
        """The conversation there is: a read begins none."""
        first, second = sorted(((await self.me()).id, other.id))
        try:
            return await self.told(await self._named(f"{first}__{second}"))
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                raise not_found("A direct conversation with that person", reason="no_conversation") from None
            raise

    async def told(self, raw: Any, *, member: bool | None = None) -> Channel:
        return (await self.all_told([raw], member=member))[0]

    async def all_told(self, raw: list[Any], *, member: bool | None = None) -> tuple[Channel, ...]:
        """Channels, with the people of the direct ones. Raises upstream_error where a single one is unreadable."""
        _, team = await self.team()
        direct = [each for each in raw if mapping.text(each, "type") == "D"]
        mine = (await self.me()).id if direct else ""
        others = {mapping.text(each, "id"): mapping.other_id(each, mine) for each in direct}
        people = await self.people(filter(None, others.values()))

        def made(each: Any) -> Channel:
            other = people.get(others.get(mapping.text(each, "id")) or "")
            url = mapping.channel_url(self.site, team, each, other)
            return mapping.channel(each, url=url, other=other, member=member)

        return (made(raw[0]),) if len(raw) == 1 else mapping.readable(raw, made)

    async def messages(self, posts: list[Any]) -> tuple[Message, ...]:
        """Posts with their authors' names, in the order given."""
        if not posts:
            return ()
        (_, team), mine = await self.team(), await self.me()
        people = await self.people(mapping.text(each, "user_id") for each in posts)

        def made(post: Any) -> Message:
            post_id, author = mapping.identity(post), mapping.text(post, "user_id")
            return mapping.message(
                post,
                people.get(author, User(author, "")),
                url=f"{self.site}/{team}/pl/{post_id}",
                mine=mine.id,
                position=str(Position.of(post)),
            )

        return mapping.readable(posts, made)

    async def message(self, post: Any) -> Message:
        """Raises upstream_error where it is none."""
        found = await self.messages([post])
        if not found:
            raise upstream_error("The chat's answer holds no message", reason="unreadable")
        return found[0]
