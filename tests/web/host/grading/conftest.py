"""An app in a server of its own, for a browser."""

import socket
import threading
import time

import pytest
import uvicorn


@pytest.fixture
def serving():
    """Return a function that serves an app until the test ends, and returns its address."""
    running = []

    def serve(app):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        running.append((server, thread, listener))
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield serve
    for server, thread, listener in running:
        server.should_exit = True
        thread.join(timeout=60)
        listener.close()
