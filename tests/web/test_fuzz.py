"""Random requests, most of them damaged, to a running server: none is a 500, none is logged, and it goes on answering.

The seed is printed and can be given back: ``PLYGROUND_FUZZ_SEED=7 pytest tests/web/test_fuzz.py``.
"""

import contextlib
import json
import logging
import os
import socket
import struct
import sys
from random import Random

import pytest

from plyground.web.application import ENDPOINTS
from plyground.web.explorer import api as explorer_api
from plyground.web.explorer import simulations
from plyground.web.host import security
from plyground.web.play import live_games
from plyground.web.service.endpoints import openapi

from .conftest import Server

DOCUMENT = openapi(ENDPOINTS)
OPERATIONS = [(method, path, each) for path, methods in DOCUMENT["paths"].items() for method, each in methods.items()]
SOCKETS = ("/api/analyse", "/api/explorer/live", "/api/play/x/live", "/api/arena/1/live", "/api/nothing")
VALUES = [
    "congo", "gardner", "minichess", "halma", "starcircle", "white", "both", "none", "a2a3", "", "x", "a" * 3000,
    "\0", "\ud800", "é\u202e", "../../etc/passwd", "3l3/7/7/7/7/7/3L3 w 0", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "random", "minimax:depth=1", "engine:nodes=9", "engine:hash=99999999999", "program:/bin/sh", "uci:sh", "%00", "NaN",
    0, 1, 2, -1, 10**18, 10**30, 1.5, 1e308, float("nan"), float("-inf"), True, None, [], {}, [[[]]], {"\ud800": {}},
]  # fmt: skip
USUAL = {
    "game": ["congo", "gardner", "halma-8x8", "starcircle", "amazons"], "position": [None], "start": [None],
    "move": ["a2a3", "x"], "players": [["random", "dummy"]], "rules": [{}, {"bare-lions": "draw"}], "id": ["x"],
    "moves": [[], ["a2a3"]], "evaluation": ["engine"],
}  # fmt: skip
HEADERS = [
    "host: 127.0.0.1", "host: evil.example", "host: ", "host: 127.0.0.1:99999", "cookie: plyground=\xff",
    "cookie: ;;;=;plyground=", "content-length: 5", "content-length: -1", "content-length: 99999999999999999999",
    "transfer-encoding: chunked", "transfer-encoding: x", "expect: 100-continue", "accept-encoding: gzip, ,;q=x",
    "upgrade: h2c", "connection: upgrade", "connection: close", "range: bytes=-9999999999", "if-none-match: \xff",
    "content-type: text/plain", "content-type: application/json; charset=\xff", "x" * 300 + ": y", "if-range: x",
    "sec-websocket-key: x", "sec-websocket-version: 99", "referer: \xe9",
    "origin: null",
]  # fmt: skip
TARGETS = [
    "/", "/play", "/static/board/board.js", "/static/../app.py", "/static/%2e%2e/%2e%2e/", "/static/\x00", "/%00", "*",
    "//", "/api/openapi.json", "/api/play/%ff%fe", "/" + "a/" * 3000, "/?" + "a=b&" * 999, "/api/%",
    "/api/games/congo/position?position=%ed%a0%80", "/api/games/congo/board.svg?size=99999", "/api/play?open=maybe",
    "http://127.0.0.1/",
]  # fmt: skip
SECONDS = 120
SOON = 0.05


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explorer_api, "MAX_SECONDS", 0.1)
        patch.setattr(simulations, "MAX_SECONDS", 0.1)
        patch.setattr(live_games, "HINT_SECONDS", 0.02)
        patch.setattr(security, "BURST", 10**9)
        server = Server(tmp_path_factory.mktemp("fuzz") / "web.db")
        yield server
        server.stop()


def value_of(random, schema, name=""):
    """Return a value that fits a schema, nine times in ten."""
    if random.random() < 0.1:
        return random.choice(VALUES)
    if name in USUAL:
        return random.choice(USUAL[name])
    if "anyOf" in schema:
        return value_of(random, random.choice(schema["anyOf"]), name)
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return min(random.choice([schema.get("minimum", 0), 1, 2, 3]), 3)
        case "boolean":
            return random.random() < 0.5
        case "array":
            return [value_of(random, schema["items"]) for _ in range(random.randrange(3))]
        case "object":
            fields = schema.get("properties", {"a": {}, "bare-lions": {}})
            wanted = schema.get("required", ())
            return {
                name: value_of(random, each, name)
                for name, each in fields.items()
                if name in wanted or random.random() < 0.3
            }
        case _:
            return random.choice(VALUES)


def damaged(random, data):
    """Return the data with bytes changed, left out, doubled or added."""
    data = bytearray(data)
    for _ in range(random.randrange(4)):
        place = random.randrange(len(data) + 1)
        match random.randrange(4):
            case 0:
                data[place:place] = random.randbytes(random.randrange(1, 9))
            case 1:
                del data[place : place + random.randrange(1, 30)]
            case 2:
                data[place:place] = data[: random.randrange(1, 60)]
            case _:
                if place < len(data):
                    data[place] = random.randrange(256)
    return bytes(data)


