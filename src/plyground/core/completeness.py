"""What every game must have: asked once, before a game's rules are used, so that what is missing is said by its name.

CONTRIBUTING describes the files. A game is one folder of an installed package; what somebody has forgotten there would
otherwise come to light as an error in the middle of a search.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from plyground.core.errors import BrokenPackage

if TYPE_CHECKING:
    from plyground.core.game import Game

REQUIRED = {
    "rules": ("TERMINATIONS",),
    "notation": ("parse_position", "position_text", "parse_move", "move_text", "move_steps"),
    "evaluate": ("EVALUATIONS",),
    "draw": ("board", "pieces", "SYMBOLS", "LETTERS"),
}
"""File to the names that it must define; ``rules.py`` also defines `RULES` or `variant`."""
QUESTIONS = ("generate", "play", "outcome")
"""What rules must register for their own type."""


def missing_names(module: str, submodule: Any) -> Iterator[str]:
    """Yield a sentence for each name that a file of the game in the package `module` should define."""
    file = submodule.__name__.rpartition(".")[2]
    for name in REQUIRED[file]:
        if not hasattr(submodule, name):
            yield f"{module}/{file}.py does not define {name}."
    if file == "rules" and not hasattr(submodule, "variant") and not hasattr(submodule, "RULES"):
        yield f"{module}/{file}.py defines neither RULES nor variant."


def rules_of(submodule: Any, name: str, settings: Mapping[str, str]) -> Any:
    """Return the rules of the game called `name`: what its ``rules.py`` says in `RULES`, or by `variant`.

    Raises
    ------
    BrokenPackage
        If they say nothing of this game or of its settings.
    """
    if hasattr(submodule, "variant"):
        return submodule.variant(name, settings)
    rules = getattr(submodule, "RULES", None)
    found = rules.get(name) if isinstance(rules, Mapping) else rules
    if found is None:
        raise BrokenPackage(f"{submodule.__name__} has neither RULES for the game {name} nor a function `variant`.")
    if settings:
        raise BrokenPackage(f"{submodule.__name__} needs a function `variant`: the game {name} has settings.")
    return found


def missing_answers(module: str, rules: Any) -> Iterator[str]:
    """Yield a sentence for each question of the rules that is not answered for `rules`, a NamedTuple."""
    from plyground.core import evaluation
    from plyground.core import rules as questions

    for field in ("words", "max_moves"):
        if not isinstance(getattr(rules, field, None), int):
            yield f"{module}/rules.py: the rules ({type(rules).__name__}) have no whole number {field}."
    kernels = {name: getattr(questions, name) for name in QUESTIONS}
    for name, question in kernels.items():
        if question.choose(type(rules)) is question.choose(None):
            yield f"{module}/rules.py registers no `{name}` for {type(rules).__name__}."
    if evaluation.handmade.choose(type(rules)) is evaluation.handmade.choose(None):
        yield f"{module}/evaluate.py registers no `handmade` for {type(rules).__name__}."


def missing_parts(game: "Game") -> list[str]:
    """Return a sentence for each part that `game` lacks."""
    found: list[str] = []
    for file in REQUIRED:
        try:
            found += missing_names(game.module, game.submodule(file))
        except BrokenPackage as error:
            found.append(str(error))
    if not found:
        settings = {setting.name: setting.default for setting in game.settings}
        found += missing_answers(game.module, rules_of(game.submodule("rules"), game.name, settings))
    return found


def require(sentences: Iterator[str], name: str) -> None:
    """Raise `BrokenPackage` with the first of `sentences`, if there is one."""
    for sentence in sentences:
        raise BrokenPackage(f"The game {name} cannot be used: {sentence}")
