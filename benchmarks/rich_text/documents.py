"""What is converted: collected documents or the samples of the tests, pages of them, and the worst that is known."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, cycle, takewhile
from pathlib import Path
from random import Random
from typing import Any

from tests.richtext import adf_samples, storage_samples, wiki_samples

from narrowgate_common.richtext.formats import format_named
from narrowgate_common.richtext.reading import reading

NEW = "medlar"
"""Stands in none of the documents."""

Change = tuple[tuple[str, str], ...]
"""Old words and new, all to be changed at once."""


@dataclass(frozen=True, slots=True)
class Document:
    """`changes` are alternatives: others write Markdown in which not every word can be found."""

    original: Any
    changes: tuple[Change, ...] = ()
    write: bool = True

    @property
    def size(self) -> int:
        """Bytes, of ADF as compact JSON."""
        return _size(self.original)


@dataclass(frozen=True, slots=True)
class Corpus:
    format: str
    source: str
    documents: tuple[Document, ...]

    @property
    def size(self) -> int:
        return sum(document.size for document in self.documents)


def storage() -> Corpus:
    found = _collected("NARROWGATE_STORAGE_CORPUS", ".xml")
    texts = [path.read_bytes().decode() for path in found] or list(storage_samples.SAMPLES.values())
    documents = tuple(Document(text, _storage_changes(text)) for text in texts)
    return Corpus("storage", _source(found), documents)


def adf() -> Corpus:
    """Documents that are valid; others are not edited."""
    found = _collected("NARROWGATE_ADF_CORPUS", ".json", ".adf")
    nodes = [json.loads(path.read_bytes()) for path in found] or list(adf_samples.SAMPLES.values())
    valid = [node for node in nodes if format_named("adf").trouble(node) is None]
    return Corpus("adf", _source(found), tuple(Document(node, _adf_changes(node)) for node in valid))


def wiki() -> Corpus:
    texts = [*wiki_samples.SAMPLES.values()]
    return Corpus("wiki", _source([]), tuple(Document(text, _word_changes([text], text)) for text in texts))


CORPORA: tuple[Callable[[], Corpus], ...] = (storage, adf, wiki)


def _collected(variable: str, *suffixes: str) -> list[Path]:
    folder = os.environ.get(variable)
    return sorted(path for path in Path(folder).iterdir() if path.suffix in suffixes) if folder else []


def _source(found: Sequence[Path]) -> str:
    return "collected documents" if found else "samples of the tests"


_PROSE = re.compile(r"<(?:p|h[1-6]|li|td|th|strong|em)\b[^<>]*>([^<&]+)")
_WORD = re.compile(r"[^\W\d_]{4,}")
_ALTERNATIVES = 12


def _storage_changes(text: str) -> tuple[Change, ...]:
    return _word_changes(_PROSE.findall(text), text)


def _adf_changes(node: Any) -> tuple[Change, ...]:
    text = json.dumps(node, ensure_ascii=False)
    return _word_changes(re.findall(r'"text": "([^"\\]+)"', text), text)


def _word_changes(prose: Iterable[str], text: str) -> tuple[Change, ...]:
    """Of words that stand once in the whole text, up to twelve from its start to its end."""
    words = [word for each in prose for word in _WORD.findall(each) if text.count(word) == 1]
    step = max(1, len(words) // _ALTERNATIVES)
    return tuple(((word, NEW),) for word in words[::step][:_ALTERNATIVES])


WORD = "quincewood"
"""Stands in none either, but once in the middle of a page that is made of them."""
_MIDDLE: dict[str, Any] = {
    "storage": f"<p>Somewhere in here stands the word {WORD} in a sentence.</p>",
    "adf": adf_samples.doc(adf_samples.paragraph(f"Somewhere in here stands the word {WORD} in a sentence.")),
    "wiki": f"Somewhere in here stands the word {WORD} in a sentence.",
}
_SEPARATORS = {"storage": "\n", "wiki": "\n\n"}


def page(corpus: Corpus, size: int, *, write: bool = False) -> Document:
    """About so many bytes of the corpus's documents, in a fixed order and again, with one word to change in the middle.

    Documents of more than a quarter of the page are left out, or it would be nothing but one of them.
    """
    order = [each.original for each in corpus.documents if 0 < each.size <= size / 4]
    Random(7).shuffle(order)
    sizes = accumulate(map(_size, cycle(order)))
    count = max(1, sum(1 for _ in takewhile(lambda total: total <= size, sizes)))
    taken = [original for original, _ in zip(cycle(order), range(count), strict=False)]
    pieces = [*taken[: count // 2], _MIDDLE[corpus.format], *taken[count // 2 :]]
    return Document(_joined(corpus.format, pieces), (((WORD, NEW),),), write)


def for_a_page(corpus: Corpus) -> Corpus:
    """Without wiki markup that leaves a macro or a list open, which would hold the rest of the page."""
    if corpus.format != "wiki":
        return corpus
    return only(corpus, (_leaves_nothing_open(str(each.original)) for each in corpus.documents))


def _leaves_nothing_open(text: str) -> bool:
    joined = _joined("wiki", [text, _MIDDLE["wiki"]])
    return bool(reading(format_named("wiki"), joined).texts[-1] == _MIDDLE["wiki"])


def _joined(name: str, pieces: Sequence[Any]) -> Any:
    if name == "adf":
        return adf_samples.doc(*(node for piece in pieces for node in piece["content"]))
    return _SEPARATORS[name].join(pieces)


def _size(original: Any) -> int:
    text = (
        original
        if isinstance(original, str)
        else json.dumps(original, ensure_ascii=False, separators=(",", ":"))
    )
    return len(text.encode())


def only(corpus: Corpus, kept: Iterable[bool]) -> Corpus:
    chosen = tuple(each for each, keep in zip(corpus.documents, kept, strict=True) if keep)
    return replace(corpus, documents=chosen)


def worst_cases() -> dict[str, Document]:
    return {
        "a paragraph of 30 kB, a word near each end": _worst(
            f"<p>{' '.join(map(_numbered, range(3_300)))}</p>", [10, 3_290]
        ),
        "a table of 2,000 rows, one cell": _worst(
            f"<table><tbody>{''.join(map(_row, range(2_000)))}</tbody></table>", [1_000]
        ),
        "464 paragraphs, all at once": _worst("".join(map(_paragraph, range(464))), range(464)),
    }


def _worst(original: str, changed: Iterable[int]) -> Document:
    return Document(original, (tuple((_numbered(each), f"{NEW}{each:04}") for each in changed),), write=False)


def _numbered(number: int) -> str:
    return f"word{number:04}"


def _row(number: int) -> str:
    cells = (_numbered(number), "is <strong>done</strong>", "by hand")
    return f"<tr>{''.join(f'<td><p>{cell}</p></td>' for cell in cells)}</tr>"


def _paragraph(number: int) -> str:
    return (
        f"<p>In this paragraph {_numbered(number)} is said of <em>something</em> that no other tells.</p>\n"
    )
