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
setting of the rules. Text in braces is a comment on the move before it, and so is the rest of a line after a semicolon;
a line that begins with ``%`` is passed over. Moves are numbered in pairs from the start.
Variations in parentheses and marks such as ``!?`` are passed over; `plyground.web.service.game_tree` reads them, too.
`parse` also takes what other programs write: ``FEN`` for ``Start``, ``Variant`` for ``Game`` (then ``Nxc3`` and
``axb3`` are moves, too), and SGF (`plyground.core.sgf`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from plyground.core.algebraic import parse_recorded_move
from plyground.core.annotations import Annotations
from plyground.core.arguments import demand_type, whole
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, UnknownName, quote
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Outcome, Termination
from plyground.core.position import Position
from plyground.core.record_text import comment_text, tag_text, tokens, wrap_words
from plyground.core.registry import all_games, get_game
from plyground.core.sgf import as_records

_OWN_TAGS = ("Game", "Start", "Result", "Termination")
MAX_CHARACTERS = 10_000_000
_WINNERS = {"1-0": Color.WHITE, "0-1": Color.BLACK, "1/2-1/2": None}


class Record:
    """A game being played or replayed.

    Parameters
    ----------
    game
        The game, or its name.
    start
        Where it begins; by default the usual start.
    tags
        What is known about it.

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

    def __init__(self, game: Game | str, start: Position | None = None, tags: dict[str, str] | None = None) -> None:
        demand_type(game, (Game, str), "The game of a record", "a Game or its name")
        self.game = get_game(game) if isinstance(game, str) else game
        if start is not None:
            demand_type(start, Position, "The start of a record", "a Position (game.position(TEXT) reads one)")
            if start.game.name != self.game.name:
                raise InvalidSetting(f"A record of {self.game.name} cannot start from a position of {start.game.name}.")
        demand_type(tags or {}, Mapping, "The tags of a record", "a mapping of names to texts")
        for name, value in (tags or {}).items():
            demand_type(name, str, "The name of a tag", "a text")
            demand_type(value, str, f"The tag {name}", "a text")
        self.tags: dict[str, str] = dict(tags or {})
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self._positions = [start or self.game.position()]
        self._occurrences = Counter([self._identity(self._positions[0])])
        self._declared: Outcome | None = None

    @classmethod
    def from_moves(cls, game: Game | str, moves: Iterable[Move | str], start: Position | None = None) -> "Record":
        """Return the game in which `moves` were made; raises what `play` raises."""
        record = cls(game, start)
        demand_type(moves, Iterable, "The moves of a record", "a list of moves")
        for move in moves:
            record.play(move)
        return record

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
        """Make a move; raises what `Position.move` does.

        Repetition, the ply cap and what was declared do not stand in its way: the caller that runs a game asks
        `outcome`.
        """
        demand_type(comment, str, "The comment on a move", "a text")
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

    def up_to(self, ply: int | None = None) -> "Record":
        """Return the game's first `ply` moves, by default all, without tags, comments and what was declared."""
        ply = self.plies if ply is None else whole(ply, "The ply")
        if not 0 <= ply <= self.plies:
            raise InvalidSetting(f"The ply cannot be {ply}: the game has {self.plies} plies.")
        record = Record(self.game, self.start)
        record.moves = self.moves[:ply]
        record._positions = self._positions[: record.plies + 1]
        record._occurrences = Counter(map(self._identity, record._positions))
        return record

    def declare(self, winner: Color | None, termination: str) -> None:
        """End the game from outside: resignation, time, an illegal move, agreement."""
        demand_type(winner, (Color, type(None)), "The winner", "Color.WHITE, Color.BLACK or None for a draw")
        demand_type(termination, str, "The termination of a game", "a text")
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self._content() == other._content()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _content(self) -> tuple[object, ...]:
        return self.game, self.start, self.moves, self.comments, self.tags, self._declared

    @property
    def result(self) -> str:
        """The result as a record writes it: "1-0", "0-1", "1/2-1/2", or "*" while there is none."""
        outcome = self.outcome
        return outcome.result if outcome else "*"

    def header(self) -> str:
        """Write the tags."""
        tags = {"Game": self.game.name}
        tags |= {f"Rule-{name}": value for name, value in self.game.chosen}
        tags |= {name: value for name, value in self.tags.items() if name not in tags}
        if self.start.text != self.game.position().text:
            tags["Start"] = self.start.text
        tags["Result"] = self.result
        if self.outcome:
            tags["Termination"] = self.outcome.termination
        return "".join(tag_text(*tag) for tag in tags.items())

    def text(self) -> str:
        """Write the record; `parse` reads it back."""
        words: list[str] = [*self._comment(0)]
        for ply, move in enumerate(self.moves, 1):
            if ply % 2 == 1:
                words.append(f"{(ply + 1) // 2}.")
            words += [str(move), *self._comment(ply)]
        return self.header() + "\n" + wrap_words([*words, self.result]) + "\n"

    def _comment(self, ply: int) -> list[str]:
        return [comment_text(self.comments[ply])] if ply in self.comments else []

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
        demand_type(text, str, "A record", "a text")
        demand_type(game, (Game, type(None)), "The game of a record", "a Game")
        if len(text) > MAX_CHARACTERS:
            raise InvalidNotation(
                f"A file of {len(text)} characters is too large for a record: {MAX_CHARACTERS} at most."
            )
        tags: dict[str, str] = {}
        record: Record | None = None
        depth = 0
        for token in tokens(as_records(text)):
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
            if depth < 0:
                raise InvalidNotation("A bracket is closed that was not opened.")
            if token.kind == "tag" and not depth:
                if record is not None:
                    yield record
                    record, tags = None, {}
                tags[token.name] = token.text
            elif not depth and token.kind in {"comment", "result", "move", "number"}:
                record = record or cls._from_tags(tags, game)
                if token.kind == "number" and token.text not in record.position.playable_moves:
                    continue
                if token.kind == "comment":
                    record.comments[record.plies] = f"{record.comments.get(record.plies, '')} {token.text}".strip()
                elif token.kind in {"move", "number"}:
                    record._replay(token.text)
                else:
                    record.close(token.text, tags.get("Termination", ""))
                    yield record
                    record, tags = None, {}
        if depth:
            raise InvalidNotation("A variation is not closed: a bracket is missing.")
        if record is not None or tags:
            yield record or cls._from_tags(tags, game)

    @classmethod
    def _from_tags(cls, tags: dict[str, str], game: Game | None) -> "Record":
        named = game if "Game" in tags or "Variant" not in tags else _game_of_variant(tags["Variant"])
        if "Game" not in tags and named is None:
            raise InvalidNotation('A record should begin with tags and name its game: [Game "congo"].')
        settings = {name.removeprefix("Rule-"): value for name, value in tags.items() if name.startswith("Rule-")}
        game = (get_game(tags["Game"]) if named is None or "Game" in tags else named).with_settings(settings)
        others = {name: value for name, value in tags.items() if name not in _OWN_TAGS and not name.startswith("Rule-")}
        return cls(game, game.position(tags.get("Start", tags.get("FEN"))), others)

    def _replay(self, text: str) -> None:
        try:
            self.play(parse_recorded_move(self.position, text) if "Variant" in self.tags else text)
        except PlygroundError as error:
            raise type(error)(f"Ply {self.plies + 1} of the record: {error}") from None

    def close(self, result: str, termination: str = "") -> None:
        """Take over a result that the moves alone do not give. Where they do, ``*`` says nothing against it.

        Raises
        ------
        InvalidNotation
            If it is no result, or the moves contradict it.
        """
        demand_type(result, str, "The result of a game", "a text")
        demand_type(termination, str, "The termination of a game", "a text")
        if result not in _WINNERS and result != "*":
            raise InvalidNotation(f"The result of a game cannot be {quote(result)}; it is 1-0, 0-1, 1/2-1/2 or *.")
        outcome = self.outcome
        if outcome is not None and result not in ("*", outcome.result):
            raise InvalidNotation(f"The record says {result}, but its moves end with {outcome}.")
        if outcome is None and result != "*":
            winner = _WINNERS[result]
            usual = Termination.AGREEMENT if winner is None else Termination.RESIGNATION
            self.declare(winner, termination or usual)

    def annotations(self, ply: int | None = None) -> Annotations:
        """Return what the comment on a ply's move says to programs: arrows, a clock, a score; by default the last's."""
        ply = self.plies if ply is None else whole(ply, "The ply")
        return Annotations.of(self.comments.get(ply, ""))

    def svg(
        self,
        size: int = 400,
        *,
        arrows: Iterable[tuple[str, str]] = (),
        side: Color = Color.WHITE,
        colors: Mapping[str, str] | None = None,
    ) -> str:
        """Draw the current position as `Position.svg` does, with the last move's squares and its comment's arrows."""
        marked = self._positions[-2].steps(self.moves[-1]) if self.moves else ()
        demand_type(arrows, Iterable, "The arrows of a drawing", "pairs of squares")
        marked, drawn = self.annotations().on_board(self.position, marked)
        return self.position.svg(size, marked=marked, arrows=[*arrows, *drawn], side=side, colors=colors)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {self.plies} plies, {self.outcome_text}>"


def _game_of_variant(name: str) -> Game:
    """Return the game that other programs call `name` in the tag Variant; raises `UnknownName`."""
    wanted = name.strip().casefold()
    for game in all_games().values():
        if wanted in {each.casefold() for each in (game.name, game.label, *game.uci_names)}:
            return game
    raise UnknownName(f"There is no game of the variant {quote(name)}; the games are {', '.join(all_games())}.")
