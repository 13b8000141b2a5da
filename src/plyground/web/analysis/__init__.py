"""The analysis page: lines and variations, the live engine, the review of a game, the position editor."""
