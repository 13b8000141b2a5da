"""The rules of Minichess, taught by example."""

from plyground.web.learn.lesson import Lesson, example, reach, scene, section, take

LESSON: Lesson = {
    "invitation": "All of chess on twenty-five squares: every move touches everything.",
    "summary": "Chess on five by five squares: the assignment's game, in which a king may be taken, and Gardner's.",
    "aim": "Checkmate the other king.",
    "scenes": [
        scene("gardner", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "b1c3 b4c3", "Chess on five by five squares:"),
        scene(
            "gardner", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "a2a3 b4a3", "pawns take one step, and take slantwise;"
        ),
        scene("gardner", "4k/P4/5/5/K4 w - - 0 1", "a4a5q", "on the last row they become what you like."),
        scene("gardner", "k4/5/1K3/5/4R w - - 0 1", "e1e5", "Checkmate wins."),
    ],
    "sections": [
        section(
            "The board",
            [
                "Everything but the pawns moves as in chess. Pawns go one square and take diagonally; there is no "
                "double step, no en passant and no castling. White moves first.",
            ],
            example(
                "gardner",
                "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
                "b1",
                "The start of both games: the kings face each other.",
                reach("Bring the knight to c3.", ["b1c3"], "c3", "white-knight"),
            ),
        ),
        section(
            "The pieces",
            [
                "Rook, bishop and queen go as far as they like in straight lines; the knight leaps; the king takes one "
                "step."
            ],
            example(
                "gardner",
                "k4/5/2R2/p4/4K w - - 0 1",
                "c3",
                "Rook.",
                take("Take the pawn in two moves.", ["c3c2", "c2a2"], "black-pawn"),
            ),
            example(
                "gardner", "k4/1p3/2B2/5/4K w - - 0 1", "c3", "Bishop.", take("Take the pawn.", ["c3b4"], "black-pawn")
            ),
            example(
                "gardner", "k4/p4/2N2/5/4K w - - 0 1", "c3", "Knight.", take("Take the pawn.", ["c3a4"], "black-pawn")
            ),
            example(
                "gardner", "1k3/3p1/2Q2/5/4K w - - 0 1", "c3", "Queen.", take("Take the pawn.", ["c3d4"], "black-pawn")
            ),
            example(
                "gardner",
                "k4/5/1p1p1/2P2/4K w - - 0 1",
                "c2",
                "A pawn goes straight on and takes to the side.",
                take("Take a pawn.", ["c2b3"], "black-pawn"),
            ),
        ),
        section(
            "The assignment's game: minichess",
            [
                "You need not look after your king: a move that leaves it attacked can be played, and if the king "
                "is taken, the game is lost. The list of legal moves here leaves such moves out. Checkmate wins, and "
                "so does an opponent without any safe move (no stalemate!). Pawns that reach the last row stay there. "
                "50 plies without a change in the number of pieces are a draw.",
            ],
            example("minichess", "4k/P4/5/5/4K w - - 0 1", "a4", "This pawn will stand on a5 for good."),
        ),
        section(
            "Gardner's game: gardner",
            [
                "Ordinary chess: the king must be safe, stalemate is a draw, pawns promote. So are bare kings, the "
                "third repetition, and 50 moves by each side without a capture or a pawn move.",
            ],
            example(
                "gardner",
                "4k/P4/5/5/4K w - - 0 1",
                "a4",
                "Promotion: choose the piece.",
                reach("Make a queen.", ["a4a5q"], "a5", "white-queen"),
            ),
            example("gardner", "k4/2Q2/2K2/5/5 b - - 0 1", "", "Stalemate: Black cannot move and is not attacked."),
        ),
    ],
    "endgames": [
        example("gardner", "5/5/2k2/Q4/K4 w - - 0 1", "", "King and queen: mate in 11 plies, and beware of stalemate."),
        example("gardner", "R4/1k3/5/5/K4 w - - 0 1", "", "King and rook: the king has to help. 19 plies."),
        example("gardner", "5/k4/5/5/K2P1 w - - 0 1", "", "King and pawn: the pawn promotes, then mate follows."),
    ],
}
