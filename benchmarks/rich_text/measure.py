"""All of it in one run, the converters in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from benchmarks.figures import p50
from benchmarks.rich_text import documents
from benchmarks.rich_text.documents import Corpus, Document
from benchmarks.rich_text.fidelity import Fidelity, fidelity
from benchmarks.rich_text.process import OURS, Conversion, Converter, EndedError, ours, peers, started

ROUNDS = 4
_PEER_ROUNDS = 3
_ENOUGH_S = 2.0
"""CPU seconds after which a long conversion is not repeated."""
MEGABYTE = 1_000_000
SIZES = (10_000, 30_000, 100_000, 300_000, MEGABYTE, 3 * MEGABYTE, 10 * MEGABYTE)
_PEERS_UP_TO = MEGABYTE


@dataclass(frozen=True, slots=True)
class Speed:
    """Bytes of the originals, and CPU seconds for all of them, round by round."""

    size: int
    seconds: list[float]

    @property
    def mb_s(self) -> float:
        return self.size / 1e6 / max(p50(self.seconds), 1e-9) if self.size else 0.0


@dataclass(frozen=True, slots=True)
class Converted:
    """`cold` is an edit with its reading, `kept` one of what was read before."""

    name: str
    read: Speed
    write: Speed
    cold: Speed
    kept: Speed
    failed: int
    """Documents of which something was asked that could not be done."""


@dataclass(frozen=True, slots=True)
class FormatSpeed:
    corpus: Corpus
    documents: Converted
    page: Converted
    page_written: Converted
    """Of a page without anything that only an original can hold."""


@dataclass(frozen=True, slots=True)
class Growth:
    name: str
    points: list[Converted] = field(default_factory=list)


@dataclass(slots=True)
class RichText:
    formats: list[FormatSpeed] = field(default_factory=list)
    beside: list[Converted] = field(default_factory=list)
    """The storage documents, ours first."""
    fidelity: list[Fidelity] = field(default_factory=list)
    growth: list[Growth] = field(default_factory=list)
    worst: dict[str, Converted] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


Say = Callable[[str], None]
Rounds = list[list[Conversion]]


def measure(say: Say) -> RichText:
    results = RichText()
    storage = documents.storage()
    with ExitStack() as stack:
        own = stack.enter_context(started(ours("storage")))
        everybody = [own, *(stack.enter_context(started(peer)) for peer in peers())]
        say("rich text: the storage documents, beside others")
        everybody = _beside(results, everybody, storage)
        say("rich text: growth with size")
        for size in SIZES:
            everybody = _grow(results, everybody, storage, size)
        say("rich text: worst cases")
        for what, document in documents.worst_cases().items():
            results.worst[what] = _summary(own, [document], list(_rounds(own, [document], ROUNDS)))
    for corpus in (storage, documents.adf(), documents.wiki()):
        say(f"rich text: {corpus.format}")
        results.formats.append(_format(corpus))
    return results


def _beside(results: RichText, everybody: Sequence[Converter], storage: Corpus) -> list[Converter]:
    """In turn, round by round; those that ended are left out of all that follows."""
    found: dict[str, Rounds] = {each.program.name: [] for each in everybody}
    for _ in range(_PEER_ROUNDS):
        everybody = _those_who(
            results, everybody, lambda each: found[each.program.name].append(each.convert(storage.documents))
        )
    for each in everybody:
        rounds = found[each.program.name]
        results.beside.append(_summary(each, storage.documents, rounds))
        results.fidelity.append(fidelity(each.program.name, storage, rounds[-1]))
    return list(everybody)


def _grow(results: RichText, everybody: Sequence[Converter], storage: Corpus, size: int) -> list[Converter]:
    page = [documents.page(storage, size)]
    asked = everybody if size <= _PEERS_UP_TO else everybody[:1]

    def grow(converter: Converter) -> None:
        rounds = list(_rounds(converter, page, ROUNDS))
        _curve(results, converter.program.name).points.append(_summary(converter, page, rounds))

    left = _those_who(results, asked, grow)
    return [*left, *everybody[len(asked) :]]


def _curve(results: RichText, name: str) -> Growth:
    found = next((each for each in results.growth if each.name == name), None)
    if found is None:
        found = Growth(name)
        results.growth.append(found)
    return found


def _those_who(
    results: RichText, everybody: Iterable[Converter], do: Callable[[Converter], None]
) -> list[Converter]:
    """Who was not ended by it; ours may not be."""
    left = []
    for each in everybody:
        try:
            do(each)
        except EndedError as error:
            if each.program.name == OURS:
                raise
            results.left_out.append(str(error))
        else:
            left.append(each)
    return left


def _format(corpus: Corpus) -> FormatSpeed:
    with started(ours(corpus.format)) as converter:
        rounds = list(_rounds(converter, corpus.documents, ROUNDS))
        writable = documents.only(corpus, (done.write_s is not None for done in rounds[0]))
        pages = [
            documents.page(documents.for_a_page(corpus), MEGABYTE),
            documents.page(documents.for_a_page(writable), MEGABYTE, write=True),
        ]
        whole, written = (
            _summary(converter, [each], list(_rounds(converter, [each], ROUNDS))) for each in pages
        )
    return FormatSpeed(corpus, _summary(converter, corpus.documents, rounds), whole, written)


def _rounds(converter: Converter, asked: Sequence[Document], most: int) -> Iterator[list[Conversion]]:
    """Until it has taken long enough. Raises EndedError."""
    spent = 0.0
    for _ in range(most):
        found = converter.convert(asked)
        yield found
        spent += sum((done.read_s or 0) + (done.write_s or 0) + (done.edit_s or 0) for done in found)
        if spent > _ENOUGH_S:
            return


def _summary(converter: Converter, asked: Sequence[Document], rounds: Rounds) -> Converted:
    return Converted(
        converter.program.name,
        _speed(asked, rounds, lambda done: done.read_s),
        _speed(asked, rounds, lambda done: done.write_s),
        _speed(asked, rounds, lambda done: done.cold_s),
        _speed(asked, rounds, lambda done: done.edit_s),
        sum(bool(done.failures) for done in rounds[0]),
    )


def _speed(asked: Sequence[Document], rounds: Rounds, taken: Callable[[Conversion], float | None]) -> Speed:
    """Of the documents of which it was done."""
    size = sum(each.size for each, done in zip(asked, rounds[0], strict=True) if taken(done) is not None)
    return Speed(size, [sum(taken(done) or 0.0 for done in found) for found in rounds])
