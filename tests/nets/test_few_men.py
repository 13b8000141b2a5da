"""Second features of few men, whose weights come from endgame tables (``tools/few_men_net.py``)."""

import re
from contextlib import suppress
from itertools import combinations_with_replacement, islice
from random import Random

import numpy as np
import pytest
from few_men_net import distance_tables, draw

from plyground import get_game
from plyground.core.errors import InvalidNotation
from plyground.core.outcome import Color
from plyground.core.position import Position
from plyground.endgame.builder import estimate
from plyground.endgame.lookup import usual_tables
from plyground.endgame.material import Material
from plyground.endgame.sampling import random_position, warmup
from plyground.endgame.store import Tables
from plyground.engine.hooks import is_check
from plyground.kernel.compile import JIT
from plyground.nets.accumulators import MAX_FEATURES, refresh, update
from plyground.nets.evaluations import engine_evaluation, evaluation_by_games, of_many, own_net
from plyground.nets.features import outputs_by_games, shape_of, shape_of_many
from plyground.nets.file import load, provenance_of, save
from plyground.nets.hooks import active_features, output_of, write_image
from plyground.solving.known_values import draw_known
from plyground.solving.measure import measure

STARTS = {
    "gardner": (
        "r1k2/1p3/3K1/2PR1/1N3 w - - 0 1",
        "1q1k1/2p2/1N3/1PKQ1/5 b - - 0 1",
        "2k2/pp3/1P1K1/PN3/3b1 w - - 0 1",
    ),
    "congo": ("2l4/7/1p1e3/7/2Z4/3P1G1/3L3 w 0", "3l1c1/2z4/7/4s2/1C5/2G4/2L1M2 b 0", "3l3/p6/2m4/7/1E5/P6/2L4 w 0"),
}


@pytest.fixture(params=STARTS)
def game(request):
    game = get_game(request.param)
    shape_of(game)  # (loads the features)
    return game


def lines(game):
    """Yield pairs of positions from random play of six and seven men."""
    random = Random(1)
    for start in STARTS[game.name] * 4:
        position = game.position(start)
        for _ in range(12):
            if position.outcome is not None:
                break
            after = position.play(random.choice(captures_in(position) or list(position.legal_moves)))
            yield position, after
            position = after


def captures_in(position):
    return [move for move in position.legal_moves if men_of(position.play(move)) < men_of(position)]


def men_of(position):
    return sum(letter.isalpha() for letter in position.text.split()[0])


