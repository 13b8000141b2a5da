"""Seeds for everything that is drawn: the same for every submission, different for every check."""

import hashlib


def derive_seed(seed: int, *parts: object) -> int:
    """Return a seed of 32 bits that depends on `seed` and on what it is for.

    >>> derive_seed(1, "random", 3) == derive_seed(1, "random", 3) != derive_seed(1, "random", 4)
    True
    """
    text = "\0".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
