"""Routes: everything a deployment can send, as values that can be read, printed and enforced.

A request is a route plus parameters. Each parameter is percent-encoded and may not be a dot segment, so that a raw
URL, another path or another host cannot be expressed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

from narrowgate_common.errors import bad_input
from narrowgate_common.operations import Operation

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PARAMETER_CHARS = 255

QueryValue = str | int | bool | Sequence[str]


@dataclass(frozen=True, slots=True)
class SecondHost:
    """A host of the vendor's beside the configured one. `credential`: whether it gets ours, as the first does."""

    origin: str
    credential: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """One thing the vendor's API does, with the query parameters it may carry and what comes back."""

    name: str
    operation: Operation
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    query: frozenset[str] = frozenset()
    answers: Literal["json", "nothing", "bytes", "websocket"] = "json"
    headers: tuple[tuple[str, str], ...] = ()
    """Fixed headers the vendor wants on this route."""
    hops: tuple[str, ...] = ()
    """Of a file's bytes: the origins to which the answer may send on, once, without credentials."""
    host: SecondHost | None = None
    """Where the vendor names whole addresses: the one host they may be of. `path` then only tells a reader which."""

    def placeholders(self) -> tuple[str, ...]:
        return tuple(_PLACEHOLDER.findall(self.path))


_PLAIN = ","
"""Means nothing in a query (RFC 3986, 3.4), and stands in every read's list of fields."""


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file's bytes and the name the vendor shall see."""

    filename: str
    content: bytes
    media_type: str = "application/octet-stream"
    fields: tuple[tuple[str, str], ...] = ()
    """What goes in the same form beside the file."""


@dataclass(frozen=True, slots=True)
class Request:
    """A route with its parameters: all that an adapter can ask to be sent."""

    route: Route
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    json: Any = None
    file: FilePart | None = None
    step: str | None = None
    """Names this effect within its call, where one call has several of the same route."""
    guarded: bool = False
    """A version was compared before: after an ambiguous end, re-read and compare instead of repeating."""
    keyed: bool = False
    """The vendor takes it twice as one: it carries the vendor's own idempotency key, the same at every attempt."""
    address: str = field(default="", repr=False)
    """For a route of a second host: the whole address as the vendor gave it. Of another host it is refused."""

    def target(self) -> str:
        """Path and query, encoded. Raises bad_input when a parameter cannot be one."""
        path = _PLACEHOLDER.sub(lambda match: _encoded(match[1], self.path[match[1]]), self.route.path)
        query = self._query()
        return f"{path}?{query}" if query else path

    def _query(self) -> str:
        undeclared = set(self.query) - self.route.query
        if undeclared:
            raise ValueError(f"{self.route.name} declares no query parameter {sorted(undeclared)}")
        pairs = [pair for name, value in self.query.items() for pair in _pairs(name, value)]
        try:
            return urlencode(pairs, safe=_PLAIN)
        except UnicodeEncodeError:
            raise bad_input("An argument holds half a character", reason="bad_text") from None


def _pairs(name: str, value: QueryValue) -> list[tuple[str, str]]:
    if isinstance(value, bool):
        return [(name, "true" if value else "false")]
    if isinstance(value, (str, int)):
        return [(name, str(value))]
    return [(name, item) for item in value]


def _encoded(name: str, value: str) -> str:
    """`quote` alone lets `..` through, and a client would climb it."""
    if not value or len(value) > _PARAMETER_CHARS or value.strip(".") == "" or _CONTROL.search(value):
        raise bad_input(f"{name} is not something the connected system could have", reason="bad_identifier")
    return quote(value, safe="")


@dataclass(frozen=True, slots=True)
class Grant:
    """One line of the authority manifest: which tool may send what, where."""

    tool: str
    route: Route
    origin: str

    def row(self) -> tuple[str, str, str, str]:
        host = self.route.host
        origin = self.origin if host is None else host.origin
        without = "" if host is None or host.credential else " (without credentials)"
        return (self.route.method, origin + self.route.path, str(self.route.operation), self.tool + without)

    def rows(self) -> tuple[tuple[str, str, str, str], ...]:
        """With a line for every second host that an answer may send on to."""
        sent_on = f"{self.tool} (sent on by {self.route.path}, without credentials)"
        return (self.row(), *(("GET", f"{host}/", "read", sent_on) for host in self.route.hops))
