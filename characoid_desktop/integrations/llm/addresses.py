"""Addresses of model servers as a person types them, brought into one spelling."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.secret_text import BadAddress, origin_of

MAX_ADDRESS = 500  # characters


def normalise(address: str) -> str:
    """Return ``scheme://host[:port][/path]`` without a final slash; raises BadAddress.

    Only http and https. A missing scheme becomes http for this computer and for private networks, else https.
    A path that belongs to one request (``/chat/completions``, ``/models``) is cut off.
    """
    address = address.strip()
    if len(address) > MAX_ADDRESS:
        raise BadAddress(Text.of("This address is longer than {n} characters.", n=MAX_ADDRESS))
    if any(ord(c) < 33 or c == "\\" for c in address):
        raise BadAddress(Text.of("This address holds a space or an invisible sign."))
    if "://" not in address:
        address = _guessed_scheme(address) + address
    origin = origin_of(address)
    parts = urlsplit(address)
    if parts.scheme.lower() not in ("http", "https"):
        raise BadAddress(Text.of("This is not a full web address. It begins with https:// or http://."))
    if "@" in parts.netloc:
        raise BadAddress(Text.of("Leave name and password out of the address. The key has a field of its own."))
    if parts.query or parts.fragment:
        raise BadAddress(Text.of("Leave out what follows “?” or “#” in the address."))
    path = parts.path.rstrip("/")
    for ending in ("/chat/completions", "/completions", "/embeddings", "/models"):
        path = path.removesuffix(ending)
    if any(part in (".", "..") for part in path.split("/")) or not path.isascii():
        raise BadAddress(Text.of("This is not a full web address. It begins with https:// or http://."))
    return _short(origin) + path.rstrip("/")


def is_local(base_url: str) -> bool:
    """Return whether the address is this computer."""
    host = (urlsplit(base_url).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _guessed_scheme(address: str) -> str:
    host = urlsplit("//" + address).hostname or "" if address.count("[") == address.count("]") else ""
    try:
        near = ipaddress.ip_address(host).is_private
    except ValueError:
        near = host == "localhost" or "." not in host
    return "http://" if near else "https://"


def _short(origin: str) -> str:
    """The origin without a port that its scheme has anyway."""
    for scheme, port in (("http", 80), ("https", 443)):
        if origin.startswith(f"{scheme}://"):
            origin = origin.removesuffix(f":{port}")
    return origin
