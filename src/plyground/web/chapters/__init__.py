"""The page of chapters on game search."""
