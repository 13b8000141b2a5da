"""Grading: run a stranger's program safely, and tell its author what happened.

A *submission* is somebody's file, folder, zip or command. An *assignment* splits its grade into *cases* (an opponent, a
group of inputs), and a case into numbered *checks* (a game, an input). A check is the smallest piece of work: it is
done separately, stored in a file, and never repeated. All checks are the same for everybody, with the same seeds and
openings. `marking` turns checks into points, `reports` into pages for people. No line of a submission ever runs in the
grader.
"""
