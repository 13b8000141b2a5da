"""`plyground assignment` from end to end: the public samples and real files, each course once by a real process."""

import io
import subprocess
import sys

import pytest

from plyground.cli import main


@pytest.fixture
def assignment(capsysbinary, monkeypatch, tmp_path):
    """Run `plyground assignment` in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def call(*tokens, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as left:
            main(["assignment", *map(str, tokens)])
        return subprocess.CompletedProcess(tokens, left.value.code, *capsysbinary.readouterr())

    return call


def plyground(*tokens, stdin=b"", cwd=None):
    command = [sys.executable, "-m", "plyground", "assignment", *map(str, tokens)]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=cwd, check=False)


@pytest.mark.parametrize("example", ["ex1", "ex2", "ex3", "ex3-as-in-the-seed", "ex4", "ex4-as-in-the-seed", "ex5"])
def test_starcircle_samples(cases, assignment, example):
    folder = cases / "starcircle"
    done = assignment("starcircle", stdin=(folder / f"{example}.in").read_bytes())
    assert done.returncode == 0
    assert done.stdout == (folder / f"{example}.out").read_bytes().rstrip(b"\n")
    assert (b"row" in done.stderr.lower()) == ("seed" in example)


def test_starcircle_between_pipes(cases):
    done = plyground("starcircle", stdin=(cases / "starcircle" / "ex1.in").read_bytes())
    assert (done.returncode, done.stdout, done.stderr) == (0, b"F4-H2\n160\n160\n5", b"")
    assert plyground("starcircle").returncode == 2


def test_starcircle_files(cases, assignment, tmp_path):
    done = assignment("starcircle", cases / "starcircle" / "ex1.in", "-o", tmp_path / "out")
    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / "out").read_bytes() == b"F4-H2\n160\n160\n5"


def test_starcircle_light_squares(cases, assignment):
    text = (cases / "starcircle" / "ex1.in").read_text().replace("0,S1,0,0,0,0,0,0", "S1,0,0,0,0,0,0,0", 1).encode()
    assert assignment("starcircle", stdin=text).returncode == 2
    assert assignment("starcircle", "--allow-light-squares", stdin=text).returncode == 0


CONGO = [
    ("part1.in", "part1.out", ["part1"]),
    ("part2-giraffe.in", "part2-giraffe.out", ["part2", "giraffe"]),
    ("part2-lion.in", "part2-lion.out", ["part2", "lion"]),
    ("part2-pawn.in", "part2-pawn.out", ["part2", "pawn"]),
    ("part2-superpawn.in", "part2-superpawn.out", ["part2", "superpawn"]),
    ("part2-zebra.in", "part2-zebra.out", ["part2", "zebra"]),
    ("part3.in", "part3.out", ["part3"]),
    ("part45.in", "part4-evaluate.out", ["part4-evaluate"]),
    ("part45.in", "part4-minimax.out", ["part4-minimax"]),
    ("part45.in", "part5-evaluate.out", ["part5-evaluate"]),
    ("part45.in", "part5-alphabeta.out", ["part5-alphabeta"]),
]


@pytest.mark.parametrize(("source", "expected", "tokens"), CONGO, ids=lambda value: str(value))
def test_congo_samples(cases, assignment, source, expected, tokens):
    done = assignment("congo", *tokens, stdin=(cases / "congo" / source).read_bytes())
    assert done.stdout.decode().split("\n") == (cases / "congo" / expected).read_text().split("\n")
    assert done.returncode == 0


def test_congo_tournament_sample_is_answered_line_by_line(cases):
    agent = subprocess.Popen(
        [sys.executable, "-m", "plyground", "assignment", "congo", "tournament"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert agent.stdin is not None
    assert agent.stdout is not None
    moves = []
    for line in (cases / "congo" / "tournament.txt").read_text().splitlines():
        if line.startswith("> "):
            print(line[2:].replace("go 60", "go 0.5"), file=agent.stdin)
        elif line.startswith("< "):
            moves.append(agent.stdout.readline().strip())
    moves.append(agent.stdout.readline().strip())
    rest, _ = agent.communicate("END\n")
    assert rest == ""
    assert agent.returncode == 0
    assert all(len(move) == 4 for move in moves)


def test_congo_checker():
    text = "moves\n3l3/7/7/7/7/7/3L2P w 3\nnext\n3l3/7/7/7/7/7/3L2P w 3\ng1g2\nEND\n"
    done = plyground("congo", "checker", stdin=text.encode())
    assert done.stdout.decode().splitlines() == [
        "d1c1 d1c2 d1d2 d1d7 d1e1 d1e2 g1f2 g1g2",
        "3l3/7/7/7/7/6P/3L3 b 3",
    ]


def test_halma_in_the_working_directory(cases, tmp_path):
    (tmp_path / "input.txt").write_bytes((cases / "halma" / "ex1.input.txt").read_bytes())
    done = plyground("halma", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "output.txt").read_text() == "E 4,3 3,2\n"


def test_halma_with_names(cases, assignment, tmp_path):
    done = assignment("halma", cases / "halma" / "ex2.input.txt", "-o", tmp_path / "answer")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "answer").read_text() == "J 4,3 2,1\n"


def test_amazons_prints_one_move():
    done = plyground("amazons", "--position", "1q4/2Q3/*****q/6/6/2Q3 w")
    assert done.returncode == 0
    assert len(done.stdout.decode().split()) == 1


def test_minichess_writes_the_file(tmp_path):
    done = plyground("minichess", "-o", tmp_path / "AB.py")
    assert done.returncode == 0
    compile((tmp_path / "AB.py").read_text(), "AB.py", "exec")


@pytest.mark.parametrize(
    ("tokens", "stdin", "sentence"),
    [
        (["starcircle"], b"", "line 1"),
        (["starcircle"], b"\x00\xff\xfe", "line 1"),
        (["starcircle"], b"Star\nMINIMAX\n2\n", "ine 4"),
        (["starcircle"], b"x" * 1_000_001, "larger than"),
        (["starcircle", "/no/such/file"], b"", "cannot be read"),
        (["congo", "part1"], b"", "input ends"),
        (["congo", "part1"], b"two\n", "ine 1"),
        (["congo", "part1"], b"1\n\xff\n", "not text"),
        (["congo", "part9"], b"", "no part"),
        (["congo", "part2"], b"", "kind of piece"),
        (["congo", "part2", "horse"], b"", "kind of piece"),
        (["congo", "part1", "--edition", "1999"], b"", "no edition"),
        (["congo", "checker"], b"hello\n", "ine 1"),
        (["congo", "tournament"], b"go soon\n", "ine 1"),
        (["halma"], b"", "input.txt"),
        (["halma", "/dev/null"], b"", "ends"),
        (["amazons", "--position", "x"], b"", "x"),
        (["minichess", "-o", "/no/such/folder/AB.py"], b"", "cannot be written"),
        (["chess"], b"", "chess"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(assignment, tokens, stdin, sentence):
    done = assignment(*tokens, stdin=stdin)
    assert done.returncode == 2
    assert done.stdout == b""
    assert sentence.lower() in done.stderr.decode().lower()
    assert len(done.stderr.decode().strip().splitlines()) == 1
