"""A secret as a value that shows itself nowhere, and the address it belongs to."""

from __future__ import annotations

import hmac
from typing import NoReturn
from urllib.parse import urlsplit

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import MASK

MAX_SECRET_CHARS = 16_000
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class SecretText:
    """A secret whose every text form is a mask; :meth:`reveal` is the only way to the value."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the value; hand it straight to what needs it."""
        return self._value

    def __repr__(self) -> str:
        return f"SecretText({MASK})"

    def __str__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return format(MASK, spec)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SecretText):
            return NotImplemented
        return hmac.compare_digest(self._value.encode("utf-8", "surrogatepass"),
                                   other._value.encode("utf-8", "surrogatepass"))

    def __hash__(self) -> int:
        return hash((SecretText, self._value))

    def __bool__(self) -> bool:
        return bool(self._value)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is never pickled or copied into a file")


class BadAddress(AppError):
    code = "bad_address"


class BadSecret(AppError):
    code = "bad_secret"


def origin_of(address: str) -> str:
    """Return ``scheme://host:port`` of a URL, in one spelling; a key belongs to it and to no other.

    Raises BadAddress for anything but http(s) and ws(s) with a host.
    """
    try:
        parts = urlsplit(address.strip())
        scheme, host = parts.scheme.lower(), (parts.hostname or "").lower().rstrip(".")
        port = parts.port or _DEFAULT_PORTS.get(scheme)
        host = host.encode("idna").decode("ascii") if not host.isascii() else host
    except (ValueError, UnicodeError):
        scheme, host, port = "", "", None
    if scheme not in _DEFAULT_PORTS or not host or any(c.isspace() or c in "\\<>\"'" for c in host):
        raise BadAddress(Text.of("This is not a full web address. It begins with https:// or http://."))
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def checked_secret(value: str) -> str:
    """Return what was pasted without the white space around it; raises BadSecret."""
    value = value.strip()
    if not value:
        raise BadSecret(Text.of("The key is empty. Paste it again."))
    if len(value) > MAX_SECRET_CHARS:
        raise BadSecret(Text.of("The key is longer than {n} characters. Check what was pasted.",
                                n=MAX_SECRET_CHARS))
    if not value.isprintable():
        raise BadSecret(Text.of("The key holds a line break or an invisible character. Paste it again."))
    return value
