"""Bodies in storage format as the tools see them, and as they will stand after a write."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from uuid import UUID

from narrowgate_common.errors import GatewayError, bad_input
from narrowgate_common.rich_text import Rewrite, Rich
from narrowgate_common.richtext.edits import edit
from narrowgate_common.richtext.formats import format_named
from narrowgate_common.richtext.reading import Reading, reading
from narrowgate_common.richtext.writing import write

LONGEST = 5_242_880
"""Characters; Confluence keeps no longer body."""

_KEPT_CHARS = 1_500_000
"""Of a body whose reading is kept, so that an edit after a read does not read it again."""

_WHY_LOCKED = {
    "too_large": "The page is too long to be edited here; add a comment instead, or edit it in the wiki",
    "ill_formed": "The wiki's own text is broken, so it cannot be edited here; edit it in the wiki",
    "too_deep": "The page is nested too deeply to be edited here; edit it in the wiki",
}
_FIRST_BLOCK = re.compile(r"<(p|h[1-6]|ul|ol|pre|blockquote|table|ac:structured-macro)(?=[ />])")
_REST = "[the rest of this page is too long to be shown]"


def shown(source: str) -> Rich:
    """A body as Markdown; what cannot be read is shown as text and cannot be edited."""
    return _shown(source, _kept if len(source) <= _KEPT_CHARS else _read)


def told(source: str) -> str:
    """A body that nobody edits here, such as a comment's."""
    return _shown(source, _read).markdown


def _shown(source: str, read: Callable[[str], Reading[str, str]]) -> Rich:
    if not source.strip():
        return Rich()
    if len(source) > LONGEST:
        beginning = format_named("storage").as_text(source[:LONGEST])
        return Rich(f"{beginning}\n\n{_REST}", locked="too_large")
    try:
        found = read(source)
    except GatewayError as error:
        reason = error.reason if error.reason in _WHY_LOCKED else "ill_formed"
        return Rich(format_named("storage").as_text(source), locked=reason or "ill_formed")
    return Rich(found.markdown, found.document.hidden, blocks=found.texts, original=found)


def _read(source: str) -> Reading[str, str]:
    return reading(format_named("storage"), source)


@lru_cache(maxsize=2)
def _kept(source: str) -> Reading[str, str]:
    return _read(source)


def rewritten(before: Rich, markdown: str, *, allow_removals: bool) -> Rewrite:
    """Raises GatewayError: what the library refuses, `too_large`, `ill_formed`, `too_deep`."""
    if before.locked:
        raise bad_input(_WHY_LOCKED[before.locked], reason=before.locked)
    if before.original is None:
        fresh = write(format_named("storage"), markdown)
        return Rewrite(fresh.markdown, fresh.original, notes=fresh.notes)
    made = edit(before.original, markdown, allow_removals=allow_removals)
    return Rewrite(made.markdown, made.original, made.losses, made.notes)


def stamped(markdown: str, stamp: str) -> Rewrite:
    """A comment's text with the stamp as the id of its first block: an attribute of the editor's own.

    Where the vendor does not keep it, nothing is found by it, and an unknown end stays unknown.
    """
    fresh = write(format_named("storage"), markdown)
    source = str(fresh.original)
    return Rewrite(fresh.markdown, _marked(source, stamp) if stamp else source, notes=fresh.notes)


def _marked(source: str, stamp: str) -> str:
    """Before any code, whose characters only look like markup."""
    found = _FIRST_BLOCK.search(source.partition("<![CDATA[")[0])
    if found is None:
        return source
    name = "ac:local-id" if found[1].startswith("ac:") else "local-id"
    return f'{source[: found.end()]} {name}="{mark_of(stamp)}"{source[found.end() :]}'


def mark_of(stamp: str) -> str:
    return str(UUID(bytes=hashlib.sha256(stamp.encode()).digest()[:16]))


def carries(source: str, stamp: str) -> bool:
    return f'local-id="{mark_of(stamp)}"' in source
