"""A web address from text, taken apart once, and the rule that says where it may lead.

The same URL class takes it apart and sends it; what is connected to is a vetted number, never a name.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import httpx2

from characoid_desktop.integrations.web import errors
from characoid_desktop.integrations.web.ranges import FAKE, Ip, why_not

MAX_ADDRESS: Final = 2000  # characters
MAX_ANSWERS: Final = 32  # of one look-up
_PORTS: Final = {"http": 80, "https": 443}
_LABEL: Final = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")  # a last label like this makes the whole name a number
_LOCAL: Final = frozenset({
    "localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "arpa", "test",
    "invalid", "onion"})
"""Last labels of names that no public server has."""


@dataclass(frozen=True, slots=True)
class Target:
    """One address that may be asked. ``host`` is the ASCII name without a final dot, or an IP address."""

    url: httpx2.URL
    host: str
    port: int

    @property
    def is_https(self) -> bool:
        return self.url.scheme == "https"

    @property
    def host_header(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == _PORTS[self.url.scheme] else f"{name}:{self.port}"

    @property
    def ip(self) -> Ip | None:
        """The address where the host is one instead of a name."""
        try:
            return ipaddress.ip_address(self.host)
        except ValueError:
            return None

    def at(self, ip: Ip) -> httpx2.URL:
        """Return the URL with the vetted address in the place of the name, without fragment."""
        return self.url.copy_with(host=str(ip), fragment=None)


def _no_places() -> frozenset[tuple[str, int]]:
    return frozenset()


@dataclass(frozen=True, slots=True)
class AddressRule:
    """What may be asked. ``granted`` are (IP address, port) pairs that are good although they are not public."""

    ports: frozenset[int] = frozenset(_PORTS.values())
    granted: frozenset[tuple[str, int]] = field(default_factory=_no_places)

    def target(self, address: str | httpx2.URL) -> Target:
        """Return what ``address`` asks for; raises WebError when it is none, or leads to a local name."""
        url = _parsed(address)
        if url.scheme not in _PORTS:
            raise errors.wrong_scheme(url.scheme) if url.scheme else errors.bad_address()
        if url.userinfo:
            raise errors.name_in_address()
        host = _host(url)
        port = _PORTS[url.scheme] if url.port is None else url.port
        if port not in self.ports:
            raise errors.wrong_port(port)
        return Target(url, host, port)

    def vetted(self, target: Target, answers: Sequence[str]) -> tuple[Ip, ...]:
        """Return the addresses of a look-up when every single one is public (or granted); raises WebError."""
        found: list[Ip] = []
        for answer in answers[:MAX_ANSWERS]:
            try:
                ip = ipaddress.ip_address(answer)
            except ValueError:
                raise errors.private_address(target.host) from None
            reason = "" if (str(ip), target.port) in self.granted else why_not(ip)
            if reason:
                raise errors.fake_address(target.host) if reason == FAKE else errors.private_address(target.host)
            found.append(ip)
        if not found:
            raise errors.unknown_name(target.host, "no answers")
        return tuple(dict.fromkeys(found))


def joined(base: Target, location: str) -> httpx2.URL:
    """Return where a redirect leads; raises WebError (bad_redirect)."""
    try:
        if not location or len(location) > MAX_ADDRESS or location.startswith(":") or "\\" in location:
            raise errors.bad_redirect()
        return base.url.join(location)
    except (httpx2.InvalidURL, ValueError):
        raise errors.bad_redirect() from None


def spelled(target: Target) -> tuple[str, str]:
    """Return an address as it is asked, and the readable form of its name where that is another one ("" else)."""
    readable = target.url.host.rstrip(".")
    return str(target.url.copy_with(fragment=None)), readable if readable.lower() != target.host else ""


def _parsed(address: str | httpx2.URL) -> httpx2.URL:
    if isinstance(address, httpx2.URL):
        return address
    address = address.strip()
    if not address or len(address) > MAX_ADDRESS or "\\" in address:
        raise errors.bad_address()
    try:
        return httpx2.URL(address)
    except (httpx2.InvalidURL, ValueError):
        raise errors.bad_address() from None


def _host(url: httpx2.URL) -> str:
    """The ASCII host in one spelling; raises WebError for what is none, a local name or an oddly spelled number."""
    host = url.raw_host.decode("ascii", "replace").lower().removesuffix(".")
    if ":" in host:
        return _ip_v6(host)
    labels = host.split(".")
    if not host or len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise errors.bad_address()
    if _NUMBER.fullmatch(labels[-1]):
        try:
            return str(ipaddress.IPv4Address(host))
        except ValueError:
            raise errors.odd_number(host) from None
    if len(labels) == 1 or labels[-1] in _LOCAL:
        raise errors.local_name(host)
    return host


def _ip_v6(host: str) -> str:
    if "%" in host:  # a zone: only ever of this network
        raise errors.private_address(host.partition("%")[0])
    try:
        return str(ipaddress.IPv6Address(host))
    except ValueError:
        raise errors.bad_address() from None


