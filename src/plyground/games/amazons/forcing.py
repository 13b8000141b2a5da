"""What the engine asks Amazons: how to search four hundred moves a node, of which few matter.

There is nothing to capture and no threat to answer, so nothing is forcing, and to pass would mostly be welcome in the
end: no null move. What there is instead is selectivity: from the second-last ply on the moves are ordered by the
evaluation that they lead to, and only the first of them are tried near the leaves.
"""

SEARCH: dict[str, int] = {
    "quiescence": 0,
    "check_extension": 0,
    "null_move": 0,
    "child_order_depth": 2,
}
"""The search's knobs, where the usual ones are not the best here."""
