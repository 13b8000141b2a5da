"""The served app in a real browser that thinks for itself, and what happens when its worker is killed."""

import pytest
from playwright.sync_api import Page, expect

from plyground.core.errors import InvalidSetting
from plyground.engine import Engine
from plyground.kernel import JIT
from plyground.web.browser import kernels, package
from plyground.web.host.thinking import BrowserThinking
from web.conftest import Server
from web.hands import answering, ready, until

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(600)]
PATIENCE = 300_000
"""Milliseconds: Python is loaded first, on a machine that does much else."""
HERE = "The engine thinks in this browser."


@pytest.fixture(scope="module")
def searches():
    """Count the searches that the engine begins in this process: those of the server."""
    with pytest.MonkeyPatch.context() as patch:
        count, prepare = [0], Engine._prepare

        def counted(*arguments, **options):
            count[0] += 1
            return prepare(*arguments, **options)

        patch.setattr(Engine, "_prepare", counted)
        yield count


@pytest.fixture(scope="module")
def thinking(tmp_path_factory, searches):
    """A server that gives browsers the kernels of one family of games."""
    if not JIT:
        pytest.skip("browsers get compiled kernels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "families", lambda: ["minichess"])
        try:
            kernels.kernels()
            browsers = BrowserThinking("browser")
            package.pack.cache_clear()
            browsers.check()
        except InvalidSetting as error:
            pytest.skip(str(error))
        server = Server(tmp_path_factory.mktemp("served") / "web.db", browsers=browsers)
        yield server
        server.stop()
    package.pack.cache_clear()


@pytest.fixture
def page(browser):
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    faults, page = [], context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def standing(page: Page) -> str:
    """Return where the page says that the engine thinks."""
    page.locator("#open-settings").click()
    said = page.locator("#thinks").inner_text()
    page.get_by_role("button", name="Close").click()
    return said


def wait_for_engine(page: Page) -> None:
    for _ in range(300):
        if standing(page) == HERE:
            return
        page.wait_for_timeout(1000)
    pytest.fail(f"the engine does not come: {standing(page)}")


def begin(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/play/gardner")
    answering(page)
    page.locator("#level").fill("2")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/game/*")
    ready(page)


def play(page: Page) -> None:
    """Make some legal move."""
    before = page.locator("#moves button").count()
    view = page.evaluate("fetch(`/api/play/${location.pathname.split('/')[2]}`).then((answer) => answer.json())")
    page.get_by_label("Type a move").fill(view["view"]["moves"][0][0])
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: page.locator("#moves button").count() >= before + 2)


def kill_worker(page: Page) -> None:
    session = page.context.browser.new_browser_cdp_session()
    workers = [each for each in session.send("Target.getTargets")["targetInfos"] if each["type"] == "shared_worker"]
    assert workers
    for each in workers:
        session.send("Target.closeTarget", {"targetId": each["targetId"]})
    session.detach()


def test_the_server_searches_nothing_while_the_browser_can(page, thinking, searches):
    begin(page, thinking)
    wait_for_engine(page)
    page.reload()
    ready(page)
    wait_for_engine(page)
    before, asked, found = searches[0], [], []
    page.on("response", lambda answer: asked.append(answer.json()["asks"]) if answer.url.endswith("/move") else None)
    page.on("request", lambda request: found.append(request) if request.url.endswith("/engine-move") else None)
    for _ in range(3):
        play(page)
    page.locator("#hint").click()
    expect(page.locator("#state")).to_contain_text("The engine would play")
    page.goto(f"{thinking.url}/analysis/gardner")
    answering(page)
    expect(page.locator("#pvs li").first).not_to_have_text("")
    assert standing(page) == HERE
    assert searches[0] == before, "the server has searched"
    # asked the same, it finds the same
    moves = [request.post_data_json["move"] for request in found]
    assert [thinking.post("/api/thinking/move", **each)["move"] for each in asked] == moves
    assert len(moves) == 3


def test_when_the_worker_is_killed_the_server_thinks(page, thinking, searches):
    begin(page, thinking)
    wait_for_engine(page)
    play(page)
    before = searches[0]
    kill_worker(page)
    play(page)
    assert searches[0] > before, "the server has taken over"
    until(page, lambda: standing(page) == "The server thinks: the engine in this browser has ended.")
    page.locator("#hint").click()
    expect(page.locator("#state")).to_contain_text("The engine would play")


def test_whoever_wants_that_lets_the_server_think(page, thinking, searches):
    page.goto(f"{thinking.url}/analysis/gardner")
    answering(page)
    page.locator("#open-settings").click()
    page.get_by_label("The server", exact=True).click(force=True)
    page.wait_for_load_state()
    answering(page)
    until(page, lambda: standing(page) == "The server thinks: as chosen here.")
    assert searches[0] > 0
