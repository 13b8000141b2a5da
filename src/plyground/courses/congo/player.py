"""The Congo assignment's two protocols, answered by our engine: the course's match helper, and an agent in a match.

Each function here takes lines and yields lines, one by one, so that it can sit between two pipes. The other side of the
tournament's protocol, which speaks to a program, is `plyground.programs.lines`.
"""

from collections.abc import Iterable, Iterator

from plyground.core.errors import InvalidNotation, PlygroundError, quote
from plyground.core.move import Move
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.courses.congo.format import Lines, read_position
from plyground.engine import Engine, Limits


def checker(lines: Iterable[str]) -> Iterator[str]:
    """Answer as the course's match helper.

    ``moves`` and a position line: all valid moves on one line. ``next``, a position line and a move line: the next
    position. The end of the input, or ``END``, stops it.
    """
    source = Lines(lines)
    game = get_game("congo")
    while (command := source.next()) not in {None, "END"}:
        if command == "":
            continue
        if command not in {"moves", "next"}:
            raise InvalidNotation(f"Line {source.number}: expected moves, next or END, not {quote(str(command))}.")
        position = read_position(game, source, source.expect(f"a position after {command!r}"))
        if command == "moves":
            yield " ".join(map(str, position.legal_moves))
        else:
            record = Record(game, position)
            _play_all(record, source, [source.expect("a move")])
            yield record.position.text


def _play_all(record: Record, source: Lines, moves: list[str]) -> None:
    for move in moves:
        try:
            record.play(move)
        except PlygroundError as error:
            raise source.with_line(error) from None


THINKING_SHARE = 0.85
"""Of the time for a move; the rest, and `PIPE_SECONDS`, is for the pipe and a slow machine."""
PIPE_SECONDS = 0.03
MAX_SECONDS = 10.0
"""More time finds little more."""


def tournament(lines: Iterable[str]) -> Iterator[str]:
    """Play as an agent in the course's tournament.

    ``newgame``; ``position TEXT``; ``moves M ...`` plays them; ``go SECONDS`` is answered with one move, which is
    played too (``none`` where the game is over); ``END`` or the end of the input stops.
    """
    source = Lines(lines)
    game = get_game("congo")
    record = Record(game)
    engine = Engine(game)
    engine.get_ready()
    while (line := source.next()) is not None:
        command, _, rest = line.partition(" ")
        if command == "END":
            break
        if command == "newgame":
            record = Record(game)
            engine.clear()
        elif command == "position":
            record = Record(game, read_position(game, source, rest))
        elif command == "moves":
            _play_all(record, source, rest.split())
        elif command == "go":
            move = _choose(engine, record, _seconds(source, rest))
            yield str(move) if move else "none"
            if move:
                record.play(move)
        elif command:
            raise InvalidNotation(
                f"Line {source.number}: expected newgame, position, moves, go or END, not {quote(command)}."
            )


def _seconds(source: Lines, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise InvalidNotation(f"Line {source.number}: the time {quote(text)} should be a number of seconds above 0.")
    return seconds


def _choose(engine: Engine, record: Record, seconds: float) -> Move | None:
    """Return the engine's move; None where there is none. A draw that only this project's rules see plays on."""
    limits = Limits(movetime=min(THINKING_SHARE * max(seconds - PIPE_SECONDS, 0.1 * seconds), MAX_SECONDS))
    return engine.play(record if record.outcome is None else record.position, limits)
