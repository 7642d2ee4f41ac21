"""A tool is a value: its words, its operation, its arguments and result, the port methods it uses, its gate."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, TypeVar

from narrowgate_common.arguments import Arguments, lean_schema
from narrowgate_common.gates import Gate, Grants, allows
from narrowgate_common.operations import Operation

Desk = TypeVar("Desk")
"""What a server puts before a tool for one call: the port, the settings, the roots."""

Data = dict[str, Any]
"""A tool's structured result. What a person could have written stands below a key named `untrusted`."""

DESCRIPTION_BYTES = 2048


@dataclass(frozen=True, slots=True)
class Rendering:
    """A result as text: ours before and after, the vendor's in the middle and inside the boundary."""

    head: str
    body: str = ""
    tail: str = ""


@dataclass(frozen=True)
class Late:
    """A function of a module that is imported by its first call, so that a list of tools loads none of what they do."""

    module: str
    name: str

    @cached_property
    def function(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(self.module), self.name)
        return found

    def __call__(self, *given: Any) -> Any:
        return self.function(*given)


@dataclass(frozen=True)
class Tool(Generic[Desk]):
    """One user action.

    `operation` is the strongest it may send. `result` maps each name of the structured result to its JSON type.
    `uses` names the port methods it may call, and so, through the vendor's table, the routes it may send.
    `proof` says for an APPEND how its effect is recognised afterwards. `files` reads what an upload would send,
    so that a repeated call is recognised by content.
    """

    name: str
    title: str
    description: str
    operation: Operation
    arguments: type[Arguments]
    result: Mapping[str, str]
    function: Callable[[Any, Desk], Awaitable[Data]]
    render: Callable[[Data], Rendering]
    uses: tuple[str, ...]
    gate: Gate = Gate.OPEN
    capability: str | None = None
    proof: str = ""
    target: Callable[[Any], str] = lambda _arguments: ""
    """What a write is aimed at, for the audit."""
    made: str = ""
    """The name in the result of what a write has made, for the audit."""
    shown_by: Callable[[Any], Mapping[str, Any]] | None = None
    """For an APPEND: the call (`tool`, `arguments`) that shows whether it happened, where its own answer cannot."""
    revises: frozenset[str] = frozenset()
    """Arguments that may repeat what stood there before, credentials included: the tool compares them itself."""
    files: Callable[[Any, Desk], Mapping[str, str]] | None = None
    deadline: Callable[[Any], float] | None = None
    """For a tool that waits: seconds its call may last, in place of the server's limit."""
    input_schema: Mapping[str, Any] = field(default_factory=dict)
    """Schema fragments of properties that depend on the configuration: they replace the model's own."""

    def allowed(self, grants: Grants) -> bool:
        return allows(grants, self.gate, self.operation, self.capability)

    def refuse_secrets(self, arguments: Arguments) -> None:
        """Raise `bad_input/secret_detected` for a credential in any argument but those that the tool compares itself.

        A cursor is ours: a long random text may look like one by chance.
        """
        from narrowgate_common.secret_scan import refuse_new_secrets

        given = arguments.model_dump(mode="json", exclude={"cursor", *self.revises}, exclude_defaults=True)
        refuse_new_secrets("\n".join(_texts(list(given.values()))))

    def published_input(self) -> dict[str, Any]:
        schema = lean_schema(self.arguments)
        properties = {**schema.get("properties", {}), **self.input_schema}
        return {**schema, "type": "object", "properties": properties, "additionalProperties": False}

    def published_output(self) -> dict[str, Any]:
        """One level deep, nothing required, the error included: older clients validate error results too."""
        properties = {name: {"type": kind} for name, kind in {**self.result, "error": "object"}.items()}
        return {"type": "object", "properties": properties}

    def hints(self) -> dict[str, bool]:
        """The protocol's four annotations, derived from the operation and never set by hand."""
        return {
            "read_only_hint": self.operation is Operation.READ,
            "destructive_hint": self.operation is Operation.REPLACE,
            "idempotent_hint": self.operation is not Operation.APPEND,
            "open_world_hint": True,
        }


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.items():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
