"""Search that teaches and checks: perft, random playouts, textbook minimax and alpha-beta."""
