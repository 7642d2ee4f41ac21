"""Vendors: one folder each, one line each in VENDORS. An adapter is loaded by the first call that needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrowgate_common.errors import GatewayError
    from narrowgate_common.outbound import Sender
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_issues.adapters.jira.jira import Profile
    from narrowgate_issues.port import Tracker


@dataclass(frozen=True, slots=True)
class Adapter:
    """A tracker for one call, the routes behind each method of the port, and how rejections read."""

    tracker: Callable[[Sender, Profile], Tracker]
    routes: Mapping[str, tuple[Route, ...]]
    explain: Callable[[Request, Reply, Mapping[str, str]], GatewayError]
    """The reading of a rejection; the mapping has our aliases by the vendor's field ids."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """What must be known of a vendor before anything is asked of it."""

    label: str
    adapter: Callable[[], Adapter]
    hosted: bool = False
    """Whether the vendor hosts it: then plain http is never allowed beyond loopback."""


def _jira_cloud() -> Adapter:
    from narrowgate_issues.adapters.jira.cloud import JiraCloud
    from narrowgate_issues.adapters.jira.rejections import explain
    from narrowgate_issues.adapters.jira.routes import CLOUD_BY_METHOD

    return Adapter(JiraCloud, CLOUD_BY_METHOD, explain)


def _jira_data_center() -> Adapter:
    from narrowgate_issues.adapters.jira.dc import JiraDataCenter
    from narrowgate_issues.adapters.jira.rejections import explain
    from narrowgate_issues.adapters.jira.routes import DATA_CENTER_BY_METHOD

    return Adapter(JiraDataCenter, DATA_CENTER_BY_METHOD, explain)


VENDORS: Mapping[str, Vendor] = {
    "jira_cloud": Vendor("Jira Cloud", _jira_cloud, hosted=True),
    "jira_dc": Vendor("Jira Data Center", _jira_data_center),
}
