"""Every method the chat knows, what a token needs for it, and who answers."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_sandbox.slack import conversations, people, posting, reading
from narrowgate_sandbox.slack.call import Handler


@dataclass(frozen=True, slots=True)
class Method:
    """`scopes` are those that do not depend on the conversation."""

    handler: Handler
    scopes: tuple[str, ...] = ()
    users_only: bool = False


METHODS = {
    "auth.test": Method(people.auth_test),
    "team.info": Method(people.team_info, ("team:read",)),
    "users.info": Method(people.users_info, ("users:read",)),
    "users.list": Method(people.users_list, ("users:read",)),
    "users.lookupByEmail": Method(people.users_lookup_by_email, ("users:read.email",)),
    "conversations.history": Method(reading.conversations_history),
    "conversations.info": Method(conversations.conversations_info),
    "conversations.list": Method(conversations.conversations_list),
    "conversations.members": Method(conversations.conversations_members),
    "conversations.open": Method(conversations.conversations_open),
    "conversations.replies": Method(reading.conversations_replies),
    "chat.postMessage": Method(posting.chat_post_message, ("chat:write",)),
}
