from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.richtext import generated
from tests.richtext.storage_documents import read

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.destinations import scheme
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.inline import Atom, Run
from narrowgate_common.richtext.storage.format import STORAGE

REFUSALS = {"unsupported_markup", "bad_link", "unknown_ref"}


def fitted(blocks: tuple[Block, ...]) -> tuple[list[Block], list[str]]:
    notes: list[str] = []
    return [STORAGE.fit(block, (), notes) for block in blocks], notes


def written(markdown: str) -> str:
    blocks, _ = fitted(parse(markdown))
    return STORAGE.new([(block, STORAGE.fresh(block)) for block in blocks])


def told(markdown: str) -> list[str]:
    return fitted(parse(markdown))[1]


def tamed(block: Block) -> Block:
    """Without most of what no document could hold."""
    if block.kind == "opaque" or (block.kind == "heading" and not block.runs):
        return Block("rule")
    attrs = tuple(each for each in block.attrs if each[0] != "ref")
    if block.kind == "container":
        block = replace(
            block, name="expand" if block.name in ("layout", "section", "cell", "macro") else block.name
        )
    children = tuple(map(tamed, block.children))
    return replace(block, attrs=attrs, children=children, runs=tuple(map(tamed_run, block.runs)))


def tamed_run(run: Run) -> Run:
    link = run.link
    if link is not None and scheme(link.to) not in ("http", "https", "page", "attachment", "mailto"):
        link = replace(link, to="#" + link.to.strip("#"))
    atom = run.atom
    if atom is not None:
        atom = _TAMED[atom.kind](atom) if atom.kind in _TAMED else atom
    return replace(run, link=link, atom=atom)


_TAMED: dict[str, Callable[[Atom], Atom]] = {
    "macro": lambda atom: Atom("status", atom.label),
    "mention": lambda atom: replace(atom, attrs=(("id", atom.attr("id") or "1"),)),
    "date": lambda atom: Atom("date", f"2026-01-{len(atom.label) % 28 + 1:02}"),
    "emoji": lambda _: Atom("emoji", "tada"),
    "card": lambda atom: Atom("card", "https://example.org/" + atom.label),
    "image": lambda atom: replace(atom, attrs=(("to", "attachment:a%20b.png"), *atom.attrs[1:])),
}


@settings(max_examples=150, deadline=None)
@given(st.lists(generated.blocks(4), max_size=3))
def test_what_is_fitted_and_written_reads_exactly_so(blocks: list[Block]) -> None:
    wanted = []
    for block in parse(render([tamed(each) for each in parse(render(blocks))])):
        try:
            wanted.append(STORAGE.fit(block, (), []))
        except GatewayError as refusal:
            assert refusal.reason in REFUSALS  # noqa: PT017 - a refusal is one of the right results
    wanted = list(parse(render(wanted)))
    original = STORAGE.new([(block, STORAGE.fresh(block)) for block in wanted])
    assert STORAGE.trouble(original) is None
    assert read(original).markdown == render(wanted)
    assert [shape(block) for block in STORAGE.read(original).blocks] == [shape(block) for block in wanted]


def test_generic_names_and_scripts_in_text_are_text() -> None:
    assert written("Map<Id,List<X>> <svg> <Idle> </br> <script>") == (
        "<p>Map&lt;Id,List&lt;X&gt;&gt; &lt;svg&gt; &lt;Idle&gt; &lt;/br&gt; &lt;script&gt;</p>"
    )


