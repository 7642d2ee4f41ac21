"""Spaces and folders in the second API.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-space/
"""

from __future__ import annotations

from narrowgate_sandbox.confluence import paging, shapes
from narrowgate_sandbox.confluence.call import Call
from narrowgate_sandbox.confluence.pages import space_of
from narrowgate_sandbox.confluence.tree import folder
from narrowgate_sandbox.web import Answer


def get_spaces(call: Call) -> Answer:
    ids, keys, kind = call.arguments("ids"), call.arguments("keys"), call.argument("type")
    seen = [one for one in call.wiki.spaces.values() if call.sees_space(one)]
    found = [one for one in seen if (not ids or one.id in ids) and (not keys or one.key in keys)]
    named = [one for one in found if not kind or (kind == "personal") == one.personal]
    return paging.listed(call, named, lambda one: shapes.space(call, one))


def get_space(call: Call) -> Answer:
    return Answer(200, shapes.single(call, shapes.space(call, space_of(call, call.id()))))


def get_folder(call: Call) -> Answer:
    return Answer(200, shapes.single(call, shapes.folder(call, folder(call))))
