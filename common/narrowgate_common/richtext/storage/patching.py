"""A changed paragraph, heading or code block: what is kept keeps its bytes and the elements around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from narrowgate_common.richtext.blocks import Block, shape
from narrowgate_common.richtext.format import Splice
from narrowgate_common.richtext.inline import Run, normal
from narrowgate_common.richtext.storage.edits import Edit, edited, inside, parameter, renamed
from narrowgate_common.richtext.storage.elements import MACROS, MARKS
from narrowgate_common.richtext.storage.entities import cdata, escaped
from narrowgate_common.richtext.storage.macros import PLAIN_BODY
from narrowgate_common.richtext.storage.origins import Held
from narrowgate_common.richtext.storage.reading_blocks import flow
from narrowgate_common.richtext.storage.reading_inline import content
from narrowgate_common.richtext.storage.reading_macros import CODE_ATTRS
from narrowgate_common.richtext.storage.stretches import Item, Led, New, Old, Stretch, fresh, leads_to, place
from narrowgate_common.richtext.storage.tree import Node, tree
from narrowgate_common.richtext.storage.weaving import woven


def line(old: Block, new: Block, splices: Sequence[Splice]) -> str:
    """Of a paragraph or heading: the first way of writing it that reads as wanted."""
    held: Held = old.origin
    wanted = normal(new.runs)
    words = ""
    for words in _ways(old, new, splices):
        if normal(content(tree(f"<p>{words}</p>").children[0].children)) == wanted:
            break
    if not held.bare and held.inner > held.start:
        edits = renamed(held.node, _tag(new))
        return edited(held.source, held.start, held.end, [*edits, inside(held.node, words)])
    return words if _stays_bare(words, new) else f"<{_tag(new)}>{words}</{_tag(new)}>"


def code(old: Block, new: Block) -> str:
    """Its text and shown parameters; an element of another kind keeps its tags."""
    node: Node = old.origin.node
    edits: list[Edit] = []
    if node.name in MACROS:
        edits += [
            parameter(node, name, new.attr(name)) for name in CODE_ATTRS if new.attr(name) != old.attr(name)
        ]
        if new.text != old.text:
            edits.append(_plain_body(node, new.text))
        return _joined(node, edits)
    if new.attrs:
        return code_macro(new)
    only = [each for each in node.children if each.is_element or each.text]
    holder = only[0] if len(only) == 1 and only[0].name == "code" else node
    return edited(node.source, node.start, node.end, [inside(holder, escaped(new.text))])


def code_macro(block: Block) -> str:
    parameters = "".join(
        f'<ac:parameter ac:name="{name}">{escaped(value)}</ac:parameter>'
        for name, value in block.attrs
        if value
    )
    body = f"<{PLAIN_BODY}>{cdata(block.text)}</{PLAIN_BODY}>"
    start = '<ac:structured-macro ac:name="code" ac:schema-version="1">'
    return f"{start}{parameters}{body}</ac:structured-macro>"


def fresh_line(block: Block) -> str:
    return woven(fresh(block.runs))


def _tag(block: Block) -> str:
    return f"h{block.level}" if block.kind == "heading" else "p"


def _stays_bare(words: str, new: Block) -> bool:
    """Whether it is the same one paragraph without an element of its own."""
    if new.kind != "paragraph" or not words.strip():
        return False
    found = flow(tree(words).children, 1)
    return len(found) == 1 and shape(found[0]) == shape(replace(new, children=()))


def _ways(old: Block, new: Block, splices: Sequence[Splice]) -> list[str]:
    seen = [each for each in splices if each.run.text or each.run.atom]
    if any(run.origin is None for run in old.runs):
        return [fresh_line(new)]
    return [
        *(_woven(old, each) for each in ([splices, seen] if len(seen) < len(splices) else [splices])),
        _plain(seen),
    ]


def _plain(splices: Sequence[Splice]) -> str:
    """Everything that is not shown given up, but for what is in atoms."""
    return woven(fresh(_without_words_origin(each) for each in splices))


def _without_words_origin(splice: Splice) -> Run:
    run = splice.run
    same = run.atom is not None and splice.source is not None and splice.source.atom == run.atom
    return replace(run, origin=splice.source.origin if same and splice.source else None)


def _woven(old: Block, splices: Sequence[Splice]) -> str:
    before = Old(old.runs)
    stretches = _joined_stretches([before.stretch(each) for each in splices])
    _settle_links(stretches)
    _adopt(stretches)
    stretches.reverse()
    _adopt(stretches)
    stretches.reverse()
    return woven(_with_voids(stretches, before), before)


def _joined_stretches(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Neighbours that are one stretch of the same old run."""
    out: list[Stretch] = []
    for each in stretches:
        last = out[-1] if out else None
        if last and each.is_text and last.spot and last.spot is each.spot and last.end == each.start:
            if last.items == each.items:
                last.text, last.end = last.text + each.text, each.end
                last.whole = last.start == 0 and _is_all(last)
                continue
        out.append(each)
    return out


