"""What must hold of the planes and actions that learners see."""

from collections.abc import Iterator, Sequence

import numpy as np

from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.planes import index_of, move_at
from plyground.core.position import Position
from plyground.core.rules import scratch
from plyground.search.laws.law import law


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


LAWS = (planes_determine_positions, indices_are_moves)
"""The laws of this module."""
