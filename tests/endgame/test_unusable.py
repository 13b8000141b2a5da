"""A table file that cannot be used is left out by whatever plays and analyses, and said once; never is it believed."""

import io
import json
import logging
import shutil
import struct
import zlib

import pytest

from plyground import get_game
from plyground.endgame import probe, unusable
from plyground.endgame.lookup import usual_tables
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import MAGIC, InvalidTable
from plyground.engine import Engine, Limits
from plyground.protocol.uci import UciEngine
from plyground.solving.solver import Solver

GARDNER = get_game("gardner")
QUEEN_MATES = GARDNER.position("5/5/2k2/Q4/K4 w - - 0 1")
ROOK_MATES = GARDNER.position("R4/1k3/5/5/K4 w - - 0 1")
PACKAGED = Tables(GARDNER).package_folder()


def cut(length):
    return lambda path: path.write_bytes(path.read_bytes()[:length])


def flip(place):
    def damage(path):
        data = bytearray(path.read_bytes())
        data[place] ^= 16
        path.write_bytes(data)

    return damage


def put(*source):
    return lambda path: shutil.copy(PACKAGED.joinpath(*source), path)


def folder_instead(path):
    path.unlink()
    path.mkdir()


def say_otherwise(**facts):
    """Return what makes a header, with the right checksum, say something else."""

    def damage(path):
        data = path.read_bytes()
        begin = len(MAGIC) + 8
        end = begin + struct.unpack("<I", data[len(MAGIC) : len(MAGIC) + 4])[0]
        text = json.dumps({**json.loads(data[begin:end]), **facts}, separators=(",", ":")).encode()
        path.write_bytes(MAGIC + struct.pack("<II", len(text), zlib.crc32(text)) + text + data[end:])

    return damage


DAMAGES = {
    "empty": cut(0),
    "cut in the magic": cut(5),
    "cut in the header": cut(100),
    "cut by a byte": cut(-1),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"x"),
    "other file": lambda path: path.write_text("not a table"),
    "a folder": folder_instead,
    "magic": flip(0),
    "header's length": flip(8),
    "header": flip(60),
    "a block": flip(-40),
    "end of the last block": flip(-1),
    "other material": put("gardner", "KRvK.table"),
    "other game": put("minichess", "KQvK.table"),
    "stale": say_otherwise(rules="0123456789abcdef"),
    "other format": say_otherwise(format=2),
    "fewer indices": say_otherwise(indices=70),
    "fewer values": say_otherwise(values=[0]),
    "values that are none": say_otherwise(values=["0"]),
    "negative numbers": say_otherwise(indices=-1),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of its own with the tables of three men, and nothing said yet."""
    monkeypatch.setattr(unusable, "_told", set())
    (tmp_path / "gardner").mkdir()
    for path in (PACKAGED / "gardner").glob("K?vK.table"):
        shutil.copy(path, tmp_path / "gardner")
    return tmp_path


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_the_engine_goes_on_without_the_table_and_says_so_once(folder, caplog, damage):
    path = folder / "gardner" / "KQvK.table"
    damage(path)
    with pytest.raises(InvalidTable, match=str(path)) as told:
        probe(QUEEN_MATES, Tables(GARDNER, folder))
    with caplog.at_level(logging.WARNING):
        engine = Engine(GARDNER, hash_mib=1, tables=str(folder))
        searched = engine.search(QUEEN_MATES, Limits(nodes=300))
        engine.search(QUEEN_MATES, Limits(nodes=300))
    assert searched.bestmove in QUEEN_MATES.legal_moves
    assert searched.tbhits == 0
    assert [record.getMessage() for record in caplog.records] == [f"{told.value} The file is left out."]
    assert engine.unusable_tables == (f"{told.value} The file is left out.",)
    assert str(engine.search(ROOK_MATES, Limits(nodes=300)).score) == "win 19"
    whole = Engine(GARDNER, hash_mib=1)
    assert (str(whole.search(QUEEN_MATES, Limits(nodes=300)).score), whole.unusable_tables) == ("win 11", ())


def test_a_table_that_fails_later_is_left_out_by_every_thread(folder):
    for name in ("KNPvK", "KNvKP"):
        put("gardner", f"{name}.table")(folder / "gardner" / f"{name}.table")
        DAMAGES["stale"](folder / "gardner" / f"{name}.table")
    engine = Engine(GARDNER, hash_mib=1, threads=2, tables=str(folder))
    five_men = GARDNER.position("3k1/5/n2P1/1N3/K4 w - - 0 1")
    assert engine.search(five_men, Limits(depth=6)).lines
    assert 1 <= len(engine.unusable_tables) <= 2
    assert all("built by other rules" in sentence for sentence in engine.unusable_tables)
    assert str(engine.search(ROOK_MATES, Limits(nodes=300)).score) == "win 19"


def test_where_all_tables_are_damaged_nothing_is_known(folder):
    for path in (folder / "gardner").iterdir():
        cut(20)(path)
    engine = Engine(GARDNER, hash_mib=1, tables=str(folder))
    assert engine.search(ROOK_MATES, Limits(nodes=300)).tbhits == 0
    assert len(engine.unusable_tables) == 5


def test_a_uci_engine_says_it_in_an_info_string(folder):
    flip(-1)(folder / "gardner" / "KQvK.table")
    output = io.StringIO()
    go = f"position fen {QUEEN_MATES.text}\ngo nodes 300\n"
    commands = (
        f"setoption name UCI_Variant value gardner\nsetoption name TablebasePath value {folder}\n{go}ucinewgame\n{go}"
    )
    UciEngine(output).run(io.StringIO(commands))
    who_judges, *said = [line for line in output.getvalue().splitlines() if line.startswith("info string")]
    assert who_judges == "info string The engine judges by the net of gardner."
    assert len(said) == 1
    assert "KQvK.table is damaged in block 0." in said[0]
    assert output.getvalue().count("bestmove") == 2


def test_commands_say_it_or_end_with_it(folder, command_line, monkeypatch, capsys):
    monkeypatch.setenv("PLYGROUND_TABLES", str(folder))
    usual_tables.cache_clear()
    path = folder / "gardner" / "KQvK.table"
    flip(-1)(path)
    fault = f"The table file {path} is damaged in block 0. Delete it and build it again."
    heard = []
    with unusable.report_to(heard.append):
        status, out, _ = command_line(
            "analyse", "gardner", "--position", QUEEN_MATES.text, "--nodes", 300, "--tables", folder
        )
        assert (status, out.startswith("bestmove ")) == (0, True)
        won = Solver(GARDNER.position("2k2/5/2K2/Q4/5 w - - 0 1")).solve()
    assert heard == [f"{fault} The file is left out."]
    assert won.value == "win"
    usual_tables.cache_clear()
    capsys.readouterr()  # of what was compiled
    position = ["--position", QUEEN_MATES.text, "--tables", folder]
    for command in (["probe", "gardner", *position], ["line", "gardner", *position]):
        assert command_line("tablebase", *command) == (2, "", f"plyground: {fault}\n")
    status, out, _ = command_line("tablebase", "verify", "gardner", "--material", "KQvK", "--tables", folder)
    assert (status, out.splitlines()[0]) == (1, f"KQvK: {fault}")
    cut(-1)(path)
    assert command_line("tablebase", "info", "gardner", "--tables", folder)[0] == 2
