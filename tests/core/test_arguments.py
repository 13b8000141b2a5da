"""An argument of the wrong type is told in one sentence, and is a `TypeError`, too."""

import pytest

from plyground import Color, InvalidSetting, PlygroundError, Record, get_game, match, self_play
from plyground.endgame import probe
from plyground.engine import Engine, Limits
from plyground.rl import BatchEnv, planes
from plyground.search import textbook
from plyground.search.perft import perft
from plyground.search.playouts import playouts
from plyground.solving.solver import Solver

GARDNER = get_game("gardner")
START = GARDNER.position()


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: get_game(["gardner"]), "The name of a game should be a text, not ['gardner']."),
        (lambda: GARDNER.position(5), "A position of gardner should be a text, not 5."),
        (lambda: START.play(385), "A move should be a text or a Move, not 385."),
        (lambda: START.move_index(b"a2a3"), "A move should be a text or a Move, not b'a2a3'."),
        (lambda: START.move_at(1.5), "The index of a move should be a whole number, not 1.5."),
        (
            lambda: START.evaluate(3),
            "An evaluation should be its name or an Evaluation (see register_evaluation), not 3.",
        ),
        (lambda: START.svg("400"), "The size of a drawing should be a number of pixels, not '400'."),
        (lambda: START.svg(arrows=["a1a2"]), "The arrow 'a1a2' should be a pair of squares, such as (\"a1\", \"b2\")."),
        (lambda: START.svg(side="white"), "The side of a drawing should be Color.WHITE or Color.BLACK, not 'white'."),
        (lambda: Record(5), "The game of a record should be a Game or its name, not 5."),
        (
            lambda: Record(GARDNER, START.text),
            f"The start of a record should be a Position (game.position(TEXT) reads one), not '{START.text}'.",
        ),
        (lambda: Record(GARDNER, tags={"Round": 2}), "The tag Round should be a text, not 2."),
        (lambda: Record(GARDNER).play("a2a3", 5), "The comment on a move should be a text, not 5."),
        (
            lambda: Record(GARDNER).declare("white", "time"),
            "The winner should be Color.WHITE, Color.BLACK or None for a draw, not 'white'.",
        ),
        (lambda: Record.parse(b"x"), "A record should be a text, not b'x'."),
        (lambda: Engine(None), "The game of an engine should be a Game or its name, not None."),
        (lambda: Engine(GARDNER, hash_mib=1.5), "The engine's hash_mib should be a whole number, not 1.5."),
        (lambda: Limits(depth="5"), "The limit depth should be a whole number, not '5'."),
        (lambda: Limits(depth=True), "The limit depth should be a whole number, not True."),
        (lambda: Limits(movetime="1"), "The limit movetime should be a number of seconds, not '1'."),
        (lambda: BatchEnv(None, 2), "The game of an environment should be a Game or its name, not None."),
        (lambda: BatchEnv(GARDNER, 1.5), "The size of an environment should be a whole number, not 1.5."),
        (lambda: BatchEnv(GARDNER, 2, seed="a"), "The seed should be a whole number, not 'a'."),
        (
            lambda: planes("gardner", START.words[None]),
            "What tells the game and its rules should be a Position, not 'gardner'.",
        ),
        (lambda: match("random", "random", None), "The game of a match should be a Game or its name, not None."),
        (lambda: match("random", "random", GARDNER, rounds=1.5), "rounds should be a whole number, not 1.5."),
        (lambda: match("random", "random", GARDNER, time="1"), "time should be a number of seconds, not '1'."),
        (lambda: textbook.search(START, "3"), "The depth of a search should be a whole number, not '3'."),
        (lambda: textbook.search("k4", 3), "The root of a search should be a Position, not 'k4'."),
        (lambda: perft(START, 1.5), "The depth of perft should be a whole number, not 1.5."),
        (lambda: perft(3, 3), "What perft counts from should be a Position, not 3."),
        (lambda: playouts(3, 3), "What random games begin with should be a Position, not 3."),
        (lambda: probe("k4"), "What tables are asked about should be a Position, not 'k4'."),
        (
            lambda: BatchEnv(GARDNER, 2).reset(positions=START),
            f"The positions to begin with should be a list of positions or texts, or an array, not {START!r}.",
        ),
        (lambda: self_play(GARDNER, 1, policy=3), "A policy should be a function from a BatchEnv to actions, not 3."),
        (lambda: Solver(None), "What is to be solved should be a Position, not None."),
        (lambda: probe(START, "tables"), "The tables to ask should be what `tables_of` returns, not 'tables'."),
        (
            lambda: match("random", "random", GARDNER, openings=3),
            "The openings of a match should be a text such as 'random:4', or a file's name, not 3.",
        ),
    ],
)  # fmt: skip
def test_a_wrong_type_is_one_sentence(ask, sentence):
    with pytest.raises(PlygroundError) as told:
        ask()
    assert isinstance(told.value, TypeError)
    assert str(told.value) == sentence


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_is_the_same_range_everywhere(seed):
    for ask in (
        lambda: BatchEnv(GARDNER, 2, seed=seed),
        lambda: match("random", "random", GARDNER, rounds=1, seed=seed),
        lambda: playouts(START, 1, seed=seed),
        lambda: self_play(GARDNER, 1, seed=seed),
    ):
        with pytest.raises(InvalidSetting, match=rf"^The seed cannot be {seed}; it is a whole number from 0 to 2"):
            ask()


