"""Values that are made by the ten thousand: every run, block and place of a document is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[Value]) -> type[Value]:
    """A dataclass with slots that the type checker takes for a frozen one, and nobody else does.

    Python freezes a dataclass at the price of three quarters of the time that making one takes.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def thing(cls: type[Value]) -> type[Value]:
    """The same for what is equal to itself only."""
    return dataclass(slots=True, eq=False)(cls)
