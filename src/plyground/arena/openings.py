"""Openings: where the games of a match begin, so that two players do not play the same game a hundred times.

``random:4`` is four uniformly random legal plies from the usual start; the same seed gives the same openings. None is
lost: the side to move neither wins nor loses within two plies, and the evaluation after a short search stays within
`MAX_UNEVEN`; most of gardner's are still worth more than a pawn to one side. ``balanced:4`` asks the engine, whose
score must stay within `MAX_BALANCED` after `EVEN_NODES`, `CONFIRMED_NODES`, `SETTLED_NODES` and, where there are few
moves, `NARROW_NODES`, so they, too, depend only on the seed. ``start`` is the usual start. Any other text is a file
name; the file has position texts, one a line, with or without the operations of EPD (``bm e2e3; id "one";``), or game
records, each of which is an opening with all its moves. Records of other programs need not name the game, if their
moves are written as ours.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, quote
from plyground.core.files import decode
from plyground.core.game import Game
from plyground.core.outcome import result_words
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.rules import WIN_VALUE, sample, scratch
from plyground.engine.engine import Engine
from plyground.engine.limits import Limits
from plyground.kernel.compile import JIT
from plyground.kernel.random import seed_stream
from plyground.search import textbook

MAX_PLIES = 60
MAX_UNEVEN = 300.0
"""How far from even a random opening may be, in hundredths."""
MAX_BALANCED = 60
"""The same for a balanced opening, judged by the engine."""
EVEN_NODES = 10_000
CONFIRMED_NODES = 100_000
SETTLED_NODES = 300_000
"""What is even to a short search is judged again by longer ones: tactics decide many positions of a small board."""
NARROW, NARROW_NODES = 40, 1_000_000
"""With no more moves than that a search is so deep that its score may turn late: of 120 openings of gardner that were
even to the others, 2 were worth more than a pawn to this one, with the engine's usual table."""
USUAL_BALANCED = "balanced:4"
"""Where a match measures strength and no openings are chosen."""
WIDE = 100
"""With more moves than this the search that judges an opening looks one ply ahead instead of two."""
_TRIES = 400


@dataclass(frozen=True)
class Opening:
    """A start position (None: the usual one) and the moves from there."""

    start: str | None = None
    moves: tuple[str, ...] = ()

    def record(self, game: Game) -> Record:
        """Return a record that stands at the end of the opening."""
        return Record.from_moves(game, self.moves, game.position(self.start))


@dataclass(frozen=True)
class Book:
    """A source of openings, one for each round.

    Attributes
    ----------
    plies
        Random plies, 0 for the openings in `listed`.
    is_balanced
        Whether the engine chooses among the random ones.
    listed
        Openings from a file; used in turn.
    """

    plies: int = 0
    is_balanced: bool = False
    listed: tuple[Opening, ...] = (Opening(),)

    @classmethod
    def parse(cls, text: str | None, game: Game) -> "Book":
        """Read the option ``--openings``: none or ``start``, ``random:PLIES``, ``balanced:PLIES`` or a file name."""
        if not text or text == "start":
            return cls()
        kind, colon, plies = text.partition(":")
        if colon and kind in {"random", "balanced"}:
            if not plies.isascii() or not plies.isdigit() or len(plies) > 3 or not 0 < int(plies) <= MAX_PLIES:
                raise InvalidSetting(f"The openings {quote(text)} should be {kind}:PLIES with 1 to {MAX_PLIES} plies.")
            return cls(int(plies), kind == "balanced")
        return cls(listed=tuple(_read(Path(text), game)))

    def openings(self, game: Game, seed: int) -> Iterator[Opening]:
        """Yield the openings of rounds 1, 2, ..., all different as long as there are enough."""
        if not self.plies:
            while True:
                yield from self.listed
        seen: set[str] = set()
        generator = _Generator(game, self.plies, is_balanced=self.is_balanced)
        index = 0
        while True:
            for _ in range(_TRIES):
                index += 1
                opening = generator.random_opening(seed, index)
                if opening is not None and opening[1] not in seen:
                    break
            else:
                # all different ones are used up (or there never were any)
                if not seen:
                    raise InvalidSetting(
                        f"No even opening of {self.plies} random plies was found for {game.name} in {_TRIES} tries."
                    )
                seen.clear()
                continue
            seen.add(opening[1])
            yield opening[0]


