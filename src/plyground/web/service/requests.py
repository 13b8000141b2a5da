"""From a request's path, query and body to the fields that an endpoint checks: the same for every host."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from plyground.web.service.endpoints import MAX_BODY, Endpoint
from plyground.web.service.schema import BadRequest, from_query

TOO_LARGE = f"The body of a request may have at most {MAX_BODY} bytes."


def nothing_at(method: str, path: str) -> str:
    """Return what is said of a request that nothing answers."""
    return f"There is nothing at {method} {path}."


def json_fields(body: bytes) -> dict[str, Any]:
    """Return the JSON object in the body of a request; nothing if it has none.

    Raises
    ------
    BadRequest
        If the body is something else.
    """
    try:
        fields = json.loads(body) if body else {}
    except (ValueError, RecursionError):
        raise BadRequest("The body of the request should be JSON.") from None
    if not isinstance(fields, dict):
        raise BadRequest("The body of the request should be a JSON object.")
    return fields


def fields_of(
    endpoint: Endpoint, in_path: Mapping[str, str], query: Mapping[str, Sequence[str]], body: bytes
) -> dict[str, Any]:
    """Return the fields of a request: those in its path, and those of the query (GET) or of the body (POST).

    Raises
    ------
    BadRequest
        If the body is no JSON object.
    """
    texts = {name: [text] for name, text in in_path.items()}
    if endpoint.method == "GET":
        return from_query(endpoint.ask, {name: list(entries) for name, entries in query.items()} | texts)
    return json_fields(body) | from_query(endpoint.ask, texts)
