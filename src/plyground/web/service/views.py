"""A game and a position as the browser sees them: pieces, legal moves with the squares they touch, outcome.

All rules stay on the server. A move is a list: its text, then the squares that it touches in order (from, hops, to). If
the piece does not move to the last square of a move (the arrow of Amazons), the view says ``shoots``. Moves that touch
the same squares but differ (promotions) say what they make.
"""

from collections import Counter
from functools import lru_cache
from typing import NotRequired, TypedDict

from plyground.core.drawing import Board
from plyground.core.errors import InvalidSetting
from plyground.core.events import Event, events
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Outcome, Termination
from plyground.core.position import Position
from plyground.core.record_text import NULL_MOVE
from plyground.core.registry import get_game
from plyground.endgame.store import describe
from plyground.endgame.whole import size_of
from plyground.kernel.words import turned
from plyground.web.board.overlays import first_of, titles_of
from plyground.web.service import evaluations


class BoardView(TypedDict):
    """The squares, row by row from the top, their labels, and the tint of each; ``row_values`` as in `Board`."""

    rows: list[list[str]]
    row_labels: list[str]
    column_labels: list[str]
    tints: list[list[str]]
    row_values: list[list[int]]


class SettingView(TypedDict):
    """A setting of the rules; without choices it is a whole number."""

    name: str
    default: str
    choices: list[str]


class GameView(TypedDict):
    """A game, as a list shows it."""

    name: str
    family: str
    title: str
    variant: str
    label: str
    description: str
    start: str
    is_usual: bool
    is_for_courses: bool


class Look(GameView):
    """A game, with all that is needed to draw it: symbols are SVG fragments in a box of 100 x 100.

    ``evaluations`` are the names and titles of those that a search may use (`plyground.web.service.evaluations`).
    ``overlays`` are the names and titles of what can be drawn over a position (`plyground.web.board.overlays`);
    ``overlays_at_first`` are those that somebody sees who plays for the first time. ``aim`` is what wins, in one line.
    """

    colors: list[str]
    scored: bool
    has_draws: bool
    has_lesson: bool
    has_tables: bool
    settings: list[SettingView]
    evaluations: dict[str, str]
    usual_evaluation: str
    board: BoardView
    symbols: dict[str, str]
    letters: dict[str, str]
    overlays: dict[str, str]
    overlays_at_first: list[str]
    aim: str


class OutcomeView(TypedDict):
    """The end of a game; winner 0 is White, 1 Black, null nobody; utility is White's in a game played for points.

    ``sentence`` tells somebody who does not know the rules yet what the termination means.
    """

    text: str
    result: str
    winner: int | None
    termination: str
    sentence: str
    utility: int | None


class EventView(TypedDict):
    """What happens on the board when a move is made (`plyground.core.events`)."""

    kind: str
    squares: list[str]
    text: str
    sign: str


class MoveMark(TypedDict):
    """What marks a move in a list: the signs of what happens, and the sentences that tell it."""

    sign: str
    text: str


class PositionView(TypedDict):
    """A position: see the module's first lines.

    ``becomes`` gives for the text of a promotion the symbol of the piece it makes; ``last`` holds the squares of the
    move that led here, if it is known, ``move`` its text, and ``events`` what happened then. ``points`` is White's
    utility if the game ended here, in a game that is played for points.
    """

    game: str
    position: str
    turn: int
    pieces: dict[str, str]
    moves: list[list[str]]
    shoots: bool
    becomes: dict[str, str]
    outcome: OutcomeView | None
    points: int | None
    board: NotRequired[BoardView]
    last: NotRequired[list[str]]
    move: NotRequired[str]
    events: NotRequired[list[EventView]]


def game_of(name: str, rules: dict[str, str] | None = None) -> Game:
    """Return the game called `name` with the settings `rules`."""
    return get_game(name).with_settings(rules or {})


