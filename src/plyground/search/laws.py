"""What must hold in every game, whatever its rules are: for our tests, and for ``plyground check GAME``.

A law looks at positions of a game and yields a sentence for each thing that is wrong. Uncompiled, numpy checks every
access to an array, so a game whose `max_moves` is too small is found out here instead of writing over other memory.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isclose
from traceback import extract_tb

import numpy as np

from plyground.core.errors import IllegalMove, InvalidNotation, PlygroundError
from plyground.core.evaluation import handmade
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color
from plyground.core.planes import index_of, move_at
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.core.rules import WIN_VALUE, count, generate, scratch
from plyground.kernel import compile as compiling
from plyground.kernel.words import turned
from plyground.search import perft, textbook

Check = Callable[[Game, Sequence[Position]], Iterator[str]]

BROKEN_TEXTS = ("", " ", "x", "w", "8/8/8 w", "\0", "w" * 20_000, "9" * 400 + " w", "é w", "/////// w 0")
BROKEN_MOVES = ("", "zz", "a1", "a1a1a1a1a1a1", "\0", "9" * 500, "é4")


@dataclass(frozen=True)
class Law:
    """What must hold, as a sentence, and the function that looks for what is wrong."""

    sentence: str
    check: Check

    def violations(self, game: Game, positions: Sequence[Position]) -> Iterator[str]:
        """Yield what is wrong; a failure of the game's own code is such a thing."""
        try:
            yield from self.check(game, positions)
        except PlygroundError as error:
            yield str(error)
        except Exception as error:  # noqa: BLE001 (the code of another package may fail in any way)
            yield _failure(error)


LAWS: list[Law] = []


def law(sentence: str) -> Callable[[Check], Check]:
    """Return a decorator that adds a function to the `LAWS`."""

    def add(check: Check) -> Check:
        LAWS.append(Law(sentence, check))
        return check

    return add


def _failure(error: Exception) -> str:
    """Return where the game's code has failed, and how."""
    place = extract_tb(error.__traceback__)[-1]
    hint = " (is `max_moves` too small?)" if isinstance(error, IndexError) else ""
    return f"{type(error).__name__} in {place.filename}, line {place.lineno}: {error}{hint}."


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


def random_positions(game: Game, number: int, seed: int = 1) -> list[Position]:
    """Return `number` positions out of random games, finished ones among them; the same for the same seed."""
    generator = random.Random(f"{game.name} {seed}")
    position = game.position()
    found: list[Position] = []
    while len(found) < number:
        if generator.random() < 0.5 or number < 20:
            found.append(position)
        codes = position.playable_moves.codes()
        if not codes:
            found.append(position)
            position = game.position()
            continue
        position = position.play(position.move_of_code(generator.choice(codes)))
    return found[:number]


