"""The homework's search in plain Python, with switches for the habits of programs that get it wrong.

With `USUAL` it is the homework's own search; each other habit is one misreading of the text
(`plyground.courses.starcircle.mistakes`).

A board is 64 numbers, row H first, from the left: the number of Stars, or minus the number of Circles. That order is
the homework's order of expansion.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

SIZE = 8
STAR, CIRCLE = 1, -1
PLAYER, OPPONENT, MOVER = "PLAYER", "opponent", "mover"
"""For whom a position is evaluated."""
MAX, MIN, BOTH = "max", "min", "both"
_LOW = float("-inf")


class TooLarge(Exception):
    """The search visits more nodes than we are willing to."""


@dataclass(frozen=True)
class Problem:
    """An input file, read.

    Attributes
    ----------
    board
        64 numbers.
    player
        `STAR` or `CIRCLE`.
    alphabeta, depth
        The search.
    values
        Row values, A to H for Star.
    """

    board: tuple[int, ...]
    player: int
    alphabeta: bool
    depth: int
    values: tuple[int, ...]

    @classmethod
    def read(cls, text: str) -> "Problem":
        """Read a faultless input file."""
        player, algorithm, depth, *rows = text.split()
        cells = [cell for row in rows[:SIZE] for cell in row.split(",")]
        board = tuple(0 if cell == "0" else int(cell[1:]) * (STAR if cell[0] == "S" else CIRCLE) for cell in cells)
        values = tuple(map(int, rows[SIZE].split(",")))
        return cls(board, STAR if player == "Star" else CIRCLE, algorithm == "ALPHABETA", int(depth), values)


@dataclass(frozen=True)
class Habits:
    """How a program searches; the usual values are right.

    Attributes
    ----------
    prunes_at_equality
        Cuts when v >= beta, and not only when v > beta.
    prunes
        At all.
    counts_root, counts_leaves, counts_passes
        As nodes; a pass is the node that it leads to.
    passes_that_end
        How many passes in a row end the game.
    depth_shift
        Added to the depth.
    keeps_first
        Of equal moves the first.
    order
        Key to sort moves (start, end) by.
    must_capture
        Plays no step where there is a jump.
    counts_stacks
        A stack counts each of its pieces.
    mirrors_values
        Circle's row values count from its own side.
    stacks
        Pieces may land on their own on the last row.
    ends_without_pieces
        The game ends when one side has none.
    pass_is_ply
        A pass uses up a ply.
    myopic_after
        MYOPIC is of the board after the move, not before.
    for_player
        Utilities are PLAYER's, not Star's.
    evaluates
        For whom the search evaluates: `PLAYER`, its `OPPONENT`, or the `MOVER`, who is to move there.
    myopic_alike
        MYOPIC is evaluated for the same side as in the search.
    raises_at_root
        The root's alpha is raised by what its moves are worth.
    cuts_max, cuts_min
        Maximising and minimising nodes cut.
    begins_with_zero
        The best value so far begins with 0, not with the worst that there is.
    captures
        A jump takes the piece that it jumps over.
    jumps_over_own
        And may be over one's own.
    hands_down
        Children get the window as it is by then, not as it was on entering.
    returns_value
        After a cut the value is returned, not the bound of the other side.
    returns_zero, exchanges_window, compares_own_bound
        At which nodes (`MAX`, `MIN`, `BOTH`) 0 is returned after a cut, children get beta and alpha for alpha and beta,
        and the cut compares with the node's own bound: alpha where it maximises.
    """

    prunes_at_equality: bool = True
    prunes: bool = True
    counts_root: bool = True
    counts_leaves: bool = True
    counts_passes: bool = True
    passes_that_end: int = 2
    depth_shift: int = 0
    keeps_first: bool = True
    order: Callable[[tuple[int, int]], tuple[int, ...]] = tuple
    must_capture: bool = False
    counts_stacks: bool = True
    mirrors_values: bool = True
    stacks: bool = True
    ends_without_pieces: bool = True
    pass_is_ply: bool = True
    myopic_after: bool = True
    for_player: bool = True
    evaluates: str = PLAYER
    myopic_alike: bool = True
    raises_at_root: bool = True
    cuts_max: bool = True
    cuts_min: bool = True
    begins_with_zero: bool = False
    captures: bool = True
    jumps_over_own: bool = False
    hands_down: bool = True
    returns_value: bool = True
    returns_zero: str = ""
    exchanges_window: str = ""
    compares_own_bound: str = ""


USUAL = Habits()


def _is_at(nodes: str, maximise: bool) -> bool:
    """Whether a habit of such nodes is one of a node."""
    return nodes in (BOTH, MAX if maximise else MIN)


def is_jump(move: tuple[int, int]) -> bool:
    """Tell whether a move (start, end) is a jump."""
    return abs(move[0] - move[1]) > SIZE + 1


def moves(board: tuple[int, ...], side: int, habits: Habits) -> list[tuple[int, int]]:
    """Return the moves (start, end) of a side in the order of expansion; without one it must pass."""
    ahead = -1 if side == STAR else 1
    last = 0 if side == STAR else SIZE - 1
    found = []
    for start in range(SIZE * SIZE):
        row, column = divmod(start, SIZE)
        if board[start] * side <= 0 or row == last:
            continue
        for aside in (-1, 1):
            next_row, next_column = row + ahead, column + aside
            if not 0 <= next_column < SIZE:
                continue
            near = next_row * SIZE + next_column
            if _may_land(board, near, side, last, habits):
                found.append((start, near))
            elif (
                _is_jumped(board[near] * side, habits)
                and 0 <= next_row + ahead < SIZE
                and 0 <= next_column + aside < SIZE
            ):
                far = near + ahead * SIZE + aside
                if _may_land(board, far, side, last, habits):
                    found.append((start, far))
    if habits.must_capture:
        jumps = [move for move in found if is_jump(move)]
        found = jumps or found
    return sorted(found, key=habits.order)


def _is_jumped(pieces: int, habits: Habits) -> bool:
    """Whether a piece may jump over these, of which one's own are more than 0."""
    return pieces < 0 or (habits.jumps_over_own and pieces > 0)


