"""Constructs that stand among words."""

from __future__ import annotations

from tests.richtext.adf_samples import COMMENT, EXTENSION, RED, mark, node, text
from tests.richtext.constructs import KEPT, Construct, Form, unseen


def _link(to: str, words: str) -> str:
    return f'<a href="{to}">{words}</a>'


def _resource(kind: str, attributes: str, words: str = "") -> str:
    body = f"<ac:link-body>{words}</ac:link-body>" if words else ""
    return f"<ac:link><ri:{kind} {attributes}/>{body}</ac:link>"


def _macro(name: str, *parameters: tuple[str, str]) -> str:
    told = "".join(f'<ac:parameter ac:name="{key}">{value}</ac:parameter>' for key, value in parameters)
    return f'<ac:structured-macro ac:name="{name}">{told}</ac:structured-macro>'


_TO = mark("link", href="https://example.org/a")
_SOURCE = mark("dataConsumer", sources=["m-1"])
_FRAGMENT = mark("fragment", localId="f-1")

INLINE = (
    Construct("strong", Form("<strong>", "<strong>a</strong>", "**a**"), Form("strong", text("a", "strong"), "**a**"),
              Form("*a*", "*a*", "**a**"), inline=True),
    Construct("emphasis", Form("<em>", "<em>a</em>", "*a*"), Form("em", text("a", "em"), "*a*"), Form("_a_", "_a_", "*a*"),
              inline=True),
    Construct("strike", Form("<del>, <s>", "<s>a</s>", "~~a~~"), Form("strike", text("a", "strike"), "~~a~~"),
              Form("-a-", "-a-", "~~a~~"), inline=True),
    Construct("code", Form("<code>", "<code>a*b</code>", "`a*b`"), Form("code", text("a*b", "code"), "`a*b`"),
              Form("{{a}}", "{{a*b}}", "`a*b`"), inline=True),
    Construct("marks in marks", Form("<strong><em>", "<strong>a <em>b</em></strong>", "**a *b***"),
              Form("strong, em", [text("a ", "strong"), text("b", "strong", "em")], "**a *b***"),
              Form("*a _b_*", "*a _b_*", "**a *b***"), inline=True),
    Construct("underline", unseen("<u>", "<u>a</u>", "a"), unseen("underline", text("a", "underline"), "a"),
              unseen("+a+", "+a+", "a"), inline=True),
    Construct("subscript, superscript", unseen("<sub>, <sup>", "H<sub>2</sub>O", "H2O"),
              unseen("subsup", [text("H"), text("2", mark("subsup", type="sub")), text("O")], "H2O"),
              unseen("^a^, ~a~", "x ^2^", "x 2"), inline=True),
    Construct("colour of words", unseen("<span style>", '<span style="color: red;">a</span>', "a"),
              unseen("textColor", text("a", RED), "a"), unseen("{color}", "{color:red}a{color}", "a"), inline=True),
    Construct("colour behind words", unseen("<span style>", '<span style="background-color: #eee;">a</span>', "a"),
              unseen("backgroundColor", text("a", mark("backgroundColor", color="#eeeeee")), "a"), inline=True),
    Construct("citation", wiki=unseen("??a??", "??a??", "a"), inline=True),
    Construct("comment on words",
              unseen("ac:inline-comment-marker", '<ac:inline-comment-marker ac:ref="c-1">a</ac:inline-comment-marker>', "a"),
              unseen("annotation", text("a", COMMENT), "a"), inline=True),
    Construct("line break", Form("<br/>", "a<br/>b", "a<br>b"), Form("hardBreak", [text("a"), node("hardBreak"), text("b")], "a<br>b"),
              Form("\\\\", "a \\\\ b", "a<br>b"), inline=True),
    Construct("link", Form("<a>", _link("https://example.org/a", "w"), "[w](https://example.org/a)"),
              Form("link", text("w", _TO), "[w](https://example.org/a)"),
              Form("[w|url]", "[w|https://example.org/a]", "[w](https://example.org/a)"), inline=True),
    Construct("bare address", Form("<a>", _link("https://example.org/a", "https://example.org/a"), "https://example.org/a"),
              Form("link", text("https://example.org/a", _TO), "https://example.org/a"),
              Form("[url]", "[https://example.org/a]", "https://example.org/a"), inline=True),
    Construct("link to a page", Form("ri:page", _resource("page", 'ri:space-key="S" ri:content-title="A b"', "w"), "[w](page:S/A%20b)"),
              inline=True),
    Construct("link to a place on the page",
              Form("ac:anchor", '<ac:link ac:anchor="h"><ac:link-body>w</ac:link-body></ac:link>', "[w](#h)"),
              Form("link", text("w", mark("link", href="#h")), "[w](#h)"), Form("[w|#h]", "[w|#h]", "[w](#h)"), inline=True),
    Construct("link to a space", Form("ri:space", _resource("space", 'ri:space-key="S"', "w"), "[w](page:S/)"), inline=True),
    Construct("link to a post", Form("ri:blog-post", _resource("blog-post", 'ri:content-title="N" ri:posting-day="2026/01/02"', "w"),
                                     ":macro[w]{name=link ref=REF}", KEPT), inline=True),
    Construct("link to a file", Form("ri:attachment", _resource("attachment", 'ri:filename="a b.pdf"', "w"), "[w](attachment:a%20b.pdf)"),
              wiki=Form("[w|^f]", "[w|^a b.pdf]", "[w](attachment:a%20b.pdf)"), inline=True),
    Construct("smart link",
              Form("data-card-appearance", '<a href="https://example.org/x" data-card-appearance="inline">https://example.org/x</a>',
                   ":card[https://example.org/x]"),
              Form("inlineCard", node("inlineCard", url="https://example.org/x"), ":card[https://example.org/x]"), inline=True),
    Construct("mention", Form("ri:user", _resource("user", 'ri:account-id="5b:1"', "Ann"), ":mention[Ann]{id=5b:1}"),
              Form("mention", node("mention", id="5b:1", text="@Ann"), ":mention[Ann]{id=5b:1}"),
              Form("[~name]", "[~ann]", ":mention[ann]{id=ann}"), inline=True),
    Construct("status", Form("status", _macro("status", ("colour", "Green"), ("title", "Done")), ":status[Done]{color=green}"),
              Form("status", node("status", text="Done", color="green", localId="s"), ":status[Done]{color=green}"), inline=True),
    Construct("date", Form("<time>", '<time datetime="2026-01-31"/>', ":date[2026-01-31]"),
              Form("date", node("date", timestamp="1769817600000"), ":date[2026-01-31]"), inline=True),
    Construct("emoji", Form("ac:emoticon", '<ac:emoticon ac:name="tick"/>', ":emoji[tick]"),
              Form("emoji", node("emoji", shortName=":tada:"), ":emoji[tada]"), Form("(/)", "(/)", ":emoji[(/)]"), inline=True),
    Construct("image among words",
              Form("ac:image", '<ac:image ac:alt="x" ac:width="30"><ri:attachment ri:filename="f.png"/></ac:image>',
                   "![x](attachment:f.png){width=30}"),
              Form("mediaInline", node("mediaInline", type="file", id="m", collection="c", alt="x"), "![x](media:c/m)"),
              Form("!f.png!", "!f.png|width=30,alt=x!", "![x](attachment:f.png){width=30}"), inline=True),
    Construct("image of the web among words",
              Form("ri:url", '<ac:image><ri:url ri:value="https://example.org/a.png"/></ac:image>', ":image[]{to=https://example.org/a.png}"),
              wiki=Form("!url!", "!https://example.org/a.png!", ":image[]{to=https://example.org/a.png}"), inline=True),
    Construct("placeholder", Form("ac:placeholder", "<ac:placeholder>type</ac:placeholder>", ":macro[type]{name=placeholder ref=REF}", KEPT),
              Form("placeholder", node("placeholder", text="type"), ":macro[type]{name=placeholder ref=REF}", KEPT), inline=True),
    Construct("issue of the tracker", Form("jira", _macro("jira", ("key", "AB-1")), ":macro[AB-1]{name=jira ref=REF}", KEPT),
              wiki=Form("{jira}", "{jira:AB-1}", ":macro[jira]{name=jira ref=REF}", KEPT), inline=True),
    Construct("anchor", Form("anchor", _macro("anchor", ("", "spot")), ":macro[spot]{name=anchor ref=REF}", KEPT),
              wiki=unseen("{anchor}", "x {anchor:spot} y", "x y"), inline=True),
    Construct("macro among words", Form("any macro", _macro("mathinline", ("body", "x^2")), ":macro[mathinline]{name=mathinline ref=REF}", KEPT),
              Form("inlineExtension", node("inlineExtension", **EXTENSION, text="contents"), ":macro[contents]{name=toc ref=REF}", KEPT),
              Form("{name}", "{drawio:name=x}", ":macro[drawio]{name=drawio ref=REF}", KEPT), inline=True),
    Construct("source of data", adf=Form("dataConsumer, fragment",
              {**node("inlineExtension", **EXTENSION), "marks": [_SOURCE, _FRAGMENT]}, ":macro[toc]{name=toc ref=REF}", KEPT), inline=True),
    Construct("formula", Form("<math>", "<math><mi>x</mi></math>", ":macro[math]{name=math ref=REF}", KEPT), inline=True),
    Construct("space that does not break", Form("&nbsp;", "a&nbsp;b", "a&nbsp;b"), Form("U+00A0", text("a\xa0b"), "a&nbsp;b"),
              Form("U+00A0", "a\xa0b", "a&nbsp;b"), inline=True),
    Construct("letters by their names", Form("&eacute;", "caf&eacute;", "café"), wiki=Form("&eacute;", "caf&eacute;", "café"), inline=True),
)  # fmt: skip
