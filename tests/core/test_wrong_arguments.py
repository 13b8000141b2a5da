"""Every public callable, asked with wrong types and values, answers with one of our errors, a sentence each."""

import inspect
import re
from random import Random

import numpy as np
import pytest

import plyground
from plyground import (
    Analysis,
    IllegalMove,
    InvalidNotation,
    InvalidSetting,
    Move,
    Outcome,
    PlygroundError,
    Position,
    Record,
    Score,
    UnknownName,
    get_game,
)
from plyground.agents.roster import Entry
from plyground.core.annotations import Annotations
from plyground.engine import Engine, Limits
from plyground.kernel.compile import JIT
from plyground.web.service.game_tree import GameTree

GARDNER = get_game("gardner")
WRONG = [
    None, True, 0, -1, 3, 2**70, 1.5, float("nan"), "", "x", "gardner", "a1a2", "[", "(;", "\0", "é" * 50, b"a1a2",
    [], [None], ["a1a2"], (), {}, {"a": 1}, {1: "a"}, object(), Position, len, np.zeros(3), np.int64(7),
    Move("a1e5", 999999, None), GARDNER.position(), get_game("congo"), Limits(depth=1), Record("gardner"),
]  # fmt: skip
LEFT_OUT = {"Solver", "solve", "match", "self_play", "register_evaluation", "close", "stop", "get_ready",
    "Color", "Termination", "submodule", "optional_submodule", "optional_text"}  # fmt: skip
"""Long work of other layers, with tests of their own, Python's enumerations, and what names files of a package."""
SENTENCE = re.compile(r"\w.*[.?]$", re.DOTALL)


def subjects():
    """The public callables, with a fresh thing each whose methods are asked."""
    made = {
        "plyground": lambda: plyground,
        "Game": lambda: GARDNER,
        "Position": GARDNER.position,
        "LegalMoves": lambda: GARDNER.position().legal_moves,
        "Record": lambda: Record.from_moves("gardner", ["b2b3"]),
        "GameTree": lambda: GameTree(GARDNER),
        "GameNode": lambda: GameTree(GARDNER).root,
        "Annotations": lambda: Annotations(),
    }
    for what, make in made.items():
        names = plyground.__all__ if what == "plyground" else [name for name in dir(make()) if name[0] != "_"]
        for name in names:
            if name not in LEFT_OUT and callable(getattr(make(), name)):
                yield pytest.param(make, name, id=f"{what}.{name}")


def answers(function, arguments, keywords):
    """Ask, and complain about what is neither an answer nor one of our errors."""
    try:
        found = function(*arguments, **keywords)
        if inspect.isgenerator(found):
            for _, _ in zip(range(3), found, strict=False):
                pass
    except PlygroundError as error:
        is_clear = SENTENCE.match(said := str(error))
    except TypeError as error:
        # Python's own sentence about how many arguments there are, and which
        is_clear = re.search(r"argument|should be|instantiate", said := str(error))
    except (ValueError, IndexError) as error:
        is_clear, said = function.__name__ == "index", repr(error)
    else:
        return
    assert is_clear, f"{function} {arguments} {keywords}: {said}"


@pytest.mark.parametrize(("make", "name"), list(subjects()))
def test_wrong_arguments_are_named(make, name):
    random = Random(name)
    function = getattr(make(), name)
    if isinstance(function, type) and issubclass(function, Exception):
        return
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        return
    sure = [each for each in parameters if each.kind in {each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD}]
    chosen = [each for each in parameters if each.kind == each.KEYWORD_ONLY]
    needed = sum(each.default is each.empty for each in sure)
    for value in WRONG:  # each alone, then mixed
        answers(getattr(make(), name), [value] * max(needed, min(1, len(sure))), {})
    for _ in range(25):
        arguments = [random.choice(WRONG) for _ in range(random.randint(needed, len(sure)))]
        keywords = {each.name: random.choice(WRONG) for each in chosen if random.random() < 0.5}
        answers(getattr(make(), name), arguments, keywords)


@pytest.mark.skipif(not JIT, reason="compiles")
def test_an_engine_names_what_is_wrong():
    random = Random(3)
    names = list(inspect.signature(Engine).parameters)[1:]
    for value in [*WRONG, *WRONG]:
        answers(Engine, [value], {})
        answers(Engine, ["gardner"], {random.choice(names): value})
        answers(Limits, [], {random.choice(list(inspect.signature(Limits).parameters)): value})
    engine = Engine("gardner", hash_mib=1)
    for value in WRONG:
        for ask in (engine.search, engine.play):
            answers(ask, [value, random.choice(WRONG)], {})
            answers(ask, [GARDNER.position(), value if value is not None else 3], {})
        answers(engine.search, [GARDNER.position(), Limits(nodes=10)], {"moves": value})


def each_wrong(function, usual, names, left_out=()):
    """Ask with one wrong argument at a time, the others being `usual`."""
    for name in names:
        for value in WRONG:
            if not callable(value) and (name, value) not in left_out:
                answers(function, [], usual | {name: value})


