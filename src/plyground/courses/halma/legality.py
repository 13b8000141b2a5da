"""Why a play is illegal, in the words of the homework: the man, the path, or the camp rule that it breaks."""

import re
from itertools import pairwise

from plyground.core.errors import IllegalMove
from plyground.core.position import Position
from plyground.games.halma.notation import man_on
from plyground.games.halma.squares import COLUMNS, NAMES, ROWS, SQUARES, camp, square_at

_SQUARE = re.compile(r"[a-p]\d+")
_MEN = {0: "W", 1: "B"}


def check_play(position: Position, text: str) -> str:
    """Return `text` if it is a play of `position`; raises `IllegalMove`, which says why it is none."""
    if text in position.playable_moves:
        return text
    raise IllegalMove(f"The play {text} is illegal: {_rule_broken(position, _SQUARE.findall(text))}.")


def _rule_broken(position: Position, names: list[str]) -> str:
    squares = [SQUARES[name] for name in names]
    return _at_its_ends(position, names, squares) or _on_its_way(position, squares) or _of_camps(position, squares)


def _at_its_ends(position: Position, names: list[str], squares: list[int]) -> str:
    color = position.turn
    man = man_on(position.words, squares[0])
    if man == ".":
        return f"no man stands on {names[0]}"
    if man != _MEN[color]:
        return f"the man on {names[0]} is {color.other.name.capitalize()}'s"
    if squares[0] == squares[-1]:
        return "a play cannot end where it began"
    occupied = next((i for i in range(1, len(squares)) if man_on(position.words, squares[i]) != "."), None)
    # during a play, the square that it began on is empty
    return f"{names[occupied]} is occupied" if occupied is not None and squares[occupied] != squares[0] else ""


def _on_its_way(position: Position, squares: list[int]) -> str:
    for start, end in pairwise(squares):
        columns, rows = int(COLUMNS[end] - COLUMNS[start]), int(ROWS[end] - ROWS[start])
        names = f"{NAMES[start]} to {NAMES[end]}"
        if max(abs(columns), abs(rows)) == 1:
            if len(squares) > 2:
                return f"{names} is a step, and a chain has only jumps"
            continue
        if not {abs(columns), abs(rows)} <= {0, 2}:
            return f"{names} is neither a step nor a jump over one square"
        middle = square_at(int(COLUMNS[start]) + columns // 2, int(ROWS[start]) + rows // 2)
        if middle == squares[0] or man_on(position.words, middle) == ".":
            return f"there is no man to jump over between {names.replace(' to ', ' and ')}"
    return ""


def _of_camps(position: Position, squares: list[int]) -> str:
    """Return the camp rule that a play breaks whose path is right."""
    color, start, end = position.turn, squares[0], squares[-1]
    home, goal = camp(position.rules.size, color), camp(position.rules.size, 1 - color)
    who = color.name.capitalize()
    if start in goal and end not in goal:
        return "a man in the opposing camp may not leave it"
    if start not in home and end in home:
        return "a man that is outside its own camp may not return to it (rule 1 of the addendum)"
    plays = [(code >> 8, code & 255) for code in position.playable_moves.codes()]
    if any(first in home and last not in home for first, last in plays):
        return f"{who} has men in its own camp and can move one of them out, so it must (rule 2 of the addendum)"
    if any(first in home for first, _ in plays):
        return (
            f"{who} has men in its own camp, none of which can leave it, but one can move further from the camp's "
            "corner, so it must (rule 2 of the addendum)"
        )
    if start in home and end in home:
        return "a play inside one's own camp must end further from the camp's corner (rule 2 of the addendum)"
    return "the game is over" if position.outcome else "the rules do not allow it"
