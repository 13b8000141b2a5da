"""Matches, tournaments and ratings: who is stronger, by how much, and how certain that is.

`schedule` says who plays whom, `openings` from which position, `referee` plays one game, `executor` many at once.
`store` keeps them, and `tournament` ties it all together. `tally`, `elo`, `sprt` and `ratings` are the statistics.
"""