def test_each_of_few_men_is_a_second_feature(game):
    features, seen, module = np.zeros(MAX_FEATURES, np.int64), set(), game.submodule("features")
    first, most_pieces = module.FIRST_OF_FEW, getattr(module, "PIECES", module.FIRST_OF_FEW)
    for position, _ in lines(game):
        is_few = men_of(position) <= module.FEW_MEN
        seen.add(is_few)
        for side in range(2):
            found = set(features[: active_features(position.rules, position.words, side, features)].tolist())
            pieces = {each for each in found if each < most_pieces}
            assert len(pieces) == men_of(position)
            seconds = {each - first for each in found if each >= first}
            assert len(seconds) == (men_of(position) if is_few else 0)
            # (of the mirrored board where a Congo lion stands on the right)
            kinds = [sorted(each % first // module.SQUARES for each in some) for some in (pieces, seconds)]
            assert kinds[0] == kinds[1] or not is_few
    assert seen == {False, True}


def test_beside_the_middle_a_lion_of_few_men_has_no_left_and_right():
    """The board and the mirrored one have the same second features and the same last layer."""
    game, features, files = get_game("congo"), np.zeros(MAX_FEATURES, np.int64), set()
    shape_of(game)
    module = game.submodule("features")
    for position, _ in lines(game):
        mirrored, seconds = np.zeros_like(position.words), []
        write_image(position.rules, position.words, 1, mirrored)
        assert output_of(position.rules, position.words) == output_of(position.rules, mirrored)
        for square, name in position.pieces.items():
            if name.endswith("lion"):
                for words in (position.words, mirrored):
                    size = active_features(position.rules, words, int(name == "black-lion"), features)
                    seconds.append({each for each in features[:size].tolist() if each >= module.FIRST_OF_FEW})
                if seconds.pop() == seconds.pop():
                    files.add(square[0])
                else:
                    assert square[0] == "d"
    assert files >= set("ce")


def test_few_men_of_congo_have_last_layers_by_their_number_and_the_lion():
    game, found = get_game("congo"), []
    shape_of(game)
    module = game.submodule("features")
    for place in ("c1", "c2", "c3", "d1", "d2", "d3"):
        for men in range(module.FEW_MEN - 1):
            for own in range(men + 1):
                squares = {f"{file}{rank}": "1" for file in "abcdefg" for rank in range(1, 8)}
                squares |= {place: "L", "d7": "l"} | {f"b{i + 1}": "Z" if i < own else "z" for i in range(men)}
                ranks = ("".join(squares[f"{file}{rank}"] for file in "abcdefg") for rank in range(7, 0, -1))
                position = game.position("/".join(ranks) + " w 0")
                found.append(output_of(position.rules, position.words))
    assert sorted(found) == list(range(module.OUTPUTS_OF_MANY, shape_of(game).outputs))


@pytest.mark.parametrize("name", ["gardner", "minichess"])
def test_few_men_of_minichess_have_last_layers_by_their_number_and_the_strongest_pieces(name):
    game, random, found = get_game(name), Random(7), {}
    outputs, strengths = shape_of(game).outputs, {"": 0, "P": 0, "N": 1, "B": 1, "R": 2, "Q": 3}
    for men in range(2, game.submodule("features").FEW_MEN + 1):
        for pieces in combinations_with_replacement(["P", "N", "B", "R", "Q"], men - 2):
            for white in range(men - 1):
                position = placed(game, ["K", "k", *pieces[:white], *map(str.lower, pieces[white:])], random)
                sides = [
                    max((strengths[each] for each in some), default=0) for some in (pieces[:white], pieces[white:])
                ]
                number = output_of(position.rules, position.words)
                known = max(men, 3), sides if position.turn == Color.WHITE else sides[::-1]
                assert found.setdefault(number, known) == known
                assert outputs_by_games(game)[number] == (men - 1) * 8 // 20
    assert min(found) >= 8
    assert max(found) == outputs - 1
    assert sorted(map(str, found.values())) == sorted({str(known) for known in found.values()})


def placed(game, pieces, random):
    """Return a legal position of `pieces`, on drawn squares."""
    while True:
        squares = list("." * 25)
        for square, piece in zip(random.sample(range(25), len(pieces)), pieces, strict=True):
            squares[square] = piece
        rows = ["".join(squares[5 * i : 5 * i + 5]) for i in range(5)]
        text = "/".join(re.sub(r"\.+", lambda some: str(len(some[0])), row) for row in rows)
        with suppress(InvalidNotation):
            return game.position(f"{text} {random.choice('wb')} - - 0 1")


def test_an_accumulator_follows_when_few_men_are_left(game):
    network, scratch = load(own_net(game), game), np.zeros((3, MAX_FEATURES), np.int64)
    few_men, crossed = game.submodule("features").FEW_MEN, 0
    for before, after in lines(game):
        crossed += men_of(before) > few_men >= men_of(after)
        for side in range(2):
            old, new, right = np.zeros((3, network.bias.size), np.int16)
            rows = network.weights, network.bias, game.rules
            refresh(*rows, before.words, side, old, scratch[0])
            update(*rows, before.words, after.words, side, old, new, scratch[1], scratch[2])
            refresh(*rows, after.words, side, right, scratch[0])
            assert (new == right).all()
    assert crossed > 3


def test_certificates_are_found_by_what_games_have_taught(game):
    network, by_games = engine_evaluation(game).kernel, evaluation_by_games(game).kernel
    first, outputs = shape_of_many(game).features, outputs_by_games(game)
    assert network.weights[first:].any()
    assert not by_games.weights[first:].any()
    assert (by_games.weights[:first] == network.weights[:first]).all()
    assert (by_games.output == network.output[outputs]).all()
    assert (by_games.output_bias == network.output_bias[outputs]).all()
    starcircle = get_game("starcircle")
    assert evaluation_by_games(starcircle) is engine_evaluation(starcircle)


@pytest.mark.skipif(not JIT, reason="needs compiled kernels")
@pytest.mark.parametrize("name", ["gardner", "minichess", "congo"])
def test_the_tables_have_taught_it_who_wins(name, tmp_path):
    """Beside the same net without its second features. (Tables of four men come with the package.)"""
    game = get_game(name)
    network = load(own_net(game), game)
    save(tmp_path / "untaught.npz", game, of_many(game, network), provenance_of(own_net(game)))
    random = Random(3)
    known = [each for value in (1, 0) for each in islice(draw_known(game, random, value, 4), 150)]
    untaught, taught = (
        list(measure(game, known, ["1k"], evaluation=evaluation))[-1]
        for evaluation in (f"net:{tmp_path / 'untaught.npz'}", "net")
    )
    assert taught.brier < untaught.brier
    missed, missed_before = (asked - kept for kept, asked in (taught.count_kept(), untaught.count_kept()))
    assert missed <= missed_before > 0


@pytest.mark.skipif(not JIT, reason="whole tables")
@pytest.mark.parametrize("name", ["gardner", "minichess"])
def test_a_distance_to_the_end_is_one_more_than_that_of_the_best_move(name, tmp_path):
    """A win takes a ply more than the shortest loss it leads to, also where a move sets the counter to 0."""
    game = get_game(name)
    tables = distance_tables(game, Tables(game), tmp_path, 3)
    assert not estimate(tables, tables.materials(3)).missing
    for material in tables.materials(3):
        random = Random(5)
        for _ in range(40):
            position = random_position(tables, material, random)
            value = value_of(tables, position)
            after = [value_of(tables, position.play(move)) for move in position.legal_moves]
            losses, wins = [each for each in after if each < 0], [each for each in after if each > 0]
            if losses:
                assert value == 1 - max(losses)
            else:
                assert value == (0 if len(wins) < len(after) else -1 - max(wins))


def value_of(tables, position):
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else 1 if position.outcome.winner == position.turn else -1
    verdict = tables.verdict(position.words)
    return verdict.sign * (verdict.distance + 1)


@pytest.mark.skipif(not JIT, reason="whole tables")
def test_a_net_learns_positions_whose_captures_lose_but_none_where_one_pays():
    """A rook that takes a knight which the king covers is lost for it; any other capture pays."""
    game, with_captures = get_game("gardner"), 0
    tables = usual_tables(game, None)
    warmup(tables)
    material = Material.parse(tables.description.letters, "KRvKN").normal
    words, *_ = draw(tables, tables, material, 4000, np.random.default_rng(2))
    for each in words:
        position = Position(game, tables.rules, each)
        captures = captures_in(position)
        with_captures += bool(captures)
        assert not is_check(position.rules, position.words)
        for move in captures:
            after = position.play(move)
            assert str(move)[2:4] in {str(reply)[2:4] for reply in captures_in(after)}
            assert position.pieces[str(move)[:2]].endswith("rook")
    assert 20 < with_captures < len(words) / 2
    quiet, *_ = draw(tables, tables, material, 4000, np.random.default_rng(2), with_captures=False)
    assert 0 < len(quiet) < len(words)
    assert not any(captures_in(Position(game, tables.rules, each)) for each in quiet)
