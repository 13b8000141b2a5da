"""Certificates that a side need never lose: found, written, checked, damaged, stopped and taken up again."""

import time
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from plyground import get_game
from plyground.core.errors import InvalidSetting
from plyground.core.rules import generate
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import Tables
from plyground.engine.scores import DECISIVE
from plyground.kernel.words import turn
from plyground.solving import outline, outline_path, outline_reach, outline_search
from plyground.solving.checker import check, find_late_loss
from plyground.solving.closure import advance, new_closure, without_counters
from plyground.solving.growth import Growth
from plyground.solving.holding import Holder, InvalidCheckpoint, never_draws, proof_of_win, warmup
from plyground.solving.outline_search import OutlineSearch
from plyground.solving.positions import add, find, new_list
from plyground.solving.proof import BY_TABLE, Claim, InvalidProof, Proof, read, write
from plyground.solving.refinement import AHEAD, WELL_AHEAD, Refinement
from plyground.solving.searchers import Searchers
from plyground.solving.solver import Solver
from reference.certificate import holds

ENDINGS = {
    "gardner": ["4k/1p3/1P3/4R/K4 b - - 0 1", "k4/1p3/1P3/1p2P/K4 w - - 0 1", "4k/4p/5/1P3/K4 w - - 0 1"],
    "minichess": ["k4/1p3/1P3/1p2P/K4 w - - 0 1", "4k/4p/5/1N3/K4 b - - 0 1"],
    "congo": ["7/3l3/3p3/7/7/3P3/3L3 w 0"],
}
HARD, HARDER = "r1B1k/p1p1N/np1P1/1q2P/R2QK b - - 0 7", "rn1qk/P4/p1ppb/2P1P/R2QK w - - 0 7"
FAR_AHEAD = "rn2k/p1qbp/2p2/PPPB1/1RQ1K b - - 0 1"


def certificate(game, text, side, **options):
    """Return the certificate that is found."""
    holder = Holder(get_game(game).position(text), side, memory=1, **options)
    assert holder.hold(600)
    return holder.certificate()


@pytest.fixture(scope="module")
def small():
    return certificate("gardner", "4k/4p/N3P/1PK2/2B1r w - - 0 1", 0)


@pytest.fixture(scope="module")
def resting():
    return certificate("gardner", "1n2k/4p/5/P3P/R3K w - - 0 1", 0, by_tables=True)


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in ENDINGS.items() for text in texts])
def test_a_side_holds_if_and_only_if_the_solver_says_so(game, text):
    position = get_game(game).position(text)
    value = {"win": 1, "draw": 0, "loss": -1}[Solver(position, memory=8).solve().value]
    for side, mine in ((int(position.turn), value), (1 - int(position.turn), -value)):
        holder = Holder(position, side, memory=1)
        answer = holder.hold(600)
        assert answer == (mine >= 0)
        if answer:
            proof = holder.certificate()
            checked = check(proof)
            assert (checked.value, checked.tables) == (f"{('white', 'black')[side]} does not lose", {})
            assert holds(game, {}, text, side, proof.symbols[0].tolist())


def test_a_certificate_refuses_what_is_changed_or_is_one_still(small):
    """Every number replaced by others: what the checker takes, its slow twin takes, too, and it takes hardly any."""
    symbols = small.symbols[0]
    random = np.random.default_rng(1)
    taken = 0
    for place in random.choice(len(symbols), min(60, len(symbols)), replace=False):
        for symbol in {0, 1, 2, 3, 400, BY_TABLE} - {int(symbols[place])}:
            changed = symbols.copy()
            changed[place] = symbol
            try:
                check(replace(small, symbols=(changed,)))
            except InvalidProof:
                continue
            taken += 1
            assert holds(small.game, {}, small.position, small.claims[0].side, changed.tolist())
    assert taken < 30


def test_a_certificate_cut_short_made_longer_or_about_something_else(small):
    symbols, (claim,) = small.symbols[0], small.claims
    for part in (symbols[:-1], symbols[1:], np.append(symbols, np.uint16(0)), np.append(symbols, np.uint16(1))):
        with pytest.raises(InvalidProof):
            check(replace(small, symbols=(part,)))
    for changed in (
        replace(small, value="black does not lose"),
        replace(small, value="draw"),
        replace(small, value=""),
        replace(small, claims=(replace(claim, side=1),)),
        replace(small, claims=(replace(claim, target=-1),)),
        replace(small, claims=(replace(claim, target=1),)),
        replace(small, claims=(claim, claim), symbols=(symbols, symbols)),
        replace(small, position="4k/4p/N3P/1PK2/1B2r w - - 0 1"),
        replace(small, game="minichess"),
    ):
        with pytest.raises(InvalidProof):
            check(changed)


