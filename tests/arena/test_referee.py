"""One game, by the rules, and every way in which a player loses it."""

import time

import pytest

from plyground import Color, get_game
from plyground.agents.player import Choice, Player, PlayerFailed
from plyground.agents.roster import Entry
from plyground.arena.adjudication import Adjudication, Rule
from plyground.arena.openings import Opening
from plyground.arena.referee import play_game
from plyground.arena.task import GameTask
from plyground.arena.time_control import TimeControl


class Scripted(Player):
    """Plays the first legal move, unless its script says otherwise."""

    def __init__(self, *script, score="", before=lambda: None):
        self.script, self.score, self.before = list(script), score, before
        self.seen = []

    def choose(self, record, limits):
        self.seen.append(limits)
        self.before()
        answer = self.script.pop(0) if self.script else next(iter(record.position.legal_moves))
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Choice) else Choice(answer, score=self.score)


def task(game="gardner", opening=None, control=None, **others):
    entry = Entry.parse("random")
    opening = Opening(opening) if opening else Opening()
    return GameTask(1, 1, 1, get_game(game), entry, entry, opening, (control or TimeControl(),) * 2, 0, **others)


def test_a_game_to_its_end():
    played = play_game(task(opening="k4/5/1K3/5/4R w - - 0 1"), (Scripted("e1e5"), Scripted()))
    assert (played.winner, played.termination, played.points) == (Color.WHITE, "checkmate", (1.0, 0.0))
    assert [move.text for move in played.moves] == ["e1e5"]


@pytest.mark.parametrize("loser", list(Color))
@pytest.mark.parametrize(
    ("answer", "termination", "detail"),
    [
        ("a1a5", "illegal move", "The move 'a1a5' cannot be played"),
        ("castle", "illegal move", "should be two squares"),
        (Choice(None, request="resign"), "resignation", "resigned"),
        (PlayerFailed("It burst.", "crash"), "crash", "It burst."),
        (PlayerFailed("It slept.", "time"), "time", "It slept."),
    ],
)
def test_failures_are_losses_with_a_reason(loser, answer, termination, detail):
    players = [Scripted(), Scripted()]
    players[loser].script = [answer]
    played = play_game(task(), players)
    assert played.winner is loser.other
    assert played.termination == termination
    assert detail in played.detail
    assert len(played.moves) == loser, "what was played before is kept"


@pytest.mark.parametrize("control", [TimeControl(movetime=0.05), TimeControl(base=0.05)])
def test_who_takes_too_long_has_lost_on_time(control):
    slow = Scripted(before=lambda: time.sleep(0.25))
    played = play_game(task(control=control), (Scripted(), slow))
    assert (played.winner, played.termination) == (Color.WHITE, "time")
    assert "grace" in played.detail


def test_players_are_told_their_clocks():
    white = Scripted(before=lambda: time.sleep(0.02))
    play_game(task("minichess", control=TimeControl(base=5.0, increment=0.01)), (white, Scripted()))
    first, second = white.seen[:2]
    assert first.clocks == (5.0, 5.0)
    assert 4 < second.clocks[0] < 5
    assert second.clocks[1] <= 5.01
    assert first.patience > 5


def test_a_failing_start_is_a_loss():
    class Late(Scripted):
        def new_game(self, game, color, seed):
            raise PlayerFailed("It did not start.", "crash")

    played = play_game(task(), (Scripted(), Late()))
    assert (played.winner, played.termination, played.detail) == (Color.WHITE, "crash", "It did not start.")


def test_adjudication_ends_a_game():
    adjudication = Adjudication(draw=Rule(moves=2, score=10))
    played = play_game(task(adjudication=adjudication), (Scripted(score="cp 3"), Scripted(score="cp -3")))
    assert (played.winner, played.termination, len(played.moves)) == (None, "draw adjudicated", 4)
    adjudication = Adjudication(win=Rule(moves=2, score=100))
    played = play_game(task(adjudication=adjudication), (Scripted(score="cp -300"), Scripted(score="cp 300")))
    assert (played.winner, played.termination) == (Color.BLACK, "win adjudicated")


def test_repetition_and_ply_cap_belong_to_the_game():
    start = "1n2k/5/5/5/1N2K w - - 0 1"
    played = play_game(
        task(opening=start),
        (Scripted(*["b1a3", "a3b1"] * 3), Scripted(*["b5c3", "c3b5"] * 3)),
    )
    assert (played.winner, played.termination, len(played.moves)) == (None, "repetition", 8)
    game = get_game("congo").with_settings({"ply-cap": "6"})
    entry = Entry.parse("random")
    played = play_game(
        GameTask(1, 1, 1, game, entry, entry, Opening(), (TimeControl(),) * 2, 0), (Scripted(), Scripted())
    )
    assert (played.winner, played.termination, len(played.moves)) == (None, "ply cap", 6)


def test_in_a_game_for_points_the_sign_of_the_utility_wins():
    entry = Entry.parse("random")
    winners = set()
    for seed in range(6):
        with entry.create(get_game("starcircle")) as white, entry.create(get_game("starcircle")) as black:
            played = play_game(
                GameTask(1, 1, 1, get_game("starcircle"), entry, entry, Opening(), (TimeControl(),) * 2, seed),
                (white, black),
            )
        assert played.utility is not None
        expected = None if played.utility == 0 else Color.WHITE if played.utility > 0 else Color.BLACK
        assert played.winner is expected
        winners.add(played.winner)
    assert len(winners) > 1


def test_the_watch_is_told_who_thinks_and_for_how_long():
    told = []
    play_game(
        task(control=TimeControl(movetime=1.0)),
        (Scripted(), Scripted("nonsense")),
        lambda turn, seconds: told.append((turn, seconds)),
    )
    assert [turn for turn, _ in told[2:]] == [Color.WHITE, Color.BLACK]
    assert all(seconds == pytest.approx(1.1) for _, seconds in told[2:])