def _is_all(stretch: Stretch) -> bool:
    spot = stretch.spot
    if spot is None or stretch.items != list(spot.stack):
        return False
    return spot.kind in ("text", "section") and stretch.end == len(spot.node.text)


def _settle_links(stretches: Sequence[Stretch]) -> None:
    """A link leads elsewhere as a whole, or else what leaves it gets a link of its own."""
    kept = {item for each in stretches for item in each.items if isinstance(item, Node)}
    led: dict[Node, set[tuple[str, str] | None]] = {}
    for each in stretches:
        for item in each.items:
            if isinstance(item, Led):
                led.setdefault(item.node, set()).add(place(item.link))
    split = {node for node, places in led.items() if node in kept or len(places) > 1}
    for each in stretches:
        each.items = [
            New(link=item.link) if isinstance(item, Led) and item.node in split else item
            for item in each.items
        ]


def _adopt(stretches: Sequence[Stretch]) -> None:
    """A new element beside an old one of its kind is a part of that."""
    before: list[Item] = []
    for each in stretches:
        each.items = [_adopted(item, before) for item in each.items]
        before = each.items


def _adopted(item: Item, neighbours: Sequence[Item]) -> Item:
    if not isinstance(item, New):
        return item
    for each in neighbours:
        if isinstance(each, Node) and item.mark is not None and MARKS.get(each.name) == item.mark:
            return each
        if item.link is not None and leads_to(each) == place(item.link):
            return each
    return item


def _with_voids(stretches: list[Stretch], old: Old) -> list[Stretch]:
    """What nobody sees goes with the run behind it, or else with the run before it."""
    first = {
        each.spot.index: at
        for at, each in reversed(list(enumerate(stretches)))
        if each.spot and each.start == 0
    }
    last = {each.spot.index: at for at, each in enumerate(stretches) if each.spot}
    before: dict[int, list[Stretch]] = {}
    for run in old.runs:
        spot = run.origin
        if spot.kind != "void":
            continue
        void = Stretch(list(spot.stack), "", "", spot, whole=True)
        at = first.get(_next_seen(old, spot.index))
        if at is None and (behind := last.get(spot.index - 1)) is not None:
            at = behind + 1
            last[spot.index] = behind
        if at is not None:
            before.setdefault(at, []).append(void)
    out: list[Stretch] = []
    for at, each in enumerate(stretches):
        out += [*before.get(at, ()), each]
    return [*out, *before.get(len(stretches), ())]


def _next_seen(old: Old, index: int) -> int:
    while index < len(old.runs) and old.runs[index].origin.kind == "void":
        index += 1
    return index


def _plain_body(node: Node, text: str) -> Edit:
    body = node.child(PLAIN_BODY)
    if body is not None:
        return inside(body, cdata(text))
    new = f"<{PLAIN_BODY}>{cdata(text)}</{PLAIN_BODY}>"
    return inside(node, new) if node.closed_at_once else (node.close, node.close, new)


def _joined(node: Node, edits: Sequence[Edit]) -> str:
    """Of an element closed at once there is but one place to change, for all that goes into it."""
    if not node.closed_at_once:
        return edited(node.source, node.start, node.end, edits)
    end = f"</{node.name}>"
    inner = "".join(
        text.removeprefix(">").removesuffix(end) for start, _, text in edits if start > node.inner - 3
    )
    return edited(node.source, node.start, node.end, [inside(node, inner)])
