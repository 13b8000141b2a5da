"""Checks proofs by the rules alone.

The checker walks through the positions of each claim, generates and plays the moves itself, and believes nothing that
the file says but which moves to look at. A claim of at least a draw holds if play can never leave the positions of the
proof but to an end that is good enough: play that goes round in them is a draw. For a win every walk must end, so no
position may lead back to itself; and the longest walk without a move that sets the rules' counter to 0 must end before
the counter draws the game.

Nothing here is shared with the search but the list of positions and the file's format. Bounds that a game knows without
a search come from `bounds_to_check`, which shares no code with those of the solver.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.registry import get_game
from plyground.core.rules import ONGOING, generate, order, outcome, play, scratch, utility
from plyground.kernel import kernel
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import BLACK, Moves, Words, quiet_plies, turn
from plyground.solving.hooks import LIMIT, Scratch, bounds_to_check, can_recur, new_scratch
from plyground.solving.positions import COUNT, NEXT, PositionList, add, find, new_list, with_room
from plyground.solving.proof import BY_TABLE, EXPECTED, HOLDS, Claim, InvalidProof, Proof, count_open
from plyground.solving.tables_asked import TablesAsked

DONE, FULL, NO_SUCH_MOVE, NOT_ENOUGH, TOO_MANY = range(5)
"""What a walk says."""
_FAULTS = {
    NO_SUCH_MOVE: "it names a move that is not there",
    NOT_ENOUGH: "it stops where nothing is settled, or the value is another",
    TOO_MANY: "there are positions that it says nothing about",
}
_IDENTITY = np.uint64(0xFF)
_COUNTER_SHIFT = np.uint64(8)


@kernel
def _start(position: Words, row: Words) -> None:
    """Copy a position without its counters."""
    for i in range(len(position)):
        row[i] = position[i]
    row[len(position) - 1] &= _IDENTITY


@kernel
def _is_settled(game: Any, claim: Moves, position: Words, known: Scratch, moves: Moves) -> bool:
    """Tell whether the side of `claim` (side, target) has its target in `position` by the rules or known bounds."""
    code = outcome(game, position, moves)
    if code != ONGOING:
        lower = utility(game, position, code)
        upper = lower
    else:
        lower, upper = bounds_to_check(game, position, known)
    return (-upper if claim[0] == BLACK else lower) >= claim[1]


@kernel
def walk(game: Any, claim: Moves, symbols: Any, found: PositionList, child: Words, known: Scratch, moves: Moves) -> int:
    """Look at the positions of a claim, in the order in which they are met; return `DONE`, `FULL` or what is wrong."""
    while found.state[NEXT] < found.state[COUNT]:
        i = found.state[NEXT]
        if i >= len(symbols):
            return TOO_MANY
        if found.state[COUNT] + len(moves) > len(found.rows):
            return FULL
        position = found.rows[i]
        symbol: Any = np.int64(symbols[i])
        found.symbols[i] = symbols[i]
        if symbol >= EXPECTED:
            if outcome(game, position, moves) != ONGOING:
                return NOT_ENOUGH
        elif symbol == 0:
            if not _is_settled(game, claim, position, known, moves):
                return NOT_ENOUGH
        elif outcome(game, position, moves) != ONGOING:
            return NOT_ENOUGH
        else:
            first, last = _list_moves(game, claim, position, symbol, moves)
            if first < 0:
                return NO_SUCH_MOVE
            for j in range(first, last):
                play(game, position, moves[j], child)
                _start(child, child)
                add(found, child)
        found.state[NEXT] += 1
    return DONE if found.state[COUNT] == len(symbols) else TOO_MANY


@kernel
def _list_moves(game: Any, claim: Moves, position: Words, symbol: int, moves: Moves) -> tuple[int, int]:
    """List the moves of a position, and return which of them the claim must answer for; -1 if there is no such."""
    size = generate(game, position, moves)
    if turn(position) != claim[0]:
        return (0, size) if symbol == 1 and size > 0 else (-1, -1)
    order(game, position, moves, size)
    return (symbol - 1, symbol) if symbol <= size else (-1, -1)


@kernel
def _holds_late(game: Any, claim: Moves, position: Words, moves: Moves) -> bool:
    """Tell whether a position is over, as the claim says, wherever the rules' counter stands."""
    last = len(position) - 1
    position[last] |= ~_IDENTITY
    code = outcome(game, position, moves)
    value = utility(game, position, code) if code != ONGOING else -LIMIT
    position[last] &= _IDENTITY
    return code != ONGOING and (-value if claim[0] == BLACK else value) >= claim[1]


