"""The last word's fields, the key, the sort."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel import words


@given(st.integers(0, 1), st.integers(0, 127), st.integers(0, 2**24 - 1), st.integers(0, 2**32 - 1))
def test_state_word_holds_its_fields(side, identity, quiet, number):
    position = np.array([5, words.state_word(side, identity, quiet, number)], np.uint64)
    assert words.turn(position) == side
    assert words.quiet_plies(position) == quiet
    assert words.move_number(position) == number
    assert int(position[1]) >> 1 & 0x7F == identity


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=6), st.integers(0, 5), st.integers(0, 63))
def test_key_changes_with_every_bit_but_the_counters(row, place, i):
    position = np.array(row, np.uint64)
    before = words.key(position)
    place %= len(row)
    position[place] ^= np.uint64(1) << np.uint64(i)
    assert (words.key(position) == before) == (place == len(row) - 1 and i >= 8)


def test_key_is_the_same_on_every_machine_and_uncompiled():
    assert int(words.key(np.array([1, 2, 3], np.uint64))) == KEY_OF_1_2_3


def test_keys_of_near_positions_do_not_collide():
    keys = {int(words.key(np.array([1 << i, 1 << j, 0], np.uint64))) for i in range(64) for j in range(64)}
    assert len(keys) == 64 * 64
    assert len({key >> 44 for key in keys}) > 4000  # the high bits are as good as random


@given(st.lists(st.integers(0, 2**62), max_size=300))
def test_sort_moves(numbers):
    moves = np.array([*numbers, -7], np.int64)
    words.sort_moves(moves, len(numbers))
    assert moves.tolist() == [*sorted(numbers), -7]


KEY_OF_1_2_3 = 4404284700108179657
