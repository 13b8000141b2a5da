"""The UCI engine, command by command, as a program on the other side would see it."""

import io
import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from nets.drawn import drawn_network
from plyground import InvalidSetting, Limits, all_games, get_game
from plyground.core.outcome import Color
from plyground.kernel.compile import JIT
from plyground.nets.file import save
from plyground.protocol.go import Go
from plyground.protocol.options import all_options
from plyground.protocol.uci import UciEngine

needs_kernels = pytest.mark.skipif(not JIT, reason="searches")


class Output(io.StringIO):
    """Collects lines, and lets a test wait for one."""

    def __init__(self):
        super().__init__()
        self.lines = queue.Queue()

    def write(self, text):
        for line in filter(None, text.splitlines()):
            self.lines.put(line)
        return len(text)

    def so_far(self):
        """Everything that has been said and not been asked for yet."""
        seen = []
        while not self.lines.empty():
            seen.append(self.lines.get())
        return seen

    def until(self, start, seconds=60.0):
        seen = []
        deadline = time.monotonic() + seconds
        while True:
            line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            seen.append(line)
            if line.startswith(start):
                return seen


@pytest.fixture
def talk():
    output = Output()
    engine = UciEngine(output)

    def say(*commands, until=None, seconds=60.0):
        for command in commands:
            assert engine.handle(command)
        return output.until(until, seconds) if until else []

    say.so_far = output.so_far
    yield say
    engine._end_search()


JUDGES = "info string The engine judges by"


@pytest.fixture
def net(tmp_path):
    """Return the file of a net of gardner's that is not the game's own."""
    path = tmp_path / "a value of mine.npz"
    save(path, get_game("gardner"), drawn_network(get_game("gardner")), {})
    return path


def test_a_net_that_cannot_be_used_is_said_and_the_game_s_own_stays(talk):
    lines = talk("setoption name EvalFile value none.npz", "eval", until=JUDGES)
    assert lines[-2:] == [
        "info string The net none.npz cannot be read: No such file or directory.",
        f"{JUDGES} the net of gardner.",
    ]


def test_what_is_said_is_logged_on_our_side_too(talk, tmp_path):
    one, other = tmp_path / "the first.log", tmp_path / "other.log"
    talk(f"setoption name Debug Log File value {one}", "moves")
    talk(f"setoption name Debug Log File value {other}", "d", "setoption name Debug Log File value", "moves")
    lines = one.read_text(encoding="utf-8").splitlines()
    assert lines[0].endswith(f" plyground (process {os.getpid()}) < moves")
    assert any(" > a2a3" in line for line in lines)
    assert any(line.endswith(f" < setoption name Debug Log File value {other}") for line in lines)
    text = other.read_text(encoding="utf-8")
    assert " < d\n" in text
    assert "moves" not in text, "no file any more"
    talk.so_far()
    (said,) = talk(f"setoption name Debug Log File value {tmp_path}", until="info string")
    assert re.fullmatch(r"info string The log .+ cannot be written: [\w ]+\.", said)


def test_the_net_follows_the_variant(talk, net):
    for variant, judge in {"congo-2022": "the net of congo", "starcircle": "the handmade evaluation"}.items():
        talk(f"setoption name EvalFile value {net}", f"setoption name UCI_Variant value {variant}", "eval")
        fault, told, _, shown = talk.so_far()
        assert fault == f"info string The net {net} is one for gardner, not for {variant}."
        assert told == f"{JUDGES} {judge}."
        assert shown.endswith(f", who is to move, by {judge}.")
        talk("setoption name UCI_Variant value gardner", "eval")
        assert talk.so_far()[-1].endswith(f" for White, who is to move, by the net {net}.")


@needs_kernels
def test_who_judges_is_told_once_before_a_search(talk):
    assert talk("isready", until="readyok") == [f"{JUDGES} the net of gardner.", "readyok"]
    assert not [line for line in talk("go depth 2", until="bestmove") if line.startswith(JUDGES)]
    lines = talk("setoption name Use NNUE value false", "go depth 2", until="bestmove")
    assert lines[0] == f"{JUDGES} the handmade evaluation."


def test_another_option_says_nothing_again_of_who_judges(talk):
    fault = "info string The net none.npz cannot be read: No such file or directory."
    told = [fault, f"{JUDGES} the net of gardner."]
    talk("setoption name EvalFile value none.npz", "eval")
    assert talk.so_far()[:2] == told
    talk("setoption name Hash value 8", "eval")
    assert not set(told) & set(talk.so_far())
    talk("setoption name EvalFile value", "eval", "setoption name EvalFile value none.npz", "eval")
    assert set(told) <= set(talk.so_far())


