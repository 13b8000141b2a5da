"""The search explorer: a textbook search with its whole tree, and how others compare."""
