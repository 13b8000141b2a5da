"""What the documents show is true: snippets run, commands parse, links lead somewhere, pictures are current."""

import ast
import doctest
import importlib
import importlib.util
import pkgutil
import re
import runpy
import shlex
import tomllib
from pathlib import Path

import pytest
from cyclopts import App, CycloptsError
from layers import LAYERS

import plyground
from plyground.cli import app
from plyground.core.evaluation import OWN

ROOT = Path(__file__).parent.parent
PACKAGE = Path(plyground.__file__).parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ALL_PAGES = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"]
TEXTS = {page: page.read_text(encoding="utf-8") for page in ALL_PAGES}
MODULES = [
    "plyground",
    *(
        f"plyground.{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"^\s*>>> (?!.*SKIP)", path.read_text(encoding="utf-8"), re.MULTILINE)
        and path.name not in {"__init__.py", "generic.py"}
    ),
]


def page_name(page: object) -> str:
    return page.relative_to(ROOT).as_posix() if isinstance(page, Path) else str(page)[:60]


def fenced(text: str, language: str = r"\w*") -> list[str]:
    """Return the fenced blocks of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def prose(text: str) -> str:
    """Return a page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return what a link may name behind a page's `#`: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", prose(TEXTS[page]), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.fixture
def only_our_games(monkeypatch):
    """Hide the games of other packages, as for a reader who has installed nothing but Plyground."""
    ours = {name: game for name, game in plyground.all_games().items() if game.module.startswith("plyground.")}
    monkeypatch.setattr("plyground.core.registry.all_games", lambda: ours)


@pytest.mark.usefixtures("only_our_games")
@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_examples_of_a_page(page):
    text = re.sub(r"^```\w*$", "", TEXTS[page], flags=re.MULTILINE)  # a fence is no output
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


SCRIPTS = [(page, block) for page in PAGES for block in fenced(TEXTS[page], "python") if ">>>" not in block]


@pytest.mark.usefixtures("only_our_games")
@pytest.mark.parametrize(("page", "script"), SCRIPTS, ids=page_name)
def test_scripts_of_a_page(page, script, tmp_path, monkeypatch):
    for game in plyground.all_games():
        monkeypatch.setitem(OWN, game, {})  # what a script registers is not for other tests
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    runpy.run_path(str(tmp_path / "script.py"))


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    assert tried > 0


def test_links_lead_somewhere():
    links = [
        (page, *found)
        for page in ALL_PAGES
        for found in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", TEXTS[page])
        if "://" not in found[0]
    ]
    assert len(links) > 300
    for page, target, anchor in links:
        linked = (page.parent / target).resolve() if target else page
        assert linked.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(linked), f"{page.name} links to {target}#{anchor}"


def test_every_page_can_be_reached_from_the_index():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / target).resolve() for target in re.findall(r"\]\(([^)#\s]+)", TEXTS[index])}
    assert {page for page in TEXTS if page != index} <= linked


PATH = re.compile(r"(?<![\w/.])(?:src/plyground|docs|tests|tools|examples|benchmarks)/[\w./-]*\w")


def test_files_that_are_named_exist():
    named = [(page, path) for page in ALL_PAGES for path in PATH.findall(TEXTS[page])]
    assert len(named) > 50
    for page, path in named:
        if any(part.isupper() for part in path.split("/")):
            continue  # a placeholder, as in games/GAME
        assert (ROOT / path).exists() or (ROOT / f"{path}.py").exists(), f"{page.name} names {path}"


LOGGERS = {"plyground.uci", "plyground.endgame.left_out"}


def test_modules_and_files_of_the_package_that_are_named_exist():
    """As `plyground.core.position.Position`, or as `web/host/server.py`, from the package's folder."""
    for page in set(ALL_PAGES) - {ROOT / "CHANGELOG.md", ROOT / "docs" / "lab" / "history.md"}:
        for name in re.findall(r"`(plyground(?:\.[a-z_]\w*)+(?:\.[A-Z]\w*)*)`", TEXTS[page]):
            if name not in LOGGERS:
                assert pkgutil.resolve_name(name), f"{page.name} names {name}"
        for path in re.findall(r"`([a-z]\w*/[\w/]+\.(?:py|js|css))`", TEXTS[page]):
            if path.split("/")[0] in LAYERS and "GAME" not in path:
                assert (PACKAGE / path).exists(), f"{page.name} names {path}"


def test_names_that_are_imported_exist():
    """Not only what the tests run: the snippets and notebooks, the benchmarks, the tools and the examples, too."""
    files = [*PAGES, *(ROOT / "docs").rglob("*.ipynb")]
    files += [path for folder in ("benchmarks", "tools", "examples") for path in (ROOT / folder).rglob("*.py")]
    for path in files:
        text = path.read_text(encoding="utf-8")
        for module, names in re.findall(
            r"^[ \"]*from (plyground[\w.]*) import (\([^)]*\)|[\w, ]+)", text, re.MULTILINE
        ):
            if importlib.util.find_spec(module.partition(".")[0]) is None:
                continue  # an example of its own, which is not installed
            for name in re.findall(r"(\w+)(?: as \w+)?,?", names):
                try:
                    pkgutil.resolve_name(f"{module}:{name}")
                except AttributeError:
                    assert importlib.util.find_spec(f"{module}.{name}"), f"{path.name}: {module} has no {name}"


