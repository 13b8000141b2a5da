"""Trees in which chance decides, too: a chance node is worth the mean of its children, weighted by their chances.

    expectimax   every node (Michie, 1966); with two players also called expectiminimax
    star1        alpha-beta, at chance nodes, too: the values have limits L and U, so the children that have been
                 searched tell between which numbers the mean lies, whatever the others are (Ballard, 1983)
    star2        before that, one move of each child: it shows a MIN node to be worth at most so much, a MAX node at
                 least, and may be enough for a cut

All find the value that expectimax finds, of trees without chance that of minimax. A search returns between which
numbers a node's value lies: they are one number where nothing was cut off. With the window (alpha, beta) at a chance
node, its child i of probability p is searched with the window in which it decides whether the mean is inside:

    alpha_i = (alpha - known - p_i+1 u_i+1 - ... - p_n u_n) / p_i     no less than L
    beta_i = (beta - known - p_i+1 l_i+1 - ... - p_n l_n) / p_i       no more than U

`known` is what the children before it add to the mean; l and u are L and U, or what a probe has shown. All numbers are
fractions, so that equal means are equal. Source: Ballard, "The *-minimax search procedure for trees containing chance
nodes", 1983; the windows are written as by Hauk, Buro and Schaeffer, "Rediscovering *-minimax search", 2004.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Literal, NamedTuple, Protocol

from plyground.core.evaluation import Evaluation
from plyground.core.move import Move
from plyground.core.steps import finish
from plyground.kernel.words import Moves
from plyground.search.tree import Bound, Numbers, Tree, TreeRoot
from plyground.search.visits import Visits

Algorithm = Literal["expectimax", "star1", "star2"]
ALGORITHMS: tuple[Algorithm, ...] = "expectimax", "star1", "star2"
_MAX_DIGITS = 6
Number = Fraction | float
"""A fraction, or an infinity."""


class ChanceNode(TreeRoot, Protocol):
    """What these searches ask of a node: `plyground.search.drawn_tree.DrawnTree` answers it.

    At a chance node `turn` says whose move it is afterwards.
    """

    @property
    def legal_moves(self) -> Sequence[Move]:
        """The moves, or what chance may bring."""

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """How probable each move is at a chance node; () where a player decides."""

    @property
    def static_value(self) -> float:
        """What a search that ends here takes the node for, for the root player."""


class Interval(NamedTuple):
    """Between which numbers a value lies."""

    low: Fraction
    high: Fraction


def exact(number: float) -> Fraction:
    """Return a number as it is written."""
    return Fraction(f"{number:.10g}")


def search(
    root: ChanceNode, depth: int, algorithm: Algorithm, limits: tuple[Fraction, Fraction], digits: int, count: Moves
) -> Tree:
    """Search `depth` plies, those of chance included.

    Parameters
    ----------
    root
        Where a player is to move, who maximises.
    limits
        The least and the greatest value that there may be.
    digits
        Decimals that are written at least; more, where different values would look the same.
    count
        From `plyground.search.textbook.count_to`.
    """
    searching = _Search(root, algorithm, Interval(*limits), count)
    searching.visit(root, None, None, depth, -inf, inf)
    nodes = finish(searching.nodes(searching.numbers(digits)))
    bounds = tuple(searching.bounds)
    return Tree(root, algorithm, depth, "leaves", searching.best, nodes, searching.unsearched, bounds)


class _Means(Numbers):
    """Numbers of which most are short: without zeros at the end."""

    def __init__(self, digits: int) -> None:
        super().__init__(Evaluation(None, float, digits=digits))

    def value(self, number: float) -> str:
        """Write a value."""
        text = super().value(number)
        return text.rstrip("0").rstrip(".") if "." in text else text


class _Search(Visits):
    """One search, and the nodes it has visited so far."""

    def __init__(self, root: ChanceNode, algorithm: Algorithm, limits: Interval, count: Moves) -> None:
        super().__init__(root, count)
        self._limits, self._prunes, self._probes = limits, algorithm != "expectimax", algorithm == "star2"
        self.bounds: list[Bound] = []

    def numbers(self, least: int) -> Numbers:
        """Return how the values are written: so that different ones look different."""
        values = {visit.value for visit in self._visits}
        for digits in range(least, _MAX_DIGITS):
            if len({f"{float(value):.{digits}f}" for value in values}) == len(values):
                return _Means(digits)
        return _Means(_MAX_DIGITS)

    def visit(
        self,
        node: ChanceNode,
        parent: int | None,
        move: Move | None,
        depth: int,
        alpha: Number,
        beta: Number,
        *,
        share: Fraction | None = None,
        is_probe: bool = False,
    ) -> Interval:
        """Search a node in a window; of a probe only the first move."""
        row = self._enter(parent, move, node, alpha, beta, "probe" if is_probe else "")
        visit = self._visits[row]
        visit.is_chance, visit.share = bool(node.shares) and depth > 0, "" if share is None else str(share)
        self.bounds.append(Bound.EXACT)
        moves = list(node.legal_moves) if depth else []
        visit.moves = len(moves)
        if not moves:
            value = exact(node.static_value)
            found = Interval(value, value)
        elif visit.is_chance:
            found = self._mean(node, row, moves, depth, alpha, beta)
        else:
            found = self._best_of(node, row, moves, depth, alpha, beta, is_probe=is_probe)
        visit.unsearched = tuple(each.text for each in moves[visit.searched :])
        # outside the window, the bound on that side is what was to be shown
        is_upper = found.high <= alpha or (is_probe and not visit.maximises)
        visit.value = found.high if is_upper else found.low
        if found.low != found.high:
            self.bounds[row] = Bound.UPPER if is_upper else Bound.LOWER
        return found

    def _best_of(
        self,
        node: ChanceNode,
        row: int,
        moves: Sequence[Move],
        depth: int,
        alpha: Number,
        beta: Number,
        *,
        is_probe: bool,
    ) -> Interval:
        visit, found = self._visits[row], list[Interval]()
        most = max if visit.maximises else min
        for move in moves[:1] if is_probe else moves:
            found.append(self.visit(node.play(move), row, move, depth - 1, alpha, beta))
            visit.searched += 1
            if not self._prunes:
                continue
            if visit.maximises:
                alpha = max(alpha, found[-1].low)
            else:
                beta = min(beta, found[-1].high)
            if alpha >= beta:
                break
        # what was not searched may be anything within the limits
        others = [self._limits] if visit.searched < len(moves) else []
        return Interval(most(each.low for each in found + others), most(each.high for each in found + others))

    def _mean(
        self, node: ChanceNode, row: int, moves: Sequence[Move], depth: int, alpha: Number, beta: Number
    ) -> Interval:
        """Search a chance node: first by probes, if the algorithm does that, then child by child."""
        visit = self._visits[row]
        children = [node.play(move) for move in moves]
        known = [self._limits] * len(moves)
        for is_probe in (True, False) if self._probes else (False,):
            for i, (child, share) in enumerate(zip(children, node.shares, strict=True)):
                cannot_be_probed = not child.legal_moves or bool(child.shares) or depth == 1
                if known[i].low == known[i].high or (is_probe and cannot_be_probed):
                    continue
                low, high = self._window(node.shares, known, i, alpha, beta)
                known[i] = _both(
                    known[i],
                    self.visit(child, row, moves[i], depth - 1, low, high, share=share, is_probe=is_probe),
                )
                mean = _mean_of(node.shares, known)
                is_cut = self._prunes and (mean.high <= alpha or mean.low >= beta)
                if not is_probe:
                    visit.searched = i + 1
                if is_cut:
                    return mean
        visit.searched = len(moves)
        return _mean_of(node.shares, known)

    def _window(
        self, shares: Sequence[Fraction], known: Sequence[Interval], i: int, alpha: Number, beta: Number
    ) -> tuple[Number, Number]:
        """Return the window in which child `i` decides whether the mean is inside (alpha, beta)."""
        if not self._prunes:
            return -inf, inf
        others = _mean_of(
            shares, [Interval(Fraction(0), Fraction(0)) if j == i else each for j, each in enumerate(known)]
        )
        low, high = (alpha - others.high) / shares[i], (beta - others.low) / shares[i]
        return max(low, self._limits.low), min(high, self._limits.high)


def _both(one: Interval, other: Interval) -> Interval:
    return Interval(max(one.low, other.low), min(one.high, other.high))


def _mean_of(shares: Sequence[Fraction], values: Sequence[Interval]) -> Interval:
    low, high = (
        sum((share * value[end] for share, value in zip(shares, values, strict=True)), Fraction(0)) for end in (0, 1)
    )
    return Interval(low, high)
