"""Keeps what a proof shows for later lookups: by the engine, which plays it, and the app, which tells it.

>>> from plyground import get_game
>>> from plyground.solving.keeping import claims_to_keep
>>> from plyground.solving.solver import Solver
>>> solver = Solver(get_game("amazons").position("1q2/4/4/1Q2 w"))
>>> solver.solve().value
'win'
>>> [(claim.side, claim.target, len(claim.keys)) for claim in claims_to_keep(solver.proof())]
[(0, 1, 1216)]
"""

from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import PlygroundError
from plyground.core.registry import get_game
from plyground.endgame.kept_proofs import SUFFIX, KeptClaim, folder_of, write_kept
from plyground.kernel import kernel
from plyground.kernel.words import Words, key
from plyground.solving.checker import check_claim
from plyground.solving.hooks import can_be_drawn
from plyground.solving.positions import COUNT
from plyground.solving.proof import Proof
from plyground.solving.tables_asked import TablesAsked


@kernel
def list_keys(rows: Words, keys: Any) -> None:
    """Write the key of each position."""
    for i in range(len(keys)):
        keys[i] = key(rows[i])


def keep(proof: Proof, digest: str, folder: Path | None = None) -> Path:
    """Keep the positions of a proof that has been checked, whose file has this SHA-256; return the path.

    Raises
    ------
    PlygroundError
        If the file cannot be written.
    """
    game = get_game(proof.game).with_settings(proof.settings)
    path = folder_of(game, folder) / f"{digest[:16]}{SUFFIX}"
    try:
        write_kept(path, game, claims_to_keep(proof))
    except OSError as error:
        raise PlygroundError(f"The file {path} cannot be written: {error.strerror}.") from None
    return path


def claims_to_keep(proof: Proof) -> list[KeptClaim]:
    """Return each claim of a proof that holds, with the positions that it is about."""
    game = get_game(proof.game).with_settings(proof.settings)
    position, kept = game.position(proof.position), []
    for claim, symbols in zip(proof.claims, proof.symbols, strict=True):
        walked = check_claim(position, claim, symbols, TablesAsked(game))
        if walked is None:
            continue
        found, quiet = walked
        size = int(found.state[COUNT])
        keys = np.zeros(size, np.uint64)
        list_keys(found.rows[:size], keys)
        # of positions with the same key none is kept
        keys, rows, counts = np.unique(keys, return_index=True, return_counts=True)
        rows = rows[counts == 1]
        # where nobody draws, who does not lose wins
        target = claim.target if game.scored or can_be_drawn(position.rules) else 1
        kept.append(KeptClaim(claim.side, target, keys[counts == 1], found.symbols[rows], quiet[rows]))
    return kept
