"""Strangers' programs and UCI engines: the protocols, and everything that can go wrong with a process."""

import os
import sys
import time

import pytest

import plyground.agents.sandboxed
from left_running import left_running
from plyground import Color, InvalidSetting, Record, get_game
from plyground.agents.player import Allowance, PlayerFailed
from plyground.agents.roster import Entry
from plyground.courses.minichess.player import ab_text
from plyground.programs.ending import ProgramFailed
from plyground.programs.program import Program
from plyground.programs.protection import WALLS, available_modes, player_mode

MARK = f"plyground-marked-{os.getpid()}"
"""In the name of every program here, by which its processes are found."""

PATIENT = Allowance(patience=20.0)


@pytest.fixture(params=["behind walls", "behind Landlock", "without walls"])
def program(request, tmp_path, monkeypatch):
    """Write a program and return a player of it, ready for a game; behind walls, and without."""
    if request.param == "without walls":
        monkeypatch.setattr(plyground.agents.sandboxed, "player_mode", lambda: available_modes()[-1])
    elif request.param == "behind Landlock":
        if "landlock" not in available_modes():
            pytest.skip("there is no Landlock on this system")
        monkeypatch.setattr(plyground.agents.sandboxed, "player_mode", lambda: "landlock")
    elif player_mode() not in WALLS:
        pytest.skip("there are no walls on this system")
    players = []

    def make(source, game="minichess", color=Color.WHITE, suffix=".py", command=""):
        path = tmp_path / f"{MARK}{suffix}"
        path.write_text(source, encoding="utf-8")
        player = Entry.parse(f"program:{path}{command}").create(get_game(game))
        players.append(player)
        player.new_game(get_game(game), color, 0)
        return player

    yield make
    for player in players:
        player.close()
    deadline = time.monotonic() + 60
    while left_running(MARK) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not left_running(MARK)


PAWN = """
calls = 0
def studentAgent(gameboard):
    global calls
    calls += 1
    assert gameboard[("a", 0)] == ("Rook", "White"), gameboard
    print("a student's print is no answer")
    column = "abcde"[calls - 1]
    return ((column, 1), (column, 2))
"""


def test_a_student_agent_plays_white_and_keeps_its_globals(program):
    player = program(PAWN)
    record = Record(get_game("minichess"))
    record.play(player.choose(record, PATIENT).move)
    record.play("b4a3")
    record.play(player.choose(record, PATIENT).move)
    assert record.position.text.split()[0] == "rnbqk/p1ppp/pP3/2PPP/RNBQK"


def test_a_student_agent_plays_black_on_the_mirrored_board(program):
    player = program(PAWN, color=Color.BLACK)
    record = Record(get_game("minichess"))
    record.play("e2e3")
    assert str(player.choose(record, PATIENT).move) == "a4a3"


def test_our_own_ab_plays_both_sides(program):
    player = program(ab_text())
    record = Record(get_game("minichess"), get_game("minichess").position("k4/5/1K3/5/4R w - - 0 1"))
    assert str(player.choose(record, PATIENT).move) == "e1e5"


@pytest.mark.parametrize(
    ("body", "termination", "sentence"),
    [
        ("return 1 // 0", "crash", "ZeroDivisionError"),
        ("import os; os._exit(3)", "crash", "3"),
        ("import ctypes; ctypes.string_at(0)", "crash", "SIGSEGV"),
        ("while True: pass", "time", "did not answer in time"),
        ("print('x' * 50_000_000)", "crash", "wrote more than"),
        ("return None", "illegal move", "The program returned None"),
        ("return object()", "illegal move", "expected two squares"),
        ("return (('a', 0), ('a', 4))", "illegal move", "no playable move"),
        ("return (('a', 9), ('z', 4))", "illegal move", "is no square"),
        ("return [[[[]]]] * 100000", "illegal move", "expected two squares"),
        ("import sys; sys.exit(0)", "crash", "0"),
        ("return bytearray(1 << 40)", "crash", ""),
        ("import os; os.close(1); os.closerange(3, 50)", "crash", ""),
    ],
)
def test_a_failing_student_agent_is_reported(program, body, termination, sentence):
    player = program(f"def studentAgent(gameboard):\n    {body}\n")
    with pytest.raises(PlayerFailed) as failed:
        player.choose(Record(get_game("minichess")), Allowance(patience=1.5))
    assert failed.value.termination == termination
    assert sentence in str(failed.value)


