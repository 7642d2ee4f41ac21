"""Vendors: one folder each, one line each in VENDORS. An adapter is loaded by the first call that needs it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

if TYPE_CHECKING:
    from narrowgate_chat.port import Chat
    from narrowgate_common.errors import GatewayError
    from narrowgate_common.operations import Ended
    from narrowgate_common.outbound import Sender
    from narrowgate_common.replies import Reply
    from narrowgate_common.routes import Request, Route


@dataclass(frozen=True, slots=True)
class Profile:
    """What an adapter must know of its configuration, and what it keeps from call to call.

    `site` is what people browse, without a slash at the end. `known` is the adapter's own bounded memory of names and
    ids: nothing in it decides what is allowed.
    """

    site: str
    team: str | None = None
    known: dict[str, Any] = field(default_factory=dict)
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep
    """How an adapter waits between two looks."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """A chat for one call, the routes behind each method of the port, and how rejections read."""

    chat: Callable[[Sender, Profile], Chat]
    routes: Mapping[str, tuple[Route, ...]]
    explain: Callable[[Request, Reply], GatewayError]
    verdict: Callable[[Request, Reply], Ended | None] | None = None
    """What a successful status with a refusal in its body proves, where the vendor answers so."""


@dataclass(frozen=True, slots=True)
class Vendor:
    """What must be known of a vendor before anything is asked of it."""

    label: str
    adapter: Callable[[], Adapter]
    hosted: bool = False
    """Whether the vendor hosts it: then plain http is never allowed beyond loopback."""
    capabilities: frozenset[str] = frozenset()
    """`search`: whether messages can be searched; `files`: whether files can be sent."""
    by_token: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """What only tokens can do that begin so."""
    throttled_by_route: bool = False
    """Whether the vendor limits each method by itself."""

    def capable(self, token: str) -> frozenset[str]:
        """What can be done with this credential, known without asking."""
        more = (able for prefix, able in self.by_token.items() if token.startswith(prefix))
        return self.capabilities.union(*more)


def _slack() -> Adapter:
    from narrowgate_chat.adapters.slack.rejections import explain, verdict
    from narrowgate_chat.adapters.slack.routes import BY_METHOD
    from narrowgate_chat.adapters.slack.slack import Slack

    return Adapter(Slack, BY_METHOD, explain, verdict)


def _matrix() -> Adapter:
    from narrowgate_chat.adapters.matrix.matrix import Matrix
    from narrowgate_chat.adapters.matrix.rejections import explain
    from narrowgate_chat.adapters.matrix.routes import BY_METHOD

    return Adapter(Matrix, BY_METHOD, explain)


def _mattermost() -> Adapter:
    from narrowgate_chat.adapters.mattermost.mattermost import Mattermost
    from narrowgate_chat.adapters.mattermost.rejections import explain
    from narrowgate_chat.adapters.mattermost.routes import BY_METHOD

    return Adapter(Mattermost, BY_METHOD, explain)


VENDORS: Mapping[str, Vendor] = {
    "slack": Vendor(
        "Slack",
        _slack,
        hosted=True,
        capabilities=frozenset({"files"}),
        by_token=dict.fromkeys(("xoxp-", "xoxe.xoxp-"), frozenset({"search"})),
        throttled_by_route=True,
    ),
    "matrix": Vendor("Matrix", _matrix, capabilities=frozenset({"search"})),
    "mattermost": Vendor("Mattermost", _mattermost, capabilities=frozenset({"search", "files"})),
}
