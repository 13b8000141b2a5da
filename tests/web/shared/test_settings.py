"""How pages look and sound: chosen once, and remembered on every page."""

import pytest
from playwright.sync_api import expect

from web.hands import ready

pytestmark = pytest.mark.xdist_group("browser")

GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_page_is_light_or_dark_whatever_the_system_is(server, pages, system):
    page = pages.page(color_scheme=system)
    page.goto(f"{server.url}/play/congo")
    usual = page.evaluate(GROUND)
    page.get_by_role("button", name="Board and pieces").click()
    seen = {}
    for name in ("Light", "Dark"):
        page.get_by_role("radio", name=name, exact=True).click(force=True)
        seen[name] = page.evaluate(GROUND)
    assert seen["Light"] != seen["Dark"]
    assert usual == seen[system.capitalize()]
    page.goto(f"{server.url}/learn/congo")
    assert page.evaluate(GROUND) == seen["Dark"]
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_coordinates_and_animation_can_be_left_out(server, pages):
    page = pages.page()
    page.goto(f"{server.url}/analysis/congo")
    ready(page)
    expect(page.locator("#board .label.rank").first).to_be_visible()
    page.get_by_role("button", name="Board and pieces").click()
    for group in ("Coordinates", "Animation"):
        page.get_by_role("group", name=group).get_by_role("radio", name="None").click(force=True)
    page.reload()
    ready(page)
    expect(page.locator("#board .label.rank").first).to_be_hidden()
    assert page.evaluate("document.documentElement.dataset.animation") == "none"


def test_there_are_sets_of_sounds(server, pages):
    page = pages.page()
    page.add_init_script(
        "window.waves = []; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (when) { waves.push(this.type); return start.call(this, when); };"
    )
    page.goto(f"{server.url}/play/congo")
    page.get_by_role("button", name="Board and pieces").click()
    for name in ("Soft", "Bright", "Wood"):
        page.get_by_role("group", name="Sounds").get_by_role("radio", name=name).click(force=True)
    assert page.evaluate("waves") == ["sine", "square", "triangle"]
