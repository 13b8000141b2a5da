"""Nets in files: what is kept comes back, and what does not fit is refused in one sentence."""

import contextlib
import json
import os
import tracemalloc
import zipfile

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, UnknownName
from plyground.engine import Engine
from plyground.nets.evaluations import evaluation_of, own_net
from plyground.nets.features import features_digest, outputs_by_games, shape_of_many
from plyground.nets.file import check_output_net, load, net_digest, provenance_of, save
from plyground.search import plain, textbook
from plyground.search.tree import Tree

GARDNER = get_game("gardner")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "net.npz"
    save(path, GARDNER, drawn_network(GARDNER), {"recipe": {"seed": 7}})
    return path


def test_a_net_comes_back(path):
    network, provenance = load(path, GARDNER), provenance_of(path)
    assert all((a == b).all() for a, b in zip(network, drawn_network(GARDNER), strict=True))
    assert [array.dtype for array in network] == [array.dtype for array in drawn_network(GARDNER)]
    assert (provenance["game"], provenance["recipe"]) == ("gardner", {"seed": 7})
    assert len(provenance["digest"]) == 16


@pytest.mark.parametrize("name", ["gardner", "congo"])
def test_a_net_of_before_the_features_of_few_men_is_read(name, tmp_path):
    """Its digest is that of what there was; what came later weighs nothing, and last layers of many men judge few."""
    game, path = get_game(name), tmp_path / "before.npz"
    network, many = drawn_network(game), shape_of_many(game)
    before = network._replace(
        weights=network.weights[: many.features],
        output=network.output[: many.outputs],
        output_bias=network.output_bias[: many.outputs],
    )
    for digest, is_read in ((features_digest(game, many), True), (features_digest(game), False)):
        save(path, game, before, {"digest": digest})
        if is_read:
            read = load(path, game)
            assert (read.weights[: many.features] == before.weights).all()
            assert not read.weights[many.features :].any()
            assert len(read.weights) == len(network.weights) > many.features
            assert read.output.shape == network.output.shape
            for new, old in ((read.output, before.output), (read.output_bias, before.output_bias)):
                assert (new == old[outputs_by_games(game)]).all()
            save(path, game, before._replace(output_bias=np.array(0, np.int32)), {"digest": digest})
        with pytest.raises(InvalidNotation, match="does not have the numbers"):
            load(path, game)


def test_a_usual_net_is_small(tmp_path):
    for name, width, most in (("gardner", 60, 300_000), ("congo", 128, 450_000), ("halma", 64, 300_000)):
        save(tmp_path / name, get_game(name), drawn_network(get_game(name), width), {})
        assert (tmp_path / name).stat().st_size < most


def test_it_is_an_evaluation_like_any_other(path):
    judge = evaluation_of(GARDNER, f"net:{path}")
    position = GARDNER.position()
    result = textbook.search(position, 2, evaluation=judge)
    children = [-position.play(move).evaluate(judge) for move in position.legal_moves]
    assert textbook.search(position, 1, evaluation=judge).value == max(children)
    assert textbook.search(position, 2, alphabeta=True, evaluation=judge).value == result.value
    assert evaluation_of(GARDNER, "material") is GARDNER.evaluation("material")
    assert evaluation_of(GARDNER) is GARDNER.evaluation()


def test_a_net_goes_by_the_same_name_everywhere(path):
    name, position = f"net:{path}", GARDNER.position()
    judge = evaluation_of(GARDNER, name)
    assert GARDNER.evaluation(name) is judge
    assert position.evaluate(name) == position.evaluate(judge)
    result = textbook.search(position, 2, alphabeta=True, evaluation=name, keep=100)
    assert result.value == textbook.search(position, 2, evaluation=judge).value
    assert Tree.of(position, result, 2, alphabeta=True, evaluation=name).value == str(result.value)
    found = plain.search(position, 2, name, textbook.count_to(1000), algorithm="ordered")
    assert found.value == str(result.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("net:/nowhere", "The net /nowhere cannot be read: No such file or directory."),
        ("net:/a\0b", "is not a net"),
        ("net:", "a net's file was expected"),
        ("nets", "gardner has no evaluation 'nets'; it has handmade, material, net or net:FILE."),
    ],
)
def test_a_name_of_no_evaluation_is_told_in_a_sentence(name, sentence):
    for ask in (GARDNER.evaluation, GARDNER.position().evaluate, lambda name: Engine(GARDNER, evaluation=name)):
        with pytest.raises(PlygroundError, match=sentence):
            ask(name)


def test_a_net_that_is_written_anew_is_read_anew(path):
    before = GARDNER.position().evaluate(evaluation_of(GARDNER, f"net:{path}"))
    save(path, GARDNER, drawn_network(GARDNER, seed=2), {})
    assert GARDNER.position().evaluate(evaluation_of(GARDNER, f"net:{path}")) != before


