"""Endpoints: plain functions from a request to an answer, and the OpenAPI document derived from their type hints.

    @api.get("/api/games/{game}")
    def look(services: Services, ask: AskLook) -> Look:
        \"\"\"What a game looks like.\"\"\"

`ask` is a TypedDict: fields from the path and from the query string (GET) or the JSON body (POST), checked before the
function is called. A parameter `visitor` is given who asks, `is_teacher` whether that is the teacher of the class, and
`address` what the host knows of where that is. What a class may lock declares that with ``lock``; what a browser can
think for itself says with ``elsewhere`` what it asks itself then.

The host of the pages answers by `Endpoint.call`. A faulty request raises a `PlygroundError` with one sentence, and
`status_of` gives its HTTP status.
"""

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, get_args, get_origin, get_type_hints

import plyground
from plyground.core.errors import PlygroundError, UnknownName
from plyground.core.steps import finish
from plyground.web.service.elsewhere import Elsewhere
from plyground.web.service.schema import check, schema_of
from plyground.web.service.visitors import NOBODY, Visitor

Function = Callable[..., Any]
Lock = str | Callable[[Any, Any], str | None]


class NotFound(PlygroundError):
    """Something requested by name does not exist."""


class Busy(PlygroundError):
    """The server is too busy to accept this."""


class Forbidden(PlygroundError):
    """Something that is only for the browser it belongs to."""


class Outdated(PlygroundError):
    """Something has changed meanwhile, so that a change of what was there before cannot be taken."""


class NotKept(PlygroundError):
    """The server's file does not take what should be stored, or does not give it back."""


MAX_BODY = 2_000_000
"""The largest body of a request, in bytes."""
STATUS = {NotFound: 404, UnknownName: 404, Forbidden: 403, Outdated: 409, Busy: 429, NotKept: 507}
"""Error to HTTP status; every other `PlygroundError` is a 400."""