def test_eval_is_what_the_engine_judges_by(talk, net):
    position = get_game("gardner").position().play("b2b3")
    cases = {
        "Use NNUE value true": ("net", "the net of gardner"),
        "Use NNUE value false": ("handmade", "the handmade evaluation"),
        f"EvalFile value {net}": (f"net:{net}", f"the net {net}"),
        "EvalFile value": ("net", "the net of gardner"),
    }
    values = []
    for option, (name, who) in cases.items():
        talk("setoption name Use NNUE value true", f"setoption name {option}", "position startpos moves b2b3", "eval")
        value, told = talk.so_far()
        assert int(value) == position.evaluate(name)
        assert told == f"info string {value} for Black, who is to move, by {who}."
        values.append(value)
    assert len(set(values[:3])) == 3


@pytest.mark.parametrize("empty", ["", " value", " value ", " value <empty>"])
@pytest.mark.parametrize("name", [option.name for option in all_options().values() if option.kind == "string"])
def test_a_text_may_be_empty(talk, name, empty):
    talk(f"setoption name {name} value /nowhere/at all", "d")
    assert any("/nowhere" in line for line in talk.so_far())
    talk(f"setoption name {name}{empty}", "d")
    assert not [line for line in talk.so_far() if line.startswith("info string")]


def test_uci_declares_every_option(talk):
    lines = talk("uci", until="uciok")
    options = [line for line in lines if line.startswith("option")]
    assert len(options) == len(all_options())
    assert any("UCI_Variant type combo default gardner" in line and "var congo" in line for line in options)
    assert any(line == "option name Hash type spin default 64 min 1 max 65536" for line in options)


