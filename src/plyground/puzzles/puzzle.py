"""`Puzzle`: a position, the only right moves, the answers to them, and how we know."""

import base64
import json
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from plyground.core.errors import InvalidNotation, quote
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.position import Position

_FIELDS = {
    "id": str,
    "position": str,
    "last": str,
    "moves": str,
    "goal": str,
    "proof": str,
    "themes": str,
    "rating": int,
    "source": str,
    "number": int,
}
_KINDS = {str: "a text", int: "a whole number"}
ID_LENGTH = 6


class Goal(StrEnum):
    """What the only right moves achieve: a game that is won, one that is not lost, or far more than any other move."""

    WIN = "win"
    SAVE = "save"
    BEST = "best"


class ProofKind(StrEnum):
    """Why no other move does: tables, a search to the end of the game, or searches that judge what they reach."""

    TABLE = "table"
    EXACT = "exact"
    SEARCH = "search"


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    Attributes
    ----------
    game
        The name of its game.
    position
        The text of the position; its side to move solves.
    moves
        The solver's moves at even places, the answers to them between. It begins and ends with one of the solver's.
    goal, proof
        What the solver's moves achieve, and how that is known of the weakest step.
    rating
        How hard it is, in points of Elo (`plyground.puzzles.rating`).
    themes
        What it is about, names of `plyground.puzzles.themes.themes_of`.
    last
        The squares of the move that led to the position, if it has been in a game.
    source
        Where it was found: ``self-play`` or the name of a table.
    number
        Which attempt of its seed found it.
    """

    game: str
    position: str
    moves: tuple[str, ...]
    goal: Goal
    proof: ProofKind
    rating: int
    themes: tuple[str, ...]
    last: tuple[str, ...]
    source: str
    number: int

    @property
    def id(self) -> str:
        """Six letters and digits that depend on the game and the position alone."""
        digest = sha256(f"{self.game} {self.position}".encode()).digest()
        return base64.b32encode(digest).decode()[:ID_LENGTH].lower()

    @property
    def own_moves(self) -> tuple[str, ...]:
        """The moves to be found."""
        return self.moves[::2]

    def line(self, game: Game) -> tuple[list[Position], list[Move]]:
        """Return the positions, one more than moves, and the moves; raises `InvalidNotation` or `IllegalMove`."""
        positions, moves = [game.position(self.position)], list[Move]()
        for text in self.moves:
            moves.append(positions[-1].move(text))
            positions.append(positions[-1].play(moves[-1]))
        return positions, moves

    def json(self) -> str:
        """Write it as a line of a file; the game stands in the file's first line."""
        values = {
            "id": self.id,
            "position": self.position,
            "last": " ".join(self.last),
            "moves": " ".join(self.moves),
            "goal": self.goal,
            "proof": self.proof,
            "themes": " ".join(self.themes),
            "rating": self.rating,
            "source": self.source,
            "number": self.number,
        }
        return json.dumps(values)

    @classmethod
    def parse(cls, line: str, game: str) -> "Puzzle":
        """Read what `json` has written, or raise `InvalidNotation`."""
        values = parse_fields(line, _FIELDS)
        try:
            puzzle = cls(
                game,
                values["position"],
                tuple(values["moves"].split()),
                Goal(values["goal"]),
                ProofKind(values["proof"]),
                values["rating"],
                tuple(values["themes"].split()),
                tuple(values["last"].split()),
                values["source"],
                values["number"],
            )
        except ValueError as error:
            raise InvalidNotation(f"{error}.") from None
        if len(puzzle.moves) % 2 == 0:
            raise InvalidNotation(f"The solution {quote(values['moves'])} does not end with a move of the solver's.")
        if values["id"] != puzzle.id:
            raise InvalidNotation(f"The puzzle of this position is {puzzle.id}, not {quote(values['id'])}.")
        return puzzle


def parse_fields(line: str, fields: dict[str, type]) -> dict[str, Any]:
    """Return the fields of a line of JSON, just those and of these types, or raise `InvalidNotation`."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidNotation(f"{quote(line)} is not JSON.") from None
    if not isinstance(values, dict) or sorted(values) != sorted(fields):
        raise InvalidNotation(f"{quote(line)} should be an object with the fields {', '.join(fields)}.")
    for name, kind in fields.items():
        if type(values[name]) is not kind:
            raise InvalidNotation(f"The field {name} is {quote(str(values[name]))}; {_KINDS[kind]} was expected.")
    return values
