"""How far the engine is from perfect play: the positions, by an oracle of its own, the figures by hand, the command."""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest

from plyground import get_game
from plyground.cli import main
from plyground.core.errors import InvalidSetting
from plyground.endgame import probe
from plyground.endgame.values import Category
from plyground.engine.info import winning_chance
from plyground.engine.scores import Score as EngineScore
from plyground.solving.known_values import KnownMove, KnownPosition, draw_known, source_of
from plyground.solving.measure import Answer, Level, interval, measure, parse_limit, sample
from reference import minichess as twin


def status_of(words):
    with pytest.raises(SystemExit) as ended:
        main(words)
    return ended.value.code


def slow_value(variant, text, plies):
    """Return the value for the side to move by a search of all moves, None if that many plies do not settle it."""
    outcome = twin.outcome(variant, text)
    if outcome != "ongoing":
        winner, mover = outcome.split()[0], {"w": "white", "b": "black"}[text.split()[1]]
        return 0 if winner == "draw:" else 1 if winner == mover else -1
    if plies == 0:
        return None
    values = [slow_value(variant, twin.play(variant, text, move), plies - 1) for move in twin.moves(variant, text)]
    if -1 in values:
        return 1
    return None if None in values else 0 if 0 in values else -1


@pytest.mark.parametrize("name", ["gardner", "minichess"])
@pytest.mark.parametrize("value", [1, -1])
def test_what_is_known_of_short_wins_is_what_a_search_of_all_moves_finds(name, value):
    settled = 0
    for known in islice((each for each in draw_known(get_game(name), Random(3), value, 3) if each.plies <= 2), 12):
        slow = slow_value(name, known.position.text, 3)
        assert slow in {None, value}
        settled += slow is not None
        for move, leads_to in known.moves.items():
            assert slow_value(name, known.position.play(move).text, 1) in {None, -leads_to.value}
    assert settled >= 3


@pytest.mark.parametrize("name", ["gardner", "congo"])
@pytest.mark.parametrize("value", [1, 0, -1])
def test_positions_leave_a_choice_and_know_every_move(name, value):
    known = list(islice(draw_known(get_game(name), Random(1), value), 12))
    assert len(known) == 12
    for each in known:
        assert set(each.moves) == {str(move) for move in each.position.legal_moves}
        assert each.value == value == max(move.value for move in each.moves.values())
        assert each.has_choice == (min(move.value for move in each.moves.values()) < value)
        assert each.has_choice or value < 0
        assert each.moves[each.best()].value == value
        assert each.position.quiet_plies == 0


def test_wins_are_drawn_evenly_by_distance():
    """Half of all wins of gardner with few men are wins in 1; drawn evenly, they are one distance of many."""
    plies = Counter(min(each.plies, 9) for each in islice(draw_known(get_game("gardner"), Random(1), 1), 60))
    assert plies[1] < 12
    assert plies[9] > 12


def test_the_solver_knows_where_there_are_no_tables():
    game = get_game("amazons")
    known = next(draw_known(game, Random(4), 1))
    assert {move.value for move in known.moves.values()} == {1, -1}
    assert not known.has_distances
    best = known.position.play(known.best())
    assert best.outcome is None or best.outcome.winner == known.position.turn


def test_where_nobody_draws_no_draw_is_looked_for():
    known = sample(get_game("amazons"), 6, 1, 5, lambda line: None)
    assert [each.value for each in known] == [1, 1, 1, -1]


def test_who_is_not_asked():
    assert "3 to 4 men" in source_of(get_game("congo"), 4)
    for name, why in (("starcircle", "played for points"), ("halma-6x6", "solve halma-6x6 --all")):
        with pytest.raises(InvalidSetting, match=why):
            source_of(get_game(name))
    with pytest.raises(InvalidSetting, match="at most 2 men"):
        source_of(get_game("gardner"), 2)


def answer_of(value, moves, move, chance):
    known = KnownPosition(get_game("gardner").position(), value, moves, has_distances=True)
    return Answer(known, move, chance)


def test_the_figures_of_a_level_by_hand():
    won = {"a": KnownMove(1, 5), "b": KnownMove(1, 3), "c": KnownMove(0), "d": KnownMove(-1, 2)}
    drawn = {"a": KnownMove(0), "b": KnownMove(-1, 2)}
    lost = {"a": KnownMove(-1, 2), "b": KnownMove(-1, 4)}
    level = Level("1k", [answer_of(1, won, "a", 0.9), answer_of(1, won, "d", 0.8), answer_of(1, won, "c", 0.5)])
    level.answers += [answer_of(0, drawn, "b", 0.5), answer_of(0, drawn, "a", 0.4), answer_of(-1, lost, "a", 0.1)]
    assert (level.count_kept(), level.count_kept(1), level.count_kept(0), level.count_kept(-1)) == (
        (2, 5),
        (1, 3),
        (1, 2),
        (0, 0),
    )
    assert level.brier == pytest.approx((0.01 + 0.04 + 0.25 + 0 + 0.01 + 0.01) / 6)
    assert level.bins == [
        (pytest.approx(0.1), 0, 1), (0.4, 0.5, 1), (0.5, 0.75, 2), (0.8, 1, 1), (0.9, 1, 1)
    ]  # fmt: skip
    assert [answer.move for answer in level.worst(9)] == ["d", "c", "b"]
    assert len(level.worst(1)) == 1
    assert (level.answers[0].known.plies, level.answers[0].known.best()) == (3, "b")
    assert (level.answers[5].known.plies, level.answers[5].known.best()) == (4, "b")


