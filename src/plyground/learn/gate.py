"""The gate: a net is accepted when a match shows that a player is stronger with it.

The match is the arena's, with a sequential test (`plyground.arena.sprt`): two players that differ in nothing but their
evaluation, from pairs of openings, until one of the two hypotheses is shown or the rounds are used up. What was
accepted, and by which match, is then written into the net's file, unless it was made for another variant or comes with
the package.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.agents.roster import entries
from plyground.arena import output
from plyground.arena.elo import estimate
from plyground.arena.openings import USUAL_BALANCED, Book, measuring_book
from plyground.arena.schedule import Schedule
from plyground.arena.sprt import Sprt
from plyground.arena.store import TournamentStore
from plyground.arena.tally import Tally
from plyground.arena.task import GameTask, Played
from plyground.arena.time_control import TimeControl
from plyground.arena.tournament import Plan, Tournament
from plyground.arena.worker import GameWorker
from plyground.core.errors import InvalidSetting, quote
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.jobs import Executor, LocalExecutor
from plyground.nets.evaluations import NET, net_file
from plyground.nets.file import check_output_net, load, provenance_of, save

Watch = Callable[[Tournament, Executor[GameTask, Played]], None]


@dataclass(frozen=True)
class Match:
    """How the two evaluations are compared.

    Attributes
    ----------
    player
        Who plays, but for the evaluation: "minimax:depth=4".
    rounds
        Pairs of games at most.
    openings
        As the arena's option.
    limits
        What a move may take besides the player's own limits.
    sprt
        The test.
    seed
        Of all that is random.
    """

    player: str = "minimax:depth=4"
    rounds: int = 500
    openings: str = USUAL_BALANCED
    limits: TimeControl = field(default_factory=TimeControl)
    sprt: Sprt = field(default_factory=lambda: Sprt(0.0, 10.0))
    seed: int = 0


@dataclass(frozen=True)
class GateVerdict:
    """What the match came to.

    Attributes
    ----------
    decision
        "accepted", "rejected", or "undecided" where the rounds did not do.
    tally
        What the new evaluation has scored.
    text
        The match as the arena prints it.
    """

    decision: str
    tally: Tally
    text: str

    @property
    def is_accepted(self) -> bool:
        """Whether the new evaluation has been shown to be the better one."""
        return self.decision == "accepted"

    def facts(self) -> dict[str, Any]:
        """Return what a net's file says of the match that has accepted it."""
        found = estimate(self.tally)
        return {"elo": round(found.elo, 1), "error": round(found.error, 1), "games": self.tally.games}

    def __str__(self) -> str:
        return f"{self.decision} {output.result_line(self.tally)}"


def evaluation_text(game: Game, evaluation: str) -> str:
    """Return the evaluation of `game` that `evaluation` names: by its name, or as the file of a net."""
    is_name = evaluation.partition(":")[0] == NET or evaluation in game.evaluation_names
    return evaluation if is_name else f"{NET}:{evaluation}"


def display_name(evaluation: str) -> str:
    """Return what a table calls an evaluation: its name, or that of the net's file."""
    _, _, file = evaluation.partition(":")
    return Path(file).name if file else evaluation


def player_text(player: str, evaluation: str, name: str) -> str:
    """Return the text of `player` with an evaluation, called `name`."""
    if "," in evaluation or "@" in evaluation:
        raise InvalidSetting(
            f"The net {quote(display_name(evaluation))} cannot play: its file's name, with its folders, may "
            "contain no comma and no @."
        )
    return f"{player}{',' if ':' in player else ':'}evaluation={evaluation}@{name}"


def plan_of_match(game: Game, new: str, old: str, match: Match) -> Plan:
    """Return the match of two evaluations as a tournament, once both players have been made.

    What is wrong is said, and what has to be compiled is compiled, before any process starts.

    Raises
    ------
    InvalidNotation, InvalidSetting, UnknownName
        If a net, the player or the openings cannot be used.
    """
    players = entries([player_text(match.player, new, "new"), player_text(match.player, old, "old")])
    openings, book = match.openings, Book.parse(match.openings, game)
    if openings == USUAL_BALANCED:
        openings, book = measuring_book(game, match.seed)
    plan = Plan(
        game,
        tuple(players),
        Schedule("round-robin", 2, match.rounds),
        match.limits,
        book,
        openings,
        seed=match.seed,
        sprt=match.sprt,
    )
    for entry in players:
        with entry.create(game) as player:
            player.new_game(game, Color.WHITE, 0)
    return plan


def gate(
    game: Game,
    new: str,
    old: str,
    match: Match,
    *,
    db: Path | None = None,
    resume: bool = False,
    processes: int = 1,
    watch: Watch = Tournament.run,
) -> GateVerdict:
    """Let the evaluation `new` play `old`, each a net's file or an evaluation's name.

    Parameters
    ----------
    db, resume
        Keep every game in this file; go on with the match that it holds.
    processes
        Games at the same time.
    watch
        Plays the tournament, and may show how it goes.

    Raises
    ------
    InvalidNotation, InvalidSetting, UnknownName
        If a net, the player or the openings cannot be used, or the new net's file cannot be written.
    """
    new, old = evaluation_text(game, new), evaluation_text(game, old)
    plan = plan_of_match(game, new, old, match)
    noted = match_file(game, new)
    if noted is not None:
        check_output_net(noted)
    store = TournamentStore(db)
    try:
        tournament = Tournament(plan, store, resume=resume)
        if not tournament.is_over:
            with LocalExecutor(GameWorker, min(processes, 2 * match.rounds)) as executor:
                watch(tournament, executor)
        tally = tournament.tally("new", "old")
        decided = {"H1": "accepted", "H0": "rejected", "": "undecided"}[match.sprt.decision(tally)]
        verdict = GateVerdict(decided, tally, output.match_text(tournament))
    finally:
        store.close()
    if verdict.is_accepted and noted is not None:
        note_acceptance(noted, game, old, match, verdict)
    return verdict


def match_file(game: Game, evaluation: str) -> Path | None:
    """Return the file in which a match is noted that accepts an evaluation: a net named by its file, made for `game`.

    None for any other: what comes with the package stays as it is.
    """
    path = net_file(game, evaluation)
    is_noted = path is not None and evaluation != NET and provenance_of(path).get("game") == game.name
    return path if is_noted else None


def note_acceptance(path: Path, game: Game, old: str, match: Match, verdict: GateVerdict) -> None:
    """Write into a net's file which match has accepted it, against the evaluation `old`."""
    provenance = provenance_of(path)
    accepted = {"against": display_name(old), "player": match.player, "openings": match.openings, "seed": match.seed}
    noted = provenance | {"accepted": accepted | verdict.facts()}
    if noted != provenance:
        save(path, game, load(path, game), noted)