def rules_of_texts(rules: list[str]) -> dict[str, str]:
    """Read settings written ``NAME=VALUE``."""
    settings = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise InvalidSetting(f"The rule {rule[:60]!r} should be written NAME=VALUE.")
        settings[name] = value
    return settings


def is_for_courses(game: Game) -> bool:
    """Tell whether a variant is what an assignment asks for, so that others look for it behind "more variants"."""
    return bool(game.declaration("IS_FOR_COURSES", False))


def is_first_choice(game: Game) -> bool:
    """Tell whether pages begin with `game` where nobody has chosen another: its package says ``IS_FIRST_CHOICE``."""
    return bool(game.declaration("IS_FIRST_CHOICE", False))


def game_view(game: Game) -> GameView:
    """Return a game for a list."""
    return {
        "name": game.name,
        "family": game.family,
        "title": game.title,
        "variant": game.variant,
        "label": game.label,
        "description": game.description,
        "start": game.start,
        "is_usual": is_first_choice(game),
        "is_for_courses": is_for_courses(game),
    }


def aim_of(game: Game) -> str:
    """Return what one has to do to win, in one line."""
    lesson = game.optional_submodule("lesson")
    text: str = lesson.LESSON.get("aim", lesson.LESSON["summary"]) if lesson else game.description
    return text


@lru_cache(64)
def look(game: Game) -> Look:
    """Return all that is needed to draw `game`."""
    draw = game.submodule("draw")
    return {
        **game_view(game),
        "colors": list(game.colors),
        "scored": game.scored,
        "has_draws": game.has_draws and not game.scored,
        "has_tables": describe(game) is not None or size_of(game) is not None,
        "has_lesson": game.optional_submodule("lesson") is not None,
        "settings": [
            {"name": setting.name, "default": setting.default, "choices": list(setting.choices)}
            for setting in game.settings
        ],
        "evaluations": evaluations.titles(game),
        "usual_evaluation": evaluations.usual_name(game),
        "board": board_view(game.men()[0]),
        "symbols": dict(draw.SYMBOLS),
        "letters": dict(draw.LETTERS),
        "overlays": titles_of(game),
        "overlays_at_first": first_of(game),
        "aim": aim_of(game),
    }


def board_view(board: Board) -> BoardView:
    """Return the squares for the browser."""
    return {
        "rows": [list(row) for row in board.rows],
        "row_labels": list(board.row_labels),
        "column_labels": list(board.column_labels),
        "tints": [[board.tint(row, column) for column in range(len(names))] for row, names in enumerate(board.rows)],
        "row_values": [list(values) for values in board.row_values],
    }


_ENDINGS = {
    Termination.REPETITION: "the same position has come up too often",
    Termination.PLY_CAP: "the game has reached the most moves that it may have",
    Termination.RESIGNATION: "{loser} has given up",
    Termination.AGREEMENT: "both sides have agreed on a draw",
    Termination.TIME: "{loser} has used up all its time",
}


def outcome_view(game: Game, outcome: Outcome | None, text: str) -> OutcomeView | None:
    """Return an outcome, `text` being how it is written; a winner gets the game's own name."""
    if outcome is None:
        return None
    endings = {**_ENDINGS, **getattr(game.submodule("rules"), "ENDINGS", {})}
    winner = outcome.winner
    names = {"winner": game.colors[winner], "loser": game.colors[winner.other]} if winner is not None else {}
    if winner is not None:
        text = text.replace(f"{winner.name.lower()} wins", f"{game.colors[winner].lower()} wins", 1)
    ending = endings.get(outcome.termination, "")
    sentence = f"{outcome.termination}: {ending}" if ending and (names or "{" not in ending) else outcome.termination
    return {
        "text": text,
        "result": outcome.result,
        "winner": None if outcome.winner is None else int(outcome.winner),
        "termination": str(outcome.termination),
        "sentence": f"{sentence[0].upper()}{sentence[1:]}.".format(**names),
        "utility": outcome.utility,
    }


def pieces_of(position: Position) -> dict[str, str]:
    """Return the symbol on each occupied square."""
    pieces: dict[str, str] = position.game.submodule("draw").pieces(position.rules, position.words)
    return pieces


