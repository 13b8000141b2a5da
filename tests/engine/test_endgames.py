"""What tables know reaches every answer of the engine: exact, as the counters stand, and true in refereed games."""

import random

import pytest

from endgame.table_positions import random_table_positions
from plyground import Record, get_game
from plyground.agents.levels import LEVELS, limits_of
from plyground.core.errors import InvalidSetting
from plyground.endgame import probe
from plyground.endgame.store import Tables
from plyground.endgame.values import Category
from plyground.engine import Engine, Limits
from plyground.engine.parameters import parameters_of
from plyground.kernel.compile import JIT

pytestmark = pytest.mark.skipif(not JIT, reason="thousands of nodes")
COUNTERS = {"congo": 1, "congo-2021": 1, "minichess": 50, "gardner": 100}
KINDS = {Category.WIN: "win", Category.LOSS: "loss"}


def with_counter(position, plies):
    fields = position.text.split()
    return position.game.position(" ".join([*fields[:4], str(plies), fields[5]])) if plies else position


def positions(name, number, seed):
    """Yield positions of few men that are not over, with any counter."""
    generator = random.Random(f"{name} {seed}")
    for position in random_table_positions(name, number, seed):
        start = with_counter(position, generator.randrange(COUNTERS[name]))
        if start.outcome is None:
            yield start


def one_man_more(name, number, seed):
    """Yield positions in which one of the men can be taken, or so: the tables begin a move or more later."""
    tables = Tables(get_game(name))
    for position in random_table_positions(name, number, seed, most_men=5):
        if tables.men(position.words) == 5 and position.outcome is None:
            yield position


def winner_of(record, engine, limits):
    while record.outcome is None:
        record.play(engine.play(record, limits))
    return record.outcome.winner


@pytest.mark.parametrize("name", list(COUNTERS))
def test_the_root_says_what_the_tables_say_by_the_counter_as_it_stands(name):
    engine = Engine(name, hash_mib=1)
    for position in positions(name, 150, seed=1):
        verdict = probe(position).verdict_now
        info = engine.search(position, Limits(nodes=50))
        assert info.score.exact
        assert info.score.kind == KINDS.get(verdict.category, "cp"), position.text
        assert info.tbhits >= len(position.legal_moves)
        if info.score.kind == "cp":
            assert info.score.value == 0
        else:
            assert len(info.lines[0].moves) == info.score.value
            last = Record(position.game, position)
            for move in info.lines[0].moves:
                last.play(move)
            assert last.outcome.winner == (position.turn if info.score.kind == "win" else position.turn.other)
            if name.startswith("congo"):
                assert info.score.value == verdict.distance


@pytest.mark.parametrize("name", list(COUNTERS))
def test_what_the_engine_claims_it_keeps_under_the_referee(name):
    engine, decided = Engine(name, hash_mib=1), 0
    for position in positions(name, 100, seed=2):
        score = engine.search(position, Limits(nodes=50)).score
        winner = winner_of(Record(position.game, position), engine, Limits(nodes=50))
        assert winner == {"win": position.turn, "loss": position.turn.other}.get(score.kind), position.text
        decided += winner is not None
    assert decided


@pytest.mark.parametrize("name", ["congo", "minichess", "gardner"])
def test_claims_hold_that_begin_before_the_tables(name):
    """A win or loss found by a search that met tables is played out as claimed, whatever the counter."""
    engine, generator, kept = Engine(name, hash_mib=4), random.Random(name), 0
    for position in one_man_more(name, 40, seed=3):
        start = with_counter(position, generator.randrange(COUNTERS[name]))
        if start.outcome is not None:
            continue
        info = engine.search(start, Limits(nodes=3000))
        if info.score.kind == "cp":
            continue
        winner = winner_of(Record(start.game, start), engine, Limits(nodes=3000))
        assert winner == (start.turn if info.score.kind == "win" else start.turn.other), start.text
        kept += info.tbhits > 0
    assert kept >= 5


def test_distance_decides_among_wins_however_little_may_be_searched():
    game = get_game("congo")
    position = game.position("7/7/2l4/2G4/7/7/2L4 w 0")
    for limits in (Limits(depth=1), Limits(nodes=1), *(limits_of(level, None, 0.0) for level in LEVELS)):
        info = Engine(game, hash_mib=1, multipv=3).search(position, limits)
        assert [str(line.score) for line in info.lines] == ["win 11", "win 13", "cp 0"]
        assert all(line.score.exact for line in info.lines)
        assert info.bestmove == probe(position).moves[0].move


def test_only_the_chosen_moves_are_asked_about():
    position = get_game("congo").position("7/7/2l4/2G4/7/7/2L4 w 0")
    worst = probe(position).moves[-1].move
    info = Engine("congo", hash_mib=1).search(position, Limits(nodes=100), moves=[worst])
    assert info.bestmove == worst
    assert info.score.exact


