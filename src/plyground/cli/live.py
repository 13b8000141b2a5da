"""Progress of a tournament on standard error: a live table on a terminal, a line for each game elsewhere."""

import sys
import time
from collections.abc import Callable

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from plyground.arena import output
from plyground.arena.elo import estimate
from plyground.arena.task import GameTask, Played
from plyground.arena.tournament import Tournament, standings
from plyground.core.printable import printable
from plyground.jobs import Executor

_MAX_ROWS = 20
_EVERY_SECONDS = 0.5


def watch(
    tournament: Tournament, executor: Executor[GameTask, Played], finished: Callable[[int], None] = lambda number: None
) -> None:
    """Play the tournament and show its progress; `finished` is called with the number of each finished game."""
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        lines = _Lines(tournament)

        def tell(tournament: Tournament, task: GameTask | None, played: Played | None) -> None:
            lines(tournament, task, played)
            if played is not None:
                finished(played.number)

        tournament.run(executor, tell)
        return
    progress = Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console)
    bar = progress.add_task("", total=tournament.games_planned, completed=tournament.games_played)
    shown = 0.0
    with Live(console=console, refresh_per_second=4, transient=True) as live:

        def show(tournament: Tournament, task: GameTask | None, played: Played | None) -> None:
            nonlocal shown
            if played is not None and task is not None:
                progress.update(bar, completed=tournament.games_played)
                finished(played.number)
                # the table reads all games: for quick ones that would cost more than playing them
                if time.monotonic() - shown > _EVERY_SECONDS:
                    live.update(Group(_table(tournament), Text(_line(task, played)), progress))
                    shown = time.monotonic()

        live.update(progress)
        tournament.run(executor, show)


class _Lines:
    """A line for each game and, where there are two players, for the score so far."""

    def __init__(self, tournament: Tournament) -> None:
        self._first, self._second = [entry.name for entry in tournament.plan.entries][:2]
        self._is_match = len(tournament.plan.entries) == 2
        # counted here: to read all games again after each would cost more than playing them
        self._tally = tournament.tally(self._first)

    def __call__(self, tournament: Tournament, task: GameTask | None, played: Played | None) -> None:
        if task is None or played is None:
            return
        print(_line(task, played), file=sys.stderr)
        if self._is_match:
            self._tally.add([played.points[0 if task.white.name == self._first else 1]])
            print(self._score(), file=sys.stderr)

    def _score(self) -> str:
        tally = self._tally
        return (
            f"Score of {self._first} vs {self._second}: {tally.wins} - {tally.losses} - {tally.draws} "
            f"[{tally.points / tally.games:.3f}] {tally.games}"
        )


def _line(task: GameTask, played: Played) -> str:
    result = {0: "1-0", 1: "0-1", None: "1/2-1/2"}[played.winner]
    why = f"{played.termination}{'; ' + played.detail if played.detail else ''}"
    return printable(f"Finished game {played.number} ({task.white.name} vs {task.black.name}): {result} {{{why}}}")


def _table(tournament: Tournament) -> Table:
    """Return the standings so far, the best first."""
    table = Table(caption=_caption(tournament))
    for column in ("Player", "Games", "+ = -", "Points", "Elo", "±"):
        table.add_column(column, justify="left" if column == "Player" else "right")
    names = [entry.name for entry in tournament.plan.entries]
    for name, tally in standings(names, tournament.games())[:_MAX_ROWS]:
        found = estimate(tally)
        table.add_row(
            name,
            str(tally.games),
            f"{tally.wins} {tally.draws} {tally.losses}",
            output.points_text(tally.points),
            output.number(found.elo, 1),
            output.number(found.error, 1),
        )
    return table


def _caption(tournament: Tournament) -> str | None:
    plan = tournament.plan
    if plan.sprt is None:
        return None
    return output.sprt_text(plan.sprt, tournament.tally(*(entry.name for entry in plan.entries)))
