"""The Halma homework: its files, its clock, and that what is written is legal for the reference twin."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground import InvalidNotation, get_game
from plyground.cli import main
from plyground.courses.halma import clock, search
from plyground.courses.halma import player as homework
from plyground.courses.halma.format import read_problem
from plyground.courses.halma.search import look_one_ply_ahead, promising_first, winning_play
from reference import halma as twin

START = "halma-usc2019"
SAMPLES = ["ex1", "ex2", "ex3", "start", "game-white", "single-black"]


def input_text(position: str, seconds: float = 100.0, mode: str = "SINGLE") -> str:
    """Return an input file for a position text."""
    board, colour = twin.read(START, position)
    rows = ["".join(board.get((x, y), ".") for x in range(16)) for y in range(16)]
    return "\n".join([mode, {"W": "WHITE", "B": "BLACK"}[colour], str(seconds), *rows]) + "\n"


def random_positions(seed: int, games: int) -> list[str]:
    """Return positions in which somebody is to move, some with camps half full, from the twin."""
    rng = random.Random(seed)
    found = []
    while len(found) < games:
        board = {(x, y): rng.choice("WB") for x in range(16) for y in range(16) if rng.random() < 0.12}
        for colour in "WB":
            for square in twin.camp(START, colour):
                if rng.random() < rng.choice([0.2, 0.9]):
                    board[square] = rng.choice("WB")
        text = twin.write(START, board, rng.choice("WB"))
        if twin.moves(START, text):
            found.append(text)
    return found


def in_a_fresh_process(code: str, tmp_path: Path, *arguments: str) -> str:
    """Run Python code with a cold kernel cache; return what it prints."""
    environment = {**os.environ, "PLYGROUND_CACHE": str(tmp_path / "cold"), "PLYGROUND_JIT": "1"}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_samples_get_a_legal_play(sample: str, cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MAX_SECONDS", 0.3)
    text = (cases / "halma" / f"{sample}.input.txt").read_text()
    position = twin.from_input(text.splitlines())
    move = twin.verdict(position, homework.answer(text))
    assert move in twin.moves(START, position)
    if sample in {"ex1", "ex2"}:
        assert twin.outcome(START, twin.play(START, position, move)).endswith("wins: camp filled")


@pytest.mark.parametrize(
    ("sample", "output", "move"),
    [
        ("ex1", "ex1", "e13d14"),
        ("ex2", "ex2", "e13c15"),
        ("ex3", "ex3", "j7n3"),
        ("start", "start-a", "l1k1"),
        ("start", "start-b", "m1k3"),
    ],
)
def test_the_samples_own_answers_are_legal(sample: str, output: str, move: str, cases: Path) -> None:
    position = twin.from_input((cases / "halma" / f"{sample}.input.txt").read_text().splitlines())
    assert twin.verdict(position, (cases / "halma" / f"{output}.output.txt").read_text()) == move
    assert move in get_game(START).position(position).legal_moves


@pytest.mark.parametrize("mode", ["SINGLE", "GAME"])
@pytest.mark.parametrize("seconds", [0.001, 1e9])
def test_random_boards_get_a_legal_play_whatever_the_clock(
    mode: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_SECONDS", 0.2)
    for position in random_positions(seed=int(seconds) % 97, games=6):
        output = homework.answer(input_text(position, seconds, mode))
        assert twin.verdict(position, output) in twin.moves(START, position)


def test_a_game_shares_its_clock_among_the_plays_to_come() -> None:
    begin = read_problem(input_text(twin.VARIANTS[START], 300.0, "GAME"))
    plays = clock.plays_to_come(begin)
    assert 60 <= plays <= 160
    won = "WWWWW11/WWWWW11/WWWW12/WWW13/WW14/16/16/16/16/16/16/16/16/16/16/13B2 b"
    assert clock.plays_to_come(read_problem(input_text(won.replace(" b", " w")))) == clock.FEWEST_PLAYS
    left, spent = 300.0, 0.0
    for still in range(plays, 0, -1):
        thinking = clock.thinking_seconds(left - 1.0, 1.0, max(still, clock.FEWEST_PLAYS))
        assert 0 <= thinking < left
        left -= 1.0 + thinking
        spent += thinking
    assert left > 0
    assert spent > 100
    assert clock.thinking_seconds(10.0, 1.0, 1) == pytest.approx(8.0)
    assert clock.thinking_seconds(-1.0, 1.0, 1) == 0


def test_a_win_at_hand_is_taken() -> None:
    position = get_game(START).position("WWWWW11/WWWWW11/WWWW12/WWW13/W15/1W14/16/16/16/16/16/B15/16/16/16/13B2 w")
    won = winning_play(position, promising_first(position))
    assert won is not None
    assert position.play(position.move_of_code(won)).outcome_text == "white wins: camp filled"
    assert winning_play(get_game(START).position(), promising_first(get_game(START).position())) is None


def test_one_ply_ahead_is_the_best_evaluation_after_the_play() -> None:
    position = get_game(START).position(random_positions(seed=4, games=1)[0])
    moves = promising_first(position)
    chosen = look_one_ply_ahead(position, moves, time.process_time() + 100)
    scores = {move.code: -position.play(move).evaluate() for move in position.legal_moves}
    assert scores[chosen] == max(scores.values())
    assert look_one_ply_ahead(position, moves, time.process_time() - 1) == moves[0]


ANSWER_ALL = """
import sys, time
from pathlib import Path
from plyground.courses.halma import player as halma
for name in sys.argv[1:]:
    Path(name + ".answer").write_text(halma.answer(Path(name).read_text()))
