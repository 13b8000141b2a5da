"""One suite for every game there is, installed ones from outside too: what must hold whatever the rules are."""

from pathlib import Path

import numpy as np
import pytest

from games.positions import random_positions
from plyground import IllegalMove, InvalidNotation, Record, all_games
from plyground.core.evaluation import handmade
from plyground.core.rules import count, generate, scratch
from plyground.kernel.compile import JIT
from plyground.search import perft, playouts, textbook

GAMES = list(all_games().values())
WALK = 120 if JIT else 12
"""Random positions a game; fewer when nothing is compiled."""

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_start_text_round_trips(game):
    position = game.position()
    assert position.text == game.start
    assert game.position(position.text) == position
    assert hash(game.position(position.text)) == hash(position)


@each_game
def test_texts_round_trip(game):
    for position in random_positions(game, WALK):
        again = game.position(position.text)
        assert again == position
        assert again.text == position.text
        assert again.key == position.key


@each_game
def test_moves_are_distinct_sorted_and_read_back(game):
    for position in random_positions(game, WALK):
        for moves in (position.legal_moves, position.playable_moves):
            texts = [move.text for move in moves]
            assert len(set(texts)) == len(texts) == moves.count() == len(moves)
            if not game.scored:  # Star/Circle's order is the homework's own
                assert texts == sorted(texts)
        for move in position.legal_moves:
            assert position.move(move.text).code == move.code
            assert move in position.legal_moves
            assert move.text in position.playable_moves


@each_game
def test_over_exactly_when_there_is_no_move(game):
    for position in random_positions(game, WALK):
        assert (position.outcome is None) == bool(position.legal_moves)
        assert (position.outcome_text == "ongoing") == bool(position.legal_moves)


