"""A student's answer, compared with the right one: which mistake gives it, and where its search goes another way."""

from dataclasses import dataclass
from functools import partial

from plyground.core.errors import InvalidNotation, quote
from plyground.core.steps import Steps, finish
from plyground.courses.course import AnswerCheck
from plyground.courses.starcircle.answer import LINES, read_answer
from plyground.courses.starcircle.format import Homework, parse
from plyground.courses.starcircle.habits import USUAL, Habits, Problem, Search, TooLarge, move_text
from plyground.courses.starcircle.mistakes import MAX_NODES, habits_behind
from plyground.programs.answers import strip

MOST_CAUSES = 3
"""How many mistakes are named where several give the same answer."""

_Line = tuple[tuple[int, int] | None, ...]
"""The moves from the root to a node; None passes."""


def check_answer(given: str, answer: str) -> AnswerCheck:
    """Compare the four lines of an answer with what the homework's search gives for the input file `given`.

    Raises
    ------
    InvalidNotation
        If the input is faulty, its search too large to be explained, or the answer not of four lines.
    """
    return finish(check_in_steps(given, answer))


def check_in_steps(given: str, answer: str) -> Steps[AnswerCheck]:
    """Compare like `check_answer`; a step is a search."""
    homework = parse(given)
    read = read_answer(answer)
    lines = [strip(line) for line in read.written]
    if len(lines) != len(LINES):
        count = f"{len(lines)} line{'' if len(lines) == 1 else 's'}"
        raise InvalidNotation(f"The answer has {count}; expected 4: the move, two values, and the nodes.")
    text = _text_of_repaired(homework)
    problem = Problem.read(text)
    try:
        right = _RecordedSearch(problem, USUAL, MAX_NODES)
        expected = right.answer()
    except TooLarge:
        raise InvalidNotation(f"This search has more than {MAX_NODES:,} nodes; choose a smaller depth.") from None
    yield
    wrong = [name for name, line, value in zip(LINES, read.written, expected, strict=True) if line.rstrip() != value]
    checked = partial(AnswerCheck, homework.position, homework.alphabeta, homework.depth)
    if not wrong and not read.around:
        return checked(is_right=True, said="All four lines are right.")
    meant = list(read.lines)
    said = " ".join(filter(None, map(_fault_of, LINES, lines, meant, expected)))
    if read.around or (wrong and not said):
        remark = read.remark(expected)
        said = f"{said} Expected {remark}".strip() if wrong and said else f"Right, but {remark}"
    if meant == list(expected):
        return checked(is_right=False, said=f"{said} The search itself is right.")
    found = (yield from habits_behind(text, meant))[:MOST_CAUSES]
    if not found:
        return checked(is_right=False, said=f"{said} No usual mistake gives just this answer.")
    causes, habits = tuple(words for words, _ in found), found[0][1]
    parting = _parting(right.visited, _lines_visited(problem, habits))
    by = "; or by ".join(causes)
    return checked(
        is_right=False,
        said=f"{said} It is what you get by {by}. {parting.said}".strip(),
        causes=causes,
        node=parting.node,
    )


def _fault_of(name: str, line: str, meant: str, expected: str) -> str:
    """Return what is wrong with a line; "" if it is right."""
    if line == expected:
        return ""
    is_right, name = meant == expected, name[0].upper() + name[1:]
    shown = quote(line, 20)
    shown = shown[1:-1] if shown.endswith("'") else shown
    return (
        f"{name} is right, but written {shown} instead of {expected}."
        if is_right
        else (f"{name} is {shown}, but should be {expected}.")
    )


def _text_of_repaired(homework: Homework) -> str:
    """Write the input again, with what was repaired."""
    position = homework.position
    rows = position.text.split()[0].split("/")
    head = ["Star" if int(position.turn) == 0 else "Circle", "ALPHABETA" if homework.alphabeta else "MINIMAX"]
    return "\n".join([*head, str(homework.depth), *rows, ",".join(map(str, position.rules[: len(rows)]))]) + "\n"


class _RecordedSearch(Search):
    """A search that keeps the way to each node, in order of visit."""

    def __init__(self, problem: Problem, habits: Habits, most_nodes: int) -> None:
        super().__init__(problem, habits, most_nodes)
        self.visited: list[_Line] = []

    def _count(self, nodes: int) -> None:
        self.visited.append(tuple(self.line))
        super()._count(nodes)


def _lines_visited(problem: Problem, habits: Habits) -> list[_Line]:
    search = _RecordedSearch(problem, habits, MAX_NODES)
    search.find()
    return search.visited


@dataclass(frozen=True)
class _Parting:
    """Where two searches part: the node's number in the right one, from 0, and a sentence."""

    node: int | None
    said: str


def _parting(right: list[_Line], other: list[_Line]) -> _Parting:
    same = 0
    while same < min(len(right), len(other)) and right[same] == other[same]:
        same += 1
    if same == len(right) == len(other):
        return _Parting(None, "Both searches visit the same nodes; they differ in what is kept, counted or printed.")
    goes_on, others = right[same] if same < len(right) else (), other[same] if same < len(other) else ()
    # the deeper of the two parents: one search goes on there, and the other plays another move or has finished it
    at = max(goes_on[:-1], others[:-1], key=len)
    node = right.index(at)
    where = f"after {' '.join(map(move_text, at))}" if at else "at the root"
    ways = [f"goes on with {move_text(way[-1])}" if way and way[:-1] == at else "is done" for way in (goes_on, others)]
    return _Parting(
        node, f"At node {node + 1}, {where}, the two searches part: the right one {ways[0]}, yours {ways[1]}."
    )
