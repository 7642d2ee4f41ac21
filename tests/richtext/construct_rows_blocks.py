"""Constructs that are blocks of words: headings, lists, tables, code, images."""

from __future__ import annotations

from tests.richtext.adf_samples import (
    bullets,
    cell,
    header,
    heading,
    item,
    mark,
    media,
    node,
    numbers,
    paragraph,
    single,
    table,
    task,
    tasks,
    text,
)
from tests.richtext.constructs import KEPT, Construct, Form, unseen

_TASKS = (
    "<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>a</ac:task-body>"
    "</ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>b</ac:task-body>"
    "</ac:task></ac:task-list>"
)  # fmt: skip


def _table(*rows: str) -> str:
    return f"<table><tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>"


def _code(*parameters: tuple[str, str], name: str = "code") -> str:
    told = "".join(f'<ac:parameter ac:name="{key}">{value}</ac:parameter>' for key, value in parameters)
    body = "<ac:plain-text-body><![CDATA[x = 1]]></ac:plain-text-body>"
    return f'<ac:structured-macro ac:name="{name}">{told}{body}</ac:structured-macro>'


_GRID = "| a | b |\n| --- | --- |\n| 1 | 2 |"
_SIDE = ":::table\n:::row\n:::cell{header=true}\na\n:::\n:::cell\n1\n:::\n:::\n:::"
_SPANS = (
    ":::table\n:::row\n:::cell{colspan=2}\na\n:::\n:::\n:::row\n:::cell\n1\n:::\n:::cell\n2\n:::\n:::\n:::"
)
_FULL = ":::table\n:::row\n:::cell\n- a\n:::\n:::\n:::"
_IN_FENCE = "```{0}\nx = 1\n```"

