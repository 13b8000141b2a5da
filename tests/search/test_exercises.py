"""Complete the code: right solutions of any kind are right, and wrong ones are told by the node where they part."""

import json
import subprocess
import sys
from importlib.resources import files

import pytest

from plyground.core.errors import InvalidSetting, UnknownName
from plyground.search import exercise_harness
from plyground.search.curriculum import chapters
from plyground.search.exercises import HARNESS, answer_of, exercise, exercises, input_of, verdict


def tried(name, code):
    chosen = exercise(name)
    told = json.loads(input_of(chosen))
    return verdict(chosen, json.loads(json.dumps(exercise_harness.run_cases(code, told["functions"], told["cases"]))))


def changed(name, *pairs):
    """Return the solution with some of its text replaced."""
    code = exercise(name).solved
    for old, new in pairs:
        assert old in code
        code = code.replace(old, new)
    return code


def test_there_are_the_six_of_the_course_each_with_a_gap_and_a_solution():
    names = [each.name for each in chapters() if each.name in exercises()]
    assert names == ["minimax", "negamax", "alpha-beta", "ordering", "transpositions", "monte-carlo"]
    for name in names:
        chosen = exercise(name)
        assert "your line" in chosen.code
        assert "your line" not in chosen.solved
        assert not tried(name, chosen.code).is_right
        assert tried(name, chosen.solved).said.startswith("Right on ")
        assert chosen.hints


OTHER_RIGHT = {
    "as one expression": (
        "minimax",
        "def max_value(n):\n    return n.value if n.is_leaf else max(min_value(c) for c in n.children)\n"
        "def min_value(n):\n    return n.value if n.is_leaf else min(max_value(c) for c in n.children)\n",
    ),
    "fail-hard": (
        "alpha-beta",
        "def max_value(node, alpha, beta):\n    if node.is_leaf:\n        return node.value\n"
        "    for child in node.children:\n        alpha = max(alpha, min_value(child, alpha, beta))\n"
        "        if alpha >= beta:\n            return beta\n    return alpha\n"
        "def min_value(node, alpha, beta):\n    if node.is_leaf:\n        return node.value\n"
        "    for child in node.children:\n        beta = min(beta, max_value(child, alpha, beta))\n"
        "        if beta <= alpha:\n            return alpha\n    return beta\n",
    ),
    "a table that narrows the window": (
        "transpositions",
        changed(
            "transpositions",
            (
                '        if kind == "exact" or (kind == "lower" and value >= beta)'
                ' or (kind == "upper" and value <= alpha):\n            return value',
                '        if kind == "exact":\n            return value\n        if kind == "lower" and value > alpha:\n'
                '            alpha = value\n        elif kind == "upper" and value < beta:\n            beta = value\n'
                "        if beta <= alpha:\n            return value",
            ),
        ),
    ),
    "by names": (
        "negamax",
        changed("negamax", ("negamax(child, -beta, -alpha)", "negamax(child, alpha=-beta, beta=-alpha)")),
    ),
    "sorted by hand": (
        "ordering",
        changed(
            "ordering",
            (
                "return sorted(node.children, key=lambda child: child.estimate, reverse=node.maximises)",
                "return sorted(node.children, key=lambda child: -child.estimate if node.maximises else child.estimate)",
            ),
        ),
    ),
    "sorted, then turned round": (
        "ordering",
        changed(
            "ordering",
            (
                "return sorted(node.children, key=lambda child: child.estimate, reverse=node.maximises)",
                "best = sorted(node.children, key=lambda child: child.estimate)\n"
                "    return best[::-1] if node.maximises else best",
            ),
        ),
    ),
    "sorted in place": (
        "ordering",
        changed(
            "ordering",
            (
                "return sorted(node.children, key=lambda child: child.estimate, reverse=node.maximises)",
                "node.children.sort(key=lambda c: c.estimate * -node.colour)\n    return node.children",
            ),
        ),
    ),
    "the cut before the best": (
        "alpha-beta",
        "def max_value(n, a, b):\n    if n.is_leaf: return n.value\n    v = float('-inf')\n    for c in n.children:\n"
        "        v = max(v, min_value(c, a, b))\n        a = max(a, v)\n        if a >= b: break\n    return v\n"
        "def min_value(n, a, b):\n    if n.is_leaf: return n.value\n    v = float('inf')\n    for c in n.children:\n"
        "        v = min(v, max_value(c, a, b))\n        b = min(b, v)\n        if a >= b: break\n    return v\n",
    ),
    "fail-hard, in one function": (
        "negamax",
        "def negamax(node, alpha, beta):\n    if node.is_leaf:\n        return node.colour * node.value\n"
        "    for child in node.children:\n        alpha = max(alpha, -negamax(child, -beta, -alpha))\n"
        "        if alpha >= beta:\n            return beta\n    return alpha\n",
    ),
    "the table as two bounds": (
        "transpositions",
        "low, high = {}, {}\n"
        "def negamax(node, alpha, beta):\n    if node.is_leaf:\n        return node.colour * node.value\n"
        "    k = node.key\n    if k in low and low[k] >= beta:\n        return low[k]\n"
        "    if k in high and high[k] <= alpha:\n        return high[k]\n"
        "    if k in low and k in high and low[k] == high[k]:\n        return low[k]\n"
        "    first, best = alpha, float('-inf')\n    for child in node.children:\n"
        "        best = max(best, -negamax(child, -beta, -alpha))\n        if best >= beta:\n            break\n"
        "        alpha = max(alpha, best)\n    low.pop(k, None)\n    high.pop(k, None)\n"
        "    if best > first:\n        low[k] = best\n    if best < beta:\n        high[k] = best\n    return best\n",
    ),
    "with a root of its own": (
        "monte-carlo",
        changed("monte-carlo", ("sqrt(2 * log(parent.visits)", "2**0.5 * sqrt(log(parent.visits)")),
    ),
}


