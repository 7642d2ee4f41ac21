"""Vendors: one folder each, one line each in VENDORS. An adapter is loaded by the first call that needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrowgate_common.errors import GatewayError
    from narrowgate_common.outbound import Sender
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route
    from narrowgate_docs.port import Wiki


@dataclass(frozen=True, slots=True)
class Profile:
    """What an adapter keeps from call to call.

    `site` is what people browse, without a slash at the end. `spaces` has keys by the vendor's ids, as far as they
    were asked for: neither ever changes.
    """

    site: str
    spaces: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Adapter:
    """A wiki for one call, the routes behind each method of the port, and how rejections read."""

    wiki: Callable[[Sender, Profile], Wiki]
    routes: Mapping[str, tuple[Route, ...]]
    explain: Callable[[Request, Reply], GatewayError]


@dataclass(frozen=True, slots=True)
class Vendor:
    """What must be known of a vendor before anything is asked of it."""

    label: str
    adapter: Callable[[], Adapter]
    hosted: bool = False
    """Whether the vendor hosts it: then plain http is never allowed beyond loopback."""
    below: str = ""
    """The path below the site under which people find it: they may or may not give it with the address."""
    capabilities: frozenset[str] = frozenset()
    """`inline_comments`: whether comments on words of a page can be written."""


def _confluence_cloud() -> Adapter:
    from narrowgate_docs.adapters.confluence.cloud import ConfluenceCloud
    from narrowgate_docs.adapters.confluence.rejections import explain
    from narrowgate_docs.adapters.confluence.routes import CLOUD_BY_METHOD

    return Adapter(ConfluenceCloud, CLOUD_BY_METHOD, explain)


def _confluence_data_center() -> Adapter:
    from narrowgate_docs.adapters.confluence.data_center import ConfluenceDataCenter
    from narrowgate_docs.adapters.confluence.rejections import explain
    from narrowgate_docs.adapters.confluence.routes import DATA_CENTER_BY_METHOD

    return Adapter(ConfluenceDataCenter, DATA_CENTER_BY_METHOD, explain)


VENDORS: Mapping[str, Vendor] = {
    "confluence_cloud": Vendor(
        "Confluence Cloud",
        _confluence_cloud,
        hosted=True,
        below="/wiki",
        capabilities=frozenset({"inline_comments"}),
    ),
    "confluence_dc": Vendor("Confluence Data Center", _confluence_data_center),
}
