"""Everything that Slack can be sent, as values: https://docs.slack.dev/reference/methods"""

from __future__ import annotations

from collections.abc import Mapping

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route, SecondHost

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND

_FILES = "https://files.slack.com"
_PAGED = frozenset({"cursor", "limit"})
_STRETCH = _PAGED | {"channel", "oldest", "latest", "inclusive", "include_all_metadata"}


class SLACK:
    """Reads carry their arguments in the query, writes as JSON."""

    auth_test = Route("auth_test", READ, "GET", "/api/auth.test")
    user = Route("user", READ, "GET", "/api/users.info", frozenset({"user"}))
    user_by_email = Route("user_by_email", READ, "GET", "/api/users.lookupByEmail", frozenset({"email"}))
    users = Route("users", READ, "GET", "/api/users.list", _PAGED)
    channel = Route("channel", READ, "GET", "/api/conversations.info", frozenset({"channel"}))
    channels = Route(
        "channels", READ, "GET", "/api/conversations.list", _PAGED | {"types", "exclude_archived"}
    )
    direct = Route("direct", REPLACE, "POST", "/api/conversations.open")
    history = Route("history", READ, "GET", "/api/conversations.history", _STRETCH)
    replies = Route("replies", READ, "GET", "/api/conversations.replies", _STRETCH | {"ts"})
    search = Route(
        "search",
        READ,
        "GET",
        "/api/search.messages",
        frozenset({"query", "count", "page", "sort", "sort_dir"}),
    )
    post = Route("post", APPEND, "POST", "/api/chat.postMessage")
    update = Route("update", REPLACE, "POST", "/api/chat.update")
    react = Route("react", REPLACE, "POST", "/api/reactions.add")
    upload_begin = Route(
        "upload_begin",
        REPLACE,
        "GET",
        "/api/files.getUploadURLExternal",
        frozenset({"filename", "length"}),
    )
    upload_bytes = Route(
        "upload_bytes", REPLACE, "POST", "/upload/...", answers="nothing", host=SecondHost(_FILES)
    )
    upload_end = Route("upload_end", APPEND, "POST", "/api/files.completeUploadExternal")
    download = Route(
        "download", READ, "GET", "/files-pri/...", answers="bytes", host=SecondHost(_FILES, credential=True)
    )


_WHO = (SLACK.auth_test, SLACK.user)
_READING = (SLACK.history, SLACK.replies, *_WHO)
_PERSON = (SLACK.user, SLACK.user_by_email, SLACK.users)

BY_METHOD: Mapping[str, tuple[Route, ...]] = {
    "whoami": _WHO,
    "parse_message": (),
    "parse_channel": (),
    "channels": (SLACK.channels, SLACK.user),
    "channel": (SLACK.channel, SLACK.channels, *_PERSON),
    "open_direct": (SLACK.direct,),
    "find_users": (SLACK.users, SLACK.user_by_email),
    "user": _PERSON,
    "message": _READING,
    "history": _READING,
    "since": _READING,
    "latest": (SLACK.history, SLACK.replies),
    "arrival": (),
    "search": (SLACK.search, *_WHO),
    "written": (),
    "send": (SLACK.post, SLACK.auth_test),
    "find_sent": _READING,
    "edit": (SLACK.update, SLACK.auth_test),
    "react": (SLACK.react,),
    "upload": (SLACK.upload_begin, SLACK.upload_bytes, SLACK.upload_end, *_READING),
    "file": _READING,
    "download": (SLACK.download,),
}
