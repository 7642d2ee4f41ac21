"""The rest of the first API: the page tree and users in both, spaces on Data Center only.

Source: https://docs.atlassian.com/ConfluenceServer/rest/latest/
"""

from __future__ import annotations

from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.company.wiki_records import WikiPage
from narrowgate_sandbox.confluence import content_shapes, paging
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.confluence.content import expansion, visible_space
from narrowgate_sandbox.web import Answer


def get_spaces(call: Call) -> Answer:
    keys, kind = call.arguments("spaceKey"), call.argument("type")
    seen = [
        one for one in call.wiki.spaces.values() if call.sees_space(one) and (not keys or one.key in keys)
    ]
    found = [one for one in seen if not kind or (kind == "personal") == one.personal]
    return paging.numbered(call, found, lambda one: content_shapes.space(call, one))


def get_space(call: Call) -> Answer:
    return Answer(200, content_shapes.space(call, visible_space(call, call.path["key"])))


def get_roots(call: Call) -> Answer:
    """The pages of a space that have no parent; only this depth is served."""
    if call.argument("depth") != "root":
        raise WikiError(400, "Only depth=root is available here.")
    return _listed(call, call.wiki.roots(visible_space(call, call.path["key"])))


def get_children(call: Call) -> Answer:
    return _listed(call, call.wiki.children(call.page().id))


def get_descendants(call: Call) -> Answer:
    return _listed(call, descendants(call, call.page().id))


def descendants(call: Call, parent: str) -> list[WikiPage]:
    """Depth first, in the order of the tree."""
    found: list[WikiPage] = []
    for child in call.wiki.children(parent):
        found += [child, *descendants(call, child.id)]
    return found


def _listed(call: Call, pages: list[WikiPage]) -> Answer:
    expand = expansion(call)
    seen = [one for one in pages if one.status == "current" and call.sees(one)]
    return paging.numbered(call, seen, lambda one: content_shapes.page(call, one, expand))


def get_current_user(call: Call) -> Answer:
    return Answer(200, content_shapes.user(call, call.user))


def get_user(call: Call) -> Answer:
    """By account id in the cloud, by user name or key on Data Center."""
    for one in call.company.users:
        names = {"accountId": one.account_id} if call.cloud else _names(one)
        if any(call.argument(name) == value for name, value in names.items()):
            return Answer(200, content_shapes.user(call, one))
    raise WikiError(404, "No user found with the given identification.")


def _names(one: User) -> dict[str, str]:
    return {"username": one.email.partition("@")[0], "key": content_shapes.user_key(one)}
