"""What people and programs read: text, HTML, JSON, CSV, Gradescope."""

import base64
import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from plyground.core.outcome import Color
from plyground.core.record import Record
from plyground.core.registry import get_game
from plyground.grading.check import Case, Check, Grade, Remark
from plyground.grading.leaderboard import LeaderboardLine
from plyground.grading.marking import case_grade
from plyground.grading.reports import data, gradescope, html, terminal


def example(name="ann"):
    record = Record(get_game("minichess"))
    for move in ("a2a3", "b4a3", "b2a3"):
        record.play(move)
    record.declare(Color.BLACK, "illegal move")
    checks = [
        Check(
            *("random", 1, 0.0, "illegal", "Lost on ply 4: <b>evil</b> & such."),
            seconds=(0.1, 0.4),
            game="minichess",
            record=record.text(),
            squares=("a2", "c5"),
            given="(('a', 1), ('c', 4))",
            errors="</script><script>alert(1)</script>",
            protections=("walls", "limits"),
        ),
        Check("random", 2, 1.0, "won", "Won after 9 plies.", seconds=(0.2,), protections=("walls",)),
    ]
    position = get_game("starcircle").position().text
    wrong = Check(
        *("minimax", 1, 0.0, "wrong", "The number of nodes is 4, not 5."),
        game="starcircle",
        position=position,
        question="Star\nMINIMAX\n2\n<the board>",
        given="F4-H2\n160\n160\n4",
        expected="F4-H2\n160\n160\n5",
    )
    cases = (
        case_grade(Case("random", "Random agent", 4.0, 2), checks, is_sample=True),
        case_grade(Case("minimax", "MINIMAX", 6.0, 1, what="input", success="right"), [wrong]),
    )
    return Grade(name, "minichess", cases, (Remark("print", 3, "It prints."),))


BROKEN = Grade("=cmd()", "minichess", example().cases, trouble="AB.py is empty.")


