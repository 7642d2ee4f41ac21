"""Lists as compact text: how many, the vendor's words line by line, and how to go on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from narrowgate_common.tools import Rendering

Data = dict[str, Any]


def theirs(data: Data) -> Data:
    found = data.get("untrusted")
    return found if isinstance(found, dict) else {}


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def continued(data: Data) -> str:
    cursor = data.get("cursor")
    notes = [f"continue with cursor={cursor}"] if cursor else []
    if data.get("truncated"):
        notes.append("Some texts were cut to fit; ask for less at a time to see them whole.")
    return "\n".join(notes)


def listing(data: Data, name: str, noun: str, lines: Iterable[str]) -> Rendering:
    return Rendering(counted(len(data.get(name, [])), noun), "\n".join(lines), continued(data))


def origin_notes(data: Data) -> list[str]:
    """How the result of a write came about, where it is not the plain way."""
    notes = []
    if data.get("repeated"):
        notes.append("This was done by an earlier identical call; nothing was sent now.")
    if data.get("reconciled"):
        found = (
            "its effect was found by looking. It was sent once."
            if "request_id" in data
            else "all stands as asked."
        )
        notes.append(f"The answer was lost; {found}")
    return notes
