"""The scripts of a page as one file, and its styles as another."""

import re

import pytest

from plyground.core.errors import InvalidSetting
from plyground.web.host import bundles
from plyground.web.host.assets import FOREVER, address
from plyground.web.host.pages import PAGES


@pytest.fixture
def sources(monkeypatch):
    """Scripts to be joined, by their paths."""
    found = {}
    bundles._exports.cache_clear()
    monkeypatch.setattr(bundles, "_source", found.__getitem__)
    yield found
    bundles._exports.cache_clear()


def test_a_module_comes_once_and_after_those_that_it_imports(sources):
    sources |= {
        "a/page.js": 'import { one, two as zwei } from "./both.js";\nimport "../b/side.js";\nwindow.x = one + zwei;\n',
        "a/both.js": 'import {\n C\n} from "../b/one.js";\nexport { one } from "../b/one.js";\nexport const two = C;\n',
        "b/one.js": "/** 1 */\nexport const one = 1;\nexport async function f() {}\nexport class C {}\n",
        "b/side.js": 'import * as every from "./one.js";\nevery.f();\n',
    }
    joined = bundles.script("a/page.js", "b/side.js")
    assert re.findall("^// (.*)", joined, re.MULTILINE) == ["b/one.js", "a/both.js", "b/side.js", "a/page.js"]
    for line in (
        "const $b_one = (() => {",
        "return { one, f, C };",
        "const { C } = $b_one;",
        "return { two, one: $b_one.one };",
        "const { one, two: zwei } = $a_both;",
        "const every = $b_one;",
    ):
        assert line in joined


def test_what_is_imported_later_is_the_same_module(sources):
    sources |= {
        "a/x.js": 'import "./y.js";\nconst later = async () => [await import("./y.js"), await import("./z.js")];\n',
        "a/y.js": 'export const here = import.meta.url; /** @type {import("./y.js").Y} */\n',
    }
    joined = bundles.script("a/x.js")
    assert f'[await $a_y, await import("{address("a/z.js")}")]' in joined
    assert f'here = new URL("{address("a/y.js")}", location.href);' in joined
    assert '{import("./y.js").Y}' in joined


def test_what_is_imported_later_is_a_file_that_is_given_what_the_page_has(sources):
    sources |= {
        "a/page.js": 'import { h } from "./dom.js";\nh(async () => (await import("./later.js")).run());\n',
        "a/dom.js": "export const h = 1;\n",
        "a/later.js": 'import { h } from "./dom.js";\nimport { p } from "./private.js";\n'
        "export const run = () => h + p;\n"
        'export const more = async () => [await import("./dom.js"), await import("./last.js")];\n',
        "a/private.js": "export const p = 2;\n",
        "a/last.js": "export const end = 3;\n",
    }
    start = address("bundle/a/page")
    page = bundles.script("a/page.js", folder="bundle/a/page")
    assert f'(await import("{start}/a/later.js").then((file) => file.begin($all))).run()' in page
    assert page.endswith("const $all = { $a_dom, $a_page };")
    later = bundles.later_scripts("a/page.js", folder="bundle/a/page")
    assert list(later) == ["a/later.js", "a/last.js"]
    for line in (
        "const { $a_dom } = $all;",
        "const $a_private = (() => {",
        "const $a_later = (() => {",
        f'[await $a_dom, await import("{start}/a/last.js").then((file) => file.begin($all))]',
        "return $a_later;",
    ):
        assert line in later["a/later.js"]
    assert "const $a_dom =" not in later["a/later.js"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_module_is_in_two_of_a_page_s_files(page):
    """Or it would have its state twice."""
    every = [page.script(), *page.later_scripts().values()]
    found = [name for text in every for name in re.findall(r"^const (\$\w+) = \(\(\) => \{$", text, re.MULTILINE)]
    assert len(found) > 5
    assert len(found) == len(set(found))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_comments_and_indentation_are_all_that_is_left_out(page):
    """What libraries for the purpose leave of the sources, they leave of what is sent."""
    rjsmin, rcssmin = pytest.importorskip("rjsmin"), pytest.importorskip("rcssmin")
    whole = bundles.script(*page.scripts(), folder=page.bundle)
    sent = page.script()
    assert "/**" not in sent
    assert len(sent) < 0.8 * len(whole)
    # a line may begin within ${}, which the library takes for text
    left = [re.sub(r"\s+", " ", rjsmin.jsmin(text)) for text in (sent, whole)]
    assert left[0] == left[1]
    styles = ["shared/base.css", "board/board.css", *(f"shared/{name}.css" for name in page.styles)]
    joined = bundles.style(styles, printed=["shared/print.css"])
    assert rcssmin.cssmin(bundles.minify_style(joined)) == rcssmin.cssmin(joined)


def test_what_looks_like_a_comment_and_is_none_stays():
    kept = 'const a = "// no"; // kept\nconst b = `http://${a}`;\n'
    gone = "  // gone\n/** Gone. @param {A} a\n * @x */\n"
    typed = "  f(/** @type {A} */ (a));\n  /** @type {A} */ (a).b();\n  /** Gone. */\n"
    assert bundles.minify_script(kept + gone + typed) == f"{kept}f( (a));\n(a).b();\n"


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('import { b } from "./b.js";', "a.js imports b, which b.js does not export"),
        ('import b from "./b.js";', "a.js cannot be joined with others: import b from"),
        ("export default 1;", "a.js cannot be joined with others: export default 1;"),
        ("export let a = 1;", "a.js cannot be joined with others: export let a"),
    ],
)
def test_a_source_that_cannot_be_joined_is_named(sources, source, sentence):
    sources |= {"a.js": source, "b.js": "const b = 1, c = 2;\n"}
    with pytest.raises(InvalidSetting, match=re.escape(sentence)):
        bundles.script("a.js")


def test_styles_for_paper_are_for_paper(sources):
    sources |= {"a.css": "a {}\n", "b.css": "b {}\n", "p.css": "p {}\n"}
    assert bundles.style(["a.css", "b.css"], ["p.css"]) == "a {}\nb {}\n@media print {\np {}\n}\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_needs_one_script_and_one_style_sheet(client, page):
    html = page.html()
    linked = re.findall(r'(?:src|href)="(/static/[^"#]+\.(?:js|css))"', html)
    bundle = address(f"bundle/{page.folder}/{page.name}")
    assert linked == [address("shared/theme.js"), f"{bundle}.css", f"{bundle}.js"]
    for path, kind in ((f"{bundle}.js", "text/javascript"), (f"{bundle}.css", "text/css")):
        answer = client.get(path)
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == FOREVER
        assert answer.headers["content-encoding"] == "gzip"
        assert not re.search(r"^\s*@?(import|export)\b(?! *\()", answer.text, re.MULTILINE)


def test_a_page_of_another_version_gets_what_there_is_and_asks_again(client):
    answer = client.get("/static/0123456789ab/bundle/home/home.js")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-cache")
    assert client.get("/static/0123456789ab/bundle/home/no.js").status_code == 404


def test_what_a_page_loads_later_is_served_and_nothing_else(client):
    start = address("bundle/home/home")
    answer = client.get(f"{start}/shared/settings.js")
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["content-encoding"] == "gzip"
    assert "export const begin = ($all) =>" in answer.text
    assert "openSettings" in client.get(f"{start}/shared/settings.js", headers={"Accept-Encoding": "identity"}).text
    for path in ("shared/dom.js", "home/api.py", "shared/none.js", ""):
        assert client.get(f"{start}/{path}").status_code == 404
