"""`Position`: an immutable, hashable position of any game, and `LegalMoves`, its lazy list of moves.

>>> from plyground import get_game
>>> position = get_game("congo").position()
>>> position.legal_moves.count()
24
>>> "d2d3" in position.legal_moves
True
>>> position.play("d2d3").text
'gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ b 0'
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, overload

import numpy as np

from plyground.core.arguments import demand_type, whole
from plyground.core.drawing import board_svg, board_text, demand_drawable
from plyground.core.errors import (
    IllegalMove,
    InvalidNotation,
    InvalidSetting,
    UnknownName,
    WrongType,
    quote,
)
from plyground.core.evaluation import Evaluation, evaluate
from plyground.core.folder import GameFolder, submodule
from plyground.core.move import Move, new_move
from plyground.core.outcome import Color, Outcome, result_words
from plyground.core.planes import Encoding, Planes, encoding_of, index_of, move_at, planes_of
from plyground.core.rules import (
    BLACK_WINS,
    DRAW,
    ONGOING,
    WHITE_WINS,
    count,
    generate,
    order,
    outcome,
    play,
    scratch,
    utility,
)
from plyground.core.terms import Contribution
from plyground.core.warmup import warmup_evaluation
from plyground.kernel.words import Moves, Words, key, move_number, quiet_plies, turn, turned

if TYPE_CHECKING:
    from plyground.core.game import Game

_WINNERS = {WHITE_WINS: Color.WHITE, BLACK_WINS: Color.BLACK, DRAW: None}


@cache
def _change_of(module: str, name: str) -> Callable[[Any], Any] | None:
    """Return the function `name` of a game's rules, None if it has none."""
    return getattr(submodule(module, "rules"), name, None)


class LegalMoves(Sequence[Move]):
    """The moves of a position, a sequence in the order of their texts.

    Nothing is generated until it is needed; `count` generates no list if the game can count without one.
    """

    def __init__(self, position: "Position", rules: Any) -> None:
        self._position = position
        self._rules = rules

    def array(self) -> Moves:
        """Return the kernels' numbers of the moves, in the order of the moves' texts; shape (moves,)."""
        words, moves = self._position.words, scratch(self._rules)
        size = generate(self._rules, words, moves)
        order(self._rules, words, moves, size)
        return moves[:size]

    def codes(self) -> list[int]:
        """Return the same as Python integers."""
        codes: list[int] = self.array().tolist()
        return codes

    def count(self, value: object = None) -> int:
        """Return the number of moves, or of those that are `value`: 0 or 1."""
        if value is not None:
            return int(value in self)
        return int(count(self._rules, self._position.words, scratch(self._rules)))

    def index(self, value: object, *bounds: int) -> int:
        """Return the place of a move, or of its text, in the list; raises `ValueError` where it is not."""
        return list(map(str, self)).index(str(value), *bounds)

    def __iter__(self) -> Iterator[Move]:
        position, words = self._position, self._position.words
        move_text, rules = position.notation.move_text, position.rules
        return (new_move(move_text(rules, words, code), code, position) for code in self.codes())

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        number, codes = whole(index, "The number of a move"), self.codes()
        if not -len(codes) <= number < len(codes):
            raise IndexError(f"There is no move {number}: the position has {len(codes)} moves.")
        return self._position._move_of(codes[number])

    def __reversed__(self) -> Iterator[Move]:
        return reversed(list(self))

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move) and move.position is self._position and move.is_checked:
            return move.code in self.codes()
        if not isinstance(move, Move | str):
            return False
        try:
            return self._position.notation.parse_move(self._rules, self._position.words, str(move)) in self.codes()
        except InvalidNotation:
            return False

    def __repr__(self) -> str:
        return f"<{self.count()} moves: {' '.join(map(str, self))}>"


