"""The laboratory: what random games reveal about a game."""
