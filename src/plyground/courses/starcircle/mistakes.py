"""The mistakes that programs are known to make in the homework, and which of them explain a wrong answer.

A mistake is a habit of the search (`plyground.courses.starcircle.habits`), with a sentence that explains it to a
student. A wrong answer that equals the result of a habit is explained by it. Looking for the habit is bounded by the
nodes that the searches visit together (`MAX_EXPLAINED`), and the searches of an input are kept: a class has the same
inputs.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache

from plyground.core.steps import Steps, finish
from plyground.courses.starcircle.habits import (
    BOTH,
    MAX,
    MIN,
    MOVER,
    OPPONENT,
    SIZE,
    USUAL,
    Found,
    Habits,
    Problem,
    Search,
    TooLarge,
    is_jump,
    lines_of,
)

MAX_NODES = 30_000
"""Larger searches are not made to explain an answer."""
MAX_EXPLAINED = 250_000
"""Nodes that all searches for the explanation of one answer may visit: about two seconds."""


def _rows_from_the_bottom(move: tuple[int, int]) -> tuple[int, ...]:
    return tuple(part for square in move for part in (-(square // SIZE), square % SIZE))


def _from_the_right(move: tuple[int, int]) -> tuple[int, ...]:
    return tuple(part for square in move for part in (square // SIZE, -(square % SIZE)))


def _by_column(move: tuple[int, int]) -> tuple[int, ...]:
    return tuple(part for square in move for part in (square % SIZE, square // SIZE))


MISTAKES: tuple[tuple[str, Habits], ...] = (
    ("pruning only when v > beta (v < alpha); the homework prunes at equality too", Habits(prunes_at_equality=False)),
    ("not counting a pass as a node", Habits(counts_passes=False)),
    ("not counting the root as a node", Habits(counts_root=False)),
    ("not pruning at all", Habits(prunes=False)),
    ("not counting the leaves as nodes", Habits(counts_leaves=False)),
    ("stopping after one pass, where it takes two in a row", Habits(passes_that_end=1)),
    ("going on after two passes in a row", Habits(passes_that_end=1000)),
    ("searching one ply too few", Habits(depth_shift=-1)),
    ("searching one ply too many", Habits(depth_shift=1)),
    ("keeping the last of equal moves instead of the first", Habits(keeps_first=False)),
    ("expanding the rows from the bottom", Habits(order=_rows_from_the_bottom)),
    ("expanding the squares from the right", Habits(order=_from_the_right)),
    ("expanding by the end square first", Habits(order=lambda move: (move[1], move[0]))),
    ("expanding by the column first", Habits(order=_by_column)),
    ("expanding a piece's jumps after its steps", Habits(order=lambda move: (move[0], is_jump(move), move[1]))),
    ("expanding a piece's jumps before its steps", Habits(order=lambda move: (move[0], not is_jump(move), move[1]))),
    ("not raising alpha at the root", Habits(raises_at_root=False)),
    ("pruning at maximising nodes only", Habits(cuts_min=False)),
    ("pruning at minimising nodes only", Habits(cuts_max=False)),
    ("beginning with 0 as the best value so far", Habits(begins_with_zero=True)),
    ("handing down the window as it was on entering", Habits(hands_down=False)),
    ("returning the bound of the other side after a cut", Habits(returns_value=False)),
    ("returning 0 after a cut", Habits(returns_zero=BOTH)),
    ("returning 0 after a cut at maximising nodes", Habits(returns_zero=MAX)),
    ("returning 0 after a cut at minimising nodes", Habits(returns_zero=MIN)),
    ("handing down beta and alpha for alpha and beta", Habits(exchanges_window=BOTH)),
    ("handing down beta and alpha for alpha and beta at maximising nodes", Habits(exchanges_window=MAX)),
    ("handing down beta and alpha for alpha and beta at minimising nodes", Habits(exchanges_window=MIN)),
    ("comparing with alpha at maximising nodes and with beta at minimising ones", Habits(compares_own_bound=BOTH)),
    ("comparing with alpha at maximising nodes", Habits(compares_own_bound=MAX)),
    ("comparing with beta at minimising nodes", Habits(compares_own_bound=MIN)),
    ("leaving captured pieces on the board", Habits(captures=False)),
    ("letting pieces jump over their own", Habits(jumps_over_own=True)),
    ("making captures compulsory", Habits(must_capture=True)),
    ("counting a stack as one piece", Habits(counts_stacks=False)),
    ("giving Circle the row values of Star's direction", Habits(mirrors_values=False)),
    ("not letting pieces land on their own on the last row", Habits(stacks=False)),
    ("playing on when one side has no piece left", Habits(ends_without_pieces=False)),
    ("not counting a pass as a ply", Habits(pass_is_ply=False)),
    ("giving MYOPIC before the move instead of after it", Habits(myopic_after=False)),
    ("giving the utilities from Star's view instead of PLAYER's", Habits(for_player=False)),
    ("evaluating for the wrong side, PLAYER's opponent", Habits(evaluates=OPPONENT)),
    ("evaluating for the wrong side, PLAYER's opponent, in the search", Habits(evaluates=OPPONENT, myopic_alike=False)),
    ("evaluating for the wrong side, the one to move, instead of PLAYER", Habits(evaluates=MOVER)),
    (
        "evaluating for the wrong side, the one to move, instead of PLAYER, in the search",
        Habits(evaluates=MOVER, myopic_alike=False),
    ),
)
"""What a student does ("this is the result of ..."), and the habit."""

_PAIRED = tuple(
    (words, habits)
    for words, habits in MISTAKES
    if not (habits.counts_root and habits.keeps_first and habits.myopic_after and habits.for_player)
)
"""Mistakes that go along with any other."""


def _together(first: Habits, second: Habits) -> Habits | None:
    """Return both mistakes in one program; None where they are about the same thing."""
    changed = {item.name: getattr(second, item.name) for item in fields(Habits)}
    changed = {name: value for name, value in changed.items() if value is not getattr(USUAL, name)}
    if any(getattr(first, name) is not getattr(USUAL, name) for name in changed):
        return None
    return replace(first, **changed)


def _pairs() -> Iterator[tuple[str, Habits]]:
    """Two mistakes at once, those pairs that are likely."""
    for words, habits in MISTAKES:
        for other_words, other in _PAIRED:
            both = _together(habits, other)
            if both is not None:
                yield f"{words}, and {other_words}", both


class _Budget:
    """The nodes that are left for the searches of one explanation."""

    def __init__(self, most: int) -> None:
        self.left = most
        self._paid: set[Habits] = set()

    def answer(self, problem: Problem, habits: Habits) -> list[str]:
        """Return the answer of a program with these habits; nothing if its search is too large, or nodes ran out."""
        if self.left <= 0:
            return []
        # the habits of telling change no search
        searched = replace(habits, counts_root=True, myopic_after=True, for_player=True, myopic_alike=True)
        found, nodes = _search(problem, searched)
        if searched not in self._paid:
            self._paid.add(searched)
            self.left -= nodes
        return [] if found is None else list(lines_of(problem, habits, found))


@lru_cache(maxsize=10_000)
def _search(problem: Problem, habits: Habits) -> tuple[Found | None, int]:
    """Return what a search finds, None if it is too large, and the nodes that it visits."""
    search = Search(problem, habits, MAX_NODES)
    try:
        return search.find(), search.nodes
    # where a bound is returned for a value, that may be infinite
    except (TooLarge, RecursionError, OverflowError):
        return None, search.nodes


def causes(text: str, given: list[str], most: int = MAX_EXPLAINED) -> tuple[str, ...]:
    """Return which mistakes lead to just this wrong answer, as "not counting the root as a node".

    Parameters
    ----------
    text
        The input file.
    given
        The four lines of the wrong answer.
    most
        Nodes that the searches may visit together; what would take more is not found.
    """
    return tuple(words for words, _ in finish(habits_behind(text, given, most)))


def habits_behind(text: str, given: list[str], most: int = MAX_EXPLAINED) -> Steps[list[tuple[str, Habits]]]:
    """Return the same mistakes, each with its habit; a step is a search."""
    problem, budget, found = Problem.read(text), _Budget(most), list[tuple[str, Habits]]()
    for several in (MISTAKES, _pairs()):
        for words, habits in several:
            if budget.answer(problem, habits) == given:
                found.append((words, habits))
            yield
        if found:
            break
    return found


def fitting_counts(text: str, count: str, most: int = MAX_EXPLAINED) -> tuple[str, ...]:
    """Return which mistakes lead to this wrong number of nodes, whatever else is wrong."""
    problem, budget = Problem.read(text), _Budget(most)
    return tuple(words for words, habits in MISTAKES if budget.answer(problem, habits)[3:] == [count])
