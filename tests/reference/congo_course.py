"""What the course's programs answer, from the rules and the hand-outs alone: the twin of `plyground.courses.congo`."""

from reference.congo import Position, after, is_bare_lions, lion_is_missing, read, side_moves
from reference.congo_pieces import KINDS

COURSE_VALUES = {
    "2022": {"P": 100, "Z": 300, "S": 350, "G": 400},
    "2021": {"P": 100, "E": 200, "Z": 300},
}
INFINITY = 10_000_000


def kind_moves(variant: str, text: str, kind: str) -> list[str]:
    """Part II: the moves of one kind of piece, from bare lions too."""
    position = read(text)
    if lion_is_missing(position):
        return []
    return [path.text for path in side_moves(position, position.turn, KINDS[kind])]


def white_score(position: Position, edition: str, is_advanced: bool) -> int:
    """Both course evaluations, from White's view."""
    if is_bare_lions(position):
        return 0
    if "l" not in position.board.values():
        return 10_000
    if "L" not in position.board.values():
        return -10_000
    score = 0
    for piece in position.board.values():
        value = COURSE_VALUES[edition].get(piece.upper(), 0)
        score += value if piece.isupper() else -value
    if is_advanced:
        for side, sign in (("w", 1), ("b", -1)):
            for path in side_moves(position, side):
                target = position.board.get(path.end) if path.end != path.start else None
                score += sign * (1 + (target is not None) + 10 * (target in ("l", "L")))
    return score


def course_score(position: Position, edition: str, is_advanced: bool) -> int:
    score = white_score(position, edition, is_advanced)
    return score if position.turn == "w" else -score


def course_material(text: str, edition: str = "2022") -> int:
    """Part IV: the evaluation for the side to move."""
    return course_score(read(text), edition, is_advanced=False)


def course_advanced(text: str, edition: str = "2022") -> int:
    """Part V: the evaluation for the side to move."""
    return course_score(read(text), edition, is_advanced=True)


def course_minimax(text: str, depth: int = 2, edition: str = "2022") -> int:
    """Part IV: negamax over the material; bare lions do not stop it."""
    return minimax_of(read(text), depth, edition)


def minimax_of(position: Position, depth: int, edition: str) -> int:
    if depth == 0 or lion_is_missing(position):
        return course_score(position, edition, is_advanced=False)
    best = -INFINITY
    for path in side_moves(position, position.turn):
        best = max(best, -minimax_of(after(f"congo-{edition}", position, path), depth - 1, edition))
    return best


def course_alphabeta(text: str, depth: int = 4, edition: str = "2022") -> int:
    """Part V: fail-hard alpha-beta over the advanced evaluation; bare lions do not stop it."""
    return alphabeta_of(read(text), depth, -INFINITY, INFINITY, edition)


def alphabeta_of(position: Position, depth: int, alpha: int, beta: int, edition: str) -> int:
    if depth == 0 or lion_is_missing(position):
        return course_score(position, edition, is_advanced=True)
    for path in side_moves(position, position.turn):
        value = -alphabeta_of(after(f"congo-{edition}", position, path), depth - 1, -beta, -alpha, edition)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha
