"""Vendors: one folder each, one line each in VENDORS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from narrowgate_common.outbound import Explain, Sender
from narrowgate_common.routes import Route
from narrowgate_issues.adapters.jira.cloud import JiraCloud
from narrowgate_issues.adapters.jira.dc import JiraDataCenter
from narrowgate_issues.adapters.jira.jira import Profile
from narrowgate_issues.adapters.jira.rejections import explain
from narrowgate_issues.adapters.jira.routes import CLOUD_BY_METHOD, DATA_CENTER_BY_METHOD
from narrowgate_issues.port import Tracker


@dataclass(frozen=True, slots=True)
class Vendor:
    """A tracker for one call, the routes behind each method of the port, and how rejections read."""

    label: str
    tracker: Callable[[Sender, Profile], Tracker]
    routes: Mapping[str, tuple[Route, ...]]
    explain: Explain
    hosted: bool = False
    """Whether the vendor hosts it: then plain http is never allowed beyond loopback."""


VENDORS: Mapping[str, Vendor] = {
    "jira_cloud": Vendor("Jira Cloud", JiraCloud, CLOUD_BY_METHOD, explain, hosted=True),
    "jira_dc": Vendor("Jira Data Center", JiraDataCenter, DATA_CENTER_BY_METHOD, explain),
}
