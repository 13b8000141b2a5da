"""`SmartPlayer`: the move with the greatest utility.

If the game names an evaluation of captures in its ``players.py`` (``SMART_EVALUATION``, in minichess the material)
it is the minichess assignment's Smart: a move that wins, else a capture with check, else a capture, else a check, else
any legal move; a better piece is worth more. In every other game it considers the opponent's best reply: it plays
the move after which the engine's evaluation, one reply later, is best for it. If there are many moves, it considers
only the `LOOKED_AT` that evaluate best at once. It chooses among equal moves at random.
"""

from typing import Any

from plyground.agents.choosing import ScoringPlayer
from plyground.agents.threats import gives_check, has_won
from plyground.core.evaluation import evaluate, handmade
from plyground.core.game import Game
from plyground.core.rules import generate, outcome, play
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words

LOOKED_AT = 16
_WIN = 1 << 40
_CAPTURE_WITH_CHECK, _CAPTURE, _CHECK = 1 << 24, 1 << 20, 1 << 10


@kernel
def _score_captures(material: Any, game: Any, king: int, rows: Words, moves: Moves, values: Moves) -> int:
    """Score each legal move of ``rows[0]`` by what it takes and whether it gives check; return how many there are."""
    size = generate(game, rows[0], moves[0])
    before = evaluate(material, game, rows[0])
    for i in range(size):
        play(game, rows[0], moves[0, i], rows[1])
        code = outcome(game, rows[1], moves[1])
        if code != 0:
            values[i] = _WIN if has_won(game, rows[1], code) else 0
            continue
        gain = -evaluate(material, game, rows[1]) - before
        check = gives_check(game, rows[1], king, rows[2:], moves[1:])
        if gain > 0:
            values[i] = (_CAPTURE_WITH_CHECK if check else _CAPTURE) + gain
        else:
            values[i] = _CHECK if check else 0
    return size


@kernel
def _least_answer(game: Any, rows: Words, moves: Moves, enough: int) -> int:
    """Return what ``rows[1]`` is worth to who moved there after the best answer; stop at `enough` or less."""
    worst = _WIN
    for j in range(generate(game, rows[1], moves[1])):
        play(game, rows[1], moves[1, j], rows[2])
        code = outcome(game, rows[2], moves[2])
        if code == 0:
            value = handmade(game, rows[2])
        else:
            value = -_WIN if has_won(game, rows[2], code) else 0
        worst = min(worst, value)
        if worst < enough:
            break
    return worst


@kernel
def _score_answers(game: Any, most: int, rows: Words, moves: Moves, values: Moves) -> int:
    """Score each legal move of ``rows[0]`` by the best reply to it; return how many there are."""
    size = generate(game, rows[0], moves[0])
    for i in range(size):
        play(game, rows[0], moves[0, i], rows[1])
        code = outcome(game, rows[1], moves[1])
        if code == 0:
            values[i] = -handmade(game, rows[1])
        else:
            values[i] = _WIN if has_won(game, rows[1], code) else -_WIN
    looked_at = 0
    best = -_WIN
    while looked_at < min(most, size):
        # bring the next best at first sight to the front
        chosen = looked_at
        for i in range(looked_at + 1, size):
            if values[i] > values[chosen]:
                chosen = i
        move, glance = moves[0, chosen], values[chosen]
        moves[0, chosen], values[chosen] = moves[0, looked_at], values[looked_at]
        moves[0, looked_at], values[looked_at] = move, glance
        if abs(glance) != _WIN:
            play(game, rows[0], move, rows[1])
            values[looked_at] = _least_answer(game, rows, moves, best)
        best = max(best, values[looked_at])
        looked_at += 1
    return looked_at


class SmartPlayer(ScoringPlayer):
    """Takes the move of greatest utility."""

    title = "smart"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        name = getattr(game.optional_submodule("players"), "SMART_EVALUATION", None)
        self._material = game.evaluation(name).kernel if name is not None else None

    def score_moves(self, rules: Any, rows: Words, moves: Moves, values: Moves) -> int:
        """Score the moves of ``rows[0]``."""
        if self._material is not None:
            return int(_score_captures(self._material, rules, self.king, rows, moves, values))
        return int(_score_answers(rules, LOOKED_AT, rows, moves, values))
