"""Tables of all positions of a game that is small enough: built backwards from the ends, asked, and checked.

A game offers an index of its positions (`plyground.endgame.hooks`). `build` visits every position once to see whether
its game is over and to count its moves, and then goes through the distances: a position that is lost in d plies makes
every position a move before it a win in d + 1; one that is won takes a move off the count of those before it, and where
none is left, that one is lost. What remains is drawn: neither side can force anything, and play need not end.

A value is one byte: 0 for a draw, ``n + 1`` for a win or a loss in n plies (an odd n is a win for the side to move),
`HOLE` for the index of no position.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import InvalidSetting, PlygroundError
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.rules import DRAW, ONGOING, count, generate, outcome, play, result_of, scratch
from plyground.endgame.hooks import list_unplays, set_up_whole, unplay, whole_index
from plyground.endgame.store import user_folder
from plyground.endgame.tablefile import SUFFIX, BlockCache, InvalidTable, TableFile, write_table
from plyground.kernel import kernel
from plyground.kernel.ready import ensure_ready
from plyground.kernel.words import Moves, Words, turn

HOLE = 255
DRAWN = 0
MAX_PLIES = HOLE - 2
NAME = "all"
_SAMPLES = 512
_FEW = 5000
"""A game of more positions is said to have too many, where it has no index of them."""
_WRONG = -1


@kernel
def begin(game: Any, values: Any, left: Any, position: Words, moves: Moves) -> int:
    """Settle the positions whose game is over, and count the moves of the others.

    Returns
    -------
    `_WRONG` where a game ends with a draw or a win of the side to move, for which there is no value; else 0.
    """
    for index in range(len(values)):
        values[index] = DRAWN
        if not set_up_whole(game, index, position):
            values[index] = HOLE
            continue
        code = outcome(game, position, moves)
        if code == ONGOING:
            left[index] = count(game, position, moves)
            continue
        if result_of(code) == DRAW or result_of(code) == turn(position) + 1:
            return _WRONG
        values[index] = 1
    return 0


@kernel
def hand_on(game: Any, values: Any, left: Any, plies: int, position: Words, earlier: Words, moves: Moves) -> int:
    """Hand on what is settled in `plies` to the positions a move before it; return how many there were."""
    found = 0
    for index in range(len(values)):
        if values[index] != plies + 1:
            continue
        found += 1
        set_up_whole(game, index, position)
        for i in range(list_unplays(game, position, moves)):
            unplay(game, position, moves[i], earlier)
            before = whole_index(game, earlier)
            if values[before] != DRAWN:
                continue
            if plies % 2 == 0:
                values[before] = plies + 2
            else:
                left[before] -= 1
                if left[before] == 0:
                    values[before] = plies + 2
    return found


@kernel
def first_wrong(
    game: Any, values: Any, start: int, stop: int, position: Words, child: Words, moves: Moves, listed: Moves
) -> int:
    """Return the first index from `start` to `stop` whose value is not what its moves lead to, -1 if there is none."""
    for index in range(start, stop):
        if not set_up_whole(game, index, position):
            if values[index] != HOLE:
                return index
            continue
        quickest_win, longest_loss, has_draw = 0, 0, False
        if outcome(game, position, listed) == ONGOING:
            for i in range(generate(game, position, moves)):
                play(game, position, moves[i], child)
                value: Any = np.int64(values[whole_index(game, child)])
                if value == DRAWN:
                    has_draw = True
                elif value % 2 == 1 and (quickest_win == 0 or value < quickest_win):
                    quickest_win = value
                elif value % 2 == 0:
                    longest_loss = max(longest_loss, value)
        if quickest_win != 0:
            expected = quickest_win + 1
        else:
            expected = DRAWN if has_draw else longest_loss + 1
        if values[index] != expected:
            return index
    return -1


@dataclass(frozen=True)
class Facts:
    """What there is in a table of all positions.

    Attributes
    ----------
    positions, won, drawn, lost
        How many, for the side to move.
    longest
        The most plies to a win.
    position
        The text of such a position.
    """

    positions: int
    won: int
    drawn: int
    lost: int
    longest: int
    position: str


def size_of(game: Game) -> int | None:
    """Return how many indices the table of all positions of a game has, None where there is no such table."""
    module = game.optional_submodule("endgame")
    if module is None or not hasattr(module, "whole_size"):
        return None
    found: int | None = module.whole_size(game.rules)
    return found


def path_of(game: Game, folder: Path | None = None) -> Path:
    """Return where the table of a game is, or would be: in `folder`, without one in the user's."""
    return (folder or user_folder()) / game.name / f"{NAME}{SUFFIX}"


def build(game: Game, tell: Callable[[int, int], None]) -> tuple[Any, Facts]:
    """Build the table of all positions and write its file.

    Parameters
    ----------
    game
        Of which `size_of` is not None.
    tell
        Called with each distance in plies, and how many positions are settled at it.

    Raises
    ------
    InvalidSetting
        If the game has no such table.
    InvalidTable
        If the file cannot be written.
    """
    size = size_of(game)
    if size is None:
        raise InvalidSetting(f"There is no table of all positions of {game.name}: {_why_not(game)}")
    warmup(game)
    rules, moves = game.rules, scratch(game.rules)
    position, earlier = np.zeros((2, rules.words), np.uint64)
    values, left = np.zeros((2, size), np.uint8)
    if begin(rules, values, left, position, moves) == _WRONG:
        raise PlygroundError(f"A game of {game.name} can end in a way that its table has no value for.")
    plies = 0
    while found := int(hand_on(rules, values, left, plies, position, earlier, moves)):
        tell(plies, found)
        plies += 1
        if plies > MAX_PLIES:
            raise PlygroundError(f"Games of {game.name} take more than {MAX_PLIES} plies, too many for its table.")
    facts = facts_of(game, values)
    write_table(path_of(game), values.astype(np.int16), _header(game, facts))
    return values, facts


