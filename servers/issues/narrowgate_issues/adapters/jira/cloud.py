"""Jira Cloud: REST v3, ADF, account ids, searches that page by token."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from narrowgate_common.paging import Page
from narrowgate_common.routes import QueryValue, Request
from narrowgate_issues.adapters.jira import mapping
from narrowgate_issues.adapters.jira.fieldset import LISTED, STAMP, Edition
from narrowgate_issues.adapters.jira.jira import Jira, carries
from narrowgate_issues.adapters.jira.jql import compile_filter, confine
from narrowgate_issues.adapters.jira.routes import CLOUD, SHARED_V3
from narrowgate_issues.port import Attachment, Comment, Filter, Project, Row, User

_CANDIDATES = 50
_KEYS = 50
"""As many project keys as one question may name."""


_ACCOUNT_ID = re.compile(
    r"[0-9a-z]{24}|(?:qm:[0-9a-f-]{36}:)?(?:[0-9]{1,10}:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)
"""The forms of account ids: 24 letters and digits on old sites, else a UUID after a number."""


def _searched_by(text: str) -> str:
    """An account id is no part of a name: it has a parameter of its own.

    https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-user-search/
    """
    return "accountId" if _ACCOUNT_ID.fullmatch(text) else "query"


class JiraCloud(Jira):
    """https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/"""

    edition = Edition("adf", "accountId")
    routes = SHARED_V3

    async def search(self, wanted: Filter, *, limit: int, token: str | None) -> Page[Row]:
        return await self._search(compile_filter(wanted, wanted.projects), limit, token)

    async def search_native(
        self, query: str, *, projects: Sequence[str], limit: int, token: str | None
    ) -> Page[Row]:
        return await self._search(confine(query, projects), limit, token)

    async def _search(self, jql: str, limit: int, token: str | None) -> Page[Row]:
        """Forward only, and no total: https://developer.atlassian.com/changelog/#CHANGE-2046"""
        body: dict[str, Any] = {
            "jql": jql,
            "maxResults": limit,
            "fields": LISTED,
        }
        if token is not None:
            body["nextPageToken"] = token
        raw = await self._json(CLOUD.search, json=body)
        issues = mapping.readable(mapping.listed(raw, "issues"), self._row)
        return Page(issues, mapping.text(raw, "nextPageToken") or None)

    async def list_projects(self, wanted: Sequence[str], *, limit: int, token: str | None) -> Page[Project]:
        start = int(token or 0)
        query: dict[str, QueryValue] = {
            "startAt": start,
            "maxResults": limit,
            "orderBy": "key",
            "expand": "issueTypes",
        }
        if 0 < len(wanted) <= _KEYS:
            query["keys"] = wanted
        raw = await self._json(CLOUD.projects, query=query)
        listed = mapping.listed(raw, "values")
        found = mapping.readable(listed, mapping.project)
        last = raw.get("isLast") is not False or not listed
        return Page(found, None if last else str(start + len(listed)))

    async def find_users(self, text: str, *, assignable_to: str | None, limit: int) -> tuple[User, ...]:
        query: dict[str, str | int] = {_searched_by(text): text, "maxResults": limit}
        route = self.routes.users
        if assignable_to is not None:
            route = self.routes.assignable
            query["issueKey" if "-" in assignable_to else "project"] = assignable_to
        return self._people(await self._json(route, query=query))

    async def find_created(self, project: str, *, stamp: str) -> str | None:
        """Search is eventually consistent: a miss proves nothing."""
        mine = Filter(projects=(project,), reporter="me", created_after="-1d")
        body = {
            "jql": compile_filter(mine, (project,)),
            "maxResults": _CANDIDATES,
            "fields": ["summary"],
            "properties": [STAMP],
        }
        raw = await self._json(CLOUD.search, json=body)
        for each in mapping.items(raw, "issues"):
            if carries(mapping.obj(mapping.obj(each, "properties"), STAMP), stamp):
                return mapping.issue_key(each)
        return None

    async def find_comment(self, key: str, *, stamp: str) -> Comment | None:
        newest, _ = await self._newest_comments(key)
        ids = [int(mapping.text(each, "id")) for each in newest if mapping.text(each, "id").isdecimal()]
        if not ids:
            return None
        raw = await self._json(CLOUD.comment_list, query={"expand": "properties"}, json={"ids": ids})
        for each in mapping.items(raw, "values"):
            if any(
                carries(mapping.obj(entry, "value"), stamp) for entry in mapping.items(each, "properties")
            ):
                return await self._aside(self._comment, each)
        return None

    def _content(self, attachment: Attachment) -> Request:
        """`redirect=false` serves the bytes here, so that no second host is needed."""
        return Request(CLOUD.content, {"id": attachment.id}, {"redirect": "false"})
