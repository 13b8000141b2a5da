"""AlphaZero over `plyground.rl.BatchEnv`: an example to read and to change, for any game with planes and actions.

`net` is the network, `search` the Monte-Carlo tree search of many games at once, `train` self-play and learning, and
`player` a player for ``plyground match alphazero:FILE smart --game connect-four``. Source: Silver and others, "A
general reinforcement learning algorithm that masters chess, shogi and Go through self-play", Science, 2018.
"""
