"""`BrowserEngines`: the games whose engine thinks in the browser that plays them, and what these are asked just now."""

from typing import NamedTuple

from plyground.web.play.engine_moves import AskEngineMove


class _Asked(NamedTuple):
    ask: AskEngineMove
    until: float


class BrowserEngines:
    """See the module's first line; its methods are called under the lock of all games."""

    def __init__(self) -> None:
        self._visitors: dict[str, str] = {}
        self._asked: dict[str, _Asked] = {}

    def begin(self, name: str, visitor: str) -> None:
        """Leave the engine's moves in a game to the browser of `visitor` from now on."""
        self._visitors[name] = visitor

    def end(self, name: str) -> bool:
        """Leave them to the server; tell whether one is being waited for."""
        self._visitors.pop(name, None)
        return self._asked.pop(name, None) is not None

    def visitor(self, name: str) -> str:
        """Return whose browser thinks in a game; "" if the server does."""
        return self._visitors.get(name, "")

    def ask(self, ask: AskEngineMove, until: float) -> None:
        """Ask for a move, which is waited for until a time."""
        self._asked[ask["id"]] = _Asked(ask, until)

    def drop(self, name: str) -> None:
        """Wait for no move in a game any more."""
        self._asked.pop(name, None)

    def question(self, name: str, visitor: str) -> AskEngineMove | None:
        """Return what the browser of `visitor` is asked in a game; None if nothing."""
        found = self._asked.get(name)
        return found.ask if found is not None and visitor and self._visitors.get(name) == visitor else None

    def overdue(self, now: float) -> list[str]:
        """Return the games in which a move has been waited for in vain."""
        return [name for name, found in self._asked.items() if now > found.until]
