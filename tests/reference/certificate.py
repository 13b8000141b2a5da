"""A slow twin of the checker of certificates: by what the public interface says of positions, move for move."""

from collections import deque

from plyground import get_game
from plyground.core.rules import generate, scratch
from plyground.endgame import probe

BY_TABLE = 65535


def holds(game, settings, text, side, symbols):
    """Tell whether the numbers are a certificate: as many as positions are met, and never a loss of `side`."""
    start = get_game(game).with_settings(settings).position(text)
    waiting, met, numbers = deque([start]), {identity(start)}, iter(symbols)
    while waiting:
        position = waiting.popleft()
        symbol = next(numbers, None)
        if symbol is None:
            return False
        if position.outcome is not None:
            if symbol != 0 or position.outcome.winner == 1 - side:
                return False
            continue
        if symbol == BY_TABLE:
            verdict = probe(position).verdict
            if verdict is None or (verdict.sign if position.turn == side else -verdict.sign) < 0:
                return False
            continue
        moves = sorted(map(str, position.legal_moves))
        if position.turn == side:
            if not 1 <= symbol <= len(moves):
                return False
            moves = [moves[symbol - 1]]
        elif symbol != 1:
            return False
        else:  # in the order in which the file lists them, that of the kernel
            codes = scratch(position.rules)
            by_code = {move.code: str(move) for move in position.legal_moves}
            moves = [by_code[code] for code in codes[: generate(position.rules, position.words, codes)].tolist()]
        for move in moves:
            child = position.play(move)
            if identity(child) not in met:
                met.add(identity(child))
                waiting.append(child)
    return next(numbers, None) is None


def identity(position):
    """Return the position without its counters."""
    return position.key
