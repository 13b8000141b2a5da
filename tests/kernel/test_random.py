"""The random numbers: reproducible, in range, even."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from plyground.kernel.random import below, mix, seed_stream


def test_mix_is_splitmix64():
    """First outputs of splitmix64 from state 0, as published with the reference code."""
    golden = 0x9E3779B97F4A7C15
    outputs = [int(mix(np.uint64(golden * i % 2**64))) for i in (1, 2, 3)]
    assert outputs == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(st.integers(0, 2**62), st.integers(0, 10**6), st.integers(1, 5000))
def test_below_stays_below(seed, index, limit):
    random = np.zeros(1, np.uint64)
    seed_stream(random, seed, index)
    assert all(0 <= below(random, limit) < limit for _ in range(20))


def test_below_is_even():
    random = np.zeros(1, np.uint64)
    seed_stream(random, 1, 1)
    counts = np.bincount([below(random, 7) for _ in range(7000)], minlength=7)
    assert counts.min() > 850
    assert counts.max() < 1150


def test_streams_differ():
    firsts = set()
    for index in range(1000):
        random = np.zeros(1, np.uint64)
        seed_stream(random, 3, index)
        firsts.add(int(random[0]))
    assert len(firsts) == 1000
