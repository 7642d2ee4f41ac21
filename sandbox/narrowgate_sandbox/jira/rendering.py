"""The vendor's shapes of people, lists, comments and files."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import quote

from narrowgate_sandbox.company.records import (
    Attachment,
    Change,
    ChangeItem,
    Choice,
    Comment,
    Issue,
    IssueType,
    Link,
    LinkType,
    Project,
    Status,
    StatusCategory,
    User,
)
from narrowgate_sandbox.jira import adf
from narrowgate_sandbox.jira.call import Call

Json = dict[str, Any]


def timestamp(call: Call, moment: datetime) -> str:
    """As the vendor writes it: in the asking user's zone, milliseconds, no colon in the offset."""
    minutes = call.account.user.offset_minutes if call.account else 0
    local = moment.astimezone(timezone(timedelta(minutes=minutes)))
    return f"{local:%Y-%m-%dT%H:%M:%S}.{local.microsecond // 1000:03d}{local:%z}"


def user(call: Call, who: User | None) -> Json | None:
    if who is None:
        return None
    shape = {
        "self": call.url(f"user?accountId={quote(who.account_id, safe='')}"),
        "accountId": who.account_id,
        "avatarUrls": _avatars(call, f"user/{who.account_id}"),
        "displayName": who.name,
        "active": who.active,
        "timeZone": who.zone,
        "accountType": who.kind,
    }
    shown = who.email_shown or (call.account is not None and call.account.user is who)
    return shape | ({"emailAddress": who.email} if shown else {})


def _avatars(call: Call, what: str) -> Json:
    return {f"{size}x{size}": f"{call.base}/avatar/{quote(what)}?size={size}" for size in (16, 24, 32, 48)}


def project(call: Call, one: Project) -> Json:
    return {
        "self": call.url(f"project/{one.id}"),
        "id": one.id,
        "key": one.key,
        "name": one.name,
        "projectTypeKey": one.kind,
        "simplified": False,
        "avatarUrls": _avatars(call, f"project/{one.id}"),
    }


def issue_type(call: Call, one: IssueType) -> Json:
    return {
        "self": call.url(f"issuetype/{one.id}"),
        "id": one.id,
        "description": one.description,
        "iconUrl": f"{call.base}/images/issuetypes/{one.id}.svg",
        "name": one.name,
        "subtask": one.subtask,
        "hierarchyLevel": one.level,
    }


def category(call: Call, one: StatusCategory) -> Json:
    return {
        "self": call.url(f"statuscategory/{one.id}"),
        "id": one.id,
        "key": one.key,
        "colorName": one.colour,
        "name": one.name,
    }


def status(call: Call, one: Status) -> Json:
    return {
        "self": call.url(f"status/{one.id}"),
        "description": "",
        "iconUrl": f"{call.base}/images/statuses/{one.id}.png",
        "name": one.name,
        "id": one.id,
        "statusCategory": category(call, one.category),
    }


def choice(call: Call, what: str, one: Choice | None) -> Json | None:
    """A priority, resolution, component or version: `what` is its place in the API."""
    if one is None:
        return None
    shape: Json = {"self": call.url(f"{what}/{one.id}"), "id": one.id, "name": one.name}
    if what == "priority":
        return shape | {"iconUrl": f"{call.base}/images/priorities/{one.id}.svg"}
    if what == "version":
        return shape | {"description": one.description, "archived": False, "released": False}
    return shape | ({"description": one.description} if one.description else {})


def option(call: Call, one: Choice | None) -> Json | None:
    if one is None:
        return None
    return {"self": call.url(f"customFieldOption/{one.id}"), "value": one.name, "id": one.id}


def reference(call: Call, issue: Issue) -> Json:
    """An issue as another one shows it."""
    return {
        "id": issue.id,
        "key": issue.key,
        "self": call.url(f"issue/{issue.id}"),
        "fields": {
            "summary": issue.summary,
            "status": status(call, issue.status),
            "priority": choice(call, "priority", issue.values.get("priority")),
            "issuetype": issue_type(call, issue.type),
        },
    }


def link_type(call: Call, one: LinkType) -> Json:
    return {
        "id": one.id,
        "name": one.name,
        "inward": one.inward,
        "outward": one.outward,
        "self": call.url(f"issueLinkType/{one.id}"),
    }


def link(call: Call, one: Link, seen_from: Issue) -> Json:
    """The issue at the other end, under the direction in which it lies."""
    outward = one.source is seen_from
    other = one.target if outward else one.source
    return {
        "id": one.id,
        "self": call.url(f"issueLink/{one.id}"),
        "type": link_type(call, one.type),
        "outwardIssue" if outward else "inwardIssue": reference(call, other),
    }


def comment(call: Call, issue: Issue, one: Comment, expand: frozenset[str] = frozenset()) -> Json:
    shape: Json = {
        "self": call.url(f"issue/{issue.id}/comment/{one.id}"),
        "id": one.id,
        "author": user(call, one.author),
        "body": one.body,
        "updateAuthor": user(call, one.update_author),
        "created": timestamp(call, one.created),
        "updated": timestamp(call, one.updated),
    }
    if one.visibility:
        shape["visibility"] = one.visibility
    if issue.project.service_desk:
        shape["jsdPublic"] = one.public
    if "renderedBody" in expand:
        shape["renderedBody"] = adf.html(one.body)
    if "properties" in expand:
        shape["properties"] = [{"key": key, "value": value} for key, value in one.properties.items()]
    return shape


def attachment(call: Call, one: Attachment) -> Json:
    return {
        "self": call.url(f"attachment/{one.id}"),
        "id": one.id,
        "filename": one.filename,
        "author": user(call, one.author),
        "created": timestamp(call, one.created),
        "size": len(one.content),
        "mimeType": one.media_type,
        "content": call.url(f"attachment/content/{one.id}"),
    }


def change(call: Call, one: Change) -> Json:
    return {
        "id": one.id,
        "author": user(call, one.author),
        "created": timestamp(call, one.at),
        "items": [_change_item(item) for item in one.items],
    }


def _change_item(item: ChangeItem) -> Json:
    return {
        "field": item.field,
        "fieldtype": "custom" if item.custom else "jira",
        "fieldId": item.field_id,
        "from": item.old,
        "fromString": item.old_text,
        "to": item.new,
        "toString": item.new_text,
    }
