"""The proofs in docs/proofs are those that docs/lab/knowledge.md names, and hold."""

import hashlib

import make_knowledge
import pytest

from plyground.solving.checker import check
from plyground.solving.proof import read

KEPT = {cells[-1]: cells for cells in make_knowledge.solved() if cells[-1]}


def test_no_proof_is_left_out():
    assert {path.name for path in make_knowledge.PROOFS.glob("*")} == set(KEPT)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_proof_holds(name):
    game, position, _, value, *_, positions, digest, _ = KEPT[name]
    path = make_knowledge.PROOFS / name
    assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
    checked = check(read(path))
    assert (checked.position.game.name, checked.position.text) == (game, position)
    assert (checked.value, checked.positions) == (value, int(positions))
