"""What each tool accepts. Apart from what the tools do, so that a list of them loads none of that."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from narrowgate_common.arguments import Arguments
from narrowgate_common.cursors import CURSOR_CHARS
from narrowgate_docs.versions import VERSION_CHARS

PageName = Annotated[str, Field(min_length=1, max_length=1000, description="Page id, address or SPACE/Title")]
Cursor = Annotated[str, Field(min_length=1, max_length=CURSOR_CHARS)]
Name = Annotated[str, Field(min_length=1, max_length=255)]
Names = Annotated[tuple[Name, ...], Field(max_length=50)]
SpaceName = Annotated[str, Field(pattern=r"^~?[A-Za-z0-9][A-Za-z0-9_:.@-]*$", max_length=255)]
When = Annotated[str, Field(max_length=20, description="2026-11-30 or -7d")]
RequestId = Annotated[
    str,
    Field(
        min_length=1, max_length=128, pattern=r"^[!-~]+$", description="Same id, same effect: safe to repeat"
    ),
]
FieldMap = Annotated[dict[str, Any], Field(max_length=20)]
Preview = Annotated[bool, Field(description="Show the effect, write nothing")]
Removals = Annotated[bool, Field(description="Of macros, colours and the like that the text holds")]
VersionToken = Annotated[str, Field(max_length=VERSION_CHARS, description="From get_page")]


class ListArguments(Arguments):
    limit: Annotated[int, Field(ge=1, le=50)] = 10
    cursor: Cursor | None = None


class SearchPages(ListArguments):
    text: Annotated[str, Field(min_length=1, max_length=500)] | None = None
    title: Annotated[Name, Field(description="Words of the title")] | None = None
    labels: Annotated[Names, Field(description="All must be there")] = ()
    below: Annotated[PageName, Field(description="Only pages below this one")] | None = None
    creator: Annotated[Name, Field(description='"me" or a user id')] | None = None
    contributor: Name | None = None
    updated_after: When | None = None
    updated_before: When | None = None
    created_after: When | None = None
    created_before: When | None = None
    order: Literal["relevance", "updated", "created", "title"] = "relevance"


class GetPage(Arguments):
    page: PageName
    view: Annotated[
        Literal["markdown", "outline", "storage", "rendered"],
        Field(
            description="outline: headings; storage: exact source; rendered: macros filled in, not editable"
        ),
    ] = "markdown"
    offset: Annotated[int, Field(ge=0, le=50_000_000, description="Characters to skip")] = 0
    max_lines: Annotated[int, Field(ge=1, le=10_000)] | None = None
    include: Annotated[tuple[Literal["attachments"], ...], Field(max_length=1)] = ()


class ListPages(ListArguments):
    parent: Annotated[PageName, Field(description="Without it, the top of the space")] | None = None


class ListSpaces(ListArguments):
    pass


class ListComments(ListArguments):
    page: PageName
    location: Annotated[
        Literal["footer", "inline"], Field(description="Below the page, or on words of it")
    ] = "footer"
    status: Annotated[Literal["open", "resolved", "any"], Field(description="Of inline comments")] = "any"
    replies_to: Annotated[Name, Field(description="Comment id: list the answers to it")] | None = None


class CreatePage(Arguments):
    fields: FieldMap
    preview: Preview = False
    request_id: RequestId | None = None


class TextEdit(Arguments):
    old: Annotated[str, Field(min_length=1, max_length=200_000)]
    new: Annotated[str, Field(max_length=200_000)]


class UpdatePage(Arguments):
    page: PageName
    version: VersionToken
    fields: FieldMap
    preview: Preview = False
    allow_removals: Removals = False


class EditPage(Arguments):
    page: PageName
    version: VersionToken
    edits: Annotated[
        tuple[TextEdit, ...],
        Field(min_length=1, max_length=50, description="Replace `old`, found exactly once, by `new`"),
    ]
    preview: Preview = False
    allow_removals: Removals = False


class AddComment(Arguments):
    page: PageName
    body: Annotated[str, Field(min_length=1, max_length=100_000, description="Markdown")]
    reply_to: Annotated[Name, Field(description="Comment id or permalink")] | None = None
    preview: Preview = False
    request_id: RequestId | None = None


class AttachFile(Arguments):
    page: PageName
    path: Annotated[str, Field(min_length=1, max_length=4096, description="Path below the upload root")]
    request_id: RequestId | None = None


class DownloadAttachment(Arguments):
    page: PageName
    attachment: Annotated[str, Field(min_length=1, max_length=255, description="File name or id")]
