"""The options of the UCI engine: names, types, bounds, and declarations.

``UCI_Variant`` names the game, as in other multi-variant engines. ``Use NNUE`` lets a net judge: the one in
``EvalFile``, or the game's own if it has one (`plyground.protocol.evaluation`). ``TablebasePath`` is a folder of
endgame tables, ``none`` for no tables, the usual places if empty; tables of more men than ``TablebaseProbeLimit`` are
not asked. ``Debug Log File`` takes the log of all that is said. The games' own settings (Congo's ``bare-lions``, say)
are options too: setting one that belongs to another game has no effect. A text is empty if nothing is given, or
``<empty>``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from plyground.core.errors import InvalidSetting, quote
from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.endgame.index import MAX_MEN
from plyground.engine.engine import MAX_HASH, MAX_THREADS

MAX_DIGITS = 18
"""Of a number that a machine's word can hold."""


@dataclass(frozen=True)
class Option:
    """One option.

    Attributes
    ----------
    name, kind, default
        As in the protocol; `kind` is "spin", "check", "combo", "string" or "button".
    least, most
        Bounds of a spin.
    choices
        Values of a combo.
    """

    name: str
    kind: str
    default: str = ""
    least: int = 0
    most: int = 0
    choices: tuple[str, ...] = ()

    def declaration(self) -> str:
        """Return the line that declares the option."""
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.least} max {self.most}"
        return text + "".join(f" var {choice}" for choice in self.choices)

    def check(self, value: str) -> str:
        """Return the value in its normal form, or raise `InvalidSetting`."""
        if self.kind == "spin":
            is_number = value.removeprefix("-").isdecimal() and len(value) <= MAX_DIGITS
            if not is_number or not self.least <= int(value) <= self.most:
                bounds = f"from {self.least} to {self.most}"
                said = quote(value)
                raise InvalidSetting(f"The option {self.name} cannot be {said}; it is a whole number {bounds}.")
            return str(int(value))
        if self.kind == "check":
            if value.lower() not in {"true", "false"}:
                raise InvalidSetting(f"The option {self.name} cannot be {value!r}; it is true or false.")
            return value.lower()
        if self.kind == "combo":
            for choice in self.choices:
                if choice.lower() == value.lower():
                    return choice
            raise InvalidSetting(f"The option {self.name} cannot be {value!r}; it is one of {', '.join(self.choices)}.")
        return "" if value == "<empty>" else value


def default_variant() -> str:
    """Return the name of the game that is played until another is chosen: its package says ``IS_UCI_DEFAULT``."""
    return next(name for name, game in all_games().items() if game.declaration("IS_UCI_DEFAULT", False))


def all_options() -> dict[str, Option]:
    """Return the options by their names in lower case, in the order in which they are declared."""
    options = [
        Option("Hash", "spin", "64", 1, MAX_HASH),
        Option("Threads", "spin", "1", 1, MAX_THREADS),
        Option("MultiPV", "spin", "1", 1, 500),
        Option("Ponder", "check", "false"),
        Option("Move Overhead", "spin", "10", 0, 5000),
        Option("UCI_AnalyseMode", "check", "false"),
        Option("UCI_Variant", "combo", default_variant(), choices=tuple(all_games())),
        Option("Use NNUE", "check", "true"),
        Option("EvalFile", "string"),
        Option("TablebasePath", "string"),
        Option("TablebaseProbeLimit", "spin", str(MAX_MEN), 0, MAX_MEN),
        Option("Debug Log File", "string"),
        Option("Clear Hash", "button"),
        *_settings(all_games()),
    ]
    return {option.name.lower(): option for option in options}


def _settings(known: Mapping[str, Game]) -> Iterator[Option]:
    seen = set()
    for game in known.values():
        for setting in game.settings:
            if setting.name not in seen:
                seen.add(setting.name)
                if setting.choices:
                    yield Option(setting.name, "combo", setting.default, choices=setting.choices)
                else:
                    yield Option(setting.name, "spin", setting.default, 1, 2**22)
