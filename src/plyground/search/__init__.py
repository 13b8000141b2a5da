"""Search for teaching and checking: perft, random playouts, textbook minimax and alpha-beta."""
