"""Endgames: what the tables know, material by material; positions to look at and to win against perfect defence."""
