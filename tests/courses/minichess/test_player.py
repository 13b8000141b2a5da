"""The minichess assignment: gameboards, the configuration file, and the stand-alone AB.py."""

import ast
import importlib.util
import random
import time
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import Color, IllegalMove, InvalidNotation, get_game
from plyground.core.position import Position
from plyground.courses.minichess.format import (
    Gameboard,
    answer_of_move,
    config_text,
    gameboard_of_position,
    mirrored_gameboard,
    move_of_answer,
    parse_config,
    position_of_gameboard,
)
from plyground.courses.minichess.player import ab_text, student_agent_move

ALLOWED_MODULES = {
    *("sys", "queue", "collections", "heapq", "array", "copy", "enum", "string", "numbers", "math", "decimal"),
    *("fractions", "random", "itertools", "functools", "operator", "types", "typing"),
}
CONFIG = """\
Rows:5
Cols:5
Number of Enemy King, Queen, Bishop, Rook, Knight, Pawn (space between):1 1 1 1 1 5
Position of Enemy Pieces:
[King,e4]
[Queen,d4]
[Bishop,c4]
[Rook,a4]
[Knight,b4]
[Pawn,a3]
[Pawn,b3]
[Pawn,c3]
[Pawn,d3]
[Pawn,e3]
Number of Own King, Queen, Bishop, Rook, Knight, Pawn (space between):1 1 1 1 1 5
Starting Position of Pieces [Piece, Pos]:
[King,e0]
[Queen,d0]
[Bishop,c0]
[Rook,a0]
[Knight,b0]
[Pawn,a1]
[Pawn,b1]
[Pawn,c1]
[Pawn,d1]
[Pawn,e1]
"""


def start() -> Position:
    return get_game("minichess").position()


@st.composite
def positions(draw: st.DrawFn) -> Position:
    position = start()
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=30)):
        moves = list(position.playable_moves)
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


# Gameboards


def test_the_start_is_in_the_assignments_order() -> None:
    gameboard = gameboard_of_position(start())
    assert list(gameboard)[:4] == [("a", 1), ("a", 3), ("b", 1), ("b", 3)]
    assert list(gameboard)[10:14] == [("a", 0), ("a", 4), ("b", 0), ("b", 4)]
    assert gameboard["a", 0] == ("Rook", "White")
    assert gameboard["e", 4] == ("King", "Black")
    assert position_of_gameboard(gameboard) == start()


@settings(deadline=None)
@given(positions())
def test_every_move_survives_the_way_to_a_program_and_back(position: Position) -> None:
    gameboard = gameboard_of_position(position)
    shown = [kind for kind, color in gameboard.values() if color == "White"]
    letters = position.text.split()[0]
    assert len(shown) == sum(
        letter.isupper() if position.turn is Color.WHITE else letter.islower() for letter in letters
    )
    for move in position.playable_moves:
        answer = answer_of_move(position, move)
        assert gameboard[answer[0]][1] == "White"
        assert move_of_answer(position, answer) == move


def test_black_is_shown_the_board_upside_down() -> None:
    position = start().play("b1a3")
    gameboard = gameboard_of_position(position)
    assert gameboard["a", 2] == ("Knight", "Black")
    assert gameboard["e", 0] == ("King", "White")
    assert mirrored_gameboard(mirrored_gameboard(gameboard)) == gameboard
    assert str(move_of_answer(position, (("b", 1), ("a", 2)))) == "b4a3"


@pytest.mark.parametrize(
    ("answer", "error", "named"),
    [
        (None, InvalidNotation, "None"),
        ("a2a3", InvalidNotation, "a2a3"),
        ((("a", 1),), InvalidNotation, "two squares"),
        ((("a", 1), ("f", 2)), InvalidNotation, "'f'"),
        ((("a", 1), ("a", 5)), InvalidNotation, "5"),
        ((("a", 1), ("a", 2.0)), InvalidNotation, "2.0"),
        ((("a", 1), ("a", 3)), IllegalMove, "a2a4"),
        ((("a", 3), ("a", 2)), IllegalMove, "a4a3"),
    ],
)
def test_wrong_answers_are_named(answer: object, error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        move_of_answer(start(), answer)


@pytest.mark.parametrize(
    "gameboard",
    [
        {},
        {("a", 0): ("King", "White")},
        {("a", 0): ("King", "White"), ("e", 4): ("King", "Green")},
        {("a", 0): ("Pope", "White"), ("e", 4): ("King", "Black")},
        {("a", 0): ("King", "White"), ("e", 7): ("King", "Black")},
    ],
)
def test_wrong_gameboards_are_refused(gameboard: Gameboard) -> None:
    with pytest.raises(InvalidNotation):
        position_of_gameboard(gameboard)


def test_our_own_student_takes_the_hanging_king() -> None:
    gameboard = {("a", 0): ("King", "White"), ("c", 0): ("Rook", "White"), ("c", 4): ("King", "Black")}
    assert student_agent_move(gameboard) == (("c", 0), ("c", 4))


# The configuration file


@pytest.mark.parametrize("text", [CONFIG, CONFIG.replace("\n", "\r\n"), CONFIG.rstrip("\n")])
def test_the_configuration_is_read_and_written(text: str) -> None:
    gameboard = parse_config(text)
    assert gameboard == gameboard_of_position(start())
    assert config_text(gameboard) == CONFIG


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("Rows:5", "Rows:6", "Line 1"),
        ("Cols:5", "Columns:5", "Line 2"),
        ("1 1 1 1 1 5\nPosition", "1 1 1 1 1\nPosition", "Line 3"),
        ("[Queen,d4]", "[Queen,d5]", "Line 6"),
        ("[Queen,d4]", "[Qween,d4]", "Line 6"),
        ("[Queen,d4]", "[Queen,e4]", "Line 6"),
        ("[Queen,d4]", "[Rook,d4]", "Line 8"),
        ("[Pawn,e1]\n", "", "ends after line 25"),
        ("[Pawn,e1]\n", "[Pawn,e1]\n[Pawn,e2]\n", "Line 27"),
        (CONFIG, "", "ends after line 0"),
        (CONFIG, "\x00\x01", "Line 1"),
    ],
)
def test_a_broken_configuration_names_the_line(old: str, new: str, named: str) -> None:
    assert old in CONFIG
    with pytest.raises(InvalidNotation, match=named):
        parse_config(CONFIG.replace(old, new))


