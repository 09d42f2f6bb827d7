"""A character's file read without good will: its bytes as text, its text as one plain JSON object."""

from __future__ import annotations

from typing import Any, Final

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.strict_json import BadJson, parse_object
from characoid_desktop.features.personas.errors import BadCard, no_card

MAX_JSON_BYTES: Final = 8 * 1024 * 1024
MAX_DEPTH: Final = 40
MAX_DIGITS: Final = 30
_SENTENCES: Final = {
    "too_large": Text("The character is larger than 8 MB. That cannot be taken in."),
    "too_deep": Text("The character's file is nested too deeply. It is damaged, or made to do harm."),
    "not_finite": Text("The character's file has a number that is out of range."),
    "long_number": Text("The character's file has a number that is out of range."),
    "doubled_key": Text("The character's file says something twice. It is damaged, or made to do harm."),
    "half_character": Text("The character's file has broken characters."),
}


def decoded(data: bytes) -> str:
    """Return the text of UTF-8, or UTF-16 told by its mark or its zero bytes. Raises BadCard."""
    if not data.strip():
        raise BadCard(Text.of("The file is empty."))
    if len(data) > MAX_JSON_BYTES * 2:
        raise BadCard(_SENTENCES["too_large"])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif data[1:2] == b"\0":
        encoding = "utf-16-le"
    elif data[:1] == b"\0":
        encoding = "utf-16-be"
    else:
        encoding = "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise no_card(repr(error)) from error


def json_object(data: bytes) -> dict[str, Any]:
    """Return the one JSON object that ``data`` is; raises BadCard with what is wrong."""
    text = decoded(data)
    if not text.strip():
        raise BadCard(Text.of("The file is empty."))
    try:
        return parse_object(text, max_bytes=MAX_JSON_BYTES, max_depth=MAX_DEPTH, max_digits=MAX_DIGITS)
    except BadJson as error:
        if error.code == "not_an_object" or not text.lstrip().startswith("{"):
            raise no_card(f"{error.code}: {error}") from error
        raise BadCard(_SENTENCES.get(error.code, Text.of("The character's file is damaged: it is no complete JSON.")),
                      detail=f"{error.code}: {error}") from error
