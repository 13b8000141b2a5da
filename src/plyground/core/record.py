"""`Record`: one game from start to end, with the rules that concern a game rather than a position.

There are two such rules: if the game says so, the n-th occurrence of a position (`Game.repetition`) and a number of
plies (`Game.ply_cap`) make a draw. A record reads and writes a format like PGN::

    [Game "congo"]
    [White "engine"]
    [Black "random"]
    [Result "1-0"]
    [Termination "lion captured"]

    1. d2d3 d6d5 2. c1c3 {score 12 depth 7} ... 1-0

Tags may come in any order. ``Start`` holds the position text of a start other than the usual one, ``Rule-NAME`` a
setting of the rules. Text in braces is a comment on the move before it. Moves are numbered in pairs from the start.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from plyground.core.errors import InvalidNotation, PlygroundError, shortened
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.position import Position
from plyground.core.registry import get_game

_TOKENS = re.compile(
    r"""
    \s*(?:
      \[\s*(?P<tag>[\w-]+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | (?P<number>\d+\.+)(?=\s|$|[A-Za-z])
    | (?P<result>1-0|0-1|1/2-1/2|\*)(?=\s|$)
    | (?P<move>[^\s{}\[\]]+)
    )""",
    re.VERBOSE,
)
_OWN_TAGS = ("Game", "Start", "Result", "Termination")
MAX_CHARACTERS = 10_000_000


class Record:
    """A game being played or replayed.

    Attributes
    ----------
    game
        The game that is played.
    tags
        What is known about it: White, Black, Date, ...; Game, Start, Result and Termination are added automatically.
    moves
        The moves so far. Use `play` and `undo` to change them.
    comments
        Ply number (1 after the first move) to a remark on that move.
    """

    def __init__(self, game: Game, start: Position | None = None, tags: dict[str, str] | None = None) -> None:
        self.game = game
        self.tags: dict[str, str] = dict(tags or {})
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self._positions = [start or game.position()]
        self._occurrences = Counter([self._identity(self._positions[0])])
        self._declared: Outcome | None = None

    @staticmethod
    def _identity(position: Position) -> tuple[int, ...]:
        """Return what identifies a position: all its words, except the counters in the last one."""
        *words, last = position.words.tolist()
        return (*words, last & 0xFF)

    @property
    def start(self) -> Position:
        """The position in which the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions, the start first."""
        return tuple(self._positions)

    @property
    def plies(self) -> int:
        """The number of moves made so far."""
        return len(self.moves)

    @property
    def occurrences(self) -> int:
        """How often the current position has occurred."""
        return self._occurrences[self._identity(self.position)]

    def play(self, move: Move | str, comment: str = "") -> Position:
        """Make a move; a text is read and checked.

        Raises
        ------
        InvalidNotation, IllegalMove
            Also if the game is already over by repetition or by the ply cap.
        """
        if isinstance(move, str):
            move = self.position.move(move)
        position = self.position.play(move)
        self.moves.append(move)
        self._positions.append(position)
        self._occurrences[self._identity(position)] += 1
        if comment:
            self.comments[self.plies] = comment
        return position

    def undo(self) -> Move | None:
        """Take back the last move and return it; None at the start."""
        self._declared = None
        if not self.moves:
            return None
        self.comments.pop(self.plies, None)
        self._occurrences[self._identity(self._positions.pop())] -= 1
        return self.moves.pop()

    def declare(self, winner: Color | None, termination: str) -> None:
        """End the game from outside: resignation, time, an illegal move, agreement."""
        self._declared = Outcome(winner, termination)

    @property
    def outcome(self) -> Outcome | None:
        """The end: declared, or by the position, repetition or the ply cap; None if the game is not over."""
        if self._declared is not None:
            return self._declared
        outcome = self.position.outcome
        if outcome is not None:
            return outcome
        if self.game.repetition and self.occurrences >= self.game.repetition:
            return Outcome(None, Termination.REPETITION)
        if self.game.ply_cap and self.plies >= self.game.ply_cap:
            return Outcome(None, Termination.PLY_CAP)
        return None

    @property
    def outcome_text(self) -> str:
        """The outcome as the command line prints it."""
        outcome = self.outcome
        return self.position.outcome_text if outcome is None or outcome.utility is not None else str(outcome)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def text(self) -> str:
        """Write the record; `parse` reads it back."""
        outcome = self.outcome
        tags = {"Game": self.game.name}
        tags |= {f"Rule-{name}": value for name, value in self.game.chosen}
        tags |= {name: value for name, value in self.tags.items() if name not in tags}
        if self.start.text != self.game.position().text:
            tags["Start"] = self.start.text
        tags["Result"] = result = outcome.result if outcome else "*"
        if outcome:
            tags["Termination"] = outcome.termination
        header = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
        words: list[str] = []
        for ply, move in enumerate(self.moves, 1):
            if ply % 2 == 1:
                words.append(f"{(ply + 1) // 2}.")
            words.append(str(move))
            if ply in self.comments:
                words.append("{" + self.comments[ply].replace("}", ")") + "}")
        return header + "\n" + _wrapped([*words, result]) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """Read one record.

        Raises
        ------
        InvalidNotation, IllegalMove, UnknownName
            Naming what is wrong and, for a move, at which ply.
        """
        records = list(cls.parse_all(text))
        if len(records) != 1:
            raise InvalidNotation(f"A record should hold one game; this text holds {len(records)}.")
        return records[0]

    @classmethod
    def parse_all(cls, text: str, game: Game | None = None) -> Iterator["Record"]:
        """Read the records of a file, one after the other; each ends with its result.

        Parameters
        ----------
        text
            The file; as in PGN, ``FEN`` may stand for ``Start``.
        game
            The game of records that do not name theirs.
        """
        if len(text) > MAX_CHARACTERS:
            raise InvalidNotation(
                f"A file of {len(text)} characters is too large for a record: {MAX_CHARACTERS} at most."
            )
        tags: dict[str, str] = {}
        record: Record | None = None
        place = 0
        end = len(text.rstrip())
        while place < end:
            token = _TOKENS.match(text, place)
            if token is None:
                rest = text[place:end].lstrip()
                line = text.count("\n", 0, end - len(rest)) + 1
                raise InvalidNotation(f"Line {line} of the record: {shortened(rest)} is no tag or move.")
            place = token.end()
            if token["tag"]:
                if record is not None:
                    yield record
                    record, tags = None, {}
                tags[token["tag"]] = re.sub(r"\\(.)", r"\1", token["value"])
                continue
            record = record or cls._from_tags(tags, game)
            if token["comment"] is not None:
                record.comments[record.plies] = token["comment"].strip()
            elif token["result"]:
                record._close(token["result"], tags)
                yield record
                record, tags = None, {}
            elif token["move"]:
                record._replay(token["move"])
        if record is not None or tags:
            yield record or cls._from_tags(tags, game)

    @classmethod
    def _from_tags(cls, tags: dict[str, str], game: Game | None) -> "Record":
        if "Game" not in tags and game is None:
            raise InvalidNotation('A record should begin with tags and name its game: [Game "congo"].')
        settings = {name.removeprefix("Rule-"): value for name, value in tags.items() if name.startswith("Rule-")}
        game = (get_game(tags["Game"]) if game is None or "Game" in tags else game).with_settings(settings)
        others = {name: value for name, value in tags.items() if name not in _OWN_TAGS and not name.startswith("Rule-")}
        return cls(game, game.position(tags.get("Start", tags.get("FEN"))), others)

    def _replay(self, text: str) -> None:
        try:
            self.play(text)
        except PlygroundError as error:
            raise type(error)(f"Ply {self.plies + 1} of the record: {error}") from None

    def _close(self, result: str, tags: dict[str, str]) -> None:
        """Accept a result that does not follow from the moves alone; reject one that contradicts them."""
        outcome = self.outcome
        if outcome is not None and outcome.result != result:
            raise InvalidNotation(f"The record says {result}, but its moves end with {outcome}.")
        if outcome is None and result != "*":
            winner = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}[result]
            self.declare(
                winner, tags.get("Termination", Termination.AGREEMENT if winner is None else Termination.RESIGNATION)
            )

    def svg(self, size: int = 400, *, arrows: Iterable[tuple[str, str]] = (), side: Color = Color.WHITE) -> str:
        """Draw the current position as `Position.svg` does, with the squares of the last move highlighted."""
        marked = self._positions[-2].steps(self.moves[-1]) if self.moves else ()
        return self.position.svg(size, marked=marked, arrows=arrows, side=side)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {self.plies} plies, {self.outcome_text}>"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _wrapped(words: list[str], width: int = 100) -> str:
    """Join words with spaces into lines of at most `width` characters."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])
