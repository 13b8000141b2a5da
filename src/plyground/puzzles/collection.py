"""`Collection`: a file of puzzles of one game: a line of JSON about how it was made, then a line for each puzzle."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, quote
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import all_games, get_game
from plyground.puzzles.puzzle import Puzzle, parse_fields

FORMAT = "plyground puzzles 1"
FOLDER = "puzzles"
"""The folder beside a game's modules with the puzzles that come with it."""
_HEADER = {"format": str, "game": str, "seed": int, "made by": str}


@dataclass
class Collection:
    """Puzzles of one game, in the order in which they were found.

    Attributes
    ----------
    game
        The game.
    seed
        The seed from which they were made.
    made_by
        The command and the version that made them.
    puzzles
        By id.
    """

    game: Game
    seed: int
    made_by: str
    puzzles: dict[str, Puzzle] = field(default_factory=dict)

    def header(self) -> str:
        """Return the first line of its file."""
        values = {"format": FORMAT, "game": self.game.name, "seed": self.seed, "made by": self.made_by}
        return json.dumps(values)

    @property
    def next_number(self) -> int:
        """The attempt with which making them goes on."""
        return max((puzzle.number for puzzle in self.puzzles.values()), default=-1) + 1

    @classmethod
    def parse(cls, text: str, name: str) -> "Collection":
        """Read a file; `name` is what errors call it. Raises `InvalidNotation`, `UnknownName`."""
        lines = text.splitlines()
        number = 1
        try:
            header = parse_fields(lines[0] if lines else "", _HEADER)
            if header["format"] != FORMAT:
                raise InvalidNotation(f"The format is {quote(header['format'])}, not {FORMAT}.")
            collection = cls(get_game(header["game"]), header["seed"], header["made by"])
            for line in lines[1:]:
                number += 1
                puzzle = Puzzle.parse(line, collection.game.name)
                collection.puzzles[puzzle.id] = puzzle
        except PlygroundError as error:
            raise type(error)(f"Line {number} of {name}: {error}") from None
        return collection

    @classmethod
    def load(cls, path: Path) -> "Collection":
        """Read the file `path`."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise InvalidNotation(f"The puzzles {path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise InvalidNotation(f"The puzzles {path} are not text in UTF-8.") from None
        return cls.parse(text, str(path))


class Writer:
    """Writes a collection while it is being made, a line at a time, so that it may be killed.

    Parameters
    ----------
    path
        The file.
    begun
        What it shall be: where the file is there, it is read, and must have been begun in the same way.
    resume
        Go on with a file that is there.

    Raises
    ------
    InvalidSetting
        If the file is there and `resume` is not set, was begun otherwise, or cannot be written.
    """

    def __init__(self, path: Path, begun: Collection, *, resume: bool = False) -> None:
        self.path, self.collection = path, begun
        if path.exists():
            if not resume:
                raise InvalidSetting(f"The file {path} is there already; --resume goes on with it.")
            self.collection = _without_unfinished_line(path)
            if (self.collection.game, self.collection.seed) != (begun.game, begun.seed):
                raise InvalidSetting(
                    f"The file {path} holds puzzles of {self.collection.game.name} with the seed "
                    f"{self.collection.seed}, not of {begun.game.name} with {begun.seed}."
                )
        else:
            self._append(begun.header())
        known = self.collection.puzzles.values()
        self._patterns = {pattern_of(begun.game.position(puzzle.position)) for puzzle in known}

    def add(self, puzzle: Puzzle) -> bool:
        """Write a puzzle; tell whether it is a new one: no mirror image, and not the same with colours exchanged."""
        pattern = pattern_of(self.collection.game.position(puzzle.position))
        if puzzle.id in self.collection.puzzles or pattern in self._patterns:
            return False
        self._append(puzzle.json())
        self._patterns.add(pattern)
        self.collection.puzzles[puzzle.id] = puzzle
        return True

    def _append(self, line: str) -> None:
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise InvalidSetting(f"The file {self.path} cannot be written: {error.strerror}.") from None


def pattern_of(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return what a position, its images in mirrors, and the same with colours exchanged have in common."""
    men = {
        square: name.removeprefix(f"{position.turn.name.lower()}-").replace(position.turn.other.name.lower(), "other")
        for square, name in position.pieces.items()
    }
    rows = position.game.submodule("draw").board(position.rules).rows
    board = tuple(tuple(men.get(square, "") for square in row) for row in rows)
    images = []
    for grid in (board, tuple(zip(*board, strict=True))) if len({len(row) for row in board}) == 1 else (board,):
        for each in (grid, grid[::-1]):
            images += [each, tuple(row[::-1] for row in each)]
    return min(images)


def _without_unfinished_line(path: Path) -> Collection:
    """Read a file whose writer may have been killed within its last line, and cut that off."""
    raw = path.read_bytes()
    whole = raw[: raw.rfind(b"\n") + 1]
    if len(whole) < len(raw):
        path.write_bytes(whole)
    return Collection.load(path)


@cache
def collection_of(game: Game) -> Collection | None:
    """Return the puzzles that come with `game`; None if there are none."""
    name = f"{FOLDER}/{game.name}.jsonl"
    text = game.optional_text(name)
    return Collection.parse(text, f"{game.module}/{name}") if text is not None else None


def collections() -> Iterator[Collection]:
    """Yield the collections that come with the games, in the games' order."""
    for game in all_games().values():
        found = collection_of(game)
        if found is not None:
            yield found


def puzzle_by_id(name: str) -> Puzzle | None:
    """Return the puzzle with this id, of whatever game; None if there is none."""
    for collection in collections():
        if name in collection.puzzles:
            return collection.puzzles[name]
    return None
