"""What a folder of rounds says of itself, in ``run.json``: by which plan it was made, and how long its data took.

A run that goes on in a folder has to be of the same plan: a net of another width, say, must not take the place of one
that has played a match already. How many rounds there are, how long they may take and how many positions they have, may
change. The time that self-play has had counts over all runs, also over those that were killed; only what the first
round has had before its first games were written is not known to the next run.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from plyground.arena.store import rules_text
from plyground.core.errors import InvalidNotation, InvalidSetting, quote
from plyground.core.files import replace_file
from plyground.core.game import Game
from plyground.learn.gate import Match
from plyground.learn.selfplay import Settings
from plyground.learn.train import Recipe

NAME = "run.json"
ROUND = "round-*"
"""The names of a round's files."""


def facts(game: Game, data: Settings, recipe: Recipe, match: Match) -> dict[str, Any]:
    """Return by name what must not change while a folder is worked on."""
    how = {
        "player": match.player,
        "pairs": match.rounds,
        "openings": match.openings,
        "limits": str(match.limits),
        "test": str(match.sprt),
        "seed": match.seed,
    }
    parts = {"data": data.facts(game), "training": asdict(recipe), "match": how}
    named = {f"{part} {name}": value for part, values in parts.items() for name, value in values.items()}
    return {"game": game.name, "rules": rules_text(game), "data evaluation": data.evaluation, **named}


@dataclass
class Diary:
    """What is in the file.

    Attributes
    ----------
    path
        The file.
    plan
        What must not change, by name.
    seconds
        How long each round has played itself, by its number.
    """

    path: Path
    plan: Mapping[str, Any]
    seconds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, plan: Mapping[str, Any]) -> "Diary":
        """Return that of a folder, a new one where no round has begun; nothing is written.

        Raises
        ------
        InvalidSetting
            If the folder was made by another plan.
        InvalidNotation
            If its file is damaged.
        """
        path = folder / NAME
        if not any(folder.glob(ROUND)):
            return cls(path, plan)
        if not path.exists():
            raise InvalidSetting(
                f"The folder {folder} cannot be resumed: it holds rounds, but no {NAME} that says how they were made; "
                "name another folder."
            )
        try:
            read = json.loads(path.read_text("utf-8"))
            known, seconds = dict(read["plan"]), {str(key): float(value) for key, value in read["seconds"].items()}
        except OSError as error:
            raise InvalidNotation(f"The file {path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InvalidNotation(f"The file {path} is damaged: it does not say how the rounds were made.") from None
        for name in {**known, **plan}:
            if known.get(name) != plan.get(name):
                raise InvalidSetting(
                    f"The folder {folder} cannot be resumed: its {name} is {quote(str(known.get(name)))}, not "
                    f"{quote(str(plan.get(name)))}; name another folder."
                )
        return cls(path, plan, seconds)

    def write(self) -> None:
        """Write it; raises `InvalidSetting` if that cannot be."""
        text = json.dumps({"plan": dict(self.plan), "seconds": self.seconds}, indent=1)
        try:
            replace_file(self.path, [text.encode()])
        except OSError as error:
            raise InvalidSetting(f"The file {self.path} cannot be written: {error.strerror}.") from None

    def seconds_of(self, number: int) -> float:
        """Return how many seconds round `number` has played itself."""
        return self.seconds.get(str(number), 0.0)

    def note(self, number: int, seconds: float) -> None:
        """Write down how many seconds round `number` has played itself, over all runs."""
        self.seconds[str(number)] = round(seconds, 1)
        self.write()
