"""The many: people and channels of a huge workspace, who exist only when somebody asks for them."""

from __future__ import annotations

from narrowgate_sandbox.company.chat_records import Channel, Member

_PERSON, _CHANNEL = "U0CROWD", "C0CROWD"
_DIGITS = 6
_CREATED = 1_735_689_600


def person(number: int) -> Member:
    """The one of that number, from 0."""
    shown = f"{number:0{_DIGITS}d}"
    return Member(f"{_PERSON}{shown}", f"person.{shown}", f"Person {shown}", f"person.{shown}@crowd.example")


def channel(number: int, creator: str) -> Channel:
    shown = f"{number:0{_DIGITS}d}"
    return Channel(f"{_CHANNEL}{shown}", f"crowd-{shown}", "public", creator, _CREATED)


def person_number(reference: str) -> int | None:
    """The number in an id or an e-mail address, None when it is no such thing."""
    if reference.endswith("@crowd.example"):
        return _number(reference.removesuffix("@crowd.example"), "person.")
    return _number(reference, _PERSON)


def channel_number(reference: str) -> int | None:
    """The number in an id or a name."""
    found = _number(reference, _CHANNEL)
    return found if found is not None else _number(reference, "crowd-")


def _number(text: str, prefix: str) -> int | None:
    rest = text.removeprefix(prefix)
    fits = text.startswith(prefix) and len(rest) == _DIGITS and rest.isascii() and rest.isdigit()
    return int(rest) if fits else None
