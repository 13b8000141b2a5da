"""Waiting for streams, also in a process that has many files open."""

import os
import socket

import pytest

from plyground.programs.streams import wait_for


def test_those_are_told_that_can_be_read():
    here, there = socket.socketpair()
    other, another = socket.socketpair()
    with here, there, other, another:
        assert wait_for([here, other], [], 0) == []
        there.send(b"x")
        assert wait_for([here, other], [another], None) == [here]
        assert wait_for([other], [another], None) == []


def test_descriptors_may_be_many():
    resource = pytest.importorskip("resource")
    fcntl = pytest.importorskip("fcntl")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2048:
        pytest.skip("no process may have so many files open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    reader, writer = os.pipe()
    high = fcntl.fcntl(reader, fcntl.F_DUPFD, 1500)
    try:
        assert high >= 1500
        assert wait_for([high], [], 0) == []
        os.write(writer, b"x")
        assert wait_for([high], [], 10) == [high]
    finally:
        for each in (reader, writer, high):
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
