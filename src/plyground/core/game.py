"""`Game`: what a game declares about itself. Its rules, notation and drawings are modules, loaded when first used.

A game is a folder (`Game.module`) with the same file names as every other: ``rules.py``, ``notation.py``,
``evaluate.py``, ``draw.py``; CONTRIBUTING describes each of them, and the further files that a game may have. Its
``__init__.py`` only declares `GAMES` and imports nothing heavy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.core.arguments import demand_type, whole
from plyground.core.completeness import REQUIRED, missing_answers, missing_names, require, rules_of
from plyground.core.deprecation import warn_of
from plyground.core.errors import InvalidSetting, UnknownName, alternatives, suggestion
from plyground.core.evaluation_names import HANDMADE, OLD_HANDMADE, evaluation_of, names
from plyground.core.folder import GameFolder, optional_submodule, submodule
from plyground.core.moved import with_former_fields
from plyground.kernel.progress import game_of_family
from plyground.kernel.ready import ensure_ready

if TYPE_CHECKING:
    from plyground.core.drawing import Board
    from plyground.core.evaluation import Evaluation
    from plyground.core.position import Position

MAX_COUNT = 2**23 - 1
"""The largest number that a setting can be."""


@dataclass(frozen=True)
class Setting:
    """A choice within a game's rules: one of `choices`, or, without choices, a whole number from 1 to `MAX_COUNT`."""

    name: str
    default: str
    choices: tuple[str, ...] = ()

    def check(self, value: str | int) -> str:
        """Return `value` as text, or raise `InvalidSetting`."""
        if not isinstance(value, str):
            value = str(whole(value, f"The setting {self.name}"))
        if self.choices and value not in self.choices:
            raise InvalidSetting(f"The setting {self.name} cannot be {value!r}; it is {alternatives(self.choices)}.")
        if not self.choices and not _is_count(value):
            raise InvalidSetting(
                f"The setting {self.name} cannot be {value!r}; it is a whole number from 1 to {MAX_COUNT}."
            )
        return value


