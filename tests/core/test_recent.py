"""`Recent` keeps what was used last."""

from plyground.core.recent import Recent


def test_what_was_not_used_for_longest_is_dropped():
    dropped = []
    recent = Recent(2, dropped.append)
    recent.put("a", 1)
    recent.put("b", 2)
    assert recent.get("a") == 1
    recent.put("c", 3)
    assert dropped == [2]
    assert recent.get("b") is None
    assert recent.items() == [("a", 1), ("c", 3)]


def test_what_is_replaced_is_dropped_and_the_same_value_is_not():
    dropped = []
    recent = Recent(2, dropped.append)
    first, second = [1], [2]
    for value in (first, first, second):
        recent.put("a", value)
    assert (dropped, len(recent)) == ([first], 1)


def test_what_is_taken_out_is_not_dropped():
    dropped = []
    recent = Recent(2, dropped.append)
    recent.put("a", 1)
    assert (recent.pop("a"), recent.pop("a"), dropped) == (1, None, [])
