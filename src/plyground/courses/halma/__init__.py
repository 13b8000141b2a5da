"""The CSCI 561 homework Halma: legal plays first, then games on CPU clocks."""

from plyground.courses.course import Course

COURSE = Course(
    name="halma",
    title="Halma (CSCI 561, homework 2)",
    module="plyground.courses.halma",
    games=("halma", "halma-usc2019", "halma-8x8", "halma-10x10"),
)
