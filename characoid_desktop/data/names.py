"""File names: shown safely, stored without loss, and cut to what a file system takes."""

from __future__ import annotations

import os
import sys
import unicodedata
from pathlib import Path

NAME_LIMIT = 255  # bytes of UTF-8 on Linux, UTF-16 units on Windows and macOS
WINDOWS_PATH_LIMIT = 259  # MAX_PATH without its NUL; longer ones need a system-wide switch
LONGEST_SUFFIX = 24
EMPTY_NAME = "untitled"

_WINDOWS_ILLEGAL = frozenset('<>:"/\\|?*')
_WINDOWS_RESERVED = frozenset(
    {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
    | {f"{device}{n}" for device in ("COM", "LPT") for n in "123456789¹²³"}
)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ZWJ = "\u200d"


def visible(text: str) -> str:
    """Return ``text`` fit for one line of a window.

    Control characters become their Unicode pictures, direction controls and lone surrogates (bytes of a file
    name that are no UTF-8) an escape such as ``\\x{202E}``, so that no name can hide or rearrange a part.
    """
    return "".join(_visible_char(char) for char in text)


def _visible_char(char: str) -> str:
    point = ord(char)
    if point < 0x20:
        return chr(0x2400 + point)
    if point == 0x7F:
        return "\u2421"
    if 0xDC80 <= point <= 0xDCFF:  # surrogateescape: the byte itself
        return f"\\x{point - 0xDC00:02X}"
    if 0x80 <= point < 0xA0 or char in _BIDI or point in (0x2028, 0x2029) or 0xD800 <= point <= 0xDFFF:
        return f"\\x{{{point:04X}}}"
    return char


def path_to_db(path: Path) -> str | bytes:
    """The stored form of a path: text, or the bytes of ``os.fsencode`` where it is no valid Unicode."""
    text = str(path)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(text)
    return text


def path_from_db(value: str | bytes) -> Path:
    """The path stored by :func:`path_to_db`, equal to the original."""
    return Path(os.fsdecode(value))


def split_name(name: str) -> tuple[str, str]:
    """Return (stem, suffix) of a file name; a "suffix" that is no file type stays in the stem."""
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem.strip(".") or not ending or len(ending) >= LONGEST_SUFFIX or " " in ending:
        return name, ""
    return stem, dot + ending


def fit_name(
    stem: str, suffix: str, limit_bytes: int = NAME_LIMIT, parent: Path | None = None,
    *, platform: str = sys.platform,
) -> str:
    """Return a file name that the file system takes: ``stem`` cut where needed, then ``suffix`` unchanged.

    ``limit_bytes`` counts bytes on Linux, UTF-16 units on Windows and macOS; with ``parent`` a smaller limit
    of that folder counts. The cut never splits a character with its accents, an emoji sequence or a flag.
    Direction controls are left out. On Windows characters, endings and device names that it does not allow are
    replaced as well.
    """
    windows = platform == "win32"
    stem = _allowed(stem, windows)
    suffix = _allowed(suffix, windows)
    if windows:
        suffix = suffix.rstrip(". ")
        if not suffix:
            stem = stem.rstrip(". ")
    if not stem.strip(". ") and not suffix:
        stem = EMPTY_NAME
    if not stem:
        stem = EMPTY_NAME
    if windows and stem.split(".")[0].rstrip(" ").upper() in _WINDOWS_RESERVED:
        stem = "_" + stem
    limit = min(limit_bytes, _limit_of(parent, platform))
    room = limit - _size(suffix, platform)
    stem = _cut(stem, max(room, 1), platform)
    if windows and not suffix:
        stem = stem.rstrip(". ")
    return (stem or "_") + suffix


def _allowed(text: str, windows: bool) -> str:
    text = "".join(char for char in text if char not in _BIDI)  # they would hide or rearrange a part
    if windows:
        return "".join("_" if char in _WINDOWS_ILLEGAL or ord(char) < 0x20 else char for char in text)
    return text.replace("/", "_").replace("\0", "_")


def _size(text: str, platform: str) -> int:
    if platform in ("win32", "darwin"):
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogateescape" if _only_escapes(text) else "surrogatepass"))


def _only_escapes(text: str) -> bool:
    return all(0xDC80 <= ord(char) <= 0xDCFF for char in text if 0xD800 <= ord(char) <= 0xDFFF)


def _limit_of(parent: Path | None, platform: str) -> int:
    if parent is None:
        return NAME_LIMIT
    if platform == "win32":
        return max(32, min(NAME_LIMIT, WINDOWS_PATH_LIMIT - 1 - _size(str(parent), platform)))
    pathconf = getattr(os, "pathconf", None)
    if pathconf is None or platform == "darwin":
        return NAME_LIMIT
    try:
        return int(pathconf(parent, "PC_NAME_MAX"))  # 143 on eCryptfs
    except (OSError, ValueError):
        return NAME_LIMIT


def _cut(stem: str, room: int, platform: str) -> str:
    if _size(stem, platform) <= room:
        return stem
    kept: list[str] = []
    used = 0
    for cluster in clusters(stem):
        used += _size(cluster, platform)
        if used > room:
            break
        kept.append(cluster)
    if kept:
        return "".join(kept)
    while stem and _size(stem, platform) > room:  # one cluster longer than the limit
        stem = stem[:-1]
    return stem


def clusters(text: str) -> list[str]:
    """Split into what a reader takes for one character.

    A simplified form of the extended grapheme clusters of Unicode Annex 29: combining marks, joined emoji,
    skin tones, variation selectors, tags, flags and Hangul jamo stay with their base.
    """
    parts: list[str] = []
    flags = 0  # regional indicators at the end of the last part
    for char in text:
        flag = 0x1F1E6 <= ord(char) <= 0x1F1FF
        joins = bool(parts) and (
            _extends(char) or parts[-1].endswith(_ZWJ) or (flag and flags % 2 == 1)
        )
        flags = flags + 1 if flag else 0
        if joins:
            parts[-1] += char
        else:
            parts.append(char)
            flags = 1 if flag else 0
    return parts


def _extends(char: str) -> bool:
    point = ord(char)
    return (
        unicodedata.category(char) in ("Mn", "Me", "Mc")
        or char == _ZWJ
        or 0x1F3FB <= point <= 0x1F3FF
        or 0xE0020 <= point <= 0xE007F
        or 0x1160 <= point <= 0x11FF
    )
