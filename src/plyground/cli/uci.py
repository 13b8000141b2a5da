"""``plyground uci``: the engine for UCI programs."""

from plyground.protocol import uci as protocol


def uci() -> None:
    """Be an engine for any UCI program; the option UCI_Variant names the game."""
    protocol.main()
