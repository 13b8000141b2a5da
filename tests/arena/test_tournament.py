"""Tournaments: the same table however they are played, resumed, or decided early."""

import json
from dataclasses import replace

import pytest

from arena.inline import InlineExecutor, plan
from nets.drawn import drawn_network
from plyground import Color, InvalidSetting
from plyground.arena.openings import Book
from plyground.arena.output import failure_lines, json_text, match_text, mean_utility, result_line, table_text
from plyground.arena.sprt import Sprt
from plyground.arena.store import StoredGame, TournamentStore
from plyground.arena.time_control import TimeControl
from plyground.arena.tournament import Tournament, standings
from plyground.arena.worker import GameWorker
from plyground.core.registry import get_game
from plyground.jobs import LocalExecutor
from plyground.nets.evaluations import own_net
from plyground.nets.file import net_digest, save


def games_of(tournament):
    return [(game.number, game.white, game.black, game.result, game.plies) for game in tournament.games()]


def played(a_plan, executor, store=None, *, resume=False):
    tournament = Tournament(a_plan, store or TournamentStore(None), resume=resume)
    tournament.run(executor)
    return tournament


FORMS = ["round-robin", "gauntlet", "swiss"]


def many(form, **others):
    book = Book.parse("random:2", get_game("minichess"))
    return plan("random", "random@other", "greedy", "dummy", form=form, rounds=3, book=book, seed=5, **others)


@pytest.mark.parametrize("form", FORMS)
def test_the_games_do_not_depend_on_the_order_in_which_they_are_finished(form):
    once = games_of(played(many(form), InlineExecutor()))
    assert once == games_of(played(many(form), InlineExecutor(slots=4, shuffled=True)))
    assert [game[0] for game in once] == list(range(1, len(once) + 1))
    assert len(once) == 2 * many(form).schedule.pairs()


def test_a_pair_is_one_opening_with_colours_swapped():
    tournament = played(many("round-robin"), InlineExecutor())
    records = list(tournament.store.records())
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert (first.tags["White"], first.tags["Black"]) == (second.tags["Black"], second.tags["White"])
        assert first.moves[:2] == second.moves[:2]
    assert len({tuple(map(str, record.moves[:2])) for record in records}) > 10


def test_what_is_not_defined_is_none_for_people_and_nan_for_scripts():
    white_wins = InlineExecutor(result=lambda task: Color.WHITE)
    first_wins = InlineExecutor(result=lambda task: Color.WHITE if task.white.name == "random" else Color.BLACK)
    assert "PairsRatio: none" in match_text(played(plan("random", "greedy"), white_wins))  # no pair was won or lost
    assert "WL/DD Ratio: none" in match_text(played(plan("random", "greedy"), first_wins))  # no pair was even
    empty = Tournament(plan("random", "greedy"), TournamentStore(None))
    assert "Elo: none +/- none" in match_text(empty)
    assert "nan" not in match_text(empty)
    assert result_line(empty.tally("random")).endswith("points 0 elo nan error nan")


def test_games_lost_by_failure_are_counted():
    def stored(number, winner, termination, white="a", black="b"):
        return StoredGame(number, number, number, white, black, winner, termination, "", 9, None)

    games = [
        stored(1, Color.WHITE, "crash"),
        stored(2, Color.WHITE, "time"),
        stored(3, Color.WHITE, "time", "b", "a"),
        stored(4, Color.BLACK, "illegal move", "b", "a"),
        stored(5, Color.BLACK, "checkmate"),
        stored(6, None, "repetition"),
    ]
    assert failure_lines(games, ["a", "b", "c"]) == [
        "Lost by a: 1 on time",
        "Lost by b: 1 by crash, 1 on time, 1 by illegal move",
    ]


def test_a_players_failures_are_in_the_summary(tmp_path):
    crashing = tmp_path / "program.py"
    crashing.write_text("def studentAgent(board):\n    raise SystemExit(3)\n")
    tournament = played(plan("dummy", f"program:{crashing}@crashing", rounds=1), InlineExecutor())
    for text in (match_text(tournament), table_text(tournament)):
        assert "Lost by crashing: 2 by crash" in text


def test_another_seed_is_another_tournament():
    others = [games_of(played(plan("random", "greedy", rounds=4, seed=seed), InlineExecutor())) for seed in (1, 2)]
    assert others[0] != others[1]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("lives", [0, 1, 7])
