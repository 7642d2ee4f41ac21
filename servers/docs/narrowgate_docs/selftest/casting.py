"""Who plays whom: spaces of the sandbox's, as the kind of Confluence that is configured."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from narrowgate_common.connection import Service
from narrowgate_common.selftest.script import Cast
from narrowgate_common.settings import BasicAuth, ConnectionSettings
from narrowgate_docs.adapters import VENDORS
from narrowgate_docs.server import service_of
from narrowgate_docs.settings import Connection

if TYPE_CHECKING:
    from narrowgate_common.selftest.rehearsal import Rehearsal
    from narrowgate_docs.server import DocsServer

    Stage = Rehearsal[DocsServer]

ACTOR = "ENG"
STRANGER = "~5570589d2a4c1e0b6f4e3d8c775a1f0e2d3c4b"
"""Somebody's personal space, which the playing account may read."""
_BELOW = {"confluence_cloud": "", "confluence_dc": "/confluence"}


def _connection(configured: ConnectionSettings, url: str, auth: BasicAuth) -> Connection:
    kind = cast("Connection", configured).kind
    return Connection(kind=kind, base_url=f"{url}{_BELOW[kind]}", auth=auth)


def _service(playing: ConnectionSettings) -> Service:
    return service_of(VENDORS[cast("Connection", playing).kind])


def in_the_cloud(stage: Stage) -> bool:
    """Whether the sandbox plays Confluence Cloud, whose paths are others."""
    return stage.server.connection.kind == "confluence_cloud"


CAST = Cast(
    entries="spaces",
    thing="spaces",
    actors=(ACTOR, "OPS"),
    stranger="a personal space",
    telltales=(STRANGER, "Thinking in systems", "My own words", "selftest outside"),
    connection=_connection,
    service=_service,
)
