"""The vocabulary: Game, Position, Move, Outcome, Record, and the errors. What a chess board is to chess, for every game."""
