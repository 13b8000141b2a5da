"""The site in a real browser, below a path of a host that serves files and nothing else."""

from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from plyground.courses.starcircle import examples
from plyground.search.exercises import exercise
from web.browser.visitor import begin, play
from web.hands import answering, ready

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(900)]
PROGRAM = Path(__file__).parents[2].joinpath("courses", "starcircle", "student.txt")


def test_the_engine_answers_and_the_game_is_kept(visitor, address):
    page = visitor.page()
    page.goto(f"{address}/")
    expect(page.get_by_role("heading", name="Games that reward")).to_be_visible()
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
