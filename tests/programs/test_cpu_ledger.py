"""CPU time that the kernel forgets."""

import pytest

from plyground.programs import cpu_ledger
from plyground.programs.cpu_ledger import CpuLedger


@pytest.fixture
def look(monkeypatch):
    """Look every 50 ms at processes of which we say what they have used and whether they run."""
    now, known, running = [0.0], {}, {}
    monkeypatch.setattr(cpu_ledger, "cpu_of", lambda pid: (pid, known[pid]))
    monkeypatch.setattr(cpu_ledger, "cpu_seconds", lambda pids: sum(known[pid] for pid in pids))
    monkeypatch.setattr(cpu_ledger, "children_cpu_seconds", lambda pid: 0.0)
    monkeypatch.setattr(cpu_ledger, "is_running", lambda pid: running[pid])
    ledger = CpuLedger(1, clock=lambda: now[0])

    def look(**seen):
        now[0] += 0.05
        for name, (seconds, share) in seen.items():
            known[int(name[1:])], running[int(name[1:])] = seconds, share
        return ledger.look([int(name[1:]) for name in seen])

    return look


def test_what_ended_processes_have_used_is_not_forgotten(look):
    look(p2=(0.5, 0.0))
    assert look(p3=(0.25, 0.0)) == 0.75


def test_who_is_always_running_is_charged_though_each_has_used_little(look):
    for number in range(200):
        total = look(**{f"p{number + 2}": (0.001, 1.0)})
    # ten seconds have gone by
    assert 5 < total < 10


def test_an_estimate_does_not_correct_what_is_known(look):
    for number in range(1, 201):
        # it had a processor all the time, and the looks say a little more
        total = look(p2=(number * 0.045, 1.0))
    assert total == pytest.approx(9.0)


def test_waiting_for_a_processor_is_not_charged(look):
    for number in range(200):
        total = look(**{f"p{number + 2}": (0.001, 0.05)})
    assert total < 0.5


def test_the_kernels_account_is_believed():
    used = [0.0]
    ledger = CpuLedger(1, lambda: used[0])
    used[0] = 3.0
    assert ledger.look([1]) == 3.0
    used[0] = 0.0
    assert ledger.look([]) == 3.0, "the group may be gone already"
