"""An independent solver for a few men: plain Python over the reference rules, texts in, verdicts out.

It goes forward only. All positions of a material, and all they lead to, are listed; then, with one ply more at a time,
each position is won if a move leads to one that is lost in time, and lost if every move leads to one that is won in
time. *In time* means within what the counter leaves; a move that sets the counter to 0 (its position has fewer men, or
its pawns are further on) gives all of it back. So a distance here is the least room that the counter must leave.
"""

from itertools import combinations, permutations, product

from reference import congo, minichess

REFERENCES = {"congo": congo, "congo-2021": congo, "minichess": minichess, "gardner": minichess}
LIMITS = {"minichess": 50, "gardner": 100}
SIZES = {"congo": 7, "congo-2021": 7, "minichess": 5, "gardner": 5}


def board_text(men, size):
    """Write ranks from the top; `men` is a dict from (file, rank) to letter."""
    rows = []
    for rank in reversed(range(size)):
        row, empty = "", 0
        for file in range(size):
            letter = men.get((file, rank))
            if letter is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + letter
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def with_counters_at_start(variant, text):
    fields = text.split()
    return f"{fields[0]} {fields[1]} 0" if variant.startswith("congo") else f"{fields[0]} {fields[1]} - - 0 1"


def positions(variant, letters):
    """Yield the text of every position of the men `letters`, White's capitals, that the reference accepts."""
    size, reference = SIZES[variant], REFERENCES[variant]
    squares = list(product(range(size), repeat=2))
    for chosen in permutations(squares, len(letters)):
        if any(a == b and p > q for (a, p), (b, q) in combinations(zip(letters, chosen, strict=True), 2)):
            continue  # equal men are listed in one order
        for side in "wb":
            board = board_text(dict(zip(chosen, letters, strict=True)), size)
            text = with_counters_at_start(variant, f"{board} {side}")
            try:
                reference.read(text) if reference is congo else reference.parse(variant, text)
            except ValueError:
                continue
            yield text


def phase(variant, text):
    """Return what only a zeroing move changes; it goes down."""
    board = text.split()[0]
    men = sum(character.isalpha() for character in board)
    steps = 0
    if variant == "gardner":
        for row, rank in zip(board.split("/"), (4, 3, 2, 1, 0), strict=True):
            steps += (4 - rank) * row.count("P") + rank * row.count("p")
    return men, steps


def solve(variant, letters):
    """Return for every position of the material, and all it leads to, "win", "loss" or "draw" and the distance."""
    reference, limit = REFERENCES[variant], LIMITS.get(variant)
    children, known, todo = {}, {}, list(positions(variant, letters))
    while todo:
        text = todo.pop()
        if text in children or text in known:
            continue
        outcome = reference.outcome(variant, text)
        if outcome != "ongoing":
            winner = outcome.split()[0]
            mover = {"w": "white", "b": "black"}[text.split()[1]]
            known[text] = ("draw" if winner == "draw:" else "win" if winner == mover else "loss", 0)
            continue
        moves = reference.moves(variant, text)
        children[text] = {with_counters_at_start(variant, reference.play(variant, text, move)) for move in moves}
        todo += children[text]
    by_phase = {}
    for text in children:
        by_phase.setdefault(phase(variant, text) if limit else (), []).append(text)
    for now in sorted(by_phase):
        _solve_phase(variant, by_phase[now], children, known, limit)
    return known


def _solve_phase(variant, unknown, children, known, limit):
    plies = 0
    while limit is None or plies < limit:
        plies += 1
        found = {}
        for text in unknown:
            here = phase(variant, text)
            values = []
            for child in children[text]:
                category, distance = known.get(child, (None, 0))
                is_in_time = (limit and phase(variant, child) != here) or distance < plies
                values.append(category if is_in_time else None)
            if "loss" in values:
                found[text] = "win", plies
            elif all(value == "win" for value in values):
                found[text] = "loss", plies
        known |= found
        unknown = [text for text in unknown if text not in found]
        # without a counter men who come off may bring a longer distance in later
        later = any(known.get(child, ("draw", 0))[1] >= plies for text in unknown for child in children[text])
        if not found and not later:
            break
    known |= dict.fromkeys(unknown, ("draw", 0))
