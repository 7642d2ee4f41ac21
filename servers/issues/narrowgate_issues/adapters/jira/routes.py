"""Everything that Jira can be sent, as values; the two editions differ in the API's number and a few paths."""

from __future__ import annotations

from dataclasses import dataclass, fields

from narrowgate_common.operations import Operation
from narrowgate_common.routes import Route

READ, REPLACE, APPEND = Operation.READ, Operation.REPLACE, Operation.APPEND
_NO_CHECK = (("X-Atlassian-Token", "no-check"),)
"""Jira blocks multipart posts without it: https://support.atlassian.com/jira/kb/rest-api-calls-with-a-browser-user-agent-header-may-fail-csrf-checks/"""
_PAGE = frozenset({"startAt", "maxResults"})


@dataclass(frozen=True, slots=True)
class SharedRoutes:
    """The routes that both editions have, below `/rest/api/2` or `/rest/api/3`."""

    myself: Route
    issue: Route
    issue_create: Route
    issue_update: Route
    transitions: Route
    transition: Route
    edit_screen: Route
    issue_types: Route
    create_screen: Route
    comments: Route
    comment: Route
    comment_add: Route
    comment_edit: Route
    users: Route
    assignable: Route
    link_types: Route
    link: Route
    attach: Route
    field_list: Route


def shared_routes(api: str, *user_query: str) -> SharedRoutes:
    """`user_query` are the parameters that people are searched by: `query` on Cloud, `username` on Data Center."""
    issue = f"{api}/issue/{{key}}"
    people = frozenset({*user_query, "maxResults"})
    return SharedRoutes(
        myself=Route("myself", READ, "GET", f"{api}/myself"),
        issue=Route("issue", READ, "GET", issue, frozenset({"fields", "expand"})),
        issue_create=Route("issue_create", APPEND, "POST", f"{api}/issue"),
        issue_update=Route("issue_update", REPLACE, "PUT", issue, answers="nothing"),
        transitions=Route("transitions", READ, "GET", f"{issue}/transitions", frozenset({"expand"})),
        transition=Route("transition", APPEND, "POST", f"{issue}/transitions", answers="nothing"),
        edit_screen=Route("edit_screen", READ, "GET", f"{issue}/editmeta"),
        issue_types=Route(
            "issue_types", READ, "GET", f"{api}/issue/createmeta/{{project}}/issuetypes", _PAGE
        ),
        create_screen=Route(
            "create_screen", READ, "GET", f"{api}/issue/createmeta/{{project}}/issuetypes/{{type_id}}", _PAGE
        ),
        comments=Route("comments", READ, "GET", f"{issue}/comment", _PAGE | {"orderBy"}),
        comment=Route("comment", READ, "GET", f"{issue}/comment/{{comment_id}}"),
        comment_add=Route("comment_add", APPEND, "POST", f"{issue}/comment"),
        comment_edit=Route("comment_edit", REPLACE, "PUT", f"{issue}/comment/{{comment_id}}"),
        users=Route("users", READ, "GET", f"{api}/user/search", people),
        assignable=Route(
            "assignable", READ, "GET", f"{api}/user/assignable/search", people | {"project", "issueKey"}
        ),
        link_types=Route("link_types", READ, "GET", f"{api}/issueLinkType"),
        link=Route("link", APPEND, "POST", f"{api}/issueLink", answers="nothing"),
        attach=Route("attach", APPEND, "POST", f"{issue}/attachments", headers=_NO_CHECK),
        field_list=Route("field_list", READ, "GET", f"{api}/field"),
    )


@dataclass(frozen=True, slots=True)
class CloudRoutes:
    search: Route
    projects: Route
    comment_list: Route
    content: Route


@dataclass(frozen=True, slots=True)
class DataCenterRoutes:
    old_createmeta: Route
    search: Route
    projects: Route
    issue_stamp: Route
    comment_stamp: Route
    content: Route
    user: Route


SHARED_V3 = shared_routes("/rest/api/3", "query", "accountId")
SHARED_V2 = shared_routes("/rest/api/2", "username", "includeInactive")

CLOUD = CloudRoutes(
    search=Route("search", READ, "POST", "/rest/api/3/search/jql"),
    projects=Route(
        "projects", READ, "GET", "/rest/api/3/project/search", _PAGE | {"orderBy", "keys", "expand"}
    ),
    comment_list=Route("comment_list", READ, "POST", "/rest/api/3/comment/list", frozenset({"expand"})),
    content=Route(
        "content",
        READ,
        "GET",
        "/rest/api/3/attachment/content/{id}",
        frozenset({"redirect"}),
        answers="bytes",
    ),
)

DATA_CENTER = DataCenterRoutes(
    old_createmeta=Route(
        "old_createmeta", READ, "GET", "/rest/api/2/issue/createmeta", frozenset({"projectKeys", "expand"})
    ),
    search=Route("search", READ, "GET", "/rest/api/2/search", _PAGE | {"jql", "fields", "expand"}),
    projects=Route("projects", READ, "GET", "/rest/api/2/project"),
    issue_stamp=Route("issue_stamp", READ, "GET", "/rest/api/2/issue/{key}/properties/{property}"),
    comment_stamp=Route(
        "comment_stamp", READ, "GET", "/rest/api/2/comment/{comment_id}/properties/{property}"
    ),
    content=Route("content", READ, "GET", "/secure/attachment/{id}/{filename}", answers="bytes"),
    user=Route("user", READ, "GET", "/rest/api/2/user", frozenset({"key"})),
)


def route_values(table: SharedRoutes | CloudRoutes | DataCenterRoutes) -> tuple[Route, ...]:
    return tuple(getattr(table, field.name) for field in fields(table))


_USES: dict[str, tuple[str, ...]] = {
    "whoami": ("myself",),
    "rewritten": (),
    "search": ("search",),
    "search_native": ("search",),
    "get_issue": ("issue", "comments", "transitions"),
    "list_projects": ("projects",),
    "issue_types": ("issue_types",),
    "create_screen": ("issue_types", "create_screen"),
    "edit_screen": ("edit_screen",),
    "transitions": ("transitions",),
    "list_fields": ("field_list",),
    "find_users": ("users", "assignable"),
    "create_issue": ("issue_create",),
    "update_issue": ("issue_update",),
    "transition": ("transition",),
    "add_comment": ("comment_add",),
    "get_comment": ("comment",),
    "edit_comment": ("comment_edit",),
    "link_types": ("link_types",),
    "link_issues": ("link",),
    "attach_file": ("attach",),
    "download": ("content",),
}
_CLOUD_USES = {
    **_USES,
    "find_created": ("search",),
    "find_comment": ("comments", "comment_list"),
}
_DATA_CENTER_USES = {
    **_USES,
    "find_users": ("users", "assignable", "user"),
    "issue_types": ("issue_types", "old_createmeta"),
    "create_screen": ("issue_types", "create_screen", "old_createmeta"),
    "find_created": ("search", "issue_stamp"),
    "find_comment": ("comments", "comment_stamp"),
}


def _by_method(uses: dict[str, tuple[str, ...]], routes: tuple[Route, ...]) -> dict[str, tuple[Route, ...]]:
    named = {route.name: route for route in routes}
    return {method: tuple(named[name] for name in names) for method, names in uses.items()}


CLOUD_BY_METHOD = _by_method(_CLOUD_USES, route_values(SHARED_V3) + route_values(CLOUD))
DATA_CENTER_BY_METHOD = _by_method(_DATA_CENTER_USES, route_values(SHARED_V2) + route_values(DATA_CENTER))
"""What each method of the port may send: the authority manifest is made of these rows."""
