"""Runs a student's function on trees and says where it parts from the right one. Imports nothing of ours.

It is a program of its own in the sandbox: in a folder with ``code.py`` and ``cases.json`` it prints one line of JSON. A
case is a tree as nested dictionaries, and the steps of each right search on it: ``["enter", WAY, ALPHA, BETA]``,
``["leave", WAY, VALUE]``, or ``["value", WAY, NUMBER]`` for an upper confidence bound. The student's function is
wrapped, so that its own recursion is seen; at the first step that is another one it is stopped. If it is none of the
right ones, what is told is where it parts from the first.
"""

import contextlib
import io
import json
import math
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Step = list[Any]

INF = math.inf
PRINTED, CLOSE = 2_000, 1e-9
"""Characters of what it prints that are kept; numbers so near each other are the same."""
MORE = 200
"""How deep its recursion may be."""


class Node:
    """A node as a student's function sees it: children, value and estimate for MAX, key, colour; visits and total."""

    def __init__(self, entry: dict[str, Any], way: tuple[str, ...] = (), *, maximises: bool = True) -> None:
        self.children = [
            Node(child, (*way, child["move"]), maximises=not maximises) for child in entry.get("children", ())
        ]
        self.is_leaf = not self.children
        self.value = entry.get("value")
        self.estimate = entry.get("estimate")
        self.key = entry.get("key", " ".join(way))
        self.maximises = maximises
        self.colour = 1 if maximises else -1
        self.visits = 0
        self.total = 0.0
        self.way = list(way)

    def __repr__(self) -> str:
        return f"<the node after {' '.join(self.way)}>" if self.way else "<the root>"


class Parted(BaseException):
    """The function has done another step than the right one."""


class Missing(Exception):
    """There is no function of this name."""


class Steps:
    """The steps of one run: recorded, or compared with the right ones."""

    def __init__(self, right: list[Step] | None = None) -> None:
        self.right = right
        self.done: list[Step] = []
        self._windows: list[tuple[Any, ...]] = []

    def add(self, kind: str, node: Node, *numbers: Any) -> None:
        """Take a step; raises `Parted` if it is not the right one."""
        step, place = [kind, node.way, *numbers], len(self.done)
        self.done.append(step)
        if self.right is None:
            return
        right = self.right[place] if place < len(self.right) else None
        if kind == "enter":
            self._windows.append(numbers)
        window = self._windows.pop() if kind == "leave" and self._windows else ()
        if right is None or right[:2] != step[:2] or not same(right[2:], numbers, window):
            raise Parted({"right": right, "given": step})


def same(right: Sequence[Any], given: Sequence[Any], window: Sequence[float]) -> bool:
    """Whether numbers are the same; of a value outside its window only on which side it lies counts."""
    if len(right) != len(given):
        return False
    for one, other in zip(right, given, strict=True):
        if not isinstance(other, (int, float)) or isinstance(other, bool) or math.isnan(other):
            return False
        if window:
            low, high = window
            one, other = max(low, min(high, one)), max(low, min(high, other))
        if one != other and abs(one - other) > CLOSE:
            return False
    return True


def wrap(function: Callable[..., Any], steps: Steps) -> Callable[..., Any]:
    """Let every call of a search be seen."""

    def call(node: Node, *window: Any, **named: Any) -> Any:
        window = (*window, *(named[name] for name in ("alpha", "beta") if name in named))
        steps.add("enter", node, *window)
        value = function(node, *window)
        steps.add("leave", node, value)
        return value

    return call


def run(source: str, functions: Sequence[str], entry: dict[str, Any], simulations: int, steps: Steps) -> None:
    """Run a student's module on one tree; `functions` are those of the exercise, the first one is called."""
    space: dict[str, Any] = {"__name__": "code"}
    exec(compile(source, "code.py", "exec"), space)  # noqa: S102
    for name in functions:
        if not callable(space.get(name)):
            raise Missing(name)
    root = Node(entry)
    if simulations:
        grow(space[functions[0]], root, simulations, steps)
        return
    for name in functions:
        if name != "ordered":
            space[name] = wrap(space[name], steps)
    windows = () if entry["window"] is None else (-INF, INF)
    space[entry["call"]](root, *windows)


def grow(bound: Callable[..., Any], root: Node, simulations: int, steps: Steps) -> None:
    """Monte-Carlo tree search by a student's bound; a playout takes the child by a fixed sequence."""
    chance = 12345
    for _ in range(simulations):
        node, line = root, [root]
        while not node.is_leaf and node.visits:
            values = []
            for child in node.children:
                value = bound(child, node)
                steps.add("value", child, value)
                values.append(value)
            node = node.children[values.index(max(values))]
            line.append(node)
        end = node
        while not end.is_leaf:
            chance = (chance * 1103515245 + 12345) % 2**31
            end = end.children[chance // 65536 % len(end.children)]
        for each in line:
            each.visits += 1
            each.total += end.value or 0


def run_cases(source: str, functions: Sequence[str], cases: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what happened: where it parted, or what went wrong and where; nothing if all is right."""
    former = sys.getrecursionlimit()
    sys.setrecursionlimit(MORE + len(traceback.extract_stack()))
    try:
        return _run_cases(source, functions, cases)
    finally:
        sys.setrecursionlimit(former)


def _run_cases(source: str, functions: Sequence[str], cases: Sequence[dict[str, Any]]) -> dict[str, Any]:
    out = io.StringIO()
    for number, case in enumerate(cases):
        answers = []
        for right in case["right"]:
            steps = Steps(right)
            try:
                with contextlib.redirect_stdout(out):
                    run(source, functions, case["tree"], case["simulations"], steps)
                    if len(steps.done) < len(right):
                        raise Parted({"right": right[len(steps.done)], "given": None})
                break
            except Parted as parted:
                answers.append({"case": number, "parted": parted.args[0], "printed": cut(out)})
            except Missing as error:
                return {"missing": str(error), "printed": cut(out)}
            except BaseException as error:  # noqa: BLE001
                return answers[0] if answers else failure(error, number, steps, out)
        else:
            return answers[0]
    return {"printed": cut(out)}


def failure(error: BaseException, number: int, steps: Steps, out: io.StringIO) -> dict[str, Any]:
    """Describe an exception: its line in the student's code, and at which node."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "code.py"]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    entered = [step[1] for step in steps.done if step[0] == "enter"]
    return {
        "case": number,
        "error": f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"[:300],
        "line": line,
        "at": entered[-1] if entered else None,
        "printed": cut(out),
    }


def cut(out: io.StringIO) -> str:
    """Return what was printed, at most so much."""
    return out.getvalue()[:PRINTED]


if __name__ == "__main__":
    told = json.loads(Path("cases.json").read_text(encoding="utf-8"))
    code = Path("code.py").read_text(encoding="utf-8")
    answer = run_cases(code, told["functions"], told["cases"])
    print(json.dumps(answer))  # noqa: T201
