"""The rules of Star and Circle, taught by example."""

from plyground.games.starcircle import GAMES
from plyground.web.learn.lesson import Lesson, example, reach, scene, section

_VALUES = "10,20,30,40,50,60,70,80"
_EMPTY = "0,0,0,0,0,0,0,0"
_START = GAMES[0].start
_JUMP = "/".join([_EMPTY] * 3 + ["0,0,C1,0,0,0,0,0", "0,S1,0,0,0,0,0,0"] + [_EMPTY] * 3) + f" s {_VALUES}"
_LAST = "/".join([_EMPTY, "S1,0,0,0,0,0,0,0"] + [_EMPTY] * 4 + ["0,C1,0,0,0,0,0,0", _EMPTY]) + f" s {_VALUES}"

LESSON: Lesson = {
    "invitation": "Two armies pass through each other, paid by the row that each man reaches.",
    "summary": "Two armies pass through each other on the dark squares, and are paid by the row that each man reaches.",
    "aim": "Bring your men further than the other side brings its own.",
    "scenes": [
        scene("starcircle", _START, "C3-D2", "Stars go up and circles down, one step slantwise,"),
        scene("starcircle", _JUMP, "D2-F4", "or jump over an enemy, who is gone."),
        scene("starcircle", _LAST, "G1-H2", "The further a man comes, the more points it counts."),
    ],
    "sections": [
        section(
            "Moves",
            [
                "Star moves up, Circle down: one step diagonally forward to an empty square, or a jump over an "
                "adjacent enemy to the empty square just beyond, which takes it. One jump a turn; taking is never "
                "compulsory. A player passes exactly when it has no other move.",
            ],
            example(
                "starcircle",
                "0,C1,0,C1,0,C1,0,C1/C1,0,C1,0,C1,0,C1,0/0,C1,0,C1,0,C1,0,C1/0,0,0,0,0,0,0,0/"
                "0,0,0,0,0,0,0,0/S1,0,S1,0,S1,0,S1,0/0,S1,0,S1,0,S1,0,S1/S1,0,S1,0,S1,0,S1,0 s "
                "10,20,30,40,50,60,70,80",
                "C3",
                "The usual start.",
                reach("Step to D4.", ["C3-D4"], "D4", "star"),
            ),
            example(
                "starcircle",
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,C1,0,0,0/0,0,0,S1,0,0,0,0/"
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
                "D4",
                "A step to E3, or a jump over E5 to F6.",
                reach("Jump over the circle.", ["D4-F6"], "F6", "star"),
            ),
        ),
        section(
            "The last row",
            [
                "On its last row a man may land on its own men: they stack, and a number tells how many. Men there "
                "never move again, but they count to the end.",
            ],
            example(
                "starcircle",
                "0,S2,0,0,0,0,0,0/S1,0,S1,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,C1,0,0/"
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
                "G1",
                "H2 holds two men and takes a third.",
                reach("Put a third man on H2.", ["G1-H2"], "H2", "star-3"),
            ),
        ),
        section(
            "The end",
            [
                "The game is over after two passes in a row, or when a player has no man left. Nobody wins: what "
                "counts is the sum of a player's own row values minus the opponent's. Row values go from a player's "
                "first row to its last: 10 to 80 here.",
                "The search explorer shows the homework's five examples, with the numbers of its hand-out.",
            ],
        ),
    ],
    "endgame_text": "You are to move, and exactly one move leaves you ahead at the end. Your opponent searches every "
    "line to its end and takes all that can be had.",
    "endgames": [
        example(
            "starcircle",
            "0,0,0,0,0,S2,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,S1,0/0,C1,0,C1,0,S1,0,0/0,0,C1,0,S1,0,0,0/"
            "0,C1,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
            "",
            "160 points ahead: what can be taken, and what does it cost?",
        ),
        example(
            "starcircle",
            "0,S1,0,S1,0,0,0,0/0,0,0,0,0,0,S1,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,C1,0,C1,0,0,0,0/S1,0,0,0,0,0,0,0/"
            "0,0,0,0,0,0,0,0/C1,0,C1,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
            "",
            "80 points ahead: one man is still behind the others.",
        ),
        example(
            "starcircle",
            "0,0,0,0,0,0,0,0/S1,0,0,0,0,0,S1,0/0,C1,0,S1,0,0,0,0/C1,0,0,0,0,0,0,0/0,S1,0,C1,0,0,0,0/S1,0,0,0,0,0,0,0/"
            "0,0,0,0,0,0,0,0/0,0,C1,0,0,0,0,0 c 10,20,30,40,50,60,70,80",
            "",
            "80 points ahead, with Circle: the armies are still in contact.",
        ),
    ],
}
