"""What a server supplies so that the shared checks can play it: its words, its cast, and calls of its tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from narrowgate_common.connection import Service
    from narrowgate_common.selftest.rehearsal import Rehearsal
    from narrowgate_common.settings import BasicAuth, ConnectionSettings

Arguments = Mapping[str, Any]
ToolCall = tuple[str, Arguments]
Proper = Mapping[str, Arguments]
"""By tool, arguments that are in order."""


@dataclass(frozen=True, slots=True)
class Repertoire:
    """The names of the tools, stated once more: what is checked must not be where it is read from."""

    reading: frozenset[str]
    writing: frozenset[str]
    uploading: str
    downloading: str
    glance: str
    """The tool that reads one thing."""

    @property
    def every(self) -> frozenset[str]:
        return self.reading | self.writing | {self.uploading, self.downloading}


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays whom. `entries` is the key below `scope` that holds what a server is confined to."""

    entries: str
    thing: str
    """What the entries are, in the plural."""
    actors: tuple[str, ...]
    """What of the sandbox plays the entries."""
    stranger: str
    """What plays everything else; it is in the account's sight."""
    telltales: tuple[str, ...]
    """What only an answer holds that shows something of the stranger's."""
    connection: Callable[[ConnectionSettings, str, BasicAuth], ConnectionSettings]
    """By the configured connection, the sandbox's address and the account that plays."""
    service: Callable[[ConnectionSettings], Service]
    remarks: Callable[[ConnectionSettings], Sequence[str]] = lambda _configured: ()
    """What is not shown because the sandbox plays."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A call that adds something, the request whose answer is to be lost, and how often its effect stands there."""

    call: ToolCall
    method: str
    path: str
    """Stands in the path of the request."""
    made: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Queries:
    """Native queries: one that is in order, and some that try to show more than the scope."""

    tool: str
    plain: str
    widening: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Files:
    """`attached` gives the contents of what lies where uploads go; `planted` puts a file where downloads look."""

    attached: Callable[[Rehearsal[Any]], Sequence[bytes]]
    planted: Callable[[Rehearsal[Any], str, bytes], str]
    """By name and content; answers with its id."""
    chosen_by: str = "attachment"
    """The argument that takes the id."""


@dataclass(frozen=True)
class Script:
    name: str
    version: str
    cast: Cast
    repertoire: Repertoire
    asking: tuple[str, ...]
    """How the paths end that are asked by POST."""
    proper: Callable[[Rehearsal[Any]], Awaitable[Proper]]
    mistyped: Sequence[ToolCall]
    """Arguments that take the place of proper ones, each of them wrong."""
    forbidden: Callable[[Rehearsal[Any]], Iterable[tuple[str, str]]]
    """Tools with fields that they must not take."""
    spoken: Callable[[Proper, str], Sequence[ToolCall]]
    """Calls with a text in every place that takes one."""
    planted: Callable[[Rehearsal[Any], str, str], AbstractContextManager[Sequence[ToolCall]]]
    """A text and an address wherever people write, for as long as the block lasts, and the calls that show the text."""
    losses: Callable[[Rehearsal[Any], Proper, str], Sequence[Loss]]
    """Each with a word that nothing else holds."""
    queries: Queries
    files: Files
