"""Random inputs, most of them damaged: archives, settings, texts, command lines, lines of protocols.

Each is taken, or refused by a sentence; nothing else comes of it. The seed is printed and can be given back:
``PLYGROUND_FUZZ_SEED=7 pytest tests/test_fuzz.py``.
"""

import contextlib
import io
import os
import struct
import sys
import zipfile
from random import Random

import pytest

from plyground import get_game
from plyground.arena.openings import Book
from plyground.cli import main
from plyground.core.errors import PlygroundError
from plyground.core.position import Position
from plyground.core.record import Record
from plyground.courses.course import courses_with_grades
from plyground.courses.halma import format as halma
from plyground.courses.minichess import format as minichess
from plyground.courses.starcircle import format as starcircle
from plyground.grading.assignment import make
from plyground.grading.launcher import Launcher
from plyground.grading.settings import SandboxSettings, from_table, read_file
from plyground.grading.submission import Wanted, collect
from plyground.kernel.compile import JIT
from plyground.protocol.uci import UciEngine
from plyground.web.service.game_tree import GameTree

GAMES = ["congo", "amazons", "minichess", "gardner", "starcircle", "halma-8x8"]
PIECES = [
    "\udcff",
    "\ud800",
    "\0",
    "é",
    "😀",
    "9" * 5000,
    "1e999",
    "-",
    "\t",
    " ",
    "/",
    ",",
    ".",
    '"',
    "\\",
    "]",
    "{",
    "\x1b[31m",
]
TOML = """seed = 3
[sandbox]
memory = 512
total_seconds = 60.5
[minichess]
games = 2
prints = "fail"
[[minichess.opponents]]
name = "minimax"
title = "Minimax"
player = "minimax:depth=2"
points = 4.0
required = 0.8
[starcircle]
inputs = 5
explain = true
[halma]
command = "python3 x.py"
"""
RECORD = """[Game "gardner"]
[White "a"]
[Black "b"]
[Result "*"]

1. a2a3 {a remark} b4b3 $1 (1... a4a3 2. b2a3) 2. a3b4 *
"""
HOMEWORK = """{player}
MINIMAX
2
0,0,0,S1,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,C1,0,0,0,0,0
10,20,30,40,50,60,70,80
"""
CAMP = "\n".join(["SINGLE", "WHITE", "100.0", *["." * 16] * 16]) + "\n"
PROTOCOL = [
    "uci", "isready", "ucinewgame", "stop", "ponderhit", "d", "eval", "moves", "quit2", "position startpos",
    "position startpos moves a2a3 b4b3", "position fen rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "setoption name Hash value 1",
    "setoption name UCI_Variant value gardner", "setoption name MultiPV value 2", "setoption name Threads value 1",
    "go depth 1", "go depth 1 searchmoves a2a3", "go depth 1 nodes 50", "go depth 1 wtime 1000 btime 1000 winc 5",
    "go perft 1", "register later", "debug on",
]  # fmt: skip
COMMANDS = [
    "games", "show gardner", "moves GAME", "outcome GAME --position TEXT", "evaluate GAME", "moves GAME --batch FILE",
    "play-move gardner a2a3 b4b3", "perft GAME 1", "perft GAME 1 --divide", "playouts GAME --games 2 --seed 3",
    "minimax gardner 1", "minimax GAME 1 --alphabeta --position TEXT", "analyse gardner --depth 1 --json",
    "analyse gardner --depth 1 --multipv 2", "analyse gardner --nodes 50 --moves a2a3",
    "evaluate amazons --evaluation seed",
    "tablebase probe gardner --position TEXT", "match random nobody --game gardner --depth 1 --rounds 0",
    "tournament random --game GAME", "ratings --db FILE", "games-of --db FILE", "grade minichess FILE --games 0",
    "grade halma FILE --config FILE", "grade starcircle --memory 1 FILE", "assignment congo part9",
    "assignment halma FILE",
    "assignment nothing", "moves GAME --rule bare-lions=draw", "show GAME --position TEXT", "web --port 99999",
    "match a b --game GAME --openings FILE", "match random nobody --game GAME --sprt elo0=0,elo1=5 --nodes", "help",
    "--version",
]  # fmt: skip


