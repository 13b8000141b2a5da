"""What must hold of perft and of textbook search."""

from collections.abc import Iterator, Sequence

from plyground.core.game import Game
from plyground.core.position import Position
from plyground.kernel import compile as compiling
from plyground.search import perft, textbook
from plyground.search.laws.law import law


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


LAWS = (perft_is_the_same, minimax_counts_what_perft_counts, alphabeta_is_minimax)
"""The laws of this module."""
