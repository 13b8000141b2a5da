"""Complete the code: a frame with a gap, tried on trees and real games, and answered by the node where it goes wrong.

The texts are in ``exercises.toml``. What runs the code is `plyground.search.exercise_harness`, in a sandbox that the
host gives; the right steps come from the same harness with the gap filled.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count, islice
from random import Random
from typing import Any

from plyground.core.errors import InvalidSetting, UnknownName, alternatives
from plyground.core.position import Position
from plyground.core.registry import all_games
from plyground.search import drawn_tree
from plyground.search import exercise_harness as harness
from plyground.search.curriculum import chapter
from plyground.search.drawn_tree import DrawnTree
from plyground.search.fresh_trees import fresh_tree
from plyground.search.plain import static_value

HARNESS = "exercise_harness.py"
_GAMES, _MOST_NODES, _PLIES = 2, 700, 2
"""So many real games, the first whose trees to this depth are small enough."""
_FRESH = 12
_STEP = 1e-6
_BOUNDS_MATTER = ["((13 x=((13 3) (14 13))) (4 7) (12 6) (x x))", "(((1 5 1) 5) (7 x=((7 2) (18 9))) (x 6) (15 x))"]
"""Where a program goes wrong that takes a bound of the table for a value, or the other bound."""


@dataclass(frozen=True)
class Exercise:
    """An exercise.

    Attributes
    ----------
    chapter
        The name of its chapter.
    functions
        What the code has to define; the search begins with the first, or with `call`.
    task, hints
        What is to be written, and help.
    code, solved
        The frame, and the frame with its gap filled.
    also
        Filled otherwise, by what visits other nodes and is as right.
    has_window
        Whether the functions take alpha and beta.
    simulations
        With an upper confidence bound: how many.
    """

    chapter: str
    functions: tuple[str, ...]
    call: str
    task: str
    hints: tuple[str, ...]
    code: str
    solved: str
    also: tuple[str, ...]
    has_window: bool
    simulations: int


@dataclass(frozen=True)
class Verdict:
    """What is said of a student's code.

    Attributes
    ----------
    is_right, said
        The answer in a sentence.
    tree
        The text of the tree where it goes wrong; "" if it is right, or if that is a game's.
    game
        The game where it goes wrong, or "".
    path
        The moves to the node where it goes wrong; None if there is none.
    printed
        What the code has printed.
    """

    is_right: bool
    said: str
    tree: str = ""
    game: str = ""
    path: tuple[str, ...] | None = None
    printed: str = ""


@cache
def exercises() -> dict[str, Exercise]:
    """Return the exercises by their chapters."""
    text = files("plyground.search").joinpath("exercises.toml").read_text(encoding="utf-8")
    return {entry["chapter"]: _exercise(entry) for entry in tomllib.loads(text)["exercise"]}


def _exercise(entry: dict[str, Any]) -> Exercise:
    code = entry["code"].lstrip("\n")
    return Exercise(
        entry["chapter"],
        tuple(entry["functions"]),
        entry.get("call", entry["functions"][0]),
        entry["task"],
        tuple(entry["hints"]),
        code,
        _fill(code, entry["solution"]),
        tuple(_fill(code, lines) for lines in entry.get("also", [])),
        entry.get("window", False),
        entry.get("simulations", 0),
    )


def _fill(code: str, solution: Iterable[tuple[str, str]]) -> str:
    for gap, lines in solution:
        code = code.replace(gap, lines, 1)
    return code


def exercise(name: str) -> Exercise:
    """Return the exercise of a chapter; raises `UnknownName`."""
    if name not in exercises():
        raise UnknownName(f"There is no exercise {name[:60]!r}; there are {alternatives(exercises())}.")
    return exercises()[name]


@dataclass(frozen=True)
class _Case:
    """A tree: its text or its game, and what the harness gets."""

    text: str
    game: str
    entry: dict[str, Any]


def input_of(chosen: Exercise) -> str:
    """Return what the harness reads from ``cases.json``."""
    cases = [
        {"tree": case.entry, "simulations": chosen.simulations, "right": right}
        for case, right in zip(_cases(chosen), _right_steps(chosen), strict=True)
    ]
    return json.dumps({"functions": chosen.functions, "cases": cases})


@cache
def _right_steps(chosen: Exercise) -> list[list[Any]]:
    """Return the steps of each way to be right, for each tree."""
    found: list[list[Any]] = []
    for case in _cases(chosen):
        found.append([])
        for code in (chosen.solved, *chosen.also):
            steps = harness.Steps()
            harness.run(code, chosen.functions, case.entry, chosen.simulations, steps)
            if steps.done not in found[-1]:
                found[-1].append(steps.done)
    return found


@cache
def _cases(chosen: Exercise) -> list[_Case]:
    drill, random = chapter(chosen.chapter).drill, Random(chosen.chapter)
    plies = 3 if chosen.has_window else 2
    shape = "estimates" if chosen.chapter == "ordering" else drill.shape
    texts = ["((3 12 8) (2 4 6) (14 5 2))", "(5 (((4 9) 8) 7))", "((x=(4 7 5) (6 9 8)) ((7 3 9) x) (x (8 6 1)))"]
    if chosen.chapter == "transpositions":
        texts += _BOUNDS_MATTER
    if chosen.chapter == "ordering":
        texts = ["(4:(6 9 5) 6:(8 6 7) 5:(7 5 8))"]
    drawn = (fresh_tree(random, (2, 3), plies, shape) for _ in count())
    texts += islice((text for text in drawn if shape != "estimates" or _is_ordered(drawn_tree.parse(text))), _FRESH)
    cases = [_Case(text, "", _of_tree(drawn_tree.parse(text), chosen)) for text in texts]
    return [*cases, *(_Case("", game, entry) for game, entry in _games(chosen))]


def _is_ordered(node: DrawnTree) -> bool:
    """Whether no two children look alike, anywhere: then there is one order of them, however they are sorted."""
    estimates = [child.static_value for child in node.children]
    return len(set(estimates)) == len(estimates) and all(map(_is_ordered, node.children))


def _with_call(chosen: Exercise, entry: dict[str, Any]) -> dict[str, Any]:
    """Add how the search begins."""
    return entry | {"call": chosen.call, "window": True if chosen.has_window else None}


def _of_tree(root: DrawnTree, chosen: Exercise) -> dict[str, Any]:
    leaves = [leaf.value for leaf in root.leaves]
    low, high = min(leaves), max(leaves)

    def entry(node: DrawnTree) -> dict[str, Any]:
        value = (node.value - low) / (high - low) if chosen.simulations else node.value
        own: dict[str, Any] = {"move": node.path[-1:], "key": node.key, "estimate": node.static_value}
        return own | ({"children": [entry(child) for child in node.children]} if node.children else {"value": value})

    return _with_call(chosen, entry(root))


def _games(chosen: Exercise) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield small trees of real games; none for simulations, whose results are from 0 to 1."""
    families: set[str] = set()
    for name, game in all_games().items():
        if len(families) == _GAMES or chosen.simulations:
            return
        if game.family in families:
            continue
        entry = _of_position(game.position(), game.usual_evaluation)
        if entry is not None:
            families.add(game.family)
            yield name, _with_call(chosen, entry)


