"""Ray: what it is asked for, and in a sentence what it cannot do; with an imitation, and slowly with Ray itself."""

import sys
from functools import partial
from types import SimpleNamespace

import pytest

from jobs.tasks import doubling
from plyground import InvalidSetting, get_game
from plyground.cli import main
from plyground.endgame import builder
from plyground.endgame.distributed import OnCluster
from plyground.endgame.store import Tables
from plyground.jobs import Worker, cluster
from plyground.kernel.compile import JIT

needs_kernels = pytest.mark.skipif(not JIT, reason="takes minutes uncompiled")


class Broken:
    """What Ray raises when its own processes do not come up: a plain exception of many lines."""

    def init(self, **_):
        raise Exception("Current node timed out during startup.\nSee the logs.")


def test_a_cluster_that_does_not_start_is_one_sentence(monkeypatch):
    monkeypatch.setattr(cluster, "_ray", Broken)
    with pytest.raises(InvalidSetting) as caught:
        cluster.RayExecutor("local", Worker, 2)
    assert str(caught.value) == "The cluster 'local' cannot be reached: Current node timed out during startup."


@pytest.mark.parametrize(
    "command",
    [
        "learn data gardner --positions 9 --nodes 9 -o x",
        "tablebase build gardner --pieces 3 --tables .",
        "match random dummy --game gardner",
    ],
)
@needs_kernels
def test_without_ray_the_line_to_type_is_said(command, capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main([*command.split(), "--cluster", "local"])
    assert left.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        "plyground: A cluster needs Ray, which is not installed; type: pip install 'plyground[cluster]'"
    )


class Imitation:
    """Ray in this process: a task is done when its result is asked for; the last one asked for comes first."""

    def __init__(self):
        self.started = self.options = None
        self.cancelled = []

    def init(self, **options):
        self.started = options

    def remote(self, function):
        remote = SimpleNamespace(remote=lambda *arguments: (function, arguments))
        return SimpleNamespace(options=lambda **options: setattr(self, "options", options) or remote)

    def wait(self, references, **_):
        return references[-1:], references[:-1]

    def get(self, reference):
        function, arguments = reference
        return function(*arguments)

    def cancel(self, reference, **_):
        self.cancelled.append(reference)

    def shutdown(self):
        if cluster._worker is not None:
            cluster._worker.close()
            cluster._worker = None


@pytest.fixture
def ray(monkeypatch):
    imitation = Imitation()
    monkeypatch.setattr(cluster, "_ray", lambda: imitation)
    yield imitation
    imitation.shutdown()


def test_results_come_in_any_order_and_what_is_left_is_cancelled(ray):
    with cluster.RayExecutor("local", partial(Worker, doubling), 3) as executor:
        for number in range(3):
            executor.submit(number)
        assert [executor.next_finished(), executor.next_finished()] == [4, 2]
    assert ray.started["num_cpus"] == 3
    assert ray.options["max_retries"] == cluster.RETRIES
    assert [arguments[1] for _, arguments in ray.cancelled] == [0]


def test_what_a_task_cannot_do_is_raised_here(ray):
    with cluster.RayExecutor("127.0.0.1:6379", partial(Worker, doubling), 1) as executor:
        executor.submit(-1)
        with pytest.raises(InvalidSetting, match=r"^-1 cannot be doubled\.$"):
            executor.next_finished()
    assert (ray.started["address"], ray.started["num_cpus"]) == ("127.0.0.1:6379", None)


@needs_kernels
def test_tables_built_on_a_cluster_are_those_built_here(ray, tmp_path):
    """The builders see none of the folders of this process."""
    here, there = (Tables(get_game("gardner"), tmp_path / name) for name in ("here", "there"))
    some = builder.estimate(here, here.materials(3)).missing[:4]
    list(builder.build(here, some))
    headers = list(builder.build(there, some, OnCluster(there, "local", 2)))
    assert len(headers) == len(some) == 4
    for material in some:
        assert there.path(material).read_bytes() == here.path(material).read_bytes()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("what", ["data", "tables"])
def test_ray_itself(what, tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed; the cluster needs it: pip install 'plyground[cluster]'")
    if what == "data":
        commands = ["learn data gardner --positions 1500 --nodes 30 -o {}/x.positions --seed 3 --threads 2"]
    else:
        commands = ["tablebase build gardner --pieces 3 --threads 2 --tables {}"]
    contents = []
    for name, more in (("alone", []), ("cluster", ["--cluster", "local"])):
        folder = tmp_path / name
        folder.mkdir()
        for command in commands:
            with pytest.raises(SystemExit) as left:
                main([*command.format(folder).split(), *more])
            assert left.value.code in {0, None}
        contents.append({path.name: path.read_bytes() for path in sorted(folder.rglob("*.*")) if path.is_file()})
    assert contents[0] == contents[1]
    assert contents[0]