@law("The text of the start is in its normal form.")
def start_is_normal(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check the start that the game declares."""
    if game.position().text != game.start:
        yield f"The start {game.start!r} is written {game.position().text!r}."


@law("Positions can be written as texts and read back.")
def texts_round_trip(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check positions, their texts, hashes and keys."""
    for position in [game.position(), *positions]:
        again = game.position(position.text)
        if again.text != position.text:
            yield f"{position.text!r} is read and written again as {again.text!r}."
        elif again != position or hash(again) != hash(position) or again.key != position.key:
            yield f"{position.text!r} is read as another position: its text leaves something out."


@law("There is room for every move, and counting agrees with listing.")
def counting_agrees(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `max_moves`, `count` and `generate` under each of the game's rules."""
    for position in positions:
        for rules in {position.rules, position.rules_for_perft, position.rules_for_playouts}:
            moves = scratch(rules)
            counted, listed = int(count(rules, position.words, moves)), int(generate(rules, position.words, moves))
            if counted != listed:
                yield f"In {position.text!r} `count` says {counted} and `generate` {listed}."
            if listed > rules.max_moves:
                yield f"In {position.text!r} there are {listed} moves, and `max_moves` is {rules.max_moves}."


@law("The moves are distinct, sorted as their texts, and can be read back.")
def moves_are_distinct_and_sorted(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check the texts of legal and of playable moves."""
    for position in positions:
        for moves in (position.legal_moves, position.playable_moves):
            texts = [move.text for move in moves]
            if not len(set(texts)) == len(texts) == moves.count() == len(moves):
                yield f"In {position.text!r} two moves have one text, or are counted differently: {' '.join(texts)}."
            if not game.scored and texts != sorted(texts):  # a game for points may have an order of its own
                yield f"In {position.text!r} the moves are not sorted as their texts: {' '.join(texts)}."
        for move in position.legal_moves:
            if position.move(move.text).code != move.code:
                yield f"In {position.text!r} the move {move} is read as another."
            if move not in position.legal_moves or move.text not in position.playable_moves:
                yield f"In {position.text!r} the move {move} is listed, but not playable."


@law("A position is over exactly when there is no move.")
def over_without_moves(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check outcomes against moves."""
    for position in positions:
        ongoing, movable = position.outcome is None, bool(position.legal_moves)
        if ongoing != movable or (position.outcome_text == "ongoing") != movable:
            yield f"{position.text!r} has {position.legal_moves.count()} moves and the outcome {position.outcome_text}."


@law("A move gives the other side the turn and leaves the position before it as it was.")
def playing_is_pure(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `play`."""
    for position in positions[::4]:
        before = position.words.copy()
        for move in list(position.legal_moves)[:5]:
            child = position.play(move)
            if child.turn != position.turn.other:
                yield f"After {move} in {position.text!r} the same side is to move."
            if child.key == position.key:
                yield f"{position.text!r} has the same key after {move}."
        if not (before == position.words).all():
            yield f"`play` has changed {position.text!r} itself."


@law("A key leaves out move counters and nothing else.")
def keys_ignore_counters(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check the layout of the last word."""
    for position in positions[::4]:
        counted = position.words.copy()
        counted[-1] += np.uint64(3 << 40)
        if Position(game, position.rules, counted).key != position.key:
            yield f"The key of {position.text!r} depends on a move counter."
        if Position(game, position.rules, turned(position.words)).key == position.key:
            yield f"{position.text!r} has the same key for either side to move."


@law("A mirrored position has mirrored moves and the same value for the side to move.")
def mirrored_is_the_same(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check games whose notation has `mirrored`."""
    notation = game.submodule("notation")
    if not hasattr(notation, "mirrored"):
        return
    for position in positions:
        rules, words = position.rules, position.words
        other = Position(game, rules, notation.mirrored(rules, words))
        expected = sorted(notation.mirrored_move(rules, words, move.code) for move in position.legal_moves)
        if other.turn != position.turn.other:
            yield f"{position.text!r} mirrored has the same side to move."
        if sorted(move.code for move in other.legal_moves) != expected:
            yield f"{position.text!r} mirrored, {other.text!r}, has other moves."
        for name, evaluation in game.evaluations.items():
            sign = -1 if evaluation.whites_view else 1
            here, there = sign * position.evaluate(name), other.evaluate(name)
            if not isclose(there, here, rel_tol=1e-6, abs_tol=1e-12):
                yield f"{name} of {position.text!r} is {here}, and {there} of its mirror image."


@law("Every evaluation stays below the value of a win.")
def evaluations_are_bounded(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check all evaluations, of positions that are not over."""
    for position in positions:
        for name in game.evaluations:
            if position.outcome is None and not abs(position.evaluate(name)) < WIN_VALUE:
                yield f"{name} of {position.text!r} is {position.evaluate(name)}; a win is worth {WIN_VALUE}."


@law("What the terms contribute adds up to the evaluation, and is the same for either side.")
def terms_add_up(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check games whose evaluation has `explain`."""
    evaluate, notation, sign = game.submodule("evaluate"), game.submodule("notation"), (1, -1)
    explain = getattr(evaluate, "explain", None)
    seen: set[str] = set()
    if explain is None:
        return
    for number, position in enumerate(positions):
        if position.outcome is not None:
            continue
        rows = explain(position.rules, position.words)
        seen |= {row.name for row in rows if row.white or row.black}
        total = sign[position.turn] * sum(row.white - row.black for row in rows)
        value = handmade(position.rules, position.words)
        if not abs(total - value) <= 1:
            yield f"The terms of {position.text!r} add up to {total}; its evaluation is {value}."
        if number % 4 == 0 and hasattr(notation, "mirrored"):
            mirrored = explain(position.rules, notation.mirrored(position.rules, position.words))
            if rows != [(row.name, row.black, row.white) for row in mirrored]:
                yield f"The terms of {position.text!r} are others on the mirrored board."
    if len(seen) <= 1:
        yield "No more than one term of the evaluation ever counts."


@law("A drawing shows every piece.")
def drawings_show_every_piece(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check ``draw.py``."""
    draw = game.submodule("draw")
    for position in positions[:3]:
        pieces, board = draw.pieces(position.rules, position.words), draw.board(position.rules)
        svg = position.svg()
        if not svg.startswith("<svg ") or svg.count("<use ") != len(pieces) or position._repr_svg_() != svg:
            yield f"The drawing of {position.text!r} does not show {len(pieces)} pieces."
        unknown = set(pieces.values()) - (set(draw.SYMBOLS) & set(draw.LETTERS))
        if unknown:
            yield f"SYMBOLS or LETTERS lack {', '.join(sorted(unknown))}."
        if not set(pieces) <= {name for row in board.rows for name in row}:
            yield f"In {position.text!r} a piece stands on a square that is not on the board."
        if len(str(position).splitlines()) != len(board.rows) + 1:
            yield f"The board of {position.text!r} as text does not have a line for each row."


@law("A move goes over squares of the board.")
def steps_are_squares(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `move_steps`."""
    notation, draw = game.submodule("notation"), game.submodule("draw")
    for position in positions[::4]:
        squares = {name for row in draw.board(position.rules).rows for name in row}
        for move in position.legal_moves:
            steps = notation.move_steps(position.rules, position.words, move.code)
            if not set(steps) <= squares:
                yield f"In {position.text!r} the move {move} goes over {', '.join(steps)}."


@law("A text that is no position or no move is refused in one sentence.")
def broken_texts_are_refused(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check what `parse_position` and `parse_move` do with nonsense."""
    for text in BROKEN_TEXTS:
        yield from _refused(text[:30], lambda text=text: game.position(text), (InvalidNotation,))  # type: ignore[misc]
    for text in BROKEN_MOVES:
        refusals = (InvalidNotation, IllegalMove)
        yield from _refused(text[:30], lambda text=text: game.position().play(text), refusals)  # type: ignore[misc]


def _refused(text: str, read: Callable[[], object], refusals: tuple[type[Exception], ...]) -> Iterator[str]:
    try:
        read()
    except refusals as error:
        if "\n" in str(error) or not str(error).endswith(".") or len(str(error)) >= 400:
            yield f"The refusal of {text!r} is not one sentence of less than 400 characters: {str(error)[:100]!r}."
    except Exception as error:  # noqa: BLE001 (the code of another package may fail in any way)
        yield f"{text!r} is not refused: {_failure(error)}"
    else:
        yield f"{text!r} is read as if it meant something."


@law("A record of a game can be written, read back, and taken back to its start.")
def records_round_trip(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `Record` with the game's texts."""
    record = Record(game, tags={"White": 'a "quoted" name', "Black": "b\\c"})
    for move in _line(game, 30):
        record.play(move, comment="a remark" if record.plies == 2 else "")
    again = Record.parse(record.text())
    same_moves = [move.code for move in again.moves] == [move.code for move in record.moves]
    if not same_moves or (again.text(), again.tags, again.comments) != (record.text(), record.tags, record.comments):
        yield f"A record is read back as another: {' '.join(map(str, record.moves))}."
    while record.undo():
        pass
    if record.position != game.position() or record.occurrences != 1:
        yield "A game that is taken back move by move does not end at its start."


def _line(game: Game, plies: int) -> list[Move]:
    """Return the moves of some game."""
    position, line = game.position(), []
    for seed in range(plies):
        codes = position.legal_moves.codes()
        if not codes:
            break
        line.append(position.move_of_code(codes[(seed * 7919) % len(codes)]))
        position = position.play(line[-1])
    return line


def _normal(position: Position) -> tuple[int, int]:
    """Return what identifies a position up to the exchange of the colours, with its counter of plies."""
    notation = position.game.submodule("notation")
    if position.turn is Color.BLACK and hasattr(notation, "mirrored"):
        position = Position(position.game, position.rules, notation.mirrored(position.rules, position.words))
    return position.key, position.quiet_plies


@law("Planes tell positions apart, and are the same on the mirrored board.")
def planes_determine_positions(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check games that have ``planes.py``."""
    if game.optional_submodule("planes") is None:
        return
    notation = game.submodule("notation")
    seen: dict[bytes, Position] = {}
    children = [position.play(move) for position in positions[::8] for move in list(position.playable_moves)[:12]]
    for position in [*positions, *children]:
        planes, shape = position.planes(), position.encoding.shape
        if planes.shape != shape or planes.dtype != np.uint8 or len(set(position.encoding.planes)) != shape[0]:
            yield f"The planes of {position.text!r} have the shape {planes.shape}, the encoding {shape}."
        other = seen.setdefault(planes.tobytes(), position)
        if _normal(other) != _normal(position):
            yield f"{other.text!r} and {position.text!r} have the same planes."
        if hasattr(notation, "mirrored"):
            mirrored = Position(game, position.rules, notation.mirrored(position.rules, position.words))
            if not np.array_equal(mirrored.planes(), planes):
                yield f"{position.text!r} and its mirror image {mirrored.text!r} have different planes."


def _ends(position: Position, code: int) -> tuple[str, ...]:
    """Return the squares on which a move begins and ends; a pass has none."""
    steps = position.steps(position.move_of_code(code))
    return (steps[0], steps[-1]) if steps else ()


@law("Every move has an index, and every index that a move has leads to a move.")
def indices_are_moves(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check games that have ``planes.py``; moves that share an index begin and end on the same squares."""
    if game.optional_submodule("planes") is None:
        return
    notation = game.submodule("notation")
    for position in positions[::3]:
        rules, words = position.rules_for_playouts, position.words
        found: dict[int, int] = {}
        mirrored = Position(game, rules, notation.mirrored(rules, words)) if hasattr(notation, "mirrored") else None
        codes = set(position.playable_moves.codes())
        for code in codes:
            index = index_of(position, code)
            first = found.setdefault(index, code)
            if not 0 <= index < position.encoding.indices:
                yield f"In {position.text!r} the move {position.move_of_code(code)} has the index {index}."
            elif first != code and _ends(position, first) != _ends(position, code):
                pair = f"{position.move_of_code(first)} and {position.move_of_code(code)}"
                yield f"In {position.text!r} the moves {pair} have the same index, {index}."
            if mirrored and index_of(mirrored, notation.mirrored_move(rules, words, code)) != index:
                yield f"In {position.text!r} the move {position.move_of_code(code)} has another index when mirrored."
        for index in found:
            code = int(move_at(rules, words, index, scratch(rules)))
            if code not in codes or index_of(position, code) != index:
                yield f"In {position.text!r} the index {index} leads to {code}, which is no move with that index."


@law("Perft is the same in one piece, move by move, and without counting in bulk.")
def perft_is_the_same(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check the three ways to count."""
    for position in positions[:4]:
        depth = 2 if compiling.JIT and position.legal_moves.count() < 300 else 1
        whole, single = perft.perft(position, depth), perft.perft(position, depth, bulk=False)
        divided = sum(leaves for _, leaves in perft.divide(position, depth))
        if not whole == single == divided:
            yield f"Perft {depth} of {position.text!r} is {whole}, {single} without bulk and {divided} divided."


@law("Minimax visits the positions that perft counts.")
def minimax_counts_what_perft_counts(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check it where no game ends on the way and perft counts by the same rules."""
    position = game.position()
    if position.rules == position.rules_for_perft:
        expected = sum(perft.perft(position, depth) for depth in range(3))
        nodes = textbook.search(position, 2).nodes
        if nodes != expected:
            yield f"Two plies of minimax visit {nodes} positions; perft counts {expected}."


@law("Alpha-beta finds what minimax finds, with no more positions.")
def alphabeta_is_minimax(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check textbook search."""
    depth = 3 if compiling.JIT and game.position().legal_moves.count() <= 100 else 2
    for position in positions[: 6 if compiling.JIT else 2]:
        full, pruned = textbook.search(position, depth), textbook.search(position, depth, alphabeta=True)
        if (pruned.value, pruned.move) != (full.value, full.move) or pruned.nodes > full.nodes:
            yield (
                f"In {position.text!r} minimax finds {full.move} worth {full.value} in {full.nodes} positions, "
                f"alpha-beta {pruned.move} worth {pruned.value} in {pruned.nodes}."
            )
