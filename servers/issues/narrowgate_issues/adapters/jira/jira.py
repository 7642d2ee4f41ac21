"""What both editions of Jira do alike; Cloud and Data Center are two classes that add what they do their own way."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, TypeVarTuple

import anyio.to_thread

from narrowgate_common.errors import not_found, upstream_error
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Sender
from narrowgate_common.replies import Reply
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.routes import FilePart, QueryValue, Request, Route
from narrowgate_issues.adapters.jira import mapping, originals
from narrowgate_issues.adapters.jira.fieldset import (
    EXPANDS,
    STAMP,
    Edition,
    encoded,
    encoded_fields,
    wanted_fields,
)
from narrowgate_issues.adapters.jira.rejections import credential_rejected, credential_was_rejected
from narrowgate_issues.adapters.jira.routes import SharedRoutes
from narrowgate_issues.custom_fields import CustomField
from narrowgate_issues.port import (
    Attachment,
    Audience,
    Changes,
    Comment,
    Issue,
    LinkType,
    Part,
    Row,
    ScreenField,
    Transition,
    User,
)

COMMENTS_SHOWN = 20
TYPES_PAGE = 200
LONG_ANSWER = 50_000
"""Bytes; what is shorter becomes values within a few milliseconds."""

Made = TypeVar("Made")
Given = TypeVarTuple("Given")


@dataclass(frozen=True, slots=True)
class Profile:
    """What an adapter must know of its configuration: the site people browse, and the custom fields by alias."""

    site: str
    aliases: Mapping[str, CustomField]


async def aside(size: int, make: Callable[[*Given], Made], *given: *Given) -> Made:
    """What a long answer takes a while to become is made in a thread: other calls, and deadlines, go on meanwhile.

    `size` is the answer's, in bytes; of a short one the way to a thread and back would be the longest part.
    """
    return await anyio.to_thread.run_sync(make, *given) if size >= LONG_ANSWER else make(*given)


class Jira:
    """One Jira, for the time of one call."""

    edition: Edition
    routes: SharedRoutes

    def __init__(self, sender: Sender, profile: Profile) -> None:
        self._sender = sender
        self._profile = profile
        self._read = 0

    async def whoami(self) -> User:
        found = mapping.user(await self._json(self.routes.myself), self.edition)
        if found is None:
            raise upstream_error("The tracker does not say who this account is", reason="unreadable")
        return found

    def rewritten(self, before: Rich, markdown: str, *, allow_removals: bool = False) -> Rewrite:
        return originals.rewritten(before, markdown, self.edition, allow_removals=allow_removals)

    async def get_issue(self, key: str, include: Collection[Part], *, comments_token: str | None) -> Issue:
        fields = wanted_fields(self._profile.aliases.values(), include)
        query = {"fields": ",".join(fields)}
        expand = ",".join(sorted(EXPANDS[part] for part in include if part in EXPANDS))
        raw = await self._json(
            self.routes.issue, {"key": key}, query | ({"expand": expand} if expand else {})
        )
        issue = await self._aside(self._issue, raw)
        if Part.TRANSITIONS in include and issue.transitions is None:
            issue = replace(issue, transitions=await self.transitions(key))
        if Part.COMMENTS not in include:
            return issue
        return await self._with_comments(issue, mapping.obj(raw, "fields"), int(comments_token or 0))

    async def issue_types(self, project: str) -> tuple[str, ...]:
        return tuple(mapping.text(each, "name") for each in await self._issue_types(project))

    async def create_screen(self, project: str, issue_type: str) -> tuple[ScreenField, ...]:
        for each in await self._issue_types(project):
            if mapping.text(each, "name").casefold() == issue_type.casefold():
                return await self._create_screen(project, each)
        raise not_found(f"An issue type of that name in project {project}")

    async def edit_screen(self, key: str) -> tuple[ScreenField, ...]:
        raw = await self._json(self.routes.edit_screen, {"key": key})
        return mapping.screen(mapping.obj(raw, "fields"), self._profile.aliases)

    async def transitions(self, key: str) -> tuple[Transition, ...]:
        query = {"expand": "transitions.fields"}
        raw = await self._json(self.routes.transitions, {"key": key}, query)
        mapping.listed(raw, "transitions")
        return await self._aside(mapping.transitions, raw, self._profile.aliases)

    async def list_fields(self) -> tuple[ScreenField, ...]:
        raw = await self._json(self.routes.field_list)
        listed = (each for each in mapping.listed(raw) if isinstance(each, dict))
        custom = (each for each in listed if each.get("custom") is True)
        return tuple(
            mapping.screen_field(mapping.text(each, "id"), each, self._profile.aliases) for each in custom
        )

    async def create_issue(self, project: str, issue_type: str, changes: Changes, *, stamp: str) -> str:
        body = encoded(changes, self._profile.aliases, self.edition)
        body["fields"] |= {"project": {"key": project}, "issuetype": {"name": issue_type}}
        body["properties"] = [stamped(stamp)]
        return mapping.issue_key(await self._json(self.routes.issue_create, json=body))

    async def update_issue(self, key: str, changes: Changes, *, guarded: bool) -> None:
        body = encoded(changes, self._profile.aliases, self.edition)
        await self._sender.send(Request(self.routes.issue_update, {"key": key}, json=body, guarded=guarded))

    async def transition(
        self, key: str, to: Transition, changes: Changes, *, comment: Rewrite | None
    ) -> None:
        body: dict[str, Any] = {"transition": {"id": to.id}}
        if changes.values:
            body["fields"] = encoded_fields(changes, self._profile.aliases, self.edition)
        if comment is not None:
            body["update"] = {"comment": [{"add": {"body": comment.original}}]}
        await self._sender.send(Request(self.routes.transition, {"key": key}, json=body))

    async def add_comment(self, key: str, body: Rewrite, *, audience: Audience | None, stamp: str) -> Comment:
        properties = [stamped(stamp)]
        if audience == "internal":
            properties.append({"key": "sd.public.comment", "value": {"internal": True}})
        document = {"body": body.original, "properties": properties}
        raw = await self._json(self.routes.comment_add, {"key": key}, json=document)
        return await self._aside(self._comment, raw)

    async def get_comment(self, key: str, comment_id: str) -> Comment:
        raw = await self._json(self.routes.comment, {"key": key, "comment_id": comment_id})
        return await self._aside(self._comment, raw)

    async def edit_comment(self, key: str, comment_id: str, body: Rewrite) -> Comment:
        path = {"key": key, "comment_id": comment_id}
        raw = await self._json(self.routes.comment_edit, path, json={"body": body.original})
        return await self._aside(self._comment, raw)

    async def link_types(self) -> tuple[LinkType, ...]:
        raw = await self._json(self.routes.link_types)
        return tuple(mapping.link_type(each) for each in mapping.listed(raw, "issueLinkTypes"))

    async def link_issues(self, kind: LinkType, *, outward: str, inward: str) -> None:
        """Jira reads `inwardIssue` "blocks" `outwardIssue`: the issue named inward is the one that acts.

        https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-links/
        """
        body = {"type": {"name": kind.name}, "inwardIssue": {"key": outward}, "outwardIssue": {"key": inward}}
        await self._sender.send(Request(self.routes.link, json=body))

    async def attach_file(self, key: str, filename: str, content: bytes, media_type: str) -> Attachment:
        request = Request(self.routes.attach, {"key": key}, file=FilePart(filename, content, media_type))
        reply = await self._sender.send(request)
        answered = reply.json
        if not isinstance(answered, list) or not answered:
            raise upstream_error("The tracker does not say what it attached", reason="unreadable")
        return mapping.attachment(answered[0], self.edition)

    def download(self, attachment: Attachment) -> AsyncGenerator[bytes]:
        return self._sender.stream(self._content(attachment))

    def _content(self, attachment: Attachment) -> Request:
        raise NotImplementedError

    async def _json(
        self,
        route: Route,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, QueryValue] | None = None,
        json: Any = None,
    ) -> Any:
        reply: Reply = await self._sender.send(Request(route, path or {}, query or {}, json=json))
        if route.operation is Operation.READ and credential_was_rejected(reply):
            raise credential_rejected()
        self._read += len(reply.body)
        return reply.json

    async def _aside(self, make: Callable[[*Given], Made], *given: *Given) -> Made:
        return await aside(self._read, make, *given)

    def _issue(self, raw: Any) -> Issue:
        return mapping.issue(raw, self._profile.site, self._profile.aliases, self.edition)

    def _row(self, raw: Any) -> Row:
        return mapping.row(raw, self._profile.site, self.edition)

    def _comment(self, raw: Any) -> Comment:
        return mapping.comment(raw, self.edition)

    async def _with_comments(self, issue: Issue, fields: Mapping[str, Any], taken: int) -> Issue:
        """Newest first. Usually they came with the issue, oldest first; where not all did, the list is asked."""
        container = mapping.obj(fields, "comment")
        raw, total = mapping.items(container, "comments"), container.get("total")
        if isinstance(total, int) and total == len(raw):
            newest = raw[::-1][taken : taken + COMMENTS_SHOWN]
        else:
            newest, total = await self._newest_comments(issue.key, taken)
        first = originals.within_reach(newest)
        comments = await self._aside(mapping.readable, first, self._comment)
        return replace(issue, comments=comments, comments_total=total)

    async def _newest_comments(self, key: str, taken: int = 0) -> tuple[list[Any], int]:
        query: dict[str, str | int] = {"startAt": taken, "maxResults": COMMENTS_SHOWN, "orderBy": "-created"}
        raw = await self._json(self.routes.comments, {"key": key}, query)
        found, total = mapping.listed(raw, "comments"), raw.get("total")
        return found, total if isinstance(total, int) else taken + len(found)

    async def _issue_types(self, project: str) -> list[Any]:
        raw = await self._json(self.routes.issue_types, {"project": project}, {"maxResults": TYPES_PAGE})
        return mapping.listed(raw, "issueTypes", "values")

    def _people(self, raw: Any) -> tuple[User, ...]:
        found = (mapping.user(each, self.edition) for each in mapping.listed(raw))
        return tuple(person for person in found if person and person.id)

    async def _create_screen(self, project: str, issue_type: Mapping[str, Any]) -> tuple[ScreenField, ...]:
        path = {"project": project, "type_id": mapping.identifier(issue_type)}
        raw = await self._json(self.routes.create_screen, path, {"maxResults": TYPES_PAGE})
        found = mapping.listed(raw, "fields", "values")
        return tuple(
            mapping.screen_field(identity, each, self._profile.aliases)
            for each in found
            if (identity := mapping.text(each, "fieldId") or mapping.text(each, "key"))
        )


def stamped(stamp: str) -> dict[str, Any]:
    """The entity property by which a request's effect is found again. Set here, never an argument."""
    return {"key": STAMP, "value": {"stamp": stamp}}


def carries(value: Any, stamp: str) -> bool:
    return mapping.text(value, "stamp") == stamp