def _of_position(root: Position, evaluation: str) -> dict[str, Any] | None:
    """Return a game's tree, or None if it is too large."""
    worth, left = static_value(root, evaluation), _MOST_NODES

    def entry(position: Position, move: str, plies: int, place: int) -> dict[str, Any] | None:
        nonlocal left
        left -= 1
        moves = list(position.legal_moves) if plies else []
        if left < len(moves):
            return None
        # no two of a node look alike: then there is one order of them, however they are sorted
        own: dict[str, Any] = {"move": move, "key": position.text, "estimate": worth(position) + place * _STEP}
        if not moves:
            return own | {"value": worth(position)}
        children = []
        for i, each in enumerate(moves):
            child = entry(position.play(each), each.text, plies - 1, i)
            if child is None:
                return None
            children.append(child)
        return own | {"children": children}

    return entry(root, "", _PLIES, 0)


_NO_ANSWER = "The code ended the program before it could be tried."


def answer_of(printed: str) -> dict[str, Any]:
    """Read what the harness printed; raises `InvalidSetting` if that is no answer of it."""
    try:
        answer: dict[str, Any] = json.loads(printed.splitlines()[-1])
    except (ValueError, IndexError, RecursionError):
        raise InvalidSetting(_NO_ANSWER) from None
    return answer


