"""Puzzles in the browser."""
