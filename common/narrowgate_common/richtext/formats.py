"""The formats there are, each loaded when it is first asked for."""

from __future__ import annotations

from typing import Any, Literal

from narrowgate_common.richtext.format import Format

Name = Literal["storage", "adf", "wiki"]
NAMES: tuple[Name, ...] = ("storage", "adf", "wiki")


def format_named(name: Name) -> Format[Any, Any]:
    if name == "storage":
        from narrowgate_common.richtext.storage.format import STORAGE

        return STORAGE
    if name == "adf":
        from narrowgate_common.richtext.adf.format import ADF

        return ADF
    from narrowgate_common.richtext.wiki.format import WIKI

    return WIKI
