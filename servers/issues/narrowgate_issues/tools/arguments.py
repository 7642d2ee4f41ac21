"""What each tool accepts. Apart from what the tools do, so that a list of them loads none of that."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from narrowgate_common.arguments import Arguments
from narrowgate_common.cursors import CURSOR_CHARS
from narrowgate_issues.versions import VERSION_CHARS

Key = Annotated[str, Field(min_length=2, max_length=500, description="Issue key or address")]
Cursor = Annotated[str, Field(min_length=1, max_length=CURSOR_CHARS)]
Name = Annotated[str, Field(min_length=1, max_length=255)]
Names = Annotated[tuple[Name, ...], Field(max_length=50)]
ProjectName = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{1,39}$", max_length=40)]
When = Annotated[str, Field(max_length=20, description="2026-11-30 or -7d")]
RequestId = Annotated[
    str,
    Field(
        min_length=1, max_length=128, pattern=r"^[!-~]+$", description="Same id, same effect: safe to repeat"
    ),
]
FieldMap = Annotated[dict[str, Any], Field(max_length=100)]
Passage = Annotated[str, Field(min_length=1, max_length=32_767)]
Body = Annotated[str, Field(min_length=1, max_length=32_767, description="Markdown")]
Removals = Annotated[bool, Field(description="Of macros, colours and the like that the text holds")]
Include = Literal["comments", "attachments", "links", "transitions", "history"]


class ListArguments(Arguments):
    limit: Annotated[int, Field(ge=1, le=50)] = 20
    cursor: Cursor | None = None


class SearchIssues(ListArguments):
    text: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    types: Names = ()
    statuses: Names = ()
    status_category: Literal["todo", "in_progress", "done"] | None = None
    assignee: Annotated[Name, Field(description='Person, "me" or "unassigned"')] | None = None
    reporter: Name | None = None
    labels: Annotated[Names, Field(description="All must be there")] = ()
    priorities: Names = ()
    parent: Key | None = None
    updated_after: When | None = None
    updated_before: When | None = None
    created_after: When | None = None
    created_before: When | None = None
    due_before: When | None = None
    order: Literal["updated", "created", "priority", "due"] = "updated"
    ascending: bool = False


class GetIssue(Arguments):
    key: Key
    include: Annotated[tuple[Include, ...], Field(max_length=5)] = ("comments",)
    offset: Annotated[int, Field(ge=0, le=1_000_000, description="Characters of the description to skip")] = 0
    cursor: Annotated[Cursor, Field(description="For older comments")] | None = None


class ListProjects(ListArguments):
    pass


class DescribeFields(Arguments):
    action: Literal["create", "update", "transition"]
    type: (
        Annotated[Name, Field(description="Issue type, for create; without it, the types are listed")] | None
    ) = None
    key: Annotated[Key, Field(description="For update and transition")] | None = None


class FindUsers(Arguments):
    text: Annotated[Name, Field(description="Part of a name or e-mail address")]
    assignable_to: Annotated[Name, Field(description="Issue key or project key")] | None = None
    limit: Annotated[int, Field(ge=1, le=50)] = 10


class CreateIssue(Arguments):
    type: Name
    fields: FieldMap
    request_id: RequestId | None = None


class TextEdit(Arguments):
    field: Name
    old: Passage
    new: Annotated[str, Field(max_length=32_767)]


class UpdateIssue(Arguments):
    key: Key
    fields: FieldMap = Field(default_factory=dict)
    edits: Annotated[
        tuple[TextEdit, ...], Field(max_length=20, description="Replace `old`, found exactly once, by `new`")
    ] = ()
    version: (
        Annotated[
            str,
            Field(
                max_length=VERSION_CHARS,
                description="From get_issue: refuse to overwrite what others changed since",
            ),
        ]
        | None
    ) = None
    preview: Annotated[bool, Field(description="Show the effect, write nothing")] = False
    allow_removals: Removals = False


class TransitionIssue(Arguments):
    key: Key
    to: Annotated[Name, Field(description='Status or transition name, such as "In Review"')]
    fields: FieldMap = Field(default_factory=dict)
    comment: Annotated[str, Field(min_length=1, max_length=32_767, description="Markdown")] | None = None
    request_id: RequestId | None = None


class AddComment(Arguments):
    key: Key
    body: Body
    audience: (
        Annotated[
            Literal["internal", "public"], Field(description="Service desks only; internal unless stated")
        ]
        | None
    ) = None
    request_id: RequestId | None = None


class EditComment(Arguments):
    key: Key
    comment: Annotated[str, Field(min_length=1, max_length=500, description="Comment id or permalink")]
    body: Body
    allow_removals: Removals = False


class LinkIssues(Arguments):
    key: Key
    relation: Annotated[Name, Field(description='As in "blocks", "is blocked by", "relates to"')]
    other: Key
    request_id: RequestId | None = None


class AttachFile(Arguments):
    key: Key
    path: Annotated[str, Field(min_length=1, max_length=4096, description="Path below the upload root")]
    request_id: RequestId | None = None


class DownloadAttachment(Arguments):
    key: Key
    attachment: Annotated[
        str, Field(min_length=1, max_length=255, description="Id or file name, from get_issue")
    ]
