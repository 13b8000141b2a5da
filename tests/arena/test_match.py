"""`plyground.match`: players as texts, objects and functions; a result that draws itself."""

import time
import xml.etree.ElementTree as ET

import pytest

import plyground
from plyground.agents.random_player import RandomPlayer
from plyground.core.errors import InvalidSetting, UnknownName, WrongType


def first_move(position):
    return next(iter(position.legal_moves))


def test_the_result_adds_up():
    result = plyground.match("greedy", "random", "gardner", rounds=5, seed=3)
    assert result.wins + result.draws + result.losses == len(result.records) == result.tally.games == 10
    assert result.points > 5
    assert result.names == ("greedy", "random")
    assert str(result).count("greedy vs random") == 1
    assert repr(result).startswith("<greedy against random, gardner: ")


def test_the_same_seed_gives_the_same_games_also_in_other_processes():
    played = [
        plyground.match("random", "random", "connect-four", rounds=3, seed=3, concurrency=concurrency)
        for concurrency in (1, 2)
    ]
    assert played[0].names == ("random", "random (2)")
    lines = [[record.moves for record in result.records] for result in played]
    assert lines[0] == lines[1]


def test_a_function_plays_both_colours():
    result = plyground.match(first_move, "random", "connect-four", rounds=2, seed=1)
    assert result.names == ("first_move", "random")
    assert [record.tags["White"] for record in result.records] == ["first_move", "random"] * 2
    assert all(str(move) == "a" for move in result.records[0].moves[:1])


def test_an_object_can_meet_itself():
    player = RandomPlayer(plyground.get_game("gardner"))
    result = plyground.match(player, player, "gardner", rounds=1, depth=3)
    assert result.names == ("RandomPlayer", "RandomPlayer (2)")


def test_an_illegal_move_loses():
    result = plyground.match(lambda position: "a1a5", "random", "gardner", rounds=1)
    assert result.losses == 2
    assert {record.outcome.termination for record in result.records} == {"illegal move"}


def test_a_function_that_returns_nothing_loses_and_it_is_said():
    result = plyground.match(lambda position: None, "random", "gardner", rounds=1)
    assert result.losses == 2
    assert {record.outcome.termination for record in result.records} == {"illegal move"}
    assert "Lost by <lambda>: 2 by illegal move (The player chose no move: it returned None.)" in str(result)


def slow_once(turns):
    """Return a player that is late in its first so many turns."""
    left = [turns]

    def slow(position):
        if left[0]:
            left[0] -= 1
            time.sleep(0.05)
        return next(iter(position.legal_moves))

    return slow


def test_a_move_may_be_late_by_the_grace():
    late = plyground.match(slow_once(1), "dummy", "gardner", rounds=1, time=0.001, grace=0.0)
    assert "on time" in str(late)
    assert "on time" not in str(plyground.match(slow_once(1), "dummy", "gardner", rounds=1, time=0.001, grace=60.0))
    with pytest.raises(InvalidSetting, match="grace of a match cannot be -1"):
        plyground.match("dummy", "dummy", "gardner", grace=-1)


def test_a_match_tells_its_result_without_forfeits():
    result = plyground.match(illegal_at_first(), "random", "gardner", rounds=3, seed=1)
    left = [record for record in result.records if record.outcome.termination != "illegal move"]
    assert result.tally.games == 6
    assert len(left) == 5
    (line,) = (line for line in str(result).splitlines() if line.startswith("Without"))
    assert line.startswith("Without the pair that holds a forfeit: Elo: ")
    assert "Games: 4, Points: " in line
    all_lost = plyground.match(lambda position: "a1a5", "random", "gardner", rounds=2)
    assert "Without the 2 pairs that hold a forfeit no game is left: this match says nothing" in str(all_lost)
    assert "Without" not in str(plyground.match("random", "random", "gardner", rounds=1))


def illegal_at_first():
    """Return a player whose first move is not legal, and whose others are."""
    asked = []

    def player(position):
        asked.append(position)
        return "a1a5" if len(asked) == 1 else next(iter(position.legal_moves))

    return player


def test_what_a_function_raises_is_not_caught():
    def broken(position):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        plyground.match(broken, "random", "gardner", rounds=1)


def test_openings():
    result = plyground.match("random", "random", "gardner", rounds=3, openings="random:4", seed=5)
    openings = [tuple(map(str, record.moves[:4])) for record in result.records]
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) == 3


def test_it_draws_itself():
    result = plyground.match("random@<b>", "random", "connect-four", rounds=2, seed=1)
    root = ET.fromstring(result._repr_svg_())
    bars = [float(each.attrib["width"]) for each in root if each.tag.endswith("rect")]
    assert bars == [480 * count / 4 for count in (result.wins, result.draws, result.losses)]


@pytest.mark.parametrize(
    ("arguments", "options", "error", "sentence"),
    [
        (("nobody", "random", "gardner"), {}, UnknownName, "no player 'nobody'"),
        (("minimax:depth=x", "random", "gardner"), {}, InvalidSetting, "depth"),
        (("random", "random", "chess"), {}, UnknownName, "no game 'chess'"),
        (("random", 5, "gardner"), {}, InvalidSetting, "5 is no player"),
        (("random", "human", "gardner"), {}, InvalidSetting, "human plays with"),
        (("random", "random", "gardner"), {"rounds": 0}, InvalidSetting, "at least one round"),
        (("random", first_move, "gardner"), {"concurrency": 2}, InvalidSetting, "given as texts"),
        (("random", "random", "gardner"), {"time": -1}, InvalidSetting, "positive"),
    ],
)
def test_what_is_wrong_is_said(arguments, options, error, sentence):
    with pytest.raises(error, match=sentence):
        plyground.match(*arguments, **options)


class Careless(RandomPlayer):
    """Forgets what `choose` returns."""

    def choose(self, record, limits):
        """Return a text."""
        return "a2a3"


def test_a_player_that_is_none_is_told():
    with pytest.raises(WrongType, match=r"^Careless is a class; a match needs a player of it, such as Careless\(\)\.$"):
        plyground.match(Careless, "random", "gardner", rounds=1)
    with pytest.raises(WrongType, match=r"^What Careless.choose returns should be a Choice, .* not 'a2a3'\.$"):
        plyground.match(Careless(plyground.get_game("gardner")), "random", "gardner", rounds=1)
