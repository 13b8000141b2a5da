"""The rules of minichess: move generation, play and outcome, for both variants.

`minichess` is the assignment's game: every piece move is *playable*, even one that leaves the mover's king attacked;
capturing the king wins; a player without a safe move loses; pawns stay on their last rank. `gardner` is ordinary chess:
*legal* moves only, promotion, stalemate. Source: the project's minichess rules, which name the assignment behind each.

A position is four words, three of sets (`pieces`) and the state of `plyground.kernel.words`. Two sets share a word, so
a piece moves in both by one shift. A move is ``(start * 32 + target) * 8 + promotion``: moves sort as their texts do.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from plyground.core.rules import (
    BLACK_WINS,
    DRAW,
    NO_MOVE,
    ONGOING,
    WHITE_WINS,
    count,
    generate,
    is_position,
    outcome,
    outcome_code,
    play,
    sample,
)
from plyground.games.minichess.attacks import (
    BOARD,
    KING_REACH,
    KNIGHT_REACH,
    LAST_RANK,
    diagonal_reach,
    pawn_attacks_left,
    pawn_attacks_right,
    pawn_steps,
    straight_reach,
)
from plyground.games.minichess.pieces import HALF, Pieces, can_take_king, is_in_check, is_safe, pieces_of, shields
from plyground.kernel import kernel
from plyground.kernel.bits import ONE, ZERO, has, lowest, popcount, without_lowest
from plyground.kernel.random import below
from plyground.kernel.words import Moves, Words, move_number, quiet_plies, state_word, turn

TERMINATIONS = (
    "checkmate", "out of valid moves", "king captured", "no moves", "50 plies", "stalemate", "50 moves", "bare kings",
)  # fmt: skip
ENDINGS = {
    "checkmate": "{loser}'s king is attacked and cannot escape",
    "out of valid moves": "{loser} has no valid move",
    "king captured": "{winner} has taken {loser}'s king",
    "no moves": "none of {loser}'s pieces can move",
    "stalemate": "the side to move has no legal move and is not in check",
    "50 plies": "25 moves of each side without a capture or a pawn's move",
    "50 moves": "50 moves of each side without a capture or a pawn's move",
    "bare kings": "only the two kings are left",
}
"""What the reasons mean, for people."""
CHECKMATE, OUT_OF_VALID_MOVES, KING_CAPTURED, NO_MOVES, QUIET_PLIES, STALEMATE, QUIET_MOVES, BARE_KINGS = range(8)
ROYAL_CAPTURE = KING_CAPTURED
"""The reason that makes a threat a check, also to players that know nothing of chess."""

PROMOTIONS = "bnqr"
"""Promotion 1 to 4 of a move, in the order of the texts; 0 is none."""
BISHOP, KNIGHT, QUEEN, ROOK = 1, 2, 3, 4

GARDNER_QUIET_PLIES = 100
MAX_PLIES, MAX_NUMBER = 10**6, 10**9
"""The most quiet plies, and the largest number of a move, of any position."""
NEVER = 1 << 40
"""A number of quiet plies that no counter can reach."""

PAIR = np.uint64(0x1_0000_0001)
"""One square in both halves of a word."""
_BOARDS = BOARD | BOARD << HALF
_IDENTITY = np.uint64(0xFE)
"""The bits of the last word that no position of this game has."""


class Minichess(NamedTuple):
    """The rules of one variant.

    Attributes
    ----------
    gardner
        1 for the usual game, 0 for the assignment's.
    quiet_plies
        How many of them make a draw.
    bare_kings
        1 if two kings alone are a draw.
    playable
        1 to generate the playable moves instead of the legal ones (the assignment's game only).
    """

    gardner: int
    quiet_plies: int
    bare_kings: int
    playable: int

    @property
    def words(self) -> int:
        """The number of words of a position."""
        return 4

    @property
    def max_moves(self) -> int:
        """A bound that 24 queens and a king could not exceed, because the number of pieces is not limited."""
        return 400


def variant(name: str, settings: Mapping[str, str]) -> Minichess:
    """Return the rules of `minichess` or `gardner`."""
    if name == "gardner":
        return Minichess(gardner=1, quiet_plies=GARDNER_QUIET_PLIES, bare_kings=1, playable=0)
    return Minichess(gardner=0, quiet_plies=int(settings["quiet-plies"]), bare_kings=0, playable=0)


def for_perft(rules: Minichess) -> Minichess:
    """Perft counts playable moves; Gardner's looks at checkmate and stalemate only."""
    if rules.gardner:
        return rules._replace(quiet_plies=NEVER, bare_kings=0)
    return rules._replace(playable=1)


def for_playouts(rules: Minichess) -> Minichess:
    """Referees and random games use the playable moves."""
    return rules._replace(playable=1 - rules.gardner)


@kernel
def write_moves(moves: Moves, size: int, start: int, targets: np.uint64) -> int:
    """Append the moves from `start` to each of `targets`; return the new size."""
    while targets != ZERO:
        moves[size] = (start << 8) | (lowest(targets) << 3)
        size += 1
        targets = without_lowest(targets)
    return size


@kernel
def write_pawn_moves(moves: Moves, size: int, targets: np.uint64, step: int, promoting: np.uint64) -> int:
    """Append pawn moves to `targets`, each from `step` squares before; four of each on a `promoting` square."""
    while targets != ZERO:
        target = lowest(targets)
        move = ((target - step) << 8) | (target << 3)
        if has(promoting, target):
            for promotion in range(1, 5):
                moves[size] = move | promotion
                size += 1
        else:
            moves[size] = move
            size += 1
        targets = without_lowest(targets)
    return size


@kernel
def write_playable(game: Minichess, pieces: Pieces, movers: np.uint64, moves: Moves) -> int:
    """Write the moves of the mover's pieces among `movers`, ignoring king safety; return how many."""
    occupied = pieces.own | pieces.other
    size = 0
    pawns = pieces.pawns & movers
    side = pieces.turn
    promoting = LAST_RANK[side] if game.gardner != 0 else ZERO
    forward = 1 - 2 * side
    size = write_pawn_moves(moves, size, pawn_steps(pawns, side) & ~occupied, forward, promoting)
    size = write_pawn_moves(moves, size, pawn_attacks_left(pawns, side) & pieces.other, forward - 5, promoting)
    size = write_pawn_moves(moves, size, pawn_attacks_right(pawns, side) & pieces.other, forward + 5, promoting)
    rest = pieces.knights & movers
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, KNIGHT_REACH[square] & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.diagonal & movers
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, diagonal_reach(square, occupied) & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.straight & movers
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, straight_reach(square, occupied) & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.kings & movers
    while rest != ZERO:
        square = lowest(rest)
        size = write_moves(moves, size, square, KING_REACH[square] & ~pieces.own)
        rest = without_lowest(rest)
    return size


@kernel
def count_playable(game: Minichess, pieces: Pieces, movers: np.uint64) -> int:
    """Count what `write_playable` would write."""
    occupied = pieces.own | pieces.other
    pawns = pieces.pawns & movers
    side = pieces.turn
    steps = pawn_steps(pawns, side) & ~occupied
    left = pawn_attacks_left(pawns, side) & pieces.other
    right = pawn_attacks_right(pawns, side) & pieces.other
    size = popcount(steps) + popcount(left) + popcount(right)
    if game.gardner != 0:
        last = LAST_RANK[side]
        size += 3 * (popcount(steps & last) + popcount(left & last) + popcount(right & last))
    rest = pieces.knights & movers
    while rest != ZERO:
        size += popcount(KNIGHT_REACH[lowest(rest)] & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.diagonal & movers
    while rest != ZERO:
        size += popcount(diagonal_reach(lowest(rest), occupied) & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.straight & movers
    while rest != ZERO:
        size += popcount(straight_reach(lowest(rest), occupied) & ~pieces.own)
        rest = without_lowest(rest)
    rest = pieces.kings & movers
    while rest != ZERO:
        size += popcount(KING_REACH[lowest(rest)] & ~pieces.own)
        rest = without_lowest(rest)
    return size


@kernel
def is_any_safe(pieces: Pieces, moves: Moves, size: int) -> bool:
    """Tell whether one of the first `size` moves is safe."""
    for i in range(size):  # noqa: SIM110 (kernels have no generator expressions)
        if is_safe(pieces, moves[i]):
            return True
    return False


@kernel
def has_safe_move(game: Minichess, pieces: Pieces, moves: Moves) -> bool:
    """Tell whether a playable move is safe; `moves` is scratch."""
    if is_in_check(pieces):
        return is_any_safe(pieces, moves, write_playable(game, pieces, pieces.own, moves))
    # Out of check a piece that is neither king nor shield is always safe, and mostly a pawn or knight has a move.
    doubtful = pieces.kings | shields(pieces)
    if count_playable(game, pieces, pieces.own & ~doubtful) > 0:
        return True
    return is_any_safe(pieces, moves, write_playable(game, pieces, pieces.own & doubtful, moves))


@kernel
def keep_safe(pieces: Pieces, moves: Moves, size: int) -> int:
    """Keep the safe ones among the first `size` moves; return how many remain."""
    doubtful = BOARD if is_in_check(pieces) else pieces.kings | shields(pieces)
    kept = 0
    for i in range(size):
        move = moves[i]
        if not has(doubtful, move >> 8) or is_safe(pieces, move):
            moves[kept] = move
            kept += 1
    return kept


@kernel
def is_over_before_moving(game: Minichess, position: Words, pieces: Pieces) -> bool:
    """Tell whether the game is over whatever the moves are: a king is gone, or it is a draw by count."""
    if pieces.kings & pieces.own == ZERO or quiet_plies(position) >= game.quiet_plies:
        return True
    return game.bare_kings != 0 and popcount(pieces.own | pieces.other) == 2


@generate.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    pieces = pieces_of(position)
    if is_over_before_moving(game, position, pieces):
        return 0
    if game.playable != 0:
        if not has_safe_move(game, pieces, moves):
            return 0
        return write_playable(game, pieces, pieces.own, moves)
    return keep_safe(pieces, moves, write_playable(game, pieces, pieces.own, moves))


@count.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    pieces = pieces_of(position)
    if is_over_before_moving(game, position, pieces):
        return 0
    if game.playable != 0:
        return count_playable(game, pieces, pieces.own) if has_safe_move(game, pieces, moves) else 0
    if is_in_check(pieces):
        return keep_safe(pieces, moves, write_playable(game, pieces, pieces.own, moves))
    doubtful = pieces.kings | shields(pieces)
    size = write_playable(game, pieces, pieces.own & doubtful, moves)
    safe = count_playable(game, pieces, pieces.own & ~doubtful)
    for i in range(size):
        if is_safe(pieces, moves[i]):
            safe += 1
    return safe


@sample.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves, random: Words) -> int:
    # Only the moves drawn are tested for safety; drawing again after an unsafe one keeps the distribution uniform.
    pieces = pieces_of(position)
    if is_over_before_moving(game, position, pieces):
        return NO_MOVE
    size = write_playable(game, pieces, pieces.own, moves)
    if game.playable != 0 and size > 0:
        move = moves[below(random, size)]
        if is_safe(pieces, move) or is_any_safe(pieces, moves, size):
            return move
        return NO_MOVE
    while size > 0:
        i = below(random, size)
        move = moves[i]
        if is_safe(pieces, move):
            return move
        size -= 1
        moves[i] = moves[size]
    return NO_MOVE


@play.register(Minichess)
def _(game: Minichess, position: Words, move: int, child: Words) -> None:
    start, target, promotion = np.uint64(move >> 8), np.uint64((move >> 3) & 31), move & 7
    cleared = ~((PAIR << start) | (PAIR << target))
    captured = (position[0] >> target) & PAIR != ZERO
    pawn_moved = (position[1] >> start) & ONE != ZERO
    for i in range(3):
        child[i] = (position[i] & cleared) | (((position[i] >> start) & PAIR) << target)
    if promotion != 0:
        child[1] ^= ONE << target
        if promotion == KNIGHT:
            child[1] |= ONE << (target + HALF)
        else:
            diagonal = ONE if promotion != ROOK else ZERO
            straight = ONE << HALF if promotion != BISHOP else ZERO
            child[2] |= (diagonal | straight) << target
    side = turn(position)
    is_quiet = not captured and not (pawn_moved and game.gardner != 0)
    quiet = quiet_plies(position) + 1 if is_quiet else 0
    child[3] = state_word(1 - side, 0, quiet, move_number(position) + side)


@kernel
def loss_of(side: int, reason: int) -> int:
    """Return the outcome in which `side` has lost."""
    return outcome_code(BLACK_WINS if side == 0 else WHITE_WINS, reason)


@outcome.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> int:
    pieces = pieces_of(position)
    is_gardner = game.gardner != 0
    if pieces.kings & pieces.own == ZERO:
        return loss_of(pieces.turn, KING_CAPTURED)
    if not is_gardner and count_playable(game, pieces, pieces.own) == 0:
        return outcome_code(DRAW, NO_MOVES)
    if not has_safe_move(game, pieces, moves):
        if is_in_check(pieces):
            return loss_of(pieces.turn, CHECKMATE)
        return outcome_code(DRAW, STALEMATE) if is_gardner else loss_of(pieces.turn, OUT_OF_VALID_MOVES)
    if quiet_plies(position) >= game.quiet_plies:
        return outcome_code(DRAW, QUIET_MOVES if is_gardner else QUIET_PLIES)
    if game.bare_kings != 0 and popcount(pieces.own | pieces.other) == 2:
        return outcome_code(DRAW, BARE_KINGS)
    return ONGOING


@is_position.register(Minichess)
def _(game: Minichess, position: Words, moves: Moves) -> bool:
    if (position[0] | position[1] | position[2]) & ~_BOARDS != ZERO or position[3] & _IDENTITY != ZERO:
        return False
    it = pieces_of(position)
    leapers, sliders = it.pawns | it.knights, it.diagonal | it.straight
    if (
        it.own & it.other | it.pawns & it.knights | leapers & sliders | (leapers | sliders) & ~(it.own | it.other)
        != ZERO
    ):
        return False
    if quiet_plies(position) > MAX_PLIES or not 1 <= move_number(position) <= MAX_NUMBER:
        return False
    if it.kings & it.other == ZERO:
        return False
    if game.gardner == 0:
        return True
    white, black = position[0] & BOARD, position[0] >> HALF
    promoted = it.pawns & (white & LAST_RANK[0] | black & LAST_RANK[1])
    return it.kings & it.own != ZERO and promoted == ZERO and not can_take_king(position)
