"""The proofs in docs/proofs are those that docs/lab/knowledge.md names, and hold."""

import hashlib

import make_knowledge
import pytest

from plyground import get_game
from plyground.solving.checker import check, check_claim
from plyground.solving.proof import EXPECTED, OPEN, read
from plyground.solving.tables_asked import TablesAsked

KEPT = {cells[-1]: cells for cells in make_knowledge.solved() if cells[-1]}
PARTIAL = sorted(make_knowledge.PROOFS.glob("partial/*"))


def test_no_proof_is_left_out():
    assert {path.name for path in make_knowledge.PROOFS.glob("*.proof")} == set(KEPT)
    assert PARTIAL


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_proof_holds(name):
    game, position, _, value, *_, positions, digest, _ = KEPT[name]
    path = make_knowledge.PROOFS / name
    assert hashlib.sha256(path.read_bytes()).hexdigest() == digest
    checked = check(read(path))
    assert (checked.position.game.name, checked.position.text) == (game, position)
    assert (checked.value, checked.positions) == (value, int(positions))


@pytest.mark.parametrize("path", PARTIAL, ids=lambda path: path.stem)
def test_a_kept_partial_certificate_holds_but_for_what_it_leaves_open(path):
    proof = read(path)
    (claim,), (symbols,) = proof.claims, proof.symbols
    position = get_game(proof.game).with_settings(proof.settings).position(proof.position)
    assert check_claim(position, claim, symbols, TablesAsked(position.game), is_partial=True)
    left, expected = ((symbols == number).sum() for number in (OPEN, EXPECTED))
    said = (make_knowledge.PROOFS.parent / "lab" / "knowledge.md").read_text(encoding="utf-8").replace("\n", " ")
    assert f"(../proofs/partial/{path.name})" in said
    assert f"{len(symbols):,} positions, {left:,} of them open and {expected:,} expected to be won" in said
