"""What a rich text cannot be, as the one error of the library."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.errors import GatewayError, bad_input

_PANELS = {
    "info": "INFO", "note": "NOTE", "tip": "TIP", "hint": "TIP", "warning": "WARNING", "caution": "WARNING",
    "important": "NOTE", "danger": "ERROR", "error": "ERROR", "success": "SUCCESS",
}  # fmt: skip
"""What other dialects call a panel, by the name that it has here."""


def panel_hint(name: str) -> str:
    """How a panel is written, for what is called like one; nothing for other names."""
    kind = _PANELS.get(name.lower())
    return f"; a panel is written > [!{kind}] Title, with > before every line of it" if kind else ""


def refused(message: str, *, reason: str, details: Sequence[str] = ()) -> GatewayError:
    """bad_input with a stable reason.

    unsupported_markup, unknown_ref, would_lose, elided, shrunk, partial_read, bad_link, too_deep, too_large,
    ambiguous_edit, not_found_in_text, changed_meanwhile, ill_formed.
    """
    return bad_input(message, reason=reason, details=details)
