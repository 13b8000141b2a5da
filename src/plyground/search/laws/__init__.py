"""What must hold in every game, whatever its rules are: for our tests, and for ``plyground check GAME``.

A law looks at positions of a game and yields a sentence for each thing that is wrong. Uncompiled, numpy checks every
access to an array, so a game whose `max_moves` is too small is found out here instead of writing over other memory.
"""

from collections.abc import Iterator, Sequence

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.search.laws import drawings, evaluations, moves, planes, searches, texts
from plyground.search.laws.law import Law
from plyground.search.laws.samples import random_positions

__all__ = ["LAWS", "Law", "check", "random_positions"]

LAWS = (*texts.LAWS, *moves.LAWS, *evaluations.LAWS, *drawings.LAWS, *planes.LAWS, *searches.LAWS)


def check(game: Game, number: int, seed: int = 1) -> Iterator[tuple[Law, list[str]]]:
    """Yield every law, and what is wrong by it in `number` positions out of random games."""
    positions: list[Position] = []

    def walk(game: Game, _: Sequence[Position]) -> Iterator[str]:
        positions.extend(random_positions(game, number, seed))
        yield from ()

    playable = Law("Random games can be played to their end.", walk)
    failures = list(playable.violations(game, ()))
    yield playable, failures
    if not failures:
        for each in LAWS:
            yield each, list(each.violations(game, positions))