def _why_not(game: Game) -> str:
    """Return why a game has no table of all positions: a small one only lacks an index of them."""
    start = game.position()
    waiting, seen = [start], {start.key}
    while waiting:
        position = waiting.pop()
        for move in position.legal_moves:
            child = position.play(move)
            if child.key not in seen:
                seen.add(child.key)
                waiting.append(child)
        if len(seen) > _FEW:
            return "it has too many."
    many = f"{len(seen)} positions can come up" if len(seen) > 1 else "one position can come up"
    return (
        f"only {many}, but the game's endgame.py has no index of them (whole_size, whole_index, set_up_whole). "
        f"`plyground solve {game.name}` proves what a position is worth."
    )


def facts_of(game: Game, values: Any) -> Facts:
    """Count what is in a table."""
    by_value = np.bincount(values, minlength=HOLE + 1)
    won, lost = int(by_value[2:HOLE:2].sum()), int(by_value[1:HOLE:2].sum())
    wins = np.flatnonzero(by_value[2:HOLE:2])
    longest = 2 * int(wins[-1]) + 1 if wins.size else 0
    words = np.zeros(game.rules.words, np.uint64)
    set_up_whole(game.rules, int(np.argmax(values == longest + 1)), words)
    text = Position(game, game.rules, words).text
    return Facts(won + lost + int(by_value[0]), won, int(by_value[0]), lost, longest, text)


def _header(game: Game, facts: Facts) -> dict[str, Any]:
    counts = {"won": facts.won, "lost": facts.lost, "drawn": facts.drawn, "cursed": 0, "saved": 0}
    return {
        "game": game.name,
        "material": NAME,
        "metric": "dtw",
        "limit": None,
        "rules": rules_digest(game),
        "counts": {"white": counts, "black": counts},
        "longest_win": facts.longest,
        "longest_position": facts.position,
        "reach": facts.longest,
        "has_cursed": False,
        "made_by": f"plyground {version('plyground')}",
    }


def rules_digest(game: Game) -> str:
    """Return 16 hexadecimal digits for what the rules say of positions spread over the table."""
    size = size_of(game) or 0
    words = np.zeros(game.rules.words, np.uint64)
    state = hashlib.sha256(f"{game.name} {size}".encode())
    for sample in range(_SAMPLES):
        if set_up_whole(game.rules, sample * size // _SAMPLES, words):
            position = Position(game, game.rules, words)
            moves = " ".join(map(str, position.legal_moves))
            state.update(f"{position.text} {position.outcome_text} {moves}\n".encode())
    return state.hexdigest()[:16]


def open_table(game: Game, path: Path, cache: BlockCache) -> TableFile:
    """Open the table of a game at `path`.

    Raises
    ------
    InvalidTable
        If the file is damaged, or of other rules.
    """
    warmup(game)
    table = TableFile(path, cache)
    if (table.header.game, table.header.material) != (game.name, NAME) or table.header.rules != rules_digest(game):
        raise InvalidTable(f"The table file {path} was built by other rules. Delete it and build it again.")
    return table


def load(game: Game) -> Any | None:
    """Return the values of all positions, uint8; None where the table was not built.

    Raises
    ------
    InvalidTable
        If the file is damaged, or of other rules.
    """
    if size_of(game) is None or not path_of(game).exists():
        return None
    return open_table(game, path_of(game), BlockCache(1)).values().astype(np.uint8)


def verify(game: Game, values: Any) -> str:
    """Check every position against its moves; return what is wrong, "" where nothing is."""
    rules, listed = game.rules, scratch(game.rules)
    position, child = np.zeros((2, rules.words), np.uint64)
    index = int(first_wrong(rules, values, 0, len(values), position, child, scratch(rules), listed))
    if index < 0:
        return ""
    set_up_whole(rules, index, position)
    return f"{Position(game, rules, position).text!r} has the value {values[index]}, which its moves do not lead to."


def warmup(game: Game) -> None:
    """Compile what building, asking and checking takes, or load it from the cache."""

    def compile_all() -> None:
        rules, moves, listed = game.rules, scratch(game.rules), scratch(game.rules)
        position, child = np.zeros((2, rules.words), np.uint64)
        values, left = np.zeros((2, 2), np.uint8)
        begin(rules, values, left, position, moves)
        hand_on(rules, values, left, MAX_PLIES + 1, position, child, moves)
        first_wrong(rules, values, 0, 0, position, child, moves, listed)
        whole_index(rules, game.position().words)
        set_up_whole(rules, 0, position)

    game.optional_submodule("endgame")  # which registers the kernels' answers
    ensure_ready(f"{game.family} whole table", f"{game.title} table of all positions", compile_all)
