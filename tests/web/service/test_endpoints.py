"""Whatever is asked, no answer is a 500: requests drawn from the API's own documentation, with junk mixed in."""

import json
import re
import sqlite3

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from plyground.web.application import ENDPOINTS
from plyground.web.host import security
from plyground.web.host.app import create_app
from plyground.web.play import live_games
from plyground.web.service.endpoints import openapi

DOCUMENT = openapi(ENDPOINTS)
OPERATIONS = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]
TEXTS = [
    "gardner", "congo", "starcircle", "amazons", "engine", "seed", "random", "minimax:depth=1", "white", "a2a3", "d2d3",
    "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "3l3/7/7/7/7/7/3L3 w 0", "", "x", "\u0000", "é\u202e", "../../etc/passwd",
    "a" * 3000, "bare-lions=draw", "0", "-1", "NaN",
]  # fmt: skip
SMALL = {"games": 3, "rounds": 1, "depth": 2, "nodes": 50, "openings": 2}


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live_games, "HINT_SECONDS", 0.05)
        patch.setattr(security, "BURST", 10**9)
        app = create_app(tmp_path_factory.mktemp("fuzz") / "web.db", seed=1, threads=1)
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
            yield client


def values(schema, name=""):
    """Draw a value that fits a schema, mostly."""
    if "anyOf" in schema:
        return st.one_of([values(each, name) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "string":
            return st.sampled_from(TEXTS) | st.text(max_size=20)
        case "integer":
            return st.integers(0, SMALL.get(name, 3)) | st.just(-1)
        case "number":
            return st.floats(allow_nan=False)
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(values(schema["items"]), max_size=3)
        case "object" if "properties" in schema:
            return objects(schema)
        case "object":
            return st.dictionaries(
                st.sampled_from(["a1", "bare-lions", "1", "x"]), values(schema["additionalProperties"])
            )
        case _:
            return st.none()


def objects(schema):
    required = {name: values(schema["properties"][name], name) for name in schema["required"]}
    others = {name: values(each, name) for name, each in schema["properties"].items() if name not in required}
    return st.fixed_dictionaries(required, optional=others)


junk = st.sampled_from([None, 0, [], {}, "x", True, [[]], {"game": 1}, {"game": ["congo"]}])


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[f"{method} {path}" for method, path in OPERATIONS])
def test_no_request_is_a_500(fuzzed, method, path):
    operation = DOCUMENT["paths"][path][method]
    parameters = {each["name"]: each for each in operation["parameters"]}
    in_path = st.fixed_dictionaries(
        {name: values(each["schema"], name) for name, each in parameters.items() if each["in"] == "path"}
    )
    query = st.fixed_dictionaries(
        {}, optional={name: values(each["schema"], name) for name, each in parameters.items() if each["in"] == "query"}
    )
    body = st.just({})
    if "requestBody" in operation:
        body = objects(operation["requestBody"]["content"]["application/json"]["schema"]) | junk

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(in_path, query, body)
    def ask(in_path, query, body):
        from urllib.parse import quote

        address = path
        for name, value in in_path.items():
            address = address.replace("{" + name + "}", quote(str(value), safe="") or "x")
        if method == "get":
            response = fuzzed.get(address, params={name: str(value) for name, value in query.items()})
        else:
            # json.dumps writes what is no number as JSON does not know it (Infinity); clients may, too
            response = fuzzed.post(address, content=json.dumps(body))
        assert response.status_code < 500, (address, query, body, response.text)
        if response.status_code >= 400:
            assert "error" in response.json()

    ask()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/chess", 404),
        ("/api/games/congo/position?position=x", 400),
        ("/api/games/congo/position?move=a1a2", 400),
        ("/api/games/congo/position?rule=x", 400),
        ("/api/games/congo/position?colour=white", 400),
        ("/api/games/congo/board.svg?size=1", 400),
        ("/api/play/nothing", 404),
        ("/api/arena/77", 404),
        ("/api/lessons/chess", 404),
        ("/api/nothing", 404),
    ],
)
def test_what_is_wrong_is_one_sentence(client, path, status):
    response = client.get(path)
    assert response.status_code == status
    sentence = response.json()["error"]
    assert sentence.endswith(".")
    assert "Traceback" not in sentence