def test_a_game_without_a_net_says_so(tmp_path, monkeypatch):
    assert own_net(GARDNER).name == "net-gardner.npz"
    monkeypatch.setattr("plyground.nets.evaluations.own_net", lambda _: tmp_path / "none.npz")
    with pytest.raises(UnknownName, match="gardner has no net of its own; net:FILE takes one"):
        evaluation_of(GARDNER, "net")


def test_a_net_of_another_game_or_of_other_features_is_refused(path, monkeypatch):
    with pytest.raises(InvalidSetting, match="is one for gardner, not for minichess"):
        load(path, get_game("minichess"))
    monkeypatch.setattr("plyground.nets.file.features_digest", lambda *_: "another")
    with pytest.raises(InvalidSetting, match="what a net sees of it, were others; train it anew"):
        load(path, GARDNER)


def changed(path, **arrays):
    """Write the net again with other arrays."""
    with np.load(path) as kept:
        np.savez(path, **(dict(kept) | arrays))


@pytest.mark.parametrize(
    "arrays",
    [
        {"weights": np.zeros((3, 32), np.int16)},
        {"weights": np.zeros((900, 32), np.int32)},
        {"bias": np.zeros(0, np.int16)},
        {"output": np.full((8, 64), 128, np.int16)},
        {"output": np.full((8, 64), -32768, np.int16)},
        {"scale": np.zeros(2, np.int32)},
    ],
)
def test_numbers_that_are_not_a_nets_are_refused(path, arrays):
    changed(path, **arrays)
    with pytest.raises(InvalidNotation, match="does not have the numbers that a net of gardner has"):
        load(path, GARDNER)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "5", json.dumps({"game": 1})])
def test_a_provenance_that_is_none_is_refused(path, text):
    changed(path, provenance=np.array(text))
    with pytest.raises((InvalidNotation, InvalidSetting)) as error:
        load(path, GARDNER)
    assert str(error.value).endswith(".")


def test_damaged_files_are_refused_wherever_the_damage_is(path):
    whole = path.read_bytes()
    random = np.random.default_rng(5)
    sentences = []
    for _ in range(60):
        data = bytearray(whole)
        place = int(random.integers(len(data)))
        data[place] ^= int(random.integers(1, 256))
        path.write_bytes(data[: None if random.random() < 0.5 else place])
        try:
            network = load(path, GARDNER)
        except PlygroundError as error:
            sentences.append(str(error))
        else:
            # a byte that nobody reads, in the zip's list of files, say
            assert all((a == b).all() for a, b in zip(network, drawn_network(GARDNER), strict=True))
    assert len(sentences) > 50
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"text" * 100, b"PK\x05\x06" + bytes(18)])
def test_other_files_are_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(InvalidNotation, match="is not a net"):
        load(path, GARDNER)


def test_what_cannot_be_read_or_written_is_said(tmp_path):
    with pytest.raises(InvalidNotation, match="cannot be read: No such file"):
        load(tmp_path / "none.npz", GARDNER)
    with pytest.raises(InvalidSetting, match="cannot be written: No such file"):
        save(tmp_path / "none" / "net.npz", GARDNER, drawn_network(GARDNER), {})


def test_a_file_without_a_name_is_no_net():
    with pytest.raises(InvalidNotation, match="After net: a net's file was expected"):
        evaluation_of(GARDNER, "net:")


def test_what_is_written_over_is_a_net(path, tmp_path):
    check_output_net(path)
    check_output_net(tmp_path / "new.npz")
    (tmp_path / "empty").touch()
    check_output_net(tmp_path / "empty")
    for content in (b"a text", b"PK\x05\x06" + bytes(18)):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(InvalidSetting, match="there is a file of that name, which is no net"):
            check_output_net(tmp_path / "other")


def test_a_damaged_net_is_written_over_or_told_in_a_sentence(path):
    whole = path.read_bytes()
    directory = whole.index(b"PK\x01\x02")
    sentences = []
    for place in range(directory, directory + 60):
        for flipped in (0x80, 0xFF):
            data = bytearray(whole)
            data[place] ^= flipped
            path.write_bytes(data)
            try:
                check_output_net(path)
            except InvalidSetting as error:
                sentences.append(str(error))
    assert len(sentences) > 20
    assert all("which is no net" in sentence for sentence in sentences)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_nothing_but_a_regular_file_becomes_a_net(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidSetting, match="it is no regular file"):
        check_output_net(tmp_path / "pipe")
    with pytest.raises(InvalidSetting, match="it is a folder"):
        check_output_net(tmp_path)


def test_a_net_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InvalidSetting, match="cannot be written"):
        save(tmp_path / "folder", GARDNER, drawn_network(GARDNER), {})
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


def test_a_net_is_written_where_a_link_leads(path, tmp_path):
    link = tmp_path / "link.npz"
    link.symlink_to(path)
    save(link, GARDNER, drawn_network(GARDNER, seed=2), {})
    assert link.is_symlink()
    assert net_digest(path) == net_digest(link)


