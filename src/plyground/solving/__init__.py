"""Proofs of what a position is worth: `solver.Solver` finds them, `checker.check` verifies them by the rules alone.

>>> from plyground import get_game
>>> from plyground.solving.checker import check
>>> from plyground.solving.solver import Solver
>>> solver = Solver(get_game("amazons").position("1q2/4/4/1Q2 w"))
>>> solver.solve().value
'win'
>>> check(solver.proof()).value
'win'

`dfpn` searches, `tree` distributes the work among threads, `journal` remembers it in a file, `solver` asks the
questions, `extraction` writes a proof down, `proof` is its file format, and `checker` checks it. `whole` solves all
positions of a small game at once.
"""
