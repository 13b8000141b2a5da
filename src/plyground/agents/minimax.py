"""`MinimaxPlayer`: textbook alpha-beta of a fixed depth, 4 as in the minichess assignment, with a named evaluation.

It plays the shortest win, otherwise the first of equal moves, so it is deterministic. Its evaluation is the usual one
unless another is asked for: ``minimax:depth=4,evaluation=material``, or a net's, ``net:FILE``. With
``evaluation=smart`` it is the minichess assignment's opponent, which values moves instead of positions
(`plyground.agents.last_move`).
"""

from plyground.agents.last_move import WIN, LastMoveSearch
from plyground.agents.options import EvaluationName, whole_number
from plyground.agents.player import Allowance, Choice, Player
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.rules import WIN_VALUE
from plyground.search import textbook

USUAL_DEPTH = 4
SMART = "smart"
"""The evaluation that is one of moves."""


class MinimaxPlayer(Player):
    """Plays what textbook alpha-beta of a fixed depth finds."""

    OPTIONS = {  # noqa: RUF012
        "depth": whole_number(1, textbook.MAX_PLIES, "plies"),
        "evaluation": EvaluationName((SMART,)),
    }

    def __init__(self, game: Game, depth: int = USUAL_DEPTH, evaluation: str | None = None) -> None:
        self._last_move = LastMoveSearch(game, depth) if evaluation == SMART else None
        self._evaluation = game.evaluation(None if evaluation == SMART else evaluation)
        self._depth = depth

    def new_game(self, game: Game, color: Color, seed: int) -> None:
        """Compile the search, if that has not been done."""
        if self._last_move is not None:
            self._last_move.warmup()
        else:
            textbook.warmup(game.position(), self._evaluation)

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Search to the player's depth, or to the match's where that is less."""
        depth = min(self._depth, limits.depth or self._depth)
        if self._last_move is not None:
            return _last_move_choice(self._last_move, record, depth)
        result = self._search(record, depth)
        move, score = result.move, f"cp {textbook.value_text(self._evaluation, result.value)}"
        if result.value == WIN_VALUE:
            # all wins are worth the same to the search, and it could put this one off for ever: take the shortest
            depth = next(less for less in range(1, depth + 1) if self._search(record, less).value == WIN_VALUE)
            move, score = self._search(record, depth).move, f"win {depth}"
        elif result.value == -WIN_VALUE:
            # of a lost position the move that holds longest
            score = f"loss {depth}"
            for less in range(depth - 1, 0, -1):
                shallow = self._search(record, less)
                if shallow.value != -WIN_VALUE:
                    move = shallow.move
                    break
        return Choice(move, score=score, depth=depth, nodes=result.nodes)

    def _search(self, record: Record, depth: int) -> textbook.Result:
        return textbook.search(record.position, depth, alphabeta=True, evaluation=self._evaluation)


def _last_move_choice(search: LastMoveSearch, record: Record, depth: int) -> Choice:
    move, value, nodes = search.search(record.position, depth)
    plies = WIN - abs(value) + 1
    score = f"cp {value}" if plies > depth else f"{'win' if value > 0 else 'loss'} {plies}"
    return Choice(move, score=score, depth=depth, nodes=nodes)
