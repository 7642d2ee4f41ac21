"""One converter in a process of its own, run by its own environment's Python: `python -P converters.py NAME`.

Each line of standard input holds a list of documents, `{"original", "changes": [[[old, new], ...], ...], "write"}`.
Each is read, its Markdown written anew where asked for, and edited by the first of the changes whose old words all
stand exactly once in that Markdown. Each line of output holds, in the same order, CPU seconds (null where it failed or
was not asked for), which of the changes was made, the edited original, and why something failed. Nothing but the
standard library is imported before the name is known.
"""

from __future__ import annotations

import gc
import json
import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

Failure = type[Exception]


class Converter(Protocol):
    refusals: tuple[Failure, ...]

    def read(self, original: Any) -> Any: ...

    def markdown(self, found: Any) -> str: ...

    def write(self, markdown: str) -> Any: ...

    def edit(self, found: Any, markdown: str) -> Any: ...


class Ours:
    def __init__(self, format_name: Any) -> None:
        from narrowgate_common.errors import GatewayError
        from narrowgate_common.richtext import edits, reading, writing
        from narrowgate_common.richtext.formats import format_named

        self.refusals: tuple[Failure, ...] = (GatewayError,)
        self._format = format_named(format_name)
        self._reading, self._write, self._edit = reading.reading, writing.write, edits.edit

    def read(self, original: Any) -> Any:
        return self._reading(self._format, original)

    def markdown(self, found: Any) -> str:
        return str(found.markdown)

    def write(self, markdown: str) -> Any:
        return self._write(self._format, markdown).original

    def edit(self, found: Any, markdown: str) -> Any:
        return self._edit(found, markdown).original


class Peer:
    """Others edit by writing the whole anew, and raise what they like."""

    refusals: tuple[Failure, ...] = (Exception,)

    def __init__(self, read: Callable[[str], str], write: Callable[[str], str]) -> None:
        self._read, self._write = read, write

    def read(self, original: Any) -> str:
        return self._read(original)

    def markdown(self, found: str) -> str:
        return found

    def write(self, markdown: str) -> str:
        return self._write(markdown)

    def edit(self, found: str, markdown: str) -> str:  # noqa: ARG002 (it has no use for what was there)
        return self._write(markdown)


def _mcp_atlassian() -> Converter:
    """What its get_page and its update_page call."""
    from mcp_atlassian.preprocessing.confluence import ConfluencePreprocessor  # type: ignore[import-not-found]

    logging.disable()
    converter = ConfluencePreprocessor(base_url="https://acme.atlassian.net/wiki")
    return Peer(
        lambda storage: converter.process_html_content(storage)[1],
        converter.markdown_to_confluence_storage,
    )


def _cfxmark() -> Converter:
    """With its own settings, which keep the most."""
    from cfxmark import to_cfx, to_md  # type: ignore[import-not-found]

    return Peer(lambda storage: to_md(storage).markdown, lambda markdown: to_cfx(markdown).xhtml)


PEERS = {"mcp-atlassian": _mcp_atlassian, "cfxmark": _cfxmark}


def converted(converter: Converter, document: dict[str, Any]) -> dict[str, Any]:
    """What the module's docstring says of one document."""
    answer: dict[str, Any] = dict.fromkeys(("read_s", "write_s", "edit_s", "change", "edited"))
    try:
        answer["read_s"], found = _timed(partial(converter.read, document["original"]))
    except converter.refusals as error:
        return {**answer, "failures": [f"read: {_told(error)}"]}
    markdown, failures = converter.markdown(found), []
    if document["write"]:
        try:
            answer["write_s"], _ = _timed(partial(converter.write, markdown))
        except converter.refusals as error:
            failures.append(f"write: {_told(error)}")
    for index, words in enumerate(document["changes"]):
        if any(markdown.count(old) != 1 for old, _ in words):
            continue
        wanted = _replaced(markdown, words)
        try:
            answer["edit_s"], answer["edited"] = _timed(partial(converter.edit, found, wanted))
        except converter.refusals as error:
            failures.append(f"edit: {_told(error)}")
        return {**answer, "change": index, "failures": failures}
    return {**answer, "failures": failures}


def _timed(do: Callable[[], Any]) -> tuple[float, Any]:
    before = time.process_time()
    found = do()
    return time.process_time() - before, found


def _replaced(markdown: str, words: list[tuple[str, str]]) -> str:
    """Piece by piece, since each search from the start would cost more than what is measured."""
    places = sorted((markdown.index(old), old, new) for old, new in words)
    pieces, end = [], 0
    for place, old, new in places:
        pieces += [markdown[end:place], new]
        end = place + len(old)
    return "".join([*pieces, markdown[end:]])


def _told(error: Exception) -> str:
    return str(getattr(error, "reason", None) or type(error).__name__)


def _as_servers_collect() -> None:
    """Ours does so before it serves; everybody has it here."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 20)


def main(name: str) -> None:
    converter = PEERS[name]() if name in PEERS else Ours(name)
    _as_servers_collect()
    for line in sys.stdin:
        answers = [converted(converter, document) for document in json.loads(line)]
        sys.stdout.write(json.dumps(answers) + "\n")
        sys.stdout.flush()
        del answers
        gc.collect()


if __name__ == "__main__":
    main(sys.argv[1])
