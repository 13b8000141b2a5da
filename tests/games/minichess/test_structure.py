"""Minichess, what a net sees besides the pieces: beside a plain reading of the board, as text."""

import numpy as np
import pytest

from games.minichess.setups import VARIANTS, WALK
from plyground import get_game
from plyground.games.minichess.features import FIRST_OF_FEW, PIECES
from plyground.games.minichess.structure import STATE, STATES, STRUCTURE
from plyground.nets.accumulators import MAX_FEATURES
from plyground.nets.hooks import active_features
from plyground.search.laws import random_positions

OFFICERS = "NBRQK"
WAYS = [(ahead, against) for ahead in range(4) for against in range(4) if ahead == 0 or ahead != against]


def board_of(position, side):
    """Return the letters by file and rank as `side` sees them: capitals are its own, its king on the files a to c."""
    board = {}
    for i, row in enumerate(position.text.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            board[file, i if side else 4 - i] = letter.swapcase() if side else letter
            file += 1
    if any(letter == "K" and file > 2 for (file, _), letter in board.items()):
        board = {(4 - file, rank): letter for (file, rank), letter in board.items()}
    return board


def structure_of(board):
    """Return the numbers of the features, from the first that is no piece's."""
    own, other = (
        [[rank for file, rank in board if file == f and 0 < rank < 4 and board[file, rank] == pawn] for f in range(5)]
        for pawn in "Pp"
    )
    ways = [WAYS.index((max(own[f], default=0), min(other[f], default=0))) for f in range(5)]
    found = [169 * f + 13 * ways[f] + ways[f + 1] for f in range(4)]
    left = [sum(2**i for i, kind in enumerate("NBRQ") if kind in board.values())]
    left.append(sum(2**i for i, kind in enumerate("nbrq") if kind in board.values()))
    found.append(4 * 169 + 16 * left[0] + left[1])
    attacks = {
        pawn: {(file + step, rank + ahead) for (file, rank), it in board.items() if it == pawn for step in (-1, 1)}
        for pawn, ahead in (("P", 1), ("p", -1))
    }
    for square, letter in board.items():
        if letter.upper() not in OFFICERS:
            continue
        guards, attackers = ("P", "p") if letter.isupper() else ("p", "P")
        guard = 2 * (square in attacks[guards]) + (square in attacks[attackers])
        if guard:
            kind = OFFICERS.index(letter.upper()) + (0 if letter.isupper() else 5)
            found.append(4 * 169 + 256 + 250 * (guard - 1) + 25 * kind + 5 * square[0] + square[1])
    return sorted(found)


def seen(position, side):
    features = np.zeros(MAX_FEATURES, np.int64)
    size = active_features(position.rules, position.words, side, features)
    return sorted(feature - PIECES for feature in features[:size].tolist() if PIECES <= feature < FIRST_OF_FEW)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_features_are_those_of_the_board(variant):
    numbers = set()
    for position in random_positions(get_game(variant), 4 * WALK, seed=5):
        for side in range(2):
            assert seen(position, side) == structure_of(board_of(position, side)), position.text
            numbers |= set(seen(position, side))
    assert max(numbers) < STRUCTURE
    assert len(numbers) > WALK // 2


def test_of_two_pawns_on_a_file_the_foremost_counts():
    """Either side's, by where its opponent's foremost is."""
    one, two = (get_game("gardner").position(f"2k2/2p2/5/{row}/2K2 w - - 0 1") for row in ("2P2", "P1P2"))
    assert seen(one, 0) != seen(two, 0)
    one, two = (get_game("gardner").position(f"2k2/5/2P2/{row}/2K2 w - - 0 1") for row in ("5", "2P2"))
    assert seen(one, 0) == seen(two, 0)
    assert STATE.max() == STATES - 1


def test_a_guarded_officer_is_told_from_an_attacked_one():
    texts = {
        "guarded": "4k/5/1R3/P4/4K",
        "attacked": "4k/p4/1R3/5/4K",
        "both": "4k/p4/1R3/P4/4K",
        "neither": "4k/5/1R3/1P3/4K",
    }
    guards = {}
    for name, text in texts.items():
        position = get_game("gardner").position(f"{text} w - - 0 1")
        guards[name] = [feature - 4 * 169 - 256 for feature in seen(position, 0) if feature >= 4 * 169 + 256]
    # the board is turned, since the king stands on the right: the rook on b3 is seen on d3
    rook = 25 * OFFICERS.index("R") + 5 * 3 + 2
    assert guards == {"guarded": [250 + rook], "attacked": [rook], "both": [500 + rook], "neither": []}