BLOCKS = (
    Construct("paragraph", Form("<p>", "<p>a</p>", "a"), Form("paragraph", paragraph("a"), "a"), Form("a", "a", "a")),
    Construct("alignment", unseen("style", '<p style="text-align: center;">a</p>', "a"),
              unseen("alignment", {**paragraph("a"), "marks": [mark("alignment", align="center")]}, "a")),
    Construct("indentation", unseen("style", '<p style="margin-left: 30.0px;">a</p>', "a"),
              unseen("indentation", {**paragraph("a"), "marks": [mark("indentation", level=1)]}, "a")),
    Construct("size of words", adf=unseen("fontSize", {**paragraph("a"), "marks": [mark("fontSize", fontSize="small")]}, "a")),
    Construct("heading", Form("<h2>", "<h2>a</h2>", "## a"), Form("heading", heading(2, "a"), "## a"), Form("h2.", "h2. a", "## a")),
    Construct("rule", Form("<hr/>", "<hr/>", "***"), Form("rule", node("rule"), "***"), Form("----", "----", "***")),
    Construct("bullets", Form("<ul>", "<ul><li>a</li><li>b</li></ul>", "- a\n- b"),
              Form("bulletList", bullets(item(paragraph("a")), item(paragraph("b"))), "- a\n- b"), Form("* a", "* a\n* b", "- a\n- b")),
    Construct("numbers", Form("<ol>", "<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
              Form("orderedList", numbers(item(paragraph("a")), item(paragraph("b"))), "1. a\n2. b"), Form("# a", "# a\n# b", "1. a\n2. b")),
    Construct("numbers from another on", Form("<ol start>", '<ol start="3"><li>a</li></ol>', "3. a"),
              Form("order", numbers(item(paragraph("a")), order=3), "3. a")),
    Construct("lists in lists", Form("<ul><ol>", "<ul><li>a<ol><li>b</li></ol></li></ul>", "- a\n  1. b"),
              Form("listItem", bullets(item(paragraph("a"), numbers(item(paragraph("b"))))), "- a\n  1. b"),
              Form("*#", "* a\n*# b", "- a\n  1. b")),
    Construct("tasks", Form("ac:task-list", _TASKS, "- [x] a\n- [ ] b"),
              Form("taskList, taskItem", tasks(task("a", "DONE", "1"), task("b", "TODO", "2")), "- [x] a\n- [ ] b"),
              Form("* [x]", "* [x] a\n* [ ] b", "- [x] a\n- [ ] b")),
    Construct("task of several blocks", adf=Form("blockTaskItem", tasks(
        node("blockTaskItem", [paragraph("a"), paragraph("b")], localId="b1", state="TODO")), "- [ ] a\n\n  b", "- [ ] a<br>b")),
    Construct("decisions", adf=Form("decisionList, decisionItem", node("decisionList", [
        node("decisionItem", [text("a")], localId="d1", state="DECIDED")], localId="dl"), ":::decisions\n- a\n:::")),
    Construct("table", Form("<table>", _table("<th>a</th><th>b</th>", "<td>1</td><td>2</td>"), _GRID),
              Form("table, tableRow, tableHeader, tableCell",
                   table([header(paragraph("a")), header(paragraph("b"))], [cell(paragraph("1")), cell(paragraph("2"))]), _GRID),
              Form("||a||", "||a||b||\n|1|2|", _GRID)),
    Construct("empty cells", Form("<td/>", _table("<td>a</td><td/>"), "|  |  |\n| --- | --- |\n| a |  |"),
              Form("tableCell", table([cell(paragraph("a")), cell(paragraph())]), "|  |  |\n| --- | --- |\n| a |  |"),
              Form("| |", "|a| |", "|  |  |\n| --- | --- |\n| a |  |")),
    Construct("header column", Form("<th>", _table("<th>a</th><td>1</td>"), _SIDE),
              Form("tableHeader", table([header(paragraph("a")), cell(paragraph("1"))]), _SIDE), Form("||a|1|", "||a|1|", _SIDE)),
    Construct("merged cells", Form("colspan", _table('<td colspan="2">a</td>', "<td>1</td><td>2</td>"), _SPANS),
              Form("colspan", table([cell(paragraph("a"), colspan=2)], [cell(paragraph("1")), cell(paragraph("2"))]), _SPANS)),
    Construct("blocks in cells", Form("<td><ul>", _table("<td><ul><li>a</li></ul></td>"), _FULL),
              Form("tableCell", table([cell(bullets(item(paragraph("a"))))]), _FULL), Form("|* a|", "|* a|", _FULL)),
    Construct("colour of a cell", unseen("data-highlight-colour", _table('<td data-highlight-colour="#eee">a</td>'), "|  |\n| --- |\n| a |"),
              unseen("background", table([cell(paragraph("a"), background="#eeeeee")]), "|  |\n| --- |\n| a |")),
    Construct("width of columns", unseen("<colgroup>", '<table><colgroup><col style="width: 9px;"/></colgroup><tbody><tr><td>a</td></tr></tbody></table>',
                                       "|  |\n| --- |\n| a |"),
              unseen("colwidth", table([cell(paragraph("a"), colwidth=[100])]), "|  |\n| --- |\n| a |")),
    Construct("code block", Form("code", _code(("language", "py")), _IN_FENCE.format("py")),
              Form("codeBlock", node("codeBlock", [text("x = 1")], language="py"), _IN_FENCE.format("py")),
              Form("{code:py}", "{code:py}\nx = 1\n{code}", _IN_FENCE.format("py"))),
    Construct("code block without a language", Form("noformat, <pre>", _code(name="noformat"), _IN_FENCE.format("")),
              Form("codeBlock", node("codeBlock", [text("x = 1")]), _IN_FENCE.format("")),
              Form("{noformat}", "{noformat}\nx = 1\n{noformat}", _IN_FENCE.format(""))),
    Construct("title of a code block", Form("title", _code(("title", "a.py")), _IN_FENCE.format("title=a.py")),
              wiki=Form("title=", "{code:title=a.py}\nx = 1\n{code}", _IN_FENCE.format("title=a.py"))),
    Construct("line numbers", Form("linenumbers", _code(("linenumbers", "true")), _IN_FENCE.format("linenumbers=true")),
              wiki=unseen("linenumbers=", "{code:linenumbers=true}\nx = 1\n{code}", _IN_FENCE.format(""))),
    Construct("image on its own", Form("ac:image", '<p><ac:image ac:alt="x"><ri:attachment ri:filename="f.png"/></ac:image></p>',
                                       "![x](attachment:f.png)"),
              Form("mediaSingle, media", single(media(alt="x", collection="c"), width=300, widthType="pixel"), "![x](media:c/m-1){width=300}"),
              Form("!f.png!", "!f.png|alt=x!", "![x](attachment:f.png)")),
    Construct("image of the web", Form("ri:url", '<p><ac:image><ri:url ri:value="https://example.org/a.png"/></ac:image></p>',
                                       ":image[]{to=https://example.org/a.png}"),
              Form("media", single(node("media", type="external", url="https://example.org/a.png")), ":image[]{to=https://example.org/a.png}"),
              Form("!url!", "!https://example.org/a.png!", ":image[]{to=https://example.org/a.png}")),
    Construct("image that leads on", adf=Form("link", single({**media(alt="x", collection="c"), "marks": [mark("link", href="https://example.org")]}),
                                              "[![x](media:c/m-1)](https://example.org)"),
              wiki=Form("[!f!|url]", "[!f.png!|https://example.org]", "[![](attachment:f.png)](https://example.org)")),
    Construct("caption", Form("ac:caption", '<ac:image><ri:attachment ri:filename="f.png"/><ac:caption>c</ac:caption></ac:image>',
                              "![](attachment:f.png){caption=c}"),
              Form("caption", single(media(alt="", collection="c"), node("caption", [text("c")])), ":::figure\n![](media:c/m-1)\n\nc\n:::")),
    Construct("place of an image", unseen("ac:layout", '<ac:image ac:layout="wide"><ri:attachment ri:filename="f.png"/></ac:image>', "![](attachment:f.png)"),
              unseen("layout", single(media(alt="", collection="c"), layout="wide"), "![](media:c/m-1)")),
    Construct("border of an image", unseen("ac:adf-mark", '<ac:image ac:layout="center"><ri:attachment ri:filename="f.png"/>'
                                         '<ac:adf-mark key="border" size="1" color="#091e4224"/></ac:image>', "![](attachment:f.png)"),
              unseen("border", single({**media(alt="", collection="c"), "marks": [mark("border", size=2, color="#091e4224")]}), "![](media:c/m-1)")),
    Construct("files in a row", adf=Form("mediaGroup", node("mediaGroup", [media()]), "```media name=mediaGroup ref=REF\n```", KEPT)),
    Construct("card", adf=Form("blockCard", node("blockCard", url="https://example.org/f"),
                               "```card name=blockCard ref=REF url=https://example.org/f\n```", KEPT)),
    Construct("embedded card", adf=Form("embedCard", node("embedCard", url="https://example.org/g", layout="wide"),
                                        "```card name=embedCard ref=REF url=https://example.org/g\n```", KEPT)),
)  # fmt: skip
