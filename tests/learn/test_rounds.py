"""The rounds: data, net and match in one folder, by turns, and what a run that goes on keeps."""

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.arena.tally import Tally
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError
from plyground.kernel.compile import JIT
from plyground.learn import rounds as learning
from plyground.learn.dataset import Dataset
from plyground.learn.gate import GateVerdict, Match, note_acceptance
from plyground.learn.rounds import TrainingPlan, run
from plyground.learn.selfplay import Settings
from plyground.learn.train import Recipe
from plyground.nets.file import net_digest, provenance_of, save

GARDNER = get_game("gardner")
QUICK = Match("minimax:depth=1", rounds=2, openings="random:2")
PLAN = TrainingPlan(2, 1.0, 250, Settings(nodes=30, plies=4), Recipe(8, epochs=2, batch=64), QUICK)

pytestmark = pytest.mark.skipif(not JIT, reason="matches take minutes uncompiled")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def judge_of(file):
    return Dataset.load(file).header.settings.get("evaluation", "handmade")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """Do the plan in a folder; return the folder, its rounds and its files."""
    folder = tmp_path_factory.mktemp("learn") / "run"
    rounds = run(GARDNER, folder, PLAN)
    return folder, rounds, contents(folder)


def test_all_rounds_in_one_folder_and_again(done):
    folder, rounds, files = done
    assert [each.number for each in rounds] == [1, 2]
    assert rounds[1].trained.positions > rounds[0].trained.positions
    made = {f"round-{n}.{kind}" for n in (1, 2) for kind in ("positions", "npz", "db")}
    assert set(files) == made | {"report.html", "run.json"}
    assert files["round-1.positions"] != files["round-2.positions"]
    page = files["report.html"].decode()
    assert page.count("<svg") == 2
    assert "undecided" in page
    again = run(GARDNER, folder, PLAN)
    assert [str(each) for each in again] == [str(each) for each in rounds]
    for name in ("round-1.positions", "round-1.npz", "round-2.positions", "round-2.npz"):
        assert (folder / name).read_bytes() == files[name]


def test_a_folder_that_has_moved_is_gone_on_with(done, tmp_path, monkeypatch):
    folder, rounds, _ = done
    copytree(folder, tmp_path / "moved")
    monkeypatch.chdir(tmp_path)
    assert [str(each) for each in run(GARDNER, Path("moved"), PLAN)] == [str(each) for each in rounds]


def verdicts(monkeypatch, *decisions):
    """Let the matches end so, whatever is played."""
    left = list(decisions)

    def gate(game, new, old, match, **_):
        decision = left.pop(0)
        verdict = GateVerdict(decision, Tally.of_pairs([0, 1, 5, 6, 2]), f"{new} against {old}")
        if decision == "accepted":
            note_acceptance(new, game, old, match, verdict)
        return verdict

    monkeypatch.setattr(learning, "gate", lambda game, new, *rest, **how: gate(game, path_of(new), *rest, **how))


def path_of(evaluation):
    return learning.Path(evaluation.removeprefix("net:"))


def test_the_net_that_was_accepted_judges_the_next_games_and_is_the_next_opponent(tmp_path, monkeypatch):
    verdicts(monkeypatch, "accepted", "rejected", "accepted")
    rounds = run(GARDNER, tmp_path, replace(PLAN, rounds=3))
    net = f"net round-1.npz {net_digest(tmp_path / 'round-1.npz')}"
    assert [judge_of(tmp_path / f"round-{n}.positions") for n in (1, 2, 3)] == ["handmade", net, net]
    assert [(each.judge, each.next_judge) for each in rounds] == [
        ("handmade", "round-1.npz"),
        ("round-1.npz", "round-1.npz"),
        ("round-1.npz", "round-3.npz"),
    ]
    assert rounds[1].verdict.text.endswith(f"against net:{tmp_path / 'round-1.npz'}")
    assert str(rounds[1]).startswith("round 2 judged by round-1.npz games ")
    page = (tmp_path / "report.html").read_text()
    assert (
        "In its games the engine judged by handmade. The round&#x27;s net was accepted: from now on round-1.npz" in page
    )
    assert "The round&#x27;s net was not accepted: round-1.npz goes on judging." in page
    learned = provenance_of(tmp_path / "round-3.npz")["data"]
    assert [data.get("evaluation", "handmade") for data in learned] == ["handmade", net, net], "it learns from all"


def test_as_long_as_no_net_is_accepted_the_first_judge_goes_on(tmp_path, monkeypatch):
    verdicts(monkeypatch, "rejected", "undecided")
    rounds = run(GARDNER, tmp_path, replace(PLAN, data=replace(PLAN.data, evaluation="material")))
    assert [judge_of(tmp_path / f"round-{n}.positions") for n in (1, 2)] == ["material", "material"]
    assert [each.next_judge for each in rounds] == ["material", "material"]


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path, monkeypatch):
    """Stopped in the second training, on games that the first round's net, with its note, has judged."""
    verdicts(monkeypatch, *["accepted"] * 5)
    whole, stopped = tmp_path / "whole" / "run", tmp_path / "stopped" / "run"
    rounds = run(GARDNER, whole, PLAN)
    with pytest.raises(KeyboardInterrupt):
        run(GARDNER, stopped, PLAN, say=interrupt)
    monkeypatch.undo()
    verdicts(monkeypatch, *["accepted"] * 2)
    again = run(GARDNER, stopped, PLAN)
    assert [str(each) for each in again] == [str(each) for each in rounds]
    for number in (1, 2):
        assert net_digest(stopped / f"round-{number}.npz") == net_digest(whole / f"round-{number}.npz")
        name = f"round-{number}.positions"
        assert (stopped / name).read_bytes() == (whole / name).read_bytes()


