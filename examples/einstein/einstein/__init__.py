"""EinStein würfelt nicht! in small: a game with a die, and the tree of its search for the explorer."""
