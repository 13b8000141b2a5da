"""The site in a real browser, below a path of a host that serves files and nothing else."""

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from plyground import get_game
from plyground.courses.starcircle import examples
from plyground.puzzles.collection import collection_of
from plyground.search.exercises import exercise
from web.browser.visitor import Inside, begin, play
from web.hands import answering, ready, until

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(600)]
PROGRAM = Path(__file__).parents[2].joinpath("courses", "starcircle", "student.txt")


def test_the_engine_answers_and_the_game_is_kept(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/")
    expect(page.get_by_role("heading", name="Games that reward")).to_be_visible()
    assert page.locator("#hero-more").inner_text() == "Level, clock…"
    expect(page.locator(".tools a[href$='/arena']")).to_be_hidden()
    page.goto(f"{address}/play/gardner")
    expect(page.get_by_text("A friend, by link")).to_be_hidden()
    begin(page, address)
    play(page, "a2a3")
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#state")).to_contain_text("Your move")
    page.reload()
    ready(page)
    expect(page.locator("#moves button")).to_have_count(2)
    page.goto(f"{address}/games")
    expect(page.locator("main img").first).to_be_visible()
    page.goto(f"{address}/chapters/alpha-beta")
    with page.expect_download() as saved:
        page.locator('a[href$="/figure"]').first.click()
    assert saved.value.suggested_filename.endswith(".svg"), "a file that the service writes"
    assert "<svg" in saved.value.path().read_text(encoding="utf-8")
    page.goto(f"{address}/arena")
    expect(page.get_by_role("heading", name="This needs a server")).to_be_visible()


def test_a_page_left_during_a_search_finds_its_engine_again(visitor, address):
    """Nothing is searched for who has gone, and nothing is lost that was shown."""
    page = visitor.page()
    page.goto(f"{address}/analysis/gardner")
    third = page.locator("#pvs li").nth(2)
    expect(third).to_be_visible()
    worker = Inside(page)
    assert not worker.rests()
    page.goto(f"{address}/play/gardner")
    answering(page)
    until(page, worker.rests)
    page.go_back()
    expect(third).to_be_visible()
    page.reload()
    expect(third).to_be_visible()
    begin(page, address, level=10)
    play(page, "a2a3")
    moves = page.locator("#moves button")
    expect(moves.first).to_be_visible()
    page.goto(f"{address}/manifest.webmanifest")
    page.go_back()
    expect(moves).to_have_count(2)
    until(page, worker.rests)
    page.get_by_role("button", name="Take back").click()
    expect(moves).to_have_count(0)
    play(page, "b2b3")
    expect(moves.first).to_be_visible()
    game = page.url
    page.close()
    page = visitor.page()
    page.goto(game)
    expect(page.locator("#moves button").first).to_contain_text("b2b3")


def test_a_board_in_a_frame_of_another_site_is_walked_through_where_nothing_may_be_kept(browser, sites, address):
    """A browser that blocks the cookies of frames denies them workers that are shared, locks and databases, too."""
    page_of_another = sites.below.parent / "blog.html"
    page_of_another.write_text(f'<iframe src="{address}/embed/gardner?moves=a2a3,b4a3"></iframe>', encoding="utf-8")
    page = browser.new_page()
    page.add_init_script(NOTHING_KEPT)
    page.goto(address.replace("127.0.0.1", "localhost").replace("/plyground", "/blog.html"))
    frame = page.frame_locator("iframe")
    expect(frame.locator("#where")).to_have_text("2 of 2 · b4a3")
    frame.get_by_role("button", name="One move back").click()
    expect(frame.locator("#where")).to_have_text("1 of 2 · a2a3")
    expect(frame.locator("#toasts")).to_have_text("")
    page.close()


def test_a_board_in_a_frame_with_a_picture_loads_python_when_it_is_walked_through(visitor, sites, address):
    """It loaded 8.6 MB before it showed anything."""
    source = f"{address}/embed/gardner?moves=a2a3,b4a3#white-king=e1&black-king=e5&last=b4,a3"
    sites.below.parent.joinpath("picture.html").write_text(f'<iframe src="{source}"></iframe>', encoding="utf-8")
    page, asked = visitor.page(), list[str]()
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(address.replace("/plyground", "/picture.html"))
    frame = page.frame_locator("iframe")
    expect(frame.locator("#where")).to_have_text("2 of 2 · b4a3")
    expect(frame.locator("#board .piece")).to_have_count(2)

    def pythons() -> list[str]:
        return [url for url in asked if "/pyodide/" in url or re.search(r"/run/.*(?<!begin\.js)$", url)]

    page.wait_for_timeout(1000)
    assert not pythons()
    frame.get_by_role("button", name="One move back").click()
    expect(frame.locator("#where")).to_have_text("1 of 2 · a2a3")
    expect(frame.locator("#board .piece")).to_have_count(20)
    assert pythons()


NOTHING_KEPT = """
const denied = { get() { throw new DOMException("Access is denied.", "SecurityError"); } };
if (window !== top) for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, denied);
"""


def test_a_site_below_another_path_than_its_own_says_so(browser, sites, address):
    """It was a page without styles or a word, and did nothing."""
    page, text = browser.new_page(), (sites.whole / "play/gardner/index.html").read_text(encoding="utf-8")
    (sites.below.parent / "elsewhere.html").write_text(text, encoding="utf-8")
    page.goto(address.replace("/plyground", "/elsewhere.html"))
    expect(page.get_by_text("This site was built for the path / of its host, and lies at another")).to_be_visible()
    page.goto(f"{address}/play/gardner/")
    expect(page.locator(".misplaced")).to_be_hidden()
    page.close()


def test_links_to_puzzles_open_at_a_first_visit(visitor, address):
    """The host knows no puzzle by its name, and this visitor has no service worker yet."""
    puzzle = next(iter(collection_of(get_game("gardner")).puzzles.values()))
    page = visitor.page()
    page.goto(f"{address}/puzzles?id={puzzle.id}")
    ready(page)
    expect(page.locator("#about")).to_contain_text(puzzle.id)
    assert page.url == f"{address}/puzzles?id={puzzle.id}", "what a visitor sends to a friend"
    page.goto(f"{address}/")
    answering(page)
    for link in page.locator("#today a").all():
        assert link.get_attribute("href").startswith("/plyground/puzzles?id=")


def test_what_lies_beside_the_site_is_shown_once_the_service_worker_is_there(visitor, sites, address):
    """The documentation, say, or a hand-out that a teacher has put there."""
    (sites.below / "handouts").mkdir()
    (sites.below / "handouts" / "index.html").write_text("<h1>Week one</h1>")
    page = visitor.page()
    page.goto(f"{address}/learn")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    assert page.evaluate("() => navigator.serviceWorker.controller !== null")
    for path in ("handouts/", "handouts"):
        page.goto(f"{address}/{path}")
        expect(page.get_by_role("heading", name="Week one")).to_be_visible()
    page.goto(f"{address}/handouts/nothing")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    visitor.faults.clear()  # the browser's lines about the 404
    page.goto(f"{address}/chapters/%ff")
    expect(page.locator("#contents")).to_be_attached()


def test_the_next_visit_begins_with_the_memory_of_python(visitor, sites, address):
    """It is kept once all files are, whichever page is seen; one that is no good is forgotten."""
    (script,) = (sites.below / "run").glob("*/worker.js")
    run = f"/plyground/run/{script.parent.name}"
    page = visitor.page()
    page.goto(f"{address}/analysis/gardner")
    answering(page)
    # who goes on while it is made gets it all the same
    page.goto(f"{address}/")
    page.evaluate(WAIT, f"{run}/memory")
    # without a page that would ask the new worker, too
    page.goto(f"{address}/manifest.webmanifest")
    assert page.evaluate(NEXT_VISIT, run) == {"status": 200, "size": True}
    for content in ("new Uint8Array(found.byteLength)", "found.slice(0, 1e6)"):
        page.evaluate(DAMAGE.replace("CONTENT", content), f"{run}/memory")
        assert page.evaluate(NEXT_VISIT, run) == {"status": 200, "size": False}


def test_the_engine_is_asked_before_python_is_there(visitor, address):
    page = visitor.page()
    page.add_init_script(
        """window.told = [];
        window.SharedWorker = class extends EventTarget {
          port = Object.assign(new EventTarget(), { postMessage: (message) => told.push(message), start() {} })
        }"""
    )
    page.goto(f"{address}/analysis/gardner")
    asked = page.wait_for_function("told.find((message) => message.do === 'send')").json_value()
    assert json.loads(asked["text"])["do"] == "analyse"
    page.locator("#board [data-square=a2]").click()
    expect(page.locator("#board .target")).to_have_count(1)


def test_a_page_that_is_left_before_it_holds_its_lock_is_forgotten(visitor, sites, address):
    (script,) = (sites.below / "run").glob("*/worker.js")
    page = visitor.page()
    page.goto(f"{address}/manifest.webmanifest")
    assert page.evaluate(LEFT, f"/plyground/run/{script.parent.name}/worker.js") == {
        "isReady": True,
        "forgotten": True,
        "held": True,
    }


def test_the_worker_is_told_the_game_before_the_pages_script_has_come(visitor, address):
    page = visitor.page()
    page.add_init_script(
        "window.SharedWorker = class extends EventTarget { port = { postMessage: (told) => (window.told ??= told) } }"
    )
    page.route("**/static/**", lambda route: route.abort())
    page.goto(f"{address}/analysis/gardner/?ply=0")
    told = page.wait_for_function("window.told").json_value()
    assert told.pop("lock").startswith("plyground visit ")
    assert told == {"do": "visit", "address": "/analysis/gardner/?ply=0"}
    visitor.faults.clear()  # of scripts that did not come


WAIT = """async (address) => {
  for (let tries = 0; !(await caches.match(address)); tries++) {
    if (tries === 400) throw new Error("Nothing is kept after 200 seconds.");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}"""
NEXT_VISIT = """async (run) => {
  const worker = new Worker(`${run}/worker.js`, { type: "module" });
  const { status } = await new Promise((resolve, reject) => {
    setTimeout(reject, 200_000, new Error("There is no answer after 200 seconds."));
    worker.onmessage = ({ data }) => data.id && resolve(data);
    worker.postMessage({ do: "request", id: 1, method: "GET", target: "/api/games/gardner/position", body: "" });
  });
  worker.terminate();
  return { status, size: Boolean(await caches.match(`${run}/memory`)) };
}"""
LEFT = """async (address) => {
  navigator.locks.request("held", () => new Promise(() => {}));
  await new Promise((resolve) => navigator.locks.request("other", resolve));
  const pages = ["held", "free"].map((lock) => {
    const { port } = new SharedWorker(address, { type: "module" });
    port.postMessage({ do: "visit", lock, address: "" });
    port.start();
    return port;
  });
  const isAnswered = (port) => new Promise((resolve) => {
    port.onmessage = () => resolve(true);
    port.postMessage({ do: "request", id: 1, method: "GET", target: "/api/levels", body: "" });
    setTimeout(resolve, 3000, false);
  });
  const isSoon = async (port, wanted) => {
    for (let tries = 0; tries < 60; tries++) {
      if (await isAnswered(port) === wanted) return true;
      if (!wanted) await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return false;
  };
  const [held, free] = pages;
  // a page is answered when Python has come, which may be later than the other one is forgotten
  const isReady = await isSoon(held, true);
  return { isReady, forgotten: await isSoon(free, false), held: await isSoon(held, true) };
}"""
DAMAGE = """async (address) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const found = (window.found ??= await (await cache.match(address))?.arrayBuffer());
    if (found) await cache.put(address, new Response(CONTENT, { headers: { "Content-Length": found.byteLength } }));
  }
}"""


def test_what_is_kept_is_written_in_blocks_and_as_a_whole(visitor, sites, address):
    """Without Python: what `kept.js` does with files that change."""
    (script,) = (sites.below / "run").glob("*/kept.js")
    page = visitor.page()
    page.goto(f"{address}/manifest.webmanifest")
    found = page.evaluate(KEPT, f"/plyground/run/{script.parent.name}/kept.js")
    assert found["first"] == ["a.db 0", "a.db 1", "a.db 2", "b.db 0"]
    assert found["second"] == ["a.db 1"], "one block has changed"
    assert found["shorter"] == []
    assert found["aborted"] == "TakenOver"
    assert found["again"] == {"a.db": [8192, 9, 7], "b.db": [100, 3, 3]}, "all of a change or nothing"
    assert found["former"] == "TakenOver"


KEPT = """async (script) => {
  const { Kept } = await import(script), files = new Map(), puts = [];
  const disk = (files) => ({
    readdir: () => [...files.keys()],
    readFile: (path) => files.get(path.split("/").at(-1)).slice(),
    writeFile: (path, data) => files.set(path.split("/").at(-1), data),
  });
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (value, key) {
    if (this.name === "blocks") puts.push(key.join(" "));
    return put.call(this, value, key);
  };
  const written = () => puts.splice(0);
  const kept = await Kept.open("test", disk(files), "/kept");
  files.set("a.db", new Uint8Array(10000).fill(9));
  files.set("b.db", new Uint8Array(100).fill(3));
  files.set("other.txt", new Uint8Array(100));
  await kept.save();
  const first = written();
  files.get("a.db")[5000] = 7;
  await kept.save();
  const second = written();
  files.set("a.db", files.get("a.db").slice(0, 8192));
  await kept.save();
  const shorter = written();
  // the browser ends while two files are written
  files.get("a.db").fill(1);
  files.get("b.db").fill(1);
  const writeFile = kept.writeFile;
  kept.writeFile = (transaction, name, data) => {
    const found = writeFile.call(kept, transaction, name, data);
    if (name === "b.db") transaction.abort();
    return found;
  };
  const aborted = await kept.save().catch((error) => error.constructor.name);
  const others = new Map(), other = await Kept.open("test", disk(others), "/kept"), again = {};
  for (const [name, data] of others) again[name] = [data.length, data[0], data[name === "a.db" ? 5000 : 0]];
  kept.writeFile = writeFile;
  const former = await kept.save().catch((error) => error.constructor.name);
  return { first, second, shorter, aborted, again, former };
}"""


def test_completed_code_runs_in_a_worker_of_its_own_and_is_ended(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/chapters/minimax")
    for code, said in (
        ("sum(1 for _ in iter(int, 1))", "it has not ended after 8 seconds"),
        (exercise("minimax").solved, "Right on"),
    ):
        page.get_by_label("Your code, in Python").fill(code)
        page.get_by_role("button", name="Run").click()
        expect(page.locator("#code-said")).to_contain_text(said)


def test_a_visit_begins_with_a_homework_that_is_run_and_checked(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/explorer/tree#homework")
    answering(page)
    page.locator("#input").fill((files(examples) / "ex2.in").read_text(encoding="utf-8"))
    page.locator("#program").set_input_files(PROGRAM)
    expect(page.locator("#checked")).to_have_text("All four lines are right.")


def test_questions_are_saved_as_files_of_text_and_of_bytes(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/chapters")
    page.get_by_text("Questions for your course").click()
    page.get_by_role("button", name="See the questions").click()
    expect(page.locator(".bank li").first).to_be_visible()
    for name, begins in (("Moodle XML", b"<?xml"), ("QTI 2.1", b"PK")):
        with page.expect_download() as saved:
            page.locator(".bank").get_by_role("link", name=name).click()
        assert saved.value.path().read_bytes().startswith(begins)
