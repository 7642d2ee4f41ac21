"""The site itself: its projects, its lists, and what one may do there."""

from __future__ import annotations

from typing import Any

from narrowgate_sandbox.company.catalogue import FIELDS, Field
from narrowgate_sandbox.company.records import Project
from narrowgate_sandbox.jira import rendering
from narrowgate_sandbox.jira.call import Answer, Call, VendorError, page

BUILT = "2026-11-26T04:10:00.000+0000"


def get_server_info(call: Call) -> Answer:
    return Answer(
        200,
        {
            "baseUrl": call.base,
            "version": "1001.0.0-SNAPSHOT",
            "versionNumbers": [1001, 0, 0],
            "deploymentType": "Cloud",
            "buildNumber": 100_287,
            "buildDate": BUILT,
            "serverTime": rendering.timestamp(call, call.company.clock.now),
            "scmInfo": "sandbox",
            "serverTitle": call.company.name,
        },
    )


def get_tenant(call: Call) -> Answer:
    return Answer(200, {"cloudId": call.company.cloud_id})


def search_projects(call: Call) -> Answer:
    sought = call.argument("query").casefold()
    keys = {key.upper() for key in call.arguments("keys")}
    kinds = set(call.arguments("typeKey"))
    seen = [one for one in call.company.projects if call.sees(one)]
    found = [one for one in seen if _fits(one, sought, keys, kinds)]
    found.sort(key=lambda one: one.key)
    part, start, size = page(call, found, 50, most=100)
    return Answer(
        200,
        {
            "self": call.url(f"project/search?startAt={start}&maxResults={size}"),
            "startAt": start,
            "maxResults": size,
            "total": len(found),
            "isLast": start + len(part) >= len(found),
            "values": [_listed(call, one) for one in part],
        },
    )


def _fits(one: Project, sought: str, keys: set[str], kinds: set[str]) -> bool:
    named = sought in one.key.casefold() or sought in one.name.casefold()
    return named and (not keys or one.key in keys) and (not kinds or one.kind in kinds)


def _listed(call: Call, one: Project) -> dict[str, Any]:
    """With the issue types only where the request expands them."""
    shape = rendering.project(call, one) | {"style": "classic", "isPrivate": False}
    expand = call.arguments("expand")
    if "issueTypes" in expand:
        shape["issueTypes"] = [rendering.issue_type(call, kind) for kind in one.types]
    if "lead" in expand:
        shape["lead"] = rendering.user(call, one.lead)
    return shape


def get_project(call: Call) -> Answer:
    one = call.project(call.path["project"])
    whole = {
        "description": "",
        "lead": rendering.user(call, one.lead),
        "assigneeType": "UNASSIGNED",
        "components": [rendering.choice(call, "component", part) for part in one.components],
        "versions": [rendering.choice(call, "version", part) for part in one.versions],
        "issueTypes": [rendering.issue_type(call, kind) for kind in one.types],
    }
    return Answer(200, _listed(call, one) | whole)


def get_fields(_call: Call) -> Answer:
    return Answer(200, [_field(one) for one in FIELDS.values()])


def _field(one: Field) -> dict[str, Any]:
    return {
        "id": one.id,
        "key": one.id,
        "name": one.name,
        "custom": one.custom,
        "orderable": one.orderable,
        "navigable": one.navigable,
        "searchable": one.searchable,
        "clauseNames": list(one.clauses),
        "schema": dict(one.schema),
    }


def get_priorities(call: Call) -> Answer:
    medium = "3"
    shown = (rendering.choice(call, "priority", one) or {} for one in call.company.priorities)
    return Answer(200, [one | {"isDefault": one["id"] == medium, "statusColor": "#ea7d24"} for one in shown])


def get_resolutions(call: Call) -> Answer:
    return Answer(200, [rendering.choice(call, "resolution", one) for one in call.company.resolutions])


def get_statuses(call: Call) -> Answer:
    """Those of the projects that are seen, each once."""
    workflows = {id(one.workflow): one.workflow for one in call.company.projects if call.sees(one)}
    statuses = (status for workflow in workflows.values() for status in workflow.statuses)
    return Answer(200, [rendering.status(call, one) for one in statuses])


_PERMISSIONS = {
    "BROWSE_PROJECTS": ("10", "Browse Projects", False),
    "CREATE_ISSUES": ("11", "Create Issues", True),
    "EDIT_ISSUES": ("12", "Edit Issues", True),
    "ASSIGN_ISSUES": ("13", "Assign Issues", True),
    "ADD_COMMENTS": ("15", "Add Comments", True),
    "CREATE_ATTACHMENTS": ("19", "Create Attachments", True),
    "LINK_ISSUES": ("21", "Link Issues", True),
    "EDIT_OWN_COMMENTS": ("37", "Edit Own Comments", True),
    "TRANSITION_ISSUES": ("46", "Transition Issues", True),
    "DELETE_ISSUES": ("16", "Delete Issues", None),
    "ADMINISTER": ("0", "Administer Jira", None),
}


def get_my_permissions(call: Call) -> Answer:
    asked = call.arguments("permissions")
    if not asked:
        raise VendorError(400, "The 'permissions' query parameter is required.")
    unknown = [name for name in asked if name not in _PERMISSIONS]
    if unknown:
        raise VendorError(400, f"Unrecognized permission: {unknown[0]}")
    _where(call)
    return Answer(200, {"permissions": {name: _permission(call, name) for name in asked}})


def _where(call: Call) -> None:
    if call.argument("issueKey") or call.argument("issueId"):
        call.issue(call.argument("issueKey") or call.argument("issueId"))
    elif call.argument("projectKey") or call.argument("projectId"):
        call.project(call.argument("projectKey") or call.argument("projectId"))


def _permission(call: Call, key: str) -> dict[str, Any]:
    number, name, writing = _PERMISSIONS[key]
    held = call.account is not None and writing is not None and (call.may_write or not writing)
    kind = "GLOBAL" if key == "ADMINISTER" else "PROJECT"
    return {"id": number, "key": key, "name": name, "type": kind, "description": "", "havePermission": held}
