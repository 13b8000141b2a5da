"""A program for the minichess assignment that plays the first move it finds: a pawn's step, or any king's."""

STEPS = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if column or row]


def studentAgent(gameboard):
    """Return the squares from and to; `gameboard` maps ("a", 0) to ("Rook", "White")."""
    for (column, row), (kind, colour) in gameboard.items():
        if colour == "White" and kind == "Pawn" and (column, row + 1) not in gameboard and row < 4:
            return (column, row), (column, row + 1)
    (column, row) = next(square for square, piece in gameboard.items() if piece == ("King", "White"))
    for right, up in STEPS:
        x = "abcde".index(column) + right
        if 0 <= x < 5 and 0 <= row + up < 5 and gameboard.get(("abcde"[x], row + up), ("", "Black"))[1] == "Black":
            return (column, row), ("abcde"[x], row + up)
    return (column, row), (column, row)
