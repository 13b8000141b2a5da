"""The checker believes nothing: not a proof that was tampered with, however well its checksum fits."""

import hashlib
import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from plyground import get_game
from plyground.solving import proof as proofs
from plyground.solving.checker import DONE, _check_that_it_ends, check, walk
from plyground.solving.hooks import new_scratch
from plyground.solving.positions import add, new_list
from plyground.solving.proof import BY_TABLE, MAGIC, Claim, InvalidProof, Proof, read, write
from plyground.solving.solver import Solver
from solving.graph_game import DEGREE, Graph, words_of


@pytest.fixture(scope="module")
def amazons():
    return proved("amazons", "*q2/4/4/1QQ* w")


@pytest.fixture(scope="module")
def draw():
    return proved("gardner", "k4/p4/P4/5/K4 w - - 0 1")


def proved(game, text):
    solver = Solver(get_game(game).position(text), memory=8)
    solver.solve()
    return solver.proof()


def changed(proof, part, place, symbol):
    symbols = [each.copy() for each in proof.symbols]
    symbols[part][place] = symbol
    return replace(proof, symbols=tuple(symbols))


def test_every_position_of_a_proof_matters(amazons):
    """Each number of the proof set to 0, and each move to the next one: hardly any is a proof still."""
    assert check(amazons).value == amazons.value
    symbols = amazons.symbols[0]
    inner = np.flatnonzero(symbols)[:40]
    for place in inner:
        with pytest.raises(InvalidProof):
            check(changed(amazons, 0, place, 0))
        with pytest.raises(InvalidProof):
            check(changed(amazons, 0, place, 5000))
        with pytest.raises(InvalidProof):
            check(changed(amazons, 0, place, BY_TABLE))
    for place in np.flatnonzero(symbols == 0)[:20]:
        with pytest.raises(InvalidProof):
            check(changed(amazons, 0, place, 1))


def test_a_proof_that_is_too_short_or_too_long(amazons):
    for symbols in (amazons.symbols[0][:-1], np.append(amazons.symbols[0], np.uint16(0))):
        with pytest.raises(InvalidProof, match="it says nothing about"):
            check(replace(amazons, symbols=(symbols,)))


def test_a_proof_of_another_position_or_value(amazons, draw):
    with pytest.raises(InvalidProof):
        check(replace(amazons, position="1q2/4/4/2Q1 w"))
    with pytest.raises(InvalidProof, match="says loss, but it shows win"):
        check(replace(amazons, value="loss"))
    with pytest.raises(InvalidProof, match="is about no position"):
        check(replace(amazons, position="nonsense"))
    with pytest.raises(InvalidProof, match="is about no position"):
        check(replace(amazons, game="chess"))
    assert check(draw).value == "draw"
    with pytest.raises(InvalidProof, match="says draw, but it shows nothing exact"):
        check(replace(draw, claims=draw.claims[:1], symbols=draw.symbols[:1]))


def test_a_draw_is_no_win(draw):
    claims = tuple(replace(claim, target=1) for claim in draw.claims)
    with pytest.raises(InvalidProof):
        check(replace(draw, claims=claims, value="win"))


def test_a_win_may_not_go_round_in_circles():
    """Two nodes that lead to each other: every move is there, but the end is not."""
    graph = Graph(np.array([[1, -1, -1], [0, -1, -1]]), np.zeros(2, np.int64))
    position = SimpleNamespace(rules=graph, words=words_of(0, 0), quiet_plies=0)
    claim, found = np.array([0, 1]), new_list(2)
    add(found, position.words)
    child, moves = np.zeros(2, np.uint64), np.zeros(DEGREE, np.int64)
    assert walk(graph, claim, np.array([1, 1], np.uint16), found, child, new_scratch(graph), moves) == DONE
    with pytest.raises(InvalidProof, match="leads back"):
        _check_that_it_ends(position, claim, found, *np.zeros((2, 2), np.int64))


