"""Routes for the endpoints: what Starlette takes from a request, and how it sends an answer.

An endpoint's function runs in a thread, because it may call kernels. The app's ``state.services`` is passed to it.
"""

import sqlite3
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from plyground.core.errors import PlygroundError
from plyground.web.host.addresses import network_of
from plyground.web.service.elsewhere import Elsewhere
from plyground.web.service.endpoints import Endpoint, File, NotKept, json_text, status_of
from plyground.web.service.requests import TOO_LARGE, fields_of

MAX_WAITING = 16
"""Requests to one endpoint that may wait for the pool at the same time; further ones queue."""


THINKS = "Plyground-Thinks"
"""The header by which a browser says that it thinks for itself, and is answered what to ask itself."""
REFUSALS = PlygroundError, sqlite3.Error
"""What is raised where something cannot be answered: what was asked, or what is kept is at fault."""


class JSONAnswer(JSONResponse):
    """An answer in JSON, whatever it holds."""

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return json_text(content).encode()


def sentence_of(error: PlygroundError | sqlite3.Error) -> str:
    """Tell a page's visitor why something cannot be answered."""
    return f"The server's file cannot be used: {error}." if isinstance(error, sqlite3.Error) else str(error)


def error_response(error: PlygroundError | sqlite3.Error) -> Response:
    """Return an error as the API gives it."""
    status = status_of(NotKept("") if isinstance(error, sqlite3.Error) else error)
    return JSONAnswer({"error": sentence_of(error)}, status)


def is_teacher(connection: HTTPConnection) -> bool:
    """Tell whether a request comes from the teacher's browser."""
    return bool(connection.app.state.services.classes.is_teacher(connection.headers.get("cookie", "")))


def route_of(endpoint: Endpoint) -> Route:
    """Return the route of an endpoint."""
    threads = CapacityLimiter(MAX_WAITING) if endpoint.waits else None

    async def answer(request: Request) -> Response:
        def call(fields: dict[str, Any]) -> Any:
            services, visitor = request.app.state.services, request.scope["visitor"]
            address = network_of(request.client.host) if request.client is not None else ""
            return endpoint.call(
                services,
                fields,
                visitor,
                is_teacher=is_teacher(request),
                address=address,
                thinks=THINKS in request.headers,
            )

        try:
            result = await to_thread.run_sync(call, await _fields(endpoint, request), limiter=threads)
        except REFUSALS as error:
            return error_response(error)
        except ClientDisconnect:
            # nobody waits for this, unless the body was too large
            return JSONAnswer({"error": TOO_LARGE}, 413, {"connection": "close"})
        if isinstance(result, Elsewhere):
            return JSONAnswer({"path": result.path or request.url.path, "ask": result.ask}, headers={THINKS: "here"})
        if not isinstance(result, File):
            return JSONAnswer(result)
        headers = {"Content-Disposition": f'attachment; filename="{result.name}"'} if result.name else None
        return Response(result.text, media_type=result.media_type, headers=headers)

    return Route(endpoint.path, answer, methods=[endpoint.method], name=endpoint.function.__name__)


async def _fields(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    query = request.query_params
    in_path = {name: str(value) for name, value in request.path_params.items()}
    return fields_of(endpoint, in_path, {name: query.getlist(name) for name in query}, await request.body())