def steps_of(position: Position, code: int) -> list[str]:
    """Return the squares that a move touches, in order."""
    return list(position.notation.move_steps(position.rules, position.words, code))


def position_view(position: Position) -> PositionView:
    """Return a position for the browser."""
    pieces = pieces_of(position)
    codes = position.legal_moves.codes()
    texts = [position.move_of_code(code).text for code in codes]
    steps = [steps_of(position, code) for code in codes]
    view: PositionView = {
        "game": position.game.name,
        "position": position.text,
        "turn": int(position.turn),
        "pieces": pieces,
        "moves": [[text, *squares] for text, squares in zip(texts, steps, strict=True)],
        "shoots": _shoots(position, pieces, codes, steps),
        "becomes": _becomes(position, codes, texts, steps),
        "outcome": outcome_view(position.game, position.outcome, position.outcome_text),
        "points": position.points,
    }
    if position.rules != position.game.rules:
        board = board_view(position.game.submodule("draw").board(position.rules))
        if board != look(position.game)["board"]:
            view["board"] = board
    return view


def mobility(position: Position) -> dict[str, list[str]]:
    """Return to which squares each man can go, or could if it were its side's turn, by the man's own."""
    found: dict[str, list[str]] = {}
    # a side that gives check has moves, too, though no position's text may say that it is its turn
    for side in (position, Position(position.game, position.rules, turned(position.words))):
        view = position_view(side)
        for _, *squares in view["moves"]:
            if len(squares) > 1:
                end = squares[-2 if view["shoots"] and len(squares) > 2 else -1]
                if end not in (ends := found.setdefault(squares[0], [])):
                    ends.append(end)
    return found


def view_after(position: Position, text: str) -> PositionView:
    """Return the position after the move `text`, with the move."""
    if text == NULL_MOVE:  # in a variation
        return {**position_view(position.turned_over()), "last": [], "move": text}
    return view_of_move(position, position.move(text))


def view_of_move(before: Position, move: Move, found: list[Event] | None = None) -> PositionView:
    """Return the position after a move, with the move and what it makes happen."""
    view = position_view(before.play(move))
    view["last"], view["move"] = steps_of(before, move.code), move.text
    told = events(before, move) if found is None else found
    view["events"] = [
        {"kind": event.kind, "squares": list(event.squares), "text": event.text, "sign": event.sign} for event in told
    ]
    return view


def move_mark(found: list[Event]) -> MoveMark | None:
    """Return what marks a move in a list at which this happened; None where nothing does."""
    signs = "".join(event.sign for event in found)
    return {"sign": signs, "text": " ".join(event.text for event in found if event.sign)} if signs else None


def _shoots(position: Position, pieces: dict[str, str], codes: list[int], steps: list[list[str]]) -> bool:
    """Tell, by playing one of the longer moves, whether the piece does not move to its last square."""
    for code, squares in zip(codes, steps, strict=True):
        if len(squares) > 2:
            after: dict[str, str] = pieces_of(position.play(position.move_of_code(code)))
            piece = pieces[squares[0]]
            return after.get(squares[-1]) != piece and after.get(squares[-2]) == piece
    return False


def _becomes(position: Position, codes: list[int], texts: list[str], steps: list[list[str]]) -> dict[str, str]:
    """Return what each move makes, for moves that touch the same squares; the most usual comes first."""
    times = Counter(tuple(squares) for squares in steps)
    made = {
        text: pieces_of(position.play(position.move_of_code(code))).get(squares[-1], "")
        for code, text, squares in zip(codes, texts, steps, strict=True)
        if squares and times[tuple(squares)] > 1
    }
    return dict(sorted(made.items(), key=lambda entry: _USUAL.get(entry[1].rpartition("-")[2], len(_USUAL))))


_USUAL = {"queen": 0, "knight": 1, "rook": 2, "bishop": 3}
"""The order in which promotions are offered, as usual in chess."""
