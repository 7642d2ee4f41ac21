"""One small valid document for every node and mark of the schema, and some that hold several."""

from __future__ import annotations

from typing import Any

Node = dict[str, Any]


def doc(*content: Node) -> Node:
    return {"version": 1, "type": "doc", "content": list(content)}


def text(words: str, *marks: str | Node) -> Node:
    found = [{"type": mark} if isinstance(mark, str) else mark for mark in marks]
    return {"type": "text", "text": words, "marks": found} if found else {"type": "text", "text": words}


def paragraph(*content: Node | str) -> Node:
    return {"type": "paragraph", "content": inline(content)}


def heading(level: int, *content: Node | str) -> Node:
    return {"type": "heading", "attrs": {"level": level}, "content": inline(content)}


def inline(content: tuple[Node | str, ...]) -> list[Node]:
    return [text(each) if isinstance(each, str) else each for each in content]


def node(kind: str, content: list[Node] | None = None, /, **attrs: Any) -> Node:
    out: Node = {"type": kind}
    if attrs:
        out["attrs"] = attrs
    if content is not None:
        out["content"] = content
    return out


def item(*content: Node) -> Node:
    return node("listItem", list(content))


def bullets(*items: Node) -> Node:
    return node("bulletList", list(items))


def numbers(*items: Node, order: int = 1) -> Node:
    return node("orderedList", list(items), order=order)


def task(words: str, state: str = "TODO", local_id: str = "t") -> Node:
    return node("taskItem", [text(words)], localId=local_id, state=state)


def tasks(*items: Node, local_id: str = "l") -> Node:
    return node("taskList", list(items), localId=local_id)


def table(*rows: list[Node]) -> Node:
    return node("table", [node("tableRow", cells) for cells in rows])


def cell(*content: Node, **attrs: Any) -> Node:
    return node("tableCell", list(content), **attrs)


def header(*content: Node, **attrs: Any) -> Node:
    return node("tableHeader", list(content), **attrs)


def media(**attrs: Any) -> Node:
    return node("media", **{"type": "file", "id": "m-1", "collection": "c 1", "alt": "A plan", **attrs})


def single(*content: Node, **attrs: Any) -> Node:
    return node("mediaSingle", list(content), **{"layout": "center", **attrs})


def mark(kind: str, **attrs: Any) -> Node:
    return {"type": kind, "attrs": attrs}


LINK = mark("link", href="https://example.org/a", title="Where", id="link-1")
RED = mark("textColor", color="#ff0000")
COMMENT = mark("annotation", id="c-1", annotationType="inlineComment")

EXTENSION = {
    "extensionType": "com.atlassian.confluence.macro.core",
    "extensionKey": "toc",
    "parameters": {"macroMetadata": {"macroId": {"value": "macro-1"}}},
    "localId": "e-1",
}