def test_a_digest_is_that_of_the_numbers(path):
    before = net_digest(path)
    save(path, GARDNER, drawn_network(GARDNER), {"accepted": "by a match"})
    assert net_digest(path) == before
    save(path, GARDNER, drawn_network(GARDNER, seed=2), {})
    assert net_digest(path) != before


def rewritten(path, change, **options):
    """Write the net's zip again: `change` is given each member's name and bytes, and returns its bytes."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", **options) as archive:
        for name, content in members.items():
            archive.writestr(name, change(name, content))


def with_header(text, version=b"\x01\x00"):
    """Give the weights another header."""

    def change(name, content):
        if name != "weights.npy":
            return content
        size = len(text).to_bytes(2 if version == b"\x01\x00" else 4, "little")
        return b"\x93NUMPY" + version + size + text.encode("latin-1") + content[128:]

    return lambda path: rewritten(path, change)


def header_of(shape, kind="'<i2'", order="False"):
    return f"{{'descr': {kind}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


def flip(place, bits):
    """Change bits of the first member's entry in the directory at the end."""

    def change(path):
        content = bytearray(path.read_bytes())
        content[content.rindex(b"PK\x01\x02") + place] |= bits
        first = content.index(b"PK\x01\x02")
        content[first + place] |= bits
        path.write_bytes(content)

    return change


DAMAGES = {
    "terabytes": with_header(header_of((1 << 42, 16))),
    "more than an address": with_header(header_of((1 << 70,))),
    "negative": with_header(header_of((-1, 16))),
    "overflowing": with_header(header_of((1 << 32, 1 << 32))),
    "many dimensions": with_header(header_of((1,) * 100)),
    "no shape": with_header(header_of("'x'")),
    "a shape of floats": with_header(header_of("(1.5,)")),
    "objects": with_header(header_of((3,), "'|O'")),
    "structures": with_header(header_of((3,), "[('a', '<i2')]")),
    "no type": with_header(header_of((3,), "'x'")),
    "a type of texts": with_header(header_of((3,), "'<U99999999'")),
    "a type that is a list": with_header(header_of((3,), "[[[]]]")),
    "no columns": with_header(header_of((3,), order="3")),
    "a deep header": with_header("(" * 5000 + ")" * 5000),
    "a deeper header": with_header("-" * 9000 + "1"),
    "a call": with_header("__import__('os').abort()"),
    "a long header": with_header("{" + " " * 60000 + "}"),
    "no Python": with_header("{'descr': "),
    "a NUL": with_header("{'descr': '\0'}"),
    "another version": with_header(header_of((3,)), b"\x03\x00"),
    "version 9": with_header(header_of((3,)), b"\x09\x00"),
    "no array": lambda path: rewritten(path, lambda name, content: b"no array"),
    "empty": lambda path: rewritten(path, lambda name, content: b""),
    "cut": lambda path: rewritten(path, lambda name, content: content[:-1]),
    "longer": lambda path: rewritten(path, lambda name, content: content + b"0"),
    "lzma": lambda path: rewritten(path, lambda name, content: content, compression=zipfile.ZIP_LZMA),
    "bz2": lambda path: rewritten(path, lambda name, content: content, compression=zipfile.ZIP_BZIP2),
    "encrypted": flip(8, 1),
    "patched": flip(8, 0x20),
    "another method": flip(10, 99),
    "far away": flip(45, 0x7F),
    "deep JSON": lambda path: changed(path, provenance=np.array("[" * 100_000)),
    "JSON that is a list": lambda path: changed(path, provenance=np.array("[]")),
    "numbers for the provenance": lambda path: changed(path, provenance=np.zeros(3)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_net_is_one_sentence_and_takes_no_memory(damage, path):
    DAMAGES[damage](path)
    tracemalloc.start()
    try:
        for ask in (lambda: load(path, GARDNER), lambda: provenance_of(path), lambda: net_digest(path)):
            with pytest.raises(PlygroundError) as error:
                ask()
            assert str(path) in str(error.value)
            assert str(error.value).count(". ") == 0
        assert tracemalloc.get_traced_memory()[1] < 1 << 27
    finally:
        tracemalloc.stop()
    # which says the same, or takes the file for a net
    with contextlib.suppress(InvalidSetting):
        check_output_net(path)


def test_bytes_that_are_changed_at_random_are_an_error_or_the_net(path):
    whole, rng = path.read_bytes(), np.random.default_rng(3)
    told = 0
    for _ in range(300):
        content = bytearray(whole)
        for place in rng.integers(len(content), size=rng.integers(1, 4)):
            # where the directories and headers are, more often
            content[place if rng.random() < 0.5 else -1 - place % 900] = rng.integers(256)
        path.write_bytes(content)
        try:
            load(path, GARDNER)
        except PlygroundError:
            told += 1
    assert told > 200
