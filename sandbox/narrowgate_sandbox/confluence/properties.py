"""Content properties: what programs note on pages, comments and files, in both APIs.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-content-properties/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki import Content
from narrowgate_sandbox.company.wiki_records import Property
from narrowgate_sandbox.confluence import content_shapes, paging, shapes, writing
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import find
from narrowgate_sandbox.web import Answer

LONGEST_KEY = 255


def get_properties(call: Call) -> Answer:
    key = call.argument("key")
    held = [one for one in _content(call).properties if not key or one.key == key]
    return paging.listed(call, held, shapes.stored_property)


def _content(call: Call) -> Content:
    """By the kind that the path names."""
    kind = call.route.split("/")[3]
    number = call.path["id"]
    if kind == "comments":
        return call.comment(call.id())
    return call.file(number) if kind == "attachments" else call.page(call.id())


def get_property(call: Call) -> Answer:
    return Answer(200, shapes.stored_property(_by_id(call, _content(call))))


def _by_id(call: Call, content: Content) -> Property:
    number = call.id("property")
    found = next((one for one in content.properties if one.id == number), None)
    if found is None:
        raise call.missing(number)
    return found


def create_property(call: Call) -> Answer:
    return Answer(200, shapes.stored_property(_create(call, _content(call), call.object())))


def _create(call: Call, content: Content, said: dict[str, Any], key: str | None = None) -> Property:
    call.check_may_write()
    name = key or said.get("key")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_KEY or "value" not in said:
        raise WikiError(400, "A property needs a key and a value.")
    if any(one.key == name for one in content.properties):
        raise WikiError(
            400 if call.family == "v2" else 409, f"A property with the key '{name}' already exists."
        )
    return call.wiki.set_property(content, name, said["value"], call.user, call.company.moment())


def update_property(call: Call) -> Answer:
    content = _content(call)
    return Answer(200, shapes.stored_property(_update(call, content, _by_id(call, content))))


def _update(call: Call, content: Content, held: Property) -> Property:
    call.check_may_write()
    said = call.object()
    version = said.get("version")
    number = version.get("number") if isinstance(version, dict) else None
    if "value" not in said or said.get("key", held.key) != held.key:
        raise WikiError(400, "A property needs its own key and a value.")
    if number != held.version.number + 1:
        raise writing.StaleVersionError(held.version.number, number or 0)
    return call.wiki.set_property(content, held.key, said["value"], call.user, call.company.moment())


def delete_property(call: Call) -> Answer:
    content = _content(call)
    held = _by_id(call, content)
    call.check_may_write()
    content.properties.remove(held)
    return Answer(204)


def get_content_properties(call: Call) -> Answer:
    content = find(call, call.path["id"])
    keys = call.arguments("key")
    held = [one for one in content.properties if not keys or one.key in keys]
    return paging.numbered(call, held, lambda one: content_shapes.stored_property(call, one, content.id))


def get_content_property(call: Call) -> Answer:
    content = find(call, call.path["id"])
    return _shown(call, content, _by_key(call, content))


def _by_key(call: Call, content: Content) -> Property:
    key = call.path["key"]
    found = next((one for one in content.properties if one.key == key), None)
    if found is None:
        raise WikiError(404, f"No property found with key : {key}")
    return found


def _shown(call: Call, content: Content, held: Property) -> Answer:
    return Answer(200, content_shapes.stored_property(call, held, content.id))


def create_content_property(call: Call) -> Answer:
    content = find(call, call.path["id"])
    return _shown(call, content, _create(call, content, call.object(), call.path.get("key")))


def update_content_property(call: Call) -> Answer:
    content = find(call, call.path["id"])
    return _shown(call, content, _update(call, content, _by_key(call, content)))
