"""Who can play: dummy, random, greedy, smart, minimax, mcts, the engine, a human, any UCI engine, a student's program.

Every one of them is a `plyground.agents.player.Player`: told the game so far and what it may spend, it gives a move.
`plyground.agents.roster` makes a player from the text that names it on the command line, "minimax:depth=4@Bob".
"""
