"""`Connection`: a program on this machine as an opponent in a class on another one. Only its moves leave this machine.

It takes part as a browser does: a token in a cookie, the class's WebSocket for news, one WebSocket a game. Every game
has a player of its own, in a thread of its own. A lost connection is opened again; the games go on where they stood. A
program that crashes, hangs or answers with something that is not a move loses that game, and the page says why.
"""

import json
import secrets
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from plyground.agents.player import Allowance, Player, PlayerFailed
from plyground.agents.roster import Entry
from plyground.core.errors import InvalidSetting, PlygroundError, quote
from plyground.core.game import Game
from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.web.host.visitors import COOKIE
from plyground.web.service.views import game_of

LONGEST_WAIT = 20.0
"""The longest pause before the next attempt to connect, in seconds."""
ANSWER_SECONDS = 30.0
LOOK_EVERY = 5.0
"""Seconds after which open games are looked for even if there is no news."""
TOO_MANY = 429
_BUSY = {TOO_MANY, 502, 503, 504}
"""Answers that say: not now."""
_LOST = (OSError, WebSocketException, TimeoutError)


class Refused(PlygroundError):
    """The server says no, in a sentence."""


class Connection:
    """The connection; `run` lasts until the class ends or sends the program away.

    Parameters
    ----------
    url
        An address of the server, as the class's page has it.
    entry
        The program as a player.
    game
        What it plays.
    nickname
        What it is called there.
    token
        Who it is: the same token is the same pupil.
    movetime
        Seconds a move in games without a clock.
    tell
        Called with what happens, in sentences.
    """

    def __init__(
        self,
        url: str,
        entry: Entry,
        game: Game,
        nickname: str,
        token: str,
        movetime: float,
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        refusal = f"The address {quote(url)} should be like http://192.168.1.20:8000/class."
        try:
            parts = urlsplit(url if "://" in url else f"http://{url}")
            known = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
        except ValueError:  # brackets without an end, a port above 65535
            raise InvalidSetting(refusal) from None
        if not known:
            raise InvalidSetting(refusal)
        self._server = f"{parts.scheme}://{parts.netloc}"
        self._entry, self._game, self._nickname, self._token = entry, game, nickname, token
        self._movetime, self._tell = movetime, tell
        self._playing: dict[str, threading.Thread] = {}
        self._ended = threading.Event()
        self._standing = ""

    # ---------------------------------------------------------------------------------------------------- the class

    def run(self) -> None:
        """Take part; raises `Refused` when the server does not let the program in or sends it away."""
        self._join()
        wait = 0.5
        while True:
            try:
                with self._socket("/api/class/live") as socket:
                    wait = 0.5
                    self._follow(socket)
            except _LOST:
                self._tell("The connection is lost; trying again.")
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _join(self) -> None:
        said = ""
        while True:
            try:
                view = self._ask("/api/class/join", {"nickname": self._nickname, "plays": self._game.name})
            except _LOST as error:
                if not isinstance(error, urllib.error.HTTPError) or error.code != TOO_MANY:
                    reason = getattr(error, "reason", error)
                    raise Refused(f"The server {self._server} cannot be reached: {reason}.") from None
                before, said = said, _sentence(error)
                if said != before:
                    self._tell(said)
                time.sleep(LOOK_EVERY)
            else:
                self._tell_standing(view)
                return

    def _tell_standing(self, view: dict[str, Any]) -> None:
        """Say whether the program is in the class; raises `Refused` if it is not, and does not wait any more."""
        if not view["you"] and not view["waiting"]:
            raise Refused("The teacher has not let the program in.")
        said = f"is in the class, and plays {self._game.label}" if view["you"] else "waits until the teacher lets it in"
        if said != self._standing:
            self._tell(f"{self._nickname} {said}. Ctrl-C ends it.")
        self._standing = said

    def _follow(self, socket: ClientConnection) -> None:
        while True:
            try:
                view = json.loads(socket.recv(timeout=LOOK_EVERY))
            except TimeoutError:
                view = {}
            if view.get("removed"):
                raise Refused("The teacher has removed the program from the class.")
            if view and view["name"] is None:
                raise Refused("The class has ended.")
            if view:
                self._tell_standing(view)
            for line in self._ask("/api/play?open=true")["games"]:
                name = line["id"]
                if name not in self._playing:
                    self._playing[name] = threading.Thread(target=self._play, args=(name,), daemon=True)
                    self._playing[name].start()

    # ---------------------------------------------------------------------------------------------------- one game

    def _play(self, name: str) -> None:
        """Play a game to its end."""
        try:
            with self._entry.create(self._game) as player:
                self._play_with(player, name)
        except PlayerFailed as failure:
            self._forfeit(name, str(failure))
        except PlygroundError as error:
            self._forfeit(name, f"{self._nickname}: {error}")

    def _play_with(self, player: Player, name: str) -> None:
        answered, begun = -1, False
        while True:
            try:
                with self._socket(f"/api/play/{name}/live") as socket:
                    while True:
                        view = json.loads(socket.recv())
                        if view["outcome"] or view["side"] is None:
                            return
                        if not begun:
                            player.new_game(self._game, Color(view["side"]), secrets.randbits(32))
                            begun = True
                        if view["view"]["turn"] == view["side"] and view["ply"] != answered:
                            self._move(player, name, view)
                            answered = view["ply"]
            except _LOST:
                time.sleep(1.0)

    def _move(self, player: Player, name: str, view: dict[str, Any]) -> None:
        game = game_of(view["view"]["game"], view["rules"])
        record = Record.from_moves(game, view["moves"], game.position(view["start"]))
        choice = player.choose(record, self._allowance(view["clock"]))
        if choice.move is None:
            self._ask(f"/api/play/{name}/resign", {})
            return
        text = str(choice.move)
        try:
            record.play(choice.move)
        except PlygroundError as error:
            raise PlayerFailed(f"{self._nickname} answered {quote(text)}: {error}", "illegal move") from None
        self._ask(f"/api/play/{name}/move", {"move": str(record.moves[-1]), "ply": view["ply"]})

    def _allowance(self, clock: dict[str, Any] | None) -> Allowance:
        if clock is None:
            return Allowance(movetime=self._movetime, patience=10 * self._movetime)
        white, black = clock["left"]
        return Allowance(clocks=(white, black), increment=clock["increment"], patience=max(white, black))

    def _forfeit(self, name: str, reason: str) -> None:
        self._tell(f"A game is lost: {reason}")
        try:
            self._ask("/api/class/forfeit", {"id": name, "reason": reason[:300]})
        except (Refused, *_LOST) as error:
            self._tell(f"The server could not be told: {error}")

    # ---------------------------------------------------------------------------------------------------- the wire

    def _socket(self, path: str) -> ClientConnection:
        address = self._server.replace("http", "ws", 1) + path
        return connect(address, additional_headers=self._headers(), open_timeout=ANSWER_SECONDS, max_size=None)

    def _headers(self) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self._token}", "Content-Type": "application/json"}

    def _ask(self, path: str, fields: dict[str, Any] | None = None) -> Any:
        """GET, or POST `fields`; raises `Refused` with the server's sentence, and what `_LOST` names."""
        body = None if fields is None else json.dumps(fields).encode()
        request = urllib.request.Request(self._server + path, body, self._headers())
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code in _BUSY:
                raise
            raise Refused(_sentence(error)) from None
        except ValueError:
            raise Refused(f"There is no Plyground at {self._server}.") from None


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError, TypeError):
        return f"The server answered {error.code}; is a Plyground there?"