@pytest.mark.parametrize(("depth", "games", "threads"), [(-1, -1, 1), (65, 0, 1), (10**30, 1, 0)])
def test_a_number_out_of_range_is_one_sentence(depth, games, threads):
    with pytest.raises(InvalidSetting, match=rf"^The depth of perft cannot be {depth}; .* from 0 to 64\.$"):
        perft(START, depth)
    with pytest.raises(InvalidSetting, match=r"cannot be -?\d; it is a whole number from 1 up\.$"):
        playouts(START, games, threads=threads)


def test_a_long_value_is_cut():
    with pytest.raises(PlygroundError, match=r"^A move should be a text or a Move, not \[0, 1, 2.{52}\.\.\.\.$"):
        START.play(list(range(1000)))


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: START.svg(-5), "The size of a drawing cannot be -5"),
        (lambda: START.svg(float("nan")), "The size of a drawing cannot be nan"),
        (lambda: Record(GARDNER).up_to(3), "The ply cannot be 3: the game has 0 plies."),
        (lambda: Record(GARDNER).up_to(-1), "The ply cannot be -1"),
        (lambda: Record(GARDNER, get_game("congo").position()), "A record of gardner cannot start from a position of"),
        (
            lambda: BatchEnv(GARDNER, 2, start=get_game("congo").position()),
            "No game of gardner can begin with a position of",
        ),
        (lambda: Solver(START, 0), "The memory of a solver cannot be 0; it is a whole number from 1 up."),
        (lambda: Solver(START, 1).solve(-1), "The time of a solver cannot be -1; it is a number of seconds from 0 up."),
        (lambda: textbook.search(START, 2, keep=-1), "The number of nodes to keep cannot be -1"),
    ],
)
def test_a_value_that_cannot_be_is_one_sentence(ask, sentence):
    with pytest.raises(InvalidSetting, match=sentence):
        ask()


def test_what_an_engine_searches_is_a_position():
    engine = Engine(GARDNER, hash_mib=1)
    for asked, limits in (("gardner", Limits(depth=1)), (START, 5)):
        with pytest.raises(TypeError, match=r"^(What an engine searches|The limits of a search) should be "):
            engine.search(asked, limits)


def test_numpys_numbers_are_numbers():
    depth = START.words.astype("int64")[:1] * 0 + 2
    assert perft(START, depth[0]) == 53
    assert Limits(depth=depth[0]).depth == 2
    assert Record(GARDNER).up_to(depth[0] - 2).plies == 0
    assert START.svg(float(depth[0]), side=Color.BLACK).startswith("<svg ")