def position_text(random, game=None):
    """Return the text of a position some moves into `game`, or any."""
    position = get_game(game or random.choice(GAMES)).position()
    for _ in range(random.randrange(4)):
        moves = list(position.legal_moves)
        if moves:
            position = position.play(random.choice(moves))
    return position.text


def damaged(random, text):
    """Return the text with pieces changed, left out, doubled or added."""
    for _ in range(random.randrange(4)):
        place = random.randrange(len(text) + 1)
        match random.randrange(5):
            case 0:
                text = text[:place] + random.choice(PIECES) + text[place:]
            case 1:
                text = text[:place] + text[place + random.randrange(1, 20) :]
            case 2:
                text = text[:place] + text[max(0, place - 30) : place] * random.choice([1, 3, 200]) + text[place:]
            case 3:
                words = text.split(" ")
                words[random.randrange(len(words))] = random.choice([*PIECES, "0", "-1", "99999999999999999999"])
                text = " ".join(words)
            case _:
                text = text[:place] + chr(random.choice([0, 9, 33, 65, 0x202E, 0x10FFFF])) + text[place + 1 :]
    return text


def archive(random, folder):
    """Hand in a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", random.choice([0, 8, 12, 14])) as zipped:
        for _ in range(random.randrange(4)):
            name = damaged(
                random, random.choice(["AB.py", "a/AB.py", "../AB.py", "d/" * 60 + "x", "/etc/x", "a\\AB.py", "C:x"])
            )
            item = zipfile.ZipInfo(name.encode("utf-8", errors="replace").decode().replace("\0", "") or "x")
            item.external_attr = random.choice([0, 0o100644 << 16, 0o120777 << 16, 0o040755 << 16, 2**32 - 1])
            with contextlib.suppress(ValueError, OverflowError, struct.error):
                zipped.writestr(item, random.randbytes(random.randrange(400)))
    data = bytearray(made.getvalue())
    for _ in range(random.choice([0, 1, 3, 30])):
        data[random.randrange(len(data))] = random.randrange(256)
    if random.random() < 0.2:
        del data[random.randrange(len(data)) :]
    file = folder / "handed.zip"
    file.write_bytes(data)
    (folder / "copies").mkdir()
    for found in collect(
        [str(file)], random.choice([Wanted(file="AB.py"), Wanted(usual=("main",))]), folder / "copies"
    ):
        assert found.digest or found.trouble


def settings(random, folder):
    """Read a settings file."""
    file = folder / "config.toml"
    data = damaged(random, TOML).encode("utf-8", errors=random.choice(["surrogatepass", "replace"]))
    file.write_bytes(data)
    tables = read_file(file, tuple(courses_with_grades()))
    from_table(SandboxSettings(), tables.get("sandbox", {}), "sandbox")
    for name in ("minichess", "starcircle", "halma", "congo"):
        make(name, tables, {}, Launcher("limits", SandboxSettings()), 1)


def text(random, folder):
    """Read a position, a record, openings, or a file of a homework."""
    # (its own game's, mostly: what is refused for the game alone is not read)
    game = random.choice(GAMES)
    own = game if random.random() < 0.8 else None
    match random.randrange(6):
        case 0:
            Position.parse(get_game(game), damaged(random, position_text(random, own)))
        case 1:
            random.choice([Record.parse, GameTree.parse])(damaged(random, RECORD))
        case 2:
            starcircle.parse(damaged(random, HOMEWORK.format(player=random.choice(["STAR", "CIRCLE"]))))
        case 3:
            random.choice([halma.read_problem, halma.read_start])(damaged(random, CAMP))
        case 4:
            minichess.parse_config(damaged(random, "5\n5\n0\n" + "King,White,a0\n" * random.randrange(5)))
        case _:
            file = folder / "openings.epd"
            lines = "\n".join(position_text(random, own) for _ in range(3)) if random.random() < 0.7 else RECORD
            file.write_text(damaged(random, lines), encoding="utf-8", errors="replace")
            Book.parse(str(file), get_game(game))


def command_line(random, folder):
    """Run a command."""
    file = folder / "file.txt"
    file.write_text(
        damaged(random, random.choice([RECORD, CAMP, TOML, position_text(random)])), "utf-8", errors="replace"
    )
    words = random.choice(COMMANDS).split()
    usual = {"GAME": random.choice(GAMES), "TEXT": position_text(random), "FILE": str(file)}
    words = [usual.get(word, word) for word in words]
    if random.random() < 0.7:
        place = random.randrange(1, len(words) + 1)
        match random.randrange(3):
            case 0:
                words.insert(
                    place,
                    random.choice([*PIECES, "--nodes", "--time", "--depth", "0", "-1", str(10**23), "nan", "inf"]),
                )
            case 1:
                words[place - 1 : place] = [damaged(random, words[place - 1])]
            case _:
                del words[place - 1]
    # no server, no endless work, nothing outside this folder
    if (
        not words
        or words[0] in {"web", "uci", "bench", "warmup", "play", "learn", "solve", "cache", "docs"}
        or "--" in words[0]
    ):
        return
    if {"--time", "--memory"} & set(words) or (words[0] == "tablebase" and "build" in words):
        return
    if words[0] in {"perft", "minimax"} and any(len(word) == 2 and word.isdecimal() for word in words):
        return
    said = io.StringIO()
    with pytest.raises(SystemExit) as left, contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        main(words)
    assert left.value.code in {0, 1, 2}, words
    if left.value.code == 2:
        assert said.getvalue().strip(), words
        assert "Traceback" not in said.getvalue(), words


def protocol(random, folder):
    """Talk UCI."""
    engine = UciEngine(io.StringIO())
    try:
        for _ in range(random.randrange(1, 5)):
            line = damaged(random, random.choice(PROTOCOL))
            words = line.split()
            if words[:1] == ["go"] and words[1:2] != ["depth"] and words[1:] != ["perft", "1"]:
                line = "go depth 1 " + " ".join(words[1:])
            if "bench" not in line and "infinite" not in line:
                engine.handle(line)
    finally:
        engine._end_search()


KINDS = [archive, settings, text, text, command_line, protocol]


def fuzz(count, folder, capsys):
    seed = int(os.environ.get("PLYGROUND_FUZZ_SEED") or struct.unpack("I", os.urandom(4))[0])
    with capsys.disabled():
        sys.stdout.write(f" PLYGROUND_FUZZ_SEED={seed} ")
    taken = dict.fromkeys(KINDS, 0)
    refused = dict.fromkeys(KINDS, 0)
    for number in range(count):
        random = Random(seed + number)
        kind = random.choice(KINDS)
        place = folder / str(number)
        place.mkdir()
        try:
            kind(random, place)
            taken[kind] += 1
        except PlygroundError as error:
            refused[kind] += bool(str(error).strip())
        except BaseException as error:
            error.add_note(f"input {number} of PLYGROUND_FUZZ_SEED={seed}, alone: PLYGROUND_FUZZ_SEED={seed + number}")
            raise
    assert all(taken.values())
    assert refused[text] > 0
    assert refused[settings] > 0


@pytest.fixture
def quiet(monkeypatch, tmp_path):
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))


@pytest.mark.usefixtures("quiet")
@pytest.mark.skipif(not JIT, reason="searches")
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_random_inputs(tmp_path, capsys):
    fuzz(250, tmp_path, capsys)


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_ten_thousand_random_inputs(tmp_path, capsys):
    fuzz(10_000, tmp_path, capsys)
