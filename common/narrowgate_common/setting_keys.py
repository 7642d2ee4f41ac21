"""The keys a model of settings knows: where a path leads, and which key a mistyped one was meant to be."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel

KeyPath = tuple[str, ...]

ANY_NAME = "*"
"""Stands for a name that the administrator chooses, as under [fields]."""


def annotation_at(model: type[BaseModel], path: Sequence[str]) -> Any:
    """The type a key's path leads to, whichever of several tables has it, or None where there is no such key."""
    annotation: Any = model
    for part in path:
        annotation = _step(annotation, part)
        if annotation is None:
            return None
    return annotation


def takes_text_only(annotation: Any) -> bool:
    options = [option for option in _options(annotation) if option is not type(None)]
    return all(option is str or typing.get_origin(option) is typing.Literal for option in options)


def nearest(model: type[BaseModel], given: Sequence[str]) -> KeyPath | None:
    """The known key that a mistyped path meant: a neighbour, a key of another table, or the same words put apart."""
    paths = sorted(set(_paths(model)))
    neighbours = {path[-1]: path for path in paths if _fits(path[:-1], given[:-1])}
    leaves = {path[-1]: path for path in paths if ANY_NAME not in path}
    joined = {"_".join(path): path for path in paths if ANY_NAME not in path}
    found = (
        _closest(given[-1], neighbours, 0.6)
        or _longer(given[-1], neighbours)
        or _closest(given[-1], leaves, 0.8)
        or _closest("_".join(given), joined, 0.9)
    )
    return found and tuple(given[at] if part == ANY_NAME else part for at, part in enumerate(found))


def _fits(path: Sequence[str], given: Sequence[str]) -> bool:
    return len(path) == len(given) and all(
        part in {ANY_NAME, other} for part, other in zip(path, given, strict=True)
    )


def _longer(word: str, known: Mapping[str, KeyPath]) -> KeyPath | None:
    """`url` where `base_url` is known."""
    return next((path for name, path in known.items() if word in name.split("_")), None)


def _closest(word: str, known: Mapping[str, KeyPath], cutoff: float) -> KeyPath | None:
    near = get_close_matches(word[:100], [name for name in known if name != ANY_NAME], n=1, cutoff=cutoff)
    return known[near[0]] if near else None


def _paths(annotation: Any) -> Iterator[KeyPath]:
    for option in _options(annotation):
        for name, below in _children(option).items():
            yield (name,)
            yield from ((name, *rest) for rest in _paths(below))


def _step(annotation: Any, part: str) -> Any:
    for option in _options(annotation):
        children = _children(option)
        if part in children or ANY_NAME in children:
            return children.get(part, children.get(ANY_NAME))
    return None


def _children(option: Any) -> Mapping[str, Any]:
    if isinstance(option, type) and issubclass(option, BaseModel):
        return {name: field.annotation for name, field in option.model_fields.items()}
    if typing.get_origin(option) is dict:
        return {ANY_NAME: typing.get_args(option)[1]}
    return {}


def _options(annotation: Any) -> list[Any]:
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _options(typing.get_args(annotation)[0])
    if origin in {typing.Union, types.UnionType}:
        return [option for each in typing.get_args(annotation) for option in _options(each)]
    return [annotation]
