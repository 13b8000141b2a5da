"""Programs of Python 2, recognised by what Python 3 says of them."""

import re
from dataclasses import replace

from plyground.grading.check import Check

_Signs = tuple[tuple[str, str], ...]

_SIGNS: _Signs = (
    (r"Missing parentheses in call to '(print|exec)'", "{} without parentheses"),
    (r"multiple exception types must be parenthesized()", "except with a comma"),
    (r"leading zeros in decimal integer literals()", "a number that begins with 0"),
    (r"name '(xrange|raw_input|unicode|unichr|basestring|execfile|cmp|long)' is not defined", "{}"),
    (r"No module named '(Queue|StringIO|cStringIO|cPickle|ConfigParser|Tkinter|urllib2|urlparse|__builtin__)'", "{}"),
    (r"'dict' object has no attribute '(has_key|iteritems|itervalues|iterkeys)'", "{}"),
    (r"module 'sys' has no attribute '(maxint)'", "sys.{}"),
    (r"module 'string' has no attribute '(maketrans|letters|lowercase|uppercase|join)'", "string.{}"),
    (r"module 'itertools' has no attribute '(izip|imap|ifilter)'", "itertools.{}"),
)
"""What Python 3 says, and what of Python 2 that is."""

_FAULTY_LINE = re.compile(
    r"invalid (?:syntax|decimal literal|hexadecimal literal)\n(.+)"
    r"|\n +(.+)\n[ ^]+\nSyntaxError: invalid (?:syntax|decimal literal|hexadecimal literal)"
)
"""The line that Python 3 cannot read: below what it says of it, or above that in a trace."""
_SIGNS_IN_A_LINE: _Signs = (
    (r"^raise [\w.]+ *,", "raise with a comma"),
    (r"`[^`]+`", "backticks"),
    (r"<>", "<>"),
    (r"\b(?:\d+|0[xX][\da-fA-F]+)[lL]\b", "a number that ends with L"),
)


def sentence(errors: str) -> str:
    r"""Return that a program is one of Python 2, if what Python 3 said of it shows that; else nothing.

    >>> sentence("NameError: name 'xrange' is not defined")
    'This is Python 2 (xrange); programs are run by Python 3.'
    >>> sentence("invalid syntax\nraise ValueError, 'no move'")
    'This is Python 2 (raise with a comma); programs are run by Python 3.'
    """
    signs = _SIGNS
    if not any(re.search(pattern, errors) for pattern, _ in signs):
        faulty = _FAULTY_LINE.search(errors)
        errors, signs = (faulty[1] or faulty[2], _SIGNS_IN_A_LINE) if faulty else ("", ())
    for pattern, sign in signs:
        match = re.search(pattern, errors)
        if match:
            return f"This is Python 2 ({sign.format(*match.groups())}); programs are run by Python 3."
    return ""


def explain(check: Check) -> Check:
    """Return a check of a crash with that sentence, where it is due."""
    said = sentence(f"{check.errors}\n{check.sentence}") if check.verdict == "crash" else ""
    return replace(check, sentence=f"{check.sentence} {said}") if said else check
