"""Games of a program that draws no lots, played together: of a position that several of them meet it is asked once.

All games begin alike, and the opponents answer alike often, so most of what such a program thinks in its first moves it
thinks in every game again. Here it thinks it once: where games part, the process is copied (`Gameboards.branch`), and
each copy has thought and remembered what a process of that game's own would have. The games form a tree, which is
walked depth first.

Whether a program draws no lots is read in its source (`source_rules.is_deterministic`), and not believed: a program
that uses this compares with games that were played in processes of their own.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.agents.player import Player
from plyground.core.errors import PlygroundError
from plyground.core.record import Record
from plyground.courses.minichess.conversation import Gameboards
from plyground.grading.contestant import Contestant
from plyground.grading.opponents import NO_LIMITS
from plyground.programs.ending import ProgramFailed

_PATIENCE = 30.0
"""Seconds that copying a process may take."""


@dataclass
class SharedGame:
    """One of the games.

    Attributes
    ----------
    record
        Its moves; the program is to move.
    opponent
        Whose answers are this game's own: it knows about the game.
    times
        Seconds that the program took for each of its moves, whichever game it was asked in.
    """

    record: Record
    opponent: Player
    times: list[float] = field(default_factory=list)


class SharedGames:
    """What comes of them.

    Attributes
    ----------
    answers
        What the program answered after these moves.
    """

    def __init__(self) -> None:
        self.answers: dict[tuple[str, ...], str] = {}

    def play(self, games: Sequence[SharedGame], student: Contestant, program: Gameboards) -> None:
        """Play these games, which have the same moves so far, to their ends; all stop where the program fails."""
        try:
            self._play(list(games), student, program)
        except (ProgramFailed, PlygroundError):
            # a game that has no end is played alone, which shows what is wrong
            return

    def _play(self, games: list[SharedGame], student: Contestant, program: Gameboards) -> None:
        while games:
            *others, games = self._move(games, student) or [[]]
            for branch in others:
                program.branch(_PATIENCE)
                self._play(branch, student, program)
                program.leave(_PATIENCE)

    def _move(self, games: Sequence[SharedGame], student: Contestant) -> list[list[SharedGame]]:
        """Ask the program, and the opponent of each game; return the games that go on, those with the same moves."""
        before = games[0].record
        answer, seconds = student.ask(before)
        move = str(answer)
        self.answers[tuple(map(str, before.moves))] = move
        parts: dict[str, list[SharedGame]] = defaultdict(list)
        for game in games:
            game.times.append(seconds)
            game.record.play(move)
            if game.record.outcome is None:
                choice = game.opponent.choose(game.record, NO_LIMITS)
                assert choice.move is not None
                game.record.play(choice.move)
                if game.record.outcome is None:
                    parts[str(game.record.moves[-1])].append(game)
        return list(parts.values())

    def confirms(self, record: Record) -> bool:
        """Tell whether a game from a process of its own has the same answers in all positions that were met here."""
        moves = tuple(map(str, record.moves))
        return all(self.answers.get(moves[:i], moves[i]) == moves[i] for i in range(0, len(moves), 2))
