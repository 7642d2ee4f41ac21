"""What is left of an original after one word of it was changed, judged alike for everybody, by no reader of ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.entities import name2codepoint
from typing import Any

from lxml import etree

from benchmarks.rich_text.documents import Corpus, Document
from benchmarks.rich_text.process import Conversion

_HEAD = '<r xmlns:ac="urn:ac" xmlns:ri="urn:ri" xmlns:at="urn:at">'
_AC = "{urn:ac}"
_ENTITY = re.compile(r"&(\w{1,32});")
_XML_OWN = frozenset({"amp", "lt", "gt", "quot", "apos"})

Macro = tuple[str, tuple[str, ...], str]
"""Its name, its parameters with what stands in them, and the words of its bodies; ids do not count."""


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Over the documents that hold a word to change: in how many it was changed, and what stayed as it was."""

    name: str
    documents: int
    edited: int
    identical: int
    """Every byte but the word's."""
    macros: int
    intact: int
    ill_formed: int

    @property
    def identical_share(self) -> float:
        return self.identical / max(1, self.documents)

    @property
    def intact_share(self) -> float:
        return self.intact / max(1, self.macros)


def fidelity(name: str, corpus: Corpus, found: Sequence[Conversion]) -> Fidelity:
    pairs = [pair for pair in zip(corpus.documents, found, strict=True) if pair[0].changes]
    wanted = [_wanted(document, done) for document, done in pairs]
    before = [_macros(text) or Counter() for text in wanted]
    after = [None if done.edited is None else _macros(done.edited) for _, done in pairs]
    return Fidelity(
        name,
        len(pairs),
        sum(done.edited is not None for _, done in pairs),
        sum(done.edited == text for (_, done), text in zip(pairs, wanted, strict=True)),
        sum(each.total() for each in before),
        sum((old & new).total() for old, new in zip(before, after, strict=True) if new is not None),
        sum(new is None and done.edited is not None for (_, done), new in zip(pairs, after, strict=True)),
    )


def _wanted(document: Document, done: Conversion) -> str:
    """The original with nothing but the word changed, which stands in it once."""
    text = str(document.original)
    for old, new in document.changes[done.change or 0]:
        text = text.replace(old, new)
    return text


def _macros(storage: str) -> Counter[Macro] | None:
    """None for what is not well-formed."""
    try:
        root = etree.fromstring(f"{_HEAD}{_ENTITY.sub(_character, storage)}</r>", _parser())
    except etree.XMLSyntaxError:
        return None
    return Counter(map(_macro, root.iter(f"{_AC}structured-macro", f"{_AC}macro")))


def _parser() -> Any:
    return etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)


def _character(entity: re.Match[str]) -> str:
    name = entity[1]
    if name in _XML_OWN or name not in name2codepoint:
        return entity[0]
    return chr(name2codepoint[name])


def _macro(element: Any) -> Macro:
    parameters = sorted(_parameter(child) for child in element if child.tag == f"{_AC}parameter")
    bodies = [child for child in element if child.tag in (f"{_AC}plain-text-body", f"{_AC}rich-text-body")]
    return element.get(f"{_AC}name", ""), tuple(parameters), " ".join(map(_words, bodies))


def _parameter(element: Any) -> str:
    return "\n".join([element.get(f"{_AC}name", ""), _words(element), *_references(element)])


def _references(element: Any) -> Iterator[str]:
    for child in element.iterdescendants():
        yield f"{child.tag} {sorted(child.attrib.items())}"


def _words(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())
