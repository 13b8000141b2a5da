"""The players: dummy, random, greedy, smart, minimax, mcts, the engine, a human, any UCI engine, a student's program.

Each is a `plyground.agents.player.Player`: given the game so far and what it may use, it returns a move.
`plyground.agents.roster` creates a player from its text on the command line, "minimax:depth=4@Bob".
"""
