"""The laboratory: what random games tell of a game."""
