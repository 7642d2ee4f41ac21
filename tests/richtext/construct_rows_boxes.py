"""Constructs that hold blocks, and what is kept as it is."""

from __future__ import annotations

from tests.richtext.adf_samples import EXTENSION, cell, mark, node, paragraph, table
from tests.richtext.constructs import KEPT, Construct, Form, unseen


def _macro(name: str, *parameters: tuple[str, str], body: str = "") -> str:
    told = "".join(f'<ac:parameter ac:name="{key}">{value}</ac:parameter>' for key, value in parameters)
    rich = f"<ac:rich-text-body>{body}</ac:rich-text-body>" if body else ""
    return f'<ac:structured-macro ac:name="{name}">{told}{rich}</ac:structured-macro>'


def _panel(kind: str) -> Construct:
    shown = f"> [!{kind.upper()}]\n> a"
    return Construct(
        f"{kind} panel",
        Form(kind, _macro(kind, body="<p>a</p>"), shown),
        Form(f"panel {kind}", node("panel", [paragraph("a")], panelType=kind), shown),
        Form(f"{{{kind}}}", f"{{{kind}}}\na\n{{{kind}}}", shown),
    )


def _adf_panel(kind: str) -> Construct:
    panel = node("panel", [paragraph("a")], panelType=kind)
    return Construct(f"{kind} panel", adf=Form(f"panel {kind}", panel, f"> [!{kind.upper()}]\n> a"))


_CELLS = "".join(f"<ac:layout-cell><p>{words}</p></ac:layout-cell>" for words in "ab")
_EXTENSION = (
    '<ac:adf-extension><ac:adf-node type="decision-list"><ac:adf-content><p>d</p></ac:adf-content></ac:adf-node>'
    "</ac:adf-extension>"
)
_COLUMNS = node("layoutSection", [node("layoutColumn", [paragraph(each)], width=50) for each in "ab"])
_INCLUDE = '<ac:parameter ac:name=""><ac:link><ri:page ri:content-title="T"/></ac:link></ac:parameter>'


def _opaque(name: str, title: str, original: str) -> Construct:
    return Construct(title, Form(name, original, f"```macro name={name} ref=REF\n```", KEPT))


