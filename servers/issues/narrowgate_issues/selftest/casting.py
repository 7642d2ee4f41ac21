"""Who plays whom: projects of the sandbox's, as Jira Cloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from narrowgate_common.connection import Service
from narrowgate_common.selftest.script import Cast
from narrowgate_common.settings import BasicAuth, ConnectionSettings
from narrowgate_issues.adapters import VENDORS
from narrowgate_issues.server import service_of
from narrowgate_issues.settings import Connection

STRANGER = "DESK"
"""Its issues are linked to those of the actors."""
OUTSIDE_TITLE = "I was charged twice"
_KIND: Final = "jira_cloud"


def _connection(_configured: ConnectionSettings, url: str, auth: BasicAuth) -> Connection:
    return Connection(kind=_KIND, base_url=url, auth=auth)


def _service(_playing: ConnectionSettings) -> Service:
    return service_of(VENDORS[_KIND])


def _remarks(configured: ConnectionSettings) -> Sequence[str]:
    kind = str(getattr(configured, "kind", ""))
    return [] if kind == _KIND else [f"it speaks Jira Cloud: the wire format of {kind} is not exercised"]


CAST = Cast(
    entries="projects",
    thing="projects",
    actors=("SHOP", "OPS"),
    stranger=STRANGER,
    telltales=(f"{STRANGER}-", OUTSIDE_TITLE),
    connection=_connection,
    service=_service,
    remarks=_remarks,
)
