"""``plyground tablebase``: output, exit status, and one sentence for what is wrong."""

import json
import shutil
from functools import partial
from types import SimpleNamespace

import pytest

from plyground import get_game
from plyground.endgame.builder import on_threads
from plyground.endgame.store import Tables
from plyground.kernel.compile import JIT

LILA_FIELDS = {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"}
DISTANCES = {"category", "dtz", "precise_dtz", "dtm", "dtw", "dtc"}


@pytest.fixture
def run(command_line):
    return partial(command_line, "tablebase")


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        ("congo", None, "none"),
        ("amazons", None, "none"),
        ("congo", "3l3/7/7/7/7/7/P2L3 w 3", "win 1"),
        ("congo", "7/7/3l3/7/7/7/2L3P w 0", "win 31"),
        ("congo-2022", "7/7/3l3/7/7/7/2L3P w 9", "win 31"),
        ("congo", "7/7/2l4/7/7/7/2L4 w 0", "draw"),
        ("congo", "3L3/7/7/7/7/7/P6 b 3", "loss 0"),
        ("gardner", "5/5/2k2/Q4/K4 w - - 0 1", "win 11"),
        ("gardner", "5/5/2k2/Q4/K4 w - - 95 60", "win 11"),
        ("gardner", "5/5/2k2/Q4/K4 w - - 100 60", "draw"),
        ("gardner", "K4/Q4/2k2/5/5 b - - 0 1", "loss 10"),
        ("gardner", "5/5/2K2/q4/k4 b - - 0 1", "win 11"),
        ("minichess", "5/1R3/k4/3b1/K4 w - - 0 1", "win 51 cursed"),
        ("minichess", "5/5/5/k4/K4 w - - 0 1", "win 1"),
        ("minichess", "KK3/5/5/5/k4 w - - 0 1", "none"),
    ],
)
def test_probe(run, game, position, expected):
    options = ["--position", position] if position else []
    status, out, err = run("probe", game, *options)
    assert (status, out) == (0, f"{expected}\n"), err


def test_probe_of_a_batch_and_of_moves(run, tmp_path):
    batch = tmp_path / "positions"
    batch.write_text("5/5/2k2/Q4/K4 w - - 0 1\nrnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n")
    assert run("probe", "gardner", "--batch", batch)[:2] == (0, "win 11\nnone\n")
    status, out, _ = run("probe", "gardner", "--moves", "--position", "5/5/2k2/Q4/K4 b - - 0 1")
    assert (status, out) == (0, "loss 10\nc3d3 loss 10\nc3b4 loss 8\nc3d4 loss 8\n")
    _, out, _ = run("probe", "congo", "--moves", "--position", "7/7/2l4/2G4/7/7/2L4 w 0")
    lines = out.splitlines()
    assert lines[:4] == ["win 11", "c4c3 win 11", "c4c2 win 13", "c1c2 draw"]
    assert lines[-1] == "c4e6 loss 2"


def test_json_has_the_field_names_of_lila_tablebase(run):
    _, out, _ = run("probe", "gardner", "--json", "--position", "5/5/2k2/Q4/K4 w - - 95 60")
    found = json.loads(out)
    assert found.keys() >= LILA_FIELDS | DISTANCES | {"moves"}
    assert (found["category"], found["dtz"], found["dtw"]) == ("cursed-win", 11, None)
    assert all(move.keys() >= LILA_FIELDS | DISTANCES | {"uci", "san", "zeroing"} for move in found["moves"])
    best = found["moves"][0]
    assert (best["uci"], best["dtz"], best["category"], best["zeroing"]) == ("a1b1", -10, "blessed-loss", False)
    _, out, _ = run("probe", "congo", "--json", "--position", "3l3/7/7/7/7/7/P2L3 w 3")
    found = json.loads(out)
    assert (found["category"], found["dtw"], found["dtz"]) == ("win", 1, None)
    assert found["moves"][0]["uci"] == "d1d7"
    assert found["moves"][0]["variant_loss"]
    _, out, _ = run("probe", "gardner", "--json")
    assert json.loads(out)["category"] == "unknown"


def test_line(run):
    status, out, _ = run("line", "gardner", "--position", "5/5/2k2/Q4/K4 w - - 0 1")
    verdict, moves, outcome = out.splitlines()
    assert (status, verdict, len(moves.split()), outcome) == (0, "win 11", 11, "white wins: checkmate")
    assert run("line", "gardner", "--position", "5/5/2k2/5/KB3 w - - 0 1")[1] == "draw\n\nongoing\n"


@pytest.mark.skipif(not JIT, reason="thousands of positions")
def test_build_verify_and_info(run, tmp_path):
    status, out, err = run("build", "minichess", "--pieces", 3, "--tables", tmp_path, "--threads", 2)
    assert status == 0
    assert out.startswith("built 6 tables, 32670 positions, ")
    assert err.startswith(f"6 tables to build in {tmp_path}, 32,670 positions: about ")
    assert run("build", "minichess", "--pieces", 3, "--tables", tmp_path)[1].startswith("built 0 tables")
    status, out, _ = run("verify", "minichess", "--pieces", 3, "--tables", tmp_path)
    assert (status, out.splitlines()[-1]) == (0, "verified 6 tables, 30070 positions, 0 faults")
    status, out, _ = run("info", "minichess", "--tables", tmp_path)
    assert status == 0
    assert "KNvK: " in out
    assert "longest win 33 in " in out
    assert run("info", "minichess", "--markdown")[1].count("\n|") == 37
    path = tmp_path / "minichess" / "KNvK.table"
    path.write_bytes(path.read_bytes()[:-1])
    status, _, err = run("probe", "minichess", "--tables", tmp_path, "--position", "5/5/2k2/N4/K4 w - - 0 1")
    assert status == 2
    assert "was cut short" in err