BOXES = (
    Construct("quote", Form("<blockquote>", "<blockquote><p>a</p></blockquote>", "> a"),
              Form("blockquote", node("blockquote", [paragraph("a")]), "> a"), Form("{quote}", "{quote}\na\n{quote}", "> a")),
    Construct("short quote", wiki=Form("bq.", "bq. a", "> a")),
    *map(_panel, ("info", "note", "tip", "warning")),
    *map(_adf_panel, ("error", "success", "custom")),
    Construct("look of a panel", Form("bgColor", _macro("panel", ("bgColor", "#fff"), body="<p>a</p>"), ":::panel{ref=REF}\na\n:::", KEPT),
              unseen("panelColor, panelIcon", node("panel", [paragraph("a")], panelType="custom", panelColor="#abf5d1"), "> [!CUSTOM]\n> a")),
    Construct("title of a panel", Form("title", _macro("info", ("title", "T"), body="<p>a</p>"), "> [!INFO] T\n> a"),
              wiki=Form("title=", "{info:title=T}\na\n{info}", "> [!INFO] T\n> a")),
    Construct("framed panel", Form("panel", _macro("panel", ("title", "T"), body="<p>a</p>"), ":::panel{title=T}\na\n:::"),
              wiki=Form("{panel}", "{panel:title=T}\na\n{panel}", ":::panel{title=T}\na\n:::")),
    Construct("expand", Form("expand", _macro("expand", ("title", "T"), body="<p>a</p>"), ":::expand{title=T}\na\n:::"),
              Form("expand", node("expand", [paragraph("a")], title="T"), ":::expand{title=T}\na\n:::"),
              Form("{expand}", "{expand:T}\na\n{expand}", ":::expand{title=T}\na\n:::")),
    Construct("expand in a cell", adf=Form("nestedExpand", table([cell(node("nestedExpand", [paragraph("a")], title="T"))]),
                                           ":::table\n:::row\n:::cell\n:::expand{title=T}\na\n:::\n:::\n:::\n:::")),
    Construct("width of a block", adf=unseen("breakout", {**node("expand", [paragraph("a")], title="T"), "marks": [mark("breakout", mode="wide")]},
                                           ":::expand{title=T}\na\n:::")),
    Construct("layout", Form("ac:layout", f'<ac:layout><ac:layout-section ac:type="two_equal">{_CELLS}</ac:layout-section></ac:layout>',
                             ":::layout\n:::section{type=two_equal}\n:::cell\na\n:::\n\n:::cell\nb\n:::\n:::\n:::"),
              Form("layoutSection, layoutColumn", _COLUMNS, ":::layout\n:::column\na\n:::\n\n:::column\nb\n:::\n:::")),
    Construct("section and column", Form("section, column", _macro("section", body=_macro("column", body="<p>a</p>")),
                                         ":::macro{name=section}\n:::column\na\n:::\n:::")),
    Construct("excerpt", Form("excerpt", _macro("excerpt", body="<p>a</p>"), ":::excerpt\na\n:::")),
    Construct("page properties", Form("details", _macro("details", body="<p>a</p>"), ":::details\na\n:::")),
    Construct("macro with a body", Form("any macro", _macro("house", ("tone", "loud"), body="<p>a</p>"), ":::house{ref=REF}\na\n:::", KEPT),
              Form("bodiedExtension", node("bodiedExtension", [paragraph("a")], **{**EXTENSION, "extensionKey": "house"}),
                   ":::extension{name=house ref=REF}\na\n:::", KEPT),
              Form("settings", "{panel:title=T|bgColor=#fff}\na\n{panel}", ":::panel{title=T ref=REF}\na\n:::", KEPT)),
    Construct("synchronised block with a body", adf=Form("bodiedSyncBlock", node("bodiedSyncBlock", [paragraph("a")], resourceId="r", localId="s"),
                                                         ":::sync{ref=REF}\na\n:::", KEPT)),
    Construct("synchronised block", adf=Form("syncBlock", node("syncBlock", resourceId="r", localId="s"), "```node name=syncBlock ref=REF\n```", KEPT)),
    _opaque("toc", "contents", _macro("toc", ("maxLevel", "2"))),
    _opaque("include", "included page", f'<ac:structured-macro ac:name="include">{_INCLUDE}</ac:structured-macro>'),
    _opaque("drawio", "diagram", _macro("drawio", ("diagramName", "d"))),
    _opaque("plantuml", "diagram as text", '<ac:structured-macro ac:name="plantuml"><ac:plain-text-body><![CDATA[a -> b]]></ac:plain-text-body>'
            "</ac:structured-macro>"),
    _opaque("toc", "macro of old pages", '<ac:macro ac:name="toc"><ac:default-parameter>3</ac:default-parameter></ac:macro>'),
    Construct("macro without a body", Form("any macro", _macro("profile", ("user", "x")), "```macro name=profile ref=REF\n```", KEPT),
              Form("extension", node("extension", **EXTENSION), "```extension name=toc ref=REF\n```", KEPT)),
    Construct("panel of ADF", Form("ac:adf-extension", '<ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">success'
                                   "</ac:adf-attribute><ac:adf-content><p>a</p></ac:adf-content></ac:adf-node></ac:adf-extension>",
                                   "> [!SUCCESS]\n> a", "> [!TIP]\n> a")),
    Construct("node of ADF", Form("ac:adf-extension", _EXTENSION, "```element name=adf-extension ref=REF\n```", KEPT)),
    Construct("what nobody knows", Form("any element", "<dl><dt>t</dt><dd>d</dd></dl>", "```element name=dl ref=REF\n```", KEPT),
              Form("any node", node("future", [paragraph("x")], a=1), "```node name=future ref=REF\n```", KEPT)),
)  # fmt: skip
