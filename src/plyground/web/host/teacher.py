"""The teacher's sign-in: the password opens the class, and a cookie keeps it open.

Only who is at the machine itself begins a class in the app. An address may give a few wrong passwords.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypedDict

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from plyground.core.errors import InvalidSetting
from plyground.web.host.addresses import LOCAL_HOSTS, is_loopback, network_of
from plyground.web.host.routes import REFUSALS, JSONAnswer, error_response, is_teacher
from plyground.web.lesson import password
from plyground.web.service.budget import TokenBucket
from plyground.web.service.endpoints import Forbidden
from plyground.web.service.fields import AskNothing
from plyground.web.service.requests import json_fields
from plyground.web.service.schema import Most, check

TRIES = 10
"""Wrong passwords that an address may give, and then one every ten seconds."""
_LOCAL_NAMES = {name.strip("[]") for name in LOCAL_HOSTS}


class AskPassword(TypedDict):
    """The teacher's password."""

    password: Annotated[str, Most(200)]


class AskClass(AskPassword):
    """A class to begin, or to go on with."""

    name: Annotated[str, Most(40)]


def _answering(function: Callable[[Request, Any], Any], kind: Any) -> Callable[[Request], Any]:
    """Return what answers a POST request with `function`, or with the sentence of its error."""

    async def answer(request: Request) -> Response:
        try:
            ask = check(kind, json_fields(await request.body()), "the request")
            found: Response = await to_thread.run_sync(function, request, ask)
        except REFUSALS as error:
            return error_response(error)
        return found

    return answer


def _begin(request: Request, ask: AskClass) -> Response:
    """Begin a class from the app itself: on the machine that serves it."""
    classes, name = request.app.state.services.classes, " ".join(ask["name"].split())
    if not _is_local(request):
        raise Forbidden("A class is begun on the machine that runs the server.")
    if request.scope["has_key"] is False:
        raise Forbidden("A class is begun by who started the server, at the address for it that the terminal printed.")
    if classes.current is not None and not is_teacher(request):
        raise Forbidden(f"The class {classes.current.name} is being taught; its teacher can end it.")
    if not name:
        raise InvalidSetting("The class needs a name.")
    classes.begin(name, password.hash_password(ask["password"]))
    return _answer_with_cookie(request, classes.sign_in(ask["password"]))


def _sign_in(budget: TokenBucket) -> Callable[[Request, AskPassword], Response]:
    def answer(request: Request, ask: AskPassword) -> Response:
        classes = request.app.state.services.classes
        # whatever others have tried at the same address, who has signed in, or started the server, gets in
        is_known = is_teacher(request) or request.scope["has_key"] is True
        if not is_known and not budget.spend(network_of(_address(request))):
            raise Forbidden("Too many wrong passwords; wait a minute.")
        return _answer_with_cookie(request, classes.sign_in(ask["password"]))

    return answer


def _answer_with_cookie(request: Request, cookie: str | None) -> Response:
    if cookie is None:
        raise Forbidden("That is not the teacher's password.")
    answer = JSONAnswer({})
    is_secure = request.url.scheme == "https"
    answer.set_cookie(
        password.COOKIE, cookie, password.SECONDS_VALID, httponly=True, samesite="strict", secure=is_secure
    )
    return answer


def _sign_out(request: Request, ask: AskNothing) -> Response:
    answer = JSONAnswer({})
    answer.delete_cookie(password.COOKIE, httponly=True, samesite="strict")
    return answer


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _is_local(request: Request) -> bool:
    """Tell whether a request comes from this machine itself: behind a proxy, everybody's address is this machine's."""
    is_forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return is_loopback(_address(request)) and request.url.hostname in _LOCAL_NAMES and not is_forwarded


def routes() -> list[BaseRoute]:
    """Return the routes."""
    budget = TokenBucket(0.1, TRIES)
    return [
        Route("/api/class/begin", _answering(_begin, AskClass), methods=["POST"]),
        Route("/api/class/sign-in", _answering(_sign_in(budget), AskPassword), methods=["POST"]),
        Route("/api/class/sign-out", _answering(_sign_out, AskNothing), methods=["POST"]),
    ]