@pytest.mark.skipif(not JIT, reason="plays")
def test_a_match_names_what_is_wrong():
    names = list(inspect.signature(plyground.match).parameters)
    assert len(names) == 12
    usual = {"first": "random", "second": "dummy", "game": "gardner", "rounds": 1}
    each_wrong(plyground.match, usual, [name for name in names if name != "concurrency"])
    for value in WRONG:
        if not (isinstance(value, int | np.integer) and 1 < value < 100):  # which begins processes
            answers(plyground.match, [], usual | {"concurrency": value})


@pytest.mark.skipif(not JIT, reason="plays")
def test_self_play_names_what_is_wrong():
    names = list(inspect.signature(plyground.self_play).parameters)
    each_wrong(plyground.self_play, {"game": "gardner", "games": 1}, names)
    for value in WRONG:
        answers(plyground.self_play, ["gardner", 1, value], {"seed": 1})


def test_an_evaluation_names_what_is_wrong():
    def worth(game, position):
        return 1

    usual = {"game": "gardner", "name": "worth"}
    each_wrong(plyground.register_evaluation, usual, ["game", "name", "whites_view"])
    register = plyground.register_evaluation(**usual)
    for value in WRONG:
        if not isinstance(value, type(worth)):
            answers(register, [value], {})
    with pytest.raises(TypeError, match="whites_view"):
        plyground.register_evaluation("gardner", "worth", whites_view="yes")


@pytest.mark.skipif(not JIT, reason="solves")
def test_a_solver_names_what_is_wrong(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mate = GARDNER.position("k4/2K2/1Q3/5/5 b - - 0 1")

    def solve(position, memory=1, threads=1, database=None, use_whole=True, seconds=0, tell=None):
        solver = plyground.Solver(position, memory, threads, database, use_whole=use_whole)
        try:
            solver.solve(seconds, tell)
        finally:
            solver.close()

    each_wrong(solve, {"position": mate}, list(inspect.signature(solve).parameters))


def test_errors_are_of_pythons_kinds_too():
    for error in (InvalidNotation, InvalidSetting, IllegalMove):
        assert issubclass(error, ValueError)
    assert issubclass(UnknownName, LookupError)
    with pytest.raises(ValueError, match="a1e5"):
        GARDNER.position().play("a1e5")
    with pytest.raises(LookupError, match="chess"):
        get_game("chess")
    assert issubclass(Outcome, object)


@pytest.mark.parametrize(
    ("ask", "end"),
    [
        (lambda: get_game("gardnr"), "(did you mean gardner?)."),
        (lambda: get_game("Congo"), "(did you mean congo?)."),
        (lambda: GARDNER.evaluation("handmad"), "(did you mean handmade?)."),
        (lambda: GARDNER.with_settings({"repetitions": 3}), "(did you mean repetition?)."),
        (lambda: Entry.parse("gredy"), "(did you mean greedy?)."),
        (lambda: Entry.parse("Engine:nodes=5"), "(did you mean engine?)."),
        (lambda: plyground.match("randon", "random", "gardner"), "(did you mean random?)."),
        (lambda: get_game("qqqq"), "."),
    ],
)
def test_a_similar_name_is_offered(ask, end):
    with pytest.raises(UnknownName) as error:
        ask()
    assert str(error.value).endswith(end)


def test_settings_take_numbers():
    assert GARDNER.with_settings({"repetition": 2, "ply-cap": np.int64(9)}) == GARDNER.with_settings(
        {"repetition": "2", "ply-cap": "9"}
    )
    for value in (True, 1.5, None, [3]):
        with pytest.raises(TypeError, match="repetition"):
            GARDNER.with_settings({"repetition": value})
    with pytest.raises(ValueError, match="repetition"):
        GARDNER.with_settings({"repetition": 0})


@pytest.mark.parametrize("wrong", [None, 2.5, [1], {}, object()])
@pytest.mark.parametrize(
    "ask",
    [
        lambda wrong: Record("gardner").close(wrong),
        lambda wrong: Record("gardner").close("1-0", wrong),
        lambda wrong: GARDNER.submodule(wrong),
        lambda wrong: GARDNER.optional_submodule(wrong),
        lambda wrong: GARDNER.optional_text(wrong),
        lambda wrong: Score.parse(wrong),
        lambda wrong: Score.of(wrong, is_scored=False, is_proved=False),
        lambda wrong: Analysis(wrong, wrong),
        lambda wrong: next(Engine(GARDNER, hash_mib=1).slices(GARDNER.position(), clock=wrong or 0)),
    ],
)
def test_a_value_of_a_wrong_type_is_named(ask, wrong):
    with pytest.raises(PlygroundError, match="should be"):
        ask(wrong)


def test_values_out_of_reach_are_refused_before_the_work():
    with pytest.raises(InvalidNotation, match="The result of a game cannot be '2-0'; it is 1-0, 0-1, 1/2-1/2 or"):
        Record("gardner").close("2-0")
    with pytest.raises(InvalidSetting, match="The number of games cannot be 1000000000000000000"):
        plyground.playouts(GARDNER.position(), 10**18)
    with pytest.raises(InvalidSetting, match="The number of threads cannot be 100000"):
        plyground.playouts(GARDNER.position(), 1, threads=100_000)
    with pytest.raises(PlygroundError, match="A score cannot be"):
        Score.of(2**70, is_scored=False, is_proved=False)
    with pytest.raises(PlygroundError, match="The marked squares of a drawing should be"):
        GARDNER.position().svg(marked=2.5)
