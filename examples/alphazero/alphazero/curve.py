"""The curve of a training: ``python -m alphazero.curve LOG CURVE.svg`` draws the scores of its matches."""

import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 260, 52, 40
INK, FAINT, COLOR = "var(--ink)", "var(--faint)", "var(--color)"
STYLE = (
    "<style>svg { --paper: #fff; --ink: #2b2622; --faint: #c9bba6; --color: #a5522b; } "
    "@media (prefers-color-scheme: dark) "
    "{ svg { --paper: #16191d; --ink: #eceff2; --faint: #4a4f57; --color: #e08a5b; } }</style>"
)


def curve(log: str) -> str:
    """Return the share of the points over the minutes of processor time, as SVG; `log` is what training has printed."""
    header, *lines = (line.split() for line in log.strip().splitlines())
    points = [(float(line[header.index("cpu_minutes")]), float(line[header.index("score")])) for line in lines]
    longest = max(minutes for minutes, _ in points)

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - 20) * minutes / longest

    def y(score: float) -> float:
        return 14 + (HEIGHT - 14 - BOTTOM) * (1 - score)

    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - 20}" stroke="{FAINT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{100 * share:.0f}%</text>')
    step = next(step for step in (0.5, 1, 2, 5, 10, 20, 50) if longest / step <= 10)
    for tick in range(int(longest / step) + 1):
        minutes = f"{tick * step:g}"
        parts.append(f'<text x="{x(tick * step):.1f}" y="{HEIGHT - 20}" text-anchor="middle">{minutes}</text>')
    place = f'x="{WIDTH - 20}" y="{HEIGHT - 4}" text-anchor="end"'
    parts.append(f"<text {place}>minutes of processor time</text>")
    line = " ".join(f"{x(minutes):.1f},{y(score):.1f}" for minutes, score in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOR}" stroke-width="2"/>')
    parts += [
        f'<circle cx="{x(minutes):.1f}" cy="{y(score):.1f}" r="3.5" fill="{COLOR}"/>' for minutes, score in points
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" '
        f'aria-label="Share of the points by training time" font-family="sans-serif" font-size="12" fill="{INK}">'
        f'{STYLE}<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--paper)"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(curve(Path(sys.argv[1]).read_text(encoding="utf-8")), encoding="utf-8")
