"""Players that are UCI engines: their options, their names of variants, and what they answer wrongly."""

import sys

import pytest

from plyground import Color, Record, get_game
from plyground.agents.player import Allowance, PlayerFailed
from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting
from plyground.programs.process_tree import HAS_PROC

PATIENT = Allowance(patience=20.0)

UCI = f"uci:{sys.executable} -m plyground uci"


def test_our_engine_through_uci():
    game = get_game("gardner")
    with Entry.parse(UCI).create(game) as player:
        for color in Color:
            player.new_game(game, color, 0)
            record = Record(game)
            record.play("e2e3")
            choice = player.choose(record, Allowance(depth=3, patience=60))
            assert choice.move in record.position.legal_moves
            assert choice.depth == 3
            assert choice.score.split()[0] in {"cp", "win", "loss"}
        mate = Record(game, game.position("k4/5/1K3/5/4R w - - 0 1"))
        choice = player.choose(mate, Allowance(depth=3, patience=60))
        assert (choice.move, choice.score) == ("e1e5", "win 1")


@pytest.mark.parametrize("name", ["amazons", "amazons-10x10"])
def test_our_engine_through_uci_speaks_our_notation(name):
    game = get_game(name)
    with Entry.parse(UCI).create(game) as player:
        player.new_game(game, Color.WHITE, 0)
        record = Record(game)
        for _ in range(3):
            record.play(player.choose(record, Allowance(nodes=50, patience=60)).move)
    assert record.plies == 3


def test_a_uci_engine_that_does_not_know_the_game(tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text(
        "print('option name UCI_Variant type combo default chess var chess var shogi\\nuciok', flush=True)\n"
        "import time; time.sleep(5)"
    )
    player = Entry.parse(f"uci:{sys.executable} {engine}").create(get_game("congo"))
    with player, pytest.raises(PlayerFailed, match="does not know congo"):
        player.new_game(get_game("congo"), Color.WHITE, 0)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import time; time.sleep(99)", "instead of answering 'uci' with 'uciok'."),
        ("print('Shall we play?', flush=True); input(); input()", "(the last it said is 'Shall we play?')."),
    ],
)
def test_a_program_that_is_no_engine_is_given_up_soon(tmp_path, code, said):
    (tmp_path / "program.py").write_text(code)
    player = Entry.parse(f"uci:{sys.executable} {tmp_path / 'program.py'};wait=0.5").create(get_game("gardner"))
    with player, pytest.raises(PlayerFailed) as failure:
        player.new_game(get_game("gardner"), Color.WHITE, 0)
    assert "does not seem to speak UCI: it did nothing for 0.5 s" in str(failure.value)
    assert str(failure.value).endswith(said)


@pytest.mark.skipif(not HAS_PROC, reason="the system does not tell who is busy")
def test_an_engine_that_uses_a_processor_may_take_its_time(tmp_path):
    """As one that compiles itself does, longer than it may do nothing."""
    code = "import time\nwhile time.process_time() < 1: pass\n" + FAKE_ENGINE.replace("LOG", str(tmp_path / "log"))
    (tmp_path / "engine.py").write_text(code)
    player = Entry.parse(f"uci:{sys.executable} {tmp_path / 'engine.py'};variant=chess;wait=0.5")
    with player.create(get_game("gardner")) as engine:
        engine.new_game(get_game("gardner"), Color.WHITE, 0)


@pytest.mark.parametrize("seconds", ["", "0", "-1", "nan", "1e9", "9" * 5000])
def test_how_long_an_engine_may_do_nothing_is_seconds(seconds):
    with pytest.raises(InvalidSetting, match="expected seconds: wait=60"):
        Entry.parse(f"uci:engine;wait={seconds}").create(get_game("gardner"))


FAKE_ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    print('heard', line.strip(), file=sys.stderr, flush=True)
    if words[0] == 'uci':
        print('option name UCI_Variant type combo default chess var chess', flush=True)
        print('option name Use NNUE type check default true\\nuciok', flush=True)
    elif words[0] == 'setoption':
        open('LOG', 'a').write(line)
    elif words[0] == 'isready': print('readyok', flush=True)
    elif words[0] == 'go': print('bestmove a2a3', flush=True)