@pytest.mark.parametrize(
    ("markdown", "original"),
    [
        ("a<br>b", "<p>a<br/>b</p>"),
        ("1. a\n   - b", "<ol><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>"),
        ("5. a", '<ol start="5"><li><p>a</p></li></ol>'),
        ("**[a *b*](https://e.example)**", '<p><a href="https://e.example"><strong>a <em>b</em></strong></a></p>'),
        ("[w](page:S/A%2FB#c%20d)", ('<p><ac:link ac:anchor="c d"><ri:page ri:space-key="S" ri:content-title="A/B"/>'
         "<ac:link-body>w</ac:link-body></ac:link></p>")),
        ("[w](attachment:a%20b.pdf)", ('<p><ac:link><ri:attachment ri:filename="a b.pdf"/><ac:link-body>w</ac:link-body>'
         "</ac:link></p>")),
        ("![x](attachment:f.png){width=30}", ('<p><ac:image ac:alt="x" ac:width="30"><ri:attachment ri:filename="f.png"/>'
         "</ac:image></p>")),
        (":mention[Ann]{id=1:2}", '<p><ac:link><ri:user ri:account-id="1:2"/><ac:link-body>Ann</ac:link-body></ac:link></p>'),
        ("[[链接]]查看", "<p>[[链接]]查看</p>"),
        ("# `<Test>`", "<h1><code>&lt;Test&gt;</code></h1>"),
        (":::row2{title=T}\nx\n:::", ('<ac:structured-macro ac:name="row2" ac:schema-version="1"><ac:parameter '
         'ac:name="title">T</ac:parameter><ac:rich-text-body><p>x</p></ac:rich-text-body></ac:structured-macro>')),
        ("<details>\n<summary>x</summary>", "<p>&lt;details&gt; &lt;summary&gt;x&lt;/summary&gt;</p>"),
    ],
)  # fmt: skip
def test_markdown_is_written_in_the_vendors_elements(markdown: str, original: str) -> None:
    assert written(markdown) == original


@pytest.mark.parametrize("ending", ["]", "]]", "]]>", "]]]]><![CDATA[>", ">", "\\]\\]\\>"])
def test_no_code_ends_its_section_early(ending: str) -> None:
    original = written(f"```\nx{ending}\n```")
    assert STORAGE.trouble(original) is None
    assert STORAGE.read(original).blocks[0].text == f"x{ending}"


@pytest.mark.parametrize(
    ("markdown", "reason"),
    [
        ("[x](javascript:alert(1))", "bad_link"),
        ("[x](data:text/html,x)", "bad_link"),
        ("[x](JaVaScRiPt:x)", "bad_link"),
        ("![x](data:image/png;base64,x)", "bad_link"),
        ("![x](page:T)", "bad_link"),
        ("[x](media:c/1)", "bad_link"),
        ("[x](page:)", "bad_link"),
        (":card[javascript:x]", "bad_link"),
        (":mention[Ann]", "unsupported_markup"),
        (":date[tomorrow]", "unsupported_markup"),
        ("#", "unsupported_markup"),
        (":::cell\nx\n:::", "unsupported_markup"),
        ("> :::layout\n> :::section\n> :::cell\n> x\n> :::\n> :::\n> :::", "unsupported_markup"),
        ("```macro name=toc ref=00000000\n```", "unknown_ref"),
        (":::panel{ref=00000000}\nx\n:::", "unknown_ref"),
    ],
)
def test_what_cannot_be_written_is_refused(markdown: str, reason: str) -> None:
    with pytest.raises(GatewayError) as refusal:
        written(markdown)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    "markdown",
    ["> [!ERROR]\n> x", ":status[x]{color=pink}", "[Ann](user:1)", "1. [ ] task", '[x](page:T "title")',
     "![x](attachment:f.png){width=wide}", "```py odd=1\nx\n```"],
)  # fmt: skip
def test_what_takes_another_form_is_told(markdown: str) -> None:
    assert told(markdown)
    assert STORAGE.trouble(written(markdown)) is None


def test_tasks_get_numbers_of_their_own_in_nested_lists_too() -> None:
    original = written("- [ ] a\n  - [ ] b\n- [x] c")
    assert [original.count(f"<ac:task-id>{number}</ac:task-id>") for number in range(1, 5)] == [1, 1, 1, 0]


def test_writing_is_deterministic() -> None:
    assert written("- [ ] a\n\n| a |\n| --- |\n| b |") == written("- [ ] a\n\n| a |\n| --- |\n| b |")


def test_a_fresh_text_in_place_of_another_is_that_text() -> None:
    assert (
        edit(read("<p>old</p>"), "new **words**", allow_removals=True).original
        == "<p>new <strong>words</strong></p>"
    )
