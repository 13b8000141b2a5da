"""The rules, taught by example: what each piece does, each on a real position that one can play on.

A lesson is for one family of games. The browser draws every example's position and marks where the piece on `square`
may go; it asks the rules for that, so a picture cannot say anything else than the game does.
"""

from typing import NotRequired, TypedDict


class Example(TypedDict):
    """A position; the moves of the piece on ``square`` are marked."""

    game: str
    position: str
    square: NotRequired[str]
    caption: str


class Section(TypedDict):
    """A heading, what there is to say, and examples."""

    heading: str
    paragraphs: list[str]
    examples: list[Example]


class Lesson(TypedDict):
    """The rules of a family of games."""

    family: str
    title: str
    summary: str
    sections: list[Section]


def _example(game: str, position: str, square: str, caption: str) -> Example:
    example: Example = {"game": game, "position": position, "caption": caption}
    if square:
        example["square"] = square
    return example


def _section(heading: str, paragraphs: list[str], *examples: Example) -> Section:
    return {"heading": heading, "paragraphs": paragraphs, "examples": list(examples)}


CONGO: Lesson = {
    "family": "congo",
    "title": "Congo",
    "summary": "Seven files, seven ranks, a river across the middle and a castle at either end. Take the other lion.",
    "sections": [
        _section(
            "The aim",
            [
                "White moves first. Whoever takes the enemy lion has won, at once. There is no check: you may leave "
                "your lion where it can be taken, and you will regret it. A player without a legal move has lost; if "
                "only the two lions are left, the game is drawn.",
                "In a game (not a position) the third repetition is a draw, and so is ply 400.",
            ],
            _example(
                "congo",
                "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0",
                "",
                "The start: giraffe, monkey, elephant, lion, elephant, crocodile, zebra behind seven pawns.",
            ),
        ),
        _section(
            "The river",
            [
                "Whoever stands in the river when its player's move begins, and still stands there when it ends, "
                "drowns: it is taken off the board. It does not matter whether it moved along the river or was left "
                "there. Coming into the river is safe for one move. Only the crocodile can swim.",
            ],
            _example(
                "congo",
                "2l4/6p/7/2Z4/7/P6/4L2 w 0",
                "c4",
                "The zebra must leave the river now. Play the pawn instead and see it drown.",
            ),
        ),
        _section(
            "Lion",
            [
                "One step in any direction, never out of its castle. But when the enemy lion stands on the same file, "
                "or on a long diagonal through the middle of the board, with nothing between them, a lion may fly "
                "across and take it.",
            ],
            _example("congo", "2l4/1p5/7/7/7/3L3/1P5 w 0", "d2", "At home: eight directions inside the castle."),
            _example("congo", "3l3/7/1p5/7/7/3L3/1P5 w 0", "d2", "The file is open: the lion takes the other one."),
        ),
        _section(
            "Zebra and elephant",
            [
                "The zebra moves like the knight of chess. The elephant goes one or two squares straight, and leaps "
                "over whatever stands between.",
            ],
            _example("congo", "2l4/1p5/2p4/7/3Z3/7/3L3 w 0", "d3", "A zebra and its eight squares."),
            _example(
                "congo", "2l4/7/3p3/3P3/3E3/3P3/4L2 w 0", "d3", "An elephant leaps over its own pawns, and takes on d5."
            ),
        ),
        _section(
            "Giraffe",
            [
                "One or two squares in any of eight directions, leaping when it goes two. It takes only at two "
                "squares' distance: what stands right beside it is safe from it.",
            ],
            _example("congo", "2l4/7/1p1p3/4p2/3G3/7/4L2 w 0", "d3", "It takes on b5 and d5, but not on e4."),
        ),
        _section(
            "Crocodile",
            [
                "One step in any direction. Besides, it glides along its file towards the river, and in the river "
                "along the river, over any number of empty squares, and takes what it meets first.",
            ],
            _example("congo", "2l4/7/7/1p5/7/7/1C2L2 w 0", "b1", "On land: up to the river, where it takes the pawn."),
            _example("congo", "2l4/5p1/7/p2C3/7/7/4L2 w 0", "d4", "In the river: along it, both ways."),
        ),
        _section(
            "Monkey",
            [
                "One step in any direction to an empty square. It takes by jumping, as in draughts: over an adjacent "
                "enemy to the empty square just beyond, and on from there as long as it likes. It may jump a piece "
                "only once, may stop after any jump, and what it has jumped is taken off when it has stopped.",
            ],
            _example(
                "congo",
                "2l4/7/2p4/7/1p5/1M5/4L2 w 0",
                "b2",
                "One jump, or two: with “Hop by hop” you can stop on the way.",
            ),
        ),
        _section(
            "Pawn and superpawn",
            [
                "A pawn goes and takes one step forward, straight or diagonally. Past the river it may also retreat "
                "one or two squares straight back, without taking or leaping. On the last rank it becomes a superpawn, "
                "which also goes and takes one step sideways, and may retreat diagonally, from anywhere.",
            ],
            _example("congo", "2l4/7/7/1p1p3/2P4/7/4L2 w 0", "c3", "A pawn: three ways forward."),
            _example("congo", "2l4/6p/2P4/7/7/7/4L2 w 0", "c5", "Beyond the river it may turn back."),
            _example("congo", "2l4/6p/7/7/3S3/7/4L2 w 0", "d3", "A superpawn."),
        ),
        _section(
            "The course's editions",
            [
                "congo-2022 and congo-2021 are the smaller armies of the follow-up courses: giraffes, zebras and "
                "pawns; elephants, zebras, and pawns that do not promote.",
            ],
        ),
    ],
}