def test_a_win_has_to_come_in_time_for_the_counter():
    position = get_game("gardner").position("5/5/2k2/Q4/K4 w - - 95 60")
    claim = Claim(0, 1, 1)
    proof = Proof(
        game="gardner",
        settings={},
        position=position.text,
        value="win",
        claims=(claim,),
        symbols=(np.array([BY_TABLE], np.uint16),),
    )
    with pytest.raises(InvalidProof, match="does not come in time"):
        check(proof)
    assert check(replace(proof, position=position.text.replace("95", "80"))).value == "win"
    assert set(check(replace(proof, position=position.text.replace("95", "80"))).tables) == {"KQvK"}


@pytest.mark.parametrize(
    "changed",
    [
        b"[1]",
        b"5",
        b"null",
        b"[" * 300_000,
        {"claims": [{"side": 0, "target": 10**30, "positions": 1}]},
        {"claims": [{"side": 2, "target": 1, "positions": 1}]},
        {"claims": [{"side": 0, "target": float("inf"), "positions": 1}]},
        {"claims": [{"side": 0, "target": 1, "positions": 10**12}]},
        {"claims": []},
        {"claims": None},
        {"settings": []},
        {"tables": [1]},
        {"format": 2},
    ],
)
def test_a_header_that_says_nothing_sensible_is_a_sentence(amazons, tmp_path, changed):
    path = tmp_path / "a.proof"
    write(amazons, path)
    content = path.read_bytes()[:-32]
    begin = len(MAGIC) + 4
    end = begin + int.from_bytes(content[len(MAGIC) : begin], "little")
    facts = json.loads(content[begin:end])
    header = changed if isinstance(changed, bytes) else json.dumps({**facts, **changed}).encode()
    content = MAGIC + len(header).to_bytes(4, "little") + header + content[end:]
    path.write_bytes(content + hashlib.sha256(content).digest())
    with pytest.raises(InvalidProof, match=r"^The proof .*a\.proof cannot be understood: .*\.$"):
        read(path)


def test_a_proof_without_claims_is_refused(amazons, tmp_path):
    path = tmp_path / "a.proof"
    write(replace(amazons, claims=(), symbols=(np.zeros(0, np.uint16),)), path)
    with pytest.raises(InvalidProof, match=r"cannot be understood: it claims nothing\.$"):
        read(path)


def test_files(amazons, tmp_path):
    path = tmp_path / "a.proof"
    digest = write(amazons, path)
    assert len(digest) == 64
    again = read(path)
    assert check(again) == check(amazons)
    assert replace(again, symbols=()) == replace(amazons, symbols=())
    content = path.read_bytes()
    for place in (0, 20, 100, len(content) // 2, len(content) - 1):
        damaged = bytearray(content)
        damaged[place] ^= 1
        path.write_bytes(bytes(damaged))
        with pytest.raises(InvalidProof, match=r"is not a proof|is damaged"):
            read(path)
    for length in (0, 10, 60, len(content) - 1):
        path.write_bytes(content[:length])
        with pytest.raises(InvalidProof, match=r"is not a proof|is damaged"):
            read(path)
    with pytest.raises(InvalidProof, match="cannot be read: No such file"):
        read(tmp_path / "b.proof")
    with pytest.raises(InvalidProof, match="cannot be written"):
        write(amazons, tmp_path / "none" / "a.proof")


def test_a_proof_of_no_value_does_not_hold(draw):
    for claims in (1, 2):
        part = replace(draw, value="", claims=draw.claims[:claims], symbols=draw.symbols[:claims])
        with pytest.raises(InvalidProof, match=r"says nothing, but it shows (nothing exact|draw)"):
            check(part)


def test_without_lzma_a_proof_says_what_it_needs(tmp_path, monkeypatch):
    monkeypatch.setattr(proofs, "lzma", None)
    with pytest.raises(InvalidProof, match="compressed by LZMA, which this Python lacks; in Pyodide it is the package"):
        read(tmp_path / "any.proof")
