"""Every method the chat knows, what a token needs for it, and who answers."""

from __future__ import annotations

from dataclasses import dataclass

from narrowgate_sandbox.slack import (
    conversations,
    editing,
    files,
    people,
    posting,
    reactions,
    reading,
    search,
)
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
    "chat.delete": Method(editing.chat_delete, ("chat:write",)),
    "chat.getPermalink": Method(editing.chat_get_permalink),
    "chat.postMessage": Method(posting.chat_post_message, ("chat:write",)),
    "chat.update": Method(editing.chat_update, ("chat:write",)),
    "files.completeUploadExternal": Method(files.files_complete_upload_external, ("files:write",)),
    "files.getUploadURLExternal": Method(files.files_get_upload_url_external, ("files:write",)),
    "files.info": Method(files.files_info, ("files:read",)),
    "reactions.add": Method(reactions.reactions_add, ("reactions:write",)),
    "reactions.get": Method(reactions.reactions_get, ("reactions:read",)),
    "reactions.remove": Method(reactions.reactions_remove, ("reactions:write",)),
    "search.messages": Method(search.search_messages, ("search:read",), users_only=True),
}