@pytest.mark.parametrize("source", ["def studentAgent(gameboard:", "import nothing_of_this_name", "raise SystemExit"])
def test_a_file_that_cannot_be_imported_is_a_crash_before_the_first_move(program, source):
    with pytest.raises(PlayerFailed) as failed:
        program(source)
    assert failed.value.termination == "crash"


def test_nothing_is_left_of_a_program_that_forks(program):
    player = program(
        "import os, time\n"
        "def studentAgent(gameboard):\n"
        "    for _ in range(3):\n"
        "        if os.fork() == 0:\n"
        "            time.sleep(100)\n"
        "    return (('a', 1), ('a', 2))\n"
    )
    player.choose(Record(get_game("minichess")), PATIENT)
    assert len([command for command in left_running(MARK) if "_plyground_student_process.py" in command]) >= 4
    # that none is left is what the fixture looks at in the end


CONGO_AGENT = """
import sys
told = []
for line in sys.stdin:
    told.append(line.strip())
    if told[-1].startswith("go"):
        print(moves.pop(0) if told == expected[:len(told)] else repr(told), flush=True)
"""


def agent(moves, *expected):
    return f"moves, expected = {moves!r}, {expected!r}\nexpected = list(expected)\n{CONGO_AGENT}"


def test_the_tournament_protocol_tells_each_move_once(program):
    start = get_game("congo").start
    source = agent(["d2d3", "e2e3"], "newgame", f"position {start}", "go 0.500", "moves d6d5", "go 0.500")
    player = program(source, game="congo")
    record = Record(get_game("congo"))
    record.play(player.choose(record, Allowance(movetime=0.5, patience=20)).move)
    record.play("d6d5")
    record.play(player.choose(record, Allowance(movetime=0.5, patience=20)).move)
    assert [str(move) for move in record.moves] == ["d2d3", "d6d5", "e2e3"]


def test_the_tournament_protocol_as_black(program):
    start = get_game("congo").start
    source = agent(["d6d5"], "newgame", f"position {start}", "moves d2d3", "go 10.000")
    player = program(source, game="congo", color=Color.BLACK)
    record = Record(get_game("congo"))
    record.play("d2d3")
    assert player.choose(record, PATIENT).move == "d6d5"


HALMA = """
lines = open("input.txt").read().split()
assert lines[0] == "GAME" and len(lines[3]) == 16, lines
with open("playdata.txt", "a+") as notebook:
    notebook.write("x")
    notebook.seek(0)
    print(notebook.read())
    notebook.seek(0)
    if notebook.read() != "x" * {times}:
        raise SystemExit("the notebook is not what was written")
open("output.txt", "w").write({answer!r})
"""


HALMA_CHAIN = "B15/16/16/16/16/16/16/16/16/16/16/8W7/9W6/16/11W4/15W w"
"""White has a jump from i5 over j4 and another one over l2."""


@pytest.mark.parametrize(
    ("start", "answer", "move"),
    [
        (None, "E 11,15 10,15\n", "l1k1"),
        (None, "J 12,14 10,14\n", "m2k2"),
        (HALMA_CHAIN, "J 8,11 10,13\nJ 10,13 12,15\n", "i5k3m1"),
    ],
)
def test_halma_files(program, start, answer, move):
    player = program(HALMA.format(answer=answer, times=1), game="halma")
    game = get_game("halma")
    assert player.choose(Record(game, game.position(start)), PATIENT).move == move


def test_halma_programs_find_their_notebook_again(program):
    source = HALMA.replace("{times}", "max(1, len(open('playdata.txt').read()))").format(answer="E 11,15 10,15")
    player = program(source + "print(open('playdata.txt').read())", game="halma")
    record = Record(get_game("halma"))
    for _ in range(3):
        player.choose(record, PATIENT)
    assert player.conversation._kept["playdata.txt"] == b"xxx"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "is empty or missing"),
        ("E 11,15\n", "expected 'E x,y x,y'"),
        ("E 1,1 99,1\n", "leaves the board"),
        ("J 1,1 3,1\nJ 4,1 6,1\n", "not where the last one ended"),
        ("J 1,1 2,1\n", "is a step"),
        ("E 1,1 3,1\n", "is no step"),
        ("E 1,1 2,1\nE 2,1 3,1\n", "expected 'E x,y x,y' or jumps"),
    ],
)
def test_halma_files_that_are_wrong(program, answer, sentence):
    player = program(HALMA.format(answer=answer, times=1), game="halma")
    with pytest.raises(PlayerFailed) as failed:
        player.choose(Record(get_game("halma")), PATIENT)
    assert failed.value.termination == "illegal move"
    assert sentence in str(failed.value)