def test_every_byte_of_the_file_matters(small, tmp_path):
    path = tmp_path / "small.proof"
    write(small, path)
    content = path.read_bytes()
    assert check(read(path)).value == "white does not lose"
    for place in range(0, len(content), max(1, len(content) // 100)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InvalidProof):
            check(read(path))


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in ENDINGS.items() for text in texts])
def test_a_certificate_may_rest_on_tables(game, text):
    """The answer is that of the solver, and the certificate no larger than without tables; these have four men."""
    position = get_game(game).position(text)
    value = {"win": 1, "draw": 0, "loss": -1}[Solver(position, memory=8).solve().value]
    for side, mine in ((int(position.turn), value), (1 - int(position.turn), -value)):
        holder = Holder(position, side, memory=1, by_tables=True)
        assert holder.hold(600) == (mine >= 0)
        if mine >= 0:
            proof = holder.certificate()
            checked = check(proof)
            assert checked.by_table == (proof.symbols[0] == BY_TABLE).sum()
            assert bool(proof.tables) == (checked.by_table > 0)
            assert checked.tables == proof.tables
            assert all(len(text.replace("v", "")) <= 5 and len(digest) == 64 for text, digest in proof.tables.items())
            assert holds(game, {}, text, side, proof.symbols[0].tolist())
            assert checked.positions <= check(certificate(game, text, side)).positions


