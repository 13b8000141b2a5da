"""Who moves how: the minichess assignment's opponents as its rules describe them, and every player in every game."""

from collections import Counter

import pytest

from plyground import Color, Record, get_game
from plyground.agents.levels import LEVELS
from plyground.agents.player import Allowance
from plyground.agents.roster import Entry

QUICK = {
    "minimax": "minimax:depth=1",
    "engine": "engine:depth=1",
    "level": "level:1",
    "mcts": "mcts:simulations=20,room=20000",
}
GAMES = ["minichess", "gardner", "congo", "starcircle", "halma-8x8", "amazons"]


def choice(text, position, seed=0, game="minichess"):
    record = Record(get_game(game), get_game(game).position(position))
    with Entry.parse(text).create(record.game) as player:
        player.new_game(record.game, record.position.turn, seed)
        return str(player.choose(record, Allowance()).move)


def choices(text, position, seeds=60, game="minichess"):
    record = Record(get_game(game), get_game(game).position(position))
    found = Counter()
    with Entry.parse(text).create(record.game) as player:
        for seed in range(seeds):
            player.new_game(record.game, record.position.turn, seed)
            found[str(player.choose(record, Allowance()).move)] += 1
    return found


def test_dummy_plays_pawns_first_column_by_column():
    assert choice("dummy", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1") == "a2a3"
    # no pawn can move: the knight on b1 comes before anything further right, and a3 before c3
    assert choice("dummy", "4k/ppppp/PPPPP/5/1N2K w - - 0 1") == "a3b4"
    assert choice("dummy", "4k/5/PPPP1/pppp1/1N2K w - - 0 1", game="minichess").startswith("a3")


def test_dummy_does_not_look_after_its_king():
    # a pawn move is played although the king hangs
    assert choice("dummy", "4k/p4/5/4r/4K b - - 0 1") == "a4a3"
    assert choice("dummy", "r3k/5/5/P4/1R2K w - - 0 1").startswith("a2a3")


def test_random_plays_every_playable_move_also_a_losing_one():
    position = get_game("minichess").position("4r/5/4P/3r1/2k1K w - - 0 1")
    found = choices("random", position.text, 400)
    assert set(found) == set(map(str, position.playable_moves))
    assert set(found) > set(map(str, position.legal_moves))


def test_greedy_takes_the_king_or_mates_before_anything_else():
    assert set(choices("greedy", "3qk/5/5/5/K3R w - - 0 1", 10)) == {"e1e5"}
    # a mate among checks: Qb4 is protected by the king, Ra8-like checks are not mate
    assert set(choices("greedy", "k4/5/1K3/5/4R w - - 0 1", 10)) == {"e1e5"}


def test_greedy_checks_when_it_cannot_win_and_plays_any_legal_move_otherwise():
    assert set(choices("greedy", "k4/5/5/1R3/3K1 w - - 0 1")) == {"b2a2", "b2b5"}
    quiet = get_game("minichess").position("k4/5/5/5/3BK w - - 0 1")
    assert set(choices("greedy", quiet.text, 200)) == set(map(str, quiet.legal_moves))


@pytest.mark.parametrize(
    ("position", "best"),
    [
        # a capture with check is better than a bigger capture
        ("k4/p3q/5/R3Q/3K1 w - - 0 1", {"a2a4"}),
        # the better piece
        ("4k/1p2q/5/1R2R/K4 w - - 0 1", {"e2e4"}),
        # a capture alone before a check alone
        ("k4/3pp/5/3R1/K1R2 w - - 0 1", {"d2d4"}),
        # a check alone before anything else
        ("k4/5/5/2R2/3K1 w - - 0 1", {"c2c5", "c2a2"}),
    ],
)
def test_smart_plays_the_greatest_utility(position, best):
    assert set(choices("smart", position, 30)) == best


def test_smart_takes_the_king_first():
    assert choice("smart", "q3k/5/5/5/R2KR w - - 0 1") == "e1e5"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["dummy", "random", "greedy", "smart", "minimax", "engine", "mcts"])
