"""The games that play themselves on the front page."""

from plyground.core.steps import Steps
from plyground.web.home.demo import Demo, demo_in_steps
from plyground.web.home.guess import Guess, guess
from plyground.web.home.tour import Tour, tour_in_steps
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
def show_demo(services: Services, ask: AskGame) -> Steps[PlayedDemo]:
    """Show a short game in frames, for a board that plays by itself, and the rules in moving pictures."""
    game = game_of(ask["game"])
    demo = yield from demo_in_steps(game)
    return {**demo, "tour": (yield from tour_in_steps(game))}


@api.get("/api/guess")
def show_guess(services: Services, ask: AskNothing) -> Guess:
    """Show the search whose cuts are guessed on the front page."""
    return guess()