def measuring_book(game: Game, seed: int) -> tuple[str, Book]:
    """Return the openings of a match that measures strength, and the option that says so.

    They have to differ, and to favour nobody. Where a game has no balanced ones, it is the usual start, and no text;
    so it is where nothing is compiled, since to judge one would take minutes.
    """
    if not JIT:
        return "", Book()
    book = Book.parse(USUAL_BALANCED, game)
    try:
        next(book.openings(game, seed))
    except InvalidSetting:
        return "", Book()
    return USUAL_BALANCED, book


def random_opening(game: Game, plies: int, random: Random) -> Record:
    """Return an unfinished game after a number of random moves, however uneven: for tuning and statistics."""
    while True:
        record = Record(game)
        for _ in range(plies):
            if record.outcome is None:
                record.play(random.choice(list(record.position.legal_moves)))
        if record.outcome is None:
            return record


class _Generator:
    """A source of random openings for one game."""

    def __init__(self, game: Game, plies: int, *, is_balanced: bool) -> None:
        self._game, self._plies = game, plies
        self._engine = Engine(game, hash_mib=1) if is_balanced else None
        self._last = Engine(game) if is_balanced else None
        self._random = np.zeros(1, np.uint64)
        self._moves = scratch(game.position().rules)

    def random_opening(self, seed: int, index: int) -> tuple[Opening, str] | None:
        """Return an opening and the text of its last position; None for one that is over or too uneven."""
        seed_stream(self._random, seed, index)
        record = Record(self._game)
        for _ in range(self._plies):
            if record.outcome is not None:
                return None
            position = record.position
            record.play(position.move_of_code(sample(position.rules, position.words, self._moves, self._random)))
        if record.outcome is not None or not self._is_even(record.position):
            return None
        return Opening(None, tuple(map(str, record.moves))), record.position.text

    def _is_even(self, position: Position) -> bool:
        """Tell whether a position may be an opening; in a game for points, any position that is not over."""
        depth = 1 if position.legal_moves.count() > WIDE else 2
        value = textbook.search(position, depth, alphabeta=True).value
        if self._game.scored or abs(value) == WIN_VALUE:
            return abs(value) != WIN_VALUE
        if self._engine is None or self._last is None:
            return abs(value) <= MAX_UNEVEN
        limits = EVEN_NODES, CONFIRMED_NODES, SETTLED_NODES
        if not all(self._is_balanced(self._engine, position, nodes) for nodes in limits):
            return False
        is_narrow = position.legal_moves.count() <= NARROW
        return not is_narrow or self._is_balanced(self._last, position, NARROW_NODES)

    def _is_balanced(self, engine: Engine, position: Position, nodes: int) -> bool:
        engine.clear()
        score = engine.search(position, Limits(nodes=nodes)).score
        return score is not None and score.kind == "cp" and abs(score.value) <= MAX_BALANCED


def _position_in(line: str, game: Game) -> Position:
    """Return the position that a line begins with; raises what is wrong with the whole line.

    EPD leaves out a position's two counters where the game has them, and operations may follow: words, up to a ``;``.
    """
    words = line.split()
    try:
        return game.position(line)
    except InvalidNotation:
        shortest = 2 if line.rstrip().endswith(";") else len(words)
        for size in range(len(words), shortest - 1, -1):
            for counters in ((), ("0", "1")):
                with suppress(InvalidNotation):
                    return game.position(" ".join([*words[:size], *counters]))
        raise


def _read(path: Path, game: Game) -> Iterator[Opening]:
    try:
        text = decode(path.read_bytes())
    except OSError as error:
        raise InvalidNotation(f"The openings file {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidNotation(f"The openings file {path} is not text in UTF-8.") from None
    except ValueError:
        raise InvalidNotation(f"The openings file {str(path)!r} cannot be read: that is no name of a file.") from None
    found = 0
    if text.lstrip().startswith(("[", "1.", "(;")):  # a tag, or the moves of a record without tags
        for record in Record.parse_all(text, game):
            found += 1
            if record.game.name != game.name:
                raise InvalidNotation(f"Opening {found} of {path} is one of {record.game.name}, not of {game.name}.")
            if record.outcome is not None and record.position.outcome is not None:
                raise InvalidNotation(
                    f"Opening {found} of {path} is a game that is over ({result_words(record.outcome_text)})."
                )
            yield Opening(record.start.text, tuple(map(str, record.moves)))
    else:
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            found += 1
            try:
                position = _position_in(line, game)
            except PlygroundError as error:
                raise type(error)(f"Line {number} of {path}: {error}") from None
            if position.outcome is not None:
                raise InvalidNotation(
                    f"Line {number} of {path}: the game is over ({result_words(position.outcome_text)})."
                )
            yield Opening(position.text)
    if not found:
        raise InvalidNotation(f"The openings file {path} is empty; expected position texts or game records.")
