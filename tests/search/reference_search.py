"""Minimax and alpha-beta in a few obvious lines, over `Position` alone: what the kernels must agree with."""

from plyground.core.rules import WIN_VALUE


def leaf_value(position, side, evaluation):
    outcome = position.outcome
    if outcome is None:
        judge = position.game.evaluation(evaluation)
        value = position.evaluate(evaluation)
        whose = 0 if judge.whites_view else position.turn
    elif outcome.utility is not None:
        value, whose = outcome.utility, 0
    else:
        value, whose = 0 if outcome.winner is None else WIN_VALUE, outcome.winner
    return value if whose in (side, None) else -value


def minimax(position, depth, evaluation, side=None):
    """Return (value, first best move's text, nodes)."""
    side = position.turn if side is None else side
    moves = list(position.legal_moves)
    if depth == 0 or not moves:
        return leaf_value(position, side, evaluation), None, 1
    best, chosen, nodes = None, None, 1
    for move in moves:
        value, _, below = minimax(position.play(move), depth - 1, evaluation, side)
        nodes += below
        if best is None or (value > best if position.turn == side else value < best):
            best, chosen = value, move.text
    return best, chosen, nodes


def alphabeta(position, depth, evaluation, alpha=float("-inf"), beta=float("inf"), side=None):
    """Return (value, first best move's text, nodes), cutting where v >= beta or v <= alpha."""
    side = position.turn if side is None else side
    moves = list(position.legal_moves)
    if depth == 0 or not moves:
        return leaf_value(position, side, evaluation), None, 1
    best, chosen, nodes = None, None, 1
    for move in moves:
        value, _, below = alphabeta(position.play(move), depth - 1, evaluation, alpha, beta, side)
        nodes += below
        if position.turn == side:
            if best is None or value > best:
                best, chosen = value, move.text
            if best >= beta:
                break
            alpha = max(alpha, best)
        else:
            if best is None or value < best:
                best, chosen = value, move.text
            if best <= alpha:
                break
            beta = min(beta, best)
    return best, chosen, nodes


# ------------------------------------------------------------------------------------------- what others add to it
#
# Each is written for the side to move (negamax), where `plyground.search.plain` maximises and minimises.

INFINITY = 2**40


class Twin:
    """One search of a `Position`; `nodes` counts the visits."""

    def __init__(self, root, evaluation, *, table=False, scouts=False, orders=False, forcing=None):
        self.nodes = 0
        self.evaluation, self.scouts, self.orders, self.forcing = evaluation, scouts, orders, forcing
        self.table = {} if table else None
        self.asks = False
        self.hash_moves = None

    def worth(self, position):
        return leaf_value(position, position.turn, self.evaluation)

    def deepen(self, root, depth):
        self.hash_moves = {}
        return [self.search(root, limit, -INFINITY, INFINITY) for limit in range(1, depth + 1)][-1]

    def aspire(self, root, depth, margin):
        """Deepen, each time in a window about the last value, until the value is inside."""
        self.hash_moves = {}
        value = self.search(root, 1, -INFINITY, INFINITY)
        for limit in range(2, depth + 1):
            low, high = value - margin, value + margin
            value = self.search(root, limit, low, high)
            while not low < value < high:
                low, high = (-INFINITY, high) if value <= low else (low, INFINITY)
                value = self.search(root, limit, low, high)
        return value

    def mtd(self, root, depth):
        """Plaat's MTD(f), from the static value: a list of questions and their answers, and the value."""
        self.table, self.asks = {}, True
        value, low, high, asked = self.worth(root), -INFINITY, INFINITY, []
        while low < high:
            beta = max(value, low + 1)
            value = self.search(root, depth, beta - 1, beta)
            if value < beta:
                high = value
            else:
                low = value
            asked.append((beta, value))
        return value, asked

    def search(self, position, depth, alpha=-INFINITY, beta=INFINITY, line=()):
        self.nodes += 1
        entry = (position.key, depth)
        if self.table is not None and entry in self.table:
            low, high = self.table[entry]
            if low == high or low >= beta or high <= alpha:
                return low if low == high or low >= beta else high
        moves = list(position.legal_moves)
        if depth == 0 or not moves:
            return self.quiesce(position, alpha, beta) if moves and self.forcing else self.worth(position)
        children = [(move, position.play(move)) for move in moves]
        if self.orders:
            children.sort(key=lambda child: leaf_value(child[1], position.turn, self.evaluation), reverse=True)
        if self.hash_moves is not None:
            children.sort(key=lambda child: child[0].text != self.hash_moves.get(line))
        best, start = -INFINITY, alpha
        for move, child in children:
            below = (*line, move.text)
            if self.scouts and best > -INFINITY and alpha + 1 < beta:
                value = -self.search(child, depth - 1, -alpha - 1, -alpha, below)
                if alpha < value < beta:
                    value = -self.search(child, depth - 1, -beta, -alpha, below)
            else:
                value = -self.search(child, depth - 1, -beta, -alpha, below)
            if value > best:
                best, chosen = value, move.text
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if self.hash_moves is not None:
            self.hash_moves[line] = chosen
        if self.table is not None:
            low, high = self.table.get(entry, (-INFINITY, INFINITY)) if self.asks else (-INFINITY, INFINITY)
            self.table[entry] = (best if best > start else low, best if best < beta else high)
        return best

    def quiesce(self, position, alpha, beta, plies=10):
        best = self.worth(position)
        if not list(position.legal_moves) or not plies:
            return best
        for move in self.forcing(position):
            alpha = max(alpha, best)
            if alpha >= beta:
                break
            self.nodes += 1
            best = max(best, -self.quiesce(position.play(move), -beta, -alpha, plies - 1))
        return best
