"""The games that play themselves on the front page."""

from plyground.web.home.demo import Demo, demo
from plyground.web.home.guess import Guess, guess
from plyground.web.home.tour import Tour, tour
from plyground.web.service.endpoints import Api
from plyground.web.service.fields import AskNothing
from plyground.web.service.games import AskGame
from plyground.web.service.services import Services
from plyground.web.service.views import game_of

api = Api()


class PlayedDemo(Demo):
    """A game in frames, and the pictures of its rules."""

    tour: Tour


@api.get("/api/games/{game}/demo")
def show_demo(services: Services, ask: AskGame) -> PlayedDemo:
    """Show a short game in frames, for a board that plays by itself, and the rules in moving pictures."""
    game = game_of(ask["game"])
    return {**demo(game), "tour": tour(game)}


@api.get("/api/guess")
def show_guess(services: Services, ask: AskNothing) -> Guess:
    """Show the search whose cuts are guessed on the front page."""
    return guess()
