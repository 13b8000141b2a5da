"""What must hold of moves: of their list, of playing them, and on the mirrored board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isclose

import numpy as np

from plyground.core.events import events
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.rules import count, generate, scratch
from plyground.kernel.words import turned
from plyground.search.laws.law import law


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
def same_when_mirrored(game: Game, positions: Sequence[Position]) -> Iterator[str]:
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


@law("What happens at a move is told in sentences, of squares of the board and men that stood on it.")
def events_are_told(game: Game, positions: Sequence[Position]) -> Iterator[str]:
    """Check `plyground.core.events`."""
    for position in positions[::4]:
        board = game.submodule("draw").board(position.rules)
        squares, men = {name for row in board.rows for name in row}, Counter(position.pieces.values())
        for move in list(position.legal_moves)[:10]:
            found = events(position, move)
            for event in found:
                if not (event.kind.islower() and event.text[:1].isupper() and event.text.endswith(".")):
                    yield f"What happens at {move} in {position.text!r} is not told: {event}."
                if not squares.issuperset(event.squares):
                    yield f"At {move} in {position.text!r} something happens beside the board: {event}."
            if Counter(man for event in found for man in event.men) - men:
                yield f"At {move} in {position.text!r} men leave the board that were not there."


LAWS = (
    events_are_told,
    counting_agrees,
    moves_are_distinct_and_sorted,
    over_without_moves,
    playing_is_pure,
    keys_ignore_counters,
    same_when_mirrored,
)
"""The laws of this module."""
