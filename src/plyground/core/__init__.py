"""The vocabulary: Game, Position, Move, Outcome, Record and the errors; to every game what a board is to chess."""
