"""One page as get_page shows it: a window of its text that fits one result, and where the rest begins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from narrowgate_common.room import cost, head, prefix
from narrowgate_common.text import one_line

Data = dict[str, Any]

_HEADING = re.compile(r"[> ]{0,20}(#{1,6}) (.*)")
_FENCE = re.compile(r"[> ]{0,40}(?:[-*+] |[0-9]{1,9}[.)] )?[> ]{0,40}(`{3,}|~{3,})")
_HEADING_CHARS = 200


@dataclass(frozen=True, slots=True)
class Window:
    """Characters `start` to `end` of a text. Lines count from 1."""

    text: str
    start: int
    end: int
    first_line: int
    lines: int
    """Of the whole text."""
    size: int
    """Characters of the whole text."""

    @property
    def whole(self) -> bool:
        return self.start == 0 and self.end == self.size

    def shown(self) -> Data:
        """Where the window lies, and where to go on."""
        place: Data = {"chars": self.size, "lines": self.lines}
        if self.start:
            place["first_line"] = self.first_line
        if self.end < self.size:
            place["next_offset"] = self.end
        return place


def window(text: str, offset: int, room: int, max_lines: int | None) -> Window:
    """As much from the offset on as fits the room, ended behind a line where one ends there."""
    start = min(offset, len(text))
    end = start + len(prefix(text[start:], room).text) if start < len(text) else start
    end = _lines_end(text, start, end, max_lines)
    if end < len(text) and (line := text.rfind("\n", start, end)) > start + (end - start) // 2:
        end = line + 1
    lines = text.count("\n") + 1 if text else 0
    return Window(text[start:end], start, end, text.count("\n", 0, start) + 1, lines, len(text))


def _lines_end(text: str, start: int, end: int, max_lines: int | None) -> int:
    if max_lines is None:
        return end
    at = start
    for _ in range(max_lines):
        at = text.find("\n", at, end) + 1
        if not at:
            return end
    return at


def outline(markdown: str, room: int) -> tuple[list[Data], bool]:
    """The headings with their level, line and offset, as many as fit, and whether some did not."""
    rows = _headings(markdown)
    kept = head(rows, room)
    return kept, len(kept) < len(rows)


def _headings(markdown: str) -> list[Data]:
    rows: list[Data] = []
    fence, offset = "", 0
    for number, line in enumerate(markdown.split("\n"), 1):
        fence = _within(fence, line)
        if not fence and (found := _HEADING.fullmatch(line)):
            words = {"heading": one_line(found[2], _HEADING_CHARS)}
            rows.append({"level": len(found[1]), "line": number, "offset": offset, "untrusted": words})
        offset += len(line) + 1
    return rows


def _within(fence: str, line: str) -> str:
    """The fence a line stands in, after it: a hash sign in code is no heading."""
    found = _FENCE.match(line)
    if found is None:
        return fence
    if not fence:
        return found[1]
    return "" if found[1].startswith(fence) and not line[found.end() :].strip() else fence


def spare(data: Data, room: int) -> int:
    """What is left of the room beside these parts."""
    return max(room - cost(data), 200)