def test_a_body_that_is_no_json_is_refused(client):
    for body in ("", "{", "[1]", "[" * 100_000):
        response = client.post("/api/line", content=body, headers={"content-type": "application/json"})
        assert response.status_code == 400


def test_the_documentation_names_every_endpoint(client):
    document = client.get("/api/openapi.json").json()
    assert document == json.loads(json.dumps(openapi(ENDPOINTS)))
    assert sum(len(methods) for methods in document["paths"].values()) == len(ENDPOINTS)
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert operation["summary"].endswith(".") or operation["summary"].endswith(","), operation["summary"]
            named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert named == {part[1:-1] for part in path.split("/") if part.startswith("{")}


SURROGATE = "\\ud800"
"""Half a character, as JSON can write it."""


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/play", '{"game": "congo", "you": "white", "%s": 1}'),
        ("/api/play", '{"game": "%s", "you": "white"}'),
        ("/api/play", '{"game": "congo", "you": "%s"}'),
        ("/api/play", '{"game": "congo", "you": "both", "rules": {"%s": "x"}}'),
        ("/api/play", '{"game": "congo", "you": "both", "clock": {"%s": 1}}'),
        ("/api/line", '{"game": "gardner", "moves": [{"%s": []}]}'),
        ("/api/edit", '{"game": "gardner", "pieces": {"%s": "K"}, "turn": 0}'),
        ("/api/import", '{"text": ["%s"]}'),
    ],
)
def test_half_a_character_is_a_sentence(client, path, body):
    response = client.post(path, content=body % SURROGATE, headers={"content-type": "application/json"})
    assert response.status_code in {400, 404}
    assert response.json()["error"]


@pytest.mark.parametrize("levels", [10, 300, 900, 950, 990, 3000, 200_000])
@pytest.mark.parametrize("form", ['{"game": %s}', '{"game": "gardner", "moves": [%s]}'])
def test_what_is_nested_deep_is_a_sentence(client, levels, form):
    body = form % ("[" * levels + "]" * levels)
    response = client.post("/api/line", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert response.json()["error"]


@pytest.mark.parametrize("number", ["9" * 19, "9" * 25, "9" * 4000, "9" * 5000, "-" + "9" * 30, "1e999", "NaN"])
def test_a_number_too_large_is_a_sentence(client, number):
    for path, body in [
        ("/api/play", '{"game": "congo", "you": "white", "level": %s}'),
        ("/api/play/x/move", '{"move": "a1a2", "ply": %s}'),
        ("/api/arena", '{"game": "gardner", "players": ["random", "random"], "seed": %s, "rounds": 1}'),
        ("/api/explorer/search", '{"game": "gardner", "algorithm": "minimax", "depth": %s}'),
    ]:
        response = client.post(path, content=body % number, headers={"content-type": "application/json"})
        assert response.status_code in {400, 404}, path
    for path in (f"/api/arena/{number}", f"/api/arena/1/game?game={number}", f"/api/play/x/ply?ply={number}"):
        assert client.get(path).status_code in {400, 404}, path


def test_a_body_of_no_stated_size_is_limited(client):
    def pieces():
        for _ in range(40):
            yield b" " * 100_000

    response = client.post("/api/line", content=pieces(), headers={"content-type": "application/json"})
    assert response.status_code == 413
    assert "2000000 bytes" in response.json()["error"]


def test_a_file_that_cannot_be_used_is_a_sentence(client):
    games = client.app.state.services.games

    def broken(*arguments, **options):
        raise sqlite3.DatabaseError("database disk image is malformed")

    games._database.latest = broken
    response = client.get("/api/play")
    assert response.status_code == 507
    assert "database disk image is malformed" in response.json()["error"]


def test_every_type_that_the_documentation_refers_to_is_in_it_once(client):
    text = client.get("/api/openapi.json").text
    named = json.loads(text)["components"]["schemas"]
    assert set(re.findall('"#/components/schemas/([^"]+)"', text)) == set(named)
    assert named["PositionView"]["properties"]["outcome"]["anyOf"][0] == {"$ref": "#/components/schemas/OutcomeView"}
