"""What a rich text cannot be, as the one error of the library."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.errors import GatewayError, bad_input


def refused(message: str, *, reason: str, details: Sequence[str] = ()) -> GatewayError:
    """bad_input with a stable reason.

    unsupported_markup, unknown_ref, would_lose, elided, shrunk, partial_read, bad_link, too_deep, too_large,
    ambiguous_edit, not_found_in_text, changed_meanwhile, ill_formed.
    """
    return bad_input(message, reason=reason, details=details)
