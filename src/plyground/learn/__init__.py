"""Learning an evaluation: self-play data, a net trained on them, and the match that accepts it (docs/learning.md)."""
