"""Reports of the engine that can be looked at while they come: of whole iterations, and without what parity does.

A search of odd depth ends with an own move, and thinks more of its side than one of even depth. In Halma that is worth
a move more or less, so that scores would go up and down for ever. Here the best line's score is averaged over the last
iterations, (a + 2 b + c) / 4, by no more than the scores have swung lately, so that what the search finds out is told
at once; the other lines move by as much, so their order and their distances stay. Of moves that are worth the same, the
one that came first stays first.
"""

from dataclasses import replace
from itertools import pairwise, takewhile

from plyground.engine import Info
from plyground.engine.info import Line


class Steady:
    """The reports of searches of one position, one after the other."""

    def __init__(self) -> None:
        self._best: dict[int, int] = {}
        self._last: Info | None = None

    def begin(self) -> None:
        """Begin another search of the position: with what is known, but from a low depth on."""
        self._last = None

    def update(self, info: Info) -> Info:
        """Return what is to be shown after a report: the lines of the last whole iteration, best first."""
        if info.is_partial and self._last is not None:
            return replace(info, depth=self._last.depth, lines=self._last.lines, is_partial=False)
        lines = sorted(info.lines, key=_rank, reverse=True) if info.is_partial else list(info.lines)
        if lines and lines[0].score.kind == "cp" and not lines[0].score.exact:
            self._best[info.depth] = lines[0].score.value
            shift = self._shift(info.depth)
            lines = [_shift(line, shift) for line in lines]
        self._last = replace(info, lines=self._keep_first(lines), is_partial=False)
        return self._last

    def _keep_first(self, lines: list[Line]) -> tuple[Line, ...]:
        """Return the lines with the move that was first before them again, if none is better."""
        former = self._last.lines[0].moves[:1] if self._last is not None and self._last.lines else ()
        return tuple(sorted(lines, key=lambda line: line.score != lines[0].score or line.moves[:1] != former))

    def _shift(self, depth: int) -> int:
        """Return what is to be added to the scores of an iteration."""
        known = [self._best[each] for each in takewhile(self._best.__contains__, range(depth, depth - 4, -1))]
        if len(known) < 3:
            return (known[-1] - known[0]) // 2
        swings = sorted((abs(later - earlier) for later, earlier in pairwise(known)), reverse=True)
        wanted = (known[0] + 2 * known[1] + known[2]) // 4 - known[0]
        return max(-swings[1], min(swings[1], wanted))


def _rank(line: Line) -> tuple[int, int]:
    """Return what a line is sorted by: wins, the quickest first, then scores, then losses."""
    kind, value = line.score.kind, line.score.value
    return {"win": (1, -value), "cp": (0, value), "loss": (-1, value)}[kind]


def _shift(line: Line, shift: int) -> Line:
    score = line.score
    return line if score.kind != "cp" or score.exact else replace(line, score=replace(score, value=score.value + shift))
