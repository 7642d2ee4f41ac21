"""A table as text."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """One line a row; numbers to the right, words to the left."""
    lines = [tuple(map(str, head)), *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(_cell(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cell(text: str, width: int) -> str:
    return text.rjust(width) if text.isdecimal() else text.ljust(width)
