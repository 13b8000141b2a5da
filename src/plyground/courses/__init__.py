"""The assignments of courses: a folder each, with the same file names in all (`plyground.core.course` says which)."""

NAMES = ("minichess", "starcircle", "halma", "congo", "amazons")
"""The folders; each declares itself as `COURSE`."""