def test_a_certificate_that_rests_on_tables_names_them(resting, tmp_path):
    """Each of them and no other, by its digest: also in a file, which is refused with any byte changed."""
    assert check(resting).tables == resting.tables
    first, *others = resting.tables.items()
    for tables, words in (
        ({}, "that it does not name"),
        (dict(others), f"a table {first[0]} that is one that it does not name"),
        ({**resting.tables, first[0]: "0" * 64}, f"a table {first[0]} that is another than that here"),
        ({**resting.tables, "KQQQvK": "0" * 64}, "names the table KQQQvK, on which it does not rest"),
    ):
        with pytest.raises(InvalidProof, match=words):
            check(replace(resting, tables=tables))
    path = tmp_path / "resting.proof"
    write(replace(resting, tables={}), path)
    with pytest.raises(InvalidProof, match="names no table, and rests on some"):
        read(path)
    write(resting, path)
    content = path.read_bytes()
    assert check(read(path)).tables == resting.tables
    for place in range(0, len(content), max(1, len(content) // 100)):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(InvalidProof):
            check(read(path))


def test_a_certificate_that_rests_on_tables_refuses_what_is_changed_or_is_one_still(resting):
    symbols = resting.symbols[0]
    at_tables = np.flatnonzero(symbols == BY_TABLE)
    taken = tried = 0
    for place in {*range(min(40, len(symbols))), *at_tables[:20].tolist()}:
        for symbol in {0, 1, 2, BY_TABLE} - {int(symbols[place])}:
            changed, tried = symbols.copy(), tried + 1
            changed[place] = symbol
            try:
                check(replace(resting, symbols=(changed,)))
            except InvalidProof:
                continue
            taken += 1
            assert holds(resting.game, {}, resting.position, resting.claims[0].side, changed.tolist())
    assert taken < tried / 3


def test_a_certificate_cannot_rest_on_a_lost_position_or_on_no_table():
    game, alone = get_game("gardner"), np.array([BY_TABLE], np.uint16)
    for text, words in (
        ("5/5/2k2/Q4/K4 b - - 0 1", "by the table it is loss"),
        ("4k/5/pppp1/5/RRRRK w - - 0 1", "a table that is not here"),
        ("k4/1Q3/2K2/5/5 b - - 0 1", "stops where nothing is settled"),
    ):
        proof = Proof(game.name, {}, text, "black does not lose", (Claim(1, 0, 1),), (alone,), {"KQvK": "0" * 64})
        with pytest.raises(InvalidProof, match=words):
            check(proof)


def test_a_certificate_is_refused_where_its_table_is_damaged(resting, tmp_path, monkeypatch):
    name = next(iter(resting.tables))
    whole = next(iter(usual_tables(get_game("gardner"), None).package_folder().glob(f"*/{name}.table")))
    (tmp_path / whole.parent.name).mkdir()
    content = bytearray(whole.read_bytes())
    content[-10] ^= 1
    (tmp_path / whole.parent.name / whole.name).write_bytes(content)
    monkeypatch.setattr("plyground.solving.tables_asked.usual_tables", lambda game, folder: Tables(game, tmp_path))
    with pytest.raises(InvalidProof, match=f"{name}.table"):
        check(resting)


def test_what_waits_may_be_taken_up_with_tables_and_without(tmp_path):
    position = get_game("gardner").position(ENDINGS["gardner"][1])
    for first in (True, False):
        path = tmp_path / f"{first}"
        assert Holder(position, 0, memory=1, checkpoint=path, by_tables=first).hold(600)
        again = Holder(position, 0, memory=1, checkpoint=path, by_tables=not first)
        assert again.hold(600)
        proof = again.certificate()
        assert check(proof).positions
        assert not first or not proof.tables


@pytest.mark.parametrize("threads", [1, 2])
def test_an_endgame_without_an_end_is_left(threads):
    """Rook, knight and pawn against a rook: with no end of patience the set had 131,608 positions, with it 20,418."""
    holder = Holder(get_game("gardner").position("3rk/5/2PK1/1R1N1/5 w - - 0 1"), 0, memory=8, threads=threads)
    assert holder.hold(600)
    assert holder.positions < 60_000
    assert check(holder.certificate()).value == "white does not lose"


def test_threads_share_the_set():
    proof = certificate("gardner", ENDINGS["gardner"][2], 0, threads=2)
    assert check(proof).value == "white does not lose"


def test_what_is_found_is_kept_and_taken_up_again(tmp_path):
    position = get_game("gardner").position()
    path = tmp_path / "part"
    first = Holder(position, 0, memory=1, checkpoint=path)
    assert first.hold(2) is None
    again = Holder(position, 0, memory=1, checkpoint=path)
    assert (again.positions, again.waiting) == (first.positions, first.waiting) > (1, 0)
    for old, new in zip(first._stage.searches, again._stage.searches, strict=True):
        for before, after in zip(outline.parts(old.found), outline.parts(new.found), strict=True):
            assert (before == after).all()
    again.hold(1)
    assert again.positions > first.positions
    with pytest.raises(InvalidCheckpoint, match="another side, position or game"):
        Holder(position, 1, memory=1, checkpoint=path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InvalidCheckpoint, match="is damaged"):
        Holder(position, 0, memory=1, checkpoint=path)
    path.write_bytes(b"anything")
    with pytest.raises(InvalidCheckpoint, match="holds no certificate under way"):
        Holder(position, 0, memory=1, checkpoint=path)


def test_a_walk_through_a_set_takes_no_room_for_more():
    """A set of a hundred million would not fit twice."""
    holder = Holder(get_game("gardner").position(ENDINGS["gardner"][2]), 0, memory=1)
    assert holder.hold(600)
    closure = holder._stage.closure
    assert holder._stage.is_closed()
    assert holder._stage.closure is closure


def test_a_search_that_was_stopped_proves_no_loss():
    """The first one here has seen nothing but a move that loses when it stops; the others win."""
    position = get_game("gardner").position("b2k1/2N2/1Q1P1/4K/q1B2 w - - 0 1")
    warmup(position)
    start, searchers = new_closure(without_counters(position.words)), Searchers(position, 0, memory=1, threads=1)
    growth, answer = Growth(start, searchers, Event(), by_tables=False), None
    while answer is None:
        answer = growth.grow(float("inf"))
    assert answer


def test_each_stage_is_kept_and_taken_up_again(tmp_path):
    """An outline, those of its ends, the set that grows: each time by another holder, with one thread or two."""
    position, path, forever = get_game("gardner").position(FAR_AHEAD), tmp_path / "part", float("inf")
    stages, number = set(), 0
    while len(stages) < 4:
        holder = Holder(position, 1, memory=1, checkpoint=path, threads=1 + number % 2)
        number += 1
        stage = holder._stage
        if isinstance(stage, Refinement):
            stages.add("ends" if stage.fine.ends.size else "coarse")
            holder._work(forever)
        elif holder._work(time.monotonic() + 0.1):
            stages.add("closed")
        else:
            stages.add("grows")
        holder.save()
    assert check(holder.certificate()).value == "black does not lose"


@pytest.mark.parametrize("threads", [1, 3])
def test_a_hard_end_is_tried_again_after_all_others(few_short_searches, monkeypatch, threads):
    holder = Holder(get_game("gardner").position(HARD), 1, memory=1, threads=threads)
    stage = holder._stage
    search, tries = stage.fine, list[set[int]]()
    prove_first = OutlineSearch.prove_first

    def noting(search, rows):
        tries.append(set((search.found.found.symbols[rows] & outline.TRIED).tolist()))
        prove_first(search, rows)

    rows = list[int]()
    while len(rows) < 6:
        assert not search.prove(0, time.monotonic() + 0.01)
        found = search.found
        rows = [row for row in range(1, search.positions) if outline.is_open_row(found, row)]
        rows = [row for row in rows if turn(found.found.rows[row]) == 1]
    search.prove_first(np.array(rows))
    assert search.ends[:, outline_search.SPENT].tolist() == [0] * len(rows)
    spent = dict.fromkeys(rows, 0)
    while search.ends.size:  # no time: each thread searches one slice, or once
        search.prove_ends(0.0)
        for row, searches in search.ends.tolist():
            assert row in rows
            assert spent[row] <= searches < outline_search.SLICES[0] + outline_search.END_SEARCHES
            spent[row] = searches
    monkeypatch.setattr(OutlineSearch, "prove_first", noting)
    assert holder.hold(600)
    assert check(holder.certificate()).value == "black does not lose"
    assert {0} in tries
    assert {outline.TRIED} in tries
    assert {0, outline.TRIED} not in tries


def test_a_hard_end_is_searched_longer_when_it_is_tried_again(few_searches, monkeypatch):
    judge, times = outline_path.judge, list[int]()

    def noting(*arguments):
        times.append(arguments[-1])
        judge(*arguments)

    monkeypatch.setattr(outline_path, "judge", noting)
    stage = Holder(get_game("gardner").position(HARD), 1, memory=1)._stage
    search = stage.fine
    while not search.ends.size:
        assert stage.find(float("inf")) is None
    ends = search.ends
    for mark, length in ((outline.TRIED, 1), (outline.TRIED_AGAIN, outline_search.AGAIN_TIMES)):
        assert not (search.found.found.symbols[ends[:, outline_search.ROW]] & mark).any()
        search.ends = ends
        times.clear()
        assert search.prove_ends(float("inf"))
        assert set(times) == {length}
        (rows,) = np.nonzero(search.found.numbers[ends[:, outline_search.ROW]].all(axis=1))
        ends = ends[rows]
        assert (search.found.found.symbols[ends[:, outline_search.ROW]] & mark).all()


def test_how_often_an_end_is_searched(few_searches, monkeypatch):
    """For an outline, and for a win: at first, and when it is tried again."""
    monkeypatch.setattr(outline_search, "OUTLINE_SEARCHES", (4, 2))
    prove, counts = OutlineSearch._prove, set[tuple[bool, int, int]]()

    def noting(search, thread, row, until, *limits):
        if limits:
            counts.add((search.goals[outline.ENOUGH] >= DECISIVE, *limits))
        return prove(search, thread, row, until, *limits)

    monkeypatch.setattr(OutlineSearch, "_prove", noting)
    stage, longer = Holder(get_game("gardner").position(HARD), 1, memory=1)._stage, outline_search.AGAIN_TIMES
    while stage.find(float("inf")) is None:
        pass
    assert counts == {(False, 4, 1), (True, 3, 1), (True, 3, longer)}
    # (an outline is tried again only where what one rests on turns out to be open)
    between = stage.middle
    assert outline.is_open_row(between.found, 0)
    between.found.found.symbols[0] |= outline.TRIED
    between.prove_first(np.zeros(1, np.int64))
    assert between.prove_ends(float("inf"))
    assert counts == {(False, 4, 1), (False, 2, longer), (True, 3, 1), (True, 3, longer)}


def test_the_first_outline_ends_at_what_is_proved_and_leads_there():
    holder = Holder(get_game("gardner").position("r1bqk/1pp1p/pPP2/PBP1P/Rn1QK w - - 0 5"), 1, memory=1)
    stage = holder._stage
    coarse, fine, of = stage.coarse, stage.fine, holder._searchers
    start = np.zeros(1, np.int64)
    assert coarse.prove(0, float("inf"))
    reached, found = coarse.reach(start)[0].tolist(), coarse.found.found

    def children(row):
        moves, child = np.zeros(of.rules.max_moves, np.int64), np.zeros_like(found.rows[row])
        for move in moves[: generate(of.rules, found.rows[row], moves)]:
            advance(of.rules, found.rows[row], move, child)
            yield int(move), int(found.places[find(found, child)])

    def prove(rows):
        for row in stage._enter(coarse, np.array(rows, np.int64), fine):
            outline.put(fine.found, row, 0, outline.INFINITY)

    everywhere = np.arange(coarse.positions)
    assert not stage._take_over(coarse, everywhere)
    is_own = {row: turn(found.rows[row]) == of.side for row in reached}
    expanded = [row for row in reached if is_own[row] and found.symbols[row] & outline.EXPANDED]
    row, move, there = next(
        (row, move, there)
        for row in expanded
        for move, there in children(row)
        if move != coarse.found.choices[row] and found.symbols[there] & outline.EXPANDED
    )
    prove([answer for _, answer in children(there)])
    assert not stage._take_over(coarse, everywhere[:0])
    assert stage._take_over(coarse, everywhere)
    assert coarse.found.choices[row] == move
    assert not stage._take_over(coarse, everywhere)
    row = next(row for row in reversed(expanded) if found.symbols[row] & outline.EXPANDED)
    prove([row])
    assert stage._take_over(coarse, everywhere)
    assert outline_reach.is_end(coarse.found, of.side, row)
    assert coarse.found.scores[row] >= AHEAD
    assert not stage._take_over(coarse, everywhere)
    assert coarse.reach(start) is not None


def test_a_hard_end_is_proved_by_a_long_search(monkeypatch):
    """That is the first, so where it sees the win no outline is begun."""
    monkeypatch.setattr(outline_search, "END_SEARCHES", 1)
    monkeypatch.setattr(outline_search, "AGAIN_TIMES", 1)
    run, answers = outline_path.run, []

    def noting(*arguments):
        answers.append(run(*arguments))
        return answers[-1]

    monkeypatch.setattr(outline_path, "run", noting)
    position, proved = get_game("gardner").position("b1q1k/R1p2/2P1p/4P/1N2K w - - 1 11"), []
    for nodes in (1, 100_000):
        monkeypatch.setattr(outline_search, "SLICE_NODES", nodes)
        holder = Holder(position, 1, memory=1)
        search = holder._stage.fine
        while not search.ends.size:
            assert holder._stage.find(float("inf")) is None
        rows = search.ends[:, outline_search.ROW]
        answers.clear()
        assert search.prove_ends(float("inf"))
        proved.append(search.found.numbers[rows, outline.PROOF] == 0)
        assert set(answers) == (set() if nodes > 1 else {1})
    assert not proved[0].any()
    assert proved[1].all()
    assert (search.found.scores[rows] >= DECISIVE).all()
    assert holder.hold(600)
    assert check(holder.certificate()).value == "black does not lose"


def test_an_end_that_is_not_proved_is_none(few_short_searches, monkeypatch):
    """An outline goes on below it, or elsewhere, and each is tried in vain but once."""
    holder = Holder(get_game("gardner").position(HARD), 1, memory=1)
    stage, failed = holder._stage, {AHEAD: list[int](), WELL_AHEAD: list[int]()}
    go_on = stage._go_on_from

    def noting(search, ends, reached):
        enough = int(search.goals[outline.ENOUGH])
        assert (search.found.scores[ends] >= enough).all()
        go_on(search, ends, reached)
        assert (search.found.scores[ends] < enough).all()
        assert all(outline.is_open_row(search.found, row) for row in ends)
        assert search is not stage.coarse or outline.is_open_row(search.found, 0)
        failed[enough].extend(ends.tolist())

    monkeypatch.setattr(stage, "_go_on_from", noting)
    assert holder.hold(600)
    for rows in failed.values():
        assert len(set(rows)) == len(rows) > 10
    assert check(holder.certificate()).value == "black does not lose"


def test_a_hard_end_is_proved_by_an_outline_between(few_short_searches, monkeypatch):
    """Its ends are proved first; then it is proved in the fine outline, too, by the same moves and nothing open."""
    stage = Holder(get_game("gardner").position(HARDER), 1, memory=1)._stage
    middle, fine, hand_over, proved = stage.middle, stage.fine, stage._hand_over, list[int]()

    def row_of(position):
        return int(fine.found.found.places[find(fine.found.found, position)])

    def noting(reached):
        positions = middle.found.found.rows[reached]
        before = [row_of(position) for position in positions]
        hard = [row_of(position) for position in stage.coarse.found.found.rows[stage._hard]]
        assert any(outline.is_open_row(fine.found, row) for row in hard)
        hand_over(reached)
        for position, old, row in zip(positions, before, reached, strict=True):
            new = row_of(position)
            assert fine.found.numbers[new, outline.PROOF] == 0
            if old < 0 and turn(position) == 1:
                assert fine.found.choices[new] == middle.found.choices[row]
            proved.append(new)
        _, _, marks, _ = fine.walk(np.unique(proved))
        assert not (marks == outline_reach.UNPROVED).any()

    monkeypatch.setattr(stage, "_hand_over", noting)
    while stage.find(float("inf")) is None:
        pass
    assert len(set(proved)) > 10


def test_hard_ends_are_kept_and_taken_up_again(few_searches, tmp_path):
    """Each time by another holder, in the midst of outlines between the first and the last ones."""
    position, path, sizes, answer = get_game("gardner").position(HARD), tmp_path / "part", set[int](), None
    while answer is None:
        holder = Holder(position, 1, memory=1, checkpoint=path, threads=1 + len(sizes) % 2)
        for _ in range(20):
            if isinstance(holder._stage, Refinement):
                sizes.add(holder._stage.middle.positions)
            answer = answer or holder._work(float("inf"))
        holder.save()
    assert len(sizes) > 3
    assert check(holder.certificate()).value == "black does not lose"


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_what_turns_out_to_be_lost_is_left(threads):
    """Positions of a whole outline are called lost, one by one: there is another outline, without them, or none."""
    position, random = get_game("gardner").position(FAR_AHEAD), np.random.default_rng(1)
    search = Holder(position, 1, memory=1, threads=threads)._stage.fine
    answers, taken_back = set(), []
    for _ in range(12):
        assert search.prove(0, float("inf"))
        assert not search.found.paths.any()
        is_proved = search.found.numbers[0, outline.PROOF] == 0
        reached, _, marks, some_lost = search.walk(np.zeros(1, np.int64))
        unproved = np.flatnonzero(marks == outline_reach.UNPROVED)
        answers.add((is_proved, not unproved.size, some_lost))
        if not is_proved:
            break
        if some_lost:
            search.take_back(reached, marks)
            is_open = search.found.numbers[reached, outline.PROOF] > 0
            assert is_open[0]
            taken_back.append(is_open.mean())
        elif unproved.size:
            assert search.prove(int(unproved[0]), float("inf"))
        else:
            outline.put_answer(search.found, int(random.choice(reached[1:])), False)
    assert (True, True, False) in answers  # whole
    assert (True, False, True) in answers  # it rests on what is lost
    assert min(taken_back) < 0.5  # only what rests on it


def test_what_rests_on_what_was_tried_in_vain_is_taken_back():
    """What a whole outline reaches is open all at once: it is tried first, and then done without."""
    search, start = Holder(get_game("gardner").position(FAR_AHEAD), 1, memory=1)._stage.fine, np.zeros(1, np.int64)
    found = None
    while found is None:
        assert search.prove_ends(float("inf"))
        assert search.prove(0, float("inf"))
        found = search.reach(start)
    row = int(found[0][len(found[0]) // 2])
    outline.put(search.found, row, 1, 1)
    assert search.reach(start) is None
    assert search.ends[:, outline_search.ROW].tolist() == [row]
    assert not outline.is_open_row(search.found, 0)
    search.ends = search.ends[:0]
    search.found.found.symbols[row] |= outline.TRIED_AGAIN
    assert search.reach(start) is None
    assert outline.is_open_row(search.found, 0)
    assert search.prove(0, float("inf"))
    assert not outline.is_lost_row(search.found, 0)


def test_a_position_whose_score_was_too_high_is_not_lost_by_that():
    """Checks rule out every move: the best of them are tried, unless they are below the floor."""
    answers = []
    for score in (-190, -201):
        search = Holder(get_game("gardner").position("2rrk/5/2PK1/1R1N1/5 w - - 0 1"), 0, memory=1)._stage.coarse
        of = search._searchers
        found, path = search.found, search._paths[0]
        found.found.symbols[0] |= outline.JUDGED | outline.JUDGED_LONGER
        found.scores[0] = AHEAD - 10
        outline_path.start(found, path, 0)
        while True:
            size = outline_path.run(of.rules, 0, of.states[0].probe, search.goals, found, path, of.scratches[0])
            if size == outline_path.NO_ROOM:
                found = outline.with_more(found, 1000)
                continue
            if size == outline_path.DONE or path.counts[outline_path.KIND] != outline_path.CHECK:
                break
            path.answers[0] = -score, 0, outline_path.CHECK
            path.counts[outline_path.JUDGED_NOW] = 1
        answers.append((size == outline_path.DONE, outline.is_lost_row(found, 0), int(found.scores[0])))
    assert answers == [(False, False, -190), (True, True, AHEAD - 10)]


def test_a_set_also_grows_in_a_game_that_lists_no_men(few_searches):
    holder = Holder(get_game("halma-5x5").position(), 0, memory=1)
    holder.hold(1)
    assert holder.positions > 10


def test_a_finished_position_is_its_own_certificate():
    mated, drawn = "k4/1Q3/2K2/5/5 b - - 0 1", "4k/1p3/1P3/4R/K4 b - - 100 60"
    assert Holder(get_game("gardner").position(mated), 1).hold() is False
    for text, side in ((mated, 0), (drawn, 0), (drawn, 1)):
        proof = certificate("gardner", text, side)
        assert check(proof).positions == 1


def test_who_does_not_lose_where_nobody_draws_has_won():
    game = get_game("amazons")
    assert never_draws(game)
    assert not never_draws(get_game("gardner"))
    assert not never_draws(get_game("halma"))
    solver = Solver(game.position("*q2/4/4/1QQ* w"), memory=8)
    assert solver.solve().value == "win"
    assert proof_of_win(solver, 1) is None
    proof = proof_of_win(solver, 0)
    assert proof is not None
    assert check(proof).value == "white does not lose"
    with pytest.raises(InvalidProof):
        check(replace(proof, value="black does not lose"))


def test_a_game_for_points_is_no_question_of_holding():
    with pytest.raises(InvalidSetting, match="played for points"):
        Holder(get_game("starcircle").position(), 0)


def test_a_counter_that_may_decide_against_the_side_is_noticed():
    """No game here has one; a game whose `outcome` turns a high counter into a loss would be claimed wrongly."""
    found = new_list(4)
    position = get_game("minichess").position(ENDINGS["minichess"][0])
    words = position.words.copy()
    words[-1] &= np.uint64(0xFF)
    add(found, words)
    moves = np.zeros(400, np.int64)
    assert find_late_loss(position.rules, np.array([0, 0]), found, moves) == -1
    assert find_late_loss(position.rules, np.array([0, 1]), found, moves) == 0  # late, it is no win


def test_a_side_far_ahead_with_many_men_wins_by_the_shorter_way():
    """With 8,000 nodes a move, as with eleven men, more than 38,000 positions join."""
    proof = certificate("gardner", FAR_AHEAD, 1)
    assert len(proof.symbols[0]) < 10_000
    assert check(proof).value == "black does not lose"


def test_where_there_are_no_threads_the_callers_own_holds(request, monkeypatch):
    """As in a notebook in a browser, whatever was asked for."""
    wanted = Holder(get_game("gardner").position(ENDINGS["gardner"][1]), 0, memory=1)
    request.getfixturevalue("no_threads")
    monkeypatch.setattr("plyground.solving.searchers.HAS_THREADS", False)
    alone = Holder(get_game("gardner").position(ENDINGS["gardner"][1]), 0, memory=1, threads=2)
    assert wanted.hold(600)
    assert alone.hold(600)
    assert alone.positions == wanted.positions
