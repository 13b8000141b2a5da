"""The boards of the front page: for each family of games a card with a start position, and the board of the search."""

from html import escape

from plyground.core.game import Game
from plyground.core.registry import all_games
from plyground.web.board.picture import draw, symbols
from plyground.web.home.guess import guess
from plyground.web.home.tour import opening
from plyground.web.service.views import aim_of, is_first_choice, is_for_courses

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
    for game in sorted(all_games().values(), key=is_for_courses):
        families.setdefault(game.family, game)
    families = {family: families[family] for family in dict.fromkeys(game.family for game in all_games().values())}
    found = "\n".join(
        _CARD.format(
            family=escape(family),
            title=escape(game.title),
            invitation=escape(_invitation(game)),
            board=draw(game, labels=False),
            variants=_variants(family),
            doors=_doors(game),
        )
        for family, game in families.items()
    )
    searched = all_games()[guess()["game"]]
    hero = next((game for game in families.values() if is_first_choice(game)), next(iter(families.values())))
    variant, start, said = opening(hero)
    return {
        "hero games": "".join(_choice(game, hero) for game in families.values()),
        "hero board": draw(variant, start, name="The rules in moving pictures", labels=False),
        "hero text": escape(said),
        "aim": escape(aim_of(hero)),
        "cards": found,
        "guess board": draw(searched, name="The position that is searched", labels=False),
        "symbols": symbols([*((game, None) for game in [*families.values(), searched]), (variant, start)]),
    }


def _choice(game: Game, chosen: Game) -> str:
    """Return the choice of a family of games."""
    checked = " checked" if game is chosen else ""
    return (
        f'<label><input type="radio" name="hero" value="{escape(game.name)}" '
        f'data-family="{escape(game.family)}"{checked}><span>{escape(game.title)}</span></label>'
    )


def _variants(family: str) -> str:
    """Return a button for each variant of a family that has several; those of courses stand behind a word."""
    variants = [game for game in all_games().values() if game.family == family]
    usual, more = ([game for game in variants if is_for_courses(game) is which] for which in (False, True))
    if len(variants) < 2:
        return ""
    first = usual[0] if usual else more[0]
    shown = _buttons(usual, first)
    if more:
        hidden = f'<div class="variants">{_buttons(more, first)}</div>'
        shown += f'<details class="more"><summary>More variants</summary>{hidden}</details>'
    return shown


def _buttons(variants: list[Game], first: Game) -> str:
    return "".join(
        f'<button data-game="{escape(game.name)}" title="{escape(game.description)}" '
        f'aria-pressed="{"true" if game is first else "false"}">{escape(game.variant or game.title)}</button>'
        for game in variants
    )


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
