"""The results of a class as CSV, for a spreadsheet: the standings, the games, the answers, the pupils."""

import contextlib
from collections.abc import Callable, Iterable, Sequence

from plyground.core.errors import PlygroundError
from plyground.core.printable import csv_text
from plyground.web.lesson.school_class import SchoolClass
from plyground.web.play.live_games import LiveGames


def _write(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return csv_text(head, ([f"{each:g}" if isinstance(each, float) else each for each in row] for row in rows))


def _standings(found: SchoolClass, games: LiveGames) -> str:
    columns = ("points", "buchholz", "games", "wins", "draws", "losses")
    rows = [
        [
            *(number, each.game, line["place"], found.pupil(line["pupil"]).nickname),
            *(line["points"], line["buchholz"], line["games"], line["wins"], line["draws"], line["losses"]),
        ]
        for number, each in enumerate(found.tournaments, 1)
        for line in each.standings()
    ]
    head = ("tournament", "game", "place", "nickname", *columns)
    return _write(head, rows)


def _games(found: SchoolClass, games: LiveGames) -> str:
    def moves(name: str) -> str:
        with contextlib.suppress(PlygroundError):
            return " ".join(move.text for move in games.record(name).moves)
        return ""

    rows = [
        [
            *(number, each.game, turn, found.pupil(game.white).nickname),
            *(found.pupil(game.black).nickname if game.black else "", game.result, moves(game.id) if game.id else ""),
        ]
        for number, each in enumerate(found.tournaments, 1)
        for turn, games_of_round in enumerate(each.rounds, 1)
        for game in games_of_round
    ]
    return _write(("tournament", "game", "round", "white", "black", "result", "moves"), rows)


def _answers(found: SchoolClass, games: LiveGames) -> str:
    words = {True: "right", False: "wrong", None: ""}
    rows = [
        [
            *(task.number, task.text or task.position or task.path, found.pupil(number).nickname),
            *(answer, task.right, words[task.is_right(answer)]),
        ]
        for task in found.tasks
        for number, answer in sorted(task.answers.items())
    ]
    return _write(("task", "question", "nickname", "answer", "right answer", "is right"), rows)


def _pupils(found: SchoolClass, games: LiveGames) -> str:
    def points(number: int) -> float:
        return sum((each.points(number) for each in found.tournaments), 0.0)

    def right(number: int) -> int:
        return sum(task.is_right(task.answers.get(number, "")) is True for task in found.tasks)

    rows = [
        [
            *(pupil.number, pupil.nickname, "program" if pupil.is_program else ""),
            *("removed" if pupil.is_removed else "", points(pupil.number)),
            *(sum(pupil.number in task.answers for task in found.tasks), right(pupil.number)),
        ]
        for pupil in found.pupils
    ]
    return _write(("number", "nickname", "kind", "state", "points", "answers", "right answers"), rows)


EXPORTS: dict[str, Callable[[SchoolClass, LiveGames], str]] = {
    "standings": _standings,
    "games": _games,
    "answers": _answers,
    "pupils": _pupils,
}
"""What can be exported, by its name."""