AMAZONS: Lesson = {
    "family": "amazons",
    "title": "Amazons",
    "summary": "Queens that burn the board behind them. Who cannot move has lost.",
    "sections": [
        _section(
            "A turn",
            [
                "White moves first. A turn has two parts: move one of your queens like the queen of chess, over empty "
                "squares only; then shoot a burning arrow from where she now stands, again like a queen of chess. The "
                "square it lands on is blocked for the rest of the game. The square she has just left is empty and may "
                "be blocked.",
                "Nobody moves or shoots over a queen or a blocked square, and nothing is ever taken.",
            ],
            _example(
                "amazons",
                "3q2/6/Q5/5Q/6/2q3 w",
                "a4",
                "The 6x6 start. Choose where the queen goes, then what she blocks: 424 first moves.",
            ),
        ),
        _section(
            "The end",
            [
                "A player who cannot move when it is its turn has lost; there is no draw. Sooner or later the board "
                "falls into separate regions, and then it is about who has more moves left in the own ones.",
            ],
            _example("amazons", "1q4/2Q3/*****q/6/6/2Q3 w", "c1", "A wall splits the board. Who has more room?"),
            _example("amazons", "q*Q1/****/1q*Q/2*1 w", "", "Almost over: count the moves."),
        ),
        _section(
            "Larger boards",
            [
                "amazons-8x8 and amazons-10x10 have four queens each; the last is the game of tournaments, with 2176 "
                "first moves. Under amazons you can set up any board from 4x4 to 10x10."
            ],
            _example("amazons-10x10", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "d1", "The standard start."),
        ),
    ],
}

HALMA: Lesson = {
    "family": "halma",
    "title": "Halma",
    "summary": "Bring all your men into the opposite camp, by steps and by chains of jumps.",
    "sections": [
        _section(
            "A play",
            [
                "A man steps to any adjacent empty square, or jumps over an adjacent man of either colour to the empty "
                "square just beyond, and may go on jumping. Nothing is taken. A play may not end where it began.",
                "Click where a chain ends and the man goes there by the shortest way, or switch “Hop by hop” on.",
            ],
            _example("halma-8x8", "8/8/8/8/3W4/8/1B6/8 w", "d4", "A step to any side."),
            _example(
                "halma-8x8", "8/8/3B4/8/2B5/8/1W6/W7 w", "a1", "Three jumps in one play; it may also stop on the way."
            ),
        ),
        _section(
            "The camps",
            [
                "Black starts at the top left, White at the bottom right; each wants the other's camp. A man that has "
                "reached the opposite camp may move inside it, but no play may take it out again.",
            ],
            _example(
                "halma-8x8", "W7/1B6/8/8/8/8/6W1/8 w", "a8", "At home abroad: the jump out of the camp is not allowed."
            ),
        ),
        _section(
            "The end",
            [
                "After its play, a player has won if every square of the opposite camp is held by its own men or by "
                "men of the opponent, and at least one is its own. So men who will not leave home do not help: "
                "the camp around them can be filled.",
                "Third repetition and ply 600 are draws, in a game.",
            ],
            _example("halma-8x8", "WWWW4/WWW5/WW6/8/1W6/8/5BBB/4BBBB w", "b4", "One square is missing."),
        ),
        _section(
            "The addendum of 2019",
            [
                "halma-usc2019 adds two rules: no play may bring a man from outside into its own camp; and while men "
                "stand in their own camp, one of them must leave it, or, if none can, go deeper out of its corner.",
            ],
            _example(
                "halma-usc2019",
                "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW w",
                "n3",
                "The 16x16 board of the homework.",
            ),
        ),
    ],
}

