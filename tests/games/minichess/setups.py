"""Minichess: what the tests go over."""

from plyground.kernel.compile import JIT

VARIANTS = ["minichess", "gardner"]
WALK = 150 if JIT else 10