def test_everybody_plays_every_game(kind, name):
    game = get_game(name)
    text = QUICK.get(kind, kind)
    with Entry.parse(text).create(game) as player, Entry.parse("random").create(game) as other:
        games = []
        for _ in range(2):
            record = Record(game)
            for color, each in zip(Color, (player, other), strict=True):
                each.new_game(game, color, 3)
            while record.outcome is None and record.plies < 12:
                move = (player, other)[record.position.turn].choose(record, Allowance()).move
                assert str(move) in record.position.playable_moves
                record.play(move)
            games.append(record.moves)
    assert games[0] == games[1], "the same seed gives the same game"


def test_seed_plays_amazons_as_the_assignment():
    assert choice("seed", "1q4/2Q3/*****q/6/6/2Q3 w", game="amazons") == "c1e3/f3"


@pytest.mark.parametrize("text", ["minimax:depth=3", "engine:depth=5", "mcts:simulations=3000,room=100000"])
def test_searchers_find_a_mate(text):
    position = get_game("gardner").position("4k/1Q3/3K1/5/5 w - - 0 1")
    assert position.play(choice(text, position.text, game="gardner")).outcome_text == "white wins: checkmate"


def test_mcts_proves_a_win_and_a_loss():
    record = Record(get_game("gardner"), get_game("gardner").position("k4/5/1K3/5/4R w - - 0 1"))
    with Entry.parse("mcts:simulations=5000").create(record.game) as player:
        player.new_game(record.game, Color.WHITE, 0)
        won = player.choose(record, Allowance())
        assert str(won.move) == "e1e5"
        assert won.nodes < 5000, "a proved win ends the search"


def test_the_match_limits_a_player_and_its_own_options_do_too():
    record = Record(get_game("gardner"))
    with Entry.parse("engine:depth=3").create(record.game) as player:
        player.new_game(record.game, Color.WHITE, 0)
        assert player.choose(record, Allowance(depth=9)).depth == 3
        assert player.choose(record, Allowance(depth=2)).depth == 2
    with Entry.parse("minimax:depth=3").create(record.game) as player:
        assert player.choose(record, Allowance(depth=1)).nodes == 8


@pytest.mark.parametrize("text", ["engine", "engine:threads=2", "level:3"])
def test_a_player_has_searched_before_its_clock_runs(text):
    game = get_game("gardner")
    with Entry.parse(text).create(game) as player:
        assert not player._engine._states
        player.new_game(game, Color.WHITE, 0)
        assert player._engine._states, "the first search loads kernels, nets and tables"


def test_limits_share_a_clock():
    assert Allowance(movetime=2).seconds(Color.WHITE) == 2
    assert Allowance(clocks=(30.0, 1.0)).seconds(Color.WHITE) == 1.0
    assert Allowance(clocks=(30.0, 1.0), increment=5).seconds(Color.BLACK) == pytest.approx(0.8)
    assert Allowance().seconds(Color.WHITE) is None


def test_a_level_sees_what_it_sees_in_the_app_and_level_0_wins_only_if_it_must():
    game = get_game("gardner")
    with Entry.parse("level:4").create(game) as player:
        player.new_game(game, Color.WHITE, 1)
        record = Record(game, game.position())
        first = [player.choose(record, Allowance()) for _ in range(2)]
        assert {choice.depth for choice in first} == {LEVELS[3].depth}
        assert player.choose(record, Allowance(depth=1)).depth == 1, "the match allows less"
    mate = "k4/5/1K3/5/4R w - - 0 1"
    assert set(choices("level:9", mate, 3, "gardner")) == {"e1e5"}
    gentle = choices("level:0", mate, 30, "gardner")
    assert "e1e5" not in gentle
    assert len(gentle) > 5
