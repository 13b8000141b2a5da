"""Random numbers for kernels: splitmix64, one uint64 of state.

Every stream is identified by two numbers, a seed and an index: game 7 of seed 1 is the same in whichever thread it is
played. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
"""

import numpy as np

from plyground.kernel.compile import kernel
from plyground.kernel.words import Words

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@kernel
def mix(word: np.uint64) -> np.uint64:
    """Scatter the bits of `word`: splitmix64's finaliser, a bijection."""
    word = (word ^ (word >> _S30)) * _FIRST
    word = (word ^ (word >> _S27)) * _SECOND
    return word ^ (word >> _S31)


@kernel
def seed_stream(random: Words, seed: int, index: int) -> None:
    """Start stream `index` of `seed` in ``random[0]``."""
    random[0] = mix(np.uint64(seed) * _GOLDEN + mix(np.uint64(index) + _GOLDEN))


@kernel
def below(random: Words, limit: int) -> int:
    """Draw a whole number from 0 to `limit` - 1 (`limit` below 2**32; the bias is under limit / 2**32)."""
    random[0] += _GOLDEN
    return np.int64(((mix(random[0]) >> _S32) * np.uint64(limit)) >> _S32)  # type: ignore[return-value]
