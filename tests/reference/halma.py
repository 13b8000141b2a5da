"""The slow and obvious twin of `plyground.games.halma`, written from the rules text alone.

A board is a dictionary from the homework's coordinates `(x, y)`, 0-based, x to the right, y down, to `"W"` or
`"B"`; empty squares are absent. Nothing here is fast and nothing is shared with the kernels: jump chains are
followed square by square, the two extra rules of `halma-usc2019` are applied as filters over the whole list of
plays, and every question starts again from the position text.
"""

from __future__ import annotations

import re

Square = tuple[int, int]
Board = dict[Square, str]
Play = tuple[Square, Square]

VARIANTS: dict[str, str] = {
    "halma": "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW w",
    "halma-usc2019": "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW w",
    "halma-8x8": "BBBB4/BBB5/BB6/B7/7W/6WW/5WWW/4WWWW w",
    "halma-10x10": "BBBBB5/BBBB6/BBB7/BB8/B9/9W/8WW/7WWW/6WWWW/5WWWWW w",
    "halma-6x6": "BB4/B5/6/6/5W/4WW w",
    "halma-5x5": "BB3/B4/5/4W/3WW w",
}

SIZES = {"halma": 16, "halma-usc2019": 16, "halma-8x8": 8, "halma-10x10": 10, "halma-6x6": 6, "halma-5x5": 5}
CAMP_ROWS = {
    "halma": [5, 5, 4, 3, 2],
    "halma-usc2019": [5, 5, 4, 3, 2],
    "halma-8x8": [4, 3, 2, 1],
    "halma-10x10": [5, 4, 3, 2, 1],
    "halma-6x6": [2, 1],
    "halma-5x5": [2, 1],
}
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
OTHER = {"W": "B", "B": "W"}
NAMES = {"W": "white", "B": "black"}


def camp(variant: str, colour: str) -> set[Square]:
    """The squares on which `colour` starts."""
    top_left = {(x, y) for y, count in enumerate(CAMP_ROWS[variant]) for x in range(count)}
    last = SIZES[variant] - 1
    return top_left if colour == "B" else {(last - x, last - y) for x, y in top_left}


def read(variant: str, text: str) -> tuple[Board, str]:
    """Return the board and the colour to move of a position text."""
    rows, side = text.split(" ")
    board: Board = {}
    for y, row in enumerate(rows.split("/")):
        x = 0
        for token in re.findall(r"[0-9]+|[WB]", row):
            if token in OTHER:
                board[x, y] = token
                x += 1
            else:
                x += int(token)
        assert x == SIZES[variant], f"row {y} of {text!r}"
    return board, side.upper()


