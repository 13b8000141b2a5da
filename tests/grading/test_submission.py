"""What people hand in: files, folders, zips, command lines, and a folder of all of them."""

import errno
import io
import os
import sys
import zipfile
from pathlib import Path

import pytest

from plyground.core.errors import InvalidSetting
from plyground.grading import copying
from plyground.grading.submission import Wanted, collect, program_named

AB = Wanted(file="AB.py")
ANY = Wanted(usual=("homework", "main"))


@pytest.fixture
def desk(tmp_path):
    folder = tmp_path / "desk"
    folder.mkdir()
    return folder


def make(folder, *names):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text(f"# {folder.name} {name}\n")
    return folder


def test_the_same_program_by_file_folder_and_zip(tmp_path, desk):
    folder = make(tmp_path / "A0123456X", "AB.py")
    archive = tmp_path / "A0123456X.zip"
    with zipfile.ZipFile(archive, "w") as writer:
        writer.write(folder / "AB.py", "A0123456X/AB.py")
        writer.writestr("__MACOSX/A0123456X/._AB.py", "rubbish")
    found = collect([str(folder / "AB.py"), str(folder), str(archive)], AB, desk)
    assert [submission.name for submission in found] == ["A0123456X", "A0123456X (2)", "A0123456X (3)"]
    assert {submission.digest for submission in found} == {found[0].digest}
    assert all((submission.folder / "AB.py").read_text() == "# A0123456X AB.py\n" for submission in found)


def test_a_class_is_a_folder_of_submissions(tmp_path, desk):
    root = tmp_path / "class"
    make(root / "ann", "AB.py")
    make(root / "bob", "AB.py", "tables.py")
    make(root / "cid" / "cid", "AB.py")
    make(root / "dan", "other.py")
    make(root, "eve.py", "notes.txt")
    found = {submission.name: submission for submission in collect([str(root)], AB, desk)}
    assert sorted(found) == ["ann", "bob", "cid", "dan", "eve"]
    assert found["dan"].trouble == "There is no AB.py in the submission."
    assert (found["bob"].folder / "tables.py").exists()
    assert found["eve"].notes == ("The file is called eve.py; it was taken for AB.py.",)


@pytest.mark.parametrize(
    ("loose", "folders", "names"),
    [
        ("cid.py", {"ann": ["homework.py"], "bob": ["mine.py"]}, ["ann", "bob", "cid"]),
        # one student's program with what it needs
        ("homework.py", {"old": ["homework.py"], "new": ["homework.py"]}, ["class"]),
        ("cid.py", {"tools": ["draw.py"]}, ["class"]),
        ("cid.py", {"core": ["__init__.py"], "agents": ["__init__.py"]}, ["class"]),
    ],
)
def test_one_loose_program_does_not_hide_a_class(tmp_path, desk, loose, folders, names):
    root = make(tmp_path / "class", loose)
    for name, files in folders.items():
        make(root / name, *files)
    assert [submission.name for submission in collect([str(root)], ANY, desk)] == names


@pytest.mark.parametrize(
    ("members", "said"),
    [
        (["p3/src/AB.py", "p3/README.md"], "The file is called src/AB.py; it was taken for AB.py."),
        (["p3/ab.PY", "p3/README.md"], "The file is called ab.PY; it was taken for AB.py."),
        (["a/AB.py", "b/AB.py"], "There is no AB.py in the submission, but 2 of that name deeper in it."),
        (["a/other.py"], "There is no AB.py in the submission."),
    ],
)
def test_a_file_is_found_wherever_it_is(tmp_path, desk, members, said):
    (tmp_path / "class").mkdir()
    with zipfile.ZipFile(tmp_path / "class" / "ANN.ZIP", "w") as writer:
        for member in members:
            writer.writestr(member, f"# {member}")
    (submission,) = collect([str(tmp_path / "class")], AB, desk)
    assert said == (submission.trouble or submission.notes[0])
    assert submission.trouble or (submission.folder / "AB.py").read_text() == f"# {members[0]}"


def test_what_cannot_be_taken_is_marked_as_well(tmp_path, desk):
    make(tmp_path / "class", "ann.tar.gz", "bob.rar", "cid.ipynb", "marks.csv")
    found = {submission.name: submission.trouble for submission in collect([str(tmp_path / "class")], AB, desk)}
    assert list(found) == ["ann.tar", "bob", "cid"]
    assert found["bob"] == "It is a file .rar; expected AB.py, or a folder or a zip that holds it."


