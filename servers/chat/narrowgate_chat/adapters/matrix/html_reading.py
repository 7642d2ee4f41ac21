"""Message bodies as Markdown: https://spec.matrix.org/latest/client-server-api/#mroommessage-msgtypes"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.html import markdown_of
from narrowgate_common.richtext.inline import BREAK, Run

_LINE_ENDS = re.compile(r"\r\n?")


def markdown_of_html(html: str) -> str:
    """Without the quotation of what is answered, which older clients put before their answer."""
    if "mx-reply" not in html:
        return markdown_of(html)
    soup = BeautifulSoup(html, "lxml")
    for quoted in soup.find_all("mx-reply"):
        quoted.decompose()
    return markdown_of(str(soup))


def markdown_of_plain(body: str) -> str:
    """Plain text is no Markdown: what looks like a sign is a character, and its line ends count."""
    parts = _LINE_ENDS.sub("\n", body).split("\n\n")
    return render(_paragraph(each.strip("\n")) for each in parts if each.strip())


def _paragraph(text: str) -> Block:
    runs: list[Run] = []
    for line in text.split("\n"):
        runs += [BREAK, Run(line)] if runs else [Run(line)]
    return Block("paragraph", runs=tuple(runs))
