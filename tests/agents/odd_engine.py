"""A UCI engine for gardner with one quirk, which its argument names: it knows a line of four moves by heart."""

import os
import sys
import time

LINE = ["a2a3", "b4a3", "a1a2", "a3b2"]
quirk = sys.argv[1]


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def endless(piece):
    while True:
        say(piece, end="")


def act(state):
    """Do what the quirk has for a state: ``die-at-go``, ``close-at-position``, ``flood-at-uci``, ..."""
    what, _, when = quirk.partition("-at-")
    if when != state:
        return
    if what == "die":
        os._exit(3)
    elif what == "close":
        os.close(1)
        time.sleep(60)
    elif what == "flood":
        endless("x" * 65536)
    elif what == "chatter":
        endless("info depth 1 nodes 1 score cp 1\n" * 1000)
    elif what == "drip":
        while True:
            say("x", end="")
            time.sleep(0.001)
    elif what == "errors":
        while True:
            os.write(2, b"x" * 65536)
    elif what == "deaf":
        time.sleep(60)
    elif what == "early":
        say("bestmove e5e4")
    elif what == "blank":
        say("bestmove")
        time.sleep(60)


played = 0
for line in sys.stdin:
    words = line.split()
    act(words[0])
    if words[0] == "uci":
        say("id name Odd\noption name  Odd  Name type check default true\nuciok")
    elif words[0] == "isready":
        say("readyok")
        if quirk == "ready-twice":
            say("readyok")
    elif words[0] == "position":
        played = len(words[words.index("moves") + 1 :]) if "moves" in words else 0
    elif words[0] == "go":
        move = LINE[played]
        if quirk == "long":
            say("info string " + "x" * 300_000 + " score cp 9")
        if quirk == "lies":
            say("info string score mate 1")
            say("info depth -3 nodes 1e9 score cp nan pv " + move)
        say(f"bestmove {move}")
        if quirk == "twice":
            say(f"bestmove {move}")
        if quirk == "twice-later":
            time.sleep(0.05)
            say("bestmove e1e2")
        if quirk == "dies-afterwards":
            os._exit(0)
    elif words[0] == "quit":
        break