@pytest.mark.skipif(not JIT, reason="thousands of positions")
def test_a_named_table_is_built_with_all_that_it_leads_to(run, tmp_path, monkeypatch):
    named = "build", "gardner", "--material", "KvKP", "--material", "KNvK", "--tables", tmp_path
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=1000))
    status, _, err = run(*named)
    assert (status, err.count("\n")) == (2, 1)
    assert "Building KPvK takes 0.0 GiB of memory, and 0.0 GiB are free here." in err
    with monkeypatch.context() as patch:  # machines of a cluster have memory of their own
        patch.setattr("plyground.cli.tablebase.OnCluster", lambda asked, _, threads: on_threads(asked, threads))
        assert run("build", "gardner", "--pieces", 3, "--tables", tmp_path / "there", "--cluster", "local")[0] == 0
    monkeypatch.undo()
    assert run(*named)[1].startswith("built 5 tables, ")
    assert {path.stem for path in (tmp_path / "gardner").glob("*.table")} == {"KPvK", "KNvK", "KBvK", "KRvK", "KQvK"}
    assert run("verify", "gardner", "--tables", tmp_path)[1].splitlines()[-1].endswith(" 0 faults")


def test_verify_tells_a_wrong_value(run, tmp_path):
    folder = Tables(get_game("minichess")).package_folder()
    shutil.copytree(folder / "minichess", tmp_path / "minichess")
    from plyground.endgame.builder import describe_values
    from plyground.endgame.material import Material
    from plyground.endgame.tablefile import write_table

    tables = Tables(get_game("minichess"), tmp_path)
    material = Material((), ())
    values = tables.table(material).values()
    values[:] = 0
    write_table(tables.path(material), values, describe_values(tables, material, values, []))
    status, out, _ = run("verify", "minichess", "--pieces", 2, "--tables", tmp_path)
    assert status == 1
    assert "is draw in the table, but win 1 by its moves." in out
    assert out.endswith("verified 1 tables, 0 positions, 1 faults\n")


@pytest.mark.skipif(not JIT, reason="thousands of positions")
def test_verify_takes_the_materials_that_are_named_and_goes_on_after_a_damaged_file(run, tmp_path):
    folder = Tables(get_game("minichess")).package_folder()
    (tmp_path / "minichess").mkdir()
    for name in ("KvK", "KNvK"):
        shutil.copy(folder / "minichess" / f"{name}.table", tmp_path / "minichess")
    status, out, _ = run("verify", "minichess", "--material", "KvKN", "--material", "KvK", "--threads", 2)
    assert (status, [line.split(":")[0] for line in out.splitlines()[:2]]) == (0, ["KNvK", "KvK"])
    path = tmp_path / "minichess" / "KvK.table"
    path.write_bytes(path.read_bytes()[:-1])
    status, out, _ = run("verify", "minichess", "--pieces", 3, "--tables", tmp_path)
    lines = out.splitlines()
    assert (status, len(lines)) == (1, 7)
    assert lines[0].startswith("KvK: The table file ")
    assert lines[0].endswith("it was cut short, or something was added. Delete it and build it again.")
    assert lines[-1].endswith(" faults")


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        (["build", "amazons"], "There are no tablebases for amazons."),
        (["info", "halma"], "There are no tablebases for halma."),
        (["build", "gardner", "--pieces", "6"], "The number of pieces cannot be 6; it is from 3 to 5."),
        (["verify", "gardner", "--threads", "0"], "The number of threads cannot be 0"),
        (["verify", "gardner", "--material", "KQ"], "The material 'KQ' should be two armies such as"),
        (["verify", "gardner", "--material", "KQQQQvK"], "There is no table of KQQQQvK in gardner."),
        (["build", "gardner", "--material", "KQQQQQQvK"], "KQQQQQQvK cannot have a table: it has 8 men"),
        (["build", "gardner", "--material", "KZvK"], "The material 'KZvK' should be two armies such as"),
        (["build", "gardner", "--threads", "0"], "The number of threads cannot be 0"),
        (["probe", "gardner", "--tables", "/no/such/folder"], "There is no folder /no/such/folder."),
        (["verify", "gardner", "--tables", "/no/such/folder"], "There is no folder /no/such/folder."),
        (["info", "gardner", "--tables", "/no/such/folder"], "There is no folder /no/such/folder."),
        (["probe", "gardner", "--position", "5/5 w"], "should have six fields"),
        (["build", "congo", "--rule", "bare-lions=may-capture"], "no tablebases for congo with bare-lions=may-capture"),
    ],
)
def test_what_is_wrong_is_one_sentence(run, tokens, sentence):
    status, out, err = run(*tokens)
    assert (status, out) == (2, "")
    assert sentence in err
    assert "Traceback" not in err
