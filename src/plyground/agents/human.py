"""`HumanPlayer`: a person at a terminal, or a file of moves on standard input.

The input is a move (`plyground.agents.shorthand`) or one of `COMMANDS`. Anything else is answered with an explanation
and asked for again; the end of the input is the same as ``quit``.
"""

import contextlib
import sys
from collections.abc import Callable

from plyground.agents.player import Allowance, Choice, Player
from plyground.agents.shorthand import parse_shorthand
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.record import Record

COMMANDS = {
    "moves": "list the moves",
    "hint": "ask a strong player for a move",
    "undo": "take back your last move and the answer to it",
    "board": "show the board again",
    "position": "show the position as text",
    "save FILE": "write the game to a file, for --load",
    "resign": "give up",
    "help": "show this list",
    "quit": "leave (also: end of input)",
}
_REQUESTS = {"undo", "resign", "quit"}

Hint = Callable[[Record], str]


class HumanPlayer(Player):
    """Asks for moves on standard input.

    Attributes
    ----------
    hint
        Answers ``hint`` with a line; the caller that runs the game provides it.
    show
        Answers ``board``.
    """

    def __init__(self, game: Game) -> None:
        self.hint: Hint | None = None
        self.show: Callable[[Record], None] = lambda record: print(record.position)  # noqa: T201

    def choose(self, record: Record, limits: Allowance) -> Choice:
        """Ask until there is a move, or a request that concerns the game."""
        while True:
            line = self._read(f"{record.game.colors[record.position.turn]}> ")
            if line is None or line.lower() == "exit":
                return Choice(None, "quit")
            word, _, rest = line.partition(" ")
            if word.lower() in _REQUESTS and not rest:
                return Choice(None, word.lower())
            try:
                if line and not self._answer(word.lower(), rest.strip(), record):
                    return Choice(parse_shorthand(record.position, line))
            except PlygroundError as error:
                self._say(f"{error} Type `moves` to see the moves, `help` for help.")

    def _answer(self, word: str, rest: str, record: Record) -> bool:
        """Answer a command that changes nothing; False if it is none."""
        if word == "moves" and not rest:
            moves = [str(move) for move in record.position.playable_moves]
            self._say(f"{' '.join(moves)}\n{len(moves)} moves")
        elif word == "hint" and not rest:
            self._say(self.hint(record) if self.hint else "There is nobody to ask.")
        elif word == "board" and not rest:
            self.show(record)
        elif word == "position" and not rest:
            self._say(record.position.text)
        elif word in {"help", "?"} and not rest:
            self._say("Type a move as the game writes it, or enough of it to be clear; or one of\n" + _help())
        elif word == "save" and rest:
            self._save(rest, record)
        elif word == "save":
            self._say("Say where: save FILE")
        else:
            return False
        return True

    def _save(self, name: str, record: Record) -> None:
        try:
            with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123 (the name may be anything that was typed)
                file.write(record.text())
        except (OSError, ValueError) as error:
            self._say(f"The game could not be written to {name}: {error}.")
        else:
            self._say(f"The game is in {name}; `plyground play {record.game.name} --load {name}` goes on with it.")

    def _read(self, prompt: str) -> str | None:
        """Return a line without blanks around it, None at the end of the input."""
        try:
            if sys.stdin.isatty() and sys.stdout.isatty():
                with contextlib.suppress(ImportError):
                    # with it `input` has arrow keys and a history, and writes its prompt to standard output
                    import readline  # noqa: F401
                return input(prompt).strip()
            line = sys.stdin.readline()
        except (EOFError, UnicodeDecodeError):
            return None
        return line.strip() if line else None

    def _say(self, text: str) -> None:
        print(text, flush=True)  # noqa: T201


def _help() -> str:
    return "\n".join(f"  {command:<10} {what}" for command, what in COMMANDS.items())
