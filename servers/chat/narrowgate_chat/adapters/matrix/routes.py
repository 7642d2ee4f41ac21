"""Every request this server can send to a Matrix homeserver.

A send, an edit and a reaction carry a transaction id: the homeserver takes the same one twice as one event.
"""

from __future__ import annotations

from collections.abc import Mapping

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND

_V1, _V3 = "/_matrix/client/v1", "/_matrix/client/v3"
_ROOM = f"{_V3}/rooms/{{room}}"
_SENDING = f"{_ROOM}/send"
_RELATED = frozenset({"from", "dir", "limit"})
_DIRECT_ROOMS = f"{_V3}/user/{{user}}/account_data/m.direct"

WHOAMI = Route("whoami", READ, "GET", f"{_V3}/account/whoami")
PROFILE = Route("profile", READ, "GET", f"{_V3}/profile/{{user}}")
USERS_FOUND = Route("users_found", READ, "POST", f"{_V3}/user_directory/search")
SYNC = Route("sync", READ, "GET", f"{_V3}/sync", frozenset({"filter", "since", "timeout"}))
ALIAS = Route("alias", READ, "GET", f"{_V3}/directory/room/{{alias}}")
MEMBERS = Route("members", READ, "GET", f"{_ROOM}/joined_members")
EVENT = Route("event", READ, "GET", f"{_ROOM}/event/{{event}}")
MESSAGES = Route("messages", READ, "GET", f"{_ROOM}/messages", _RELATED | {"filter"})
CONTEXT = Route("context", READ, "GET", f"{_ROOM}/context/{{event}}", frozenset({"limit", "filter"}))
THREAD = Route("thread", READ, "GET", f"{_V1}/rooms/{{room}}/relations/{{event}}/m.thread", _RELATED)
SEARCH = Route("search", READ, "POST", f"{_V3}/search", frozenset({"next_batch"}))
DIRECT_ROOMS = Route("direct_rooms", READ, "GET", _DIRECT_ROOMS)
SET_DIRECT_ROOMS = Route("set_direct_rooms", REPLACE, "PUT", _DIRECT_ROOMS)
CREATE_ROOM = Route("create_room", APPEND, "POST", f"{_V3}/createRoom")
SEND = Route("send", APPEND, "PUT", f"{_SENDING}/m.room.message/{{transaction}}")
EDIT = Route("edit", REPLACE, "PUT", f"{_SENDING}/m.room.message/{{transaction}}")
REACT = Route("react", REPLACE, "PUT", f"{_SENDING}/m.reaction/{{transaction}}")
DOWNLOAD = Route("download", READ, "GET", f"{_V1}/media/download/{{server}}/{{media}}", answers="bytes")
"""With the credential; the older address without one answers 404 for what is new."""

_CHANNEL = (WHOAMI, PROFILE, SYNC, ALIAS, MEMBERS, DIRECT_ROOMS)
_TOLD = (WHOAMI, PROFILE)
"""What it takes to tell of a message: whose it is."""
_SINCE = (*_TOLD, CONTEXT, MESSAGES)

BY_METHOD: Mapping[str, tuple[Route, ...]] = {
    "whoami": _TOLD,
    "parse_message": (),
    "parse_channel": (),
    "channels": _CHANNEL,
    "channel": _CHANNEL,
    "open_direct": (*_CHANNEL, CREATE_ROOM, SET_DIRECT_ROOMS),
    "find_users": (USERS_FOUND,),
    "user": _TOLD,
    "message": (*_TOLD, EVENT),
    "history": (*_TOLD, MESSAGES, EVENT, THREAD),
    "since": _SINCE,
    "latest": (MESSAGES,),
    "arrival": (*_SINCE, SYNC),
    "search": (*_TOLD, SEARCH),
    "written": (),
    "send": (*_TOLD, SEND),
    "find_sent": (*_TOLD, MESSAGES),
    "edit": (*_TOLD, EDIT),
    "react": (REACT,),
    "upload": (),
    "file": (EVENT,),
    "download": (DOWNLOAD,),
}
