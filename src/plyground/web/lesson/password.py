"""The teacher's password, of which only a hash is kept, and the signed cookie of a browser that has given it."""

import hashlib
import hmac
import secrets
import time
from hashlib import sha256

from plyground.core.errors import InvalidSetting
from plyground.web.service.visitors import cookie_in

COOKIE = "plyground-teacher"
SECONDS_VALID = 12 * 3600
"""A day of lessons; then the password is asked for again."""
MIN_CHARACTERS = 8
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_COST = {"n": 2**14, "r": 8, "p": 1}


def new_password() -> str:
    """Return a password that can be read out: two groups of four characters, one of about 10**12."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(2))


def hash_password(password: str) -> str:
    """Return what is kept of a password: a salt and the scrypt hash.

    Raises
    ------
    InvalidSetting
        If the password is too short.
    """
    if len(password) < MIN_CHARACTERS:
        raise InvalidSetting(f"The teacher's password should have at least {MIN_CHARACTERS} characters.")
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}${hashlib.scrypt(password.encode(), salt=salt, **_COST).hex()}"


def matches(password: str, kept: str) -> bool:
    """Tell whether `password` is the one of which `kept` is kept."""
    salt, _, digest = kept.partition("$")
    found = hashlib.scrypt(password.encode("utf-8", "replace"), salt=bytes.fromhex(salt), **_COST)
    return hmac.compare_digest(found.hex(), digest)


def sign(key: bytes, what: str, now: float | None = None) -> str:
    """Return the value of a cookie that is for `what`: a class with its password."""
    until = int((time.time() if now is None else now) + SECONDS_VALID)
    return f"{until}.{_signature(key, what, until)}"


def is_signed(key: bytes, what: str, cookies: str, now: float | None = None) -> bool:
    """Tell whether the ``Cookie`` header holds a valid cookie for `what`."""
    until, _, signature = cookie_in(cookies, COOKIE).partition(".")
    if not (until.isascii() and until.isdigit() and len(until) < 16):
        return False
    is_right = hmac.compare_digest(signature.encode(), _signature(key, what, int(until)).encode())
    return is_right and int(until) > (time.time() if now is None else now)


def _signature(key: bytes, what: str, until: int) -> str:
    return hmac.new(key, f"{until} {what}".encode(), sha256).hexdigest()
