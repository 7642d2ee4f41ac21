"""Users, and what an id is the id of.

Source: https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-user/
"""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.records import User
from narrowgate_sandbox.confluence.call import Call, WikiError
from narrowgate_sandbox.web import Answer

_MOST_USERS, _MOST_IDS = 250, 100


def get_users(call: Call) -> Answer:
    """Those who are known; the others are left out."""
    wanted = _list(call, "accountIds", _MOST_USERS)
    found = [one for one in call.company.users if one.account_id in wanted]
    return Answer(200, {"results": [_user(one) for one in found], "_links": {"base": call.site}})


def _list(call: Call, name: str, most: int) -> list[Any]:
    said = call.object().get(name)
    if not isinstance(said, list) or not 0 < len(said) <= most:
        raise WikiError(400, f"'{name}' must be a list of 1 to {most} ids.")
    return said


def _user(one: User) -> dict[str, Any]:
    return {
        "displayName": one.name,
        "timeZone": one.zone,
        "personalSpaceId": "",
        "isExternalCollaborator": False,
        "accountStatus": "active" if one.active else "inactive",
        "accountId": one.account_id,
        "email": one.email if one.email_shown else "",
        "accountType": one.kind,
        "publicName": one.name,
        "profilePicture": {"path": "/wiki/aa-avatar/default", "isDefault": True},
    }


def get_types(call: Call) -> Answer:
    """Null for what is absent or out of sight."""
    wanted = [str(one) for one in _list(call, "contentIds", _MOST_IDS)]
    return Answer(200, {"results": {one: _type(call, one) for one in wanted}})


def _type(call: Call, number: str) -> str | None:
    page = call.wiki.pages.get(number)
    if page is not None:
        return page.kind if call.sees(page) else None
    comment = call.wiki.comments.get(number)
    if comment is not None and call.sees(comment.page):
        return "inline-comment" if comment.inline else "footer-comment"
    file = call.wiki.files.get(number) or call.wiki.files.get(f"att{number}")
    if file is not None and call.sees(file.page):
        return "attachment"
    found = call.wiki.folders.get(number)
    return "folder" if found is not None and call.sees_space(found.space) else None
