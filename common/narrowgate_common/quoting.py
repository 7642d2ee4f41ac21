"""The tracker's names in an error's details: quoted, on one line, and no Markdown that a client would fetch."""

from narrowgate_common.text import one_line

_LIVELY = {"![": "! [", "](": "] (", '"': "'"}


def quoted(text: str, limit: int) -> str:
    words = one_line(text, limit)
    for lively, dull in _LIVELY.items():
        words = words.replace(lively, dull)
    return f'"{words}"'
