"""Matches, tournaments and ratings: who is stronger, by how much, and how certain that is.

`schedule` says who plays whom, `openings` from which position, `referee` plays one game, `worker` one after another
in a process (`plyground.jobs` has many of them).
`store` keeps them, and `tournament` ties it all together. `tally`, `elo`, `sprt` and `ratings` are the statistics.
"""
