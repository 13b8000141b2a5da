"""The CSCI 561 homework Star and Circle: one input file, four lines that must be right."""

from plyground.courses.course import Course

COURSE = Course(
    name="starcircle",
    title="Star and Circle (CSCI 561, homework 1)",
    module="plyground.courses.starcircle",
    games=("starcircle",),
)
