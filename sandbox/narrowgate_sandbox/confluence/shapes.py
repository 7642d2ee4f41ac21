"""Answers in the second API's shapes.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/intro/
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from narrowgate_sandbox.company.wiki_records import (
    Folder,
    Label,
    Property,
    Space,
    Version,
    WikiComment,
    WikiFile,
    WikiPage,
)
from narrowgate_sandbox.confluence import links, rendering
from narrowgate_sandbox.confluence.call import Call, WikiError

Json = dict[str, Any]
MANY, ONE = ("storage",), ("storage", "view", "export_view", "styled_view")


def moment(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"


def version(one: Version) -> Json:
    return {
        "number": one.number,
        "message": one.message,
        "minorEdit": one.minor,
        "authorId": one.author.account_id,
        "createdAt": moment(one.at),
    }


def body(call: Call, content: WikiPage | WikiComment, text: str, formats: tuple[str, ...]) -> Json:
    """The body as `body-format` asks for it; nothing where it asks for none."""
    asked = call.argument("body-format")
    if not asked:
        return {}
    if asked not in formats:
        raise WikiError(400, f"The body format '{asked}' is not available here.")
    shown = text if asked == "storage" else rendering.rendered(call, content, text, asked)
    return {"storage" if asked == "storage" else asked: {"representation": asked, "value": shown}}


def page(call: Call, one: WikiPage, formats: tuple[str, ...] = MANY, shown: Version | None = None) -> Json:
    """The page as it stands, or as `shown` has it."""
    seen = shown or one.latest
    status = "draft" if seen is one.draft else one.status
    shape: Json = {
        "id": one.id,
        "status": status if seen in (one.latest, one.draft) else "historical",
        "title": seen.title,
        "spaceId": one.space.id,
        "authorId": one.author.account_id,
        "createdAt": moment(one.created),
        "version": version(seen),
        "body": body(call, one, seen.body, formats),
        "_links": page_links(one),
    }
    return shape if one.kind == "blogpost" else shape | _place(call, one)


def _place(call: Call, one: WikiPage) -> Json:
    return {
        "parentId": one.parent,
        "parentType": parent_type(call, one.parent),
        "position": one.position,
        "ownerId": one.author.account_id,
        "lastOwnerId": None,
    }


def parent_type(call: Call, parent: str | None) -> str | None:
    if parent is None:
        return None
    return "folder" if parent in call.wiki.folders else "page"


def page_links(one: WikiPage) -> Json:
    edit = f"/pages/resumedraft.action?draftId={one.id}"
    return {"webui": links.webui(one, cloud=True), "editui": edit, "tinyui": links.tiny(one.id)}


def child(one: WikiPage) -> Json:
    return {
        "id": one.id,
        "status": one.status,
        "title": one.title,
        "spaceId": one.space.id,
        "childPosition": one.position,
    }


def space(call: Call, one: Space) -> Json:
    shape: Json = {
        "id": one.id,
        "key": one.key,
        "name": one.name,
        "type": "personal" if one.personal else "global",
        "status": "current",
        "authorId": one.author.account_id,
        "createdAt": moment(one.created),
        "homepageId": one.home,
        "_links": {"webui": links.space(one, cloud=True)},
    }
    if call.argument("description-format") in ("plain", "view"):
        kind = call.argument("description-format")
        shape["description"] = {kind: {"representation": kind, "value": one.description}}
    return shape


def folder(call: Call, one: Folder) -> Json:
    first = Version(1, one.author, one.created)
    return {
        "id": one.id,
        "type": "folder",
        "status": "current",
        "title": one.title,
        "parentId": one.parent,
        "parentType": parent_type(call, one.parent),
        "position": None,
        "authorId": one.author.account_id,
        "ownerId": one.author.account_id,
        "createdAt": moment(one.created),
        "version": version(first),
        "_links": {"webui": f"/spaces/{one.space.key}/folder/{one.id}"},
    }


def label(one: Label) -> Json:
    return {"id": one.id, "name": one.name, "prefix": one.prefix}


def stored_property(one: Property) -> Json:
    return {"id": one.id, "key": one.key, "value": one.value, "version": version(one.version)}


def comment(call: Call, one: WikiComment, formats: tuple[str, ...] = MANY) -> Json:
    """A comment in a list; `single` adds what only the comment's own address tells."""
    shape: Json = {
        "id": one.id,
        "status": "current",
        "title": one.latest.title,
        "version": version(one.latest),
        "body": body(call, one, one.body, formats),
        "_links": {"webui": links.comment(one, cloud=True)},
    }
    if one.parent is None:
        shape["blogPostId" if one.page.kind == "blogpost" else "pageId"] = one.page.id
    else:
        shape["parentCommentId"] = one.parent
    return shape | _inline(one)


def _inline(one: WikiComment) -> Json:
    if one.anchor is None:
        return {}
    ref, selection = one.anchor.ref, one.anchor.selection
    properties = {
        "inlineMarkerRef": ref,
        "inlineOriginalSelection": selection,
        "inline-marker-ref": ref,
        "inline-original-selection": selection,
    }
    return {"resolutionStatus": one.resolution, "properties": properties}


def file(one: WikiFile, number: int | None = None) -> Json:
    """An attachment, by default its latest version."""
    at = number or one.version
    content, media_type = one.contents[at - 1]
    download = links.download(one, at)
    return {
        "id": one.id,
        "status": "current",
        "title": one.title,
        "createdAt": moment(one.created),
        "blogPostId" if one.page.kind == "blogpost" else "pageId": one.page.id,
        "mediaType": media_type,
        "mediaTypeDescription": "Image" if media_type.startswith("image/") else "File",
        "comment": one.versions[at - 1].message,
        "fileId": one.file_id,
        "fileSize": len(content),
        "webuiLink": links.file(one),
        "downloadLink": download,
        "version": version(one.versions[at - 1]),
        "_links": {"webui": links.file(one), "download": download},
    }


def optional(values: list[Json], place: str) -> Json:
    """A list that stands inside an answer because it was asked for."""
    return {
        "results": values[:50],
        "meta": {"hasMore": len(values) > 50, "cursor": ""},
        "_links": {"self": place},
    }


def single(call: Call, shape: Json) -> Json:
    """An answer that stands alone says where its site is."""
    shape["_links"] = {**shape["_links"], "base": call.site}
    return shape