def test_a_killed_tournament_is_resumed_to_the_same_table(form, lives, tmp_path):
    unbroken = games_of(played(many(form), InlineExecutor()))
    path = tmp_path / "games.db"
    with pytest.raises(ConnectionAbortedError):
        played(many(form), InlineExecutor(slots=3, shuffled=True, lives=lives), TournamentStore(path))
    executor = InlineExecutor(slots=2)
    resumed = played(many(form), executor, TournamentStore(path), resume=True)
    assert games_of(resumed) == unbroken
    assert len(executor.played) == len(unbroken) - lives, "nothing is played twice"
    again = InlineExecutor()
    assert games_of(played(many(form), again, TournamentStore(path), resume=True)) == unbroken
    assert again.played == []


def test_resuming_needs_the_same_plan(tmp_path):
    path = tmp_path / "games.db"
    played(plan("random", "dummy", rounds=1), InlineExecutor(), TournamentStore(path))
    with pytest.raises(InvalidSetting, match="nothing to resume"):
        Tournament(plan("random", "greedy", rounds=1), TournamentStore(path), resume=True)
    assert Tournament(plan("random", "dummy", rounds=1), TournamentStore(path)).number == 2
    assert Tournament(plan("random", "dummy"), TournamentStore(tmp_path / "new.db"), resume=True).number == 1


@pytest.mark.parametrize("form", FORMS)
def test_rounds_can_be_added_when_a_tournament_is_resumed(form, tmp_path):
    whole = games_of(played(many(form), InlineExecutor()))
    path = tmp_path / "games.db"
    played(
        replace(many(form), schedule=replace(many(form).schedule, rounds=2)), InlineExecutor(), TournamentStore(path)
    )
    executor = InlineExecutor(slots=2)
    longer = played(many(form), executor, TournamentStore(path), resume=True)
    assert (longer.number, games_of(longer)) == (1, whole)
    assert len(executor.played) == len(whole) // 3, "only the third round is played"
    with pytest.raises(InvalidSetting, match="has 3 rounds; there can be more, but not fewer"):
        played(
            replace(many(form), schedule=replace(many(form).schedule, rounds=1)),
            executor,
            TournamentStore(path),
            resume=True,
        )


def test_a_player_may_have_limits_of_its_own():
    own = {"dummy": TimeControl(depth=3), "random": TimeControl(base=2.0)}
    tasks = []
    tournament = Tournament(plan("random", "dummy", rounds=1, own_limits=own), TournamentStore(None))
    tournament.run(InlineExecutor(), lambda _, task, played: tasks.append(task) if played else None)
    assert [(task.white.name, *map(str, task.time_controls)) for task in tasks] == [
        ("random", "2", "3 plies"),
        ("dummy", "3 plies", "2"),
    ]
    assert f"(minichess, {tournament.plan.time_control}; dummy: 3 plies; random: 2" in match_text(tournament)


def test_limits_of_single_players_belong_to_the_settings(tmp_path):
    path = tmp_path / "games.db"
    played(plan("random", "dummy", rounds=1), InlineExecutor(), TournamentStore(path))
    own = {"dummy": TimeControl(depth=3)}
    with pytest.raises(InvalidSetting, match="nothing to resume"):
        Tournament(plan("random", "dummy", rounds=1, own_limits=own), TournamentStore(path), resume=True)


def net_in(folder, seed=1):
    folder.mkdir(exist_ok=True)
    save(folder / "some.npz", get_game("minichess"), drawn_network(get_game("minichess"), 8, seed), {})
    return f"net:{folder / 'some.npz'}"


def begun(path, players, **without):
    """Begin a tournament; return its plan as it was stored."""
    store = TournamentStore(path)
    number = Tournament(plan(*players), store).number
    known = json.loads(store.settings(number))
    if without:
        with store.writing():
            store.change_settings(number, json.dumps({name: known[name] for name in known.keys() - without.keys()}))
    return known


def test_the_nets_that_players_judge_by_are_noted(tmp_path):
    net, package = net_in(tmp_path / "a"), net_digest(own_net(get_game("minichess")))
    mine = net_digest(tmp_path / "a" / "some.npz")
    named = ["engine:nodes=9", "level:3", f"minimax:2,evaluation={net}@mine", "minimax:3", "engine:evaluation=handmade"]
    nets = json.loads(plan(*named).text())["nets"]
    assert nets == {"engine:nodes=9": package, "level:3": package, "mine": mine}
    assert json.loads(plan("minimax:evaluation=net:none.npz", "random").text())["nets"] == {}


