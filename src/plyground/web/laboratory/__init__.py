"""The laboratory: what many games reveal about a game, random ones or such as an evaluation likes."""
