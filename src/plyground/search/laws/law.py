"""A law: what must hold in every game, and the function that looks for what is wrong."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from traceback import extract_tb

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position

Check = Callable[[Game, Sequence[Position]], Iterator[str]]


@dataclass(frozen=True)
class Law:
    """What must hold, as a sentence, and the function that looks for what is wrong."""

    sentence: str
    check: Check

    def violations(self, game: Game, positions: Sequence[Position]) -> Iterator[str]:
        """Yield what is wrong, each thing once; a failure of the game's own code is such a thing."""
        told: set[str] = set()
        try:
            for sentence in self.check(game, positions):
                if sentence not in told:
                    told.add(sentence)
                    yield sentence
        except PlygroundError as error:
            yield str(error)
        except Exception as error:  # noqa: BLE001 (the code of another package may fail in any way)
            yield failure(error)


def law(sentence: str) -> Callable[[Check], Law]:
    """Return a decorator that makes a `Law` of the function that checks it."""
    return lambda check: Law(sentence, check)


def failure(error: Exception) -> str:
    """Return where the game's code has failed, and how."""
    place = extract_tb(error.__traceback__)[-1]
    hint = " (is `max_moves` too small?)" if isinstance(error, IndexError) else ""
    return f"{type(error).__name__} in {place.filename}, line {place.lineno}: {error}{hint}."
