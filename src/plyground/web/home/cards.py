"""The cards of the front page: one for each family of games, whose script adds the board and the links."""

from html import escape

from plyground.core.game import Game
from plyground.core.registry import all_games

_CARD = """\
  <article class="card" data-family="{family}">
    <div class="mini" aria-hidden="true"></div>
    <div class="words"><h2>{title}</h2><p>{invitation}</p></div>
  </article>"""


def cards() -> str:
    """Return the cards as HTML; a family is described by its lesson, else by its first variant."""
    families: dict[str, Game] = {}
    for game in all_games().values():
        families.setdefault(game.family, game)
    return "\n".join(
        _CARD.format(family=escape(family), title=escape(game.title), invitation=escape(_invitation(game)))
        for family, game in families.items()
    )


def _invitation(game: Game) -> str:
    lesson = game.optional_submodule("lesson")
    text: str = lesson.LESSON["invitation"] if lesson else f"{game.description[:1].upper()}{game.description[1:]}."
    return text
