"""`scalarized`: LLVM code with numbers in place of short vectors of words, for machines that shift all lanes alike.

`plyground.kernel.slides` shifts each of four words by another number of bits. WebAssembly's vectors cannot, so LLVM
would take each vector apart for a shift, put it together for what follows, and so on, at twice the price.
"""

import re
from collections.abc import Iterator

LANES = 4
KIND = f"<{LANES} x i64>"
FUNNELS = "fshl", "fshr"
"""Shifts of two words as one, which LLVM calls."""

_NAME = r'%(?:"[^"]*"|[\w.$-]+)'
_VALUE = rf"(?:{_NAME}|poison|undef|zeroinitializer|splat \(i64 -?\d+\)|<i64[^>]*>)"
_FUNCTION = re.compile(r"^define .*?^}$", re.MULTILINE | re.DOTALL)
_LANE_BY_LANE = re.compile(rf"  ({_NAME}) = ((?:and|or|xor|add|sub|shl|lshr)[a-z ]*) {KIND} ({_VALUE}), ({_VALUE})")
_OF_THREE = rf"{KIND} ({_VALUE}), {KIND} ({_VALUE}), {KIND} ({_VALUE})"
_FUNNEL = re.compile(rf"  ({_NAME}) = (?:tail )?call {KIND} @llvm\.(fsh[lr])\.v{LANES}i64\({_OF_THREE}\)")
_MERGED = re.compile(rf"  ({_NAME}) = phi {KIND} (.*)")
_INSERTED = re.compile(rf"  ({_NAME}) = insertelement {KIND} ({_VALUE}), i64 ({_NAME}|-?\w+), i(?:32|64) (\d)")
_SHUFFLED = re.compile(rf"  ({_NAME}) = shufflevector {KIND} ({_VALUE}), {KIND} ({_VALUE}), <{LANES} x i32> (.*)")
_EXTRACTED = re.compile(rf"  ({_NAME}) = extractelement {KIND} ({_VALUE}), i(?:32|64) (\d)")


def scalarize(text: str) -> str:
    """Return a module's code without such vectors, in each function that does nothing with them but what is known.

    What is done with one lane stands together, so that the few numbers that it needs stay in registers.
    """
    found = _FUNCTION.sub(_function, text)
    declared = (f"declare i64 @llvm.{each}.i64(i64, i64, i64)" for each in FUNNELS)
    return "\n".join([found, *(line for line in declared if line not in found)])


def _function(found: re.Match[str]) -> str:
    if KIND not in found[0]:
        return found[0]
    lines: list[str] = []
    waiting: list[list[str]] = [[] for _ in range(LANES)]
    for line in found[0].split("\n"):
        if match := _LANE_BY_LANE.fullmatch(line) or _FUNNEL.fullmatch(line):
            name, operation, *values = match.groups()
            for lane, parts in enumerate(zip(*map(_lanes, values), strict=True)):
                waiting[lane].append(f"  {_lane(name, lane)} = {_apply(operation, parts)}")
            continue
        for each in waiting:
            lines += each
            each.clear()
        written = [line] if KIND not in line else list(_across(line))
        if not written:
            return found[0]
        lines += written
    return "\n".join(lines)


def _across(line: str) -> Iterator[str]:
    """Yield what an instruction does that is not the same for each lane; nothing if it is not known."""
    if match := _INSERTED.fullmatch(line):
        name, vector, number, place = match.groups()
        yield from _same(name, [number if str(lane) == place else old for lane, old in enumerate(_lanes(vector))])
    elif match := _SHUFFLED.fullmatch(line):
        name, first, second, mask = match.groups()
        both = [*_lanes(first), *_lanes(second)]
        places = re.findall(r"i32 (\w+)", mask) or ["0"] * LANES
        yield from _same(name, [both[int(place)] if place.isdigit() else "poison" for place in places])
    elif match := _MERGED.fullmatch(line):
        name, sources = match.groups()
        for lane in range(LANES):
            chosen = re.sub(rf"\[ ({_VALUE}),", lambda value, lane=lane: f"[ {_lanes(value[1])[lane]},", sources)
            yield f"  {_lane(name, lane)} = phi i64 {chosen}"
    elif match := _EXTRACTED.fullmatch(line):
        name, vector, place = match.groups()
        yield f"  {name} = or i64 {_lanes(vector)[int(place)]}, 0"


def _apply(operation: str, values: tuple[str, ...]) -> str:
    if operation in FUNNELS:
        return f"call i64 @llvm.{operation}.i64({', '.join(f'i64 {value}' for value in values)})"
    return f"{operation} i64 {', '.join(values)}"


def _same(name: str, values: list[str]) -> Iterator[str]:
    return (f"  {_lane(name, lane)} = or i64 {value}, 0" for lane, value in enumerate(values))


def _lane(name: str, lane: int) -> str:
    """Return the name of a vector's lane."""
    return f'%"lane {lane} of {name[1:].strip(chr(34))}"'


def _lanes(value: str) -> list[str]:
    """Return the lanes of a vector."""
    if value.startswith("%"):
        return [_lane(value, lane) for lane in range(LANES)]
    if value.startswith("<"):
        return re.findall(r"i64 (-?\w+)", value)
    return ["0" if value == "zeroinitializer" else re.sub(r"splat \(i64 (-?\d+)\)", r"\1", value)] * LANES
