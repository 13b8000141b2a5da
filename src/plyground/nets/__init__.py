"""Learned evaluation: a small net that a game's features feed.

`hooks` is what a game says about its features, `network` the net itself and its value, `accumulators` its first layer,
`file` how a net is kept, `identity` whether it still fits, `evaluations` how one asks for it by name.
"""
