"""Answers in the first API's shapes, which Data Center shares.

Source: https://developer.atlassian.com/cloud/confluence/rest/v1/intro/ and
https://docs.atlassian.com/ConfluenceServer/rest/latest/
"""

from __future__ import annotations

from uuid import UUID, uuid5

from narrowgate_sandbox.company.records import User
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
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.confluence.shapes import Json, moment

USUAL = frozenset({"space", "version", "history"})
_BODIES = ("storage", "view", "export_view", "styled_view")
_KEYS = UUID("7c9e2f4a-1b3d-4e5f-8a6b-9c0d1e2f3a4b")


def user_key(user: User) -> str:
    """What Data Center calls a user in pages: `ri:userkey`."""
    return uuid5(_KEYS, user.account_id).hex


def user(call: Call, one: User) -> Json:
    icon = {"path": "/aa-avatar/default", "width": 48, "height": 48, "isDefault": True}
    if not call.cloud:
        return {
            "type": "known",
            "username": one.email.partition("@")[0],
            "userKey": user_key(one),
            "profilePicture": icon,
            "displayName": one.name,
            "_links": {"self": f"{call.site}/rest/api/user?key={user_key(one)}"},
            "_expandable": {"status": ""},
        }
    return {
        "type": "known",
        "accountId": one.account_id,
        "accountType": one.kind if one.kind != "customer" else "",
        "email": one.email if one.email_shown else "",
        "publicName": one.name,
        "displayName": one.name,
        "profilePicture": icon,
        "isExternalCollaborator": False,
        "_expandable": {"operations": "", "personalSpace": ""},
        "_links": {"self": f"{call.site}/rest/api/user?accountId={one.account_id}"},
    }


def version(call: Call, one: Version) -> Json:
    return {
        "by": user(call, one.author),
        "when": moment(one.at),
        "message": one.message,
        "number": one.number,
        "minorEdit": one.minor,
        "_expandable": {"collaborators": "", "content": ""},
        "_links": {},
    }


def space(call: Call, one: Space) -> Json:
    return {
        "id": int(one.id),
        "key": one.key,
        "name": one.name,
        "type": "personal" if one.personal else "global",
        "status": "current",
        "_expandable": {
            "homepage": f"/rest/api/content/{one.home}",
            "description": "",
            "metadata": "",
            "icon": "",
        },
        "_links": {
            "webui": links.space(one, cloud=call.cloud),
            "self": f"{call.site}/rest/api/space/{one.key}",
        },
    }


def label(one: Label) -> Json:
    return {"prefix": one.prefix, "name": one.name, "id": one.id, "label": one.name}


def labels(call: Call, many: list[Label]) -> Json:
    shown = [label(one) for one in many]
    place = {"base": call.site, "context": call.context, "self": f"{call.site}{call.route}"}
    return {"results": shown, "start": 0, "limit": 200, "size": len(shown), "_links": place}


def stored_property(call: Call, one: Property, content_id: str) -> Json:
    when = {"when": moment(one.version.at), "message": "", "number": one.version.number, "minorEdit": False}
    place = f"{call.site}/rest/api/content/{content_id}/property/{one.key}"
    return {
        "id": one.id,
        "key": one.key,
        "value": one.value,
        "version": when,
        "_links": {"self": place},
        "_expandable": {"content": f"/rest/api/content/{content_id}"},
    }


def alone(call: Call, shape: Json) -> Json:
    """An answer that is one content: it says where its site is."""
    shape["_links"] |= {"base": call.site, "context": call.context, "collection": "/rest/api/content"}
    return shape


def page(call: Call, one: WikiPage, expand: frozenset[str], shown: Version | None = None) -> Json:
    seen = shown or one.latest
    status = "draft" if seen is one.draft else one.status
    shape: Json = {
        "id": one.id,
        "type": one.kind,
        "status": status if seen in (one.latest, one.draft) else "historical",
        "title": seen.title,
        "extensions": {"position": one.position},
        "_expandable": {"children": f"/rest/api/content/{one.id}/child", "restrictions": ""},
        "_links": content_links(call, one.id, links.webui(one, cloud=call.cloud))
        | {"tinyui": links.tiny(one.id)},
    }
    put_in(call, shape, one, seen, expand)
    if "ancestors" in expand:
        shape["ancestors"] = [_ancestor(call, above) for above in call.wiki.ancestors(one)]
    else:
        shape["_expandable"]["ancestors"] = ""
    if "metadata.labels" in expand:
        shape["metadata"] = {"labels": labels(call, one.labels)}
    else:
        shape["_expandable"]["metadata"] = ""
    return shape


def content_links(call: Call, number: str, webui: str) -> Json:
    return {"webui": webui, "self": f"{call.site}/rest/api/content/{number}"}


def _ancestor(call: Call, one: WikiPage | Folder) -> Json:
    if isinstance(one, WikiPage):
        return page(call, one, frozenset())
    return {
        "id": one.id,
        "type": "folder",
        "status": "current",
        "title": one.title,
        "_links": content_links(call, one.id, f"/spaces/{one.space.key}/folder/{one.id}"),
    }


def put_in(
    call: Call, shape: Json, one: WikiPage | WikiComment, seen: Version, expand: frozenset[str]
) -> None:
    """Puts in what is asked for, and names the rest as expandable."""
    owner = one if isinstance(one, WikiPage) else one.page
    if "space" in expand:
        shape["space"] = space(call, owner.space)
    else:
        shape["_expandable"]["space"] = f"/rest/api/space/{owner.space.key}"
    if "version" in expand:
        shape["version"] = version(call, seen)
    else:
        shape["_expandable"]["version"] = ""
    if "history" in expand:
        shape["history"] = {
            "latest": seen is one.latest,
            "createdBy": user(call, one.author),
            "createdDate": moment(one.created),
            "lastUpdated": version(call, one.latest),
            "_expandable": {"contributors": ""},
            "_links": {"self": f"{call.site}/rest/api/content/{one.id}/history"},
        }
    else:
        shape["_expandable"]["history"] = f"/rest/api/content/{one.id}/history"
    bodies = [kind for kind in _BODIES if f"body.{kind}" in expand]
    if bodies:
        shape["body"] = {kind: _body(call, one, seen.body, kind) for kind in bodies}
    else:
        shape["_expandable"]["body"] = ""


def _body(call: Call, one: WikiPage | WikiComment, text: str, kind: str) -> Json:
    value = text if kind == "storage" else rendering.rendered(call, one, text, kind)
    return {"value": value, "representation": kind, "_expandable": {"content": f"/rest/api/content/{one.id}"}}


def file(call: Call, one: WikiFile, expand: frozenset[str]) -> Json:
    size = len(one.content)
    shape: Json = {
        "id": one.id,
        "type": "attachment",
        "status": "current",
        "title": one.title,
        "metadata": {"mediaType": one.media_type, "comment": one.latest.message},
        "extensions": {
            "mediaType": one.media_type,
            "fileSize": size,
            "comment": one.latest.message,
            "fileId": one.file_id,
        },
        "_expandable": {"container": f"/rest/api/content/{one.page.id}"},
        "_links": content_links(call, one.id, links.file(one)) | {"download": links.download(one)},
    }
    if "version" in expand:
        shape["version"] = version(call, one.latest)
    else:
        shape["_expandable"]["version"] = ""
    if "container" in expand:
        shape["container"] = page(call, one.page, frozenset())
    return shape
