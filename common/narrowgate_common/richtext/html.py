"""HTML that is only read, such as a vendor's own rendering, as Markdown. Nothing of it can be written back.

Read by BeautifulSoup on lxml (an HTML parser of Python's own takes a minute for what lxml takes a moment), turned by
markdownify, and brought into the dialect's form: links of known schemes only, pictures as described text.
"""

from __future__ import annotations

from bs4 import BeautifulSoup, Comment, Tag
from bs4.element import PageElement
from markdownify import MarkdownConverter

from narrowgate_common.richtext.destinations import SCHEMES, scheme
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.dialect.rendering import render
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.unseen import seen

MOST_CHARS = 5_000_000
"""Of what is read; a page of a vendor's is shorter."""
_DEEPEST = 100
_GONE = (
    "script",
    "style",
    "template",
    "noscript",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "head",
    "form",
    "input",
)


def markdown_of(html: str) -> str:
    """The visible text of a page or a part of one. Raises GatewayError (`too_large`)."""
    if len(html) > MOST_CHARS:
        raise refused("The rendering is too long to be read", reason="too_large")
    soup = BeautifulSoup(seen(html), "lxml")
    _clean(soup)
    text = MarkdownConverter(heading_style="ATX", bullets="-", escape_misc=True).convert_soup(soup)
    return render(parse(text))


def _clean(soup: BeautifulSoup) -> None:
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    for element in soup.find_all(_GONE):
        element.decompose()
    for element in soup.find_all("a"):
        if scheme(str(element.get("href") or "")) not in SCHEMES:
            element.unwrap()
    for element in soup.find_all("img"):
        element.replace_with(_described(element))
    _flatten(soup)


def _described(image: Tag) -> str:
    """A picture that no client fetches."""
    words = str(image.get("alt") or image.get("title") or "").strip()
    return f"[image: {words}]" if words else "[image]"


def _flatten(soup: BeautifulSoup) -> None:
    """What is nested deeper than anybody reads becomes its own text: the conversion recurses."""
    waiting: list[tuple[PageElement, int]] = [(soup, 0)]
    while waiting:
        element, depth = waiting.pop()
        if not isinstance(element, Tag):
            continue
        if depth >= _DEEPEST:
            element.string = element.get_text(" ")
            continue
        waiting.extend((child, depth + 1) for child in element.children)
