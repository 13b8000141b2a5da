"""The three plots of a report, as SVG: intervals, a line, a histogram; an empty text if there is nothing to show."""

import math
from collections.abc import Callable, Sequence
from html import escape

from plyground.arena.ratings import Rating

WIDTH, HEIGHT = 720, 240
_MARGIN = 48
_INK, _FAINT, _COLOR = "#2b2622", "#c9bba6", "#a5522b"


def _svg(parts: Sequence[str], height: float = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="{_INK}">' + "".join(parts) + "</svg>"
    )


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers from `low` to `high`."""
    span = high - low or 1.0
    step = 10 ** math.floor(math.log10(span / about))
    step = next(step * factor for factor in (1, 2, 5, 10) if span / (step * factor) <= about)
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


def intervals(ratings: Sequence[Rating]) -> str:
    """Draw ratings, one a line, with their errors."""
    if not ratings:
        return ""
    low = min(rating.elo - rating.error for rating in ratings)
    high = max(rating.elo + rating.error for rating in ratings)
    left = min(260, 20 + 7 * max(len(rating.name) for rating in ratings))
    height = 34 + 26 * len(ratings)

    def x(elo: float) -> float:
        return left + (WIDTH - left - 20) * (elo - low) / (high - low or 1.0)

    parts = []
    for tick in ticks(low, high):
        parts.append(f'<path d="M{x(tick):.1f} 8V{height - 22}" stroke="{_FAINT}"/>')
        parts.append(f'<text x="{x(tick):.1f}" y="{height - 6}" text-anchor="middle">{tick:g}</text>')
    for i, rating in enumerate(ratings):
        y = 22 + 26 * i
        ends = x(rating.elo - rating.error), x(rating.elo + rating.error)
        parts.append(f'<text x="{left - 10}" y="{y + 4}" text-anchor="end">{escape(rating.name[:34])}</text>')
        parts.append(f'<path d="M{ends[0]:.1f} {y}H{ends[1]:.1f}" stroke="{_COLOR}" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(rating.elo):.1f}" cy="{y}" r="4.5" fill="{_COLOR}"/>')
    return _svg(parts, height)


def line(values: Sequence[float], marks: Sequence[float] = ()) -> str:
    """Draw values one after another, with dashed lines at `marks`."""
    if len(values) < 2:
        return ""
    low, high = min(*values, *marks), max(*values, *marks)
    high = high if high > low else low + 1

    def y(value: float) -> float:
        return HEIGHT - 28 - (HEIGHT - 44) * (value - low) / (high - low)

    step = (WIDTH - _MARGIN - 12) / (len(values) - 1)
    parts = _horizontals(low, high, y)
    for mark in marks:
        dashes = 'stroke-dasharray="6 4" stroke-opacity=".6"'
        parts.append(f'<path d="M{_MARGIN} {y(mark):.1f}H{WIDTH - 12}" stroke="{_INK}" {dashes}/>')
    points = " ".join(f"{_MARGIN + i * step:.1f},{y(value):.1f}" for i, value in enumerate(values))
    parts.append(f'<polyline points="{points}" fill="none" stroke="{_COLOR}" stroke-width="2"/>')
    parts.append(f'<text x="{WIDTH - 12}" y="{HEIGHT - 8}" text-anchor="end">{len(values)}</text>')
    return _svg(parts)


def histogram(values: Sequence[int], bars: int = 24) -> str:
    """Draw how often values occur."""
    if not values:
        return ""
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / bars))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(value - low) // width] += 1

    def y(count: float) -> float:
        return HEIGHT - 28 - (HEIGHT - 44) * count / max(counts)

    step = (WIDTH - _MARGIN - 12) / len(counts)
    parts = _horizontals(0, max(counts), y)
    for i, count in enumerate(counts):
        parts.append(
            f'<rect x="{_MARGIN + i * step + 1:.1f}" y="{y(count):.1f}" width="{max(step - 2, 1):.1f}" '
            f'height="{HEIGHT - 28 - y(count):.1f}" fill="{_COLOR}"/>'
        )
    for tick in ticks(low, low + width * len(counts), 8):
        x = _MARGIN + (tick - low) / width * step
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{tick:g}</text>')
    return _svg(parts)


def _horizontals(low: float, high: float, y: Callable[[float], float]) -> list[str]:
    parts = []
    for tick in ticks(low, high):
        parts.append(f'<path d="M{_MARGIN} {y(tick):.1f}H{WIDTH - 12}" stroke="{_FAINT}"/>')
        parts.append(f'<text x="{_MARGIN - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    return parts
