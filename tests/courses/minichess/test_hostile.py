"""Hostile and broken submissions: each gets its grade and a sentence; nobody else notices, and nothing is left.

The programs are in ``submissions/``; their first line says what must come of them: ``# wants: VERDICTS: SENTENCE``,
the verdicts split by ``|``, the sentence a regular expression. All are graded at once, as a class.
"""

import os
import re
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from plyground.grading.assignment import make
from plyground.grading.launcher import Launcher
from plyground.grading.reports import data, html
from plyground.grading.run import grade_all
from plyground.grading.settings import SandboxSettings
from plyground.grading.store import CheckStore
from plyground.grading.submission import collect
from plyground.programs.folders import remove_folder
from plyground.programs.process_tree import descendants
from plyground.programs.protection import available_modes

# one worker: the class is graded once for all tests
pytestmark = pytest.mark.xdist_group("grading hostile")

SOURCES = {path.stem: path.read_text() for path in sorted((Path(__file__).parent / "submissions").glob("*.ab"))}
HONEST = SOURCES["honest"]
# the second kind of walls meets every sort of hostile program in tests/sandbox as well
WALLS = [
    mode if mode == available_modes()[0] else pytest.param(mode, marks=pytest.mark.slow)
    for mode in available_modes()
    if mode != "limits"
]
ONE_GAME = {
    "games": 1,
    "seconds_per_move": 1.0,
    "start_seconds": 2.5,
    "modules": "report",
    "reference_games": 0,
    "opponents": [{"name": "dummy", "title": "Dummy", "player": "dummy", "points": 10.0, "required": 1.0}],
}
FORGERY = """
import os, sys
if any('source_report' in word for word in sys.argv):
    os.write(1, b'[["module", "<script>alert(1)</script>", "nothing"]]')
    os._exit(0)
"""
"""Beside AB.py, under the name of a module that the check of the source may import."""
LONG_NAME = "\U0001d49c" * 63
"""Of 252 bytes: no ending fits behind it."""
WANTED = {
    "bom": "won|drawn|lost",
    "crlf": "won|drawn|lost",
    "utf16": "trouble: UTF-16",
    "null-bytes": "trouble",
    "latin1": "won|drawn|lost|trouble",
    "empty": "trouble: empty",
    "huge": "trouble: MB",
    "nested": "trouble",
    "outside-link": "trouble: no AB.py",
    "directory": "trouble: no AB.py",
    "no-file": "trouble: no AB.py",
    "forged-check": "won|drawn|lost",
    "ours-as-folders": "won|drawn|lost",
    "deep-folders": "trouble: folders more than 40 levels deep",
    "zip-deep": "trouble: folders more than 40 levels deep",
    "links-in-a-circle": "won|drawn|lost",
    "circle": "trouble: no ordinary file",
    "pipe": "trouble: no ordinary file",
    "names-without-text": "won|drawn|lost",
    LONG_NAME[:80]: "won|drawn|lost",
    "Lee Min": "won|drawn|lost",
    "Lee-Min": "won|drawn|lost",
    "zip-deflate": "trouble: The zip cannot be unpacked",
    "zip-lzma": "trouble: The zip cannot be unpacked",
    "zip-bzip2": "trouble: cannot be",
    "zip-good": "won|drawn|lost",
    "zip-escape": "trouble: leads out",
    "zip-bomb": "trouble: larger",
    "zip-link": "trouble: link",
    "zip-broken": "trouble: zip",
    **{name: source.partition("\n")[0].removeprefix("# wants: ") for name, source in SOURCES.items()},
}


