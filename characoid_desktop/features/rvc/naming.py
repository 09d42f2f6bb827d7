"""What a converted file is called: a template with four fields, made safe for the file system.

Nothing of a name is executed or interpreted: fields are replaced as text, every other brace stays as it is,
and a separator inside a title or a template can never lead to another folder.
"""

from __future__ import annotations

import re
import unicodedata
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from characoid_desktop.data.names import fit_name, visible

DEFAULT_TEMPLATE = "{title} ({preset})"
FIELDS = ("title", "preset", "key", "date")
MAX_TEMPLATE_LENGTH = 300  # characters; longer ones are cut
MAX_NUMBERED = 9999
EMPTY_STEM = "converted"

PART_PREFIX = ".characoid-"
PART_SUFFIX = ".part"

_FIELD = re.compile(r"\{(title|preset|key|date)\}")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True, slots=True)
class NameFields:
    """What the fields of a template stand for. ``key`` is in semitones."""

    title: str
    preset: str
    key: float
    day: date


MAX_KEPT_END = 40  # characters behind the title that are kept whole; leaves room for a title in any script


def key_label(semitones: float) -> str:
    """Return a pitch change for people: “+2”, “−3”, “0”, “+0.5” (a real minus, as everywhere in the app)."""
    rounded = round(semitones, 2)
    if rounded == 0:
        return "0"
    return f"{'+' if rounded > 0 else '−'}{abs(rounded):g}"


def fill(template: str, fields: NameFields) -> str:
    """Return ``template`` with its fields replaced; anything else in braces stays as written."""
    values = {
        "title": fields.title, "preset": fields.preset,
        "key": key_label(fields.key), "date": fields.day.isoformat(),
    }
    return _FIELD.sub(lambda match: values[match[1]], template[:MAX_TEMPLATE_LENGTH])


def unknown_fields(template: str) -> tuple[str, ...]:
    """Return the words in braces that are no field, so that a typing slip can be told to the user."""
    return tuple(word for word in re.findall(r"\{([A-Za-z_]{1,40})\}", template) if word not in FIELDS)


def safe_stem(words: str) -> str:
    """Return ``words`` as the stem of a file name: never empty, never a path, never hidden.

    Separators, control characters and half characters become “_”; direction overrides, which make a name
    read as another one, are dropped. What only Windows forbids is left to ``fit_name``.
    """
    kept = "".join(
        "_" if char in "/\\" or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") else char
        for char in words if char not in _BIDI
    )
    # A name that ends in a space or a dot cannot be opened on Windows; one that starts with a dot is hidden.
    stem = kept.strip().rstrip(". ").lstrip(". ").strip()
    return stem if stem.strip("_.") else EMPTY_STEM


def names(template: str, fields: NameFields, suffix: str, folder: Path | None = None) -> Iterator[str]:
    """Yield the wanted file name, then “… (2)”, “… (3)” and at last one with a random part.

    Each fits into the limit of the file system of ``folder`` (255 bytes when it is None).
    """
    words = fill(template, fields)
    if words.lower().endswith(suffix.lower()):  # people write “{title}.flac” into the template too
        words = words[: -len(suffix)]
    stem, end = _title_and_rest(safe_stem(words), template, fields)
    yield fit_name(stem, f"{end}{suffix}", parent=folder)
    for number in range(2, MAX_NUMBERED + 1):
        yield fit_name(stem, f"{end} ({number}){suffix}", parent=folder)
    yield fit_name(stem, f"{end} ({uuid.uuid4().hex[:12]}){suffix}", parent=folder)


def _title_and_rest(stem: str, template: str, fields: NameFields) -> tuple[str, str]:
    """Split a stem behind the title: what follows (preset, key) tells results apart, so the title is cut first."""
    _, title, after = template.partition("{title}")
    rest = fill(after, fields).rstrip(". ")
    if title and 0 < len(rest) <= MAX_KEPT_END and stem.endswith(rest) and len(stem) > len(rest):
        return stem[: -len(rest)], rest
    return stem, ""


def part_name(job_id: str) -> str:
    """Return the hidden name under which a job writes, in the folder of its result (so rename is atomic)."""
    clean = "".join(c for c in job_id if c.isascii() and c.isalnum())[:40]
    return f"{PART_PREFIX}{clean or uuid.uuid4().hex}{PART_SUFFIX}"


def is_part(name: str) -> bool:
    """Whether a file name is one of our unfinished outputs."""
    return name.startswith(PART_PREFIX) and name.endswith(PART_SUFFIX)


def shown(name: str, limit: int = 255) -> str:
    """Return a file name or path for display: one line, control and direction characters made visible."""
    clean = visible(name[: limit + 1])
    return clean if len(clean) <= limit else clean[:limit] + "…"