@kernel
def measure(
    game: Any, claim: Moves, found: PositionList, plies: Moves, quiet: Moves, child: Words, moves: Moves
) -> int:
    """Go once through the positions, backwards; return how many have found out how long play from them can last.

    Parameters
    ----------
    plies
        For each position the most plies to the end, plus 1; 0 where that is not known yet.
    quiet
        The most plies from it, or later, without a move that sets the counter to 0.
    """
    settled = 0
    for i in range(found.state[COUNT] - 1, -1, -1):
        if plies[i] != 0:
            continue
        position = found.rows[i]
        symbol: Any = np.int64(found.symbols[i])
        longest, longest_quiet, is_known = 0, 0, True
        if symbol == 0:
            longest_quiet = 0 if _holds_late(game, claim, position, moves) else 1
        elif symbol < EXPECTED:
            first, last = _list_moves(game, claim, position, symbol, moves)
            position[len(position) - 1] |= np.uint64(1) << _COUNTER_SHIFT
            for j in range(first, last):
                play(game, position, moves[j], child)
                is_quiet = quiet_plies(child) != 0
                _start(child, child)
                row = found.places[find(found, child)]
                if plies[row] == 0:
                    is_known = False
                    break
                longest = max(longest, plies[row])
                longest_quiet = max(longest_quiet, quiet[row] + 1 if is_quiet else 1)
            position[len(position) - 1] &= _IDENTITY
        if is_known:
            plies[i], quiet[i] = longest + 1, longest_quiet
            settled += 1
    return settled


@kernel
def find_late_loss(game: Any, claim: Moves, found: PositionList, moves: Moves) -> int:
    """Return the row of a position in which the rules' counter makes the claim's side miss its target, -1 for none."""
    for i in range(found.state[COUNT]):
        position = found.rows[i]
        last = len(position) - 1
        position[last] |= ~_IDENTITY
        code = outcome(game, position, moves)
        value = utility(game, position, code) if code != ONGOING else claim[1]
        position[last] &= _IDENTITY
        if (-value if claim[0] == BLACK and code != ONGOING else value) < claim[1]:
            return i
    return -1


class LateWin(InvalidProof):
    """A win that the rules' counter prevents, as it was found: it comes too late, or play may go round in circles."""


@dataclass(frozen=True)
class Checked:
    """What a proof shows.

    Attributes
    ----------
    position
        The position it is about.
    value
        Its value, as `Proof.value`.
    positions
        How many positions were looked at.
    tables
        The materials of the tables that it rests on, and the SHA-256 of the files.
    by_table
        How many of the positions are settled by them.
    """

    position: Position
    value: str
    positions: int
    tables: dict[str, str]
    by_table: int


def check(proof: Proof, take: Callable[[Claim, PositionList, Moves], None] = lambda *walked: None) -> Checked:
    """Check a proof.

    Parameters
    ----------
    proof
        The proof.
    take
        Is called with each claim and what `check_claim` says of it, before all is known to hold.

    Raises
    ------
    InvalidProof
        If it does not show what it says.
    """
    try:
        game = get_game(proof.game).with_settings(proof.settings)
        position = game.position(proof.position)
    except PlygroundError as error:
        raise InvalidProof(f"The proof is about no position: {error}") from None
    warmup(position)
    asked = TablesAsked(game)
    for claim, symbols in zip(proof.claims, proof.symbols, strict=True):
        walked = check_claim(position, claim, symbols, asked)
        if walked is not None:
            take(claim, *walked)
    asked.verify()
    is_one = is_certificate(proof)
    if asked.digests != proof.tables and (is_one or proof.tables):
        raise InvalidProof(_other_tables(proof.tables, asked.digests))
    value = HOLDS[proof.claims[0].side] if is_one else value_of(position, proof.claims)
    if not value or value != proof.value:
        raise InvalidProof(f"The proof says {proof.value or 'nothing'}, but it shows {value or 'nothing exact'}.")
    by_table = sum(int((symbols == BY_TABLE).sum()) for symbols in proof.symbols)
    return Checked(position, value, sum(claim.positions for claim in proof.claims), asked.digests, by_table)


def _other_tables(named: dict[str, str], asked: dict[str, str]) -> str:
    """Say in which table those that a proof names differ from those that it rests on here."""
    text = next(text for text in {**asked, **named} if asked.get(text) != named.get(text))
    if text not in asked:
        return f"The proof names the table {text}, on which it does not rest."
    what = f"another than that here: its SHA-256 is not {asked[text]}" if text in named else "one that it does not name"
    return f"The proof rests on a table {text} that is {what}."


def is_certificate(proof: Proof) -> bool:
    """Tell whether a proof says that one side does not lose, and claims just that."""
    return proof.value in HOLDS and len(proof.claims) == 1 and proof.claims[0].target == 0