def _is_count(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 8 and 0 < int(value) <= MAX_COUNT


@with_former_fields
@dataclass(frozen=True, kw_only=True)
class Game(GameFolder):
    """One game, or one variant of it.

    Attributes
    ----------
    name
        The name on the command line: "congo-2022".
    title
        The family's name as people know it: "Congo". Variants of one family share compiled kernels.
    variant
        What tells it from the family's other games: "16x16, 2019 rules"; "" for a family's only or plain game.
    description
        One line.
    start
        Position text of the usual start.
    module
        Full name of the package with the game's modules.
    settings
        Choices that the rules leave open; `with_settings` makes them.
    colors
        The names of the sides, White's first.
    scored
        Whether it is played for points (`Outcome.utility`) rather than to win.
    has_draws
        Whether a game can end in a draw, and so whether one may be offered.
    repetition, ply_cap
        In a game (not a position): which occurrence of a position is a draw, and which ply; None for no such rule.
    winning_scale
        By how many hundredths of the engine's score (points, if `scored`) the odds of winning grow e times: fitted on
        games of the engine by ``benchmarks/web_chance.py``.
    handmade_scale
        The same of the handmade evaluation, which the solver's searches begin with, where that is another one.
    uci_names
        What engines that speak UCI may call the game besides `name`, in a notation of their own.
    chosen
        What `with_settings` has chosen.
    former
        Fields of 0.2 that were given, by name (`plyground.core.moved`).
    """

    title: str
    description: str
    start: str
    variant: str = ""
    settings: tuple[Setting, ...] = ()
    colors: tuple[str, str] = ("White", "Black")
    scored: bool = False
    has_draws: bool = True
    repetition: int | None = None
    ply_cap: int | None = None
    winning_scale: int = 200
    handmade_scale: int | None = None
    uci_names: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    former: tuple[tuple[str, Any], ...] = field(default=(), repr=False)

    def with_settings(self, settings: Mapping[str, str | int]) -> "Game":
        """Return the same game under other settings.

        Parameters
        ----------
        settings
            Name to value, as text or number; besides the game's own, ``repetition`` and ``ply-cap``: a whole number, or
            "off".

        Raises
        ------
        UnknownName, InvalidSetting
        """
        demand_type(settings, Mapping, "The settings of a game", "a mapping of names to values")
        game = self
        own = {setting.name: setting for setting in self.settings}
        for name, value in settings.items():
            if name in own:
                chosen = {**dict(game.chosen), name: own[name].check(value)}
                game = replace(game, chosen=tuple(sorted(chosen.items())))
            elif name in {"repetition", "ply-cap"}:
                number = None if value == "off" else int(Setting(name, "off").check(value))
                game = replace(game, repetition=number) if name == "repetition" else replace(game, ply_cap=number)
            else:
                known = alternatives([*own, "repetition", "ply-cap"])
                similar = suggestion(str(name), [*own, "repetition", "ply-cap"])
                raise UnknownName(f"The game {self.name} has no setting {name!r}; it has {known}{similar}.")
        return game

    @property
    def label(self) -> str:
        """The game's name as people know it: "Halma, 16x16, 2019 rules"."""
        return f"{self.title}, {self.variant}" if self.variant else self.title

    def declaration(self, name: str, default: Any) -> Any:
        """Return what the package declares as `name` (``BENCH_DEPTH``), for a program to ask: see `GameFolder`."""
        demand_type(name, str, "The name of what a package declares", "a text")
        return dict(self.former).get(name.lower(), super().declaration(name, default))

    @property
    def rules(self) -> Any:
        """The rules as kernels take them: a NamedTuple of whole numbers."""
        return _rules(self.module, self.name, self.title, self.start, self._settings)

    @property
    def uncompiled_rules(self) -> Any:
        """The same without their kernels: enough to read a position and to draw it."""
        return rules_of(self.submodule("rules"), self.name, dict(self._settings))

    @property
    def _settings(self) -> tuple[tuple[str, str], ...]:
        return (*((setting.name, setting.default) for setting in self.settings), *self.chosen)

    def men(self, text: str | None = None) -> "tuple[Board, dict[str, str]]":
        """Return the board and the symbol on each occupied square of a position (the usual start without a `text`).

        Other than `position`, this needs none of the kernels, so a picture is there before they are compiled.

        Raises
        ------
        InvalidNotation
            If `text` is not a position of this game.
        """
        draw = self.submodule("draw")
        start = self.start if text is None else text
        demand_type(start, str, f"A position of {self.name}", "a text")
        rules, words = self.submodule("notation").parse_position(self.uncompiled_rules, start)
        pieces: dict[str, str] = draw.pieces(rules, words)
        return draw.board(rules), pieces

    @property
    def evaluations(self) -> "Mapping[str, Evaluation]":
        """The named evaluations; "handmade" is always among them. `plyground.register_evaluation` adds one."""
        from plyground.core.evaluation import OWN

        evaluations: Mapping[str, Evaluation] = self.submodule("evaluate").EVALUATIONS
        if OLD_HANDMADE in evaluations:
            warn_of(f'"{OLD_HANDMADE}" in EVALUATIONS of {self.module}.evaluate', f'"{HANDMADE}"')
            evaluations = {HANDMADE if name == OLD_HANDMADE else name: each for name, each in evaluations.items()}
        return {**evaluations, **OWN.get(self.name, {})}

    @property
    def usual_evaluation(self) -> str:
        """The default of textbook search and ``evaluate``: the points, in a game that is played for points."""
        return "utility" if self.scored else HANDMADE

    @property
    def evaluation_names(self) -> list[str]:
        """What the evaluations of the game are called: ``handmade``, others of its own, and ``net`` if it has one.

        `evaluation` also takes ``net:FILE``. Where a stranger chooses, allow these only: they open no file.
        """
        return names(self)

    def evaluation(self, name: "str | Evaluation | None" = None) -> "Evaluation":
        """Return the evaluation called `name`, the usual one without a name.

        Parameters
        ----------
        name
            One of `evaluation_names`, or ``net:FILE``, a net in a file. An `Evaluation` comes back as it is.

        Raises
        ------
        UnknownName
            If there is none of that name, or the game has no net.
        InvalidNotation, InvalidSetting
            If a net cannot be used.
        """
        if name is not None and not isinstance(name, str):
            from plyground.core.evaluation import Evaluation

            demand_type(name, Evaluation, "An evaluation", "its name or an Evaluation (see register_evaluation)")
            return name
        return evaluation_of(self, self.usual_evaluation if name is None else name)

    def position(self, text: str | None = None) -> "Position":
        """Return the position that `text` describes; by default, the usual start.

        Raises
        ------
        InvalidNotation
            If `text` is not a position of this game.
        """
        from plyground.core.position import Position

        return Position.parse(self, self.start if text is None else text)


ANSWERS = ("hooks", "features", "planes")
"""Optional files that register what kernels ask: loaded with the rules, before any kernel is compiled for them."""


@cache
def _rules(module: str, name: str, title: str, start: str, settings: tuple[tuple[str, str], ...]) -> Any:
    """Return a game's rules, compiled; if a setting is given twice, the last value counts."""
    for file in REQUIRED:
        require(missing_names(module, submodule(module, file)), name)
    for file in ANSWERS:
        optional_submodule(module, file)
    rules = rules_of(submodule(module, "rules"), name, dict(settings))
    require(missing_answers(module, rules), name)

    def build() -> None:
        from plyground.core.warmup import ask_rules

        _, words = submodule(module, "notation").parse_position(rules, start)
        ask_rules(rules, words)

    game_of_family.setdefault(module.rpartition(".")[2], name)
    ensure_ready(f"{module.rpartition('.')[2]} rules", title, build)
    return rules