SAMPLES: dict[str, Node] = {
    "paragraph and text": doc(paragraph("Plain words.")),
    "heading": doc(heading(2, "A heading ", text("in bold", "strong"))),
    "hardBreak": doc(paragraph("one", node("hardBreak"), "two")),
    "bulletList and listItem": doc(bullets(item(paragraph("a"), bullets(item(paragraph("b")))), item(paragraph("c")))),
    "orderedList": doc(numbers(item(paragraph("three")), item(paragraph("four")), order=3)),
    "lists in a row": doc(
        bullets(item(paragraph("a"))), paragraph(), bullets(item(paragraph("b"))), numbers(item(paragraph("c")))
    ),
    "taskList and taskItem": doc(
        tasks(task("first", "DONE", "t1"), tasks(task("below", local_id="t2"), local_id="l2"), task("last", local_id="t3"))
    ),
    "taskList that begins with one": doc(tasks(tasks(task("deep"), local_id="l2"))),
    "taskList beside a bulletList": doc(bullets(item(paragraph("a"))), tasks(task("b"))),
    "blockTaskItem": doc(
        tasks(node("blockTaskItem", [paragraph("a"), paragraph("b")], localId="b1", state="TODO"))
    ),
    "decisionList and decisionItem": doc(
        node(
            "decisionList",
            [
                node("decisionItem", [text("We go.")], localId="d1", state="DECIDED"),
                node("decisionItem", [text("Or not.")], localId="d2", state="UNDECIDED"),
            ],
            localId="dl",
        )
    ),
    "codeBlock": doc(node("codeBlock", [text("a = 1\n\n```\n")], language="python")),
    "blockquote": doc(node("blockquote", [paragraph("said"), bullets(item(paragraph("a")))])),
    "rule": doc(paragraph("a"), node("rule"), paragraph("b")),
    **{
        f"panel {kind}": doc(node("panel", [paragraph("Mind"), paragraph("this")], panelType=kind))
        for kind in ("info", "note", "tip", "warning", "error", "success")
    },
    "panel custom": doc(node("panel", [paragraph("Mind")], panelType="custom", panelColor="#abf5d1", panelIcon=":x:")),
    "expand": doc(node("expand", [paragraph("inside")], title="More of it")),
    "expand without a title": doc(node("expand", [paragraph("inside")])),
    "nestedExpand": doc(
        node("expand", [node("nestedExpand", [paragraph("deep")], title="In")], title="Out"),
        table([cell(node("nestedExpand", [paragraph("in a cell")], title="Cell"))]),
    ),
    "table, tableRow, tableHeader, tableCell": doc(
        table([header(paragraph("A")), header(paragraph("B"))], [cell(paragraph("1")), cell(paragraph("2|3"))])
    ),
    "table with spans": doc(
        table(
            [header(paragraph("A"), colspan=2, background="#eeeeee"), cell(paragraph("B"), rowspan=2)],
            [cell(paragraph("1"), colwidth=[100]), cell(bullets(item(paragraph("2"))), valign="top")],
        )
    ),
    "table with a layout": doc(
        {**table([cell(paragraph("1"))]), "attrs": {"layout": "wide", "width": 900, "localId": "tab"}}
    ),
    "table with empty cells": doc(table([cell(paragraph()), cell(paragraph("x"))], [cell(paragraph()), cell(paragraph())])),
    "layoutSection and layoutColumn": doc(
        node(
            "layoutSection",
            [
                node("layoutColumn", [paragraph("left")], width=66.66),
                node("layoutColumn", [paragraph("right")], width=33.33),
            ],
        )
    ),
    "mediaSingle and media": doc(single(media(width=800, height=600), width=400, widthType="pixel")),
    "mediaSingle of a share": doc(single(media(alt=""), width=66.67)),
    "mediaSingle of the web": doc(single(media(type="external", url="https://example.org/a.png", alt="x", id=None))),
    "mediaSingle with a link": doc(single({**media(), "marks": [LINK]})),
    "caption": doc(single(media(), node("caption", [text("Figure 1: "), text("a plan", "em")]))),
    "mediaGroup": doc(node("mediaGroup", [media(), media(id="m-2")])),
    "mediaInline": doc(paragraph("see ", node("mediaInline", type="image", id="m-3", collection="c"), " there")),
    "mention": doc(paragraph("ask ", node("mention", id="5b-10", text="@Ann Bee", localId="x", accessLevel=""))),
    "mention without a name": doc(paragraph(node("mention", id="5b-10"))),
    "emoji": doc(paragraph("well ", node("emoji", shortName=":tada:", id="1f389", text="\U0001f389"), " done")),
    "date": doc(paragraph("by ", node("date", timestamp="1769817600000"))),
    "date within a day": doc(paragraph("by ", node("date", timestamp="1769850000000"))),
    "status": doc(paragraph(node("status", text="In progress", color="blue", localId="s", style="bold"))),
    "placeholder": doc(paragraph(node("placeholder", text="Write here"))),
    "inlineCard": doc(paragraph("see ", node("inlineCard", url="https://example.org/b?c=(d)"))),
    "inlineCard with data": doc(paragraph(node("inlineCard", data={"name": "Page", "@id": "https://example.org/e"}))),
    "blockCard": doc(node("blockCard", url="https://example.org/f")),
    "embedCard": doc(node("embedCard", url="https://example.org/g", layout="wide", width=80)),
    "extension": doc(node("extension", **EXTENSION, layout="default")),
    "inlineExtension": doc(paragraph("see ", node("inlineExtension", **EXTENSION, text="contents"), " there")),
    "bodiedExtension": doc(node("bodiedExtension", [paragraph("a"), heading(3, "b")], **{**EXTENSION, "extensionKey": "excerpt"})),
    "syncBlock": doc(node("syncBlock", resourceId="r", localId="sy")),
    "bodiedSyncBlock": doc(node("bodiedSyncBlock", [paragraph("shared")], resourceId="r", localId="sy")),
    "strong, em, strike, code": doc(
        paragraph(
            text("a", "strong"), " ", text("b", "em"), " ", text("c", "strike"), " ", text("d", "code"), " ",
            text("e", "strong", "em", "strike"),
        )
    ),
    "link": doc(paragraph("to ", text("a place", LINK, "strong"), " and ", text("code", LINK, "code"))),
    "underline, subsup, colours, annotation": doc(
        paragraph(
            text("u", "underline"), text("2", mark("subsup", type="sup")), " ", text("red", RED), " ",
            text("back", mark("backgroundColor", color="#00ff00")), " ", text("noted", COMMENT),
        )
    ),
    "alignment, indentation, fontSize": doc(
        {**paragraph("centre"), "marks": [mark("alignment", align="center"), mark("fontSize", fontSize="small")]},
        {**heading(1, "in"), "marks": [mark("indentation", level=2)]},
    ),
    "border": doc(single({**media(), "marks": [mark("border", size=2, color="#091e4224")]})),
    "breakout": doc({**node("expand", [paragraph("wide")], title="W"), "marks": [mark("breakout", mode="wide")]}),
    "dataConsumer and fragment": doc(
        {
            **node("extension", **EXTENSION),
            "marks": [mark("dataConsumer", sources=["a"]), mark("fragment", localId="f", name="n")],
        }
    ),
}  # fmt: skip
for _sample in SAMPLES["mediaSingle of the web"]["content"]:
    for _key in ("id", "collection"):
        _sample["content"][0]["attrs"].pop(_key)

