"""Search for teaching and checking: perft, playouts, textbook search and what came after it, chapters on all of it."""
