"""``plyground solve``: its output, its files, and one sentence for what is wrong."""

import re
from dataclasses import replace
from functools import partial

import pytest

from plyground import get_game
from plyground.solving.proof import read, write

SMALL = "*q2/4/4/1QQ* w"


@pytest.fixture
def run(command_line):
    return partial(command_line, "solve")


def test_a_value_its_proof_and_the_check(run, tmp_path):
    path = tmp_path / "small.proof"
    status, out, err = run("amazons", "--position", SMALL, "--proof", path, "--memory", 16)
    assert status == 0
    assert re.fullmatch(r"value win proved nodes \d+ pv( [a-d][1-4][a-d][1-4]/[a-d][1-4])+\n", out)
    assert ">=win" in err
    assert re.search(r"proof of \d+ positions, \d+ bytes, sha256 [0-9a-f]{64}\n", err)
    status, out, _ = run("--check", path)
    assert status == 0
    assert re.fullmatch(rf"proof of amazons {re.escape(SMALL)}: value win holds, \d+ positions\n", out)


def test_a_proof_that_does_not_hold(run, tmp_path):
    path = tmp_path / "small.proof"
    run("amazons", "--position", SMALL, "--proof", path, "--memory", 16)
    content = bytearray(path.read_bytes())
    content[60] ^= 1
    path.write_bytes(content)
    assert run("--check", path) == (1, "", f"plyground: The proof {path} is damaged: its checksum does not fit.\n")


def test_points(run):
    rows = ["0,0,0,0,0,0,0,0"] * 8
    rows[2], rows[6] = "0,C1,0,0,0,0,0,0", "0,0,0,0,0,S1,0,0"
    status, out, err = run("starcircle", "--position", "/".join(rows) + " c", "--memory", 16)
    assert status == 0, err
    assert out.startswith("value 0 proved nodes ")


def test_moves_are_played_first(run):
    assert run("amazons", "--position", SMALL, "--moves", "b1b2/b1", "--memory", 16)[1].startswith("value ")
    status, _, err = run("amazons", "--position", SMALL, "--moves", "b1b9/b1")
    assert status == 2
    assert err.count("\n") == 1


def test_when_time_is_up(run):
    status, out, _ = run("amazons", "--time", "0.05", "--memory", 16)
    assert status == 0
    assert re.fullmatch(r"value open nodes \d+\n", out)


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ([], "`plyground solve` needs GAME, or --check FILE."),
        (["amazons", "--check", "x"], "--check FILE stands alone: the file says which game and position it is about."),
        (["amazons", "--time", "0"], "The time cannot be 0.0; it is a positive number of seconds."),
        (["amazons", "--memory", "0"], "The memory cannot be 0; it is a whole number of MiB from 1 to 1048576."),
        (["amazons", "--threads", "0"], "The number of threads cannot be 0; it is a whole number from 1 up."),
        (["amazons", "--threads", "1000"], "The number of threads cannot be 1000; it is at most 256."),
        (
            ["amazons", "--proof", "/nowhere/a.proof"],
            "The file /nowhere/a.proof cannot be written: there is no folder /nowhere.",
        ),
        (["amazons", "--proof", "/"], "The file / cannot be written: it is a folder."),
        (
            ["halma-5x5", "--all", "--proof", "a.proof"],
            "--all solves every position of GAME, and takes no other option but --rule.",
        ),
        (["amazons", "--keep"], "--keep belongs to --check FILE."),
        (["amazons", "--by-tables"], "--by-tables belongs to --holds; "),
        (["gardner", "--from", "x"], "--from and --partial belong to --holds."),
        (["gardner", "--partial", "x"], "--from and --partial belong to --holds."),
        (
            ["amazons", "--holds", "white", "--partial", "x"],
            "Amazons has no draws; --from and --partial are for games that do.",
        ),
        (
            ["gardner", "--holds", "white", "--partial", "/nowhere/a.proof"],
            "The file /nowhere/a.proof cannot be written: there is no folder /nowhere.",
        ),
        (["halma-5x5", "--all", "--from", "x"], "--all solves every position of GAME, and takes no other option"),
        (["halma-5x5", "--all", "--by-tables"], "--all solves every position of GAME, and takes no other option"),
        (["chess"], "There is no game 'chess'"),
        (["amazons", "--position", "x"], "The position 'x' should be a board"),
    ],
)
def test_bad_input(run, tokens, sentence):
    status, out, err = run(*tokens)
    assert (status, out) == (2, "")
    assert err.startswith(f"plyground: {sentence}")
    assert err.count("\n") == 1


def test_who_need_never_lose(run, tmp_path):
    text, path = "4k/4p/N3P/1PK2/2B1r w - - 0 1", tmp_path / "white.proof"
    asked = "gardner", "--position", text, "--memory", 1, "--holds"
    status, out, err = run(*asked, "white", "--proof", path)
    assert status == 0
    assert re.fullmatch(r"white does not lose, proved, positions \d+\n", out)
    assert re.search(r"proof of \d+ positions, \d+ bytes, sha256 [0-9a-f]{64}\n", err)
    status, out, _ = run("--check", path)
    assert status == 0
    assert re.fullmatch(rf"certificate of gardner {re.escape(text)}: white does not lose holds, \d+ positions\n", out)
    content = bytearray(path.read_bytes())
    content[-40] ^= 1
    path.write_bytes(content)
    assert run("--check", path) == (1, "", f"plyground: The proof {path} is damaged: its checksum does not fit.\n")
    status, out, _ = run("gardner", "--position", "4k/1Q2p/5/1K3/5 w - - 0 1", "--memory", 1, "--holds", "black")
    assert status == 0
    assert re.fullmatch(r"open positions \d+ each move of black seems to lose\n", out)


