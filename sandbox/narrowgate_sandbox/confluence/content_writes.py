"""Writing content in the first API and on Data Center.

Source: https://docs.atlassian.com/ConfluenceServer/rest/latest/#api/content-createContent
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki_records import WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.confluence import content_comments, content_shapes, writing
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import expansion, find, part, visible_space, written_body
from narrowgate_sandbox.web import Answer


def create_content(call: Call) -> Answer:
    said = call.object()
    kind = said.get("type")
    if kind == "comment":
        return content_comments.create_comment(call)
    if kind not in ("page", "blogpost"):
        raise WikiError(400, f"Unsupported content type: {kind}")
    space = visible_space(call, str(part(said, "space", dict).get("key") or ""))
    draft = said.get("status") == "draft"
    wanted = writing.Wanted(
        str(said.get("title") or ""), written_body(said), 1, parent=_last_ancestor(said), draft=draft
    )
    page = writing.create(call, space, wanted, str(kind))
    for one in said.get("metadata", {}).get("labels", []):
        page.labels.append(call.wiki.label(str(one["name"]), str(one.get("prefix", "global"))))
    return _written(call, page)


def update_content(call: Call) -> Answer:
    said = call.object()
    page = find(call, call.path["id"])
    if isinstance(page, WikiComment):
        return content_comments.update_comment(call, page)
    if not isinstance(page, WikiPage):
        raise WikiError(400, "Attachments are updated at their own address.")
    if said.get("type") != page.kind:
        raise WikiError(400, f"Cannot change the type of existing content: {page.kind}")
    version = part(said, "version", dict)
    number = version.get("number")
    if type(number) is not int:
        raise WikiError(400, "Must supply an incremented version when updating Content. No version supplied.")
    above = _last_ancestor(said)
    wanted = writing.Wanted(
        str(said.get("title") or page.title),
        written_body(said) if "body" in said else None,
        number,
        str(version.get("message") or ""),
        minor=version.get("minorEdit") is True,
        parent=above,
        draft=said.get("status") == "draft",
    )
    try:
        writing.update(call, page, wanted)
    except writing.StaleVersionError as stale:
        raise WikiError(
            409, f"Version must be incremented on update. Current version is: {stale.current}"
        ) from stale
    if above is None and call.wiki.temper.orphaned_by_updates:
        call.wiki.move(page, None)
    return _written(call, page)


def _written(call: Call, page: WikiPage) -> Answer:
    expand = expansion(call, content_shapes.USUAL | {"ancestors", "body.storage"})
    return Answer(200, content_shapes.alone(call, content_shapes.page(call, page, expand)))


def delete_content(call: Call) -> Answer:
    found = find(call, call.path["id"])
    call.check_may_write()
    call.company.moment()
    if isinstance(found, WikiComment):
        call.wiki.remove_comment(found)
    elif isinstance(found, WikiFile):
        del call.wiki.files[found.id]
    elif found.status == "trashed" and call.argument("status") == "trashed":
        del call.wiki.pages[found.id]
    else:
        found.status = "trashed"
    return Answer(204)


def _last_ancestor(said: dict[str, Any]) -> str | None:
    ancestors = said.get("ancestors")
    if not ancestors:
        return None
    if not isinstance(ancestors, list) or not isinstance(ancestors[-1], dict):
        raise WikiError(400, "The field 'ancestors' must be a list of contents.")
    return str(ancestors[-1].get("id"))
