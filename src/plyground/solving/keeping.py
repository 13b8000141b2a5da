"""Keeps what a proof shows for later lookups: by the engine, which plays it, and the app, which tells it.

>>> from plyground import get_game
>>> from plyground.solving.keeping import claims_to_keep
>>> from plyground.solving.solver import Solver
>>> solver = Solver(get_game("amazons").position("1q2/4/4/1Q2 w"))
>>> solver.solve().value
'win'
>>> [(claim.side, claim.target, len(claim.keys)) for claim in claims_to_keep(solver.proof())[1]]
[(0, 1, 1216)]
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.endgame.kept_proofs import SUFFIX, KeptClaim, folder_of, write_kept
from plyground.kernel import kernel
from plyground.kernel.words import Moves, Words, key
from plyground.solving.checker import Checked, check
from plyground.solving.hooks import can_be_drawn
from plyground.solving.positions import COUNT, PositionList
from plyground.solving.proof import Claim, Proof


@kernel
def list_keys(rows: Words, keys: Any) -> None:
    """Write the key of each position."""
    for i in range(len(keys)):
        keys[i] = key(rows[i])


def keep(
    proof: Proof, digest: str, folder: Path | None = None, tell: Callable[[Checked], None] = lambda checked: None
) -> Path:
    """Check a proof and keep its positions; return the path.

    Parameters
    ----------
    proof
        The proof.
    digest
        The SHA-256 of its file.
    folder
        Where proofs are kept; without it, where the engine looks.
    tell
        Is called with what the proof shows, before anything is written.

    Raises
    ------
    InvalidProof
        If it does not show what it says.
    PlygroundError
        If the file cannot be written.
    """
    checked, claims = claims_to_keep(proof)
    tell(checked)
    game = checked.position.game
    path = folder_of(game, folder) / f"{digest[:16]}{SUFFIX}"
    try:
        write_kept(path, game, claims)
    except OSError as error:
        raise PlygroundError(f"The file {path} cannot be written: {error.strerror}.") from None
    return path


def claims_to_keep(proof: Proof) -> tuple[Checked, list[KeptClaim]]:
    """Check a proof; return what it shows, and each of its claims with the positions that it is about."""
    kept = list[KeptClaim]()

    def take(claim: Claim, found: PositionList, quiet: Moves) -> None:
        size = int(found.state[COUNT])
        keys = np.zeros(size, np.uint64)
        list_keys(found.rows[:size], keys)
        # of positions with the same key none is kept
        keys, rows, counts = np.unique(keys, return_index=True, return_counts=True)
        rows = rows[counts == 1]
        kept.append(KeptClaim(claim.side, claim.target, keys[counts == 1], found.symbols[rows], quiet[rows]))

    checked = check(proof, take)
    position = checked.position
    if not position.game.scored and not can_be_drawn(position.rules):  # who does not lose wins
        kept = [each._replace(target=1) for each in kept]
    return checked, kept
