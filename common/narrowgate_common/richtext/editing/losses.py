"""What an edit would take away, told feature by feature, and what would stand twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from narrowgate_common.richtext.format import Feature
from narrowgate_common.richtext.refusal import refused

MOST = 20
"""Losses that are named; of more, their number."""


def lost(before: Counter[Feature], after: Counter[Feature]) -> tuple[Feature, ...]:
    """In the order of the original."""
    return tuple((before - after).elements())


def doubled(before: Counter[Feature], after: Counter[Feature]) -> tuple[Feature, ...]:
    """What must not stand twice and now does."""
    return tuple(each for each, count in after.items() if each.unique and count > max(1, before[each]))


def told(features: Iterable[Feature]) -> tuple[str, ...]:
    """Each kind of loss once, with its number where there are several."""
    counted = Counter(feature.shown for feature in features)
    lines = [shown if count == 1 else f"{shown} ({count} times)" for shown, count in counted.items()]
    return (*lines[:MOST], f"and {len(lines) - MOST} more") if len(lines) > MOST else tuple(lines)


def refuse(features: Sequence[Feature], *, allowed: bool) -> None:
    """Raises GatewayError (`would_lose`) for what only goes with leave."""
    grave = [feature for feature in features if feature.grave]
    if grave and not allowed:
        raise refused(
            "This would remove things that Markdown does not show in full: see details. Keep them, or allow_removals "
            "if that is what is wanted.",
            reason="would_lose",
            details=told(grave),
        )