def verdict(chosen: Exercise, answer: dict[str, Any]) -> Verdict:
    """Say what the harness has found, by the node where the code parts from the right search.

    Raises
    ------
    InvalidSetting
        If the harness has not written this: the code that it runs may print anything in its place.
    """
    try:
        return _verdict(chosen, answer)
    except (LookupError, TypeError, AttributeError, ValueError, AssertionError):
        raise InvalidSetting(_NO_ANSWER) from None


def _verdict(chosen: Exercise, answer: dict[str, Any]) -> Verdict:
    printed = str(answer.get("printed", ""))[: harness.PRINTED]
    if (name := answer.get("missing")) is not None:
        return Verdict(False, f"There is no function {name}: it is called by its name.", printed=printed)
    cases = _cases(chosen)
    if "case" not in answer:
        games = " and ".join(all_games()[case.game].title for case in cases if case.game)
        on_games = f", of {games} among them" if games else ""
        return Verdict(True, f"Right on {len(cases)} trees{on_games}, at every node.", printed=printed)
    case = cases[answer["case"]]
    if "error" in answer:
        line = "" if answer["line"] is None else f"Line {answer['line']}: "
        at = answer["at"]
        where = "" if at is None else f" It happens at {_node(at, case)}{_in(case)}."
        said = f"{line}{answer['error']}.{where}"
        return Verdict(False, said, case.text, case.game, None if at is None else tuple(at), printed)
    right, given = answer["parted"]["right"], answer["parted"]["given"]
    path = (right if given is None or (right is not None and right[0] == "leave") else given)[1]
    said = f"{_difference(right, given, case)}{_in(case)}."
    return Verdict(False, said, case.text, case.game, tuple(path), printed)


def _in(case: _Case) -> str:
    return f", in {all_games()[case.game].title}" if case.game else f", in {case.text}"


def _node(way: list[str], case: _Case) -> str:
    if not way:
        return "the root"
    return f"the node after {' '.join(way)}" if case.game else f"the node {''.join(way)}"


def _number(number: Any) -> str:
    if not isinstance(number, (int, float)):
        return str(number)[:40]
    return {harness.INF: "∞", -harness.INF: "−∞"}.get(number, f"{number:.10g}")  # noqa: RUF001


def _difference(right: list[Any] | None, given: list[Any] | None, case: _Case) -> str:
    """Say in half a sentence what the code does and what it should do."""
    if given is None:
        assert right is not None
        return f"Your code ends before {_node(right[1], case)}, which has to be searched"
    here = _node(given[1], case)
    if right is None or (given[0] == "enter" and right[0] == "leave"):
        done = "the right search is done" if right is None else f"the right search is done with {_node(right[1], case)}"
        return f"Your code goes on with {here}; {done}" + (
            f" and returns {_number(right[2])}" if right is not None else ""
        )
    if given[1] != right[1] and right[0] == "enter":
        verb = "leaves" if given[0] == "leave" else "goes on with"
        return f"Your code {verb} {here}; the right one goes on with {_node(right[1], case)}"
    if given[1] != right[1]:
        return f"Your code asks about {here}, the right one about {_node(right[1], case)}"
    if given[0] == "enter":
        windows = [f"[{', '.join(map(_number, step[2:]))}]" for step in (given, right)]
        return f"At {here} your code begins with the window {windows[0]}; it should be {windows[1]}"
    what, verb = ("the bound of ", "is") if given[0] == "value" else ("", "returns")
    return f"At {here} {what}your code {verb} {_number(given[2])}; it should be {_number(right[2])}"
