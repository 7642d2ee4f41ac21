"""What the tests that go over every tool know of schemas: values of wrong types, keywords in use, and weights."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from narrowgate_common.tools import Tool

JSON_TYPES: Mapping[str, Any] = {
    "string": "text",
    "integer": 7,
    "number": 1.5,
    "boolean": True,
    "array": ["text"],
    "object": {"a": "text"},
    "null": None,
}
"""A value of each type."""

KINDS: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
}

KEYWORDS = {
    "type", "properties", "items", "anyOf", "enum", "const", "description", "default", "required",
    "additionalProperties",
}  # fmt: skip


def schemas(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from schemas(value)
    elif isinstance(node, list):
        for value in node:
            yield from schemas(value)


def is_lean(tool: Tool[Any]) -> bool:
    """Whether only keywords of that list stand in it, and no unknown argument passes."""
    given = tool.published_input()
    names = {word for node in schemas(given) for word in node.get("properties", {})}
    return given["additionalProperties"] is False and all(
        set(node) - names <= KEYWORDS for node in schemas(given)
    )


def wrongly_typed(tool: Tool[Any], right_ones: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each argument with values of every type but its own, and with JSON in a string."""
    for argument, schema in tool.published_input()["properties"].items():
        right = {schema["type"]} if "type" in schema else {type_of(each) for each in schema["enum"]}
        right |= {"integer"} if "number" in right else set()
        for kind, value in JSON_TYPES.items():
            if kind not in right and not (kind == "null" and may_be_left_out(tool, argument)):
                yield argument, value
        if "integer" in right or "boolean" in right:
            yield argument, json.dumps(JSON_TYPES[schema["type"]])
        if "object" in right or "array" in right:
            yield argument, json.dumps(right_ones.get(argument, []))
        if right == {"array"}:
            yield argument, [7]


def wrong_values(schema: Mapping[str, Any]) -> list[Any]:
    """Values of every type but a field's own."""
    right = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    values = [value for kind, value in JSON_TYPES.items() if kind not in right]
    values = [value for value in values if not ("number" in right and type(value) is int)]
    return [*values, *([[7], [["a"]], [None]] if "array" in right else [])]


def may_be_left_out(tool: Tool[Any], argument: str) -> bool:
    return not tool.arguments.model_fields[argument].is_required()


def type_of(value: Any) -> str:
    return {str: "string", bool: "boolean", int: "integer"}[type(value)]


def size(tools: Collection[Mapping[str, Any]], *, outputs: bool) -> int:
    """Bytes of a list of tools as compact JSON."""
    listed = [
        {key: value for key, value in tool.items() if outputs or key != "outputSchema"} for tool in tools
    ]
    return len(json.dumps({"tools": listed}, ensure_ascii=False, separators=(",", ":")).encode())
