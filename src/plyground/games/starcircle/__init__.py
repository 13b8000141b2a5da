"""Star and Circle: a race of pieces that meet, capture or block each other, scored by the row they reach.

On the dark squares of an 8 x 8 board Star moves up (row A to H) and Circle down, one step diagonally forward or a jump
over one enemy to the empty square beyond. A side without a move passes; two passes in a row, or a side without a piece,
end the game. There is no winner: the utility is the sum of the row values of one's pieces minus the opponent's. Star is
White. Source: USC CSCI 561, homework 1 of spring 2018. Position text: eight rows of the homework's cells from H to A
joined by ``/``, then ``s`` or ``c``, the row values, and the number of passes just made if it is not 0.
"""

from plyground.core.game import Game

LEVEL_STEPS = (636, 636, 127, 255, 280, 255, 172, 70, 57)
BENCH_DEPTH = 9
IS_BENCHED = True
GAMES = (
    Game(
        name="starcircle",
        title="Star and Circle",
        description="men race past each other for the values of the rows (8x8, USC CSCI 561)",
        start="0,C1,0,C1,0,C1,0,C1/C1,0,C1,0,C1,0,C1,0/0,C1,0,C1,0,C1,0,C1/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/"
        "S1,0,S1,0,S1,0,S1,0/0,S1,0,S1,0,S1,0,S1/S1,0,S1,0,S1,0,S1,0 s 10,20,30,40,50,60,70,80",
        module="plyground.games.starcircle",
        colors=("Star", "Circle"),
        scored=True,
        winning_scale=43,
    ),
)