def test_an_accent_may_be_a_character_of_its_own(tmp_path, desk):
    make(tmp_path / "Jose\u0301", "AB.py")
    (submission,) = collect([str(tmp_path / "Jose\u0301")], AB, desk)
    assert submission.name == "Jos\u00e9"


def test_originals_are_not_touched_and_links_outside_are_left_out(tmp_path, desk):
    folder = make(tmp_path / "ann", "AB.py", "data.txt")
    (folder / "inside.txt").symlink_to("data.txt")
    (folder / "outside.txt").symlink_to("/etc/hostname")
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "pipe")
    (submission,) = collect([str(folder)], AB, desk)
    assert sorted(path.name for path in submission.folder.iterdir()) == ["AB.py", "data.txt", "inside.txt"]
    assert not submission.trouble
    assert len(submission.notes) == 3
    (submission.folder / "AB.py").write_text("changed")
    assert (folder / "AB.py").read_text() == "# ann AB.py\n"


def test_other_content_is_another_digest(tmp_path, desk):
    make(tmp_path / "one", "AB.py")
    make(tmp_path / "two", "AB.py")
    one, two = collect([str(tmp_path / "one"), str(tmp_path / "two")], AB, desk)
    assert one.digest != two.digest


def test_missing_files_are_the_teachers_error(desk):
    with pytest.raises(InvalidSetting, match=r"There is no file or folder nobody\.zip"):
        collect(["nobody.zip"], AB, desk)
    with pytest.raises(InvalidSetting, match="is neither a file, a folder nor a command"):
        collect(["no-such-command --at all"], ANY, desk)


@pytest.mark.parametrize(
    ("names", "command"),
    [
        (["whatever.py"], ("python3", "whatever.py")),
        (["homework.py", "helper.py"], ("python3", "homework.py")),
        (["agent.jar", "readme.txt"], ("java", "-jar", "agent.jar")),
    ],
)
def test_the_program_of_a_folder(tmp_path, desk, names, command):
    (submission,) = collect([str(make(tmp_path / "ann", *names))], ANY, desk)
    assert submission.command == command


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a.py", "b.py", "notes.txt"], "has more than one program: a.py and b.py. Call the one to be run homework."),
        ([], "There is no program in the submission (it is empty): expected a file of Python, a .jar, a script"),
        (["homework.cpp", "README"], "There is no program in the submission (README and homework.cpp): expected"),
        (
            [f"{number}.txt" for number in range(6)],
            "There is no program in the submission (6 files and folders): expect",
        ),
    ],
)
def test_a_folder_in_which_no_program_can_be_meant(tmp_path, desk, names, said):
    (submission,) = collect([str(make(tmp_path / "ann" / "deep", *names).parent)], ANY, desk)
    assert said in submission.trouble


def test_a_script_from_a_zip_can_be_run_again(tmp_path, desk):
    archive = tmp_path / "ann.zip"
    with zipfile.ZipFile(archive, "w") as writer:
        writer.writestr("run.sh", "#!/bin/sh\necho hello\n")
    (submission,) = collect([str(archive)], ANY, desk)
    assert submission.command == ("./run.sh",)
    assert os.access(submission.folder / "run.sh", os.X_OK)


def test_a_command_line_takes_its_files_along(tmp_path, desk):
    make(tmp_path / "classes", "Agent.class")
    make(tmp_path, "agent.py")
    line = f"{sys.executable} {tmp_path / 'agent.py'} --level 3"
    (submission,) = collect([line], ANY, desk)
    assert submission.command == ("python3", "agent.py", "--level", "3")
    assert (submission.folder / "agent.py").exists()
    (submission,) = collect([f"cat -e {tmp_path / 'classes'}"], ANY, desk / "..")
    assert submission.command == ("cat", "-e", "classes")


def test_the_teachers_command_is_for_all(tmp_path, desk):
    wanted = Wanted(command="java -cp . Homework")
    make(tmp_path / "class" / "ann", "Homework.class")
    make(tmp_path / "class" / "bob", "Homework.class")
    found = collect([str(tmp_path / "class")], wanted, desk)
    assert [submission.command for submission in found] == [("java", "-cp", ".", "Homework")] * 2


