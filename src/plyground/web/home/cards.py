"""The boards of the front page: for each family of games a card with a start position, and the board of the search."""

from html import escape

from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.web.board.picture import drawn, symbols
from plyground.web.home.guess import guess

_CARD = """\
  <article class="card" data-family="{family}">
    <div class="mini board" aria-hidden="true">{board}</div>
    <div class="words"><h2>{title}</h2><p>{invitation}</p></div>
    <div class="variants" role="group" aria-label="Variants">{variants}</div>
    <div class="doors">{doors}</div>
  </article>"""


def cards() -> dict[str, str]:
    """Return the ``cards`` and the ``guess board`` as HTML, and the ``symbols`` of all boards.

    A family is described by its lesson, else by its first variant.
    """
    families: dict[str, Game] = {}
    for game in all_games().values():
        families.setdefault(game.family, game)
    found = "\n".join(
        _CARD.format(
            family=escape(family),
            title=escape(game.title),
            invitation=escape(_invitation(game)),
            board=drawn(game, labels=False),
            variants=_variants(family),
            doors=_doors(game),
        )
        for family, game in families.items()
    )
    searched = all_games()[guess()["game"]]
    return {
        "cards": found,
        "guess board": drawn(searched, name="The position that is searched", labels=False),
        "symbols": symbols((game, None) for game in [*families.values(), searched]),
    }


def _variants(family: str) -> str:
    """Return a button for each variant of a family that has several."""
    variants = [game for game in all_games().values() if game.family == family]
    buttons = (
        f'<button data-game="{escape(game.name)}" title="{escape(game.description)}" '
        f'aria-pressed="{"true" if game is variants[0] else "false"}">{escape(game.variant or game.title)}</button>'
        for game in variants
    )
    return "".join(buttons) if len(variants) > 1 else ""


def _doors(game: Game) -> str:
    """Return the links from a card to what one can do with a game."""
    return (
        f'<a class="button primary" href="/play/{escape(game.name)}">Play</a>'
        f'<a class="button" href="/analysis/{escape(game.name)}">Analyse</a>'
        f'<a class="button" href="/learn/{escape(game.family)}">Learn</a>'
    )


def _invitation(game: Game) -> str:
    lesson = game.optional_submodule("lesson")
    text: str = lesson.LESSON["invitation"] if lesson else f"{game.description[:1].upper()}{game.description[1:]}."
    return text
