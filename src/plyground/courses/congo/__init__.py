"""The COMS3005A assignment Congo: five parts compared line by line, and tournament games."""

from plyground.courses.course import Course

COURSE = Course(
    name="congo",
    title="Congo (COMS3005A)",
    module="plyground.courses.congo",
    games=("congo", "congo-2022", "congo-2021"),
)
