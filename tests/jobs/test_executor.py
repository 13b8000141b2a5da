"""Many tasks at once: all are done, in any order, whatever happens to the processes."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from jobs.tasks import doubling, dying, sleeping
from plyground.core.errors import InvalidSetting
from plyground.jobs import LocalExecutor, ThreadExecutor, Worker

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "executor", [partial(LocalExecutor, partial(Worker, doubling)), partial(ThreadExecutor, doubling())]
)
def test_every_task_is_done_once(executor):
    with executor(2) as doubled:
        for number in range(7):
            doubled.submit(number)
        assert sorted(doubled.next_finished() for _ in range(7)) == [0, 2, 4, 6, 8, 10, 12]
        doubled.submit(-5)
        with pytest.raises(InvalidSetting, match=r"^-5 cannot be doubled\.$"):
            doubled.next_finished()
        doubled.submit(5)
        assert doubled.next_finished() == 10


def test_without_processes_and_threads_tasks_are_done_here(monkeypatch, no_threads):
    """As in a browser; two seats give what one gives."""
    for module in ("plyground.jobs.worker", "plyground.core.threads"):
        monkeypatch.setattr(f"{module}.HAS_THREADS", False)
    test_every_task_is_done_once(partial(LocalExecutor, partial(Worker, doubling)))
    test_every_task_is_done_once(partial(ThreadExecutor, doubling()))


def test_a_task_whose_process_died_is_done_again(tmp_path):
    with LocalExecutor(partial(Worker, dying), 1) as executor:
        executor.submit(str(tmp_path / "once"))
        assert executor.next_finished() == "lives"


@pytest.mark.skipif(sys.platform == "win32", reason="no process is sent Ctrl-C alone there")
def test_ctrl_c_is_overheard_by_a_process_that_has_only_been_started(capfd):
    worker = Worker(doubling)
    for pause in (0.0, 0.05, 0.1):
        time.sleep(pause)
        os.kill(worker._process.pid, signal.SIGINT)
    pid = worker._process.pid
    worker.begin(4)
    while (result := worker.result()) is None:
        time.sleep(0.01)
    assert result == 8
    assert worker._process.pid == pid, "it has not been replaced"
    os.kill(pid, signal.SIGINT)
    worker.begin(5)
    while (result := worker.result()) is None:
        time.sleep(0.01)
    worker.close()
    assert result == 10
    assert capfd.readouterr().err == ""
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ()), "it is blocked there alone"


def test_a_task_that_ends_every_process_is_given_up():
    with LocalExecutor(partial(Worker, dying), 1) as executor:
        executor.submit("")
        with pytest.raises(InvalidSetting, match=r"could not be done here\. The process ended 5 times \(signal 9\)\."):
            executor.next_finished()


def test_a_script_that_its_own_processes_would_run_is_told_so(tmp_path):
    script = tmp_path / "script.py"
    script.write_text('import plyground\nplyground.match("random", "dummy", "gardner", rounds=1, concurrency=2)\n')
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("Error: ") == 1
    assert done.stderr.endswith('would start others: put what the script does under `if __name__ == "__main__":`.\n')


def test_workers_end_with_the_process_that_started_them(tmp_path):
    told = tmp_path / "pid"
    script = (
        "from functools import partial\nimport sys, time\nfrom jobs.tasks import sleeping\n"
        "from plyground.jobs import LocalExecutor, Worker\n"
        "if __name__ == '__main__':\n"
        "    LocalExecutor(partial(Worker, sleeping), 1).submit(sys.argv[1])\n    time.sleep(600)\n"
    )
    file = tmp_path / "script.py"
    file.write_text(script)
    parent = subprocess.Popen([sys.executable, file, told], env=os.environ | {"PYTHONPATH": str(TESTS)})
    until = time.monotonic() + 60
    while not (told.exists() and told.read_text()) and time.monotonic() < until:
        time.sleep(0.02)
    pid = int(told.read_text())
    parent.kill()
    parent.wait()
    while (Path("/proc") / str(pid)).exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not (Path("/proc") / str(pid)).exists()


def test_closing_stops_what_is_under_way(tmp_path):
    told = tmp_path / "pid"
    with LocalExecutor(partial(Worker, sleeping), 1) as executor:
        executor.submit(str(told))
        until = time.monotonic() + 60
        while not (told.exists() and told.read_text()) and time.monotonic() < until:
            time.sleep(0.02)
    assert not (Path("/proc") / told.read_text()).exists()
