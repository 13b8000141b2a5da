"""The vocabulary of every game: Game, Position, Move, Outcome, Record and the errors."""
