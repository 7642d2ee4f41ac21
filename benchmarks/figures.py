"""Samples and what is quoted of them: medians, and ratios pair by pair, which hold when the machine's speed drifts."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median


def p50(values: Sequence[float]) -> float:
    return median(values)


def p95(values: Sequence[float]) -> float:
    return sorted(values)[int(0.95 * (len(values) - 1) + 0.5)]


def ratio(values: Sequence[float], beside: Sequence[float]) -> float:
    """The median of the ratios of what was taken in the same round."""
    return median(ours / theirs for ours, theirs in zip(values, beside, strict=True))


def difference(values: Sequence[float], beside: Sequence[float]) -> float:
    """The median of the differences of what was taken in the same round."""
    return median(ours - theirs for ours, theirs in zip(values, beside, strict=True))
