"""The arguments of a call as rows of plain text: every value whole, secrets hidden, nothing drawn by itself."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from characoid_desktop.core.i18n import t
from characoid_desktop.core.redaction import MASK
from characoid_desktop.features.activity.masking import is_secret_name
from characoid_desktop.ui.widgets.visible import visible

HIDDEN = "••••••••"
MAX_DEPTH = 24  # of nested values; what lies deeper is shown as JSON
KEY_COLUMN = 22  # cells, at most
_GAP = 2
_NAME_KEYS = ("name", "key", "header", "field")  # of a pair {"name": "Authorization", "value": …}
Redact = Callable[[str], str]
_WIDE = re.compile("[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60"
                   "\uffe0-\uffe6\U0001f300-\U0001faff\U00020000-\U0003fffd]")


@dataclass(frozen=True, slots=True)
class ArgumentRow:
    """One value: its dotted name, and its words with strange characters as codes. ``hidden``: it is a secret."""

    key: str
    value: str
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class LaidOut:
    """``lines`` for a fixed-width view, and how many letters of each are its name (0: a value that goes on).

    ``hidden`` are the numbers of the lines that stand for a secret.
    """

    lines: tuple[str, ...]
    keys: tuple[int, ...]
    hidden: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def argument_rows(arguments: Mapping[str, Any], redact: Redact) -> list[ArgumentRow]:
    """Return one row a value, names sorted as in the canonical form; nothing is cut.

    A value under the name of a secret is hidden; in every other text ``redact`` masks what it knows as one.
    """
    return list(_walk("", arguments, 0, redact, hidden=False))


def _walk(path: str, value: Any, depth: int, redact: Redact, *, hidden: bool) -> Iterator[ArgumentRow]:
    if isinstance(value, Mapping) and value and depth < MAX_DEPTH:
        pair = cast("Mapping[Any, Any]", value)
        names_secret = any(isinstance(name := pair.get(key), str) and is_secret_name(name) for key in _NAME_KEYS)
        for key in sorted(pair, key=str):
            name = visible(redact(str(key))).replace("\n", "‹U+000A›")
            is_name = "value" in pair and key in _NAME_KEYS
            secret = (names_secret and key == "value") or (is_secret_name(str(key)) and not is_name)
            yield from _walk(f"{path}.{name}" if path else name, pair[key], depth + 1, redact, hidden=hidden or secret)
    elif isinstance(value, list | tuple) and value and depth < MAX_DEPTH:
        for place, one in enumerate(cast("Sequence[Any]", value)):
            yield from _walk(f"{path}[{place}]", one, depth + 1, redact, hidden=hidden)
    elif (hidden and value not in (None, "")) or value == MASK:
        yield ArgumentRow(path, f"{HIDDEN} {t('(hidden)')}", hidden=True)
    else:
        yield ArgumentRow(path, visible(redact(_words(value))))


def _words(value: Any) -> str:
    """A text as it is; quoted where it could be taken for a number, a word of JSON or nothing at all."""
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    if "\n" in value:
        return value
    if value != value.strip() or value in ("", "true", "false", "null") or _is_number(value):
        return json.dumps(value, ensure_ascii=False)
    return value


def _is_number(words: str) -> bool:
    try:
        float(words)
    except ValueError:
        return False
    return True


def lay_out(rows: Sequence[ArgumentRow], columns: int) -> LaidOut:
    """Break ``rows`` into lines of at most ``columns`` cells: names left, values under each other.

    A value never begins at the left edge, so that no value can be taken for a row of its own.
    """
    longest = max((cells(row.key) for row in rows), default=0)
    indent = min(longest, KEY_COLUMN, max(4, columns // 3)) + _GAP
    room = max(8, columns - indent)
    lines: list[str] = []
    keys: list[int] = []
    hidden: set[int] = set()
    for row in rows:
        first, *more = [piece for line in row.value.split("\n") for piece in _pieces(line, room)]
        width = cells(row.key)
        if width + _GAP > indent:  # a long name stands alone
            for piece in _pieces(row.key, max(8, columns)):
                lines.append(piece)
                keys.append(len(piece))
            lines.append(" " * indent + first)
            keys.append(0)
        else:
            lines.append(row.key + " " * (indent - width) + first)
            keys.append(len(row.key))
        if row.hidden:
            hidden.add(len(lines) - 1)
        lines += [" " * indent + piece for piece in more]
        keys += [0] * len(more)
    return LaidOut(tuple(lines), tuple(keys), frozenset(hidden))


def _pieces(line: str, room: int) -> list[str]:
    """Cut one line into pieces of at most ``room`` cells; an empty line is one empty piece."""
    if len(line) <= room and not _WIDE.search(line):
        return [line]
    if not _WIDE.search(line):
        return [line[at: at + room] for at in range(0, len(line), room)]
    pieces: list[str] = []
    start = used = 0
    for at, char in enumerate(line):
        wide = 2 if _WIDE.match(char) else 1
        if used + wide > room:
            pieces.append(line[start:at])
            start, used = at, 0
        used += wide
    pieces.append(line[start:])
    return pieces


def cells(words: str) -> int:
    """Return the width of ``words`` in cells of a fixed-width font."""
    if words.isascii():
        return len(words)
    return sum(2 if _WIDE.match(char) else 0 if unicodedata.combining(char) else 1 for char in words)