def test_the_page_of_the_engine_lists_every_option_with_its_default():
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^|]+)`[^|]* \| ([^|]*?) ?\| ", page.partition("## UCI")[2], re.MULTILINE)
    told = {name.lower(): "" if value == "empty" else value for name, value in rows if "`, `" not in name}
    settings = {setting.name for game in all_games().values() for setting in game.settings}
    known = {name: option.default for name, option in all_options().items() if name not in settings}
    assert {name: told.get(name) for name in known} == known


@needs_kernels
def test_a_move_in_time(talk):
    talk("isready", until="readyok")
    lines = talk("position startpos moves a2a3", "go movetime 200", until="bestmove")
    info = re.compile(
        r"info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ tbhits \d+"
        r" time \d+ pv( \w+)+"
    )
    assert all(info.fullmatch(line) for line in lines[:-1])
    assert re.fullmatch(r"bestmove \w+ ponder \w+", lines[-1])


@needs_kernels
def test_infinite_goes_on_until_stop(talk):
    talk("isready", until="readyok")
    talk("go infinite", until="info depth 6 ")
    assert not [line for line in talk.so_far() if line.startswith("bestmove")]
    talk("stop", until="bestmove")


@needs_kernels
def test_infinite_does_not_answer_by_itself_even_when_all_is_proved(talk):
    lines = talk("isready", "position fen k4/5/1K3/5/2Q2 w - - 0 1", "go infinite", until="info depth 1 ")
    time.sleep(0.5)
    lines += talk.so_far()
    assert any("score mate 1" in line for line in lines)
    assert not [line for line in lines if line.startswith("bestmove")]
    talk("stop", until="bestmove")


@needs_kernels
def test_pondering_goes_on_until_it_hits(talk):
    talk("isready", until="readyok")
    talk("position startpos", "go ponder wtime 300 btime 300", until="info depth 4 ")
    time.sleep(0.3)
    assert not [line for line in talk.so_far() if line.startswith("bestmove")]
    talk("ponderhit", until="bestmove")


@needs_kernels
def test_searchmoves_depth_nodes_and_mate(talk):
    talk("isready", until="readyok")
    assert talk("go depth 4 searchmoves b2b3 c2c3", until="bestmove")[-1].split()[1] in {"b2b3", "c2c3"}
    assert " depth 5 " in talk("go depth 5", until="bestmove")[-2]
    assert talk("go nodes 2000", until="bestmove")[-1].startswith("bestmove")
    lines = talk("position fen 3k1/5/1K3/5/2Q2 w - - 0 1", "go mate 3", until="bestmove")
    assert re.search(r"score mate [123] ", lines[-2])


@needs_kernels
@pytest.mark.parametrize("limits", ["depth 3", "nodes 300", "mate 1", "movetime 50", "depth 3 wtime 5000 btime 5000"])
@pytest.mark.parametrize("is_early", [True, False])
def test_what_limits_a_search_holds_after_it_has_pondered(talk, limits, is_early):
    talk("isready", until="readyok")
    talk("position fen k4/5/1K3/5/4R w - - 0 1", f"go ponder {limits}")
    if not is_early:
        time.sleep(0.3)
    assert not [line for line in talk.so_far() if line.startswith("bestmove")]
    assert talk("ponderhit", until="bestmove", seconds=20)[-1].startswith("bestmove e1e5")


@needs_kernels
@pytest.mark.parametrize(
    ("texts", "chosen"),
    [("e2e5", None), ("e2e5 a1a1 nonsense", None), ("e2e5 b2b3", {"b2b3"}), ("b2b3 b2b3 c2c3", {"b2b3", "c2c3"})],
)
def test_moves_to_search_that_are_illegal_are_left_out(talk, texts, chosen):
    talk("isready", "setoption name MultiPV value 7", until="readyok")
    lines = talk(f"go depth 3 searchmoves {texts}", until="bestmove")
    legal = {str(move) for move in get_game("gardner").position().legal_moves}
    assert {line.partition(" pv ")[2].split()[0] for line in lines if " pv " in line} == (chosen or legal)
    if "e2e5" in texts:
        assert lines[0].startswith("info string The move 'e2e5'")


@needs_kernels
@pytest.mark.parametrize("words", ["wtime 300.5 btime 300.5", "movetime 50.9", "depth 2.0", "nodes 100.", "wtime .5"])
def test_a_number_with_a_fraction_is_a_limit(talk, words):
    talk("isready", until="readyok")
    assert talk(f"go {words}", until="bestmove", seconds=20)[-1].startswith("bestmove")


def test_of_a_number_with_a_fraction_the_whole_part_is_read():
    text = "wtime 1000.5 btime +7 winc .5 depth -3.7 nodes 1.2.3 movetime 5x"
    go = Go.parse(text.split())
    assert go.numbers == {"wtime": 1000, "btime": 7, "winc": 0, "depth": -3}


@needs_kernels
@pytest.mark.parametrize(
    "words", ["wtime 1000,5 btime 1000,5", "movetime", "movetime soon", "wtime btime", "depth " + "9" * 30, "mate 1"]
)
def test_what_is_no_number_or_no_mate_does_not_mean_for_ever(talk, words):
    talk("position startpos", "isready", until="readyok")
    assert talk(f"go {words}", until="bestmove", seconds=60)[-1].startswith("bestmove")
    talk(f"go ponder {words}", "isready", until="readyok")
    assert talk("ponderhit", until="bestmove", seconds=60)[-1].startswith("bestmove")


def test_a_number_that_cannot_be_read_is_told_and_other_limits_hold():
    go = Go.parse(["depth", "two", "nodes", "50", "movetime"])
    assert go.faults == ["What follows `go depth` is not a number: 'two'.", "What follows `go movetime` is no number."]
    assert go.limits(Color.WHITE) == Limits(nodes=50)
    assert Go.parse(["winc", "5", "nodes", "x"]).limits(Color.WHITE).depth == 1
    assert Go.parse(["mate", "2"]).limits(Color.WHITE) == Limits(win_in=3, depth=14)
    assert Go.parse(["mate", "2", "nodes", "9"]).limits(Color.WHITE) == Limits(win_in=3, nodes=9)


@pytest.mark.parametrize("command", ["setoption name EvalFile value  {}", " setoption\tname  evalfile   value {} \r\n"])
def test_blanks_in_a_value_stay(talk, tmp_path, command):
    file = tmp_path / "a  net with   blanks.npz"
    said = talk(command.format(file), "go nodes 1", until="info string")[-1]
    assert str(file) in said


@needs_kernels
def test_multipv_lines_are_numbered(talk):
    talk("setoption name MultiPV value 3", "isready", until="readyok")
    lines = talk("go depth 3", until="bestmove")
    assert [re.search(r"multipv (\d)", line)[1] for line in lines[-4:-1]] == ["1", "2", "3"]


@needs_kernels
def test_every_variant_can_be_chosen(talk):
    for variant in all_options()["uci_variant"].choices:
        talk(f"setoption name UCI_Variant value {variant}", "ucinewgame", "isready", until="readyok", seconds=300)
        line = talk("position startpos", "go nodes 100", until="bestmove")[-1]
        assert line.split()[1] != "(none)"


@needs_kernels
def test_perft_counts_below_each_move(talk):
    lines = talk("go perft 3", until="Nodes searched")
    assert lines[-1] == "Nodes searched: 506"
    assert sum(int(line.split(": ")[1]) for line in lines[:7]) == 506


@needs_kernels
def test_a_finished_game_has_no_move(talk):
    talk("isready", until="readyok")
    assert talk("position fen k4/5/5/5/K4 w - - 0 1", "go depth 3", until="bestmove")[-1] == "bestmove (none)"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("position fen nonsense", "info string"),
        ("position somewhere", "info string The command `position` goes on with"),
        ("position startpos moves a1a5", "info string The move 'a1a5' cannot be played"),
        ("setoption name Speed value 3", "info string There is no option 'speed'"),
        ("setoption name Hash value 0", "info string The option Hash cannot be '0'"),
        ("setoption name Hash value much", "info string The option Hash cannot be 'much'"),
        ("setoption name Hash value " + "9" * 5000, "info string The option Hash cannot be '999"),
        ("go nodes " + "9" * 5000, "info string The number after `go nodes` has more than 18 digits."),
        ("go nodes " + str(10**23), "info string The number after `go nodes` has more than 18 digits."),
        ("setoption name UCI_Variant value chess", "info string The option UCI_Variant cannot be 'chess'"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(talk, command, sentence):
    assert talk(command, until="info string")[-1].startswith(sentence)
    assert talk("d", until="ongoing")[-2] == "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"


def test_unknown_words_are_skipped(talk):
    assert talk("joho debug on", "hello there", "", "isready joho", until="readyok")[-1] == "readyok"


def test_go_reads_its_words_and_skips_others():
    words = "infinite fast searchmoves a2a3 b2b3 ponder wtime 1000 btime x winc 10 movestogo 5 depth 7"
    go = Go.parse(words.split())
    assert go.is_infinite
    assert go.is_ponder
    assert go.searchmoves == ["a2a3", "b2b3"]
    limits = go.limits(Color.WHITE, overhead=100)
    assert (limits.clock, limits.increment, limits.moves_to_go, limits.depth) == (0.9, 0.01, 5, 7)
    assert go.limits(Color.BLACK).clock == 0
    assert Go.parse(["depth", "3"]).limits(Color.BLACK).clock is None


def test_what_only_looks_like_a_number_is_skipped():
    assert Go.parse(["depth", "\u00b2"]).numbers == {}


def test_negative_numbers_do_no_harm():
    words = "wtime -5 movetime -1 depth -3 nodes 0"
    limits = Go.parse(words.split()).limits(Color.WHITE)
    assert (limits.clock, limits.movetime, limits.depth, limits.nodes) == (0.0, 0.0, 1, 1)


def test_options_are_checked():
    options = all_options()
    assert options["ponder"].check("TRUE") == "true"
    assert options["uci_variant"].check("Congo") == "congo"
    with pytest.raises(InvalidSetting):
        options["ponder"].check("maybe")


@needs_kernels
def test_as_a_program():
    """The whole way round, as fastchess starts it: quit ends it, also amid a search."""
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    timer = threading.Timer(120, process.kill)
    timer.start()
    process.stdin.write("uci\nisready\nposition startpos\ngo infinite\n")
    while not process.stdout.readline().startswith("info depth 4"):
        pass
    process.stdin.write("quit\n")
    rest, _ = process.communicate(timeout=60)
    timer.cancel()
    assert process.returncode == 0
    assert "Traceback" not in rest


@needs_kernels
def test_tables_are_an_option_and_their_hits_are_told(talk):
    talk("setoption name UCI_Variant value congo", "isready", until="readyok")
    ending = "position fen 7/7/2l4/2G4/7/7/2L4 w 0"
    lines = talk(ending, "go nodes 200", until="bestmove")
    assert re.search(r" score mate 6 nodes \d+ nps \d+ hashfull \d+ tbhits [1-9]\d* time ", lines[-2])
    assert lines[-1].startswith("bestmove c4c3")
    for option in ("TablebasePath value none", "TablebaseProbeLimit value 2"):
        talk(f"setoption name {option}", "isready", until="readyok")
        lines = talk(ending, "go nodes 200", until="bestmove")
        assert all(" tbhits 0 " in line for line in lines if line.startswith("info depth"))
    lines = talk("setoption name TablebasePath value /nowhere", "isready", until="readyok")
    assert any("The tables cannot be in /nowhere" in line and "No tables are used." in line for line in lines)