@pytest.mark.parametrize("name", OTHER_RIGHT)
def test_another_solution_is_right_too(name):
    found = tried(*OTHER_RIGHT[name])
    assert found.is_right, found.said
    assert found.path is None


WRONG = {
    "both players maximise": (
        "minimax",
        changed("minimax", ("min(best, max_value", "max(best, max_value"), ("best = INF", "best = -INF")),
        "At the node a your code returns 12; it should be 3",
    ),
    "the first child is left out": (
        "minimax",
        changed("minimax", ("in node.children", "in node.children[1:]")),
        "Your code goes on with the node b; the right one goes on with the node a",
    ),
    "a cut one too early": (
        "alpha-beta",
        changed("alpha-beta", ("if best <= alpha:", "if best <= alpha + 1:")),
        "the right one goes on with the node",
    ),
    "no cut for equal values": (
        "alpha-beta",
        changed("alpha-beta", ("best >= beta", "best > beta"), ("best <= alpha", "best < alpha")),
        "the right search is done with the node",
    ),
    "only MIN cuts": (
        "alpha-beta",
        changed("alpha-beta", ("        if best >= beta:\n            return best\n", "")),
        "; the right search is done with the node",
    ),
    "the window is not handed down": (
        "alpha-beta",
        changed("alpha-beta", ("alpha = max(alpha, best)", "pass")),
        "your code begins with the window [-inf, inf]; it should be [3, inf]",
    ),
    "the sign is not turned": (
        "negamax",
        changed("negamax", ("-negamax(child", "negamax(child")),
        "At the node ab your code begins with the window [-inf, -3]; it should be [-inf, 3]",
    ),
    "the window is not swapped": (
        "negamax",
        changed("negamax", ("-beta, -alpha", "-alpha, -beta")),
        "your code begins with the window [inf, -inf]",
    ),
    "a leaf for MAX": (
        "negamax",
        changed("negamax", ("node.colour * node.value", "node.value")),
        "At the node",
    ),
    "the worst first": (
        "ordering",
        changed("ordering", ("reverse=node.maximises", "reverse=not node.maximises")),
        "Your code goes on with the node",
    ),
    "the same order for both": (
        "ordering",
        changed("ordering", ("reverse=node.maximises", "reverse=True")),
        "Your code goes on with the node",
    ),
    "a bound is taken for a value": (
        "transpositions",
        changed("transpositions", ('"lower" if best >= beta else "upper" if best <= first else "exact"', '"exact"')),
        "Your code leaves the node da; the right one goes on with the node daa",
    ),
    "the table is never asked": (
        "transpositions",
        changed("transpositions", ("if node.key in table", "if False")),
        "the right search is done with the node bb",
    ),
    "the mean of the other player": (
        "monte-carlo",
        changed("monte-carlo", ("if not parent.maximises", "if parent.maximises")),
        "the bound of your code is",
    ),
    "the child's visits under the logarithm": (
        "monte-carlo",
        changed("monte-carlo", ("log(parent.visits)", "log(child.visits)")),
        "the bound of your code is",
    ),
    "the upper bound is missed": (
        "transpositions",
        changed("transpositions", ('"upper" if best <= first else ', "")),
        "Your code",
    ),
    "alpha as it is at the end": (
        "transpositions",
        changed("transpositions", ("best <= first", "best <= alpha")),
        "Your code",
    ),
    "nothing is returned": ("minimax", changed("minimax", ("return best", "best")), "returns None; it should be 3"),
    "a text is returned": (
        "minimax",
        changed("minimax", ("return node.value", "return str(node.value)")),
        "your code returns 3",
    ),
    "it never ends": (
        "minimax",
        changed("minimax", ("min_value(child)", "max_value(node)")),
        "Your code goes on with the root",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_solution_is_told_by_its_node(name):
    chapter, code, sentence = WRONG[name]
    found = tried(chapter, code)
    assert not found.is_right
    assert sentence in found.said.replace("\N{MINUS SIGN}", "-").replace("∞", "inf")
    assert found.path is not None
    assert bool(found.tree) != bool(found.game)


BROKEN = {
    "def max_value(node)\n    pass": ("Line 1: SyntaxError: expected ':'.", None),
    "x = 1": ("There is no function max_value", None),
    "def max_value(node):\n    return alpha\nmin_value = max_value": (
        "Line 2: NameError: name 'alpha' is not defined. It happens at the root, in ((3 12 8)",
        (),
    ),
    "def max_value(node):\n    return min_value(node.children[0])\ndef min_value(node):\n    return node.x": (
        "AttributeError: 'Node' object has no attribute 'x'. It happens at the node a,",
        ("a",),
    ),
    "1 / 0": ("Line 1: ZeroDivisionError: division by zero.", None),
    "import sys\nsys.exit(3)": ("Line 2: SystemExit: 3.", None),
    "def f():\n    f()\nf()\n": ("RecursionError", None),
}


@pytest.mark.parametrize("code", BROKEN)
def test_what_breaks_is_told_by_its_line_and_node(code):
    found = tried("minimax", code)
    sentence, path = BROKEN[code]
    assert sentence in found.said
    assert not found.is_right
    assert found.path == path


def test_what_it_prints_is_kept_and_disturbs_nothing(tmp_path):
    chosen = exercise("minimax")
    for name, text in {
        HARNESS: files("plyground.search").joinpath(HARNESS).read_text(encoding="utf-8"),
        "code.py": 'print("{}")\n' + chosen.solved,
        "cases.json": input_of(chosen),
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", HARNESS]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=True)
    found = verdict(chosen, answer_of(done.stdout))
    assert found.is_right
    assert found.printed.startswith("{}\n")


def test_real_games_are_among_the_trees():
    assert " of " in tried("minimax", exercise("minimax").solved).said
    told = json.loads(input_of(exercise("alpha-beta")))
    assert max(len(case["right"][0]) for case in told["cases"]) > 100


@pytest.mark.parametrize(
    "printed",
    [
        "[]",
        "3",
        '{"case": 99}',
        '{"case": "x", "error": 1}',
        '{"case": 0, "error": "e", "line": null}',
        '{"case": 0, "parted": {"right": null, "given": null}}',
        '{"case": 0, "parted": {"right": [1], "given": ["enter", 3]}}',
        '{"case": 0, "parted": 3}',
        '{"case": -99, "error": "e", "line": 1, "at": 3}',
        "[" * 100_000,
    ],
)
def test_what_is_no_answer_of_the_harness_is_one_sentence(printed):
    with pytest.raises(InvalidSetting, match="ended the program"):
        verdict(exercise("minimax"), answer_of(printed))


def test_faulty_requests_are_one_sentence():
    with pytest.raises(UnknownName, match="There is no exercise 'deep-cuts'; there are minimax"):
        exercise("deep-cuts")
    with pytest.raises(InvalidSetting, match="ended the program"):
        answer_of("")