class Page(HTMLParser):
    """Collects what a page holds, and that its elements are nested."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.links = [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [value for key, value in attributes if key in {"src", "href"} and not value.startswith("#")]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_a_page_is_whole_and_needs_no_other_file():
    text = html.page(example())
    page = Page(text)
    assert page.links == []
    assert page.tags.count("figure") == 2
    assert page.tags.count("script") == 3
    assert "alert(1)" in text
    assert "<b>evil" not in text
    assert "<script>alert" not in text
    assert "<pre>Star\nMINIMAX\n2\n&lt;the board&gt;</pre>" in text, "its author can ask the same at home"
    for said in ("2 of 10 points", "1.3% to 98.7%", "Line 3: It prints.", "Protections: walls."):
        assert said in text


def policy_of(text):
    """Return the policy of a page, the texts of its scripts that run, and of its styles."""
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    return (
        policy,
        re.findall(r"<script>(.*?)</script>", text, re.DOTALL),
        re.findall(r"<style>(.*?)</style>", text, re.DOTALL),
    )


@pytest.mark.parametrize("text", [html.page(example()), html.class_page([example(), BROKEN])])
def test_a_page_lets_no_script_run_but_ours(text):
    policy, scripts, styles = policy_of(text)
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    digests = [
        "sha256-" + base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in scripts + styles
    ]
    assert len(digests) == 1 + ("<figure" in text)
    assert all(f"'{digest}'" in policy for digest in digests)
    assert not re.findall(r"<[^>]* (style|on\w+)=", text), "the policy forbids those, too"


def test_a_remark_is_text_whatever_it_holds():
    evil = Remark("module", "<script>alert(2)</script>", "<img src=x onerror=alert(3)>")
    text = html.page(replace(example(), remarks=(evil,)))
    assert "<script>alert" not in text
    assert "<img" not in text


def test_the_boards_data_can_be_stepped_through():
    text = html.page(example())
    games = [json.loads(found) for found in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text)]
    replayed, single = games
    assert [ply["move"] for ply in replayed["plies"]] == ["", "a2a3", "b4a3", "b2a3"]
    assert replayed["plies"][2]["touched"] == ["b4", "a3"]
    assert (
        next([square, symbol[-1].upper()] for square, symbol in replayed["plies"][3]["pieces"] if square == "a3")
        == ["a3", "P"]
        or len(replayed["plies"][3]["pieces"]) == 18
    )
    assert replayed["marked"] == ["a2", "c5"]
    assert len(single["plies"]) == 1
    assert single["end"] == "Star to move."
    symbols = set(re.findall(r'<symbol id="([^"]+)"', text))
    assert replayed["corners"]["a5"] == {"x": 44, "y": 44}
    assert text.count('<div class="board"><svg ') == 2, "a board is drawn by the server, its men by the script"
    for game in games:
        for ply in game["plies"]:
            assert {game["prefix"] + symbol for _, symbol in ply["pieces"]} <= symbols


def test_answers_stand_beside_each_other_with_the_difference_marked():
    text = html.page(example())
    assert '<span class="differs">5 </span>' in text
    assert '<span class="differs">4 </span>' in text
    assert text.count('class="differs"') == 2


def test_a_plot_of_nothing_is_left_out():
    assert "at most 0.40" in html.page(example())
    check = Check("random", 1, 1.0, "won", "Won after 9 plies.", seconds=(0.0, 0.0))
    grade = Grade("ann", "minichess", (case_grade(Case("random", "Random agent", 4.0, 1), [check]),))
    assert "Seconds a move" not in html.page(grade)


def test_the_class_page_links_to_all(tmp_path):
    table = [LeaderboardLine("ann", 1.5, 1, 1, 0, 80.0, 100.0)]
    html.write_pages(tmp_path / "new" / "folder", [example(), BROKEN], table)
    index = (tmp_path / "new" / "folder" / "index.html").read_text()
    page = Page(index)
    assert len(page.links) == 2
    assert all((tmp_path / "new" / "folder" / link).exists() for link in page.links)
    assert "Leaderboard" in index


def test_names_are_made_safe_for_files():
    assert html.page_names([example("a/../../b c")])[0] == "a-..-..-b-c.html"
    assert html.page_names([example("index")])[0] == "student-index.html"
    assert html.page_names([example(".hidden")])[0] == "student-.hidden.html"


def test_the_terminal():
    text = terminal.grade_text(example())
    assert text.split("\n")[0] == "ann: 2 of 10 points"
    assert "Random agent        2/4  1 of 2 won or drawn (50%, 100% wanted)." in text
    assert "line 3: It prints." in text
    assert terminal.grade_text(BROKEN).split("\n")[:2] == ["=cmd(): 0 of 10 points", "  AB.py is empty."]
    assert terminal.class_text([BROKEN, example()]).split("\n")[0].startswith("ann  ")


def test_json_holds_everything():
    document = json.loads(data.json_text([example(), BROKEN], [LeaderboardLine("ann", 1, 1, 0, 0, 0.0, 1.0)]))
    first, second = document["grades"]
    assert (first["points"], first["out_of"], second["points"]) == (2.0, 10.0, 0.0)
    assert first["cases"][0]["checks"][0]["record"].startswith("[Game")
    assert document["leaderboard"][0]["name"] == "ann"


def test_csv_is_no_formula():
    rows = list(csv.reader(io.StringIO(data.csv_text([example(), BROKEN]))))
    assert rows[0] == ["name", "points", "out of", "random", "minimax", "summary"]
    assert rows[1][:5] == ["ann", "2.0", "10.0", "2.0", "0.0"]
    assert rows[2][0] == "'=cmd()"


def test_gradescope_results():
    results = json.loads(gradescope.results_text(example()))
    assert results["score"] == 2.0
    assert [(test["score"], test["max_score"]) for test in results["tests"]] == [(2.0, 4.0), (0.0, 6.0)]
    assert "95% confidence" in results["tests"][0]["output"]
    broken = json.loads(gradescope.results_text(BROKEN))
    assert broken["score"] == 0
    assert sum(test["score"] for test in broken["tests"]) == 0
    assert json.loads(gradescope.failure_text("No."))["output"] == "No."


def test_the_autograder_is_complete(tmp_path):
    target = tmp_path / "autograder.zip"
    gradescope.write_autograder("minichess", target)
    first = target.read_bytes()
    gradescope.write_autograder("minichess", target)
    assert target.read_bytes() == first
    with zipfile.ZipFile(target) as archive:
        archive.extractall(tmp_path / "source")
        assert archive.getinfo("run_autograder").external_attr >> 16 == 0o755
    for script in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", str(tmp_path / "source" / script)], check=True)
        # a submission is another user there, and shall find no solver to ask
        closing = [line for line in (tmp_path / "source" / script).read_text().split("\n") if "chmod" in line]
        assert "0700" in closing[0]
        assert {"source", "venv"} <= {Path(word).name for word in closing[0].split()}
    # the package in the zip works by itself, and finds its games
    code = "import plyground, sys; print(plyground.__file__); print(*plyground.all_games())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path / "source" / "package")},
        capture_output=True,
        text=True,
        check=True,
    )
    place, games = done.stdout.strip().split("\n")
    assert place.startswith(str(tmp_path))
    assert "minichess" in games.split()


def test_full_marks_and_withheld_points():
    won = [Check("c", 1, 1.0, "won", "Won.")]
    cases = (case_grade(Case("c", "C", 4.0, 1), won),)
    assert Grade("ann", "minichess", cases).is_full
    withheld = Grade("ann", "minichess", cases, withheld="It cheats.")
    assert (withheld.points, withheld.earned, withheld.summary) == (0.0, 4.0, "It cheats.")
    assert "(It would have been 4.)" in terminal.grade_text(withheld)


@pytest.mark.parametrize("points", [0, 0.5, 7.25, 10, 33.3333, 100])
def test_points_are_short(points):
    assert float(terminal.points_text(points)) == pytest.approx(points, abs=0.005)
