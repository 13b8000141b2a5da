"""`ClassTournament`: who of a class plays whom, round by round, with the arena's schedules; one game a pairing.

Who comes late enters the next round, who is away is not paired. In a round robin nobody meets twice, and the rounds are
those of the circle method for those present; a Swiss round pairs neighbours in the standings.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from plyground.arena.schedule import round_robin_rounds, swiss_pairings
from plyground.core.errors import InvalidSetting

Form = Literal["round-robin", "swiss"]
NOBODY = 0
"""The opponent of who sits out."""
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
"""White's points by result."""


@dataclass
class ClassGame:
    """A pairing.

    Attributes
    ----------
    white, black
        The numbers of two pupils; Black is `NOBODY` if White sits out, which counts as a win.
    id
        The game in progress; "" for who sits out.
    result
        As a record writes it; "" while the game goes on.
    """

    white: int
    black: int
    id: str = ""
    result: str = ""

    def points(self, pupil: int) -> float:
        """Return the points of one of the two; 0 while the game goes on."""
        if not self.result:
            return 0.0
        return POINTS[self.result] if pupil == self.white else 1.0 - POINTS[self.result]


class PupilStanding(TypedDict):
    """A pupil's line: ``buchholz`` is the sum of the points of the opponents so far, which decides between equals."""

    place: int
    pupil: int
    points: float
    buchholz: float
    games: int
    wins: int
    draws: int
    losses: int


@dataclass
class ClassTournament:
    """A tournament of a class.

    Attributes
    ----------
    form
        How it is paired.
    game, clock
        What is played: a game's name; seconds and increment, None without a clock.
    rounds
        The pairings of each round so far.
    """

    form: Form
    game: str
    clock: dict[str, int] | None = None
    rounds: list[list[ClassGame]] = field(default_factory=list)

    @classmethod
    def of_state(cls, state: dict[str, Any]) -> "ClassTournament":
        """Return a stored tournament."""
        rounds = [[ClassGame(**game) for game in each] for each in state["rounds"]]
        return cls(state["form"], state["game"], state["clock"], rounds)

    def games(self) -> list[ClassGame]:
        """Return the pairings of all rounds in which two play."""
        return [game for each in self.rounds for game in each if game.black != NOBODY]

    def open_games(self) -> list[ClassGame]:
        """Return the games that go on."""
        return [game for game in self.games() if not game.result]

    def pair(self, present: Sequence[int]) -> list[ClassGame]:
        """Begin the next round of the pupils `present`, and return its pairings.

        Raises
        ------
        InvalidSetting
            If games of the last round go on, if there are too few pupils, or if everybody has met everybody.
        """
        if left := len(self.open_games()):
            raise InvalidSetting(
                f"{left} {'game of this round is' if left == 1 else 'games of this round are'} not over."
            )
        if len(present) < 2:
            raise InvalidSetting("A round needs at least two pupils whose pages are open.")
        pairs = self._round_robin(present) if self.form == "round-robin" else self._swiss(present)
        if not pairs:
            raise InvalidSetting("Everybody here has met everybody; begin another tournament.")
        playing = {number for pair in pairs for number in pair}
        games = [ClassGame(white, black) for white, black in pairs]
        games += [ClassGame(number, NOBODY, result="1-0") for number in present if number not in playing]
        self.rounds.append(games)
        return games

    def _round_robin(self, present: Sequence[int]) -> list[tuple[int, int]]:
        """Return the round with the most pairs that have not met yet."""
        met = {frozenset((game.white, game.black)) for game in self.games()}
        rounds = [
            [(present[a], present[b]) for a, b in pairs if frozenset((present[a], present[b])) not in met]
            for pairs in round_robin_rounds(len(present))
        ]
        return max(rounds, key=len)

    def _swiss(self, present: Sequence[int]) -> list[tuple[int, int]]:
        place = {number: i for i, number in enumerate(present)}
        # an arena's pairing is two games, of two points
        results = [
            ((place[game.white], place[game.black]), 2 * game.points(game.white))
            for game in self.games()
            if game.white in place and game.black in place
        ]
        pairs = swiss_pairings([self.points(number) for number in present], results)
        return [(present[a], present[b]) for a, b in pairs]

    def points(self, pupil: int) -> float:
        """Return a pupil's points."""
        return sum(game.points(pupil) for each in self.rounds for game in each if pupil in (game.white, game.black))

    def standings(self) -> list[PupilStanding]:
        """Return the table, the best first; equals share a place."""
        pupils = {number for each in self.rounds for game in each for number in (game.white, game.black)} - {NOBODY}
        lines = sorted(
            map(self._standing, pupils), key=lambda line: (-line["points"], -line["buchholz"], line["pupil"])
        )
        for i, line in enumerate(lines):
            above = lines[i - 1]
            is_equal = i > 0 and (above["points"], above["buchholz"]) == (line["points"], line["buchholz"])
            line["place"] = above["place"] if is_equal else i + 1
        return lines

    def _standing(self, pupil: int) -> PupilStanding:
        own = [game for game in self.games() if pupil in (game.white, game.black)]
        points = [game.points(pupil) for game in own if game.result]
        others = [game.black if game.white == pupil else game.white for game in own]
        return {
            "place": 0,
            "pupil": pupil,
            "points": self.points(pupil),
            "buchholz": sum(map(self.points, others)),
            "games": len(points),
            "wins": points.count(1.0),
            "draws": points.count(0.5),
            "losses": points.count(0.0),
        }