def interrupt(line):
    if line.startswith("round 2 epoch 1"):
        raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"recipe": replace(PLAN.recipe, width=16)}, "its training width is '8', not '16'"),
        (
            {"match": replace(QUICK, player="minimax:depth=2")},
            "its match player is 'minimax:depth=1', not 'minimax:dep",
        ),
        ({"data": replace(PLAN.data, nodes=31)}, "its data nodes is '30', not '31'"),
        ({"data": replace(PLAN.data, evaluation="material")}, "its data evaluation is 'handmade', not 'material'"),
    ],
)
def test_a_folder_of_another_plan_is_refused_and_stays_as_it_is(done, changed, sentence):
    folder, _, _ = done
    before = contents(folder)
    with pytest.raises(InvalidSetting, match=f"run cannot be resumed: {sentence}"):
        run(GARDNER, folder, replace(PLAN, **changed))
    with pytest.raises(InvalidSetting, match="its game is 'gardner', not 'minichess'"):
        run(get_game("minichess"), folder, PLAN)
    assert contents(folder) == before


def test_a_folder_whose_rounds_say_nothing_of_their_plan_is_refused(tmp_path):
    (tmp_path / "round-1.positions").touch()
    with pytest.raises(InvalidSetting, match=r"it holds rounds, but no run\.json"):
        run(GARDNER, tmp_path, PLAN)
    for text in ("", "[]", "{}", '{"plan": 1, "seconds": {}}', '{"plan": {}, "seconds": {"1": "x"}}'):
        (tmp_path / "run.json").write_text(text)
        with pytest.raises(InvalidNotation, match=r"run\.json is damaged"):
            run(GARDNER, tmp_path, PLAN)


def test_a_net_of_somebody_else_is_none_of_a_round(done, tmp_path):
    folder, _, _ = done
    (tmp_path / "run.json").write_bytes((folder / "run.json").read_bytes())
    save(tmp_path / "round-1.npz", GARDNER, drawn_network(GARDNER, 8), {})
    with pytest.raises(InvalidNotation, match="does not say how it was trained"):
        run(GARDNER, tmp_path, PLAN)


@pytest.mark.parametrize(
    "wrong",
    [
        {"match": replace(QUICK, player="random")},
        {"match": replace(QUICK, player="nobody")},
        {"match": replace(QUICK, openings="random:0")},
        {"data": replace(PLAN.data, evaluation="nonsense")},
        {"data": replace(PLAN.data, evaluation="net:none.npz")},
    ],
)
def test_what_is_wrong_is_said_before_anything_is_made(tmp_path, wrong):
    with pytest.raises(PlygroundError):
        run(GARDNER, tmp_path / "run", replace(PLAN, **wrong))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_whose_nets_no_player_can_name_is_said_first(tmp_path):
    with pytest.raises(InvalidSetting, match="no comma and no @"):
        run(GARDNER, tmp_path / "a,b", PLAN)
    assert list(tmp_path.iterdir()) == []


def test_a_report_that_cannot_be_written_is_said_first(tmp_path):
    (tmp_path / "report.html").mkdir()
    with pytest.raises(InvalidSetting, match=r"report\.html cannot be written: it is a folder"):
        run(GARDNER, tmp_path, PLAN)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_too_short_a_time_is_called_so(tmp_path):
    plan = replace(PLAN, hours=1e-9, positions=None, recipe=replace(PLAN.recipe, width=4))
    with pytest.raises(InvalidSetting, match=r"time was too short: self-play had .* in round 1, and made 0 positions"):
        run(GARDNER, tmp_path, plan)
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]
    assert len(run(GARDNER, tmp_path, replace(PLAN, rounds=1))) == 1, "where no round has begun any plan may"


def test_the_time_of_self_play_counts_over_all_runs(tmp_path, monkeypatch):
    given = []
    generate = learning.generate

    def watched(*rest, seconds, **how):
        given.append(seconds)
        return generate(*rest, seconds=seconds, **how)

    monkeypatch.setattr(learning, "generate", watched)
    plan = replace(PLAN, rounds=1, positions=None, hours=1 / 3600 / learning.DATA_SHARE)
    with pytest.raises(KeyboardInterrupt):
        run(GARDNER, tmp_path, plan, say=lambda line: interrupt(line.replace("round 1", "round 2")))
    used = json.loads((tmp_path / "run.json").read_text())["seconds"]["1"]
    assert used >= 1
    run(GARDNER, tmp_path, plan)
    assert given == [pytest.approx(1), 0]


def test_a_diary_that_cannot_be_written_ends_no_self_play(tmp_path, monkeypatch):
    monkeypatch.setattr(learning, "_EVERY_SECONDS", 0.0)
    monkeypatch.setattr(learning.Diary, "note", refuse)
    assert len(run(GARDNER, tmp_path, replace(PLAN, rounds=1))) == 1


def refuse(*_):
    raise InvalidSetting("The file cannot be written.")


def test_too_few_positions_are_told_at_once():
    with pytest.raises(InvalidSetting, match="200 positions a round are too few to learn from; it takes 200 beside"):
        replace(PLAN, positions=200)


@pytest.mark.parametrize("wrong", [{"rounds": 0, "hours": 1}, {"rounds": 1, "hours": 0}, {"rounds": 1, "hours": -1}])
def test_plans_that_cannot_be(wrong):
    with pytest.raises(InvalidSetting, match="cannot be"):
        TrainingPlan(**wrong)