def test_an_interval_is_wilsons():
    """By the worked example of the NIST handbook, 7.2.4.1: 4 of 20 is 0.0807 to 0.4160."""
    assert interval(4, 20) == (pytest.approx(0.0807, abs=1e-4), pytest.approx(0.4160, abs=1e-4))
    assert interval(0, 0) == (0, 1)
    assert interval(20, 20) == (pytest.approx(0.8389, abs=1e-4), pytest.approx(1))


def test_a_limit_and_a_chance():
    assert [parse_limit(text).nodes for text in ("1000", "10k", "1M")] == [1000, 10_000, 1_000_000]
    assert parse_limit("0.1s").movetime == 0.1
    for wrong in ("", "k", "0", "-1", "1.5k", "0s", "infs", "nans", "fast"):
        with pytest.raises(InvalidSetting, match="neither nodes such as"):
            parse_limit(wrong)
    game = get_game("gardner")
    assert winning_chance(game, EngineScore("cp", 0)) == 0.5
    assert winning_chance(game, EngineScore("cp", game.winning_scale)) == pytest.approx(0.7311, abs=1e-4)
    assert (winning_chance(game, EngineScore("win", 3)), winning_chance(game, EngineScore("loss", 3))) == (1, 0)


def test_the_engine_is_measured_without_tables_and_the_same_seed_finds_the_same():
    game = get_game("gardner")
    known = sample(game, 12, 5, 4, lambda line: None)
    assert [each.value for each in known] == [1] * 6 + [0] * 3 + [-1] * 3
    assert [each.position for each in known] == [each.position for each in sample(game, 12, 5, 4, lambda line: None)]
    runs = [list(measure(game, known, ["500"], wins=2))[-1] for _ in range(2)]
    assert [answer.move for answer in runs[0].answers] == [answer.move for answer in runs[1].answers]
    assert runs[0].beyond == runs[1].beyond
    assert len(runs[0].beyond) == 2
    assert any(0 < answer.chance < 1 for answer in runs[0].answers)  # a table would know each of them


def test_a_win_that_is_played_to_the_end_takes_no_less_than_the_shortest():
    """Congo's distances are to the win itself, so that nobody can be quicker against the longest defence."""
    known = list(islice(draw_known(get_game("congo"), Random(2), 1, 3), 3))
    level = list(measure(get_game("congo"), known, ["2k"], wins=3))[-1]
    assert len(level.beyond) == 3
    assert all(beyond is None or beyond >= 0 for beyond in level.beyond)
    assert any(beyond is not None for beyond in level.beyond)


def test_the_command_prints_a_table_or_a_document(capsys):
    words = ["measure", "gardner", "--positions", "8", "--limits", "200,1k", "--wins", "1", "--seed", "3"]
    assert status_of(words) == 0
    text = capsys.readouterr().out.splitlines()
    assert text[0].startswith("gardner: 8 positions (4 won, 2 drawn, 2 lost) from tables of 3 to")
    assert [line.split()[0] for line in text[2:4]] == ["200", "1k"]
    assert status_of([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == {"win": 4, "draw": 2, "loss": 2}
    assert [level["kept"]["of"] for level in found["levels"]] == [6, 6]
    assert all(sum(each["positions"] for each in level["bins"]) == 8 for level in found["levels"])


def test_the_command_ends_in_time_and_names_what_is_wrong(capsys):
    assert (
        status_of(["measure", "gardner", "--positions", "400", "--limits", "1M", "--time", "0.01", "--pieces", "3"])
        == 0
    )
    assert "1M" in capsys.readouterr().out
    for words, why in (
        (["gardner", "--limits", "fast"], "The limit 'fast' is neither"),
        (["gardner", "--positions", "2"], "positions"),
        (["starcircle"], "played for points"),
    ):
        assert status_of(["measure", *words]) == 2
        assert why in capsys.readouterr().err


def test_a_cursed_win_counts_as_a_draw():
    """KRvKB of minichess is won in 51 plies at most, one more than its counter allows."""
    known = draw_known(get_game("minichess"), Random(7), 0, 4)
    cursed = [each for each in islice(known, 300) if probe(each.position).verdict.category is not Category.DRAW]
    assert all(each.value == 0 for each in cursed)
