"""Congo: positions to test on, and what the tests ask about them."""

import random

from plyground import get_game
from plyground.games.congo.jumps import end_of, start_of
from plyground.games.congo.movement import PAWN, kind_on
from plyground.kernel.compile import JIT
from reference import congo as twin

VARIANTS = ["congo", "congo-2022", "congo-2021"]
EXAMPLES = 60 if JIT else 4
MIXES = ["PSZGECM", "PPPPSZGECM", "M", "MP", "MMPZC", "SP", "C", "GEZ", "MZ"]
"""What stands on a random board besides the lions: all pieces, or many of a few kinds."""


def random_setup(rng: random.Random) -> str:
    """Return a position with both lions in their castles and up to 20 other pieces anywhere."""
    board = {rng.choice(sorted(twin.WHITE_CASTLE)): "L", rng.choice(sorted(twin.BLACK_CASTLE)): "l"}
    mix = rng.choice(MIXES)
    for _ in range(rng.choice([0, 1, 2, 4, 8, 12, 16, 20])):
        square = rng.randrange(7), rng.randrange(7)
        letter = rng.choice(mix)
        board.setdefault(square, letter if rng.random() < 0.5 else letter.lower())
    return twin.write(twin.Position(board, rng.choice("wb"), rng.randrange(100)))


def moves_of(text: str, variant: str = "congo") -> list[str]:
    return [str(move) for move in get_game(variant).position(text).legal_moves]


def play(text: str, move: str, variant: str = "congo") -> str:
    return get_game(variant).position(text).play(move).text


ROUND_TRIP = "3l3/7/1p1p3/7/1p1p3/2M4/3L3 w 0"
GAMES = 12 if JIT else 1


def positions(seed, variant="congo"):
    """Return the positions of some random games."""
    rng = random.Random(seed)
    found = []
    for _ in range(GAMES):
        position = get_game(variant).position()
        for _ in range(80):
            moves = list(position.legal_moves)
            if not moves:
                break
            found.append(position)
            position = position.play(rng.choice(moves))
    return found


def squares(word):
    return {square for square in range(49) if int(word) >> square & 1}


def promotes(position, move):
    last = 6 if position.turn == 0 else 0
    is_pawn = kind_on(position.words, start_of(move)) == PAWN
    return position.game.name != "congo-2021" and is_pawn and end_of(move) % 7 == last