MINICHESS: Lesson = {
    "family": "minichess",
    "title": "Minichess",
    "summary": "Chess on five by five squares: the assignment's game, in which a king may be taken, and Gardner's.",
    "sections": [
        _section(
            "The board",
            [
                "Everything but the pawns moves as in chess. Pawns go one square and take diagonally; there is no "
                "double step, no en passant and no castling. White moves first.",
            ],
            _example(
                "gardner",
                "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
                "b1",
                "The start of both games: the kings face each other.",
            ),
        ),
        _section(
            "The pieces",
            [
                "Rook, bishop and queen go as far as they like in straight lines; the knight leaps; the king takes one "
                "step."
            ],
            _example("gardner", "k4/5/2R2/p4/4K w - - 0 1", "c3", "Rook."),
            _example("gardner", "k4/1p3/2B2/5/4K w - - 0 1", "c3", "Bishop."),
            _example("gardner", "k4/p4/2N2/5/4K w - - 0 1", "c3", "Knight."),
            _example("gardner", "1k3/3p1/2Q2/5/4K w - - 0 1", "c3", "Queen."),
            _example("gardner", "k4/5/1p1p1/2P2/4K w - - 0 1", "c2", "A pawn goes straight on and takes to the side."),
        ),
        _section(
            "The assignment's game: minichess",
            [
                "Nobody has to look after the own king: a move that leaves it attacked can be played, and if the king "
                "is taken, the game is lost. The list of legal moves here leaves such moves out. Checkmate wins, and "
                "so does an opponent without any safe move (no stalemate!). Pawns that reach the last row stay there. "
                "50 plies without a change in the number of pieces are a draw.",
            ],
            _example("minichess", "4k/P4/5/5/4K w - - 0 1", "a4", "This pawn will stand on a5 for good."),
        ),
        _section(
            "Gardner's game: gardner",
            [
                "Ordinary chess: the king must be safe, stalemate is a draw, pawns promote. So are bare kings, the "
                "third repetition, and 50 moves by each side without a capture or a pawn move.",
            ],
            _example("gardner", "4k/P4/5/5/4K w - - 0 1", "a4", "Promotion: choose the piece."),
            _example("gardner", "k4/2Q2/2K2/5/5 b - - 0 1", "", "Stalemate: Black cannot move and is not attacked."),
        ),
    ],
}

STARCIRCLE: Lesson = {
    "family": "starcircle",
    "title": "Star and Circle",
    "summary": "Two armies pass through each other on the dark squares, and are paid by the row that each man reaches.",
    "sections": [
        _section(
            "Moves",
            [
                "Star moves up, Circle down: one step diagonally forward to an empty square, or a jump over an "
                "adjacent enemy to the empty square just beyond, which takes it. One jump a turn; taking is never "
                "compulsory. A player passes exactly when it has no other move.",
            ],
            _example(
                "starcircle",
                "0,C1,0,C1,0,C1,0,C1/C1,0,C1,0,C1,0,C1,0/0,C1,0,C1,0,C1,0,C1/0,0,0,0,0,0,0,0/"
                "0,0,0,0,0,0,0,0/S1,0,S1,0,S1,0,S1,0/0,S1,0,S1,0,S1,0,S1/S1,0,S1,0,S1,0,S1,0 s "
                "10,20,30,40,50,60,70,80",
                "C3",
                "The usual start.",
            ),
            _example(
                "starcircle",
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,C1,0,0,0/0,0,0,S1,0,0,0,0/"
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
                "D4",
                "A step to E3, or a jump over E5 to F6.",
            ),
        ),
        _section(
            "The last row",
            [
                "On its last row a man may land on its own men: they stack, and a number tells how many. Men there "
                "never move again, but they count to the end.",
            ],
            _example(
                "starcircle",
                "0,S2,0,0,0,0,0,0/S1,0,S1,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,C1,0,0/"
                "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 s 10,20,30,40,50,60,70,80",
                "G1",
                "H2 holds two men and takes a third.",
            ),
        ),
        _section(
            "The end",
            [
                "The game is over after two passes in a row, or when a player has no man left. Nobody wins: what "
                "counts is the sum of the own men's row values minus the opponent's. Row values go from a player's "
                "first row to its last: 10 to 80 here.",
                "The search explorer shows the homework's five examples, with the numbers of its hand-out.",
            ],
        ),
    ],
}

LESSONS: dict[str, Lesson] = {lesson["family"]: lesson for lesson in (CONGO, AMAZONS, HALMA, MINICHESS, STARCIRCLE)}
"""Family to lesson."""
