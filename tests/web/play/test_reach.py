"""Links for others: none that cannot work, a way in for others of the network, and a link that holds a whole study."""

import re
import socket
import threading
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from plyground.web.host.addresses import LOCAL_HOSTS, urls_for_others
from plyground.web.host.app import create_app
from plyground.web.host.server import server_of
from web.hands import by_mouse, ready

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def begun(tmp_path):
    """A server as the command line begins it, for this machine alone."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = create_app(tmp_path / "web.db", seed=1, threads=1)
    server = server_of(app, listener)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join(60)
    listener.close()


@pytest.mark.server("two visitors")
def test_no_code_is_shown_that_cannot_work(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/play/gardner")
    page.locator("label", has_text="A friend").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#reach")).to_contain_text("This link works on this machine only.")
    expect(page.locator("#qr")).to_be_hidden()


def test_others_in_the_network_are_let_in_by_a_button(begun, pages):
    if not urls_for_others("0.0.0.0", 1):
        pytest.skip("this machine has no address but its own")
    page = pages.page()
    page.goto(f"{begun}/play/gardner")
    page.locator("label", has_text="A friend").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#qr")).to_be_hidden()
    page.get_by_role("button", name="Let others in my network join").click()
    expect(page.locator("#qr")).to_be_visible()
    expect(page.locator("#join")).to_be_hidden()
    link = page.locator("#invitation").input_value()
    assert "127.0.0.1" not in link
    with urllib.request.urlopen(link, timeout=30) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",)])
@pytest.mark.parametrize("hosts", [LOCAL_HOSTS, (*LOCAL_HOSTS, "games.example.org")])
def test_a_server_behind_a_proxy_or_with_a_name_lets_nobody_in(tmp_path, proxies, hosts):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        app = create_app(tmp_path / "web.db", hosts, seed=1, threads=1)
        server_of(app, listener, proxies)
        assert hasattr(app.state, "network") == (not proxies and hosts == LOCAL_HOSTS)


def test_a_link_holds_the_whole_study(server, pages):
    page = pages.page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/analysis/gardner")
    ready(page)
    by_mouse(page, ["a2", "a3"])
    expect(page.locator("#tree button")).to_have_count(1)
    page.locator("#share summary").click()
    page.locator("#copy-link").click()
    expect(page.locator("#link")).to_have_value(re.compile(r"/analysis/gardner\?moves=a2a3$"))
    page.locator("#comment").fill("Ich ziehe \u265e")
    page.locator("[data-walk='first']").click()
    by_mouse(page, ["b2", "b3"])
    expect(page.locator("#tree button")).to_have_count(2)
    expect(page.locator("#link")).to_have_value(re.compile("#study="))
    page.locator("#copy-link").click()
    expect(page.locator("#toasts")).to_contain_text("Link copied.")
    link = page.locator("#link").input_value()
    other = pages.page()
    other.goto(link)
    ready(other)
    expect(other.locator("#tree button")).to_have_count(2)
    expect(other.locator("#tree")).to_contain_text("Ich ziehe \u265e")
    damaged = pages.page()
    damaged.goto(link[:-30])
    ready(damaged)
    expect(damaged.locator("#toasts")).to_contain_text("This link is damaged")
