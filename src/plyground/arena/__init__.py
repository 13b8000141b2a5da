"""Matches, tournaments and ratings: who is stronger, by how much, and how sure one can be.

`statistics` is arithmetic, `schedule` says who plays whom, `openings` from where, `referee` plays one game, `executor`
plays many at once, `store` keeps them, and `tournament` puts it together.
"""
