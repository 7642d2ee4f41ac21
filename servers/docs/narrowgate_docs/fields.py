"""The safelists of the docs server: what create and update accept, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from narrowgate_common.safelist import Field, Kind

BODY_CHARS = 5_242_880
"""Confluence refuses a longer body: https://jira.atlassian.com/browse/CONFCLOUD-73881"""

BUILT_IN: Mapping[str, Field] = {
    field.name: field
    for field in (
        Field("title", Kind.LINE, clearable=False),
        Field("body", Kind.RICH_TEXT, clearable=False, max_chars=BODY_CHARS),
        Field("labels", Kind.NAMES, clearable=False),
        Field("remove_labels", Kind.NAMES, clearable=False),
        Field("parent", Kind.NAME, clearable=False, max_chars=500),
    )
}

SAFELISTS: Mapping[str, tuple[str, ...]] = {
    "create": ("title", "body", "labels", "parent"),
    "update": ("title", "body", "labels", "remove_labels", "parent"),
}

NEVER = frozenset({
    "id", "space", "space_key", "space_id", "status", "version", "owner", "author", "created", "permissions",
    "restrictions", "properties", "metadata", "watchers", "ancestors", "position", "template", "error", "untrusted",
})  # fmt: skip
"""Names that a configuration may not hope to open."""


def safelist(action: str, narrowed: Collection[str] | None) -> dict[str, Field]:
    """The rows for one action, narrowed to what the configuration keeps."""
    rows = {name: BUILT_IN[name] for name in SAFELISTS[action]}
    if narrowed is None:
        return rows
    return {name: row for name, row in rows.items() if _kept(name, action, narrowed)}


def _kept(name: str, action: str, narrowed: Collection[str]) -> bool:
    """A page cannot be made without a title; taking labels away is writing labels."""
    if action == "create" and name == "title":
        return True
    return name in narrowed or (name == "remove_labels" and "labels" in narrowed)
