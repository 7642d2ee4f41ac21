"""What a sync or a list of events shall hold: https://spec.matrix.org/latest/client-server-api/#filtering"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

_NOTHING: dict[str, Any] = {"types": [], "limit": 1}
_STATE = (
    "m.room.name",
    "m.room.topic",
    "m.room.canonical_alias",
    "m.room.encryption",
    "m.room.join_rules",
    "m.room.tombstone",
    "m.room.create",
)
EVERY: dict[str, Any] = {"types": ["m.room.message", "m.reaction"]}
MESSAGES: dict[str, Any] = {"types": ["m.room.message"]}


def written(found: dict[str, Any]) -> str:
    return json.dumps(found, separators=(",", ":"))


def rooms(ids: Sequence[str] | None) -> str:
    """What rooms are, of those given or of all that were joined, and whom direct conversations are with."""
    room = {
        "state": {"types": list(_STATE), "lazy_load_members": True},
        "timeline": _NOTHING,
        "ephemeral": _NOTHING,
        "account_data": _NOTHING,
        **({} if ids is None else {"rooms": list(ids)}),
    }
    return written({"room": room, "presence": _NOTHING, "account_data": {"types": ["m.direct"]}})


def arrivals(room_id: str) -> str:
    """Messages of one room, and nothing else that would end a wait."""
    room = {
        "rooms": [room_id],
        "state": _NOTHING,
        "timeline": {**MESSAGES, "limit": 1},
        "ephemeral": _NOTHING,
        "account_data": _NOTHING,
    }
    return written({"room": room, "presence": _NOTHING, "account_data": _NOTHING})
