"""`python -m narrowgate_common.richtext read|write|edit --format storage|adf|wiki [ORIGINAL] [--markdown FILE]`.

The result goes to standard output; losses, notes and refusals to standard error. Exit 2 when refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext import preview
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.format import Format
from narrowgate_common.richtext.formats import NAMES, format_named
from narrowgate_common.richtext.reading import reading
from narrowgate_common.richtext.refusal import refused
from narrowgate_common.richtext.writing import write

REFUSED = 2


def main(words: Sequence[str] | None = None) -> int:
    given = _parser().parse_intermixed_args(words)
    try:
        _COMMANDS[given.command](given)
    except GatewayError as error:
        _say([f"refused: {error.message} ({error.reason})", *(f"  {line}" for line in error.details)])
        return REFUSED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m narrowgate_common.richtext", description=__doc__)
    parser.add_argument("command", choices=sorted(_COMMANDS))
    parser.add_argument("original", nargs="?", metavar="ORIGINAL", help="a file; standard input without it")
    parser.add_argument("--format", choices=NAMES, required=True)
    parser.add_argument("--markdown", metavar="FILE", help="the wanted text; standard input without it")
    parser.add_argument(
        "--allow-removals", action="store_true", help="of what Markdown does not show in full"
    )
    parser.add_argument("--preview", action="store_true", help="show what would change instead of the result")
    return parser


def _read(given: argparse.Namespace) -> None:
    format_ = format_named(given.format)
    found = reading(format_, _original(given.original, given.format))
    sys.stdout.write(found.markdown + "\n")
    if found.document.hidden:
        _say([f"not shown, and kept: {', '.join(found.document.hidden)}"])


def _write(given: argparse.Namespace) -> None:
    format_: Format[Any, Any] = format_named(given.format)
    written = write(format_, _text(given.markdown or given.original))
    sys.stdout.write(_shown(written.original) + "\n")
    _say(f"note: {note}" for note in written.notes)


def _edit(given: argparse.Namespace) -> None:
    format_ = format_named(given.format)
    old = reading(format_, _original(given.original, given.format))
    made = edit(old, _text(given.markdown), allow_removals=given.allow_removals)
    if given.preview:
        sys.stdout.write(preview.changes(old.markdown, made.markdown) + "\n")
        sys.stdout.write(
            preview.changes(preview.source(old.document.original), preview.source(made.original)) + "\n"
        )
    else:
        sys.stdout.write(
            _shown(made.original) if isinstance(made.original, str) else _shown(made.original) + "\n"
        )
    _say(f"lost: {loss}" for loss in made.losses)
    _say(f"note: {note}" for note in made.notes)


_COMMANDS = {"read": _read, "write": _write, "edit": _edit}


def _original(file: str | None, name: str) -> Any:
    text = _text(file)
    if name != "adf":
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise refused("The original is no JSON document", reason="ill_formed")
    return found


def _text(file: str | None) -> str:
    try:
        return sys.stdin.read() if file in (None, "-") else Path(file).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise refused(
            f"The file cannot be read as UTF-8 text: {type(error).__name__}", reason="ill_formed"
        ) from None


def _shown(original: Any) -> str:
    return original if isinstance(original, str) else json.dumps(original, ensure_ascii=False)


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
