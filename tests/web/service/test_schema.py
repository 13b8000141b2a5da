from typing import Annotated, Literal, NotRequired, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.web.service.schema import BadRequest, Between, Most, check, from_query, schema_of


class Inner(TypedDict):
    name: Annotated[str, Most(5)]


class Branch(TypedDict):
    below: "list[Branch]"


class Ask(TypedDict):
    depth: Annotated[int, Between(1, 9)]
    kind: Literal["a", "b"]
    inner: NotRequired[Inner | None]
    moves: NotRequired[Annotated[list[Annotated[str, Most(3)]], Most(2)]]
    rules: NotRequired[dict[str, str]]
    share: NotRequired[float]
    quick: NotRequired[bool]


def test_what_fits_is_taken_as_it_is():
    value = {"depth": 3, "kind": "b", "inner": {"name": "abc"}, "moves": ["x"], "rules": {"a": "b"}, "quick": True}
    assert check(Ask, value, "the request") == value
    assert check(Ask, {"depth": 1, "kind": "a", "inner": None, "share": 2}, "the request")["share"] == 2.0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"kind": "a"}, "lacks the field depth"),
        ({}, "lacks the field depth"),  # the first of them
        ({"depth": 0, "kind": "a"}, "depth cannot be 0; it is from 1 to 9"),
        ({"depth": True, "kind": "a"}, "depth should be a whole number, not True"),
        ({"depth": 1.0, "kind": "a"}, "depth should be a whole number"),
        ({"depth": 1, "kind": "c"}, "kind cannot be 'c'; it is a or b"),
        ({"depth": 1, "kind": "a", "other": 1}, "has no field 'other'"),
        ({"depth": 1, "kind": "a", "moves": ["xxxx"]}, "moves[0] has 4 characters; at most 3"),
        ({"depth": 1, "kind": "a", "moves": ["x"] * 3}, "moves has 3 entries; at most 2"),
        ({"depth": 1, "kind": "a", "moves": "x"}, "moves should be a list"),
        ({"depth": 1, "kind": "a", "rules": {"a": 1}}, "rules.a should be a text"),
        ({"depth": 1, "kind": "a", "inner": {}}, "inner lacks the field name"),
        ({"depth": 1, "kind": "a", "inner": {"name": "a\0"}}, "a character that is not text"),
        ([], "the request should be an object"),
    ],
)
def test_what_does_not_fit_is_named(value, words):
    with pytest.raises(BadRequest) as fault:
        check(Ask, value, "the request")
    assert words in str(fault.value)
    assert str(fault.value).endswith(".")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(Ask.__annotations__)), inner),
)


@given(json_values)
def test_any_json_is_taken_or_refused(value):
    try:
        taken = check(Ask, value, "the request")
    except BadRequest:
        return
    assert taken.keys() >= {"depth", "kind"}


def test_the_schema_says_the_same():
    schema = schema_of(Ask)
    assert schema["required"] == ["depth", "kind"]
    assert schema["properties"]["depth"] == {"type": "integer", "minimum": 1, "maximum": 9}
    assert schema["properties"]["kind"] == {"enum": ["a", "b"]}
    assert schema["properties"]["moves"]["maxItems"] == 2
    assert schema["additionalProperties"] is False


def test_a_type_that_holds_others_of_its_kind_refers_to_itself():
    components = {}
    assert schema_of(list[Branch], (), components) == {
        "type": "array",
        "items": {"$ref": "#/components/schemas/Branch"},
    }
    assert components["Branch"]["properties"]["below"]["items"] == {"$ref": "#/components/schemas/Branch"}


def test_a_query_string_is_read_by_the_types_of_its_fields():
    value = from_query(Ask, {"depth": ["3"], "kind": ["a"], "moves": ["x", "y"], "quick": ["true"]})
    assert check(Ask, value, "the request") == {"depth": 3, "kind": "a", "moves": ["x", "y"], "quick": True}
    assert from_query(Ask, {"depth": ["three"]}) == {"depth": "three"}


def test_decimals_of_a_query():
    class When(TypedDict):
        before: float

    assert from_query(When, {"before": ["1700000000.25"]}) == {"before": 1700000000.25}
    assert from_query(When, {"before": ["-3"]}) == {"before": -3.0}
    for text in ("", "nan", "inf", "1e5", "1.", "0x1"):
        assert from_query(When, {"before": [text]}) == {"before": text}
