"""Partial certificates: written at any time, refused as proofs, gone on from until one is whole."""

import time
from dataclasses import replace

import numpy as np
import pytest

from plyground import get_game
from plyground.solving import outline, outline_reach
from plyground.solving.checker import check, check_claim
from plyground.solving.holding import Holder
from plyground.solving.keeping import claims_to_keep
from plyground.solving.proof import BY_TABLE, EXPECTED, OPEN, InvalidProof, count_open, read, write
from plyground.solving.refinement import Refinement
from plyground.solving.tables_asked import TablesAsked
from reference.certificate import holds

HARD = "r1B1k/p1p1N/np1P1/1q2P/R2QK b - - 0 7"
ENDING = "k4/1p3/1P3/1p2P/K4 w - - 0 1"
AT_TABLES = "1n2k/4p/5/P3P/R3K w - - 0 1"


@pytest.mark.parametrize("by_tables", [True, False])
def test_a_partial_certificate_is_gone_on_from_until_it_is_whole(few_short_searches, tmp_path, by_tables):
    """By a new search each time, which knows nothing else: of an outline, and of a set that grows."""
    position, path = get_game("gardner").position(HARD), tmp_path / "part"
    known, answer, left, stages = None, None, list[int](), set[type]()
    while not answer:
        holder = Holder(position, 1, memory=1, by_tables=by_tables, known=known)
        for _ in range(30 if len(left) < 2 else 10_000):
            answer = answer or holder._work(time.monotonic() + 600)
            if type(holder._stage) not in stages | {Refinement}:
                break
        write(holder.certificate(), path)
        known = read(path)
        stages.add(type(holder._stage))
        left.append(count_open(known.symbols[0]))
        if left[-1]:
            assert holder.positions >= len(known.symbols[0])
            assert check_claim(position, known.claims[0], known.symbols[0], TablesAsked(position.game), is_partial=True)
            words = rf"partial: {left[-1]} of its {len(known.symbols[0])} positions are not proved"
            for use in check, claims_to_keep:
                with pytest.raises(InvalidProof, match=words):
                    use(known)
    assert len(stages) == 2
    assert left[0] > 10
    assert left[-1] == 0
    assert check(known).value == "black does not lose"


def test_what_a_partial_certificate_says_is_known_again(few_short_searches):
    """What is proved in one search is proved in the other, by the same moves; what is open is open."""
    position = get_game("gardner").position(HARD)
    first = Holder(position, 1, memory=1, by_tables=True)
    stage, start = first._stage, np.zeros(1, np.int64)
    while stage.find(float("inf")) is None:
        symbols = (known := first.certificate()).symbols[0]
        if (symbols == OPEN).sum() > 3 and (symbols == EXPECTED).sum() > 3:
            break
    assert (symbols == OPEN).sum() > 3
    assert (symbols == EXPECTED).sum() > 3
    again = Holder(position, 1, memory=1, by_tables=True, known=known)._stage
    reached, _, marks, some_lost = again.coarse.walk(start)
    assert not some_lost
    open_rows = np.flatnonzero(marks == outline_reach.UNPROVED)
    assert len(open_rows) == (symbols == OPEN).sum()
    _, rows = again._enter_ends(again.coarse, reached[marks[reached] == outline_reach.PROVED])
    assert (again.fine.found.numbers[rows, outline.PROOF] == 0).all()
    below, _, marks, _ = again.fine.walk(rows)
    assert not (marks == outline_reach.UNPROVED).any()
    assert (again.fine.found.scores[below] >= outline.DECISIVE).sum() >= (symbols == EXPECTED).sum()
    listed = again.list_known(by_tables=True).symbols[: len(symbols)]
    assert (listed == symbols).all()


def test_a_whole_certificate_is_gone_on_from(tmp_path):
    """Nothing is searched for but what the tables settle, and without tables only that joins."""
    position = get_game("gardner").position(AT_TABLES)
    holder = Holder(position, 0, memory=1, by_tables=True)
    assert holder.hold(600)
    whole = holder.certificate()
    assert (whole.symbols[0] == BY_TABLE).any()
    for by_tables in True, False:
        again = Holder(position, 0, memory=1, by_tables=by_tables, known=whole)
        assert again.hold(600)
        proof = again.certificate()
        assert check(proof).by_table == (proof.symbols[0] == BY_TABLE).sum()
        assert holds("gardner", {}, AT_TABLES, 0, proof.symbols[0].tolist())
        assert not by_tables or len(proof.symbols[0]) <= len(whole.symbols[0])


def test_what_a_checkpoint_keeps_comes_before_a_certificate(few_short_searches, tmp_path):
    """The same command goes on from there, whatever it began from."""
    position, path = get_game("gardner").position(HARD), tmp_path / "part"
    first = Holder(position, 1, memory=1, checkpoint=path)
    for _ in range(30):
        assert first._work(float("inf")) is None
    known = first.certificate()
    first.save()
    alone = Holder(position, 1, memory=1, known=known)
    again = Holder(position, 1, memory=1, checkpoint=path, known=known)
    assert again.positions == first.positions > alone.positions


def test_a_certificate_about_something_else_is_refused():
    game = get_game("gardner")
    holder = Holder(game.position(ENDING), 0, memory=1)
    known = holder.certificate()
    assert known.symbols[0].tolist() == [OPEN]
    here = rf"here the question is about gardner {ENDING}: white does not lose\.$"
    for other in (
        replace(known, value="black does not lose"),
        replace(known, position=HARD),
        replace(known, game="minichess"),
        replace(known, value="draw"),
        replace(known, claims=known.claims * 2, symbols=known.symbols * 2),
    ):
        with pytest.raises(InvalidProof, match=here):
            Holder(game.position(ENDING), 0, memory=1, known=other)
    with pytest.raises(InvalidProof, match="a move that is not there"):
        Holder(game.position(ENDING), 0, memory=1, known=replace(known, symbols=(np.array([99], np.uint16),)))
