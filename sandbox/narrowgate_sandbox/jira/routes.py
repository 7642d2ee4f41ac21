"""Every request the tracker answers, by method and path."""

from __future__ import annotations

from narrowgate_sandbox.jira import (
    attachments,
    comments,
    issues,
    links,
    properties,
    screens,
    search,
    site,
    transitions,
    users,
)
from narrowgate_sandbox.jira.call import Handler

_API = "/rest/api/3"
_ISSUE = f"{_API}/issue/{{issue}}"
_COMMENT = f"{_API}/comment/{{comment}}"

ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", f"{_API}/myself", users.get_myself),
    ("GET", f"{_API}/mypermissions", site.get_my_permissions),
    ("GET", f"{_API}/serverInfo", site.get_server_info),
    ("GET", f"{_API}/project/search", site.search_projects),
    ("GET", f"{_API}/project/{{project}}", site.get_project),
    ("GET", f"{_API}/field", site.get_fields),
    ("GET", f"{_API}/priority", site.get_priorities),
    ("GET", f"{_API}/resolution", site.get_resolutions),
    ("GET", f"{_API}/status", site.get_statuses),
    ("GET", f"{_API}/search", search.removed),
    ("POST", f"{_API}/search", search.removed),
    ("GET", f"{_API}/search/jql", search.search),
    ("POST", f"{_API}/search/jql", search.search_by_body),
    ("GET", f"{_API}/issue/createmeta/{{project}}/issuetypes", screens.get_create_types),
    ("GET", f"{_API}/issue/createmeta/{{project}}/issuetypes/{{type}}", screens.get_create_fields),
    ("POST", f"{_API}/issue", issues.create_issue),
    ("GET", _ISSUE, issues.get_issue),
    ("PUT", _ISSUE, issues.edit_issue),
    ("GET", f"{_ISSUE}/editmeta", screens.get_editmeta),
    ("GET", f"{_ISSUE}/changelog", issues.get_changelog),
    ("GET", f"{_ISSUE}/transitions", transitions.get_transitions),
    ("POST", f"{_ISSUE}/transitions", transitions.make_transition),
    ("GET", f"{_ISSUE}/comment", comments.get_comments),
    ("POST", f"{_ISSUE}/comment", comments.add_comment),
    ("GET", f"{_ISSUE}/comment/{{comment}}", comments.get_comment),
    ("PUT", f"{_ISSUE}/comment/{{comment}}", comments.edit_comment),
    ("GET", f"{_ISSUE}/properties", properties.get_issue_properties),
    ("GET", f"{_ISSUE}/properties/{{property}}", properties.get_issue_property),
    ("PUT", f"{_ISSUE}/properties/{{property}}", properties.put_issue_property),
    ("POST", f"{_ISSUE}/attachments", attachments.add_attachments),
    ("POST", f"{_API}/comment/list", comments.list_comments),
    ("GET", f"{_COMMENT}/properties", properties.get_comment_properties),
    ("GET", f"{_COMMENT}/properties/{{property}}", properties.get_comment_property),
    ("GET", f"{_API}/attachment/meta", attachments.get_settings),
    ("GET", f"{_API}/attachment/content/{{attachment}}", attachments.get_content),
    ("GET", f"{_API}/attachment/{{attachment}}", attachments.get_attachment),
    ("GET", f"{_API}/issueLinkType", links.get_types),
    ("POST", f"{_API}/issueLink", links.add_link),
    ("GET", f"{_API}/issueLink/{{link}}", links.get_link),
    ("GET", f"{_API}/user", users.get_user),
    ("GET", f"{_API}/user/search", users.search_users),
    ("GET", f"{_API}/user/assignable/search", users.search_assignable),
)