@each_game
def test_playing_leaves_the_position_alone_and_changes_the_turn(game):
    for position in random_positions(game, WALK // 4):
        before = position.words.copy()
        for move in list(position.legal_moves)[:5]:
            child = position.play(move)
            assert child.turn == position.turn.other
            assert child.key != position.key
        assert (before == position.words).all()


@each_game
def test_counting_agrees_with_listing(game):
    for position in random_positions(game, WALK):
        for rules in {position.rules, position.rules_for_perft, position.rules_for_playouts}:
            moves = scratch(rules)
            assert count(rules, position.words, moves) == generate(rules, position.words, moves)


@each_game
def test_mirrored_position_has_mirrored_moves_and_the_same_score_for_the_mover(game):
    notation = game.submodule("notation")
    if not hasattr(notation, "mirrored"):
        pytest.skip(f"{game.name} has no colour symmetry to test")
    for position in random_positions(game, WALK):
        words = notation.mirrored(position.rules, position.words)
        other = type(position)(game, position.rules, words)
        assert other.turn == position.turn.other
        expected = sorted(notation.mirrored_move(position.rules, position.words, m.code) for m in position.legal_moves)
        assert sorted(move.code for move in other.legal_moves) == expected
        for name, evaluation in game.evaluations.items():
            sign = -1 if evaluation.whites_view else 1
            assert other.evaluate(name) == pytest.approx(sign * position.evaluate(name))


def explain_of(game):
    """Return the game's `explain`, which is optional."""
    evaluate = game.submodule("evaluate")
    if not hasattr(evaluate, "explain"):
        pytest.skip(f"{game.name} does not explain its evaluation")
    return evaluate.explain


@each_game
def test_what_the_terms_contribute_adds_up_to_the_evaluation(game):
    explain, sign, seen = explain_of(game), (1, -1), set()
    for position in random_positions(game, WALK):
        if position.outcome is None:
            rows = explain(position.rules, position.words)
            total = sign[position.turn] * sum(row.white - row.black for row in rows)
            assert total == pytest.approx(handmade(position.rules, position.words), abs=1), position.text
            seen |= {row.name for row in rows if row.white or row.black}
    assert len(seen) > 1


@each_game
def test_the_same_terms_contribute_to_either_side_on_a_mirrored_board(game):
    notation, explain = game.submodule("notation"), explain_of(game)
    for position in random_positions(game, WALK // 4):
        if position.outcome is None:
            mirrored = notation.mirrored(position.rules, position.words)
            swapped = [(row.name, row.black, row.white) for row in explain(position.rules, mirrored)]
            assert explain(position.rules, position.words) == swapped, position.text


@each_game
def test_key_ignores_counters_only(game):
    for position in random_positions(game, WALK // 4):
        counted = position.words.copy()
        counted[-1] += 3 << 40
        assert type(position)(game, position.rules, counted).key == position.key
        turned = position.words.copy()
        turned[-1] ^= 1
        assert type(position)(game, position.rules, turned).key != position.key


@each_game
def test_drawings_show_every_piece(game):
    draw = game.submodule("draw")
    for position in random_positions(game, 3):
        pieces = draw.pieces(position.rules, position.words)
        svg = position.svg()
        assert svg.startswith("<svg ")
        assert svg.count("<use ") == len(pieces)
        assert set(pieces.values()) <= set(draw.SYMBOLS) & set(draw.LETTERS)
        squares = {name for row in draw.board(position.rules).rows for name in row}
        assert set(pieces) <= squares
        assert position._repr_svg_() == svg
        assert len(str(position).splitlines()) == len(draw.board(position.rules).rows) + 1


@each_game
def test_move_steps_are_squares_of_the_board(game):
    notation, draw = game.submodule("notation"), game.submodule("draw")
    for position in random_positions(game, WALK // 4):
        squares = {name for row in draw.board(position.rules).rows for name in row}
        for move in position.legal_moves:
            assert set(notation.move_steps(position.rules, position.words, move.code)) <= squares


@each_game
@pytest.mark.parametrize(
    "text", ["", " ", "x", "w", "8/8/8 w", "\0", "w" * 20_000, "9" * 400 + " w", "é w", "/////// w 0"]
)
def test_broken_position_texts_are_refused_in_one_sentence(game, text):
    with pytest.raises(InvalidNotation) as error:
        game.position(text)
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 400


@each_game
@pytest.mark.parametrize("text", ["", "zz", "a1", "a1a1a1a1a1a1", "\0", "9" * 500, "é4"])
def test_broken_moves_are_refused(game, text):
    with pytest.raises((InvalidNotation, IllegalMove)) as error:
        game.position().play(text)
    assert "\n" not in str(error.value)


@each_game
def test_record_round_trips(game):
    record = Record(game, tags={"White": 'a "quoted" name', "Black": "b\\c"})
    for move in random_line(game, 30):
        record.play(move, comment="a remark" if record.plies == 2 else "")
    again = Record.parse(record.text())
    assert again.text() == record.text()
    assert [move.code for move in again.moves] == [move.code for move in record.moves]
    assert again.tags == record.tags
    assert again.comments == record.comments


@each_game
def test_undo_goes_all_the_way_back(game):
    record = Record(game)
    for move in random_line(game, 20):
        record.play(move)
    while record.undo():
        pass
    assert record.position == game.position()
    assert record.occurrences == 1


def random_line(game, plies):
    position, line = game.position(), []
    for seed in range(plies):
        codes = position.legal_moves.codes()
        if not codes:
            break
        line.append(position.move_of_code(codes[(seed * 7919) % len(codes)]))
        position = position.play(line[-1])
    return line


@each_game
def test_alphabeta_finds_minimax_value_with_fewer_nodes(game):
    depth = 2 if game.position().legal_moves.count() > 100 or not JIT else 3
    for position in random_positions(game, 6 if JIT else 2):
        full = textbook.search(position, depth)
        pruned = textbook.search(position, depth, alphabeta=True)
        assert (pruned.value, pruned.move) == (full.value, full.move)
        assert pruned.nodes <= full.nodes


@each_game
def test_minimax_counts_what_perft_counts(game):
    """Where no game ends on the way, minimax visits perft(0) + ... + perft(depth) nodes."""
    position = game.position()
    if position.rules != position.rules_for_perft:
        pytest.skip(f"perft of {game.name} counts other moves than its search")
    counts = [perft.perft(position, depth) for depth in range(3)]
    assert textbook.search(position, 2).nodes == sum(counts)


@each_game
def test_perft_with_and_without_bulk_and_divided(game):
    for position in random_positions(game, 4):
        depth = 2 if position.legal_moves.count() < 300 and JIT else 1
        whole = perft.perft(position, depth)
        assert perft.perft(position, depth, bulk=False) == whole
        assert sum(leaves for _, leaves in perft.divide(position, depth)) == whole


def perft_lines():
    folder = Path(__file__).parent.parent / "perft"
    for file in sorted(folder.glob("*.perft")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                name, text, counts = (part.strip() for part in line.split("|"))
                for count in counts.split(";"):
                    depth, leaves, *slow = count.split()
                    marks = [pytest.mark.slow] if slow else []
                    yield pytest.param(
                        name, text, int(depth), int(leaves), marks=marks, id=f"{file.stem}:{number}-{name}-{depth}"
                    )


@pytest.mark.parametrize(("name", "text", "depth", "leaves"), list(perft_lines()))
def test_perft_file(name, text, depth, leaves):
    if not JIT and leaves > 3000:
        pytest.skip("too many for uncompiled kernels")
    position = all_games()[name].position(None if text == "start" else text)
    assert perft.perft(position, depth) == leaves


@each_game
def test_playouts_do_not_depend_on_threads(game):
    number = 200 if JIT else 2
    one = playouts.playouts(game.position(), number, seed=5)
    two = playouts.playouts(game.position(), number, seed=5, threads=2)
    assert (one.plies, one.white, one.black, one.draws) == (two.plies, two.white, two.black, two.draws)
    assert one.white + one.black + one.draws == number


@each_game
def test_playouts_depend_on_the_seed_alone(game):
    ends = [np.tile(game.position().words, (4, 1)) for _ in range(3)]
    for end, seed in zip(ends, (5, 5, 6), strict=True):
        playouts.playout_batch(game.position(), end, seed=seed)
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()
