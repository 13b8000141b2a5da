"""Which nicknames pupils may have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.errors import InvalidSetting
from plyground.web.lesson.nickname import MAX_CHARACTERS, MIN_CHARACTERS, alike, check_nickname


@pytest.mark.parametrize(("text", "name"), [("Ann", "Ann"), ("  J. R.   O'Neil ", "J. R. O'Neil"), ("Žofie", "Žofie")])
def test_a_nickname_is_kept_with_single_blanks(text, name):
    assert check_nickname(text, []) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A", "2 to 20 characters"),
        ("A" * 21, "has 21"),
        ("<b>Ann</b>", "not '<'"),
        ("An\u202en", "not"),
        ("Ann\u200b", "not"),
        ("=SUM", "not '='"),
        ("-Ann", "begins with"),
        ("TEACHER", "Nobody can be called"),
        ("Teach er", "Nobody can be called"),
        ("Eng1ne", "Nobody can be called"),
        ("bob", "Somebody is called"),
        ("B0b", "Somebody is called"),
        ("B\N{LATIN SMALL LETTER O WITH DIAERESIS}b", "Somebody is called"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER B}ob", "Somebody is called"),
    ],
)
def test_what_is_no_nickname_is_refused_with_the_reason(text, said):
    with pytest.raises(InvalidSetting, match=said):
        check_nickname(text, ["Bob"])


@given(st.text(max_size=30))
def test_what_passes_is_short_printable_and_stays_as_it_is(text):
    try:
        name = check_nickname(text, [])
    except InvalidSetting:
        return
    assert MIN_CHARACTERS <= len(name) <= MAX_CHARACTERS
    assert name.isprintable()
    assert check_nickname(name, []) == name
    with pytest.raises(InvalidSetting):
        check_nickname(text, [name])
    assert alike(name) == alike(name.upper().lower())


@pytest.mark.parametrize("text", ["\u0410nn", "T\u0435acher", "B\u03bfb", "Ann\u0661"])
def test_letters_of_several_scripts_are_refused(text):
    with pytest.raises(InvalidSetting, match="of one script"):
        check_nickname(text, [])


def test_a_name_of_look_alikes_is_the_same_name():
    assert check_nickname("\u0410\u043d\u043d\u0430", []) == "\u0410\u043d\u043d\u0430"
    with pytest.raises(InvalidSetting, match="Somebody is called"):
        check_nickname("\u0421\u043e\u0440\u0430", ["Copa"])
    assert check_nickname("\u5c71\u7530\u306f\u308b", []) == "\u5c71\u7530\u306f\u308b"
