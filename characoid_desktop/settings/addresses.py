"""Settings that are the address of a server."""

from __future__ import annotations

from urllib.parse import urlsplit

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.secret_text import origin_of

MAX_ADDRESS = 500
ADDRESS_RULE = Text.of("An address is empty, or begins with https:// or http:// and holds no name or password.")


def plain_address(value: str) -> str:
    """Return ``value``, "" or a web address without name, password and query; raises ValueError for any other."""
    if not value:
        return value
    try:
        origin_of(value)
    except AppError:
        raise ValueError("a web address") from None
    parts = urlsplit(value)
    if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("a web address without name, password or query")
    return value
