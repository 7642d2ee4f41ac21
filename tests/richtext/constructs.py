"""What a construct is in each format and as Markdown: one row each, and the table that documentation shows of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.richtext.adf_samples import Node, doc, paragraph

from narrowgate_common.richtext.formats import NAMES, Name

PAGE = Path(__file__).parent.parent.parent / "docs" / "rich-text-constructs.md"
KEPT = ""
"""Instead of Markdown: it cannot be written anew, as it stands for something of the original."""
_REF = re.compile(r"(?<=ref=)[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Form:
    """`sign` names it in the table; `markdown` is how it reads, with REF for what is a hash.

    `written` is how its Markdown reads once it was written anew; None for the same. `unseen` is what Markdown does not
    show of it.
    """

    sign: str
    original: Any
    markdown: str
    written: str | None = None
    unseen: bool = False


def unseen(sign: str, original: Any, markdown: str) -> Form:
    return Form(sign, original, markdown, unseen=True)


@dataclass(frozen=True, slots=True)
class Construct:
    """Inline, it stands between the words of a paragraph; otherwise between two paragraphs."""

    name: str
    storage: Form | None = None
    adf: Form | None = None
    wiki: Form | None = None
    inline: bool = False

    def form(self, name: Name) -> Form | None:
        found: Form | None = getattr(self, name)
        return found

    def around(self, name: Name, word: str) -> Any:
        """The construct with words before and behind it."""
        form = self.form(name)
        assert form is not None
        return (_AMONG_WORDS if self.inline else _BETWEEN_BLOCKS)[name](form.original, word)

    def shown(self, markdown: str, word: str) -> str:
        return f"{word} {markdown} end" if self.inline else f"{word}\n\n{markdown}\n\nend"


_AMONG_WORDS: dict[Name, Any] = {
    "storage": lambda it, word: f"<p>{word} {it} end</p>",
    "adf": lambda it, word: doc(_joined(paragraph(f"{word} ", *_nodes(it), " end"))),
    "wiki": lambda it, word: f"{word} {it} end",
}
_BETWEEN_BLOCKS: dict[Name, Any] = {
    "storage": lambda it, word: f"<p>{word}</p>{it}<p>end</p>",
    "adf": lambda it, word: doc(paragraph(word), *_nodes(it), paragraph("end")),
    "wiki": lambda it, word: f"{word}\n\n{it}\n\nend",
}


def _nodes(it: Any) -> list[Node]:
    return it if isinstance(it, list) else [it]


def _joined(found: Node) -> Node:
    """Plain texts in a row as one, as the vendor's editor leaves them."""
    out: list[Node] = []
    for each in found["content"]:
        if out and set(each) == set(out[-1]) == {"type", "text"}:
            out[-1] = {**each, "text": out[-1]["text"] + each["text"]}
        else:
            out.append(each)
    return {**found, "content": out}


def without_refs(markdown: str) -> str:
    return _REF.sub("REF", markdown)


def write_page() -> None:
    PAGE.write_text(page(), "utf-8")


def page() -> str:
    from tests.richtext.construct_rows import CONSTRUCTS

    rows = [_row(each) for each in CONSTRUCTS]
    return (
        f"{_HEAD}\n| construct | storage | ADF | wiki markup | Markdown |\n|---|---|---|---|---|\n"
        + "".join(rows)
    )


_HEAD = """# Rich text: every construct in every format

Made from the tests by `make snapshots`. Each construct is read as the Markdown beside it, stays as it is to the byte when
its text is written back, and is intact when a word beside it changes; written anew, its Markdown makes the same construct,
except for what is

- **kept**: it stands for what an original holds already, and can be kept, moved and deleted (REF is its `ref`);
- **unseen**: Markdown shows the words alone. An edit keeps it on the words that stay, and tells where it is lost.

A dash: the format has none, or has it in another row.
"""


def _row(construct: Construct) -> str:
    forms = [form for name in NAMES if (form := construct.form(name))]
    shown = list(dict.fromkeys(form.markdown for form in forms))
    cells = [_cell(construct.form(name)) for name in NAMES]
    return f"| {construct.name} | {' | '.join(cells)} | {'<br>or '.join(map(_lines, shown))} |\n"


def _cell(form: Form | None) -> str:
    if form is None:
        return "–"
    if form.unseen:
        return f"{_code(form.sign)}, **unseen**"
    if form.written is None:
        return _code(form.sign)
    return f"{_code(form.sign)}, {f'written as {_lines(form.written)}' if form.written else '**kept**'}"


def _lines(markdown: str) -> str:
    return "<br>".join(_pieces(markdown))


def _pieces(markdown: str) -> Iterator[str]:
    for line in markdown.split("\n"):
        if line.strip():
            yield _code(line)


def _code(text: str) -> str:
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|")