def request(random):
    """Return the bytes of a request."""
    method, path, operation = random.choice(OPERATIONS)
    body = b""
    for parameter in operation["parameters"]:
        if parameter["in"] == "path":
            path = path.replace(
                "{" + parameter["name"] + "}", str(value_of(random, {}, parameter["name"]))[:200] or "x"
            )
        elif random.random() < 0.5 and (value := value_of(random, parameter["schema"], parameter["name"])) is not None:
            path += f"{'&' if '?' in path else '?'}{parameter['name']}={value}"
    if "requestBody" in operation:
        body = json.dumps(value_of(random, operation["requestBody"]["content"]["application/json"]["schema"])).encode()
    if random.random() < 0.2:
        path = random.choice(TARGETS)
    path = path.replace(" ", "%20").encode("utf-8", errors="surrogatepass")
    if random.random() < 0.8:
        path = b"".join(bytes([c]) if 32 < c < 127 else b"%%%02x" % c for c in path)
    if random.random() < 0.1:
        body = damaged(random, body) if random.random() < 0.8 else b"[" * random.choice([900, 1100, 9000])
    headers = ["host: 127.0.0.1", "content-type: application/json", f"content-length: {len(body)}"]
    is_whole = random.random() < 0.8
    if is_whole:
        headers.append("connection: close")
    else:
        headers += random.sample(HEADERS, random.randrange(1, 4))
        random.shuffle(headers)
    method = random.choice(["HEAD", "PUT", "OPTIONS", "x" * 99]) if random.random() < 0.05 else method.upper()
    head = b"%s %s HTTP/1.%d\r\n" % (method.encode(), path, random.random() < 0.95)
    whole = head + "".join(f"{header}\r\n" for header in headers).encode("latin-1") + b"\r\n" + body
    return (damaged(random, whole), False) if random.random() < 0.1 else (whole, is_whole)


def frame(random):
    """Return the bytes of a WebSocket frame, masked as a client's should be."""
    kinds = [
        b'{"do": "stop"}',
        b"",
        b"[" * 5000,
        b'{"token": 1e400}',
        b'{"do": "analyse", "token": 1, "game": "gardner"}',
    ]
    ask = {"do": random.choice(["analyse", "search", "review", "stop", 1]), "token": random.choice(VALUES)}
    ask |= {name: random.choice(VALUES) for name in random.sample(["game", "start", "moves", "depth", "lines"], 2)}
    data = random.choice([*kinds, json.dumps(ask).encode(), random.randbytes(20)])
    opcode = random.choice([1, 1, 1, 1, 2, 0, 8, 9, 10, 3, 15])
    length = random.choice([len(data)] * 9 + [len(data) + 5])
    first = (0x80 if random.random() < 0.9 else 0) | opcode | (0x40 if random.random() < 0.03 else 0)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
    return bytes([first]) + size + bytes(4) + data


def conversation(random):
    """Return the bytes of a WebSocket's opening and some frames."""
    opening = (
        f"GET {random.choice(SOCKETS)} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    ).encode()
    whole = opening + b"".join(frame(random) for _ in range(random.randrange(6)))
    return (damaged(random, whole) if random.random() < 0.2 else whole), False


def answered(port, data, *, is_whole):
    """Send bytes; return what comes back, of a damaged request what comes soon."""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS if is_whole else SOON) as connection:
        found = b""
        # a server that has closed the connection need not read
        with contextlib.suppress(ConnectionError):
            connection.sendall(data)
            with contextlib.suppress(TimeoutError):
                while piece := connection.recv(1 << 16):
                    found += piece
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(SECONDS)
            while piece := connection.recv(1 << 16):
                found += piece
    return found


def fuzz(server, count, caplog, capsys):
    seed = int(os.environ.get("PLYGROUND_FUZZ_SEED") or struct.unpack("I", os.urandom(4))[0])
    with capsys.disabled():
        sys.stdout.write(f" PLYGROUND_FUZZ_SEED={seed} ")
    random = Random(seed)
    kinds = {}
    with caplog.at_level(logging.ERROR):
        for number in range(count):
            data, is_whole = conversation(random) if random.random() < 0.2 else request(random)
            answer = answered(server.port, data, is_whole=is_whole)
            status = answer[:12]
            kinds[status] = kinds.get(status, 0) + 1
            assert not status.startswith(b"HTTP/1.1 50") or b" 507 " in answer[:14], (seed, number, data, answer)
            if not number % 100:
                assert server.get("/api/games")
    assert server.get("/api/games")
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, (seed, errors[0].getMessage(), errors[0].exc_info)
    assert kinds.get(b"HTTP/1.1 200", 0) > count // 50, "the requests should not all be faulty"
    assert kinds.get(b"HTTP/1.1 400", 0) > count // 50


def test_random_requests(fuzzed, caplog, capsys):
    fuzz(fuzzed, 150, caplog, capsys)


@pytest.mark.slow
def test_ten_thousand_random_requests(fuzzed, caplog, capsys):
    fuzz(fuzzed, 10_000, caplog, capsys)
