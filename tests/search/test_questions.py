"""Questions on fresh trees: their answers by a second implementation, and the files for learning platforms."""

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from base64 import b64decode
from math import inf, log, sqrt

import pytest

from plyground.core.errors import InvalidSetting, UnknownName
from plyground.search import drawn_tree
from plyground.search.curriculum import chapter, chapters
from plyground.search.question_bank import bank, drill
from plyground.search.question_formats import gift, moodle_xml, qti
from plyground.search.questions import all_questions, questions_of
from plyground.search.walk import Walk

QUESTIONS = bank(chapters(), 12, 7)


def read(text):
    """Read a tree as nested lists; names, estimates and captures are left out."""
    text = re.sub(r"\d+:(?=\()|!|x=", "", text).replace("(", "[").replace(")", "]").replace(" ", ",")
    return eval(text, {"x": None})


def value(tree, is_max):
    return tree if isinstance(tree, int) else (max if is_max else min)(value(each, not is_max) for each in tree)


def leaves(tree, is_max=True, alpha=-inf, beta=inf):
    """Alpha-beta by the book: the value and the visited nodes by their way."""
    if isinstance(tree, int):
        return tree, [()]
    best, seen = (-inf if is_max else inf), [()]
    for i, each in enumerate(tree):
        below, visited = leaves(each, not is_max, alpha, beta)
        seen += [(i, *way) for way in visited]
        best = (max if is_max else min)(best, below)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, seen


def place(question, tree):
    node, way = question.tree.nodes[question.question.node], []
    while node.parent is not None:
        way.insert(0, ord(node.move[-1]) - 97)
        node = question.tree.nodes[node.parent]
    for i in way:
        tree = tree[i]
    return tree, len(way) % 2 == 0, tuple(way)


@pytest.mark.parametrize("each", QUESTIONS, ids=lambda each: each.name)
def test_the_answer_is_that_of_a_second_implementation(each):
    asked, name = each.question, each.chapter.name
    if name in ("game-trees", "minimax", "negamax"):
        tree = read(each.tree.root.text)
        here, is_max, _ = place(each, tree)
        if asked.kind == "count":
            expected = str(sum(1 for _ in re.finditer(r"\d+|\(", each.tree.root.text)))
        elif asked.kind == "move":
            expected = "abcdefgh"[[value(child, False) for child in tree].index(value(tree, True))]
        else:
            found = value(here, is_max)
            expected = str(-found if asked.kind == "negamax" and not is_max else found)
        assert asked.answer == expected
    elif name in ("alpha-beta", "deep-cuts"):
        tree = read(each.tree.root.text)
        best, seen = leaves(tree)
        here, is_max, way = place(each, tree)
        if asked.kind == "next":
            searched = int(re.search(r"(\d+) ha(s|ve) been", asked.text)[1])
            assert asked.answer == ("yes" if (*way, searched) in seen else "no")
        elif asked.kind == "bound":
            # what is better for the other player, of all that was tried before on the way from the root
            earlier = {}
            for depth, move in enumerate(way):
                if (depth % 2 == 0) != is_max:
                    earlier |= {(*way[:depth], i): value(at(tree, (*way[:depth], i)), is_max) for i in range(move)}
            best = (min if is_max else max)(earlier, key=earlier.get)
            assert asked.answer == "".join("abc"[i] for i in best)
        elif asked.kind == "move":
            assert value(tree[ord(asked.answer) - 97], False) == best
    elif name == "monte-carlo":
        counts = {
            move: float(mean) + sqrt(2 * log(int(re.search(r"After (\d+)", asked.text)[1])) / int(tries))
            for move, tries, mean in re.findall(r"(\w): (\d+) tries, mean (\d\.\d\d)", asked.text)
        }
        assert asked.answer == max(counts, key=counts.get)
    else:
        assert asked.kind in each.drill.kinds
        assert asked.choices is None or asked.answer in asked.choices


def at(tree, way):
    return at(tree[way[0]], way[1:]) if way else tree


def test_what_is_drawn_beside_a_question_does_not_answer_it():
    for each in QUESTIONS:
        asked, walk = each.question, Walk(each.tree)
        if asked.kind in ("return", "negamax", "move", "next"):
            assert walk.number_text(asked.step)[asked.node] == "?"
            assert "best" not in each.svg()
        assert asked.answer not in asked.hint.split() or asked.kind in ("return", "count", "select")
        assert asked.hint != asked.why


def test_half_of_the_questions_whether_a_move_is_searched_are_about_cuts():
    answers = [each.question.answer for each in QUESTIONS if each.question.kind == "next"]
    assert 0.25 < answers.count("no") / len(answers) < 0.75


@pytest.mark.parametrize("each", chapters(), ids=lambda each: each.name)
def test_a_drill_is_other_questions_by_another_seed_and_the_same_by_the_same(each):
    one, again, other = drill(each, 1), drill(each, 1), drill(each, 2)
    assert (one.text, one.questions) == (again.text, again.questions)
    assert one.text != other.text
    assert {question.kind for question in one.questions} == set(each.drill.kinds)
    assert [question.step for question in one.questions] == sorted(question.step for question in one.questions)


