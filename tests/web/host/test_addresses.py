"""What the server is called, and how others are told."""

import re
import socket
import subprocess
import sys
import urllib.request
from ipaddress import ip_address
from types import SimpleNamespace

import psutil
import pytest
from starlette.testclient import TestClient

from plyground.core.errors import InvalidSetting
from plyground.web.host.addresses import (
    ANY_ADDRESS,
    LOCAL_HOSTS,
    check_proxies,
    hosts_to_accept,
    own_url,
    qr_code,
    urls_for_others,
)
from plyground.web.host.app import create_app
from plyground.web.play.friend import draw_qr_code


def test_a_server_for_this_machine_invites_nobody():
    for host in ("127.0.0.1", "localhost", "::1"):
        assert urls_for_others(host, 8000, ("games.school",)) == []
        assert set(hosts_to_accept(host)) == set(LOCAL_HOSTS)
    assert own_url("::1", 8000) == "http://[::1]:8000/"


def test_one_that_listens_everywhere_is_reached_at_every_address(monkeypatch):
    def address(text):
        family = socket.AF_INET6 if ":" in text else socket.AF_INET
        return SimpleNamespace(family=family, address=text)

    found = {
        "lo": [address("127.0.0.1"), address("::1")],
        "lan": [address("192.168.1.20"), address("fe80::1%lan"), address("fd00::2")],
        "wifi": [address("10.0.0.7")],
    }
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    both = ["http://192.168.1.20:80/", "http://10.0.0.7:80/"]
    assert urls_for_others("0.0.0.0", 80) == both
    assert urls_for_others("::", 80) == [*both, "http://[fd00::2]:80/"]
    assert urls_for_others("0.0.0.0", 80, ("games.school",)) == ["http://games.school:80/", *both]
    assert own_url("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert {ANY_ADDRESS, socket.gethostname().lower()} <= set(hosts_to_accept("0.0.0.0"))


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.20:8000", 200), ("[fd00::2]:8000", 200), ("localhost", 200), ("evil.example", 421), ("1.2.3", 421)],
)
def test_every_address_is_answered_and_no_foreign_name(tmp_path, host, status):
    with TestClient(create_app(tmp_path / "web.db", hosts_to_accept("0.0.0.0"), threads=1)) as client:
        answer = client.get("/api/games", headers={"host": host})
    assert answer.status_code == status
    # browsers complain about this header where a page is neither local nor encrypted
    assert ("cross-origin-opener-policy" in answer.headers) == (host == "localhost")


def test_qr_codes():
    code = qr_code("http://192.168.1.20:8000/")
    assert set(code) <= set("\u2588\u2580\u2584 \n")
    assert len(code.splitlines()) > 12
    assert draw_qr_code(None, {"text": "http://192.168.1.20:8000/"}).text.startswith("<?xml")


def test_the_command_prints_every_address_and_answers_there(tmp_path):
    command = [sys.executable, "-m", "plyground", "web", "--host", "0.0.0.0", "--port", "0", "--no-browser"]
    process = subprocess.Popen([*command, "--db", str(tmp_path / "web.db")], stdout=subprocess.PIPE, text=True)
    try:
        lines = [process.stdout.readline() for _ in range(2)]
        urls = re.findall(r"http://\S+", "".join(lines))
        assert urls[0].startswith("http://127.0.0.1:")
        assert len(urls) > 1 or not urls_for_others("0.0.0.0", 1)
        for url in urls:
            assert ip_address(url.split("/")[2].rpartition(":")[0])
            with urllib.request.urlopen(f"{url}api/games", timeout=60) as answer:
                assert answer.status == 200
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "10.0.0.0/8"])
def test_a_proxy_is_an_address_or_a_network(address):
    assert check_proxies([address]) == (address,)


@pytest.mark.parametrize("address", ["", "*", "localhost", "10.0.0.1/8", "127.0.0.1:80"])
def test_another_proxy_is_refused(address):
    with pytest.raises(InvalidSetting, match=r"should be an address, like 127\.0\.0\.1"):
        check_proxies([address])
