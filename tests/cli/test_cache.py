"""`plyground cache`: where things lie; and what an unwritable home does."""

import os
import platform
import subprocess
import sys
from functools import partial

import pytest

from plyground.cli.cache import build
from plyground.core.errors import InvalidSetting
from plyground.kernel import prebuilt
from plyground.kernel.compile import JIT


@pytest.fixture
def run(tmp_path):
    """Run the command line with a home of its own."""

    def call(*tokens, **variables):
        own = {"HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path), "PLYGROUND_PREBUILT": "", **variables}
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("XDG_", "PLYGROUND_C", "PLYGROUND_P", "PLYGROUND_T"))
        }
        done = subprocess.run(
            [sys.executable, "-m", "plyground", *tokens],
            env={**kept, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return call


@pytest.fixture
def kernels(tmp_path):
    folder = tmp_path / "home" / ".cache" / "plyground" / "kernels-0123"
    folder.mkdir(parents=True)
    (folder / "perft.kernel").write_bytes(b"x" * 3 * 2**20)
    return folder


def test_it_shows_where_things_lie(run, kernels, tmp_path):
    status, out, err = run("cache")
    assert (status, err) == (0, "")
    data = tmp_path / "home" / ".local" / "share" / "plyground"
    assert out.splitlines() == [
        f"kernels  {kernels.parent}  3.0 MiB",
        f"games  {data / 'web.db'}  not there yet",
        f"tables  {data / 'tables'}  not there yet",
    ]


def test_it_is_cleared(run, kernels):
    (kernels.parent / "remark.txt").write_text("not ours")
    assert run("cache", "clear")[:2] == (0, f"Removed 3.0 MiB of kernels from {kernels.parent}.\n")
    assert [path.name for path in kernels.parent.iterdir()] == ["remark.txt"]


def test_it_is_moved_and_used_where_it_is_then(run, kernels, tmp_path):
    target = tmp_path / "elsewhere"
    status, out, _ = run("cache", "move", str(target))
    assert (status, out) == (0, f"Moved the kernels to {target}. From now on set: PLYGROUND_CACHE={target}\n")
    assert (target / "kernels-0123" / "perft.kernel").stat().st_size == 3 * 2**20
    assert not kernels.exists()
    assert run("cache", PLYGROUND_CACHE=str(target))[1].startswith(f"kernels  {target}  3.0 MiB\n")
    status, _, err = run("cache", "move", str(target), PLYGROUND_CACHE=str(target))
    assert (status, err) == (2, f"plyground: The kernels are in {target} already.\n")


def test_a_folder_that_cannot_be_made(run, kernels, tmp_path):
    (tmp_path / "file").write_text("")
    status, _, err = run("cache", "move", str(tmp_path / "file" / "folder"))
    assert status == 2
    assert "cannot be made" in err
    assert kernels.exists()


def test_a_home_that_cannot_be_written_is_said_and_the_same_folder_is_used_each_time(run, tmp_path):
    (tmp_path / "home").write_text("a file")
    first, second = (run("cache") for _ in range(2))
    assert first == second
    status, out, err = first
    assert status == 0
    fallback = tmp_path / f"plyground-{os.getuid()}"
    assert out.startswith(f"kernels  {fallback}  ")
    cache = tmp_path / "home" / ".cache" / "plyground"
    assert err == f"{cache} cannot be written: compiled kernels are kept in {fallback}.\n"


def test_the_web_app_in_such_a_home_is_one_sentence(run, tmp_path):
    (tmp_path / "home").write_text("a file")
    status, out, err = run("web", "--no-browser", "--port", "0")
    assert (status, out) == (2, "")
    assert (
        f"The file {tmp_path / 'home'}/.local/share/plyground/web.db cannot keep the games: Not a directory; --db FILE"
        in err
    )
    assert "--db" in err
    assert "Traceback" not in err


@pytest.mark.slow  # compiles a game
@pytest.mark.skipif(prebuilt.baseline_environment() is None, reason="kernels are built for x86-64 only")
def test_with_the_kernels_of_a_wheel_a_fresh_home_compiles_nothing(run, tmp_path):
    built = tmp_path / "built"
    status, out, err = run("cache", "build", str(built), "starcircle")
    assert status == 0, err
    (folder,) = built.iterdir()
    kernels = list(folder.iterdir())
    assert out.startswith(f"Built {len(kernels)} kernels, ")
    assert {path.suffix for path in kernels} == {".kernel"}
    assert run("warmup", "starcircle", PLYGROUND_PREBUILT=str(built))[0] == 0
    home = tmp_path / "home" / ".cache" / "plyground"
    assert [*home.glob("kernels-*/*.ready")]
    assert [*home.glob("kernels-*/*.kernel")] == []
    assert f"kernels of the package  {folder}  " in run("cache", PLYGROUND_PREBUILT=str(built))[1]


def test_a_machine_without_a_baseline_cannot_build(tmp_path, monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    message = "Kernels for other machines can be built on x86-64 only; this is riscv64."
    with pytest.raises(InvalidSetting, match=f"^{message}$"):
        build(tmp_path)


def test_where_kernels_cannot_be_put_is_said_before_they_are_built(run, tmp_path):
    (tmp_path / "file").touch()
    status, out, err = run("cache", "build", str(tmp_path / "file" / "kernels"))
    assert (status, out) == (2, "")
    assert err == f"plyground: The folder {tmp_path}/file/kernels cannot be made: Not a directory.\n"


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_warmup_of_all_leaves_nothing_for_an_environment_to_compile():
    """In another process, which says on standard error when it compiles something."""
    run = partial(subprocess.run, capture_output=True, text=True, check=True)
    run([sys.executable, "-m", "plyground", "warmup", "starcircle", "--all"])
    asked = (
        "from plyground.rl import BatchEnv, evaluate, features, planes, playouts\n"
        "env = BatchEnv('starcircle', 3)\nenv.step(env.sample())\n"
        "[ask(env.start, env.words) for ask in (evaluate, features, planes, playouts)]\n"
        "print(len(env))\n"
    )
    done = run([sys.executable, "-c", asked])
    assert (done.stdout, done.stderr) == ("3\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no modes")
def test_kernels_are_not_moved_to_where_others_can_write(run, kernels, tmp_path):
    target = tmp_path / "shared"
    target.mkdir()
    target.chmod(0o777)
    status, _, err = run("cache", "move", str(target))
    assert (status, err) == (2, f"plyground: The folder {target} can be written by other users.\n")
    assert (kernels / "perft.kernel").exists()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives files away")
def test_what_somebody_else_has_put_there_does_not_become_ones_own(run, kernels, tmp_path):
    (kernels / "theirs.kernel").write_bytes(b"x")
    os.chown(kernels / "theirs.kernel", 4321, 4321)
    assert run("cache", "move", str(tmp_path / "elsewhere"))[0] == 0
    assert [path.name for path in (tmp_path / "elsewhere" / "kernels-0123").iterdir()] == ["perft.kernel"]