def hand_in(root):
    """Write every submission into a folder, file or zip of its own under `root`."""
    for name, source in SOURCES.items():
        write(root / name, source.encode())
    write(root / "bom", b"\xef\xbb\xbf" + HONEST.encode())
    write(root / "crlf", HONEST.replace("\n", "\r\n").encode())
    write(root / "utf16", HONEST.encode("utf-16"))
    write(root / "null-bytes", HONEST.encode() + b"\0\0\0")
    write(root / "latin1", b"# caf\xe9\n" + HONEST.encode())
    write(root / "empty", b"")
    write(root / "huge", b"#" * 2_000_000 + b"\n" + HONEST.encode())
    write(root / "nested", b"x = " + b"(" * 5000 + b")" * 5000)
    (root / "outside-link").mkdir()
    (root / "outside-link" / "AB.py").symlink_to("/etc/passwd")
    (root / "directory" / "AB.py").mkdir(parents=True)
    (root / "no-file").mkdir()
    write(root / "forged-check", b"import socket\n" + HONEST.encode())
    for name in ("ast", "usercustomize", "sitecustomize", "_plyground_source_report"):
        (root / "forged-check" / f"{name}.py").write_text(FORGERY)
    write(root / "ours-as-folders", HONEST.encode())
    for name in ("config.txt", "_plyground_student_process.py", "_plyground_source_report.py"):
        (root / "ours-as-folders" / name / "inside").mkdir(parents=True)
    make_deep(root / "deep-folders", 3000)
    (root / "deep-folders" / "AB.py").write_text(HONEST)
    write(root / "links-in-a-circle", HONEST.encode())
    (root / "links-in-a-circle" / "one").symlink_to("two")
    (root / "links-in-a-circle" / "two").symlink_to("one")
    (root / "links-in-a-circle" / "self").symlink_to(".")
    (root / "circle.py").symlink_to("circle.py")
    os.mkfifo(root / "pipe.py")
    write(root / "names-without-text", HONEST.encode())
    for name in (b"caf\xe9.txt", b"\xff\xfe.py"):
        Path(os.fsdecode(os.fsencode(root / "names-without-text") + b"/" + name)).write_text("x = 1")
    Path(os.fsdecode(os.fsencode(root / "names-without-text") + b"/link\xff")).symlink_to("/etc/passwd")
    for name in (LONG_NAME, "Lee Min", "Lee-Min"):
        write(root / name, HONEST.encode())
    for name, method in (("deflate", zipfile.ZIP_DEFLATED), ("lzma", zipfile.ZIP_LZMA), ("bzip2", zipfile.ZIP_BZIP2)):
        damaged_zip(root / f"zip-{name}.zip", method)
    with zipfile.ZipFile(root / "zip-deep.zip", "w") as archive:
        archive.writestr("d/" * 2000 + "AB.py", HONEST)
    zips = {
        "zip-good": {"A0123456X/AB.py": HONEST},
        "zip-escape": {"../../evil/AB.py": HONEST},
        "zip-bomb": {"A/AB.py": HONEST, "A/zeros": b"\0" * (70 << 20)},
    }
    for name, members in zips.items():
        with zipfile.ZipFile(root / f"{name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for member, content in members.items():
                archive.writestr(member, content)
    with zipfile.ZipFile(root / "zip-link.zip", "w") as archive:
        link = zipfile.ZipInfo("A/AB.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    (root / "zip-broken.zip").write_bytes(b"PK\x03\x04 this is no zip")


def make_deep(folder, levels):
    """Make that many folders in each other; no path is so long, so each is made from the one above."""
    folder.mkdir()
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(levels):
            os.mkdir("d")  # noqa: PTH102
            os.chdir("d")
    finally:
        os.fchdir(before)
        os.close(before)


def damaged_zip(path, method):
    """Write a zip whose directory is whole, and whose data are not."""
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("AB.py", HONEST * 20)
    data = bytearray(path.read_bytes())
    begin = 30 + len("AB.py") + 12
    for i in range(begin, begin + 40):
        data[i] ^= 0xFF
    path.write_bytes(data)


def write(folder, content):
    folder.mkdir()
    (folder / "AB.py").write_bytes(content)


def snapshot(root):
    """Return every file under `root` with its content."""
    return {
        str(path): (str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None)
        for folder in root.iterdir()
        for path in ([folder] if folder.name == "deep-folders" or not folder.is_dir() else [folder, *folder.rglob("*")])
    }


def students_running():
    """Return the command lines of running student processes that are ours, or have run away from whoever had them."""
    found, ours = [], set(descendants(os.getpid()))
    for path in Path("/proc").glob("[0-9]*"):
        try:
            line = (path / "cmdline").read_bytes()
            state, parent = (path / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if b"_plyground_student_process" in line and state != "Z" and (int(path.name) in ours or parent == "1"):
            found.append(line)
    return found


@pytest.fixture(scope="module", params=WALLS)
def graded(request, tmp_path_factory):
    """Grade the class once behind each kind of walls; the grades by name, and what it left behind."""
    root = tmp_path_factory.mktemp("class")
    hand_in(root)
    (root.parent / "swordfish").write_text("a secret of the grader")
    os.environ["SECRET_TOKEN"] = "swordfish"
    before = snapshot(root)
    launcher = Launcher(request.param, SandboxSettings(memory=256, files=8, output=1, processes=24, workers=2))
    minichess = make("minichess", {"minichess": ONE_GAME}, {}, launcher, 1)
    desk = tmp_path_factory.mktemp("desk")
    desk.chmod(0o700)
    submissions = collect([str(root)], minichess.wanted, desk)
    grades = {grade.name: grade for grade in grade_all(minichess, submissions, CheckStore(None, {}))}
    del os.environ["SECRET_TOKEN"]
    yield grades, before, snapshot(root)
    # what else would remove a folder so deep?
    remove_folder(root / "deep-folders")


@pytest.mark.parametrize("name", sorted(WANTED))
def test_gets_its_grade_and_a_sentence(graded, name):
    grades, _, _ = graded
    grade = grades[name]
    verdicts, _, sentence = WANTED[name].partition(": ")
    if grade.trouble:
        verdict, said = "trouble", grade.trouble
    else:
        check = grade.cases[0].checks[0]
        verdict, said = check.verdict, f"{check.sentence} {check.errors}"
    assert verdict in verdicts.split("|"), said
    assert re.search(sentence, said), said
    assert said.strip().endswith((".", ")")) or len(said) > 40
    if verdict not in {"won", "drawn"}:
        assert grade.points == 0
        assert grade.summary


def test_every_submission_is_graded_once(graded):
    grades, _, _ = graded
    assert sorted(grades) == sorted(WANTED)
    assert len(WANTED) >= 25


def test_others_do_not_notice(graded):
    grades, before, after = graded
    assert before == after
    honest = [grades[name].cases[0].checks[0] for name in ("honest", "bom", "crlf", "zip-good")]
    moves = {check.record.partition("\n\n")[2] for check in honest}
    assert len(moves) == 1, "the same program must play the same game, whoever plays beside it"


def test_no_secret_is_told(graded):
    grades, _, _ = graded
    for grade in grades.values():
        for check in grade.cases[0].checks:
            assert "swordfish" not in check.to_json()
    assert "root:" not in grades["reads_passwd"].cases[0].checks[0].to_json()
    # the only AB.py that a program finds is its own
    assert grades["reads_others"].cases[0].checks[0].given.count("AB.py") <= 1


def test_every_mark_and_every_page_can_be_written(graded, tmp_path):
    grades = list(graded[0].values())
    assert data.csv_text(grades).encode().count(b"\n") >= len(grades)
    html.write_pages(tmp_path, grades)
    pages = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert len(pages) == len(grades) + 1
    linked = {unquote(name) for name in re.findall(r'<a href="([^"]+)"', pages.pop("index.html"))}
    assert linked == set(pages)
    for name in ("Lee Min", "Lee-Min"):
        assert sum(f"<h1>{name} " in text for text in pages.values()) == 1


def test_nothing_is_left_running(graded):
    assert not students_running()


def test_lines_of_the_source_are_named(graded):
    grades, _, _ = graded
    assert [(remark.kind, remark.line) for remark in grades["prints"].remarks] == [("print", 3)]
    assert [(remark.kind, remark.line) for remark in grades["raises"].remarks] == [("raise", 3)]
    assert ("module", 2) in [(remark.kind, remark.line) for remark in grades["fork_bomb"].remarks]


def test_nothing_beside_a_source_answers_for_its_check(graded):
    grades, _, _ = graded
    remarks = grades["forged-check"].remarks
    assert ("module", 1, "It imports socket, which the assignment does not allow.") in [
        (remark.kind, remark.line, remark.text) for remark in remarks
    ]
    assert all(type(remark.line) is int and "<script>" not in remark.text for remark in remarks)


def test_the_stack_trace_of_a_crash_is_shown(graded):
    grades, _, _ = graded
    errors = grades["raises"].cases[0].checks[0].errors
    assert "line 3, in studentAgent" in errors