def test_a_drawn_root_is_searched_for_a_move_that_keeps_the_draw():
    """Rook against bishop: won in 51 plies, one too many for the counter."""
    position = get_game("minichess").position("5/1R3/k4/3b1/K4 w - - 0 1")
    info = Engine("minichess", hash_mib=1, multipv=30).search(position, Limits(depth=6))
    assert info.depth >= 6
    assert len(info.lines) == len(position.legal_moves)
    assert {str(line.score) for line in info.lines if line.score.kind == "cp"} == {"cp 0"}
    assert info.score.exact
    kept = probe(position.play(info.bestmove)).verdict_now.category
    assert kept in {Category.DRAW, Category.BLESSED_LOSS, Category.LOSS}


def test_the_loser_takes_a_draw_by_repetition_and_the_winner_avoids_it():
    game = get_game("gardner")
    record = Record(game, game.position("5/5/2k2/Q4/K4 w - - 0 1"))
    engine = Engine(game, hash_mib=1)
    for move in ["a2a3", "c3c4", "a3a2", "c4c3", "a2a3", "c3c4", "a3a2"]:
        record.play(move)
    info = engine.search(record, Limits(nodes=200))
    assert (str(info.score), info.score.exact) == ("cp 0", True)
    assert str(info.bestmove) == "c4c3"
    record.undo()
    best = engine.search(record, Limits(nodes=50))
    assert best.score.kind == "win"
    assert str(best.bestmove) != "a3a2"


def test_the_ply_cap_counts():
    game = get_game("congo").with_settings({"ply-cap": "10"})
    position = game.position("7/7/2l4/2G4/7/7/2L4 w 0")
    assert str(Engine(game, hash_mib=1).search(Record(game, position), Limits(nodes=200)).score) == "cp 0"
    gardner = get_game("gardner").with_settings({"ply-cap": "30"})
    few = gardner.position("5/5/2k2/Q4/K4 w - - 0 1")
    assert Engine(gardner, hash_mib=1).search(Record(gardner, few), Limits(nodes=200)).tbhits == 0


def test_another_limit_of_the_counter_is_not_answered_by_these_tables():
    """What is won in 15 plies is a draw where six quiet ones end the game."""
    usual, text = get_game("minichess"), "5/5/2k2/5/K3R w - - 0 1"
    game = usual.with_settings({"quiet-plies": "6"})
    assert str(Engine(usual, hash_mib=1).search(usual.position(text), Limits(nodes=500)).score) == "win 15"
    engine, position = Engine(game, hash_mib=1), game.position(text)
    assert engine.search(position, Limits(nodes=500)).score.kind == "cp"
    assert str(engine.search(position, Limits(nodes=50_000)).score) == "cp 0"


@pytest.mark.parametrize("how", [{"tables": "none"}, {"most_men": 0}, {"most_men": 3}, "endgames"])
def test_tables_can_be_left_out(how):
    game = get_game("gardner")
    if how == "endgames":
        how = {"parameters": parameters_of(game).with_changes({"endgames": 0})}
    info = Engine(game, hash_mib=1, **how).search(game.position("4k/3r1/5/1Q3/K4 w - - 0 1"), Limits(nodes=500))
    assert info.tbhits == 0 or how == {"most_men": 3}


def test_threads_find_the_same():
    position = get_game("congo").position("7/7/2l4/2G4/7/7/2L4 w 0")
    assert str(Engine("congo", hash_mib=1, threads=2).search(position, Limits(nodes=500)).score) == "win 11"
    more = get_game("gardner").position("4k/3r1/5/1Q3/K1N2 w - - 0 1")
    assert Engine("gardner", hash_mib=1, threads=2).search(more, Limits(nodes=50_000)).score.kind == "win"


def test_a_folder_that_is_not_there_is_named():
    with pytest.raises(InvalidSetting, match=r"The tables cannot be in /nowhere: there is no such folder\."):
        Engine("gardner", tables="/nowhere")


@pytest.mark.parametrize("name", ["minichess", "gardner"])
def test_a_win_by_the_way_to_a_capture_ends_in_time_whatever_the_defence(name):
    """The tables know the next capture, not the mate: the plies claimed are those of the longest defence."""
    engine, generator = Engine(name, hash_mib=1), random.Random(name)
    for position in random_table_positions(name, 60, seed=6):
        score = engine.search(position, Limits(nodes=50)).score if position.outcome is None else None
        if score is None or score.kind != "win":
            continue
        record = Record(position.game, position)
        while record.outcome is None:
            is_winner = record.position.turn == position.turn
            moves = list(record.position.legal_moves)
            record.play(engine.play(record, Limits(nodes=50)) if is_winner else generator.choice(moves))
        assert record.outcome.winner == position.turn
        assert record.plies <= score.value, position.text
