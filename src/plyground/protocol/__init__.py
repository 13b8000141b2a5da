"""Protocols: how programs of this kind talk to each other; `uci` is the engine's side of that interface."""
