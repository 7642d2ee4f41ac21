"""Jira Data Center: REST v2, wiki markup, user names, searches that page by offset."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from narrowgate_common.errors import Category, GatewayError
from narrowgate_common.paging import Page
from narrowgate_common.routes import Request, Route
from narrowgate_issues.adapters.jira import mapping
from narrowgate_issues.adapters.jira.fieldset import LISTED, STAMP, Edition
from narrowgate_issues.adapters.jira.jira import TYPES_PAGE, Jira, carries
from narrowgate_issues.adapters.jira.jql import compile_filter, confine
from narrowgate_issues.adapters.jira.routes import DATA_CENTER, SHARED_V2
from narrowgate_issues.port import Attachment, Comment, Filter, Project, Row, ScreenField, User

_CANDIDATES = 10
_SEPARATORS = re.compile(r"[/\\]")
_USER_KEY = re.compile(r"JIRAUSER[0-9]{1,10}", re.ASCII)
"""The key of an account that was made since 8.4; the search looks at names and addresses only."""


class JiraDataCenter(Jira):
    """https://developer.atlassian.com/server/jira/platform/rest/"""

    edition = Edition("wiki", "name")
    routes = SHARED_V2

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Row]:
        return await self._search(compile_filter(wanted, wanted.projects), limit, token)

    async def search_native(
        self, query: str, *, projects: Sequence[str], limit: int, token: str | None
    ) -> Page[Row]:
        return await self._search(confine(query, projects), limit, token)

    async def _search(self, jql: str, limit: int, token: str | None) -> Page[Row]:
        start = int(token or 0)
        query: dict[str, str | int] = {"jql": jql, "startAt": start, "maxResults": limit}
        query["fields"] = ",".join(LISTED)
        raw = await self._json(DATA_CENTER.search, query=query)
        listed = mapping.listed(raw, "issues")
        total = raw.get("total")
        more = isinstance(total, int) and listed and start + len(listed) < total
        found = mapping.readable(listed, self._row)
        return Page(found, str(start + len(listed)) if more else None)

    async def list_projects(self, wanted: Sequence[str], *, limit: int, token: str | None) -> Page[Project]:
        """Data Center answers with all projects at once; the pages, of those that were wanted, are ours."""
        raw = await self._json(DATA_CENTER.projects)
        start = int(token or 0)
        visible = mapping.readable(mapping.listed(raw), mapping.project)
        asked = (project for project in visible if not wanted or project.key in wanted)
        found = sorted(asked, key=lambda project: project.key)
        rest = len(found) > start + limit
        return Page(tuple(found[start : start + limit]), str(start + limit) if rest else None)

    async def find_users(self, text: str, *, assignable_to: str | None, limit: int) -> tuple[User, ...]:
        """The assignable search works without the global right to browse users; where there is none, all are asked."""
        if _USER_KEY.fullmatch(text):
            found = await self._or_none(DATA_CENTER.user, {}, {"key": text})
            return self._people([found])
        query: dict[str, str | int] = {"username": text, "maxResults": limit}
        if assignable_to is None:
            everybody = {**query, "includeInactive": "true"}
            return self._people(await self._json(self.routes.users, query=everybody))
        at = {"issueKey" if "-" in assignable_to else "project": assignable_to}
        raw = await self._or_none(self.routes.assignable, {}, {**query, **at})
        return self._people(raw if raw is not None else await self._json(self.routes.users, query=query))

    async def _issue_types(self, project: str) -> list[Any]:
        """Before 8.4 there is only the one resource that tells everything; it is gone since 9.0.

        https://confluence.atlassian.com/jiracore/createmeta-rest-endpoint-to-be-removed-975040986.html
        """
        raw = await self._or_none(self.routes.issue_types, {"project": project}, {"maxResults": TYPES_PAGE})
        if raw is not None:
            return mapping.listed(raw, "values", "issueTypes")
        query = {"projectKeys": project, "expand": "projects.issuetypes.fields"}
        old = await self._json(DATA_CENTER.old_createmeta, query=query)
        owners = (each for each in mapping.items(old, "projects") if mapping.text(each, "key") == project)
        return [kind for owner in owners for kind in mapping.items(owner, "issuetypes")]

    async def _create_screen(self, project: str, issue_type: Mapping[str, Any]) -> tuple[ScreenField, ...]:
        if "fields" in issue_type:
            return mapping.screen(mapping.obj(issue_type, "fields"), self._profile.aliases)
        return await super()._create_screen(project, issue_type)

    async def find_created(self, project: str, *, stamp: str) -> str | None:
        mine = Filter(projects=(project,), reporter="me", created_after="-1d")
        for found in (await self.search(mine, limit=_CANDIDATES, token=None)).items:
            if await self._carries(DATA_CENTER.issue_stamp, {"key": found.key}, stamp):
                return found.key
        return None

    async def find_comment(self, key: str, *, stamp: str) -> Comment | None:
        newest, _ = await self._newest_comments(key)
        for raw in newest[:_CANDIDATES]:
            path = {"comment_id": mapping.identifier(raw)}
            if await self._carries(DATA_CENTER.comment_stamp, path, stamp):
                return await self._aside(self._comment, raw)
        return None

    async def _carries(self, route: Route, path: dict[str, str], stamp: str) -> bool:
        """Absent is the common case: every object that somebody else made."""
        raw = await self._or_none(route, {**path, "property": STAMP}, {})
        return carries(mapping.obj(raw, "value"), stamp)

    async def _or_none(self, route: Route, path: Mapping[str, str], query: Mapping[str, str | int]) -> Any:
        """None where the tracker does not have the resource."""
        try:
            return await self._json(route, path, query)
        except GatewayError as error:
            if error.category is Category.NOT_FOUND:
                return None
            raise

    def _content(self, attachment: Attachment) -> Request:
        """The address is built from the id and the name; the one the tracker gives is not followed."""
        filename = _SEPARATORS.sub("_", attachment.filename)
        return Request(DATA_CENTER.content, {"id": attachment.id, "filename": filename})