def value_of(position: Position, claims: tuple[Claim, ...]) -> str:
    """Return the value that the claims together leave, for the side to move; "" where they leave more than one."""
    side, scored = int(position.turn), position.game.scored
    lower = max([claim.target for claim in claims if claim.side == side], default=-LIMIT)
    upper = -max([claim.target for claim in claims if claim.side != side], default=-LIMIT)
    if not scored:
        lower, upper = max(lower, -1), min(upper, 1)
    if lower < upper:
        return ""
    return str(lower) if scored else {1: "win", 0: "draw", -1: "loss"}.get(lower, "")


def check_claim(
    position: Position, claim: Claim, symbols: Any, tables: TablesAsked, *, is_partial: bool = False
) -> tuple[PositionList, Moves] | None:
    """Check one claim about `position`, but for the tables that it rests on, which are only noted.

    Of a partial certificate, if it `is_partial`, positions may be left unproved.

    Returns
    -------
    found, quiet
        The claim's positions, and of a win in how many plies at most each sets the rules' counter to 0, else 0; None
        where `position` is over.
    """
    rules, asked = position.rules, np.array([claim.side, claim.target], np.int64)
    moves, known, child = scratch(rules), new_scratch(rules), np.zeros_like(position.words)
    if position.outcome is not None:  # by the counter, perhaps, which is taken out of the positions below
        if symbols.tolist() != [0] or not _is_settled(rules, asked, position.words, known, moves):
            raise InvalidProof(f"The proof does not hold at {position.text!r}: {_FAULTS[NOT_ENOUGH]}.")
        return None
    left = count_open(symbols)
    if left and not is_partial:
        raise InvalidProof(f"The certificate is partial: {left} of its {len(symbols)} positions are not proved.")
    found = new_list(len(position.words))
    _start(position.words, child)
    add(found, child)
    while True:
        found = with_room(found, len(moves))
        said = walk(rules, asked, symbols, found, child, known, moves)
        if said == DONE:
            break
        if said != FULL:
            at = Position(position.game, rules, found.rows[found.state[NEXT]].copy())
            raise InvalidProof(f"The proof does not hold at {at.text!r}: {_FAULTS[said]}.")
    size = int(found.state[COUNT])
    plies, quiet = np.zeros((2, size), np.int64)
    at_tables = np.flatnonzero(found.symbols[:size] == BY_TABLE)
    plies[at_tables] = 1
    quiet[at_tables] = tables.distances(rules, found.rows[at_tables], claim)
    if not position.game.scored and claim.target <= 0:
        late = find_late_loss(rules, asked, found, moves)
        if late >= 0:
            at = Position(position.game, rules, found.rows[late].copy())
            raise InvalidProof(f"The proof does not hold at {at.text!r}: the rules' counter may decide against it.")
    if claim.target > 0 and positions_recur(position.game):
        _check_that_it_ends(position, asked, found, plies, quiet)
    else:
        quiet[:] = 0
    return found, quiet


def _check_that_it_ends(position: Position, asked: Moves, found: PositionList, plies: Moves, quiet: Moves) -> None:
    """Raise `InvalidProof` unless every walk ends, and in time for the rules' counter; arrays as in `measure`."""
    moves, child = scratch(position.rules), np.zeros_like(position.words)
    while measure(position.rules, asked, found, plies, quiet, child, moves):
        pass
    if not plies.all():
        raise LateWin("The proof of a win leads back to a position it came from.")
    # before the last ply of the longest walk, which sets the counter to 0 or ends the game
    highest = max(int(quiet.max()), position.quiet_plies + int(quiet[0])) - 1
    late = position.words.copy()
    late[-1] = (late[-1] & _IDENTITY) | np.uint64(max(0, highest)) << _COUNTER_SHIFT
    if outcome(position.rules, late, moves) != ONGOING:
        raise LateWin("The win that was found does not come in time for the rules' counter.")


def warmup(position: Position) -> None:
    """Compile what checking takes, or load it from the cache."""

    def build() -> None:
        rules, words = position.rules, position.words
        moves, known, child = scratch(rules), new_scratch(rules), np.zeros_like(words)
        asked, found = np.array([0, 1], np.int64), new_list(len(words))
        walk(rules, asked, np.zeros(1, np.uint16), found, child, known, moves)
        plies, quiet = np.zeros((2, 1), np.int64)
        measure(rules, asked, found, plies, quiet, child, moves)
        find_late_loss(rules, asked, found, moves)
        with_room(found, len(found.rows))
        can_recur(rules)

    load_bounds(position.game)
    ensure_ready(f"{position.game.family} checker", f"{position.game.title} proof checker", build)


def positions_recur(game: Game) -> bool:
    """Tell whether positions of a game can come again, so that play need not end."""
    load_bounds(game)
    return not game.scored and bool(can_recur(game.rules))


def load_bounds(game: Game) -> None:
    """Load what the game knows without a search, before any kernel that asks is compiled."""
    game.optional_submodule("endgame")