def test_the_programs_of_parts(tmp_path, desk):
    folder = make(tmp_path / "ann", "part1.py", "part2_lion.py", "notes.txt")
    (submission,) = collect([str(folder)], Wanted(parts=("part1", "part2-lion")), desk)
    assert not submission.trouble
    assert program_named(submission.folder, "part2-lion") == ("python3", "part2_lion.py")
    assert program_named(submission.folder, "part3") is None


def test_what_one_student_has_locked_is_not_everybodys(tmp_path, desk, monkeypatch):
    root = make(tmp_path / "class", "eve")
    make(root / "ann", "homework.py")
    make(root / "bob", "homework.py")
    really = Path.open

    def locked(path, *args, **kwargs):
        if path == root / "eve":
            raise PermissionError(errno.EACCES, "Permission denied")
        return really(path, *args, **kwargs)

    def copied(path, target):
        with path.open("rb") as opened:
            target.write_bytes(opened.read())

    # root, who may run the tests, may read everything
    monkeypatch.setattr(Path, "open", locked)
    monkeypatch.setattr("shutil.copyfile", copied)
    found = {submission.name: submission.trouble for submission in collect([str(root)], ANY, desk)}
    assert found == {"ann": "", "bob": "", "eve": "The submission cannot be read: Permission denied."}


@pytest.mark.parametrize("kind", ["file", "folder", "zip"])
def test_where_there_is_no_room_for_copies_no_student_is_blamed(tmp_path, desk, kind, monkeypatch):
    folder = make(tmp_path / "ann", "AB.py")
    with zipfile.ZipFile(tmp_path / "ann.zip", "w") as writer:
        writer.write(folder / "AB.py", "AB.py")
    given = {"file": folder / "AB.py", "folder": folder, "zip": tmp_path / "ann.zip"}[kind]

    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    monkeypatch.setattr("zipfile.ZipFile.open", full)
    with pytest.raises(InvalidSetting, match=f"^The submissions cannot be copied to {tmp_path}: No space left on dev"):
        collect([str(given)], AB, desk)


# --- hand-ins as systems and learning platforms make them ---


