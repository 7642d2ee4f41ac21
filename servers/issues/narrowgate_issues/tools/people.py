"""Users by what people type: "me", an id, an e-mail address, a name; ambiguous names list the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.quoting import quoted
from narrowgate_issues.port import Tracker, User

_CANDIDATES = 20
_SHOWN = 5


async def resolve(tracker: Tracker, typed: str, *, assignable_to: str | None) -> User:
    """The one user that was meant. Raises bad_input (`ambiguous_user`, `unknown_user`) listing candidates.

    Who has left is found only where nobody is to be given work (`assignable_to` None): a filter may ask for them.
    """
    text = typed.strip().removeprefix("@")
    if text.casefold() == "me":
        return await tracker.whoami()
    found = await tracker.find_users(text, assignable_to=assignable_to, limit=_CANDIDATES)
    active = [user for user in found if user.active]
    return choose(text, active if active or assignable_to else found)


def choose(text: str, active: Sequence[User]) -> User:
    """An exact id, address or name wins; a search that found one person found the one; else nobody is guessed."""
    for exact in (_by_id, _by_email, _by_name):
        found = [user for user in active if exact(user) == text.casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            raise _ambiguous(found)
    if len(active) == 1 and not ("@" in text and "@" in active[0].name):
        return active[0]
    if active:
        raise _ambiguous(active)
    raise bad_input(
        "Nobody who can be given this is found by that name; try find_users with a part of it",
        reason="unknown_user",
    )


def _by_id(user: User) -> str:
    return user.id.casefold()


def _by_email(user: User) -> str:
    return (user.email or "").casefold()


def _by_name(user: User) -> str:
    """Anybody may call himself by somebody's address, so an address is never a name."""
    return "" if "@" in user.name else user.name.casefold()


def _ambiguous(users: Sequence[User]) -> GatewayError:
    lines = [f"candidate: id {quoted(user.id, 80)}, name {quoted(user.name, 80)}" for user in users[:_SHOWN]]
    return bad_input(
        "Several people fit that name; give one of these ids", reason="ambiguous_user", details=lines
    )
