"""Bars as plain SVG: one bar a row, its value at its end; readable on light and on dark ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 720
_ROW, _BAR = 34, 20
_LEFT, _RIGHT, _TOP = 230, 110, 52
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-weight: 600; font-size: 15px }
.note { fill: #666; font-size: 12px } rect { fill: #9aa7b5 } .ours { fill: #2f7d5b } .target { stroke: #b3412e }
@media (prefers-color-scheme: dark) { text { fill: #e6e6e6 } .note { fill: #a0a0a0 } rect { fill: #6c7885 }
.ours { fill: #4cab83 } .target { stroke: #e0806c } }"""


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    value: float
    ours: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """`target` is drawn as a line: what ours should stay below."""

    title: str
    unit: str
    bars: Sequence[Bar]
    target: float | None = None


def svg(chart: Chart) -> str:
    height = _TOP + _ROW * len(chart.bars) + 8
    largest = max([bar.value for bar in chart.bars] + [chart.target or 0.0, 1e-9])
    scale = (WIDTH - _LEFT - _RIGHT) / largest
    rows = [_row(bar, chart.unit, _TOP + _ROW * index, scale) for index, bar in enumerate(chart.bars)]
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    title = escape(chart.title)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{title}">',
            f"<style>{STYLE}</style>",
            f'<text class="title" x="12" y="26">{title}</text>',
            *rows,
            *_target(chart, scale, height),
            "</svg>\n",
        ]
    )


def _row(bar: Bar, unit: str, top: float, scale: float) -> str:
    length = max(bar.value * scale, 1.0)
    middle = top + _BAR / 2 + 5
    kind = ' class="ours"' if bar.ours else ""
    return (
        f'<text x="{_LEFT - 10}" y="{middle:.1f}" text-anchor="end">{escape(bar.label)}</text>'
        f'<rect{kind} x="{_LEFT}" y="{top:.1f}" width="{length:.1f}" height="{_BAR}" rx="3"/>'
        f'<text x="{_LEFT + length + 8:.1f}" y="{middle:.1f}">{number(bar.value)} {escape(unit)}</text>'
    )


def _target(chart: Chart, scale: float, height: int) -> list[str]:
    if chart.target is None:
        return []
    place = _LEFT + chart.target * scale
    x, words = f"{place:.1f}", f"at most {number(chart.target)}"
    line = f'x1="{x}" y1="{_TOP - 8}" x2="{x}" y2="{height - 10}" stroke-width="1.5" stroke-dasharray="4 3"'
    return [
        f'<line class="target" {line}/>',
        f'<text class="note" x="{x}" y="{_TOP - 12}" text-anchor="middle">{words}</text>',
    ]


def number(value: float) -> str:
    """Three digits are as much as a noisy machine gives."""
    if value == round(value) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
