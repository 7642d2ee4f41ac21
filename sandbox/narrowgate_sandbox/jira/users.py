"""People: who I am, who there is, and who may be given work.

Source: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-user-search/
"""

from __future__ import annotations

from narrowgate_sandbox.company.records import Project, User
from narrowgate_sandbox.jira import rendering
from narrowgate_sandbox.jira.call import Answer, Call, VendorError, page

SIGN_IN = b"Client must be authenticated to access this resource."


def get_myself(call: Call) -> Answer:
    if call.account is None:
        return Answer(401, SIGN_IN, {"content-type": "text/html;charset=UTF-8"})
    empty = {"size": 0, "items": []}
    more = {
        "locale": "en_GB",
        "groups": empty,
        "applicationRoles": empty,
        "expand": "groups,applicationRoles",
    }
    return Answer(200, (rendering.user(call, call.user) or {}) | more)


def get_user(call: Call) -> Answer:
    wanted = call.argument("accountId")
    if not wanted:
        raise VendorError(400, "The query parameter 'accountId' is required.")
    found = call.company.user(wanted)
    if call.account is None or found is None:
        raise VendorError(404, "Specified user does not exist or you do not have required permissions")
    return Answer(200, rendering.user(call, found))


def search_users(call: Call) -> Answer:
    """Anybody but customers: people who have left and apps are found too."""
    wanted, number = call.argument("query"), call.argument("accountId")
    if not wanted and not number:
        raise VendorError(400, "The query parameter 'query', 'accountId' or 'property' is required.")
    everybody = call.company.users if call.account else ()
    found = [one for one in everybody if one.kind != "customer" and _fits(one, wanted, number)]
    return _listed(call, found)


def search_assignable(call: Call) -> Answer:
    if not any(call.argument(name) for name in ("project", "issueKey", "issueId")):
        raise VendorError(400, "The query parameter 'project', 'issueKey' or 'issueId' is required.")
    _place(call)
    wanted, number = call.argument("query"), call.argument("accountId")
    possible = (one for one in call.company.users if one.active and one.kind == "atlassian")
    return _listed(call, [one for one in possible if _fits(one, wanted, number)])


def _place(call: Call) -> Project:
    reference = call.argument("issueKey") or call.argument("issueId")
    if reference:
        return call.issue(reference).project
    return call.project(call.argument("project"))


def _fits(one: User, wanted: str, number: str) -> bool:
    """The start of a word of the name, or of the address where it is shown; or the exact account."""
    if number:
        return one.account_id == number
    sought = wanted.casefold()
    words = one.name.casefold()
    address = one.email.casefold() if one.email_shown else ""
    return any(text.startswith(sought) for text in (words, *words.split(), address))


def _listed(call: Call, found: list[User]) -> Answer:
    part, _, _ = page(call, found, 50, most=1000)
    return Answer(200, [rendering.user(call, one) for one in part])
