"""The rules of Amazons, taught by example."""

from plyground.web.learn.lesson import Lesson, example, reach, scene, section, trap

LESSON: Lesson = {
    "invitation": "Queens move, then burn a square behind them. Run out of moves and you lose.",
    "summary": "Queens that burn the board behind them. A player who cannot move loses.",
    "aim": "Be the last who can move.",
    "scenes": [
        scene("amazons", "3q2/6/Q5/5Q/6/2q3 w", "a4d4/d5", "A queen moves as in chess, and then shoots:"),
        scene("amazons", "3q2/3*2/3Q2/5Q/6/2q3 b", "c1c2/f2", "the square that she hits burns for ever."),
        scene("amazons", "q*2/**2/2Q1/4 w", "c2d3/c2", "Who cannot move any more has lost."),
    ],
    "sections": [
        section(
            "A turn",
            [
                "White moves first. A turn has two parts: move one of your queens like the queen of chess, over empty "
                "squares only; then shoot a burning arrow from where she now stands, again like a queen of chess. The "
                "square it lands on is blocked for the rest of the game. The square she has just left is empty and may "
                "be blocked.",
                "Nobody moves or shoots over a queen or a blocked square, and nothing is ever taken.",
            ],
            example(
                "amazons",
                "3q2/6/Q5/5Q/6/2q3 w",
                "a4",
                "The 6x6 start. Choose where the queen goes, then what she blocks: 424 first moves.",
                reach("Move, and block the square that you come from.", ["a4b4/a4"], "a4", "blocked"),
            ),
        ),
        section(
            "The end",
            [
                "A player who cannot move loses; there are no draws. Sooner or later the board "
                "falls into separate regions, and then what counts is who has more moves left in their own.",
            ],
            example(
                "amazons",
                "q5/6/6/6/6/3Q1Q w",
                "",
                "A queen in the corner has three ways out.",
                trap("Trap the queen in three moves.", ["d1a1/a5", "f1b1/b6", "b1b2/b5"], "a6"),
            ),
            example("amazons", "1q4/2Q3/*****q/6/6/2Q3 w", "c1", "A wall splits the board. Who has more room?"),
            example("amazons", "q*Q1/****/1q*Q/2*1 w", "", "Almost over: count the moves."),
        ),
        section(
            "Larger boards",
            [
                "amazons-8x8 and amazons-10x10 have four queens each; the last is the game of tournaments, with 2176 "
                "first moves. Under amazons you can set up any board from 4x4 to 10x10."
            ],
            example("amazons-10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "d1", "The standard start."),
        ),
    ],
    "endgame_text": "Positions so small that they are solved to the end. You are to move and can win; your opponent "
    "searches every line.",
    "endgames": [
        example("amazons", "1qq1/4/4/1QQ1 w", "", "The smallest battle: 16 squares, two queens a side. 11 plies."),
        example("amazons", "q2q/4/4/Q2Q w", "", "The same from the corners. 11 plies, and harder to see."),
        example(
            "amazons", "*2*Q1/3***/q1*1*q/1**Q**/3*2/6 w", "", "From a game on 6x6: two of 32 moves win. 19 plies."
        ),
    ],
}
