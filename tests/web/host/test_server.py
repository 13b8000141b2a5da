"""The server under attack: a real one, in a process of its own, with few files."""

import asyncio
import contextlib
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.responses import PlainTextResponse
from uvicorn import Server
from websockets.asyncio.client import connect

from plyground.web.host import server
from plyground.web.host.server import RateLimitFilter, config_of

FILES = 1024
LONG = 60


def started(database, *options, files=FILES):
    """Start `plyground web` under ``ulimit -n``; return the process and its port."""
    process = subprocess.Popen(
        [
            *("bash", "-c", f'ulimit -n {files}; exec "$@"', "-"),
            *(sys.executable, "-m", "plyground", "web", "--no-browser", "--port", "0", "--db", str(database)),
            *options,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    found = re.search(r":(\d+)/", line)
    return process, int(found[1]) if found else 0


@contextlib.contextmanager
def serving(database):
    process, port = started(database)
    try:
        assert port, process.stderr.read()
        yield process, port
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=LONG)


def asked(port, path="/api/games"):
    """Return the first line of an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=LONG) as connection:
        connection.settimeout(LONG)
        connection.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
        return connection.makefile("rb").readline().decode().strip()


def test_half_open_connections_stall_nobody_and_fill_no_log(tmp_path):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    process, port = started(tmp_path / "web.db")
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=LONG) as connection:
            connection.sendall(
                b"POST /api/play HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"
            )
            assert connection.recv(100).startswith(b"HTTP/1.1 4")
        with contextlib.ExitStack() as stack:
            for i in range(1100):
                connection = stack.enter_context(socket.socket())
                connection.setblocking(False)
                connection.connect_ex(("127.0.0.1", port))
                if i % 3 == 0:
                    with contextlib.suppress(OSError):
                        connection.send(b"GET / HTTP/1.1\r\nhost: ")
                if i % 100 == 0:
                    assert asked(port) == "HTTP/1.1 200 OK"
            for _ in range(5):
                assert asked(port) == "HTTP/1.1 200 OK"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=LONG)
    assert "Traceback" not in said
    assert len(said.splitlines()) < 50, said[:2000]


def test_one_server_a_file(tmp_path):
    database = tmp_path / "web.db"
    with serving(database) as (_, port):
        second, _ = started(database)
        _, said = second.communicate(timeout=LONG)
        assert second.returncode == 2
        assert said.count("\n") <= 1, said
        assert "is in use: another plyground serves its games; --db FILE names another." in said
        assert asked(port) == "HTTP/1.1 200 OK"
    with serving(database) as (_, port):
        assert asked(port) == "HTTP/1.1 200 OK"


def test_a_killed_server_leaves_its_file_to_the_next(tmp_path):
    process, port = started(tmp_path / "web.db")
    assert asked(port) == "HTTP/1.1 200 OK"
    process.kill()
    process.communicate()
    with serving(tmp_path / "web.db") as (_, port):
        assert asked(port) == "HTTP/1.1 200 OK"


@pytest.mark.parametrize("harm", ["text", "middle", "schema", "folder", "studies", "puzzles"])
def test_a_corrupt_file_is_a_sentence(tmp_path, harm):
    database = tmp_path / "web.db"
    if harm == "text":
        database.write_bytes(b"these are no games\n" * 500)
    elif harm in {"studies", "puzzles"}:
        (tmp_path / f"web-{harm}.db").write_bytes(b"these are no studies\n" * 500)
    elif harm == "folder":
        database.mkdir()
    elif harm == "schema":
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute("CREATE TABLE live_games (other TEXT)")
    else:
        with contextlib.closing(sqlite3.connect(database)) as connection:
            connection.execute(
                "CREATE TABLE live_games (id TEXT PRIMARY KEY, changed REAL, finished INTEGER, state TEXT)"
            )
            connection.executemany(
                "INSERT INTO live_games VALUES (?, 0, 0, ?)", [(str(i), "x" * 900) for i in range(99)]
            )
            connection.commit()
        with database.open("r+b") as file:
            file.seek(8192)
            file.write(os.urandom(40_000))
    process, port = started(database)
    _, said = process.communicate(timeout=LONG)
    assert (process.returncode, port) == (2, 0)
    assert len(said.splitlines()) == 1
    assert "cannot keep" in said


async def _answer(scope, receive, send):
    while scope["type"] == "http" and (await receive()).get("more_body"):
        pass
    await PlainTextResponse("x" * (10_000_000 if scope.get("path") == "/much" else 10))(scope, receive, send)


def served(talk, app=_answer, **settings):
    """Serve a small app in this process, while `talk` is given its port."""

    async def run():
        with pytest.MonkeyPatch.context() as patch:
            for name, value in settings.items():
                patch.setattr(server, name, value)
            config = config_of(app)
            config.lifespan = "off"
            listener = socket.socket()
            listener.bind(("127.0.0.1", 0))
            running = Server(config)
            task = asyncio.create_task(running._serve([listener]))
            while not running.started:
                await asyncio.sleep(0.01)
            try:
                return await asyncio.wait_for(talk(listener.getsockname()[1]), LONG)
            finally:
                running.should_exit = True
                await task
                listener.close()

    # playwright may have an event loop in this thread
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(run())).result()


async def _said(port, *pieces, pause=0.0):
    """Send the pieces, and return what comes until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\n"])
def test_a_request_must_come_in_time(begun):
    async def talk(port):
        return await _said(port, begun)

    assert served(talk, HEADER_SECONDS=0.3).startswith(b"HTTP/1.1 408 ")


def test_drops_do_not_lengthen_the_time():
    async def talk(port):
        return await _said(port, *[b"G", *[b"E"] * 12], pause=0.1)

    assert served(talk, HEADER_SECONDS=0.4) in {b"", server._LATE}


def test_a_body_must_come_in_time():
    async def talk(port):
        return await _said(port, b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx")

    assert served(talk, BODY_SECONDS=0.3) == b""


def test_a_websocket_has_no_body_to_wait_for():
    """Each was closed after `BODY_SECONDS`; pages opened another one, so that nobody noticed."""

    async def echo(scope, receive, send):
        if scope["type"] != "websocket":
            return
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.receive":
                await send({"type": "websocket.send", "text": message["text"]})

    async def talk(port):
        async with connect(f"ws://127.0.0.1:{port}/") as opened:
            await asyncio.sleep(0.5)
            await opened.send("still here")
            return await opened.recv()

    assert served(talk, app=echo, BODY_SECONDS=0.2, HEADER_SECONDS=0.2) == "still here"


def test_an_answer_must_be_taken_in_time():
    async def talk(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1000)
        writer.write(b"GET /much HTTP/1.1\r\nhost: x\r\n\r\n")
        await asyncio.sleep(1.5)
        taken = 0
        with contextlib.suppress(ConnectionError):
            while piece := await reader.read(100_000):
                taken += len(piece)
        writer.close()
        return taken

    assert served(talk, ANSWER_SECONDS=0.3) < 10_000_000


def test_requests_one_after_the_other_are_answered():
    async def talk(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answers = []
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nx")
            await asyncio.sleep(0.05)
            writer.write(b"yGET / HTTP/1.1\r\nhost: x\r\n\r\n")
            for _ in range(2):
                head = await reader.readuntil(b"\r\n\r\n")
                answers.append(head.split()[1])
                await reader.readexactly(10)
            if len(answers) == 2:
                # longer than a head may take: it has not begun
                await asyncio.sleep(2.0)
        writer.close()
        return answers

    assert served(talk, HEADER_SECONDS=1.5) == [b"200"] * 6


def test_the_longest_idle_makes_room(monkeypatch):
    monkeypatch.setattr(server, "max_connections", lambda: 20)

    async def talk(port):
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(30)]
        answer = await _said(port, b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        first = await held[0][0].read()
        for _, writer in held:
            writer.close()
        return answer, first

    answer, first = served(talk)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert first.startswith(b"HTTP/1.1 503 ")


def test_the_log_says_the_same_a_few_times_a_minute():
    now = [0.0]
    sparing = RateLimitFilter(clock=lambda: now[0])

    def said(message, *arguments, error=None):
        info = (type(error), error, None) if error else None
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, arguments, info)
        return record.getMessage() if sparing.filter(record) else None

    assert [said("Bad %s", i) for i in range(7)] == [
        "Bad 0", "Bad 1", "Bad 2", "Bad 3", "Bad 4 (the same is not said again for a while)", None, None,
    ]  # fmt: skip
    assert said("Another") == "Another"
    now[0] = 61.0
    assert said("Bad %s", 7) == "Bad 7 (and 2 times more since)"
    assert said("Cut", error=asyncio.CancelledError()) is None
    assert said("Failed", error=ValueError("x")) == "Failed"


def test_files_are_left_for_the_app():
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert 16 <= server.max_connections() <= server.MAX_CONNECTIONS
        assert server.max_connections() < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, soft)


def test_ctrl_c_ends_it_without_a_word(tmp_path):
    with serving(tmp_path / "web.db") as (process, port):
        began = time.monotonic()
        assert asked(port) == "HTTP/1.1 200 OK"
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=LONG)
        assert time.monotonic() >= began
    assert "Traceback" not in said


@pytest.mark.parametrize(("proxies", "seen"), [((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.9")])
def test_only_a_proxy_that_is_named_says_whose_request_it_is(proxies, seen):
    async def app(scope, receive, send):
        assert scope["type"] == "http"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope["client"][0].encode()})

    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    server = Server(config_of(app, proxies))
    server.config.lifespan = "off"
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        request = urllib.request.Request(url, headers={"X-Forwarded-For": "203.0.113.9"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.read().decode() == seen
    finally:
        server.should_exit = True
        thread.join(timeout=60)
        listener.close()
