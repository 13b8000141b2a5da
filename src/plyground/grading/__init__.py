"""Grading: run a stranger's program safely, and tell its author what happened.

A *submission* is somebody's file, folder, zip or command. An *assignment* splits its grade into *cases* (an opponent, a
group of inputs), and a case into numbered *checks* (a game, an input): the smallest piece of work, done on its own,
kept in a file, never done twice. All checks are the same for everybody: same seeds, same openings. `marking` turns
checks into points, `reports` into what people read. No line of a submission ever runs in the grader.
"""
