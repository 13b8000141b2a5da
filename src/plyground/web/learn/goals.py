"""Goals of lessons: whether some moves reach one, and if not, what is missing (`plyground.web.learn.lesson.Goal`).

The other side waits: after each move the same side is to move again.
"""

from collections import Counter
from typing import Literal, TypedDict

from plyground.core.errors import InvalidNotation
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.core.steps import Steps
from plyground.web.learn.lesson import Example, Goal
from plyground.web.service.views import PositionView, position_view, steps_of

State = Literal["open", "reached", "missed"]
MAX_JUDGED = 500
"""Up to this many tries at a goal, all of them are judged beforehand."""


class GoalProgress(TypedDict):
    """How far some moves have come: the position to go on from, ``said`` to the pupil."""

    view: PositionView
    state: State
    said: str


def try_moves(example: Example, goal: Goal, moves: list[str]) -> GoalProgress:
    """Judge moves on an example's board.

    Raises
    ------
    InvalidNotation, IllegalMove
        If one of them cannot be played.
    """
    start = get_game(example["game"]).position(example["position"])
    position, last, state, missing = start, list[str](), "open", ""
    for number, text in enumerate(moves[: goal["moves"]], 1):
        move = position.move(text)
        last = steps_of(position, move.code)
        position = position.play(move)
        lost = _fault(goal, start, position)
        missing = lost or _missing(goal, start, position)
        if not missing:
            state = "reached"
            break
        if lost or position.outcome is not None or number == goal["moves"]:
            state = "missed"
            break
        try:
            position = position.turned_over()
        except InvalidNotation:
            # a king that is attacked, say
            missing, state = "The other side cannot wait after that.", "missed"
            break
    view = position_view(position)
    view["last"] = last
    if state != "open":
        view["moves"] = []
    left = goal["moves"] - len(moves)
    said = {
        "reached": "Well done!",
        "missed": missing,
        "open": f"{left} {'move' if left == 1 else 'moves'} left." if moves else "",
    }[state]
    return {"view": view, "state": state, "said": said}  # type: ignore[typeddict-item]


def judge_all(example: Example, goal: Goal) -> Steps[dict[str, GoalProgress]]:
    """Judge all that can be tried on an example's board, by the moves with blanks between them.

    Where that is more than `MAX_JUDGED`, only the solution is judged.
    """
    start = get_game(example["game"]).position(example["position"])
    found: dict[str, GoalProgress] = {}
    waiting = [[move.text] for move in start.legal_moves]
    while waiting:
        if len(found) + len(waiting) > MAX_JUDGED:
            solution = goal["solution"]
            lines = [solution[:count] for count in range(1, len(solution) + 1)]
            return {" ".join(line): try_moves(example, goal, line) for line in lines}
        moves = waiting.pop(0)
        progress = found[" ".join(moves)] = try_moves(example, goal, moves)
        waiting += [[*moves, text] for text, *_ in progress["view"]["moves"]]
        yield
    return found


def _fault(goal: Goal, start: Position, now: Position) -> str:
    """Say which man that was to be kept is lost, "" if none is."""
    before, after = Counter(start.pieces.values()), Counter(now.pieces.values())
    gone = next((symbol for symbol in goal.get("keeps", []) if after[symbol] < before[symbol]), None)
    return f"Your {_name(gone)} is lost." if gone else ""


def _missing(goal: Goal, start: Position, now: Position) -> str:
    """Say what of a goal is not reached, "" if all of it is."""
    pieces, before = now.pieces, Counter(start.pieces.values())
    left = Counter(pieces.values())
    for symbol, count in goal.get("takes", {}).items():
        taken = before[symbol] - left[symbol]
        if taken < count:
            return f"Nothing is taken, and {count} should be." if not taken else f"{taken} of {count} are taken."
    for square, symbol in goal.get("reaches", {}).items():
        if pieces.get(square) != symbol:
            return f"On {square} there should be a {_name(symbol)}."
    if goal.get("wins", False) and (now.outcome is None or now.outcome.winner != start.turn):
        return "That does not win yet."
    traps = goal.get("traps", [])
    if traps and now.outcome is None:
        rival = now if now.turn is not start.turn else now.turned_over()
        free = {steps_of(rival, code)[0] for code in rival.legal_moves.codes()}
        for trapped in traps:
            if trapped in free:
                return f"The {_name(pieces[trapped])} on {trapped} can still move."
    return ""


def _name(symbol: str) -> str:
    """Return how people call a symbol: "white-lion" is a lion, "star-3" a pile."""
    owner, _, name = symbol.partition("-")
    return f"pile of {name} men" if name.isdigit() else (name or owner).replace("-", " ")
