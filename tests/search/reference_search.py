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
