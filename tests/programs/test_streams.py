"""Waiting for streams, also in a process that has many files open."""

import os
import socket

import pytest

from plyground.programs.streams import wait_for
from walled import WALLS, ended


def test_those_are_told_that_can_be_read():
    here, there = socket.socketpair()
    other, another = socket.socketpair()
    with here, there, other, another:
        assert wait_for([here, other], [], 0) == []
        there.send(b"x")
        assert wait_for([here, other], [another], None) == [here]
        assert wait_for([other], [another], None) == []


@pytest.fixture
def crowded():
    """Have so many files open that every new descriptor is beyond what ``select`` knows."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2048:
        pytest.skip("no process may have so many files open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    taken = [os.open(os.devnull, os.O_RDONLY)]
    while taken[-1] < 1100:
        taken.append(os.dup(taken[0]))
    yield
    for each in taken:
        os.close(each)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_descriptors_may_be_many(crowded):
    reader, writer = os.pipe()
    assert reader > 1023
    assert wait_for([reader], [], 0) == []
    os.write(writer, b"x")
    assert wait_for([reader], [], 10) == [reader]
    os.close(reader)
    os.close(writer)


@pytest.mark.skipif(not WALLS, reason="this system allows neither namespaces nor Landlock")
def test_a_sandboxed_program_runs_beside_many_open_files(crowded):
    for mode in WALLS:
        assert ended("print(input())", mode, text="here\n").output == b"here\n"
