"""Curves as plain SVG, both axes by powers of ten: what grows in proportion runs along the dashed line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from benchmarks.charts import STYLE, WIDTH

_HEIGHT = 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 74, 190, 52, 40
_LABEL_APART = 15.0
_CURVES = """
polyline, polyline.ours { fill: none } polyline { stroke: #9aa7b5; stroke-width: 2 } .ours { stroke: #2f7d5b }
text.ours, circle.ours { stroke: none }
text.ours { font-weight: 600; fill: #222 } circle { fill: #9aa7b5 } .grid { stroke: #8888; stroke-width: .5 }
.guide { stroke: #b3412e; stroke-dasharray: 4 3; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { polyline { stroke: #6c7885 } .ours { stroke: #4cab83 } circle { fill: #6c7885 }
text.ours { fill: #e6e6e6 } circle.ours { fill: #4cab83 } .guide { stroke: #e0806c } }"""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    label: str
    points: Sequence[Point]
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """`across` and `upwards` are what stands at the powers of ten, from the lowest on."""

    title: str
    note: str
    curves: Sequence[Curve]
    across: Sequence[tuple[float, str]]
    upwards: Sequence[tuple[float, str]]


def svg(plot: Plot) -> str:
    size = f'width="{WIDTH}" height="{_HEIGHT}" viewBox="0 0 {WIDTH} {_HEIGHT}"'
    title = escape(plot.title)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">',
            f"<style>{STYLE}{_CURVES}</style>",
            f'<text class="title" x="12" y="26">{title}</text>',
            f'<text class="note" x="12" y="44">{escape(plot.note)}</text>',
            *_grid(plot),
            *_guide(plot),
            *(line for curve in plot.curves for line in _curve(plot, curve)),
            *_labels(plot),
            "</svg>\n",
        ]
    )


def _grid(plot: Plot) -> list[str]:
    lines = []
    for value, words in plot.across:
        x, _ = _place(plot, (value, plot.upwards[0][0]))
        lines.append(f'<line class="grid" x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{_HEIGHT - _BOTTOM}"/>')
        lines.append(
            f'<text class="note" x="{x:.1f}" y="{_HEIGHT - 20}" text-anchor="middle">{escape(words)}</text>'
        )
    for value, words in plot.upwards:
        _, y = _place(plot, (plot.across[0][0], value))
        lines.append(f'<line class="grid" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}"/>')
        lines.append(
            f'<text class="note" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(words)}</text>'
        )
    return lines


def _guide(plot: Plot) -> list[str]:
    """In proportion, from the start of the first curve."""
    (x, y), end = plot.curves[0].points[0], plot.across[-1][0]
    (x1, y1), (x2, y2) = _place(plot, (x, y)), _place(plot, (end, y * end / x))
    return [f'<line class="guide" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>']


def _curve(plot: Plot, curve: Curve) -> list[str]:
    places = [_place(plot, point) for point in curve.points]
    kind = ' class="ours"' if curve.ours else ""
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = [f'<circle{kind} cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
    return [f'<polyline{kind} points="{line}"/>', *dots]


def _labels(plot: Plot) -> list[str]:
    """At the ends of the curves, one below another where they would overlap."""
    ends = [(*_place(plot, curve.points[-1]), curve) for curve in plot.curves]
    lines, taken = [], list[tuple[float, float]]()
    for x, y, curve in sorted(ends, key=lambda end: end[1]):
        near = [low for other, low in taken if abs(other - x) < _LABEL_APART]
        lower = max([y + 4, *(low + _LABEL_APART for low in near)])
        taken.append((x, lower))
        kind = ' class="ours"' if curve.ours else ""
        lines.append(f'<text{kind} x="{x + 8:.1f}" y="{lower:.1f}">{escape(curve.label)}</text>')
    return lines


def _place(plot: Plot, point: Point) -> Point:
    across = _share(point[0], plot.across[0][0], plot.across[-1][0])
    upwards = _share(point[1], plot.upwards[0][0], plot.upwards[-1][0])
    wide, high = WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    return _LEFT + across * wide, _HEIGHT - _BOTTOM - upwards * high


def _share(value: float, least: float, most: float) -> float:
    return math.log(max(value, least) / least) / math.log(most / least)
