"""Labels: read in either API, written in the first one only.

Source: https://developer.atlassian.com/cloud/confluence/rest/v1/api-group-content-labels/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.wiki_records import Label, WikiComment, WikiFile, WikiPage
from narrowgate_sandbox.confluence import content_shapes, paging, shapes
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import find
from narrowgate_sandbox.web import Answer

PREFIXES = ("global", "my", "team")
LONGEST = 255
_FORBIDDEN = frozenset(" :;,.?&[]()#^*@!<>")


def get_page_labels(call: Call) -> Answer:
    return _listed(call, call.page().labels)


def get_file_labels(call: Call) -> Answer:
    return _listed(call, call.file().labels)


def _listed(call: Call, known: list[Label]) -> Answer:
    prefix = call.argument("prefix")
    found = [one for one in known if not prefix or one.prefix == prefix]
    return paging.listed(call, found, shapes.label)


def _labelled(call: Call) -> WikiPage | WikiFile:
    found = find(call, call.path["id"])
    if isinstance(found, WikiComment):
        raise WikiError(400, "Comments cannot be labelled.")
    return found


def get_labels(call: Call) -> Answer:
    prefix = call.argument("prefix")
    found = [one for one in _labelled(call).labels if not prefix or one.prefix == prefix]
    return paging.numbered(call, found, content_shapes.label, usual=200)


def add_labels(call: Call) -> Answer:
    """Beside those that are there; saying one twice changes nothing."""
    content = _labelled(call)
    call.check_may_write()
    said = call.body if isinstance(call.body, list) else [call.body]
    wanted = [_checked(one) for one in said]
    call.company.moment()
    for prefix, name in wanted:
        label = call.wiki.label(name, prefix)
        if label not in content.labels:
            content.labels.append(label)
    return Answer(200, content_shapes.labels(call, content.labels))


def _checked(said: Any) -> tuple[str, str]:
    """Prefix and name, in small letters as the wiki keeps them."""
    if not isinstance(said, dict) or not isinstance(said.get("name"), str):
        raise WikiError(400, "Each label must be an object with a prefix and a name.")
    prefix, name = said.get("prefix", "global"), said["name"].lower()
    if prefix not in PREFIXES:
        raise WikiError(400, f"The label prefix '{prefix}' is not valid.")
    if not name or len(name) > LONGEST or _FORBIDDEN & set(name):
        raise WikiError(400, f"The label '{name[:60]}' contains invalid characters or is too long.")
    return prefix, name


def remove_label(call: Call) -> Answer:
    content = _labelled(call)
    call.check_may_write()
    name = call.path.get("label") or call.argument("name")
    found = next((one for one in content.labels if one.name == name), None)
    if found is None:
        raise WikiError(404, f"No label found with name: {name}")
    call.company.moment()
    content.labels.remove(found)
    return Answer(204)
