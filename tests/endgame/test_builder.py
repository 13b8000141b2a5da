"""Building: the packaged tables come out again, a killed build goes on, and threads change nothing."""

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict

import numpy as np
import pytest

from plyground import PlygroundError, get_game
from plyground.endgame import builder
from plyground.endgame.builder import MAX_MEN_BUILT, build, estimate, gather, on_threads, solve
from plyground.endgame.material import Material
from plyground.endgame.retrograde import new_work
from plyground.endgame.store import Tables
from plyground.endgame.tablefile import BlockCache, InvalidTable, TableFile
from plyground.endgame.verification import check_positions, verify
from plyground.kernel.compile import JIT

needs_kernels = pytest.mark.skipif(not JIT, reason="thousands of positions")


def files(folder):
    return {path.name: path for path in folder.rglob("*.table")}


def contents(path):
    """Return all that a file says; the compressed bytes are another library's business."""
    table = TableFile(path, BlockCache())
    facts = asdict(table.header)
    for name in ("directory_checksum", "stored_bytes", "made_by"):
        facts.pop(name)
    return facts, table.values().tobytes()


@needs_kernels
@pytest.mark.parametrize(
    ("name", "men", "threads"), [("minichess", 3, 1), ("gardner", 3, 2), ("congo", 3, 1), ("congo-2021", 3, 1)]
)
def test_the_packaged_tables_come_out_again(name, men, threads, tmp_path):
    tables = Tables(get_game(name), tmp_path)
    plan = estimate(tables, tables.materials(men))
    headers = list(build(tables, plan.missing, on_threads(tables, threads)))
    assert len(headers) == len(plan.missing) == len(tables.materials(men))
    assert sum(header.indices for header in headers) == plan.indices
    for material in tables.materials(men):
        path, twin = tables.path(material), tables.path(material, tables.package_folder())
        assert contents(path) == contents(twin)
    assert estimate(tables, tables.materials(men)).missing == ()


@pytest.mark.parametrize("name", ["congo", "congo-2022", "congo-2021", "minichess", "gardner"])
def test_nothing_is_missing_of_what_comes_with_the_package(name):
    tables = Tables(get_game(name))
    assert estimate(tables, tables.materials(4)).missing == ()


def test_estimates_grow():
    tables = Tables(get_game("gardner"))
    plan = estimate(tables, tables.materials(MAX_MEN_BUILT))
    assert len(plan.missing) == 110
    assert plan.indices > 100_000_000
    assert plan.seconds > 60
    assert plan.bytes > 10_000_000


@needs_kernels
def test_a_killed_build_leaves_whole_tables_and_goes_on(tmp_path):
    command = [sys.executable, "-m", "plyground", "tablebase", "build", "gardner", "--tables", str(tmp_path)]
    process = subprocess.Popen([*command, "--pieces", "4"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 300
    while len(files(tmp_path)) < 7 and time.monotonic() < until:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    there = files(tmp_path)
    assert 7 <= len(there) < 35
    packaged = files(Tables(get_game("gardner")).package_folder() / "gardner")
    assert all(contents(packaged[name]) == contents(path) for name, path in there.items())
    tables = Tables(get_game("gardner"), tmp_path)
    plan = estimate(tables, tables.materials(4))
    assert len(plan.missing) == 35 - len(there)
    again = next(build(tables, plan.missing))
    name = f"{again.material}.table"
    assert contents(files(tmp_path)[name]) == contents(packaged[name])


@needs_kernels
def test_a_table_that_another_build_has_made_meanwhile_is_taken_over(tmp_path, monkeypatch):
    tables, packaged = Tables(get_game("gardner"), tmp_path), Tables(get_game("gardner"))
    plan = estimate(tables, tables.materials(3))
    first = plan.missing[0]
    tables.path(first).parent.mkdir()
    shutil.copy(packaged.path(first, packaged.package_folder()), tables.path(first))
    monkeypatch.setattr(builder, "build_table", lambda *_: pytest.fail("it is there"))
    header = next(build(tables, plan.missing[:1]))
    assert header == packaged.table(first).header


def test_what_a_table_leads_to_must_be_there(tmp_path):
    tables = Tables(get_game("gardner"), tmp_path)
    tables.package_folder = lambda: tmp_path
    with pytest.raises(InvalidTable, match="The table KQvK is missing, which KQvKQ leads to"):
        solve(tables, Material((1,), (1,)))


@needs_kernels
@pytest.mark.parametrize("name", ["congo", "congo-2021", "minichess", "gardner"])
def test_the_smaller_packaged_tables_verify(name):
    tables = Tables(get_game(name))
    checked = list(verify(tables, tables.materials(3)))
    assert len(checked) == len(tables.materials(3))
    assert all(each.positions > 0 and not each.fault for each in checked)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["congo", "congo-2021", "minichess", "gardner"])
def test_all_packaged_tables_verify(name):
    tables = Tables(get_game(name))
    assert not [each.fault for each in verify(tables, tables.materials(4)) if each.fault]


@needs_kernels
def test_verification_notices_any_wrong_value():
    tables = Tables(get_game("gardner"))
    material = Material((2,), ())
    rows, below, _ = gather(tables, material)
    right = tables.table(material).values()
    generator, report = np.random.default_rng(1), np.zeros(2, np.int64)
    noticed = 0
    for index in generator.integers(0, len(right), 30).tolist():
        wrong = right.copy()
        wrong[index] += 1
        work = new_work(tables.rules, 0, below)._replace(value=wrong)
        noticed += check_positions(tables.rules, tables.numbering, rows, work, 100, report) >= 0
    # some of the indices are holes, whose values mean nothing
    assert noticed > 10


def test_a_game_without_tables_says_so():
    for game in (get_game("amazons"), get_game("congo").with_settings({"bare-lions": "may-capture"})):
        with pytest.raises(
            PlygroundError, match=r"^There are no tablebases for (amazons|congo with bare-lions=may-capture)\.$"
        ):
            Tables(game)
