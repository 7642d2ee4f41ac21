"""The proof that ends every edit: what lies on words and is not shown lies on the same words as before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from narrowgate_common.richtext.blocks import Block
from narrowgate_common.richtext.editing.following import SHORT
from narrowgate_common.richtext.editing.leaves import changed_pairs
from narrowgate_common.richtext.editing.moving import Covers
from narrowgate_common.richtext.editing.plan import Plan
from narrowgate_common.richtext.editing.words import Word, words_of
from narrowgate_common.richtext.format import Feature
from narrowgate_common.richtext.inline import Content, normal, visible

SHOWN_CHARS = 60
"""Of the words that are told with what lay on them."""

Pieces = tuple[tuple[int, int], ...]
"""The characters of a word that something lies on."""

_BARE: Pieces = ()


@dataclass(frozen=True, slots=True)
class Words:
    """The paragraphs that an edit changed, as they were and as they are read from its result."""

    covers: Covers
    before: tuple[Block, ...]
    after: tuple[Block, ...]

    def lost(self, missing: Sequence[Feature]) -> Iterable[Feature]:
        """What goes with the edit. `missing` is what the inventories say: of what lay on words, the words decide."""
        if not any(self.covers(run) for leaf in (*self.before, *self.after) for run in leaf.runs):
            return missing
        return _lost(worn(self.covers, self.before), worn(self.covers, self.after), missing)

    def notes_on_copies(self, document: Iterable[Block], plans: Iterable[Plan]) -> tuple[str, ...]:
        """What lies on the words of a paragraph does not lie on those of its copy."""
        if all(was is not None for was, _ in changed_pairs(plans)):
            return ()
        new = self._bare(self.after) - self._bare(self.before)
        return tuple(self._named(leaf, new) for leaf in _leaves(document) if self._is_copied(leaf, new))

    def _bare(self, leaves: Iterable[Block]) -> Counter[Content]:
        return Counter(normal(leaf.runs) for leaf in leaves if not any(map(self.covers, leaf.runs)))

    def _is_copied(self, leaf: Block, new: Counter[Content]) -> bool:
        return any(map(self.covers, leaf.runs)) and normal(leaf.runs) in new

    def _named(self, leaf: Block, new: Counter[Content]) -> str:
        """Once for each."""
        shown = normal(leaf.runs)
        del new[shown]
        kinds = dict.fromkeys(each.shown for run in leaf.runs for each in self.covers(run))
        return f"A copy of `{shortened(visible(shown))}` is without its {', '.join(kinds)[:SHOWN_CHARS]}"


def _leaves(blocks: Iterable[Block]) -> Iterator[Block]:
    return (leaf for block in blocks for leaf in block.walk() if leaf.runs)


@dataclass(slots=True)
class Worn:
    """How often each word stands in some blocks, and how often something lies on it, in the order of the text."""

    words: Counter[str] = field(default_factory=Counter)
    covered: dict[Feature, dict[str, Counter[Pieces]]] = field(default_factory=dict)
    linked: Counter[str] = field(default_factory=Counter)
    """How often each word is in a link that is shown."""

    def add(self, covers: Covers, word: Word) -> None:
        name = str(word.key)
        self.words[name] += 1
        self.linked[name] += word.first.link is not None
        for feature, pieces in _pieces(covers, word).items():
            self.covered.setdefault(feature, {}).setdefault(name, Counter())[pieces] += 1

    def on(self, feature: Feature, name: str) -> Counter[Pieces]:
        """In what ways the word is covered, and how often it is not."""
        covered = self.covered.get(feature, {}).get(name, Counter())
        return Counter({**covered, _BARE: self.words[name] - covered.total()})


def worn(covers: Covers, leaves: Iterable[Block]) -> Worn:
    found = Worn()
    for leaf in leaves:
        for word in words_of(leaf.runs).words:
            if word.is_letters:
                found.add(covers, word)
    return found


def _pieces(covers: Covers, word: Word) -> dict[Feature, Pieces]:
    found: dict[Feature, list[tuple[int, int]]] = {}
    at = 0
    for stretch in word.stretches:
        if not stretch.seen:
            continue
        end = at + len(stretch)
        for feature in covers(stretch.run):
            pieces = found.setdefault(feature, [])
            if pieces and pieces[-1][1] == at:
                pieces[-1] = (pieces[-1][0], end)
            elif not pieces or pieces[-1][1] < end:
                pieces.append((at, end))
        at = end
    return {feature: tuple(pieces) for feature, pieces in found.items()}


@dataclass(frozen=True, slots=True)
class Change:
    """Of one thing that lies on words: what it does not lie on any more, and what it lies on and did not.

    `bared` are words that still stand, `gone` those that do not.
    """

    bared: tuple[str, ...]
    gone: tuple[str, ...]
    gained: tuple[str, ...]


def _lost(before: Worn, after: Worn, missing: Sequence[Feature]) -> Iterator[Feature]:
    counted = Counter(missing)
    for feature in missing:
        if feature not in before.covered:
            yield feature
    for feature in before.covered:
        change = _change(feature, before, after)
        bared = change.bared if counted[feature] else _unlinked(feature, change.bared, before, after)
        stays = feature in after.covered
        words = [*bared, *change.gone] if counted[feature] else _told_apart(bared, alone=not stays)
        if words:
            yield _named(feature, "the {} of {}", words)
        if gained := _told_apart(change.gained, alone=False):
            yield _named(feature, "the {}, which would lie on {}", gained)


def _change(feature: Feature, before: Worn, after: Worn) -> Change:
    bared: list[str] = []
    gone: list[str] = []
    gained: list[str] = []
    names = {**before.covered.get(feature, {}), **after.covered.get(feature, {})}
    for name in names:
        was, now = before.on(feature, name), after.on(feature, name)
        less, more = was - now, now - was
        uncovered = less.total() - less[_BARE]
        moved = min(less.total(), more.total())
        bared += [name] * min(moved, uncovered)
        gone += [name] * (uncovered - min(moved, uncovered))
        gained += [name] * min(moved - min(moved, uncovered), more.total() - more[_BARE])
    return Change(tuple(bared), tuple(gone), tuple(gained))


def _unlinked(feature: Feature, words: Sequence[str], before: Worn, after: Worn) -> Sequence[str]:
    """A link that is wanted takes the place of one that is not shown."""
    if "link" not in feature.shown.split():
        return words
    return [word for word in words if after.linked[word] <= before.linked[word]]


def _told_apart(words: Sequence[str], *, alone: bool) -> Sequence[str]:
    """A short word that changed may be another one that is spelled alike."""
    return words if alone or any(len(word) > SHORT for word in words) else ()


def _named(feature: Feature, text: str, words: Sequence[str]) -> Feature:
    return replace(feature, shown=text.format(feature.shown, f"`{shortened(' '.join(words))}`"))


def shortened(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= SHOWN_CHARS else line[: SHOWN_CHARS - 1] + "…"