def pack(path, entries):
    """Write a zip with names as other programs write them, which zipfile would put right."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as writer:
        for name, content in entries:
            item = zipfile.ZipInfo("x")
            item.filename = name
            if name.endswith(("/", "\\")):
                item.external_attr = 0x10
            writer.writestr(item, content)
    return path


def zipped(*entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as writer:
        for name, content in entries:
            writer.writestr(name, content)
    return out.getvalue()


RIGHT = "def studentAgent(board): pass\n"
APPLE = b"\x00\x05\x16\x07" + bytes(100)


@pytest.mark.parametrize(
    ("entries", "note"),
    [
        ([("p/._AB.py", APPLE), ("p/AB.py", RIGHT), ("__MACOSX/p/._AB.py", APPLE)], ""),
        ([("p/.DS_Store", "x"), ("p/Thumbs.db", "x"), ("desktop.ini", "x"), ("p/AB.py", RIGHT)], ""),
        ([("proj\\", ""), ("proj\\AB.py", RIGHT)], ""),
        ([("proj\\src\\", ""), ("proj\\src\\AB.py", RIGHT), ("proj\\readme.txt", "x")], "called src/AB.py"),
        ([("proj", ""), ("proj/AB.py", RIGHT)], ""),
        ([("proj/AB.py", RIGHT), ("proj", "")], ""),
        ([("/AB.py", RIGHT)], "absolute paths"),
        ([("C:\\Users\\ann\\proj\\AB.py", RIGHT)], "absolute paths"),
        ([("\\\\server\\ann\\AB.py", RIGHT)], "absolute paths"),
        ([("./AB.py", RIGHT), (".//lib/x.py", "")], ""),
        ([("AB.py", "old"), (".//AB.py", RIGHT)], "AB.py is in the zip 2 times; the last was taken."),
        ([("AB (1).py", RIGHT)], "The file is called AB (1).py; it was taken for AB.py."),
        ([("p/AB-1.py", RIGHT), ("p/tables.py", "x = 1")], "called AB-1.py"),
        ([("AB - Copy.py", RIGHT)], "AB - Copy.py"),
        ([("AB - Kopie (2).py", RIGHT), ("test_AB.py", "")], "AB - Kopie (2).py"),
        ([("ann_12345_6789_AB-1.py", RIGHT)], "ann_12345_6789_AB-1.py"),
        ([("AB.py.txt", RIGHT)], "AB.py.txt"),
        ([("AB (1).py", RIGHT), ("AB (2).py", RIGHT)], "AB (1).py"),
        ([("project.zip", zipped(("project/AB.py", RIGHT)))], "project.zip is a zip; it was unpacked."),
        ([("a/b.zip", zipped(("c.zip", zipped(("AB.py", RIGHT))))), ("a/readme.md", "x")], "c.zip is a zip"),
        ([("data.zip", zipped(("AB.py", "other"))), ("AB.py", RIGHT)], ""),
        ([("p/AB.py", RIGHT), ("p/venv/pyvenv.cfg", ""), ("p/venv/lib/AB.py", "other")], "p/venv is an environment"),
        ([("old/AB.py", RIGHT), ("new/src/AB.py", RIGHT)], "called old/AB.py"),
        ([("p/AB.py", RIGHT), ("p/.ipynb_checkpoints/AB-checkpoint.py", "other")], ""),
    ],
)
def test_what_can_mean_one_thing_only_is_taken(tmp_path, desk, entries, note):
    pack(tmp_path / "class" / "ann.zip", entries)
    (submission,) = collect([str(tmp_path / "class")], AB, desk)
    assert not submission.trouble
    assert (submission.folder / "AB.py").read_text() == RIGHT
    assert note in " ".join(submission.notes)
    assert bool(submission.notes) == bool(note)
    assert not list(submission.folder.rglob("._*"))


@pytest.mark.parametrize(
    ("entries", "trouble", "note"),
    [
        (
            [("AB (1).py", "a"), ("AB (2).py", "b")],
            "There is no AB.py in the submission, but 2 that may be meant.",
            "AB (1)",
        ),
        (
            [("a.zip", zipped(("AB.py", "a"))), ("b.zip", zipped(("AB.py", "b")))],
            "but 2 of that name",
            "a/AB.py and b/AB.py",
        ),
        ([("main.py", "a"), ("notes.txt", "b")], "There is no AB.py", "The submission holds main.py and notes.txt."),
        ([("test_AB.py", "a")], "There is no AB.py", "test_AB.py"),
        ([("../AB.py", "a")], "a path that leads out of its folder", ""),
        ([("..\\AB.py", "a")], "a path that leads out of its folder", ""),
        ([], "There is no AB.py in the submission.", "holds nothing"),
    ],
)
def test_what_may_mean_several_things_is_told(tmp_path, desk, entries, trouble, note):
    pack(tmp_path / "class" / "ann.zip", entries)
    (submission,) = collect([str(tmp_path / "class")], AB, desk)
    assert trouble in submission.trouble
    assert note in " ".join(submission.notes)


@pytest.mark.parametrize("wanted", [AB, ANY], ids=["AB.py", "any"])
@pytest.mark.parametrize("top", ["", "submissions/"])
def test_a_whole_class_in_one_zip(tmp_path, desk, wanted, top):
    file = wanted.file or "homework.py"
    moodle, gradescope = "Ann Lee_1234567_assignsubmission_file_", "submission_98765"
    pack(
        tmp_path / "class.zip",
        [
            (f"{top}{moodle}/{file}", RIGHT),
            (f"{top}Bob_1234568_assignsubmission_file_/project.zip", zipped((f"project/{file}", RIGHT))),
            (f"{top}{gradescope}/src/{file}", RIGHT),
            (f"{top}{gradescope}/README", "x"),
            (f"{top}cid_111_222_{file}", RIGHT),
            (f"{top}dan_333_444_{file.replace('.', '-1.')}", RIGHT),
            (f"{top}dan_333_445_tables.py", "x = 1"),
            (f"{top}Dee_1234569_assignsubmission_onlinetext_/onlinetext.html", "x"),
            (f"{top}submission_metadata.yml", "x"),
        ],
    )
    found = {submission.name: submission for submission in collect([str(tmp_path / "class.zip")], wanted, desk)}
    names = [moodle, "Bob_1234568_assignsubmission_file_", f"cid_111_222_{Path(file).stem}", "dan_333", gradescope]
    assert sorted(found) == sorted(names)
    assert not [submission.trouble for submission in found.values() if submission.trouble]
    assert (found["dan_333"].folder / "tables.py").exists()


def test_blackboards_files_of_a_student_belong_together(tmp_path, desk):
    begin = "Project_s123_attempt_2026-01-02-03-04-05"
    make(
        tmp_path / "class",
        f"{begin}.txt",
        f"{begin}_AB.py",
        f"{begin}_tables.py",
        "Project_s9_attempt_2026-01-02-03-04-06_AB.py",
    )
    found = {submission.name: submission for submission in collect([str(tmp_path / "class")], AB, desk)}
    assert list(found) == [begin, "Project_s9_attempt_2026-01-02-03-04-06_AB"]
    assert (found[begin].folder / "tables.py").exists()
    assert not any(submission.trouble for submission in found.values())


def test_a_renamed_file_keeps_what_lies_beside_it(tmp_path, desk):
    folder = make(tmp_path / "ann", "AB (1).py", "tables.py")
    (submission,) = collect([str(folder)], AB, desk)
    assert sorted(path.name for path in submission.folder.iterdir()) == ["AB.py", "tables.py"]
    assert submission.name == "ann"


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"homework (1).py": "x", "board.py": "y"}, "homework (1).py"),
        ({"agent.py": "from board import Board", "board.py": "import sys"}, "agent.py"),
        ({"agent.py": "x", "__init__.py": "", "test_agent.py": "import agent", "setup.py": "y"}, "agent.py"),
        ({"._homework.py": "x", "homework.py": "y"}, "homework.py"),
        ({"README": "x", "src/homework.py": "y", "docs/conf.py": "z"}, "homework.py"),
        ({"README": "x", "code.zip": zipped(("deep/main.py", "x"))}, "main.py"),
    ],
)
def test_the_program_that_alone_can_be_meant(tmp_path, desk, files, command):
    pack(tmp_path / "ann.zip", files.items())
    (submission,) = collect([str(tmp_path / "ann.zip")], ANY, desk)
    assert submission.command == ("python3", command), submission.trouble


def test_a_part_under_a_new_name(tmp_path, desk):
    pack(tmp_path / "ann.zip", [("part1 (1).py", "x"), ("part2_lion-1.py", "x"), ("ann_12_34_part3.py", "x")])
    (submission,) = collect([str(tmp_path / "ann.zip")], Wanted(parts=("part1", "part2-lion", "part3")), desk)
    assert not submission.trouble
    assert all(program_named(submission.folder, part) for part in ("part1", "part2-lion", "part3"))


def test_a_name_of_many_copies_takes_no_time(tmp_path, desk):
    make(tmp_path / "ann", "AB" + "--1 - copy (1)" * 15 + "x.py")
    (submission,) = collect([str(tmp_path / "ann")], AB, desk)
    assert submission.trouble or submission.notes


@pytest.mark.parametrize("wanted", [AB, ANY])
def test_a_link_in_the_folder_of_a_class_is_nobodys_program(tmp_path, desk, wanted):
    root, elsewhere = tmp_path / "class", make(tmp_path / "teacher", "AB.py", "main.py")
    make(root / "ann", "AB.py", "main.py")
    make(root / "dan", "AB.py", "main.py")
    (root / "bob.py").symlink_to(elsewhere / "AB.py")
    (root / "cid").symlink_to(elsewhere)
    (root / "eve").symlink_to("ann")
    (root / "flo.zip").symlink_to("/etc/passwd")
    (root / "gus.py").symlink_to("nowhere")
    found = {submission.name: submission for submission in collect([str(root)], wanted, desk)}
    assert not found["ann"].trouble
    assert not found["dan"].trouble
    links = {name: each for name, each in found.items() if name not in {"ann", "dan"}}
    assert {"bob", "cid", "eve", "flo"} <= set(links)
    for each in links.values():
        assert "is a link; only what lies in the folder of submissions is taken." in each.trouble
        assert not list(each.folder.iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system does not tell where an open file is")
def test_a_link_that_is_put_on_the_way_meanwhile_leads_to_no_copy(tmp_path, desk, monkeypatch):
    folder, elsewhere = make(tmp_path / "eve", "AB.py"), make(tmp_path / "teacher", "secret.txt")
    make(folder / "lib", "secret.txt")
    real = copying.copy_file

    def swapping(path, target, root=None):
        if path.name == "secret.txt":
            (folder / "lib").rename(folder / "moved")
            (folder / "lib").symlink_to(elsewhere)
        real(path, target, root)

    monkeypatch.setattr(copying, "copy_file", swapping)
    (found,) = collect([str(folder)], AB, desk)
    assert found.trouble == "secret.txt leads out of the folder."
    assert not list(desk.rglob("secret.txt"))
