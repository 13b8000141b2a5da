"""Grades for people and for programs: the terminal, HTML for each student, JSON, CSV, Gradescope."""