def _may_land(board: tuple[int, ...], square: int, side: int, last: int, habits: Habits) -> bool:
    return board[square] == 0 or (habits.stacks and square // SIZE == last and board[square] * side > 0)


def play(board: tuple[int, ...], side: int, move: tuple[int, int] | None, habits: Habits = USUAL) -> tuple[int, ...]:
    """Return the board after a move; None passes."""
    if move is None:
        return board
    start, end = move
    after = list(board)
    after[start] -= side
    after[end] += side
    if is_jump(move) and habits.captures:
        after[(start + end) // 2] = 0
    return tuple(after)


def stars_utility(board: tuple[int, ...], values: tuple[int, ...], habits: Habits) -> int:
    """Return E for Star."""
    total = 0
    for square, pieces in enumerate(board):
        if pieces:
            row = square // SIZE
            value = values[SIZE - 1 - row] if pieces > 0 or not habits.mirrors_values else values[row]
            total += value * (pieces if habits.counts_stacks else 1 if pieces > 0 else -1)
    return total


def utility(board: tuple[int, ...], side: int, problem: Problem, habits: Habits) -> int:
    """Return E for the side for which a program with these habits evaluates; `side` is to move."""
    view = {PLAYER: problem.player, OPPONENT: -problem.player, MOVER: side}[habits.evaluates]
    return stars_utility(board, problem.values, habits) * view


def move_text(move: tuple[int, int] | None) -> str:
    """Write a move as the homework does."""
    return "pass" if move is None else "-".join(f"{'HGFEDCBA'[square // 8]}{square % 8 + 1}" for square in move)


@dataclass(frozen=True)
class Found:
    """What a search found: the move, None for a pass; its value for PLAYER; the nodes, the root among them."""

    move: tuple[int, int] | None
    value: int
    nodes: int


def lines_of(problem: Problem, habits: Habits, found: Found) -> tuple[str, str, str, str]:
    """Return the four lines of the output that tell what was found."""
    board, player = problem.board, problem.player
    after = play(board, player, found.move, habits) if habits.myopic_after else board
    searched = habits if habits.myopic_alike else replace(habits, evaluates=PLAYER)
    myopic = utility(after, -player if habits.myopic_after else player, problem, searched)
    sign = 1 if habits.for_player else player
    nodes = found.nodes - (0 if habits.counts_root else 1)
    return move_text(found.move), str(sign * myopic), str(sign * found.value), str(nodes)


class Search:
    """One search with habits.

    Attributes
    ----------
    nodes
        How many were visited.
    line
        The moves from the root to where the search is.
    passes, ends_by_passes, captures_all, stackings
        How often that happened, for those who look for inputs in which it does.
    """

    def __init__(self, problem: Problem, habits: Habits = USUAL, most_nodes: int = 100_000) -> None:
        self.problem, self.habits, self.most_nodes = problem, habits, most_nodes
        self.nodes = 0
        self.line: list[tuple[int, int] | None] = []
        self.passes = self.ends_by_passes = self.captures_all = self.stackings = 0

    def answer(self) -> tuple[str, str, str, str]:
        """Return the four lines of the output; raises `TooLarge`."""
        return lines_of(self.problem, self.habits, self.find())

    def find(self) -> "Found":
        """Return the move and its value; raises `TooLarge`."""
        problem = self.problem
        best: list[tuple[int, int] | None] = [None]
        value = self._value(
            problem.board, problem.player, problem.depth + self.habits.depth_shift, 0, _LOW, -_LOW, best
        )
        return Found(best[0], int(value), self.nodes)

    def _value(
        self,
        board: tuple[int, ...],
        side: int,
        depth: int,
        passes: int,
        alpha: float,
        beta: float,
        best_move: list[tuple[int, int] | None] | None = None,
    ) -> float:
        """Return the value for PLAYER, as the textbook has it."""
        habits, player = self.habits, self.problem.player
        bare = all(pieces <= 0 for pieces in board) or all(pieces >= 0 for pieces in board)
        self.captures_all += bare
        self.ends_by_passes += passes >= 2
        is_counted = habits.counts_passes or not passes
        if depth <= 0 or passes >= habits.passes_that_end or (bare and habits.ends_without_pieces):
            self._count(1 if is_counted and habits.counts_leaves else 0)
            return utility(board, side, self.problem, habits)
        self._count(1 if is_counted else 0)
        found: list[tuple[int, int] | None] = [*moves(board, side, habits)] or [None]
        maximise = side == player
        best = 0 if habits.begins_with_zero else _LOW if maximise else -_LOW
        entered = alpha, beta
        for move in found:
            self.passes += move is None
            self.stackings += move is not None and board[move[1]] != 0
            used = 1 if move is not None or habits.pass_is_ply else 0
            child = play(board, side, move, habits)
            low, high = (alpha, beta) if habits.hands_down else entered
            if _is_at(habits.exchanges_window, maximise):
                low, high = high, low
            self.line.append(move)
            value = self._value(child, -side, depth - used, passes + 1 if move is None else 0, low, high)
            self.line.pop()
            better = value > best if maximise else value < best
            is_first = move == found[0] and not habits.begins_with_zero
            if better or is_first or (value == best and not habits.keeps_first):
                best = value
                if best_move is not None:
                    best_move[0] = move
            if self.problem.alphabeta and habits.prunes:
                bound = beta if maximise != _is_at(habits.compares_own_bound, maximise) else alpha
                beyond = best > bound if maximise else best < bound
                cuts = habits.cuts_max if maximise else habits.cuts_min
                if cuts and (beyond or (best == bound and habits.prunes_at_equality)):
                    if _is_at(habits.returns_zero, maximise):
                        return 0
                    return best if habits.returns_value else alpha if maximise else beta
                if not self.line and not habits.raises_at_root:
                    continue
                alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        return best

    def _count(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > self.most_nodes:
            raise TooLarge
