"""Nets in files: what is kept comes back, and what does not fit is refused in one sentence."""

import json
import os

import numpy as np
import pytest

from nets.drawn import drawn_network
from plyground import get_game
from plyground.core.errors import InvalidNotation, InvalidSetting, PlygroundError, UnknownName
from plyground.engine import Engine
from plyground.nets.evaluations import evaluation_of, own_net
from plyground.nets.file import checked_output_net, load, net_digest, provenance_of, save
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


def test_a_usual_net_is_small(tmp_path):
    for name, width in {"gardner": 80, "congo": 128, "halma": 64}.items():
        save(tmp_path / name, get_game(name), drawn_network(get_game(name), width), {})
        assert (tmp_path / name).stat().st_size < 300_000


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
        ("nets", "gardner has no evaluation 'nets'; it has engine, material, handmade, net or net:FILE."),
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
    monkeypatch.setattr("plyground.nets.file.features_digest", lambda _: "another")
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
    checked_output_net(path)
    checked_output_net(tmp_path / "new.npz")
    (tmp_path / "empty").touch()
    checked_output_net(tmp_path / "empty")
    for content in (b"a text", b"PK\x05\x06" + bytes(18)):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(InvalidSetting, match="there is a file of that name, which is no net"):
            checked_output_net(tmp_path / "other")


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
                checked_output_net(path)
            except InvalidSetting as error:
                sentences.append(str(error))
    assert len(sentences) > 20
    assert all("which is no net" in sentence for sentence in sentences)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_nothing_but_a_regular_file_becomes_a_net(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidSetting, match="it is no regular file"):
        checked_output_net(tmp_path / "pipe")
    with pytest.raises(InvalidSetting, match="it is a folder"):
        checked_output_net(tmp_path)


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