print("numba" in sys.modules, time.process_time())
"""


@pytest.mark.parametrize(("mode", "seconds"), [("SINGLE", 4.0), ("GAME", 40.0)])
def test_with_a_cold_cache_it_keeps_its_clock_without_numba(mode: str, seconds: float, tmp_path: Path) -> None:
    positions = random_positions(seed=1, games=3)
    for i, position in enumerate(positions):
        (tmp_path / str(i)).write_text(input_text(position, seconds, mode))
    with_numba, cpu = in_a_fresh_process(ANSWER_ALL, tmp_path, *map(str, range(len(positions)))).split()
    assert with_numba == "False"
    assert float(cpu) < seconds
    for i, position in enumerate(positions):
        output = (tmp_path / f"{i}.answer").read_bytes().decode("ascii")
        assert twin.verdict(position, output) in twin.moves(START, position)


def test_with_little_time_it_leaves_numba_alone_though_the_cache_is_warm(tmp_path: Path) -> None:
    code = f"""
import sys
from plyground.courses.halma import player as halma
halma.is_ready = lambda part: part in {homework.PARTS!r}
print(halma.answer(sys.argv[1]), end="")
print("numba" in sys.modules)
"""
    output = in_a_fresh_process(code, tmp_path, input_text(twin.VARIANTS[START], 2.0))
    assert output.endswith("\nFalse\n")
    move = twin.verdict(twin.VARIANTS[START], output.removesuffix("False\n"))
    assert move in twin.moves(START, twin.VARIANTS[START])


def test_the_command_line_answers_without_numba(tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(input_text(twin.VARIANTS[START], 2.0))
    code = """
import sys
from plyground.cli import main
try:
    main(["assignment", "halma"])
except SystemExit as left:
    print(left.code, "numba" in sys.modules)
"""
    assert in_a_fresh_process(code, tmp_path).split() == ["0", "False"]
    output = (tmp_path / "output.txt").read_text()
    assert twin.verdict(twin.VARIANTS[START], output) in twin.moves(START, twin.VARIANTS[START])


def test_blank_lines_carriage_returns_and_a_byte_order_mark_are_read_over() -> None:
    text = input_text(twin.VARIANTS[START], 12.5, "GAME")
    problem = read_problem(text)
    assert (problem.is_game, problem.color, problem.seconds, len(problem.cells)) == (True, 0, 12.5, 256)
    assert read_problem("\ufeff\r\n\n" + text.replace("\n", "\r\n")) == problem
    assert read_problem(text + "\n\n") == problem
    assert read_problem(text.rstrip("\n")) == problem


def changed(line: int, to: str | None) -> str:
    """Return the start's input with a line, counted from 1, changed or, for None, cut off with all that follow."""
    lines = input_text(twin.VARIANTS[START]).splitlines()
    return "\n".join(lines[: line - 1] if to is None else [*lines[: line - 1], to, *lines[line:]])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "ends before line 1, which should be SINGLE or GAME"),
        (changed(2, None), "ends before line 2, which should be BLACK or WHITE"),
        (changed(5, None) + "\n...", "Line 5 of the input, '...', should be a row of 16"),
        (changed(19, None), "ends before line 19, which should be a row of 16 squares"),
        (changed(1, "DOUBLE"), "Line 1 of the input, 'DOUBLE', should be SINGLE or GAME"),
        (changed(1, "single"), "Line 1 of the input, 'single', should be SINGLE or GAME"),
        (changed(2, "RED"), "Line 2 of the input, 'RED', should be BLACK or WHITE"),
        (changed(3, "0"), "Line 3 of the input, '0', should be the seconds"),
        (changed(3, "-1.5"), "Line 3 of the input, '-1.5', should be the seconds"),
        (changed(3, "nan"), "Line 3 of the input, 'nan', should be the seconds"),
        (changed(3, "1e999"), "Line 3 of the input, '1e999', should be the seconds"),
        (changed(4, "BBBBB.........."), "Line 4 of the input, 'BBBBB..........', should be a row of 16"),
        (changed(9, "....x..........."), "Line 9 of the input, '....x...........', should be a row of 16"),
        ("\n\n" + changed(9, "?"), "Line 11 of the input, '\\?', should be a row of 16"),
        (changed(19, "...........WWWWW\nmore"), "Line 20 of the input should not be there: the board ends on line 19"),
    ],
)
def test_a_faulty_input_is_named_by_its_first_fault(text: str, sentence: str) -> None:
    with pytest.raises(InvalidNotation, match=sentence):
        read_problem(text)


def test_a_finished_game_is_an_error() -> None:
    over = "WWWWW11/WWWWW11/WWWW12/WWW13/WW14/16/16/16/16/16/16/16/16/16/16/13B2 b"
    with pytest.raises(InvalidNotation, match="already over: white wins: camp filled"):
        homework.answer(input_text(over))
    with pytest.raises(InvalidNotation, match="already over: black wins: no moves"):
        homework.answer(input_text("16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/13B2 w"))


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run the command line with a fault; return the sentence on standard error."""
    with pytest.raises(SystemExit) as left:
        main(["assignment", "halma", *arguments])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def test_files_that_cannot_be_read_or_written_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "MAX_SECONDS", 0.1)
    output = str(tmp_path / "output.txt")
    assert "nowhere.txt cannot be read" in said([str(tmp_path / "nowhere.txt"), "-o", output], capsys)
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)) * 100)
    assert "Line 1 of the input" in said([str(tmp_path / "binary"), "-o", output], capsys)
    (tmp_path / "huge").write_text("." * 2_000_000)
    assert "larger than" in said([str(tmp_path / "huge"), "-o", output], capsys)
    (tmp_path / "input.txt").write_text(input_text(twin.VARIANTS[START]))
    assert "cannot be written" in said([str(tmp_path / "input.txt"), "-o", str(tmp_path / "no" / "output")], capsys)
    assert not (tmp_path / "output.txt").exists()
