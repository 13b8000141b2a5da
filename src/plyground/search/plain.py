"""The classical searches in plain Python, for trees small enough to look at.

    minimax      every move
    alphabeta    what cannot matter is cut off
    ordered      the best moves first, by the static evaluation of where they lead, for the player who moves
    deepening    depth 1, 2, 3 ...: each search tries the best move of the one before first (Slate and Atkin, 1977)
    table        a transposition table: a position reached again, as many plies before the end, is not searched again
    pvs          principal variation search: after the first move a null window asks only whether a move is better; if
                 it is, it is searched again (Marsland, 1983). The moves are ordered
    aspiration   depth 1, 2, 3 ... as above, each in a small window about the value of the one before; a value outside
                 is only a bound, and the depth is searched again with the window open on that side
    mtdf         null windows at the root only, with a table that keeps what the earlier ones found: from the root's
                 static value on, higher after each yes and lower after each no (Plaat and others, 1996)
    quiescence   beyond the last ply only forcing moves are searched, and each player may be content with the position
                 as it stands (Beal, 1990)

The first two visit what the textbook's kernels visit (`plyground.search.textbook`). All search a tree that somebody
has made up (`plyground.search.drawn_tree`), too, and all but the last find the value that minimax finds. Looking at a
position to order it does not count as visiting it; a position taken from the table does, and so does the second search
of a move. Source: Marsland, "A review of game-tree pruning", 1986.
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, Literal, NamedTuple

from plyground.core.errors import InvalidSetting, alternatives
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.rules import NO_MOVE, WIN_VALUE
from plyground.core.steps import Steps, finish, list_of
from plyground.kernel.words import Moves
from plyground.search.tree import Numbers, Tree, TreeRoot
from plyground.search.visits import Ended, Visit, Visits

Algorithm = Literal["minimax", "alphabeta", "ordered", "deepening", "table", "pvs", "aspiration", "mtdf", "quiescence"]


class Traits(NamedTuple):
    """What an algorithm does."""

    prunes: bool = True
    orders: bool = False
    deepens: bool = False
    remembers: bool = False
    scouts: bool = False
    extends: bool = False
    aspires: bool = False
    asks: bool = False


ALGORITHMS: dict[Algorithm, Traits] = {
    "minimax": Traits(prunes=False),
    "alphabeta": Traits(),
    "ordered": Traits(orders=True),
    "deepening": Traits(deepens=True),
    "table": Traits(remembers=True),
    "pvs": Traits(orders=True, scouts=True),
    "aspiration": Traits(deepens=True, aspires=True),
    "mtdf": Traits(remembers=True, asks=True),
    "quiescence": Traits(extends=True),
}
ROUNDS, QUESTION = "iterations", "question"
"""The notes of what holds the visits of the root, and of one that asks whether it is worth so much."""
MAX_QUIET = 10
"""The number of plies that quiescence search goes beyond the horizon at most."""

StaticValue = Callable[[Any], float]
Forcing = Callable[[Any], Iterable[Move]]


class _Entry(NamedTuple):
    """What the table holds of a position: the visit it comes from, the value, and in which window that is one."""

    row: int
    value: float
    alpha: float
    beta: float

    def answers(self, alpha: float, beta: float) -> bool:
        """Whether it spares the search in a window; where it is a bound, it must be enough there, too."""
        return (
            self.alpha < self.value < self.beta
            or self.value >= max(beta, self.beta)
            or self.value <= min(alpha, self.alpha)
        )


def search(
    root: Position,
    depth: int,
    evaluation: str,
    count: Moves,
    *,
    algorithm: Algorithm = "ordered",
    forcing: Forcing | None = None,
) -> Tree | None:
    """Search `depth` plies from `root`; None if it did not come to its end.

    Parameters
    ----------
    root
        Where it begins; the player to move there maximises.
    depth
        From 1 up.
    evaluation
        A name that `Game.evaluation` takes.
    count
        From `textbook.count_to`: it counts there, and ends as soon as there are more nodes than may be.
    algorithm
        One of `ALGORITHMS`.
    forcing
        The moves that quiescence search looks at; none by default.
    """
    return finish(search_in_steps(root, depth, evaluation, count, algorithm, forcing))


def search_in_steps(
    root: Position,
    depth: int,
    evaluation: str,
    count: Moves,
    algorithm: Algorithm = "ordered",
    forcing: Forcing | None = None,
) -> Steps[Tree | None]:
    """Search like `search`, with a break after each move that was tried."""
    numbers = Numbers(root.game.evaluation(evaluation))
    evaluate = static_value(root, evaluation)
    margin = max(numbers.step, root.game.winning_scale // 8)
    return search_tree(root, depth, algorithm, evaluate, numbers, margin, evaluation, count, forcing)


def search_tree(
    root: TreeRoot,
    depth: int,
    algorithm: Algorithm,
    evaluate: StaticValue,
    numbers: Numbers,
    margin: float,
    evaluation: str,
    count: Moves,
    forcing: Forcing | None = None,
) -> Steps[Tree | None]:
    """Search, as `search_in_steps` does, anything that has moves.

    `evaluate` says what a leaf is worth to the root player, and `margin` is half the width of an aspiration window.
    """
    if algorithm not in ALGORITHMS:
        raise InvalidSetting(f"There is no algorithm {algorithm!r}; there are {alternatives(ALGORITHMS)}.")
    nothing: Forcing = lambda position: ()  # noqa: E731
    searching = _Search(root, ALGORITHMS[algorithm], evaluate, numbers.step, margin, count, forcing or nothing)
    try:
        yield from searching.run(depth)
    except Ended:
        return None
    nodes = yield from searching.nodes(numbers)
    return Tree(root, algorithm, depth, evaluation, searching.best, nodes, unsearched=searching.unsearched)


def static_value(root: Position, evaluation: str) -> Callable[[Position], float]:
    """Return a function that says what a position is worth to the player to move at `root`, without search."""
    evaluator = root.game.evaluation(evaluation)

    def evaluate(position: Position) -> float:
        outcome = position.outcome
        if outcome is not None:
            if outcome.utility is not None:
                whites: float = outcome.utility
            else:
                whites = 0 if outcome.winner is None else WIN_VALUE * (1 - 2 * int(outcome.winner))
            return whites if int(root.turn) == 0 else -whites
        value = position.evaluate(evaluator)
        own_view = -value if evaluator.whites_view and int(position.turn) == 1 else value
        return own_view if position.turn == root.turn else -own_view

    return evaluate


class _Search(Visits):
    """One search, and the nodes it has visited so far."""

    def __init__(
        self,
        root: TreeRoot,
        traits: Traits,
        evaluate: StaticValue,
        step: float,
        margin: float,
        count: Moves,
        forcing: Forcing,
    ) -> None:
        super().__init__(root, count)
        self._traits, self._evaluate, self._forcing = traits, evaluate, forcing
        self._step, self._margin = step, margin
        self._table: dict[tuple[Any, int], tuple[_Entry, ...]] = {}
        self._best_moves: dict[tuple[int, ...], int] = {}

    def run(self, depth: int) -> Steps[None]:
        """Search; raises `plyground.search.visits.Ended`."""
        if not (self._traits.deepens or self._traits.asks):
            yield from self._search_root(None, depth, -inf, inf)
            return
        loop = Visit(None, 0, None, maximises=True, alpha=-inf, beta=inf, note=ROUNDS, moves=1, searched=1)
        self._visits.append(loop)
        if self._traits.asks:
            loop.value = yield from self._ask(depth)
            return
        for limit in range(1, depth + 1):
            is_guessed = self._traits.aspires and limit > 1
            loop.value = yield from self._aspire(limit, loop.value) if is_guessed else self._round(limit)

    def _search_root(self, parent: int | None, depth: int, alpha: float, beta: float, note: str = "") -> Steps[float]:
        row = self._enter(parent, None, self._root, alpha, beta, note)
        return self._search(self._root, row, depth, alpha, beta)

    def _round(self, depth: int, alpha: float = -inf, beta: float = inf, note: str = "") -> Steps[float]:
        return self._search_root(0, depth, alpha, beta, f"depth {depth}{note}")

    def _aspire(self, depth: int, guess: float) -> Steps[float]:
        """Search in a window about a guess; what lies outside is searched again, with that side open."""
        low, high, note = guess - self._margin, guess + self._margin, ""
        while True:
            value = yield from self._round(depth, low, high, note)
            if low < value < high:
                return value
            low, high, note = (-inf, high, " again") if value <= low else (low, inf, " again")

    def _ask(self, depth: int) -> Steps[float]:
        """Ask the root only whether it is worth at least a number, until the bounds meet (MTD(f))."""
        low, high, value = -inf, inf, self._evaluate(self._root)
        while low < high:
            beta = value + self._step if value == low else value
            value = yield from self._search_root(0, depth, beta - self._step, beta, QUESTION)
            low, high = (low, value) if value < beta else (value, high)
        return value

    @property
    def _deciding_root(self) -> int:
        """The last visit of the root; of questions the last yes, since a no says of each move only what it is not."""
        roots = [i for i, visit in enumerate(self._visits) if visit.ply == 0]
        if not self._traits.asks:
            return roots[-1]
        return max(i for i in roots[1:] if self._visits[i].value >= self._visits[i].beta)

    def _search(self, position: TreeRoot, row: int, depth: int, alpha: float, beta: float) -> Steps[float]:
        """Return the value of `position`, which is visit `row`, `depth` plies before the end (fail-soft)."""
        node = self._visits[row]
        for entry in self._table.get((self._key(position), depth), ()):
            if entry.answers(alpha, beta):
                node.note, node.source, node.value = "table", entry.row, entry.value
                return node.value
        moves = list(position.legal_moves) if depth else []
        if not moves:
            node.value = self._evaluate(position)
            if self._traits.extends and depth == 0:
                yield from self._extend(position, row, MAX_QUIET, alpha, beta)
        else:
            node.value = yield from self._best_of(position, row, moves, depth, alpha, beta)
        if self._traits.remembers and moves:
            self._remember((self._key(position), depth), _Entry(row, node.value, alpha, beta))
        return node.value

    def _remember(self, key: tuple[Any, int], entry: _Entry) -> None:
        """Put an entry into the table; of questions the latest no is kept beside the latest yes."""
        others = self._table.get(key, ()) if self._traits.asks else ()
        is_no = entry.value <= entry.alpha
        self._table[key] = (entry, *(each for each in others if (each.value <= each.alpha) != is_no))

    def _best_of(
        self, position: TreeRoot, row: int, moves: list[Move], depth: int, alpha: float, beta: float
    ) -> Steps[float]:
        node = self._visits[row]
        line = self._line(row)
        children = yield from list_of((move, position.play(move)) for move in moves)
        children = yield from self._order(line, node, children)
        best = -inf if node.maximises else inf
        chosen = NO_MOVE
        node.moves = len(moves)
        for i, (move, child) in enumerate(children):
            value = yield from self._child(row, move, child, depth - 1, alpha, beta, is_first=i == 0)
            yield
            node.searched += 1
            if value > best if node.maximises else value < best:
                best, chosen = value, move.code
            if not self._traits.prunes:
                continue
            alpha, beta = (max(alpha, best), beta) if node.maximises else (alpha, min(beta, best))
            if alpha >= beta:
                node.unsearched = tuple(left.text for left, _ in children[i + 1 :])
                break
        self._best_moves[line] = chosen
        return best

    def _child(
        self, row: int, move: Move, child: TreeRoot, depth: int, alpha: float, beta: float, *, is_first: bool
    ) -> Steps[float]:
        """Search a child; with a null window first, if the algorithm does that."""
        note = ""
        if self._traits.scouts and not is_first and alpha + self._step < beta:
            is_max = self._visits[row].maximises
            low, high = (alpha, alpha + self._step) if is_max else (beta - self._step, beta)
            value = yield from self._search(child, self._enter(row, move, child, low, high, "scout"), depth, low, high)
            if value <= alpha or value >= beta:
                return value
            note = "again"
        place = self._enter(row, move, child, alpha, beta, note)
        return (yield from self._search(child, place, depth, alpha, beta))

    def _extend(self, position: TreeRoot, row: int, plies: int, alpha: float, beta: float) -> Steps[None]:
        """Search on beyond the horizon: forcing moves only, and nobody has to make one."""
        node = self._visits[row]
        moves = list(self._forcing(position)) if plies and list(position.legal_moves) else []
        if not moves:
            return
        node.stand, node.moves = node.value, len(moves)
        node.note = node.note or "quiet"
        for i, move in enumerate([None, *moves]):
            if move is not None:
                child = position.play(move)
                place = self._enter(row, move, child, alpha, beta, "quiet")
                self._visits[place].value = self._evaluate(child)
                yield from self._extend(child, place, plies - 1, alpha, beta)
                yield
                value = self._visits[place].value
                node.searched += 1
                node.value = max(node.value, value) if node.maximises else min(node.value, value)
            alpha, beta = (max(alpha, node.value), beta) if node.maximises else (alpha, min(beta, node.value))
            if alpha >= beta:
                node.unsearched = tuple(left.text for left in moves[i:])
                return

    def _order(
        self, line: tuple[int, ...], node: Visit, children: list[tuple[Move, Any]]
    ) -> Steps[list[tuple[Move, Any]]]:
        """Return the moves, and where they lead, in the order in which they are tried."""
        if self._traits.orders:
            sign = -1 if node.maximises else 1
            keys = yield from list_of(self._evaluate(child) * sign for _, child in children)
            return [children[i] for i in sorted(range(len(children)), key=keys.__getitem__)]
        if self._traits.deepens:
            best = self._best_moves.get(line)
            return sorted(children, key=lambda entry: entry[0].code != best)
        return children

    def _line(self, row: int) -> tuple[int, ...]:
        """Return the moves that lead from the root to a visit."""
        codes: list[int] = []
        visit = self._visits[row]
        while visit.parent is not None and visit.move is not None:
            codes.append(visit.move.code)
            visit = self._visits[visit.parent]
        return tuple(codes)

    def _key(self, position: Any) -> Any:
        """Return what two lines that lead to the same position have in common."""
        return position.key
