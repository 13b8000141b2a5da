"""What is wrong with a command line, in one sentence: the parser's errors in the words of the rest of the program."""

import difflib
from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    Token,
    UnknownCommandError,
    UnusedCliTokensError,
    convert,
)

from plyground.cli.commands import COMMANDS
from plyground.core.errors import alternatives, quote

_KINDS: dict[object, str] = {int: "a whole number", float: "a number"}


def sentence(error: CycloptsError) -> str:
    """Return what `error` says."""
    error.verbose = False
    match error:
        case UnknownCommandError():
            return _unknown_command(str((error.unused_tokens or [""])[0]), error)
        case UnusedCliTokensError():
            unused = error.unused_tokens or []
            what = alternatives(map(quote, unused)).replace(" or ", " and ")
            return f"{_command(error)} takes fewer arguments; {what} {'is' if len(unused) == 1 else 'are'} too much."
        case MissingArgumentError() if error.argument is not None:
            option = error.keyword or error.argument.name.replace("_", "-")
            if option.startswith("--") and error.keyword is not None:
                return f"{option} needs a value."
            return f"{_command(error)} needs {option}; `plyground {_words(error)} --help` says what that is."
        case CoercionError() if error.token is not None and (kind := _kind(error.target_type)):
            name = error.token.keyword or (error.argument.name.lstrip("-").upper() if error.argument else "The value")
            return f"{name} cannot be {quote(error.token.value)}; it is {kind}."
    return " ".join(str(error).split())


def exactly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Convert what was typed as the parser does, but round no number: 1.5 is no whole one."""
    if int in {kind, *get_args(kind)}:
        for token in tokens:
            if "." in token.value:
                raise CoercionError(token=token, target_type=int)
    return convert(kind, tokens)


def _kind(target: object) -> str | None:
    """Return what a value of type `target` is, None where the parser's own words are better."""
    for kind in (target, *get_args(target)):
        if get_origin(kind) is Literal:
            return alternatives(get_args(kind))
        if kind in _KINDS:
            return _KINDS[kind]
    return None


def _words(error: CycloptsError) -> str:
    return " ".join(error.command_chain or ())


def _command(error: CycloptsError) -> str:
    return f"`plyground {_words(error)}`" if error.command_chain else "`plyground`"


def _unknown_command(name: str, error: CycloptsError) -> str:
    if error.command_chain and error.app is not None:
        known = alternatives(name for name in error.app if not name.startswith("-"))
        return f"{_command(error)} has no command {quote(name)}; it has {known}."
    close = difflib.get_close_matches(name, COMMANDS, n=1)
    hint = f"did you mean `plyground {close[0]}`?" if close else "`plyground --help` lists what there is."
    return f"There is no command {quote(name)}; {hint}"
