"""What the elements of storage format are: one table each for marks, wrappers, blocks and macros."""

from __future__ import annotations

from narrowgate_common.richtext.inline import Mark
from narrowgate_common.richtext.storage.tree import Node

MARKS: dict[str, Mark] = {
    "strong": "strong",
    "b": "strong",
    "em": "em",
    "i": "em",
    "del": "strike",
    "s": "strike",
    "strike": "strike",
    "code": "code",
    "tt": "code",
}
MARK_TAGS: dict[Mark, str] = {"strong": "strong", "em": "em", "strike": "del", "code": "code"}

HEADINGS = {f"h{level}": str(level) for level in range(1, 7)}
MACROS = frozenset({"ac:structured-macro", "ac:macro"})
LISTS = {"ul": "plain", "ol": "numbered", "ac:task-list": "tasks"}
ITEMS = frozenset({"li", "ac:task"})
SECTIONS = frozenset({"thead", "tbody", "tfoot"})
CELLS = frozenset({"td", "th"})

BOXES = {"ac:layout": "layout", "ac:layout-section": "section", "ac:layout-cell": "cell", "div": "div"}
"""Elements that hold blocks and are containers by themselves."""

ALERTS = {"info": "INFO", "note": "NOTE", "tip": "TIP", "warning": "WARNING"}
ALERT_MACROS = {name: macro for macro, name in ALERTS.items()}
CODE_MACROS = frozenset({"code", "noformat"})
INLINE_MACROS = frozenset(
    {"status", "anchor", "inline-media-image", "eazy-math-inline", "mathinline", "viewinline"}
)
"""Without a paragraph around it, such a macro makes one; every other macro is a block there."""

FOREIGN = frozenset(
    {
        "math",
        "svg",
        "iframe",
        "object",
        "embed",
        "video",
        "audio",
        "script",
        "style",
        "input",
        "button",
        "form",
    }
)
"""Elements whose content is no text of the page."""

COLOURS = {
    "grey": "Grey",
    "red": "Red",
    "yellow": "Yellow",
    "green": "Green",
    "blue": "Blue",
    "purple": "Purple",
}

EMOTICONS = frozenset(
    [
        "smile",
        "sad",
        "cheeky",
        "laugh",
        "wink",
        "thumbs-up",
        "thumbs-down",
        "information",
        "tick",
        "cross",
        "warning",
        "plus",
        "minus",
        "question",
        "light-on",
        "light-off",
        "yellow-star",
        "red-star",
        "green-star",
        "blue-star",
        "heart",
        "broken-heart",
    ]
)

BLOCKS = frozenset(
    {"p", "blockquote", "hr", "pre", "table", "ul", "ol", "ac:task-list", "ac:adf-extension", "dl", "address"}
    | set(HEADINGS)
    | set(BOXES)
)


def is_block(node: Node) -> bool:
    """Whether an element makes blocks where blocks may stand; said by the element itself, not by its neighbours."""
    name = node.name
    if name in BLOCKS:
        return True
    if name[0] == "#":
        return False
    if name in MACROS:
        return not is_inline_macro(node)
    if name == "ac:image":
        return is_block_image(node)
    if name in FOREIGN or name.startswith(("ac:", "ri:")):
        return False
    return holds_blocks(node)


def is_inline_macro(node: Node) -> bool:
    name = node.attr("ac:name")
    if name == "jira":
        return any(each.attr("ac:name") == "key" for each in node.elements())
    return name in INLINE_MACROS


def is_block_image(node: Node) -> bool:
    """Cloud writes images between paragraphs with a layout, Data Center writes them among words."""
    if node.attr("ac:inline") == "true":
        return False
    return bool(node.attr("ac:layout")) or node.child("ac:caption") is not None


def holds_blocks(node: Node) -> bool:
    """Whether blocks stand in an element that is made for words: `<span><p>..</p></span>`."""
    waiting = [node]
    while waiting:
        for each in waiting.pop().elements():
            if each.name in BLOCKS or (each.name in MACROS and not is_inline_macro(each)):
                return True
            if not each.name.startswith(("ac:", "ri:")):
                waiting.append(each)
    return False