def test_the_links_to_quizzes_ask_what_they_asked():
    """The draw is that of the pages' JavaScript of before (mulberry32): seed 1 asks these."""
    tree = drawn_tree.search(drawn_tree.parse("((6 9 7) (4 8 5) (8 7 9) (3 8 5) (5 9))"))
    asked = questions_of(tree, ["return", "next", "move"], 8, 1)
    assert [(each.kind, each.node, each.step) for each in asked] == EARLIER
    assert len(all_questions(tree)) == 18


EARLIER = [
    ("return", 1, 8),
    ("next", 5, 12),
    ("next", 7, 16),
    ("next", 7, 18),
    ("next", 11, 24),
    ("next", 13, 28),
    ("return", 13, 28),
    ("move", 0, 29),
]


def test_moodle_takes_the_xml():
    """What its importer (question/format/xml) demands of each question."""
    document = ET.fromstring(moodle_xml(QUESTIONS))
    categories = [each for each in document if each.get("type") == "category"]
    assert len(categories) == 12
    assert categories[3].findtext("category/text") == "$course$/top/Plyground game search/04. Alpha-beta"
    names = set()
    for each in document:
        if each.get("type") == "category":
            continue
        names.add(each.findtext("name/text"))
        text = each.findtext("questiontext/text")
        assert each.find("questiontext").get("format") == "html"
        assert text.startswith("<p>")
        assert ("@@PLUGINFILE@@/tree.svg" in text) == (each.find("questiontext/file") is not None)
        if (file := each.find("questiontext/file")) is not None:
            assert ET.fromstring(b64decode(file.text)).tag.endswith("svg")
        answers = each.findall("answer")
        assert sum(int(answer.get("fraction")) for answer in answers) == 100
        if each.get("type") == "numerical":
            assert float(answers[0].findtext("text")) is not None
            assert answers[0].findtext("tolerance") == "0"
        else:
            assert each.get("type") == "multichoice"
            assert each.findtext("single") == "true"
            assert len({answer.findtext("text") for answer in answers}) == len(answers) >= 2
        assert each.findtext("hint/text")
        assert each.findtext("generalfeedback/text")
    assert len(names) == len(QUESTIONS)


def test_gift_is_read_back():
    """By the rules of Moodle's importer: paragraphs, ::name::, {answers}, escapes."""
    paragraphs = gift(QUESTIONS).strip().split("\n\n")
    read_back = {}
    for paragraph in paragraphs:
        if paragraph.startswith("$CATEGORY: "):
            continue
        assert "\n" not in paragraph
        raw = re.sub(r"\\(.)", lambda match: chr(0xE000 + ord(match[1])), paragraph)
        name, text, answers, feedback = re.fullmatch(r"::(.+?)::\[plain\](.+?) \{(.+?) ####(.+)\}", raw).groups()
        plain = [re.sub("[\ue000-\ue0ff]", lambda match: chr(ord(match[0]) - 0xE000), part) for part in (name, text)]
        if answers.startswith("#"):
            right = answers[1:].partition(":")[0]
        else:
            right = re.search(r"=(\S+)", answers)[1]
            assert answers.count("=") == 1
            assert answers.count("~") >= 1
        assert feedback
        read_back[plain[0]] = (plain[1], right)
    assert read_back == {each.name: (each.text, each.question.answer) for each in QUESTIONS}


def test_the_package_of_qti_has_what_its_manifest_names():
    package = zipfile.ZipFile(io.BytesIO(qti(QUESTIONS)))
    manifest = ET.fromstring(package.read("imsmanifest.xml"))
    space, item_space = "{http://www.imsglobal.org/xsd/imscp_v1p1}", "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
    files = [file.get("href") for file in manifest.iter(f"{space}file")]
    assert sorted([*files, "imsmanifest.xml"]) == sorted(package.namelist())
    resources = list(manifest.iter(f"{space}resource"))
    assert len(resources) == len(QUESTIONS)
    for resource in resources:
        assert resource.get("type") == "imsqti_item_xmlv2p1"
        assert re.fullmatch(r"[A-Za-z_][\w.-]*", resource.get("identifier"))
        item = ET.fromstring(package.read(resource.get("href")))
        assert item.tag == f"{item_space}assessmentItem"
        assert re.fullmatch(r"[A-Za-z_][\w.-]*", item.get("identifier"))
        right = item.find(f".//{item_space}correctResponse/{item_space}value").text
        choices = {choice.get("identifier") for choice in item.iter(f"{item_space}simpleChoice")}
        kind = item.find(f"{item_space}responseDeclaration").get("baseType")
        assert right in choices if choices else kind in ("integer", "float") and float(right) is not None
        for picture in item.iter(f"{item_space}img"):
            assert f"items/{picture.get('src')}" in files
    assert qti(QUESTIONS) == qti(QUESTIONS)


def test_faulty_requests_are_one_sentence():
    with pytest.raises(InvalidSetting, match="from 1 to 100"):
        bank(chapters(), 101, 1)
    with pytest.raises(UnknownName, match="There is no chapter"):
        chapter("expectimax")
