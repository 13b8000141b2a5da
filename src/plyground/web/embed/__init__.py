"""A board for other sites: a position or a line of moves in a frame."""
