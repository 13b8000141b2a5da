"""Halma: positions to test on, and what the tests ask about them."""

import random

from plyground import get_game
from plyground.core.position import Position
from reference import halma as twin

VARIANTS = list(twin.VARIANTS)


def random_setup(variant: str, rng: random.Random) -> str:
    """Return a board with men anywhere: few or many, often crowding the camps, where the special rules are."""
    size = twin.SIZES[variant]
    squares = [(x, y) for y in range(size) for x in range(size)]
    density = rng.choice([0.05, 0.15, 0.3, 0.6, 0.9])
    board = {square: rng.choice("WB") for square in squares if rng.random() < density}
    for colour in "WB":
        crowd = rng.choice([0.0, 0.0, 0.5, 0.9, 1.0])
        who = rng.choice(["W", "B", "WB"])
        for square in twin.camp(variant, colour):
            if rng.random() < crowd:
                board[square] = rng.choice(who)
    return twin.write(variant, board, rng.choice("WB"))


def random_game(variant: str, rng: random.Random, plies: int) -> list[str]:
    """Return the texts of a random game by the twin; its players hurry a little, so that armies meet and camps fill."""
    texts = [twin.VARIANTS[variant]]
    for _ in range(plies):
        moves = twin.moves(variant, texts[-1])
        if not moves:
            break
        sign = 1 if texts[-1].endswith("b") else -1
        chosen = rng.choice(moves)
        for other in rng.sample(moves, min(3, len(moves))):
            chosen = max(chosen, other, key=lambda move: sign * advance(variant, move))
        texts.append(twin.play(variant, texts[-1], chosen))
    return texts


def advance(variant: str, move: str) -> int:
    """Return how far a move goes away from the top left corner."""
    (x, y), (end_x, end_y) = twin.squares_named(variant, move)
    return end_x - x + end_y - y


def words_of(variant: str, seed: int) -> Position:
    return get_game(variant).position(random_setup(variant, random.Random(seed)))


GAME = get_game("halma-8x8")
