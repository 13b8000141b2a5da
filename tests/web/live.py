"""Ask a session through its socket, and take the whole answer."""

from itertools import count

_TOKENS = count(1)


def answer_to(client, path, **asked):
    """Return the messages that answer a question, without its token; the last one is what ended it."""
    token, messages = next(_TOKENS), []
    with client.websocket_connect(f"ws://127.0.0.1{path}") as socket:
        socket.send_json({**asked, "token": token})
        while True:
            message = socket.receive_json()
            if message.pop("token") != token:
                continue
            messages.append(message)
            if "done" in message or "error" in message:
                return messages


def games_of(client, **asked):
    """Return what the laboratory finds in its games."""
    messages = answer_to(client, "/api/laboratory/live", do="play", **asked)
    assert messages[-1] == {"done": True}, messages[-1]
    return [message for message in messages if "found" in message][-1]["found"]


def counts_of(client, **asked):
    """Return the explorer's counts by algorithm."""
    messages = answer_to(client, "/api/explorer/live", do="compare", **asked)
    assert messages[-1] == {"done": True}, messages[-1]
    found = {}
    for message in messages:
        if "algorithm" in message:
            found.setdefault(message["algorithm"], []).append(message["nodes"])
    return found
