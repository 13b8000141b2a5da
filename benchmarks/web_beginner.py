"""How a beginner fares against the lowest levels of the web app.

    python -m benchmarks.web_beginner [GAME] [GAMES] [LEVEL]

The beginner takes the most valuable piece on offer, a king before all, and otherwise plays any legal move. It has
either colour in turn and begins from the usual start. Printed is what it scores.
"""

import sys
from dataclasses import replace
from random import Random

from plyground.agents.levels import choose, level_of, limits_of
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.web.host.pool import Job
from plyground.web.service.runtime import result_of
from plyground.web.service.thinking import Thinker
from plyground.web.service.views import pieces_of

WORTH = {
    "pawn": 1, "giraffe": 2, "superpawn": 3, "elephant": 3, "zebra": 3, "crocodile": 4, "monkey": 4, "lion": 1000,
    "knight": 3, "bishop": 3, "rook": 5, "queen": 9, "king": 1000,
}  # fmt: skip
"""What a beginner has been told that the pieces are worth."""


def beginners_move(position: Position, random: Random) -> Move:
    """Return a move that takes the most, any of them."""
    own = ("white-", "black-")[position.turn]

    def theirs(after: Position) -> int:
        pieces = pieces_of(after).values()
        return sum(WORTH.get(name.rpartition("-")[2], 0) for name in pieces if not name.startswith(own))

    left = {move: theirs(position.play(move)) for move in position.legal_moves}
    least = min(left.values())
    return random.choice([move for move, worth in left.items() if worth == least])


def points(game: Game, side: int, number: int, random: Random) -> float:
    """Play a game against a level and return what the beginner, who has `side`, scores."""
    record, thinker, level = Record(game), Thinker(game), level_of(number)
    limits = replace(limits_of(level, None, 0.0), movetime=None)
    while record.outcome is None:
        if record.position.turn == side:
            record.play(beginners_move(record.position, random))
        else:
            turn = Job("level", lambda turn: None)
            info = result_of(thinker.in_turns(record, limits, turn, level.lines, lambda info: None), turn)
            record.play(choose(level, info, record, random))
    winner = record.outcome.winner
    return 0.5 if winner is None else float(winner == side)


def main() -> None:
    """Play the games and print the score."""
    game = get_game(sys.argv[1] if len(sys.argv) > 1 else "congo")
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    random = Random(f"{game.name} {number}")
    score = sum(points(game, i % 2, number, random) for i in range(games))
    print(f"{game.name} beginner against level {number}: {score:g} of {games}")


if __name__ == "__main__":
    main()