ODD: dict[str, Node] = {
    "no content": {"version": 1, "type": "doc"},
    "bare text at the top": doc(text("bare"), node("rule"), text("again")),
    "bare text in a cell": doc(table([cell(text("bare "), text("words", "strong")), header(text("h"))])),
    "expand in expand": doc(node("expand", [node("expand", [paragraph("x")], title="b")], title="a")),
    "quote in an item": doc(bullets(item(node("blockquote", [paragraph("q")])))),
    "paragraph among items": doc(bullets(paragraph("no item"), item(paragraph("an item")))),
    "paragraph among tasks": doc(tasks(paragraph("no task"), task("a task"))),
    "unknown block": doc(node("future", [paragraph("x")], a=1)),
    "unknown inline": doc(paragraph("a ", node("sparkle", glow=3), " b")),
    "unknown attributes": doc(node("heading", [text("h")], level=2, anchor="x")),
    "code with emphasis": doc(paragraph(text("x", "code", "em"))),
    "empty text": doc(paragraph(text(""), "a", text(""))),
    "empty containers": doc(node("blockquote", []), node("panel", [], panelType="info"), node("expand", [])),
    "empty lists": doc(bullets(), node("orderedList", []), bullets(item())),
    "table without rows": doc(node("table", [])),
    "row that is none": doc(node("table", [paragraph("x")])),
    "row without cells": doc(node("table", [node("tableRow", [])])),
    "medium without a name": doc(single(node("media", type="file"))),
    "odd level": doc(node("heading", [text("h")], level="2")),
    "odd date": doc(paragraph(node("date", timestamp="soon"), node("date", timestamp=99))),
    "script link": doc(paragraph("a ", text("b", mark("link", href="javascript:alert(1)")), " c")),
    "media in a paragraph": doc(paragraph("a ", media(), " b")),
    "heading as bare as can be": doc({"type": "heading"}, {"type": "paragraph"}, {"type": "codeBlock"}),
}
"""Not valid, but read."""
