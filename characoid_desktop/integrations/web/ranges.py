"""Which addresses of the internet protocol are public: our own table.

``ipaddress.is_global`` of Python 3.11 answers True for NAT64, 6to4, ``::7f00:1``, multicast and site-local forms, so
it is not asked. Source: the IANA special-purpose address registries (RFC 6890 and its updates).
"""

from __future__ import annotations

import ipaddress
from typing import Final

Ip = ipaddress.IPv4Address | ipaddress.IPv6Address

PRIVATE: Final = "private"  # this computer, this network, or no place at all
FAKE: Final = "fake"  # 198.18.0.0/15: proxy programs answer with it for every name ("fake-ip")

_BENCHMARK: Final = ipaddress.IPv4Network("198.18.0.0/15")
_V4: Final = tuple(map(ipaddress.IPv4Network, (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "168.63.129.16/32",  # the host of a virtual machine in Azure, at a public address
)))
_V6_PUBLIC: Final = ipaddress.IPv6Network("2000::/3")  # everything else is special: ::1, mapped, ULA, link, multicast
_V6_SPECIAL: Final = tuple(map(ipaddress.IPv6Network, (
    "2001::/23",  # protocol assignments: Teredo (2001::/32), benchmarks, ORCHID
    "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")))
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")


def why_not(ip: Ip) -> str:
    """Return PRIVATE or FAKE for an address that is not public, "" for a public one.

    An address of NAT64 (networks without IPv4 have no other way to it) is what it stands for; every other form that
    holds an IPv4 address (mapped, compatible, 6to4, Teredo) is not public.
    """
    if isinstance(ip, ipaddress.IPv4Address):
        if ip in _BENCHMARK:
            return FAKE
        return PRIVATE if any(ip in net for net in _V4) else ""
    if ip.scope_id is not None:
        return PRIVATE
    if ip in _NAT64:
        return why_not(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    if ip not in _V6_PUBLIC or any(ip in net for net in _V6_SPECIAL):
        return PRIVATE
    return ""
