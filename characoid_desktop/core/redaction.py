"""Keys never reach a file: what is known to be secret, or looks like it, is masked in every text."""

from __future__ import annotations

import json
import re
import threading
from urllib.parse import quote, quote_plus

MASK = "•••"
SHORTEST_VALUE = 4  # characters; a shorter "secret" would mask half of every line

# What keys look like, for those that were never registered (a header printed by a library, a pasted URL).
# Each keeps its first group, so that the line still says what was masked. Repeats before a fixed part are
# bounded: a hostile text must not make the log slow.
_PATTERNS = (
    r"(\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic|token|digest)\s+)?)[^\s\"',;}]+",
    r"(\bbearer\s+)[A-Za-z0-9._~+/=\-]{6,}",
    r"(\b(?:x-)?(?:api[-_]?key|apikey|access[-_]?token|refresh[-_]?token|auth[-_]?token|client[-_]?secret"
    r"|authenticationtoken|password|passwd|secret)[\"']?\s*[:=]\s*[\"']?)[^\s\"',;&}]{4,}",
    r"([?&](?:key|token|sig|signature|auth)=)[^\s&\"'#]{4,}",
    r"(\b[a-z][a-z0-9+.\-]{0,20}://[^\s/@:]{0,200}:)[^\s/@]{1,500}(?=@)",
    r"()\bsk-[A-Za-z0-9_\-]{8,}",
    r"()\b(?:hf|ghp|gho|ghs|glpat|xox[abprs])[_-][A-Za-z0-9_\-]{8,}",
    r"()\bgithub_pat_[A-Za-z0-9_]{8,}",
    r"()\bAIza[0-9A-Za-z_\-]{20,}",
    r"()\beyJ[A-Za-z0-9_\-]{8,600}\.[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]*",
)
_LOOKS_SECRET = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)


def _spellings(value: str) -> set[str]:
    """The ways in which a value is written inside other texts: plain, in a URL, in JSON, in a repr."""
    plain = {value, quote(value, safe=""), quote_plus(value), json.dumps(value)[1:-1],
             json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1]}
    return plain | {repr(spelling)[1:-1] for spelling in plain}


class Redactor:
    """The register of secret values; every log line and crash report passes through :meth:`redact`.

    Thread-safe. Values are held in memory only and never written.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: set[str] = set()
        self._exact: re.Pattern[str] | None = None

    def add(self, value: str) -> None:
        """Mask ``value`` from now on; each line of a multi-line value counts too.

        Values under SHORTEST_VALUE characters are ignored.
        """
        try:
            parts = {value, value.strip(), *value.splitlines()}
            fresh = {s for part in parts if len(part.strip()) >= SHORTEST_VALUE for s in _spellings(part)}
        except UnicodeEncodeError:  # a lone surrogate cannot stand in a URL
            fresh = {value}
        with self._lock:
            if fresh <= self._values:
                return
            self._values |= fresh
            longest_first = sorted(self._values, key=lambda v: (-len(v), v))
            self._exact = re.compile("|".join(re.escape(v) for v in longest_first))

    def redact(self, text: str) -> str:
        """Return ``text`` with registered values, and what looks like a key, replaced by MASK."""
        exact = self._exact
        if exact is not None:
            text = exact.sub(MASK, text)
        for pattern in _LOOKS_SECRET:
            text = pattern.sub(rf"\1{MASK}", text)
        return text
