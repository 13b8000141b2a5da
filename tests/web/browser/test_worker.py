"""All that is kept, as one file."""

import base64
import io
import json
import zipfile
from random import Random

import pytest

from plyground.web.browser.worker import FILES, Worker


class Browser:
    def __init__(self, folder):
        folder.mkdir()
        self.sent, self.changes = [], 0
        self.worker = Worker(str(folder), self.post, self.keep)

    def post(self, head, text):
        assert len(head) < 200, "the text is not encoded again"
        self.sent.append({**json.loads(head), "text": text})

    def keep(self):
        self.changes += 1

    def ask(self, method, target, **body):
        message = {"do": "request", "id": "1:1", "method": method, "target": target, "body": json.dumps(body)}
        self.worker.take(json.dumps(message))
        return json.loads(self.sent.pop()["text"])


def test_a_file_of_bytes_is_sent_as_text(tmp_path):
    browser = Browser(tmp_path / "one")
    message = {
        "do": "request",
        "id": "1:1",
        "method": "GET",
        "target": "/api/questions/export/qti?chapters=alpha-beta&count=3&seed=1",
    }
    browser.worker.take(json.dumps(message))
    (answer,) = browser.sent
    assert (answer["status"], answer["name"], answer["binary"]) == (200, "questions.zip", True)
    assert zipfile.is_zipfile(io.BytesIO(base64.b64decode(answer["text"])))


def test_everything_goes_to_another_browser_as_one_file(tmp_path):
    one, other = Browser(tmp_path / "one"), Browser(tmp_path / "other")
    name = one.ask("POST", "/api/play", game="gardner", you="both")["id"]
    one.ask("POST", f"/api/play/{name}/move", move="a2a3", ply=0)
    other.ask("POST", "/api/play", game="congo", you="both")
    before = other.changes
    assert other.worker.open_all(memoryview(one.worker.save_all())) == ""
    assert other.changes > before, "it is kept"
    assert [game["id"] for game in other.ask("GET", "/api/play")["games"]] == [name]
    other.ask("POST", f"/api/play/{name}/move", move="b4a3", ply=1)
    assert other.ask("GET", f"/api/play/{name}")["ply"] == 2


def test_what_pages_remember_goes_with_it(tmp_path):
    one, other = Browser(tmp_path / "one"), Browser(tmp_path / "other")
    remembered = {"plyground.theme": '"dark"', "plyground.stars": '{"congo": 3}'}
    assert other.worker.open_all(one.worker.save_all(json.dumps(remembered))) == ""
    assert json.loads(other.worker.remembered) == remembered


def test_a_file_of_which_one_bit_is_another_is_one_sentence(tmp_path):
    one, random = Browser(tmp_path / "one"), Random(1)
    name = one.ask("POST", "/api/play", game="gardner", you="both")["id"]
    whole = one.worker.save_all('{"plyground.theme": "1"}')
    for _ in range(200):
        changed = bytearray(whole)
        # most of what an archive says of itself is at its end
        changed[-random.randrange(1, 600)] ^= 1 << random.randrange(8)
        said = one.worker.open_all(changed)
        assert said in ("", "This file was not saved by Plyground in a browser, or it is damaged.")
        assert one.ask("GET", f"/api/play/{name}")["ply"] == 0


def damaged(content):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name in FILES:
            file.writestr(name, content)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "This file was not saved by Plyground in a browser, or it is damaged."),
        (b"PK\x03\x04nonsense", "This file was not saved by Plyground in a browser, or it is damaged."),
        (damaged(b"SQLite format 3\0 no more"), "This file is damaged. The file"),
    ],
)
def test_another_file_changes_nothing(tmp_path, content, said):
    one = Browser(tmp_path / "one")
    name = one.ask("POST", "/api/play", game="gardner", you="both")["id"]
    assert one.worker.open_all(content).startswith(said)
    assert one.ask("GET", f"/api/play/{name}")["ply"] == 0
