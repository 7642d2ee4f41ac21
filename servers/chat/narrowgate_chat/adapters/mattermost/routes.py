"""Every request this server can send to Mattermost.

`user_id` is `me` wherever the vendor takes it: then nobody else can be meant.
"""

from __future__ import annotations

from collections.abc import Mapping

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND

_V4 = "/api/v4"
_PAGED = frozenset({"page", "per_page"})

MYSELF = Route("myself", READ, "GET", f"{_V4}/users/me")
USER = Route("user", READ, "GET", f"{_V4}/users/{{id}}")
USER_NAMED = Route("user_named", READ, "GET", f"{_V4}/users/username/{{name}}")
USER_MAILED = Route("user_mailed", READ, "GET", f"{_V4}/users/email/{{address}}")
USERS = Route("users", READ, "POST", f"{_V4}/users/ids")
USERS_FOUND = Route("users_found", READ, "POST", f"{_V4}/users/search")
TEAM = Route("team", READ, "GET", f"{_V4}/teams/{{id}}")
TEAM_NAMED = Route("team_named", READ, "GET", f"{_V4}/teams/name/{{name}}")
MY_CHANNELS = Route("my_channels", READ, "GET", f"{_V4}/users/me/teams/{{team}}/channels")
PUBLIC_CHANNELS = Route("public_channels", READ, "GET", f"{_V4}/teams/{{team}}/channels", _PAGED)
CHANNEL = Route("channel", READ, "GET", f"{_V4}/channels/{{id}}")
CHANNEL_NAMED = Route("channel_named", READ, "GET", f"{_V4}/teams/{{team}}/channels/name/{{name}}")
DIRECT = Route("direct", REPLACE, "POST", f"{_V4}/channels/direct")
POSTS = Route("posts", READ, "GET", f"{_V4}/channels/{{id}}/posts", _PAGED | {"before", "after"})
THREAD = Route(
    "thread",
    READ,
    "GET",
    f"{_V4}/posts/{{id}}/thread",
    frozenset({"perPage", "fromPost", "fromCreateAt", "direction"}),
)
POST = Route("post", READ, "GET", f"{_V4}/posts/{{id}}")
SEARCH = Route("search", READ, "POST", f"{_V4}/teams/{{team}}/posts/search")
SEND = Route("send", APPEND, "POST", f"{_V4}/posts")
EDIT = Route("edit", REPLACE, "PUT", f"{_V4}/posts/{{id}}/patch")
REACT = Route("react", REPLACE, "POST", f"{_V4}/reactions")
UPLOAD = Route("upload", APPEND, "POST", f"{_V4}/files")
FILES = Route("files", READ, "GET", f"{_V4}/posts/{{id}}/files/info")
DOWNLOAD = Route("download", READ, "GET", f"{_V4}/files/{{id}}", answers="bytes")
LISTEN = Route("listen", READ, "GET", f"{_V4}/websocket", answers="websocket")

_TEAM = (TEAM, TEAM_NAMED)
_PERSON = (USER, USER_NAMED, USER_MAILED)
_CHANNEL = (*_TEAM, *_PERSON, MYSELF, CHANNEL, CHANNEL_NAMED, POST, USERS)
_TOLD = (*_TEAM, MYSELF, USERS)
"""What it takes to tell of a message: whose it is, and where people find it."""
_AFTER = (*_TOLD, POSTS, THREAD)

BY_METHOD: Mapping[str, tuple[Route, ...]] = {
    "whoami": (MYSELF,),
    "parse_message": (),
    "parse_channel": (),
    "channels": (*_TOLD, MY_CHANNELS, PUBLIC_CHANNELS),
    "channel": _CHANNEL,
    "open_direct": (*_TOLD, DIRECT),
    "find_users": (USERS_FOUND,),
    "user": _PERSON,
    "message": (*_TOLD, POST),
    "history": _AFTER,
    "since": _AFTER,
    "latest": (POSTS,),
    "arrival": (*_AFTER, LISTEN),
    "search": (*_TOLD, SEARCH),
    "written": (),
    "send": (*_TOLD, SEND),
    "find_sent": (*_TOLD, POSTS),
    "edit": (*_TOLD, EDIT),
    "react": (MYSELF, REACT),
    "upload": (*_TOLD, UPLOAD, SEND),
    "file": (POST, FILES),
    "download": (DOWNLOAD,),
}