def command_lines(text: str) -> list[str]:
    """Return everything after `plyground` in the commands that a page shows: lines of code, and code in a sentence."""
    lines = [line for block in fenced(text) for line in block.splitlines()]
    lines += re.findall(r"^ {4}(.+)$", text, re.MULTILINE)
    # a bar in a table is written \\|
    lines += [code.replace("\n", " ").replace(r"\|", "|") for code in re.findall(r"`([^`]+)`", prose(text))]
    found = [re.match(r"\s*(?:\$ |printf .*\| )?plyground((?: .*)?)$", line) for line in lines]
    # what follows two blanks or a # is a remark
    return [re.split(r" {2,}| # ", match[1])[0].strip() for match in found if match]


COMMANDS = sorted({(page.name, line) for page in ALL_PAGES for line in command_lines(TEXTS[page])})
PLACEHOLDERS = re.compile(r"[\[\]|]|\.\.\.|(?<![\w.-])[A-Z]{2,}(?![\w.])")


def asked(line: str) -> tuple[App, list[str]]:
    """Return the command of a line and the words that are left for it."""
    command, words = app, shlex.split(re.sub(r"[\[\]|]", " ", line))
    while words and not words[0].startswith("-") and words[0] in set(command):
        command = command[words.pop(0)]
    return command, words


def test_commands_exist():
    assert len(COMMANDS) > 300
    for page, line in COMMANDS:
        check_that_command_exists(page, line)


def check_that_command_exists(page: str, line: str) -> None:
    command, words = asked(line)
    if words[:1] == ["COMMAND"]:
        return
    assert command is not app or not words or words[0].startswith("--"), f"{page}: plyground {line}"
    if line.split()[:1] == ["tablebase"]:
        return
    known = {"--help", "--version", *(name for name in app if name.startswith("--"))}
    if command.default_command is not None:
        known |= {name for argument in command.assemble_argument_collection() for name in argument.names}
    options = {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert options <= known, f"{page}: plyground {line}"


def test_commands_without_placeholders_parse():
    complete = [(page, line) for page, line in COMMANDS if not PLACEHOLDERS.search(line)]
    assert len(complete) > 100
    for page, line in complete:
        if len(shlex.split(line)) < 2:
            continue  # the name of a command in a sentence
        try:
            app.parse_args(shlex.split(line), exit_on_error=False, print_error=False)
        except CycloptsError as error:
            pytest.fail(f"{page}: plyground {line}: {error}")


def test_every_command_is_on_the_page_of_the_command_line():
    described = {line.split(" ")[0] for page, line in COMMANDS if page == "command-line.md"}
    assert {name for name in app if not name.startswith("-")} <= described


def test_other_commands_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "\n".join(TEXTS.values())
    assert set(re.findall(r"(?<=[`^ ])make ([a-z-]+)`", text)) <= targets
    modules = set(re.findall(r"python -m (benchmarks[\w.]*)", text))
    assert modules
    for module in modules:
        path = ROOT / module.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").exists(), module


def test_the_settings_of_the_grading_page_are_read():
    from plyground.courses.course import courses_with_grades
    from plyground.grading.assignment import assignment_class
    from plyground.grading.ladder import LadderSettings
    from plyground.grading.reports.gradescope_rules import GradescopeSettings
    from plyground.grading.settings import SandboxSettings, from_table

    (block,) = fenced(TEXTS[ROOT / "docs" / "grading.md"], "toml")
    table = tomllib.loads(block)
    assert {*table} == {"seed", "sandbox", "gradescope", "ladder", *courses_with_grades()}
    from_table(SandboxSettings(), table["sandbox"], "sandbox")
    from_table(GradescopeSettings(), table["gradescope"], "gradescope").check(["minimax"])
    from_table(LadderSettings(), table["ladder"], "ladder")
    for name in courses_with_grades():
        from_table(assignment_class(name).SETTINGS(), table[name], name)


def test_each_tool_says_which_file_of_the_tree_it_made_or_who_calls_it():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for script in (ROOT / "tools").glob("*.py"):
        first_lines = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8"))) or ""
        named = {name for name in re.findall(r"[\w-]+(?:/[\w.-]*\w)+", first_lines) if f"tools/{script.name}" != name}
        made = [name for name in named if (ROOT / name).exists() or (PACKAGE / name).exists()]
        calls = re.findall(r"make ([\w/]+)", first_lines)
        assert made or any(f"\n{target}:" in makefile for target in calls), script.name


def test_a_release_is_told_in_thirty_lines():
    sections = re.split(r"^## .*$", TEXTS[ROOT / "CHANGELOG.md"], flags=re.MULTILINE)[1:]
    assert len(sections) >= 4
    assert max(len(section.strip().splitlines()) for section in sections) <= 30


def test_contributing_lists_the_files_of_a_game():
    games = [folder for folder in (PACKAGE / "games").iterdir() if (folder / "rules.py").exists()]
    folders = [{path.name for path in folder.iterdir()} for folder in games]
    listed = set()
    for first in re.findall(r"^\| (`[^|]+) \|", TEXTS[ROOT / "CONTRIBUTING.md"], re.MULTILINE):
        listed |= set(re.findall(r"`([\w.]+)`", first))
    assert set.intersection(*folders) - {"__pycache__"} <= listed
    assert listed <= set.union(*folders)


BOARDS = re.findall(r'<img src="([^"]+)"', TEXTS[ROOT / "README.md"])


@pytest.mark.parametrize("picture", BOARDS)
def test_the_boards_are_what_is_drawn_today(picture):
    drawn = plyground.get_game(Path(picture).stem).position()._repr_svg_()
    assert (ROOT / picture).read_text("utf-8").strip() == drawn.strip(), f"plyground show GAME --svg {picture}"


def test_pictures_are_small():
    for picture in (ROOT / "docs" / "pictures").iterdir():
        assert picture.stat().st_size < 150_000, picture.name
