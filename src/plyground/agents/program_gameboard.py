"""Ask a student's ``studentAgent`` for moves of minichess: a gameboard out, two squares back.

The process lives as long as the game, so what the student keeps in global variables is kept. Black is shown the board
upside down with the colours exchanged, because the assignment knows only White's view
(`plyground.assignments.minichess`).
"""

import json
import sys
import time
from pathlib import Path

from plyground.agents.player import PlayerFailed
from plyground.agents.program import START_SECONDS, Conversation
from plyground.assignments.minichess import config_text, gameboard_of_position, move_of_answer
from plyground.core.game import Game
from plyground.core.move import Move
from plyground.core.outcome import Color, Termination
from plyground.core.record import Record

RUNNER = Path(__file__).with_name("student_agent.py")
CONFIG = "config.txt"


class Gameboards(Conversation):
    """The CS3243 assignment's interface."""

    def begin(self, game: Game, color: Color) -> None:
        """Start the interpreter and import the file."""
        player = self.player
        files = {
            RUNNER.name: RUNNER.read_bytes(),
            CONFIG: config_text(gameboard_of_position(game.position())).encode("ascii"),
        }
        command = [*(player.interpreter or [sys.executable]), RUNNER.name, player.file, CONFIG]
        self.process = player.start(command, files)
        self.process.read_line(time.monotonic() + START_SECONDS)

    def ask(self, record: Record, seconds: float, deadline: float) -> Move | str:
        """Send the gameboard and read the answer; raises `InvalidNotation` or `IllegalMove` for one that is no move."""
        if self.process is None:
            raise PlayerFailed(f"{self.player.name} is not running.", Termination.CRASH)
        gameboard = gameboard_of_position(record.position)
        rows = [[*cell, *piece] for cell, piece in gameboard.items()]
        self.process.start_move()
        self.process.send(json.dumps(rows) + "\n", deadline)
        line = self.process.read_line(deadline)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = line[:200]
        return move_of_answer(record.position, answer)
