"""Positions that a proof shows, kept beside the endgame tables: what a side gets there, and by which move.

`plyground.solving.keeping` writes them once a proof is checked, into ``GAME/proved`` of the tables' folder. A file is a
magic line, a header in JSON, and for each claim of the proof (a side gets at least its target) three arrays with a
place for each position: its key, ascending (uint64); the proof's number (uint16), from which the move is known; and in
how many plies a win sets the rules' counter to 0 at the latest (uint16; 0 where that does not matter). The CRC-32 of
all that ends it. Arrays are mapped into memory, and a lookup is a binary search.
"""

import json
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.core.files import replace_file
from plyground.core.game import Game
from plyground.core.position import Position
from plyground.core.rules import NO_MOVE, ONGOING, generate, order, outcome, scratch
from plyground.endgame.store import user_folder
from plyground.endgame.tablefile import InvalidTable
from plyground.endgame.unusable import report_unusable
from plyground.kernel.words import Words, move_number, quiet_plies, state_word, turn

FOLDER, SUFFIX = "proved", ".positions"
MAGIC = b"plyground proved positions 1\n"
TYPES = "<u8", "<u2", "<u2"
MAX_FOLDERS = 16
_CHECKSUM_BYTES = 4


class KeptClaim(NamedTuple):
    """What a side gets at least, and the arrays that are described above."""

    side: int
    target: int
    keys: Any
    numbers: Any
    late: Any


class Known(NamedTuple):
    """What is proved of a position, for the side to move.

    Attributes
    ----------
    lower, upper
        Bounds of its utility: 1 a win, 0 a draw, -1 a loss; or points, None where nothing is proved.
    move
        The code of the move by which it gets `lower`; `NO_MOVE` where that needs none, or a table names it.
    """

    lower: int | None
    upper: int | None
    move: int


def folder_of(game: Game, folder: Path | None = None) -> Path:
    """Return where proved positions of a game are kept: in `folder`, without one in the user's."""
    return (folder or user_folder()) / game.name / FOLDER


def write_kept(path: Path, game: Game, claims: list[KeptClaim]) -> None:
    """Write claims to a file, whole or not at all."""
    about = {"game": game.name, "settings": dict(game.chosen), "claims": [_about(claim) for claim in claims]}
    header = MAGIC + json.dumps(about).encode() + b"\n"
    parts = [header + b" " * (-len(header) % 8)]
    for claim in claims:
        arrays = (claim.keys, claim.numbers, claim.late)
        body = b"".join(array.astype(kind).tobytes() for array, kind in zip(arrays, TYPES, strict=True))
        parts.append(body + bytes(-len(body) % 8))
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, [*parts, checksum.to_bytes(_CHECKSUM_BYTES, "little")])


def _about(claim: KeptClaim) -> tuple[int, int, int]:
    return claim.side, claim.target, len(claim.keys)


def look_up_proof(position: Position, folder: Path | None = None) -> Known | None:
    """Return what the kept proofs show of a position that is not over; None where that is nothing."""
    lower, upper = (None, None) if position.game.scored else (-1, 1)
    move, side, is_known = NO_MOVE, int(position.turn), False
    for claim in _claims_of(position.game, folder):
        place = int(np.searchsorted(claim.keys, np.uint64(position.key)))
        if place == len(claim.keys) or int(claim.keys[place]) != position.key:
            continue
        if not _comes_in_time(position, int(claim.late[place])):
            continue
        is_known = True
        if claim.side != side:
            upper = -claim.target if upper is None else min(upper, -claim.target)
        elif lower is None or claim.target > lower:
            lower, move = claim.target, _move_of(position, int(claim.numbers[place]))
    return Known(lower, upper, move) if is_known else None


def _comes_in_time(position: Position, late: int) -> bool:
    """Tell whether the counter does not end the game before the last ply of a win that it would prevent."""
    if late == 0:
        return True
    words: Words = position.words.copy()
    identity = (int(words[-1]) & 0xFF) >> 1
    words[-1] = state_word(turn(words), identity, quiet_plies(words) + late - 1, move_number(words))
    return bool(outcome(position.rules, words, scratch(position.rules)) == ONGOING)


def _move_of(position: Position, number: int) -> int:
    """Return the move that a proof's number names among the legal ones in the order of their texts."""
    moves = scratch(position.rules)
    size = int(generate(position.rules, position.words, moves))
    if not 1 <= number <= size:
        return NO_MOVE
    order(position.rules, position.words, moves, size)
    return int(moves[number - 1])


def _claims_of(game: Game, folder: Path | None) -> tuple[KeptClaim, ...]:
    place = folder_of(game, folder)
    try:
        changed = place.stat().st_mtime_ns
    except OSError:
        return ()
    return _open_all(game, place, changed)


@lru_cache(MAX_FOLDERS)
def _open_all(game: Game, place: Path, changed: int) -> tuple[KeptClaim, ...]:
    """Return the claims of all files in a folder; those that cannot be used are left out."""
    claims: list[KeptClaim] = []
    for path in sorted(place.glob(f"*{SUFFIX}")):
        try:
            claims.extend(_open(game, path))
        except InvalidTable as error:
            report_unusable(error)
    return tuple(claims)


def _open(game: Game, path: Path) -> Iterator[KeptClaim]:
    """Yield the claims of a file, unless they are about the game under other settings."""
    try:
        content = np.memmap(path, np.uint8, "r")
    except (OSError, ValueError):
        raise InvalidTable(f"The file {path} cannot be read.") from None
    body, checksum = content[:-_CHECKSUM_BYTES], content[-_CHECKSUM_BYTES:].tobytes()
    if (
        content[: len(MAGIC)].tobytes() != MAGIC
        or zlib.crc32(body.data).to_bytes(_CHECKSUM_BYTES, "little") != checksum
    ):
        raise InvalidTable(f"The file {path} is damaged: keep the proof once more.")
    with path.open("rb") as file:
        header = file.readline() + file.readline()
    about = json.loads(header[len(MAGIC) :])
    if (about["game"], about["settings"]) != (game.name, dict(game.chosen)):
        return
    at = -(-len(header) // 8) * 8
    for side, target, size in about["claims"]:
        ends = [at, *accumulate((size * np.dtype(kind).itemsize for kind in TYPES), initial=at)][1:]
        keys, numbers, late = (
            body[start:end].view(kind) for start, end, kind in zip(ends, ends[1:], TYPES, strict=False)
        )
        yield KeptClaim(side, target, keys, numbers, late)
        at = -(-ends[-1] // 8) * 8
