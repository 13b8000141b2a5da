"""The rules of Halma, taught by example."""

from plyground.web.learn.lesson import Lesson, example, reach, scene, section, win

LESSON: Lesson = {
    "invitation": "Build ladders of men and leap across the board into the opposite camp.",
    "summary": "Bring all your men into the opposite camp, by steps and by chains of jumps.",
    "aim": "Be the first with all men in the opposite camp.",
    "scenes": [
        scene(
            "halma-8x8", "BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW w", "h4g5 a5b4", "Bring all your men to the other corner:"
        ),
        scene("halma-8x8", "8/8/8/8/3W4/8/1B6/8 w", "d4c3", "a man takes one step to any side,"),
        scene("halma-8x8", "8/8/3B4/8/2B5/8/1W6/W7 w", "a1e7", "or jumps over men of either side, on and on."),
        scene("halma-8x8", "WWWW4/WWW5/WW6/8/1W6/8/5BBB/4BBBB w", "b4a5", "Who fills the camp first has won."),
    ],
    "sections": [
        section(
            "A play",
            [
                "A man steps to any adjacent empty square, or jumps over an adjacent man of either colour to the empty "
                "square just beyond, and may go on jumping. Nothing is taken. A play may not end where it began.",
                "Click where a chain ends and the man goes there by the shortest way, or switch “Hop by hop” on.",
            ],
            example(
                "halma-8x8",
                "8/8/8/8/3W4/8/1B6/8 w",
                "d4",
                "A step to any side.",
                reach("Step, then jump over Black's man into the corner.", ["d4c3", "c3a1"], "a1", "white-man"),
            ),
            example(
                "halma-8x8",
                "8/8/3B4/8/2B5/8/1W6/W7 w",
                "a1",
                "Three jumps in one play; it may also stop on the way.",
                reach("Get to e7 in one play.", ["a1e7"], "e7", "white-man"),
            ),
        ),
        section(
            "The camps",
            [
                "Black starts at the top left, White at the bottom right; each wants the other's camp. A man that has "
                "reached the opposite camp may move inside it, but no play may take it out again.",
            ],
            example(
                "halma-8x8",
                "W7/1B6/8/8/8/8/6W1/8 w",
                "a8",
                "In the opposite camp for good: the jump out of it is not allowed.",
                reach("Move the man in the camp aside, to b8.", ["a8b8"], "b8", "white-man"),
            ),
        ),
        section(
            "The end",
            [
                "After its play, a player has won if every square of the opposite camp is held by its own men or by "
                "men of the opponent, and at least one is its own. So men who will not leave home do not help: "
                "the camp around them can be filled.",
                "In a whole game, a position that occurs for the third time is a draw, and so is a game of 600 plies.",
            ],
            example(
                "halma-8x8",
                "WWWW4/WWW5/WW6/8/1W6/8/5BBB/4BBBB w",
                "b4",
                "One square is missing.",
                win("Fill the camp.", ["b4a5"]),
            ),
        ),
        section(
            "The addendum of 2019",
            [
                "halma-usc2019 adds two rules: no play may bring a man from outside into its own camp; and while men "
                "stand in their own camp, one of them must leave it, or, if none can, go deeper out of its corner.",
            ],
            example(
                "halma-usc2019",
                "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW w",
                "n3",
                "The 16x16 board of the homework.",
            ),
        ),
    ],
    "endgame_text": "The end of a game on the smallest board, with three men a side. You are to move, and exactly one "
    "move still wins; your opponent searches every line to its end and holds out as long as anybody can.",
    "endgames": [
        example("halma-5x5", "5/2W2/W1B2/1BW1B/5 w", "", "Home in 5 plies: three moves of yours, two of Black's."),
        example("halma-5x5", "W4/1B1W1/3B1/3B1/2W2 w", "", "Home in 7 plies: the straggler needs a ladder."),
        example("halma-5x5", "5/3B1/1BWBW/4W/5 w", "", "Home in 9 plies: Black is as far as you are."),
    ],
}
