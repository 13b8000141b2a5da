"""A program that speaks the Congo course's tournament protocol.

It plays the move after which the opponent's position looks worst. It is told only the opponent's moves: it has to
remember its own.
"""

from plyground import get_game

position = get_game("congo").position()
while True:
    word, _, rest = input().partition(" ")
    if word == "newgame":
        position = get_game("congo").position()
    elif word == "position":
        position = get_game("congo").position(rest)
    elif word == "moves":
        for move in rest.split():
            position = position.play(move)
    elif word == "go":
        best = min(position.legal_moves, key=lambda move: position.play(move).evaluate())
        position = position.play(best)
        print(best, flush=True)
    else:
        break
