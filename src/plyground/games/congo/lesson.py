"""The rules of Congo, taught by example."""

from plyground.web.learn.lesson import Lesson, example, keep, reach, scene, section, take, win

LESSON: Lesson = {
    "invitation": "Animals cross a river that drowns the slow; catch the other lion in its castle.",
    "summary": "Seven files, seven ranks, a river across the middle and a castle at either end. Take the other lion.",
    "aim": "Take the other lion.",
    "scenes": [
        scene("congo", "3l3/7/1p5/7/7/3L3/1P5 w 0", "d2d7", "The side that takes the other lion has won."),
        scene("congo", "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0", "g1f3 c6c5 d2e3", "Each animal has its own step."),
        scene("congo", "3l3/7/7/7/2P4/7/3L3 w 0", "c3c4 d7d6 c4c5", "Who enters the river must leave it at once,"),
        scene("congo", "3l3/7/7/2P4/7/7/4L2 w 0", "e1e2", "or drowns. Only the crocodile can swim."),
        scene("congo", "3l3/7/3p3/7/3p3/3M3/4L2 w 0", "d2d4d6", "The monkey takes by jumping, again and again."),
    ],
    "sections": [
        section(
            "The aim",
            [
                "White moves first. Taking the enemy lion wins at once. There is no check: you may leave "
                "your lion where it can be taken, and you will regret it. A player without a legal move loses; if "
                "only the two lions are left, the game is drawn.",
                "In a whole game, a position that occurs for the third time is a draw, and so is a game of 400 plies.",
            ],
            example(
                "congo",
                "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
                "",
                "The start: giraffe, monkey, elephant, lion, elephant, crocodile, zebra behind seven pawns.",
                reach("Bring the zebra out, over the pawns.", ["g1f3"], "f3", "white-zebra"),
            ),
        ),
        section(
            "The river",
            [
                "A piece that is in the river when its player's move begins, and still there when it ends, "
                "drowns: it is taken off the board. It does not matter whether it moved along the river or was left "
                "there. Coming into the river is safe for one move. Only the crocodile can swim.",
            ],
            example(
                "congo",
                "2l4/6p/7/2Z4/7/P6/4L2 w 0",
                "c4",
                "The zebra must leave the river now. Play the pawn instead and see it drown.",
                keep("Save the zebra.", "c4d6", "white-zebra"),
            ),
        ),
        section(
            "Lion",
            [
                "One step in any direction, never out of its castle. But when the enemy lion stands on the same file, "
                "or on a long diagonal through the middle of the board, with nothing between them, a lion may fly "
                "across and take it.",
            ],
            example(
                "congo",
                "2l4/1p5/7/7/7/3L3/1P5 w 0",
                "d2",
                "At home: eight directions inside the castle.",
                reach(
                    "Go to the corner of the castle that is nearest to the river, on the e file.",
                    ["d2e3"],
                    "e3",
                    "white-lion",
                ),
            ),
            example(
                "congo",
                "3l3/7/1p5/7/7/3L3/1P5 w 0",
                "d2",
                "The file is open: the lion takes the other one.",
                win("Win at once.", ["d2d7"]),
            ),
        ),
        section(
            "Zebra and elephant",
            [
                "The zebra moves like the knight of chess. The elephant goes one or two squares straight, and leaps "
                "over whatever stands between.",
            ],
            example(
                "congo",
                "2l4/1p5/2p4/7/3Z3/7/3L3 w 0",
                "d3",
                "A zebra and its eight squares.",
                take("Take the pawn within reach.", ["d3c5"], "black-pawn"),
            ),
            example(
                "congo",
                "2l4/7/3p3/3P3/3E3/3P3/4L2 w 0",
                "d3",
                "An elephant leaps over its own pawns, and takes on d5.",
                reach("Take on d5 with the elephant.", ["d3d5"], "d5", "white-elephant"),
            ),
        ),
        section(
            "Giraffe",
            [
                "One or two squares in any of eight directions, leaping when it goes two. It takes only at two "
                "squares' distance: what stands right beside it is safe from it.",
            ],
            example(
                "congo",
                "2l4/7/1p1p3/4p2/3G3/7/4L2 w 0",
                "d3",
                "It takes on b5 and d5, but not on e4.",
                take("Take two pawns in two moves.", ["d3b5", "b5d5"], "black-pawn", 2),
            ),
        ),
        section(
            "Crocodile",
            [
                "One step in any direction. It also slides along its file towards the river, and in the river "
                "along the river, over any number of empty squares, and takes what it meets first.",
            ],
            example(
                "congo",
                "2l4/7/7/1p5/7/7/1C2L2 w 0",
                "b1",
                "On land: up to the river, where it takes the pawn.",
                take("Take the pawn.", ["b1b4"], "black-pawn"),
            ),
            example(
                "congo",
                "2l4/5p1/7/p2C3/7/7/4L2 w 0",
                "d4",
                "In the river: along it, both ways.",
                take("Take the pawn in the river.", ["d4a4"], "black-pawn"),
            ),
        ),
        section(
            "Monkey",
            [
                "One step in any direction to an empty square. It takes by jumping, as in draughts: over an adjacent "
                "enemy to the empty square just beyond, and on from there as long as it likes. It may jump a piece "
                "only once, may stop after any jump, and what it has jumped is taken off when it has stopped.",
            ],
            example(
                "congo",
                "2l4/7/2p4/7/1p5/1M5/4L2 w 0",
                "b2",
                "One jump, or two: with “Hop by hop” you can stop on the way.",
                take("Take both pawns in one turn.", ["b2b4d6"], "black-pawn", 2),
            ),
        ),
        section(
            "Pawn and superpawn",
            [
                "A pawn goes and takes one step forward, straight or diagonally. Past the river it may also retreat "
                "one or two squares straight back, without taking or leaping. On the last rank it becomes a superpawn, "
                "which also goes and takes one step sideways, and may retreat diagonally, from anywhere.",
            ],
            example(
                "congo",
                "2l4/7/7/1p1p3/2P4/7/4L2 w 0",
                "c3",
                "A pawn: three ways forward.",
                take("Take a pawn.", ["c3b4"], "black-pawn"),
            ),
            example(
                "congo",
                "2l4/6p/2P4/7/7/7/4L2 w 0",
                "c5",
                "Beyond the river it may turn back.",
                reach("Go back over the river.", ["c5c3"], "c3", "white-pawn"),
            ),
            example(
                "congo",
                "2l4/6p/7/7/3S3/7/4L2 w 0",
                "d3",
                "A superpawn.",
                reach("Go sideways to e3.", ["d3e3"], "e3", "white-superpawn"),
            ),
        ),
        section(
            "The course's editions",
            [
                "congo-2022 and congo-2021 are the smaller armies of the follow-up courses: giraffes, zebras and "
                "pawns; elephants, zebras, and pawns that do not promote.",
            ],
        ),
    ],
    "endgames": [
        example("congo", "7/7/2l4/2G4/7/7/2L4 w 0", "", "Lion and giraffe: out of the river first. 11 plies."),
        example("congo", "7/7/3l3/7/7/7/M1L4 w 0", "", "Lion and monkey: drive the lion into a corner. 19 plies."),
        example("congo", "7/7/3l3/7/7/7/2L3P w 0", "", "Lion and pawn: it has to get across the river. 31 plies."),
    ],
}
