"""Searches for certificates that leave most ends open at first."""

import pytest

from plyground.solving import outline_search


@pytest.fixture
def few_searches(monkeypatch):
    """So few that most ends are hard."""
    monkeypatch.setattr(outline_search, "END_SEARCHES", 3)
    monkeypatch.setattr(outline_search, "OUTLINE_SEARCHES", (3, 3))
    monkeypatch.setattr(outline_search, "SLICES", (1, 1))
    monkeypatch.setattr(outline_search, "SLICE_NODES", 1)


@pytest.fixture
def few_short_searches(few_searches, monkeypatch):
    """They are not longer when an end is tried again, either."""
    monkeypatch.setattr(outline_search, "AGAIN_TIMES", 1)
