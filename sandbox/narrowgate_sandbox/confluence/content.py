"""Content in the first API and on Data Center: one address for pages, blog posts and comments.

Source: https://docs.atlassian.com/ConfluenceServer/rest/latest/#api/content
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki_records import Space, Version, WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.confluence import comment_shapes, content_shapes, paging
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.web import Answer

Content = WikiPage | WikiComment | WikiFile


def expansion(call: Call, usual: frozenset[str] = frozenset()) -> frozenset[str]:
    """What `expand` asks for, with everything above it: `body.storage` asks for `body` too."""
    asked = {part for one in call.arguments("expand") for part in _line(one)}
    return frozenset(asked | usual)


def _line(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[: at + 1]) for at in range(len(parts))]


def find(call: Call, number: str) -> Content:
    """A page, a comment or a file."""
    if number in call.wiki.comments:
        return call.comment(number)
    if number.startswith("att") or f"att{number}" in call.wiki.files:
        return call.file(number)
    return call.page(number)


def get_content(call: Call) -> Answer:
    found = find(call, call.path["id"])
    expand = expansion(call, content_shapes.USUAL)
    if isinstance(found, WikiComment):
        return Answer(200, content_shapes.alone(call, comment_shapes.comment(call, found, expand)))
    if isinstance(found, WikiFile):
        return Answer(200, content_shapes.alone(call, content_shapes.file(call, found, expand)))
    shape = content_shapes.page(call, found, expand, _shown(call, found))
    return Answer(200, content_shapes.alone(call, shape))


def _shown(call: Call, page: WikiPage) -> Version:
    """Only what is current, unless `status` asks for something else."""
    statuses = call.arguments("status") or ["current"]
    everything = "any" in statuses
    if "historical" in statuses and call.argument("version"):
        found = page.at(call.number("version", 0))
        if found is None or page.status == "trashed":
            raise call.missing(page.id)
        return found
    if "draft" in statuses and page.draft is not None:
        return page.draft
    shown = page.status in statuses or everything or (page.status == "archived" and "current" in statuses)
    if not shown:
        raise call.missing(page.id)
    return page.latest


def get_contents(call: Call) -> Answer:
    kind, status = call.argument("type", "page"), call.argument("status", "current")
    space = visible_space(call, call.argument("spaceKey")) if call.argument("spaceKey") else None
    title = call.argument("title")
    everything = [one for one in call.wiki.pages.values() if one.kind == kind and call.sees(one)]
    found = [
        one for one in everything if status in (one.status, "any") and (space is None or one.space is space)
    ]
    named = [one for one in found if not title or one.title.casefold() == title.casefold()]
    expand = expansion(call)
    return paging.numbered(call, named, lambda one: content_shapes.page(call, one, expand))


def visible_space(call: Call, key: str) -> Space:
    space = call.wiki.space(key)
    if space is None or space.key.casefold() != key.casefold() or not call.sees_space(space):
        raise WikiError(404, f"No space found with key : {key}")
    return space


def written_body(said: dict[str, Any]) -> str:
    body = part(said, "body", dict)
    text = body.get("storage")
    if not isinstance(text, dict) or not isinstance(text.get("value"), str):
        raise WikiError(400, "A body with a storage value must be provided.")
    if text.get("representation", "storage") != "storage":
        raise WikiError(400, f"The representation '{text['representation']}' is not supported.")
    return str(text["value"])


def part(said: dict[str, Any], name: str, kind: type) -> Any:
    value = said.get(name)
    if not isinstance(value, kind):
        raise WikiError(400, f"The field '{name}' must be provided.")
    return value