class Position:
    """A position: the game, its rules with their parameters, and the words that kernels work on.

    Attributes
    ----------
    game
        The game it belongs to.
    rules
        The NamedTuple that kernels take; it may depend on the position's text (the size of a board).
    words
        The position as one row of uint64, a read-only array.
    """

    __slots__ = ("game", "rules", "words")
    game: "Game"
    rules: Any
    words: Words

    def __init__(self, game: "Game", rules: Any, words: Words) -> None:
        demand_type(game, GameFolder, "The game of a position", "a Game")
        demand_type(words, np.ndarray, "The words of a position", "an array (game.position(TEXT) reads a position)")
        if words.dtype != np.uint64 or words.shape != (getattr(rules, "words", -1),):
            raise WrongType(
                f"The words of a position should be a row of uint64 as its rules have it, not {words.dtype}."
            )
        words = words.copy()
        words.flags.writeable = False
        _set_game(self, game)
        _set_rules(self, rules)
        _set_words(self, words)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A position cannot be changed: {name} is fixed; `play` returns another position.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"A position cannot be changed: {name} is fixed.")

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.rules, self.words)

    @classmethod
    def parse(cls, game: "Game", text: str) -> "Position":
        """Read a position text; raises `InvalidNotation`."""
        demand_type(game, GameFolder, "The game of a position", "a Game")
        demand_type(text, str, f"A position of {game.name}", "a text")
        if len(text) > 10_000:
            raise InvalidNotation(f"A position text of {len(text)} characters is not a position of {game.name}.")
        rules, words = game.submodule("notation").parse_position(game.rules, text.strip())
        return cls(game, rules, words)

    @property
    def notation(self) -> Any:
        """The game's notation module."""
        return submodule(self.game.module, "notation")

    @property
    def text(self) -> str:
        """The position text, in its normal form."""
        text: str = self.notation.position_text(self.rules, self.words)
        return text

    @property
    def turn(self) -> Color:
        """The side to move."""
        return Color(int(turn(self.words)))

    @property
    def key(self) -> int:
        """A 64-bit hash of everything that distinguishes this position from others, except its move counters."""
        return int(key(self.words))

    @property
    def quiet_plies(self) -> int:
        """The number of plies since the last irreversible one, in games that count them."""
        return int(quiet_plies(self.words))

    @property
    def move_number(self) -> int:
        """The move number, in games that count moves."""
        return int(move_number(self.words))

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that the player to move may make; none if the game is over."""
        return LegalMoves(self, self.rules)

    @property
    def playable_moves(self) -> LegalMoves:
        """The moves that a referee accepts: in `minichess` also those that leave one's own king attacked."""
        return LegalMoves(self, self._variant("for_playouts"))

    @property
    def perft_moves(self) -> LegalMoves:
        """The moves that perft counts: `playable_moves`, by the rules for perft."""
        return LegalMoves(self, self.rules_for_perft)

    def _variant(self, name: str) -> Any:
        """Return the rules for a special purpose, where the game has a function `name` for it."""
        change = _change_of(self.game.module, name)
        return self.rules if change is None else change(self.rules)

    @property
    def rules_for_perft(self) -> Any:
        """The rules by which perft counts."""
        return self._variant("for_perft")

    @property
    def rules_for_playouts(self) -> Any:
        """The rules by which random games are played: over `playable_moves`."""
        return self._variant("for_playouts")

    def move_of_code(self, code: int) -> Move:
        """Return the playable move with the kernels' number `code`; raises `IllegalMove` if there is none."""
        number = whole(code, "The number of a move")
        if number not in self.playable_moves.codes():
            raise IllegalMove(f"No move of {self.text!r} has the number {number}.")
        return self._move_of(number)

    def _move_of(self, code: int) -> Move:
        """Return the move with the number of a move that can be played."""
        return new_move(self.notation.move_text(self.rules, self.words, code), code, self)

    def move(self, text: str | Move) -> Move:
        """Read a playable move; a `Move` of this very position is returned as it is, one of another is read anew.

        Raises
        ------
        InvalidNotation
            If `text` is not the text of a move at all.
        IllegalMove
            If it cannot be played here.
        """
        if isinstance(text, Move):
            if text.is_checked and text.position is self:
                return text
            text = text.text
        demand_type(text, str, "A move", "a text or a Move")
        rules = self._variant("for_playouts")
        code = self.notation.parse_move(rules, self.words, text.strip())
        if code not in LegalMoves(self, rules).codes():
            over = self.outcome
            why = (
                f"the game is over ({result_words(self.outcome_text)})"
                if over
                else f"it is not a move in {self.text!r}"
            )
            raise IllegalMove(f"The move {quote(text.strip())} cannot be played: {why}.")
        return self._move_of(code)

    def play(self, move: Move | str) -> "Position":
        """Return the position after a move; raises what `move` raises."""
        is_own = isinstance(move, Move) and move.is_checked and move.position is self
        code = move.code if is_own else self.move(move).code  # type: ignore[union-attr]
        child = np.empty_like(self.words)
        play(self._variant("for_playouts"), self.words, code, child)
        return position_of_own(self.game, self.rules, child)

    @property
    def pieces(self) -> dict[str, str]:
        """What stands on the board: names of squares to names of pieces, ``{"a1": "white-rook", ...}``."""
        pieces: dict[str, str] = self.game.submodule("draw").pieces(self.rules, self.words)
        return pieces

    @property
    def encoding(self) -> Encoding:
        """The shape of `planes`, and how many actions there are; raises `UnknownName` if the game has none."""
        return encoding_of(self.game, self.rules)

    def planes(self) -> Planes:
        """Return what a learner sees of the position, from the side to move's view.

        Returns
        -------
        Planes
            Shape `encoding.shape`, (planes, height, width), uint8. ``encoding.planes`` names them.
        """
        return planes_of(self)

    def move_index(self, move: Move | str) -> int:
        """Return the index of a playable move, from 0 to ``encoding.indices - 1``: the same for the same kind of move.

        Raises
        ------
        InvalidNotation, IllegalMove
            If that is no move of this position.
        """
        return index_of(self, self.move(move).code)

    def move_at(self, index: int) -> Move:
        """Return the playable move with this index: where there are several, the one that the game's file describes.

        Raises
        ------
        IllegalMove
            If no move has it.
        """
        rules, index = self.rules_for_playouts, whole(index, "The index of a move")
        if index not in [self.move_index(move) for move in self.playable_moves]:
            raise IllegalMove(f"No move of {self.text!r} has the index {index}.")
        return self._move_of(int(move_at(rules, self.words, index, scratch(rules))))

    def turned_over(self) -> "Position":
        """Return the same board with the other side to move.

        Raises
        ------
        InvalidNotation
            If that is no position: it is read by way of its text.
        """
        return self.game.position(Position(self.game, self.rules, turned(self.words)).text)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None if it is not over."""
        code = int(outcome(self.rules, self.words, scratch(self.rules)))
        return self.outcome_of_code(code)

    def outcome_of_code(self, code: int) -> Outcome | None:
        """Return the `Outcome` for the kernels' number `code`."""
        code, reasons = whole(code, "The number of an outcome"), self.game.submodule("rules").TERMINATIONS
        if code == ONGOING:
            return None
        if code & 3 not in _WINNERS or not 0 <= code >> 2 < len(reasons):
            raise InvalidSetting(f"There is no outcome with the number {code}.")
        points = int(utility(self.rules, self.words, code)) if self.game.scored else None
        return Outcome(_WINNERS[code & 3], reasons[code >> 2], points)

    @property
    def points(self) -> int | None:
        """White's utility if the game ended here; None in a game that is not played for points."""
        return int(utility(self.rules, self.words, ONGOING)) if self.game.scored else None

    @property
    def outcome_text(self) -> str:
        """The outcome as the command line prints it: ``ongoing``, ``white wins: REASON``, ``over: -20 for Star``."""
        outcome = self.outcome
        if outcome is None:
            return "ongoing"
        if outcome.utility is not None:
            return f"over: {outcome.utility} for {self.game.colors[0]}"
        return str(outcome)

    def evaluate(self, name: str | Evaluation | None = None) -> float:
        """Return what an evaluation says, from the point of view it is written for (usually that of the side to move).

        `name` is what `Game.evaluation` takes: ``handmade``, ``net``, ``net:FILE``, one of the game's own.
        """
        evaluation = self.game.evaluation(name)
        warmup_evaluation(self.game, self.rules, self.words, evaluation)
        value = evaluation.number(evaluate(evaluation.kernel, self.rules, self.words))
        return -value if evaluation.whites_view and self.turn is Color.BLACK else value

    def explain(self) -> list[Contribution]:
        """Return what each term of the engine's evaluation contributes, for White and for Black.

        White's sum minus Black's is the evaluation from White's point of view, up to rounding by less than 1.

        Raises
        ------
        UnknownName
            If the game does not tell the terms of its evaluation.
        """
        explain = getattr(self.game.submodule("evaluate"), "explain", None)
        if explain is None:
            raise UnknownName(f"The evaluation of {self.game.name} is not split into terms.")
        contributions: list[Contribution] = explain(self.rules, self.words)
        return contributions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.game == other.game and self.rules == other.rules
        return same and bool(np.array_equal(self.words, other.words))

    def __hash__(self) -> int:
        return hash((self.game.name, self.rules, self.words.tobytes()))

    def __str__(self) -> str:
        draw = self.game.submodule("draw")
        return board_text(draw.board(self.rules), draw.pieces(self.rules, self.words), draw.LETTERS)

    def svg(
        self,
        size: int = 400,
        *,
        marked: Collection[str] = (),
        arrows: Iterable[tuple[str, str]] = (),
        side: Color = Color.WHITE,
        colors: Mapping[str, str] | None = None,
    ) -> str:
        """Draw the position as an SVG document.

        Parameters
        ----------
        size
            The longer side in pixels.
        marked
            Names of squares to be highlighted, as those of the last move are in a `Record`.
        arrows
            Pairs of squares, each joined by an arrow: ``[("e2", "e3")]``.
        side
            Who sees the board from below.
        colors
            What to paint otherwise than usual: names of `plyground.core.drawing.COLORS`, such as "light", "dark",
            "mark" or "arrow", and any colours of CSS.

        Raises
        ------
        InvalidNotation
            If a square is not on the board.
        UnknownName
            If nothing is painted with the colour of that name.
        """
        draw = self.game.submodule("draw")
        demand_type(arrows, Iterable, "The arrows of a drawing", "pairs of squares")
        demand_type(colors, (Mapping, type(None)), "The colours of a drawing", "a mapping of names to colours")
        board, arrows = draw.board(self.rules), list(arrows)
        demand_type(side, Color, "The side of a drawing", "Color.WHITE or Color.BLACK")
        demand_drawable(board, self.game.name, size, marked, arrows, colors or ())
        return board_svg(
            board,
            draw.pieces(self.rules, self.words),
            draw.SYMBOLS,
            size,
            marked=marked,
            arrows=arrows,
            is_turned=side is Color.BLACK,
            colors=colors,
        )

    def steps(self, move: Move | str) -> tuple[str, ...]:
        """Return the squares that a move touches, in their order; raises what `move` raises."""
        steps: tuple[str, ...] = self.notation.move_steps(self.rules, self.words, self.move(move).code)
        return steps

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.text!r}>"


# what a slot's descriptor writes, Position's own __setattr__ does not see
_set_game = Position.__dict__["game"].__set__
_set_rules = Position.__dict__["rules"].__set__
_set_words = Position.__dict__["words"].__set__
_new = Position.__new__


def demand_position(value: object, what: str) -> None:
    """Raise `WrongType` if `value`, which is `what`, is no position."""
    demand_type(value, Position, what, "a Position")


def position_of_own(game: "Game", rules: Any, words: Words) -> Position:
    """Return the position of words that nobody else holds: they become read-only, and are not copied."""
    words.flags.writeable = False
    position = _new(Position)
    _set_game(position, game)
    _set_rules(position, rules)
    _set_words(position, words)
    return position