def test_a_tournament_goes_on_when_its_nets_have_moved_but_not_with_others(tmp_path):
    path = tmp_path / "games.db"
    players = [[f"minimax:2,evaluation={net_in(tmp_path / name)}@new", "random"] for name in "ab"]
    begun(path, players[0])
    assert Tournament(plan(*players[1]), TournamentStore(path), resume=True).number == 1
    net_in(tmp_path / "b", seed=2)
    with pytest.raises(InvalidSetting, match="but new played with another net of the same name"):
        Tournament(plan(*players[1]), TournamentStore(path), resume=True)


def test_a_tournament_of_before_nets_were_noted_goes_on_and_notes_them(tmp_path):
    path, players = tmp_path / "games.db", ["engine:nodes=9", "random"]
    known = begun(path, players, nets=False)
    store = TournamentStore(path)
    assert "nets" not in json.loads(store.settings(1))
    assert Tournament(plan(*players), store, resume=True).number == 1
    assert json.loads(store.settings(1)) == known


def first_always_wins(task):
    return Color.WHITE if task.white.name == "random" else Color.BLACK


def test_an_sprt_ends_the_match_at_the_same_pair_whatever_is_in_the_air(tmp_path):
    tested = plan("random", "dummy", rounds=2000, sprt=Sprt(0, 200))
    counts = []
    for slots in (1, 5):
        tournament = played(tested, InlineExecutor(slots, shuffled=True, result=first_always_wins))
        counts.append(len(tournament.games()))
        assert tested.sprt.decision(tournament.tally("random", "dummy")) == "H1"
        assert counts[-1] < 400
    assert counts[0] == counts[1]
    path = tmp_path / "games.db"
    with pytest.raises(ConnectionAbortedError):
        played(tested, InlineExecutor(5, shuffled=True, result=first_always_wins, lives=11), TournamentStore(path))
    resumed = played(tested, InlineExecutor(3, result=first_always_wins), TournamentStore(path), resume=True)
    assert len(resumed.games()) == counts[0]


def test_an_sprt_is_for_two():
    with pytest.raises(InvalidSetting, match="two players"):
        plan("random", "dummy", "greedy", sprt=Sprt())


def test_output():
    tournament = played(plan("greedy", "dummy", rounds=3, sprt=Sprt(0, 50)), InlineExecutor(result=lambda task: None))
    tally = tournament.tally("greedy", "dummy")
    assert result_line(tally) == "result games 6 wins 0 draws 6 losses 0 points 3 elo 0.00 error 0.00"
    text = match_text(tournament)
    assert "Results of greedy vs dummy (minichess, no limit):" in text
    assert "Games: 6, Wins: 0, Losses: 0, Draws: 6, Points: 3.0 (50.00 %)" in text
    assert "Ptnml(0-2): [0, 0, 3, 0, 0], WL/DD Ratio: 0.00" in text
    assert "(-2.94, 2.94) [0.00, 50.00]" in text
    assert "inf" not in json_text(tournament)


def test_points_are_averaged_over_pairs():
    """Utility +10, +30 and -20, 0 for the first player: pairs of 20 and -10."""

    def game(number, white, utility):
        return StoredGame(number, number, (number + 1) // 2, white, "?", None, "", "", 9, utility)

    games = [game(1, "a", 10), game(2, "b", -30), game(3, "a", -20), game(4, "b", 0)]
    mean, error = mean_utility(games, "a")
    assert mean == 5
    assert error == pytest.approx(1.96 * 15, rel=1e-3)  # standard deviation 15 sqrt 2, over two pairs
    assert mean_utility([game(1, "a", None)], "a") is None


def test_standings_are_by_the_share_of_the_points():
    """Who has won its only game stands above who has won two of three."""

    def game(number, white, black, winner):
        return StoredGame(number, number, number, white, black, winner, "", "", 9, None)

    games = [game(1, "a", "b", Color.WHITE), game(2, "a", "b", Color.WHITE), game(3, "a", "c", Color.BLACK)]
    assert [(name, tally.points) for name, tally in standings("abc", games)] == [("c", 1), ("a", 2), ("b", 0)]


def test_the_table_of_many():
    tournament = played(plan("dummy", "greedy", "smart", rounds=1), InlineExecutor())
    lines = table_text(tournament).splitlines()
    assert lines[0].split() == ["Rank", "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)"]
    assert len(lines) == 4
    assert lines[1].split()[0] == "1"


def test_worker_processes_give_the_same_games_as_this_one():
    with LocalExecutor(GameWorker, 2) as executor:
        assert games_of(played(many("swiss"), executor)) == games_of(played(many("swiss"), InlineExecutor()))
