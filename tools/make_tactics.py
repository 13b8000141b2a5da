"""Make positions with a forced win for ``tests/tactics``: found in careless games, proved by exhaustive search.

    python tools/make_tactics.py gardner --count 20 --longest 9 --seed 1 >> tests/tactics/gardner.txt
    python tools/make_tactics.py amazons --start 'q3q/5/5/5/Q3Q w' --longest 7 >> tests/tactics/amazons.txt

A line of the file: ``variant | position | win N | move``. The side to move wins in N plies whatever the opponent does,
there is no win in N - 2, and every other first move takes longer or does not win. The proof is a separate search that
visits every move (`wins`); the engine only suggests where to look. One position of each game is kept.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np

from plyground import get_game
from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.rules import DRAW, generate, outcome, play, result_of, scratch
from plyground.engine import Engine, Limits
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, turn

SHORTEST = 3
CARELESS = 0.35
"""How often a random move is played."""
MAX_PLIES = 200
PLAYING, LOOKING = Limits(nodes=100), Limits(nodes=4000)


@kernel
def wins(game: object, stack: Words, moves: Moves, side: int, ply: int, depth: int) -> bool:
    """Tell whether `side` wins within `depth` plies from row `ply` of the stack, whatever the other side does."""
    code = outcome(game, stack[ply], moves[ply])
    if code != 0:
        return result_of(code) != DRAW and result_of(code) == side + 1
    if depth == 0:
        return False
    own = turn(stack[ply]) == side
    size = generate(game, stack[ply], moves[ply])
    for i in range(size):
        play(game, stack[ply], moves[ply, i], stack[ply + 1])
        if wins(game, stack, moves, side, ply + 1, depth - 1) == own:
            return own
    return not own


class Prover:
    """Exhaustive search for a win within a number of plies."""

    def __init__(self, position: Position, longest: int) -> None:
        self._stack = np.zeros((longest + 2, position.rules.words), np.uint64)
        self._moves = np.zeros((longest + 2, scratch(position.rules).size), np.int64)

    def wins(self, position: Position, side: int, depth: int) -> bool:
        """Tell whether `side` wins within `depth` plies."""
        self._stack[0] = position.words
        return bool(wins(position.rules, self._stack, self._moves, side, 0, depth))

    def problem(self, position: Position, claimed: int) -> tuple[int, str] | None:
        """Return the fastest win, of `claimed` plies at most, and the one move that begins it, if there is one."""
        side = int(position.turn)
        plies = next((n for n in range(1, claimed + 1, 2) if self.wins(position, side, n)), None)
        if plies is None:
            print(f"The engine claims win {claimed}, wrongly: {position.text}", file=sys.stderr)
            return None
        first = [move for move in position.legal_moves if self.wins(position.play(move), side, plies - 1)]
        return (plies, str(first[0])) if plies >= SHORTEST and len(first) == 1 else None


def problems(start: Position, chosen: argparse.Namespace) -> Iterator[str]:
    """Play careless games, and yield a line for each one that contains a problem."""
    engine, prover = Engine(start.game, hash_mib=4), Prover(start, chosen.longest)
    chance = random.Random(chosen.seed)
    found: Counter[int] = Counter()
    kinds = (chosen.longest - SHORTEST) // 2 + 1
    while found.total() < chosen.count:
        position = start
        engine.clear()
        for _ in range(MAX_PLIES):
            if position.outcome is not None:
                break
            score = engine.search(position, LOOKING).score
            if score is not None and score.kind == "win" and SHORTEST <= score.value <= chosen.longest:
                problem = prover.problem(position, score.value)
                if problem and found[problem[0]] < -(-chosen.count // kinds):
                    found[problem[0]] += 1
                    yield f"{start.game.name} | {position.text} | win {problem[0]} | {problem[1]}"
                break
            move = None if chance.random() < CARELESS else engine.play(position, PLAYING)
            position = position.play(move or position.move_of_code(chance.choice(position.legal_moves.codes())))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--start", help="the position that the games begin from, if not the usual one")
    parser.add_argument("--count", type=int, default=10, help="how many problems to make")
    parser.add_argument("--longest", type=int, default=7, help="the longest win, in plies; there are as many of each")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        start = get_game(chosen.game).position(chosen.start)
    except PlygroundError as error:
        parser.error(str(error))
    for line in problems(start, chosen):
        print(line, flush=True)


if __name__ == "__main__":
    main()