def test_who_need_never_lose_by_tables(run, tmp_path):
    text, path = "1n2k/4p/5/P3P/R3K w - - 0 1", tmp_path / "white.proof"
    asked = "gardner", "--position", text, "--memory", 1, "--holds", "white", "--proof", path
    status, out, err = run(*asked, "--by-tables")
    assert status == 0
    assert re.search(r"^checking it, and the tables that it rests on: [1-9]\d*\n", err, re.MULTILINE)
    size = int(re.fullmatch(r"white does not lose, proved, positions (\d+)\n", out)[1])
    status, out, _ = run("--check", path)
    assert status == 0
    about = f"certificate of gardner {re.escape(text)}: white does not lose holds, {size} positions"
    assert re.fullmatch(rf"{about}, \d+ of them by the tables K\w*vK\w*(, K\w*vK\w*)*\n", out)
    proof = read(path)
    write(replace(proof, tables=dict.fromkeys(proof.tables, "0" * 64)), path)
    status, out, err = run("--check", path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert re.match(r"plyground: The proof rests on a table K\w*vK\w* that is another than that here: ", err)
    assert "checking" not in run(*asked)[2]
    assert ", by" not in run("--check", path)[1]


def test_what_is_proved_is_kept_and_played(run, command_line, tmp_path, monkeypatch):
    path, folder = tmp_path / "small.proof", tmp_path / "tables"
    monkeypatch.setenv("PLYGROUND_TABLES", str(folder))
    run("amazons", "--position", SMALL, "--proof", path, "--memory", 16)
    said = run("--check", path)[1]
    assert not folder.exists()
    status, out, err = run("--check", path, "--keep")
    assert (status, out) == (0, said)
    assert re.fullmatch(r"its positions are kept in (.*)\n", err)[1] == str(next(folder.glob("amazons/proved/*")))
    move = proved_move(path)
    status, out, _ = command_line("analyse", "amazons", "--position", SMALL, "--nodes", 1)
    assert (status, out.split()[:2]) == (0, ["bestmove", move])
    folder.joinpath("amazons", "proved").rename(folder / "elsewhere")
    (folder / "amazons" / "proved").write_text("")
    status, out, err = run("--check", path, "--keep")
    assert (status, out, err.count("\n")) == (2, said, 1)
    assert "cannot be written" in err


def proved_move(path):
    proof = read(path)
    game = get_game(proof.game)
    moves = sorted(map(str, game.position(proof.position).legal_moves))
    return moves[int(proof.symbols[0][0]) - 1]


def test_a_proof_tells_on_which_tables_it_rests(run, tmp_path):
    path = tmp_path / "win.proof"
    run("gardner", "--position", "5/5/2k2/Q4/K4 b - - 0 1", "--memory", 1, "--proof", path)
    status, out, err = run("--check", path)
    assert status == 0
    assert re.fullmatch(r"proof of gardner [^:]+: value loss holds, \d+ positions\n", out)
    assert re.fullmatch(r"\d+ of them by the tables KQvK\n", err)


def test_who_need_never_lose_when_time_is_up_and_again(run, tmp_path):
    asked = "gardner", "--memory", 1, "--holds", "black", "--time", 1, "--db", tmp_path / "part"
    sizes = []
    for _ in range(2):
        status, out, _ = run(*asked)
        assert status == 0
        sizes.append(int(re.fullmatch(r"open positions (\d+) waiting \d+\n", out)[1]))
    assert sizes[1] > sizes[0]


def test_a_partial_certificate_is_written_refused_as_a_proof_and_gone_on_from(run, tmp_path):
    path, proof = tmp_path / "part.proof", tmp_path / "whole.proof"
    asked = "gardner", "--position", "4k/4p/N3P/1PK2/2B1r w - - 0 1", "--memory", 1, "--holds", "white"
    status, out, err = run(*asked, "--time", 0.001, "--partial", path, "--proof", proof)
    assert (status, out[:15]) == (0, "open positions ")
    number, left = re.search(
        r"partial certificate of (\d+) positions, (\d+) of them not proved, \d+ bytes, sha256 [0-9a-f]{64}\n", err
    ).groups()
    assert not proof.exists()
    said = f"plyground: The certificate is partial: {left} of its {number} positions are not proved.\n"
    assert run("--check", path) == (1, "", said)
    assert run("--check", path, "--keep") == (1, "", said)
    before = path.read_bytes()
    assert run(*asked, "--from", path, "--partial", path, "--proof", proof)[0] == 0
    assert path.read_bytes() == before
    assert run("--check", proof)[0] == 0
    status, out, err = run(*asked[:-1], "black", "--from", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "The certificate to go on from says of gardner" in err
    status, out, err = run(*asked, "--from", tmp_path / "nothing")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "cannot be read" in err


def test_who_does_not_lose_where_nobody_draws(run, tmp_path):
    path = tmp_path / "small.proof"
    asked = "amazons", "--position", SMALL, "--memory", 16, "--holds"
    status, out, _ = run(*asked, "white", "--proof", path)
    assert status == 0
    assert re.fullmatch(r"white does not lose, proved, positions \d+\n", out)
    assert "white does not lose holds" in run("--check", path)[1]
    assert run(*asked, "black")[:2] == (0, "black loses, proved\n")
