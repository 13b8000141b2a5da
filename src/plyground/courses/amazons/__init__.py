"""The Amazons assignment: alpha-beta on the heuristic of its hand-out, deeper as the board fills up."""

from plyground.courses.course import Course

COURSE = Course(
    name="amazons",
    title="Amazons",
    module="plyground.courses.amazons",
    players={"seed": "player:AmazonsAssignmentPlayer"},
)
