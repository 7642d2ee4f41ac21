"""Message bodies as Markdown: https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes

Code is taken out before the conversion, which collapses its spaces, and put back as it stands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha256

from bs4 import BeautifulSoup, Tag

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.html import MOST_CHARS, markdown_of
from narrowgate_common.richtext.inline import BREAK, Content, Run, visible

_LINE_ENDS = re.compile(r"\r\n?")
_LANGUAGE = re.compile(r"language-([A-Za-z0-9_.+#-]{1,40})")
_HELD = re.compile(r"heldcode[0-9a-f]{32}n([0-9]{1,7})z")


def markdown_of_html(html: str) -> str:
    """Without the quotation of what is answered, which older clients put before their answer."""
    if len(html) > MOST_CHARS or not ("mx-reply" in html or "<code" in html or "<pre" in html):
        return markdown_of(html)
    soup = BeautifulSoup(html, "lxml")
    for quoted in soup.find_all("mx-reply"):
        quoted.decompose()
    held = _held_code(soup, sha256(html.encode(errors="replace")).hexdigest()[:32])
    return render(tuple(_returned(each, held) for each in parse(markdown_of(str(soup)))))


def _held_code(soup: BeautifulSoup, mark: str) -> list[Block]:
    """What stood where a word of ours stands now, which no text can hold that it is made from."""
    held: list[Block] = []
    for element in soup.find_all(("pre", "code")):
        if element.find_parent(("pre", "code")) is not None:
            continue
        word = f"heldcode{mark}n{len(held)}z"
        held.append(_code(element))
        standing = soup.new_tag("p") if element.name == "pre" else soup.new_tag("span")
        standing.string = word
        element.replace_with(standing)
    return held


def _code(element: Tag) -> Block:
    text = _LINE_ENDS.sub("\n", element.get_text())
    inner = element.find("code") if element.name == "pre" else None
    classes = inner.get("class") if isinstance(inner, Tag) else None
    found = _LANGUAGE.fullmatch(str(classes[0])) if isinstance(classes, list) and classes else None
    if element.name == "code":
        return Block("paragraph", text=text)
    return Block("code", attrs=(("language", found[1]),) if found else (), text=text.removesuffix("\n"))


def _returned(block: Block, held: list[Block]) -> Block:
    whole = _HELD.fullmatch(visible(block.runs)) if block.kind == "paragraph" else None
    if whole is not None and int(whole[1]) < len(held) and held[int(whole[1])].kind == "code":
        return held[int(whole[1])]
    runs = tuple(part for run in block.runs for part in _returned_runs(run, held))
    return replace(block, runs=runs, children=tuple(_returned(each, held) for each in block.children))


def _returned_runs(run: Run, held: list[Block]) -> Content:
    if run.atom is not None or "heldcode" not in run.text:
        return (run,)
    out: list[Run] = []
    at = 0
    for found in _HELD.finditer(run.text):
        number = int(found[1])
        if number < len(held):
            out.append(replace(run, text=run.text[at : found.start()]))
            out.append(replace(run, text=held[number].text, marks=run.marks | {"code"}))
            at = found.end()
    return (*out, replace(run, text=run.text[at:]))


def markdown_of_plain(body: str) -> str:
    """Plain text is no Markdown: what looks like a sign is a character, and its line ends count."""
    parts = _LINE_ENDS.sub("\n", body).split("\n\n")
    return render(_paragraph(each.strip("\n")) for each in parts if each.strip())


def _paragraph(text: str) -> Block:
    runs: list[Run] = []
    for line in text.split("\n"):
        runs += [BREAK, Run(line)] if runs else [Run(line)]
    return Block("paragraph", runs=tuple(runs))
