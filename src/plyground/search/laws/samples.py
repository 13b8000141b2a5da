"""Positions to try something on."""

import random

from plyground.core.game import Game
from plyground.core.position import Position


def random_positions(game: Game, number: int, seed: int = 1) -> list[Position]:
    """Return `number` positions out of random games, finished ones among them; the same for the same seed."""
    generator = random.Random(f"{game.name} {seed}")
    position = game.position()
    found: list[Position] = []
    while len(found) < number:
        if generator.random() < 0.5 or number < 20:
            found.append(position)
        codes = position.playable_moves.codes()
        if not codes:
            found.append(position)
            position = game.position()
            continue
        position = position.play(position.move_of_code(generator.choice(codes)))
    return found[:number]