def test_a_halma_program_that_crashes(program):
    player = program("raise RuntimeError('no idea')", game="halma")
    with pytest.raises(PlayerFailed) as failed:
        player.choose(Record(get_game("halma")), PATIENT)
    assert failed.value.termination == "crash"
    assert "no idea" in str(failed.value)


@pytest.mark.parametrize("write", ["print", "open('output.txt', 'w').write"])
def test_star_circle_files(program, write):
    source = (
        f"lines = open('input.txt').read().split()\nassert lines[:3] == ['Star', 'ALPHABETA', '8']\n{write}('C1-D2')\n"
    )
    player = program(source, game="starcircle")
    assert player.choose(Record(get_game("starcircle")), PATIENT).move == "C1-D2"


def test_a_command_runs_the_file(program):
    source = agent(["d2d3"], "newgame", f"position {get_game('congo').start}", "go 10.000")
    player = program(source, game="congo", suffix=".txt", command=f",{sys.executable} -u")
    assert player.choose(Record(get_game("congo")), PATIENT).move == "d2d3"


IMPORTING = """
import sys
from plyground import get_game
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "position":
        position = get_game("gardner").position(rest)
    elif word == "go":
        print(list(position.legal_moves)[-1], flush=True)
"""


def test_a_program_may_import_plyground(program):
    player = program(IMPORTING, game="gardner")
    assert player.choose(Record(get_game("gardner")), PATIENT).move == "e2e3"


def test_a_command_that_is_not_there(tmp_path):
    path = tmp_path / "a.jar"
    path.write_text("")
    with pytest.raises(InvalidSetting, match="not found"):
        Entry.parse(f"program:{path},no-such-interpreter -jar").create(get_game("congo"))


def test_a_program_that_cannot_be_run(tmp_path):
    path = tmp_path / "agent"
    path.write_bytes(b"\x00\x01")
    player = Entry.parse(f"program:{path}").create(get_game("congo"))
    with pytest.raises(PlayerFailed, match="be started"):
        player.new_game(get_game("congo"), Color.WHITE, 0)
    player.close()


def test_a_process_that_reads_nothing_does_not_block_us(tmp_path):
    process = Program.start_trusted([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(ProgramFailed, match="did not answer in time"):
        process.send("x" * 10_000_000, 0.5)
    process.close()
    assert not process.is_alive


ROOTS = """
import os
def studentAgent(gameboard):
    found = []
    for place in ("/etc/shadow", "/etc/passwd", SECRET):
        try: found.append(open(place).read())
        except OSError: pass
    for act, *words in ((os.mknod, "disk", 0o60600, 0x800), (os.mknod, "null", 0o20600, 0x103), (os.setgid, 7)):
        try: act(*words); found.append("done")
        except OSError: pass
    raise ValueError(f"found {len(found)}")
"""


@pytest.mark.skipif(os.geteuid() != 0 or "landlock" not in available_modes(), reason="needs root and Landlock")
def test_behind_landlock_a_program_that_root_plays_has_none_of_roots_powers(tmp_path, monkeypatch):
    """It is root there, since nobody else could read our interpreter."""
    monkeypatch.setattr(plyground.agents.sandboxed, "player_mode", lambda: "landlock")
    secret = tmp_path / "secret.txt"
    secret.write_text("x")
    (tmp_path / "own").mkdir()
    path = tmp_path / "own" / f"{MARK}.py"
    path.write_text(f"SECRET = {str(secret)!r}\n{ROOTS}")
    with Entry.parse(f"program:{path}").create(get_game("minichess")) as player:
        player.new_game(get_game("minichess"), Color.WHITE, 0)
        with pytest.raises(PlayerFailed, match="found 0"):
            player.choose(Record(get_game("minichess")), PATIENT)
