"""Protocols by which other programs use the engine: UCI, the Universal Chess Interface."""
