"""Programs that misbehave while they play: the grader's verdicts, by the tournament's protocol."""

import sys
import time

import pytest

from plyground import Color, Record, get_game
from plyground.agents.roster import Entry
from plyground.grading.contestant import Contestant, MoveClock
from plyground.grading.referee import play
from plyground.programs.limits import ResourceLimits
from plyground.programs.lines import LineConversation
from plyground.programs.program import Program

GAME = get_game("gardner")
PROGRAM = """
import os, sys, time
quirk = sys.argv[1]

def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()

count = 0
for line in sys.stdin:
    if quirk == "die-" + line.split()[0]: os._exit(3)
    if not line.startswith("go"): continue
    if quirk == "early" and not count: say("e5e4\\n")
    move = "a2a3" if count == 0 else "a1a2" if count == 1 else "a1a1"
    count += 1
    if quirk == "illegal": move = "a1a5"
    if quirk == "theirs": move = "a4a3"
    if quirk == "rubbish": move = "\\x1b]52;c;eA==\\x07"
    if quirk == "long": move = "x" * 300000
    if quirk == "close": os.close(1); time.sleep(60)
    while quirk == "flood": say("x" * 65536)
    while quirk == "drip": say("x"); time.sleep(0.001)
    while quirk == "silent": time.sleep(1)
    # both at once: a second answer that comes after the next question is an answer to that
    say((move + "\\n") * (2 if quirk == "twice" else 1))
    if quirk == "dies-afterwards": os._exit(0)
"""


class Started:
    """A program that is started without a sandbox."""

    is_python = False
    file = ""
    python = ()

    def __init__(self, path, quirk):
        self.command = [sys.executable, str(path), quirk]

    def start(self, command, **_):
        return Program(command, ResourceLimits(wall_seconds=60, cpu_seconds=60, output=2), mode="bare")


@pytest.fixture
def verdict(tmp_path):
    """Return what becomes of a game of a program with a quirk against Dummy, and how many moves it made."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)

    def judge(quirk):
        contestant = Contestant(LineConversation(Started(path, quirk)), MoveClock(0.5, grace=0.5, start=10.0), GAME)
        try:
            with Entry.parse("dummy").create(GAME) as dummy:
                record = Record(GAME)
                played = play(record, contestant, Color.WHITE, dummy)
            return played.verdict, played.failure, record.plies
        finally:
            contestant.close()

    return judge


@pytest.mark.parametrize("quirk", ["none", "twice"])
def test_two_answers_to_one_question_are_one(verdict, quirk):
    found, failure, plies = verdict(quirk)
    assert (found, plies) == ("illegal", 4), failure
    assert "a1a1" in failure


@pytest.mark.parametrize(
    ("quirk", "expected"),
    [
        ("illegal", "illegal"),
        ("theirs", "illegal"),
        ("rubbish", "answer"),
        ("long", "answer"),
        ("close", "crash"),
        ("die-newgame", "crash"),
        ("die-position", "crash"),
        ("die-go", "crash"),
        ("flood", "output"),
        ("drip", "time"),
        ("silent", "time"),
    ],
)
def test_what_a_program_does_wrong_is_named_and_takes_no_time(verdict, quirk, expected):
    begin = time.monotonic()
    found, failure, plies = verdict(quirk)
    assert (found, plies) == (expected, 0), failure
    assert failure
    assert len(failure) < 2000
    assert time.monotonic() - begin < 40


def test_a_program_that_dies_after_its_move_has_crashed_at_its_next(verdict):
    found, failure, plies = verdict("dies-afterwards")
    assert (found, plies) == ("crash", 2), failure