"""


@pytest.fixture
def fake_engine(tmp_path):
    """Return the command of an engine that writes the options it is told into a file, and that file."""
    log, engine = tmp_path / "log", tmp_path / "engine.py"
    engine.write_text(FAKE_ENGINE.replace("LOG", str(log)))
    return f"uci:{sys.executable} {engine}", log


def test_a_uci_option_that_the_engine_does_not_have_is_told(fake_engine):
    command, _ = fake_engine
    game = get_game("gardner")
    with (
        Entry.parse(f"{command};variant=chess;Use NNEU=false").create(game) as player,
        pytest.raises(PlayerFailed, match="has no option 'Use NNEU'; it has UCI_Variant or Use NNUE"),
    ):
        player.new_game(game, Color.WHITE, 0)


DECLARED = """
option name Hash type spin default 16 min 1 max 1024
option name Use NNUE type check default true
option name Style type combo default Normal var Very Solid var Normal
option name EvalFile type string default <empty>
"""


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("Hash=x", "option Hash cannot be 'x'; it is a whole number from 1 to 1024."),
        ("hash=0", "option Hash cannot be '0'; it is a whole number from 1 to 1024."),
        ("Hash=", "option Hash cannot be ''; it is a whole number from 1 to 1024."),
        ("Use NNUE=off", "option Use NNUE cannot be 'off'; it is true or false."),
        ("Style=solid", "option Style cannot be 'solid'; it is Very Solid or Normal."),
        ("EvalFile=x.nnue;Style=very solid;Use NNUE=false;Hash=1024", ""),
    ],
)
def test_a_value_that_a_uci_option_would_not_take_is_told(tmp_path, option, sentence):
    engine = tmp_path / "engine.py"
    engine.write_text(
        FAKE_ENGINE.replace("LOG", str(tmp_path / "log")).replace("print('option", f"print({DECLARED!r} 'option", 1)
    )
    game = get_game("gardner")
    with Entry.parse(f"uci:{sys.executable} {engine};variant=chess;{option}").create(game) as player:
        if not sentence:
            player.new_game(game, Color.WHITE, 0)
            return
        with pytest.raises(PlayerFailed) as told:
            player.new_game(game, Color.WHITE, 0)
        assert str(told.value).endswith(sentence)


def test_the_engines_own_name_of_a_variant(fake_engine):
    """The engine does not list it: SjaakII does not list the variants of its files."""
    command, log = fake_engine
    game = get_game("gardner")
    with Entry.parse(f"{command};use nnue=false;variant=Gardner minichess").create(game) as player:
        player.new_game(game, Color.WHITE, 0)
        assert player.choose(Record(game), PATIENT).move == "a2a3"
    assert log.read_text().splitlines() == [
        "setoption name use nnue value false",
        "setoption name UCI_Variant value Gardner minichess",
    ]


def test_a_uci_engine_that_is_none():
    with Entry.parse("uci:true").create(get_game("congo")) as player, pytest.raises(PlayerFailed, match="ended with"):
        player.new_game(get_game("congo"), Color.WHITE, 0)


def test_amazons_moves_are_translated(tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'uci': print('option name UCI_Variant type combo var amazons\\nuciok', flush=True)\n"
        "    elif word == 'isready': print('readyok', flush=True)\n"
        "    elif word == 'position': asked = line\n"
        "    elif word == 'go':\n"
        "        assert asked.split() == ['position', 'startpos', 'moves', 'a4a5,a5a6'], asked\n"
        "        print('info depth 1 score mate -2 nodes 7', flush=True)\n"
        "        print('bestmove a7b7,b7c7', flush=True)\n"
    )
    game = get_game("amazons-10x10")
    with Entry.parse(f"uci:{sys.executable} {engine}").create(game) as player:
        player.new_game(game, Color.BLACK, 0)
        record = Record(game)
        record.play("a4a5/a6")
        choice = player.choose(record, PATIENT)
    assert (choice.move, choice.score, choice.nodes) == ("a7b7/c7", "loss 4", 7)
