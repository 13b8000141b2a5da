"""What a program sees of the system behind namespaces."""

from pathlib import Path

from plyground.programs import namespaces


def test_settings_that_languages_need_are_shown_where_they_exist(monkeypatch):
    assert all(Path(path).exists() for path in namespaces.system_paths())
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert {"/etc/mono", "/etc/alternatives", "/etc/ld.so.cache"} <= set(namespaces.system_paths())