def write(variant: str, board: Board, colour: str) -> str:
    """Return the position text of a board and the colour to move."""
    size = SIZES[variant]
    rows = ["".join(board.get((x, y), ".") for x in range(size)) for y in range(size)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " " + colour.lower()


def name(variant: str, square: Square) -> str:
    """`0,0` is the top-left square: a16 on the large board, a8 on the smallest."""
    return "abcdefghijklmnop"[square[0]] + str(SIZES[variant] - square[1])


def squares_named(variant: str, text: str) -> list[Square]:
    """The squares of a move text, in order."""
    found = re.findall(r"([a-p])([0-9]+)", text)
    return [("abcdefghijklmnop".index(file), SIZES[variant] - int(rank)) for file, rank in found]


def neighbours(variant: str, square: Square, distance: int) -> list[Square]:
    """The squares `distance` away in the eight directions, as far as they are on the board."""
    size = SIZES[variant]
    around = [(square[0] + dx * distance, square[1] + dy * distance) for dx, dy in DIRECTIONS]
    return [(x, y) for x, y in around if 0 <= x < size and 0 <= y < size]


def is_jump(variant: str, board: Board, start: Square, end: Square) -> bool:
    """Whether a piece on `start` may jump to `end`: two squares away, a piece between, nobody there."""
    middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
    return end in neighbours(variant, start, 2) and middle in board and end not in board


def ends(variant: str, board: Board, start: Square) -> set[Square]:
    """Where one piece can get to by a step or by jumps, before any rule about camps."""
    without = {square: colour for square, colour in board.items() if square != start}
    reached = {start}
    unexplored = [start]
    while unexplored:
        here = unexplored.pop()
        for there in neighbours(variant, here, 2):
            if there not in reached and is_jump(variant, without, here, there):
                reached.add(there)
                unexplored.append(there)
    steps = {square for square in neighbours(variant, start, 1) if square not in board}
    return (reached | steps) - {start}


def is_further_from_corner(play: Play, colour: str) -> bool:
    """Rule 2 (ii): further in one coordinate and not closer in the other, seen from the corner of one's own camp."""
    (x, y), (end_x, end_y) = play
    away = 1 if colour == "B" else -1
    across, down = (end_x - x) * away, (end_y - y) * away
    return across >= 0 and down >= 0 and (across > 0 or down > 0)


def plays(variant: str, board: Board, colour: str) -> list[Play]:
    """Every play of `colour` that the rules about camps allow, whether or not the game is over."""
    home, goal = camp(variant, colour), camp(variant, OTHER[colour])
    found = [(start, end) for start, owner in board.items() if owner == colour for end in ends(variant, board, start)]
    found = [(start, end) for start, end in found if not (start in goal and end not in goal)]
    if variant != "halma-usc2019":
        return found
    found = [(start, end) for start, end in found if not (start not in home and end in home)]
    if not any(board.get(square) == colour for square in home):
        return found
    leaving = [(start, end) for start, end in found if start in home and end not in home]
    inside = [play for play in found if play[0] in home and play[1] in home and is_further_from_corner(play, colour)]
    return leaving or inside or [(start, end) for start, end in found if start not in home]


def has_filled_camp(variant: str, board: Board, colour: str) -> bool:
    """The winning sentence, for the player who has just played."""
    goal = camp(variant, OTHER[colour])
    owners = [board.get(square) for square in goal]
    return None not in owners and colour in owners


def outcome(variant: str, text: str) -> str:
    """`ongoing`, or the winner and the reason."""
    board, colour = read(variant, text)
    if has_filled_camp(variant, board, OTHER[colour]):
        return f"{NAMES[OTHER[colour]]} wins: camp filled"
    if not plays(variant, board, colour):
        return f"{NAMES[OTHER[colour]]} wins: no moves"
    return "ongoing"


def moves(variant: str, text: str) -> list[str]:
    """The legal moves as texts, sorted; none when the game is over."""
    if outcome(variant, text) != "ongoing":
        return []
    board, colour = read(variant, text)
    return sorted(name(variant, start) + name(variant, end) for start, end in plays(variant, board, colour))


def play(variant: str, text: str, move: str) -> str:
    """The position text after a move."""
    board, colour = read(variant, text)
    start, end = squares_named(variant, move)
    board[end] = board.pop(start)
    return write(variant, board, OTHER[colour])


def perft(variant: str, text: str, depth: int) -> int:
    """The number of move sequences of `depth` plies; the game stops where it is over."""
    if depth == 0:
        return 1
    return sum(perft(variant, play(variant, text, move), depth - 1) for move in moves(variant, text))


def from_input(lines: list[str]) -> str:
    """The position text of the homework's input.txt, given its lines."""
    board = {(x, y): cell for y, row in enumerate(lines[3:19]) for x, cell in enumerate(row) if cell != "."}
    return write("halma-usc2019", board, lines[1][0])


def verdict(text: str, output: str) -> str:
    """Judge an output.txt on a `halma-usc2019` position: its move text, else a sentence beginning with `illegal`."""
    variant = "halma-usc2019"
    board, _ = read(variant, text)
    hops: list[tuple[str, Square, Square]] = []
    if not output.endswith("\n"):
        return "illegal: the last line has no line end"
    for line in output[:-1].split("\n"):
        found = re.fullmatch(r"([EJ]) ([0-9]+),([0-9]+) ([0-9]+),([0-9]+)", line)
        if not found:
            return f"illegal: {line!r}"
        x, y, end_x, end_y = map(int, found.groups()[1:])
        hops.append((found[1], (x, y), (end_x, end_y)))
    start, end = hops[0][1], hops[-1][2]
    without = {square: colour for square, colour in board.items() if square != start}
    if hops[0][0] == "E":
        if len(hops) != 1 or end not in neighbours(variant, start, 1) or end in board:
            return f"illegal: not a step: {output!r}"
    else:
        here = start
        for kind, hop_start, hop_end in hops:
            if kind != "J" or hop_start != here or not is_jump(variant, without, hop_start, hop_end):
                return f"illegal: not a jump: {hop_start} {hop_end}"
            here = hop_end
    move = name(variant, start) + name(variant, end)
    return move if move in moves(variant, text) else f"illegal: {move}"