def json_text(value: Any) -> str:
    """Return `value` as JSON that can be sent: a question mark stands for each half of a character that it holds."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", errors="replace").decode("utf-8")


@dataclass(frozen=True)
class File:
    """An answer that is no JSON: what is in it, its media type, and the name under which it is to be saved, if any."""

    text: str | bytes
    media_type: str = "image/svg+xml"
    name: str = ""


def status_of(error: PlygroundError) -> int:
    """Return the HTTP status of an error."""
    return next((code for kind, code in STATUS.items() if isinstance(error, kind)), 400)


@dataclass(frozen=True)
class Endpoint:
    """A path and the function that answers there.

    Attributes
    ----------
    method, path
        The request.
    function
        The function that answers.
    waits
        Whether answering waits for the pool: such requests have separate threads, so that others never wait for them.
    lock
        What it needs that the teacher of a class may have locked: "engine", "hints"; "" if nothing. A function of the
        services and the request, if it depends on them.
    for_teacher
        Whether only the teacher's browser may ask.
    elsewhere
        For a browser that thinks for itself: called like the function, and returns what it asks itself instead.
    """

    method: str
    path: str
    function: Function
    waits: bool = False
    lock: Lock = ""
    for_teacher: bool = False
    elsewhere: Callable[..., Elsewhere] | None = None

    @property
    def names_in_path(self) -> list[str]:
        """The fields in the path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    @cached_property
    def ask(self) -> Any:
        """The type of the request."""
        return get_type_hints(self.function, include_extras=True)["ask"]

    def call(
        self,
        services: Any,
        ask: Mapping[str, Any],
        visitor: Visitor = NOBODY,
        *,
        is_teacher: bool = False,
        address: str = "",
        thinks: bool = False,
        in_steps: bool = False,
    ) -> Any:
        """Check a request, and answer it.

        Parameters
        ----------
        services
            What the host gives the pages (`plyground.web.service.services.Services`).
        ask
            The fields of the request, as JSON has them.
        visitor
            Who asks.
        is_teacher
            Whether that is the teacher of the class.
        address
            From where, as far as the host can tell: what is bounded for each address goes by it.
        thinks
            Whether the browser that asks thinks for itself.
        in_steps
            Whether an answer that is made in steps (`plyground.core.steps`) is returned as such.

        Returns
        -------
        Any
            What JSON can hold, or a `File`, or an `Elsewhere` for a browser that thinks for itself.

        Raises
        ------
        PlygroundError
            With the sentence that answers a request that cannot be answered otherwise.
        """
        if self.for_teacher and not is_teacher:
            raise Forbidden("Only the teacher can do that; the password opens the teacher's page.")
        checked_ask = check(self.ask, dict(ask), "the request")
        if lock := self.lock(services, checked_ask) if callable(self.lock) else self.lock:
            services.classes.demand_unlocked(lock, is_teacher=is_teacher)
        who = {"visitor": visitor, "is_teacher": is_teacher, "address": address}
        if thinks and self.elsewhere is not None:
            asked = _call(self.elsewhere, services, checked_ask, who)
            if asked.game in {None, *services.given_to_browsers}:
                return asked
        answer = _call(self.function, services, checked_ask, who)
        return finish(answer) if isinstance(answer, Generator) and not in_steps else answer

    def operation(self, components: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """Return the operation in OpenAPI; the types of answers are added to `components`."""
        fields = schema_of(self.ask)
        in_path = self.names_in_path
        parameters = [
            {"name": name, "in": "path" if name in in_path else "query", "schema": schema}
            | {"required": name in fields["required"]}
            for name, schema in fields["properties"].items()
            if name in in_path or self.method == "GET"
        ]
        documentation = (self.function.__doc__ or "").strip()
        operation: dict[str, Any] = {
            "operationId": self.function.__name__,
            "summary": documentation.partition("\n")[0],
            "description": documentation,
            "parameters": parameters,
            "responses": {
                "200": {"description": "The answer.", "content": self._content(components)},
                "4XX": {"description": "One sentence that says what is wrong.", "content": _json(_ERROR)},
            },
        }
        if self.method == "POST":
            body = {name: schema for name, schema in fields["properties"].items() if name not in in_path}
            required = [name for name in fields["required"] if name not in in_path]
            body_schema = {"type": "object", "properties": body, "required": required, "additionalProperties": False}
            operation["requestBody"] = {"required": bool(required), "content": _json(body_schema)}
        return operation

    def _content(self, components: dict[str, dict[str, Any]]) -> dict[str, Any]:
        kind = get_type_hints(self.function, include_extras=True)["return"]
        if get_origin(kind) is Generator:
            kind = get_args(kind)[-1]
        return {"image/svg+xml": {}} if kind is File else _json(schema_of(kind, (), components))


def _call(function: Function, services: Any, ask: Any, who: Mapping[str, Any]) -> Any:
    """Call a function with what it wants to know of who asks."""
    return function(services, ask, **{name: who[name] for name in who.keys() & _names(function)})


@cache
def _names(function: Function) -> frozenset[str]:
    return frozenset(get_type_hints(function))


_ERROR = {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


class Api:
    """A list of endpoints, filled by its decorators."""

    def __init__(self) -> None:
        self.endpoints: list[Endpoint] = []

    def get(self, path: str, *, lock: Lock = "", for_teacher: bool = False) -> Callable[[Function], Function]:
        """Return a decorator: answer GET requests at `path`."""
        return self._at("GET", path, waits=False, lock=lock, for_teacher=for_teacher)

    def post(
        self,
        path: str,
        *,
        waits: bool = False,
        lock: Lock = "",
        for_teacher: bool = False,
        elsewhere: Callable[..., Elsewhere] | None = None,
    ) -> Callable[[Function], Function]:
        """Return a decorator: answer POST requests at `path`; `waits` says that this waits for the pool."""
        return self._at("POST", path, waits=waits, lock=lock, for_teacher=for_teacher, elsewhere=elsewhere)

    def _at(self, method: str, path: str, **options: Any) -> Callable[[Function], Function]:
        def remember(function: Function) -> Function:
            self.endpoints.append(Endpoint(method, path, function, **options))
            return function

        return remember


def openapi(endpoints: list[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document."""
    paths: dict[str, dict[str, Any]] = {}
    components: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = endpoint.operation(components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Plyground", "version": plyground.__version__, "description": _DESCRIPTION},
        "paths": paths,
        "components": {"schemas": components},
    }


_DESCRIPTION = """Rules, search and games in progress as JSON. Live analysis, games and matches come through WebSockets:
/api/analyse, /api/play/{id}/live and /api/arena/{id}/live; docs/web.md says what they send."""
