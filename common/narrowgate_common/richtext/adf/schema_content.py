"""Which nodes each node may hold, and with which marks, by the published schema.

Source: https://unpkg.com/@atlaskit/adf-schema/json-schema/v1/full.json
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

MarkSets = tuple[frozenset[str], ...] | None
"""A child's marks have to be among one of these; None: it has no list of marks, not even an empty one."""

Children = Mapping[str, MarkSets]

BARE: MarkSets = None
NONE: MarkSets = (frozenset(),)
SMALL: MarkSets = (frozenset({"fontSize"}),)
ALIGNED: MarkSets = (frozenset({"fontSize", "alignment"}),)
PLACED: MarkSets = (frozenset({"fontSize", "alignment"}), frozenset({"fontSize", "indentation"}))
HEADED: MarkSets = (frozenset({"alignment"}), frozenset({"indentation"}))
WIDE: MarkSets = (frozenset({"breakout"}),)
LINKED: MarkSets = (frozenset({"link"}),)
SOURCED: MarkSets = (frozenset({"dataConsumer", "fragment"}),)
MEDIA: MarkSets = (frozenset({"dataConsumer", "link", "annotation", "border"}),)
WORDS: MarkSets = (
    frozenset({"link", "em", "strong", "strike", "subsup", "underline", "textColor", "annotation"})
    | frozenset({"backgroundColor"}),
    frozenset({"code", "link", "annotation"}),
)
ANY: MarkSets = (frozenset({"alignment", "indentation", "fontSize", "breakout"}),)
TABLED: MarkSets = (frozenset({"fragment"}),)

_LISTS: Children = {"bulletList": BARE, "orderedList": BARE}
_MEDIA: Children = {"mediaSingle": LINKED, "mediaGroup": BARE}
_SAID: Children = {
    "text": WORDS,
    "hardBreak": BARE,
    "mention": BARE,
    "emoji": BARE,
    "date": BARE,
    "placeholder": BARE,
    "inlineCard": BARE,
    "status": BARE,
}
_INLINE: Children = {**_SAID, "inlineExtension": SOURCED, "mediaInline": MEDIA}
_COMMON: Children = {
    **_LISTS,
    **_MEDIA,
    "codeBlock": NONE,
    "extension": SOURCED,
}
_PANEL: Children = {
    **_COMMON,
    "paragraph": SMALL,
    "heading": NONE,
    "blockCard": BARE,
    "taskList": BARE,
    "rule": BARE,
    "decisionList": BARE,
}
_NOT_NESTABLE: Children = {**_PANEL, "panel": BARE, "blockquote": BARE, "table": TABLED, "embedCard": BARE}
_BLOCKS: Children = {
    **_NOT_NESTABLE,
    "paragraph": PLACED,
    "heading": HEADED,
    "expand": NONE,
    "bodiedExtension": SOURCED,
}
_CELL: Children = {
    **{name: marks for name, marks in _NOT_NESTABLE.items() if name != "table"},
    "paragraph": ALIGNED,
    "heading": HEADED,
    "nestedExpand": BARE,
}
_NESTED: Children = {
    **{name: marks for name, marks in _PANEL.items() if name != "blockCard"},
    "panel": BARE,
    "blockquote": BARE,
}
_DOC: Children = {
    **_BLOCKS,
    "codeBlock": WIDE,
    "expand": WIDE,
    "layoutSection": WIDE,
    "syncBlock": WIDE,
    "bodiedSyncBlock": WIDE,
}
_SYNCED: Children = {
    **{name: marks for name, marks in _BLOCKS.items() if name not in ("extension", "bodiedExtension")},
    "paragraph": ANY,
    "heading": ANY,
    "layoutSection": WIDE,
}

CHILDREN: dict[str, Children] = {
    "doc": _DOC,
    "paragraph": _INLINE,
    "heading": _INLINE,
    "taskItem": _INLINE,
    "decisionItem": _INLINE,
    "caption": _SAID,
    "codeBlock": {"text": NONE},
    "blockquote": {**_COMMON, "paragraph": NONE},
    "bulletList": {"listItem": BARE},
    "orderedList": {"listItem": BARE},
    "listItem": {
        **{name: marks for name, marks in _COMMON.items() if name != "mediaGroup"},
        "paragraph": SMALL,
        "taskList": BARE,
    },
    "taskList": {"taskItem": BARE, "blockTaskItem": BARE, "taskList": BARE},
    "blockTaskItem": {"paragraph": SMALL, "extension": SOURCED},
    "decisionList": {"decisionItem": BARE},
    "panel": _PANEL,
    "expand": {**_NOT_NESTABLE, "nestedExpand": BARE},
    "nestedExpand": _NESTED,
    "bodiedExtension": _NOT_NESTABLE,
    "bodiedSyncBlock": _SYNCED,
    "table": {"tableRow": BARE},
    "tableRow": {"tableCell": BARE, "tableHeader": BARE},
    "tableCell": _CELL,
    "tableHeader": _CELL,
    "layoutSection": {"layoutColumn": BARE},
    "layoutColumn": _BLOCKS,
    "mediaSingle": {"media": MEDIA, "caption": BARE},
    "mediaGroup": {"media": MEDIA},
}

Need = Literal["content", "some", "attrs", "text"]

NEEDS: dict[str, frozenset[Need]] = {
    "doc": frozenset({"content"}),
    "text": frozenset({"text"}),
    "layoutSection": frozenset({"content"}),
    "tableRow": frozenset({"content"}),
    "nestedExpand": frozenset({"some", "attrs"}),
    **dict.fromkeys(
        (
            "blockquote",
            "bulletList",
            "orderedList",
            "listItem",
            "expand",
            "table",
            "tableCell",
            "tableHeader",
        ),
        frozenset({"some"}),
    ),
    **dict.fromkeys(("mediaSingle", "mediaGroup"), frozenset({"some"})),
    **dict.fromkeys(
        ("taskList", "blockTaskItem", "decisionList", "panel", "bodiedExtension", "bodiedSyncBlock"),
        frozenset({"some", "attrs"}),
    ),
    "layoutColumn": frozenset({"some", "attrs"}),
    **dict.fromkeys(
        ("heading", "taskItem", "decisionItem", "media", "mediaInline", "mention", "emoji", "date", "status"),
        frozenset({"attrs"}),
    ),
    **dict.fromkeys(
        ("placeholder", "inlineCard", "blockCard", "embedCard", "extension", "inlineExtension", "syncBlock"),
        frozenset({"attrs"}),
    ),
}
"""`some` is content with something in it."""
