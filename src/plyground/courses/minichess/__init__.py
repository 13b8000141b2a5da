"""The CS3243 minichess assignment: AB.py, its gameboards, and five opponents to play against."""

from plyground.courses.course import Course

COURSE = Course(
    name="minichess",
    title="Minichess (CS3243, project 3)",
    module="plyground.courses.minichess",
    games=("minichess",),
)