# The stand-alone program


@pytest.fixture(name="program")
def _program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the generated AB.py as a harness imports it."""
    (tmp_path / "AB.py").write_text(ab_text(), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["AB.py", "config.txt"])
    spec = importlib.util.spec_from_file_location("AB", tmp_path / "AB.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_python_3_7_within_the_assignments_limits() -> None:
    text = ab_text()
    assert "@" not in text  # every place of the template is filled
    assert "print" not in text
    assert "raise" not in text
    assert "stdout" not in text
    tree = ast.parse(text, feature_version=(3, 7))
    imported: set[str] = set()
    for node in ast.walk(tree):
        assert not isinstance(node, ast.ImportFrom | ast.Raise | ast.Assert | ast.NamedExpr | ast.JoinedStr)
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
    assert imported <= ALLOWED_MODULES
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert "sys.argv[1]" in ast.unparse(functions["studentAgent"])


def play_game(program: ModuleType, choose: object, *, program_is_white: bool = True) -> tuple[Position, float]:
    """Let the program play `choose`, a function from a position to a move; return the end and the program's seconds."""
    position, seconds = start(), 0.0
    for _ in range(300):
        if position.outcome is not None:
            break
        if (position.turn is Color.WHITE) == program_is_white:
            begin = time.thread_time()
            answer = program.studentAgent(gameboard_of_position(position))
            seconds += time.thread_time() - begin
            move = move_of_answer(position, answer)
            assert move in position.legal_moves
        else:
            move = choose(position)  # type: ignore[operator]
        position = position.play(move)
    return position, seconds


def test_it_beats_an_opponent_that_always_plays_the_first_move(program: ModuleType) -> None:
    for program_is_white in (True, False):
        end, seconds = play_game(
            program, lambda position: next(iter(position.playable_moves)), program_is_white=program_is_white
        )
        assert end.outcome is not None
        assert end.outcome.winner is (Color.WHITE if program_is_white else Color.BLACK)
        assert seconds < 30


@pytest.mark.parametrize("seed", range(3))
def test_it_beats_an_opponent_that_plays_at_random(program: ModuleType, seed: int) -> None:
    rng = random.Random(seed)
    end, seconds = play_game(program, lambda position: rng.choice(list(position.playable_moves)))
    assert end.outcome is not None
    assert end.outcome.winner is Color.WHITE
    assert seconds < 30


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("2k2/5/5/5/K1R2 w - - 0 1", (("c", 0), ("c", 4))),  # the king hangs
        ("k4/5/K4/5/4R w - - 0 1", (("e", 0), ("e", 4))),  # mate on the last rank
        ("k4/5/1PK2/5/5 w - - 0 1", (("c", 2), ("c", 3))),  # unattacked, but no safe square left
    ],
)
def test_it_finds_the_win_at_hand(program: ModuleType, text: str, answer: object) -> None:
    position = get_game("minichess").position(text)
    assert program.studentAgent(gameboard_of_position(position)) == answer


def test_it_defends_a_lost_position(program: ModuleType) -> None:
    position = get_game("minichess").position("4k/5/4q/5/K1N2 w - - 0 1")
    answer = program.studentAgent(gameboard_of_position(position))
    assert move_of_answer(position, answer) in position.legal_moves


def test_a_long_game_stays_within_its_nodes(program: ModuleType) -> None:
    gameboard = gameboard_of_position(start())
    program.studentAgent(gameboard)
    search = program.GAME[0]
    assert search.nodes_left == program.GAME_NODES - search.nodes
    assert search.nodes < 1.2 * program.MOVE_NODES
    # A thousand moves after the nodes are spent cost less than the game itself.
    search.nodes_left = 0
    del gameboard["a", 1]
    program.studentAgent(gameboard)
    assert program.GAME[0] is search
    assert search.nodes < 1.2 * program.MIN_NODES


def test_the_start_begins_a_new_game(program: ModuleType) -> None:
    gameboard = gameboard_of_position(start())
    first = program.studentAgent(gameboard)
    search = program.GAME[0]
    assert program.studentAgent(gameboard) == first
    assert program.GAME[0] is not search
