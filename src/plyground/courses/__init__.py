"""Course assignments, one folder each, with the same file names in every folder (see `plyground.courses.course`)."""

NAMES = ("minichess", "starcircle", "halma", "congo", "amazons")
"""The folders; each declares itself as `COURSE`."""
