"""A whole persona in one zip: card, lore, picture, settings and bindings, memories, names of its documents. No secrets.

    manifest.json   {"format": "characoid-persona", "version": 1, "files": {name: {"sha256", "size"}}}
    card.json       character card V3, lore included        avatar.png
    settings.json   settings and bindings                   memories.json, documents.json   {"items": [...]}

Read in memory under fixed names, so that no name can lead anywhere; sizes are counted on real bytes, and each file is
compared with the manifest. A zip without manifest but with a card.json is read as a CHARX file: its card only.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.personas.cards import Card, card_json, card_of
from characoid_desktop.features.personas.errors import BadCard
from characoid_desktop.features.personas.models import RETIRED
from characoid_desktop.features.personas.png import MAX_PNG_BYTES
from characoid_desktop.features.personas.strictly import MAX_JSON_BYTES, json_object

FORMAT: Final = "characoid-persona"
VERSION: Final = 1
MAX_BUNDLE_BYTES: Final = 64 * 1024 * 1024
MAX_ENTRIES: Final = 1000  # a CHARX file brings its own pictures
MAX_RATIO: Final = 200  # of a member beyond 1 MB
MAX_ITEMS: Final = 10_000
MANIFEST, CARD, AVATAR = "manifest.json", "card.json", "avatar.png"
SETTINGS, MEMORIES, DOCUMENTS = "settings.json", "memories.json", "documents.json"
_LIMITS: Final = {MANIFEST: 64 * 1024, CARD: MAX_JSON_BYTES, AVATAR: MAX_PNG_BYTES, SETTINGS: 256 * 1024,
                  MEMORIES: MAX_JSON_BYTES, DOCUMENTS: MAX_JSON_BYTES}
_SECRET: Final = re.compile(
    r"(?:^|[_-])(?:key|token|auth|authorization|session|cookie|url|address|endpoint|server|host)s?(?:$|[_-])|api_?key"
    r"|secret|passw|credential", re.IGNORECASE)
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")  # baseUrl
_REDACTOR: Final = Redactor()
_BLOCK: Final = 64 * 1024
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Bundle:
    """``memories`` and ``documents``: plain objects as their features give them. ``is_foreign``: a CHARX file."""

    card: Card
    avatar: bytes = b""
    settings: Mapping[str, Any] = field(default_factory=_nothing)
    memories: Sequence[Mapping[str, Any]] = ()
    documents: Sequence[Mapping[str, Any]] = ()
    is_foreign: bool = False


def is_zip(head: bytes) -> bool:
    return head.startswith(b"PK\x03\x04")


def without_secrets(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that may leave the machine: nothing that is named or looks like a secret or an address of a
    server, at any depth."""
    def may_leave(key: str, value: object) -> bool:
        return not _SECRET.search(_HUMP.sub("_", key)) and not (isinstance(value, str) and "://" in value)

    return {key: value for key, value in _masked(dict(settings), may_leave).items() if key != RETIRED}


def _masked(value: Any, may_leave: Callable[[str, object], bool] = lambda key, value: True) -> Any:
    """Return a JSON value without the members that may not leave; what looks like a key in a text is masked."""
    if isinstance(value, Mapping):
        return {key: _masked(one, may_leave) for key, one in cast("Mapping[str, Any]", value).items()
                if may_leave(key, one)}
    if isinstance(value, str):
        return _REDACTOR.redact(value)
    return [_masked(one, may_leave) for one in cast("list[Any]", value)] if isinstance(value, list) else value


def write_bundle(bundle: Bundle) -> bytes:
    """Return the zip; the same persona gives the same bytes. Raises BadCard where it could not be read again."""
    files = {CARD: card_json(bundle.card), SETTINGS: _json(without_secrets(bundle.settings)),
             MEMORIES: _json(_masked({"items": list(bundle.memories)})),
             DOCUMENTS: _json({"items": list(bundle.documents)})}
    if bundle.avatar:
        files[AVATAR] = bundle.avatar
    if any(len(data) > _LIMITS[name] for name, data in files.items()) or len(bundle.memories) > MAX_ITEMS:
        raise BadCard(Text.of("The character knows more than one file can hold. Export it as a card (PNG or JSON), or "
                              "delete old memories first."), code="too_large")
    listed = {name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)} for name, data in files.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {MANIFEST: _json({"format": FORMAT, "version": VERSION, "files": listed}), **files}.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def read_bundle(data: bytes) -> Bundle:
    """Return the persona in a zip; raises BadCard, BadLore. Blocks."""
    if len(data) > MAX_BUNDLE_BYTES:
        raise _too_large()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = _entries(archive, data)
            if MANIFEST not in entries and CARD in entries:
                return Bundle(card_of(json_object(_read(archive, entries[CARD]))), is_foreign=True)
            return _bundle({name: _read(archive, entry) for name, entry in _ours(entries).items()})
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, OSError,
            ValueError) as error:
        raise BadCard(Text.of("The archive is damaged and cannot be unpacked."), detail=repr(error)) from error


def _bundle(files: Mapping[str, bytes]) -> Bundle:
    manifest = json_object(files[MANIFEST])
    if manifest.get("format") != FORMAT:
        raise BadCard(Text.of("This archive holds no character."), code="no_card")
    version = manifest.get("version")
    if type(version) is not int or version < 1:
        raise BadCard(Text.of("The archive is damaged and cannot be unpacked."), detail="version")
    if version > VERSION:
        raise BadCard(Text.of("This character was saved by a newer version of the app. Update the app to read it."),
                      code="card_too_new")
    _compare(files, manifest.get("files"))
    if CARD not in files:
        raise BadCard(Text.of("This archive holds no character."), code="no_card")
    return Bundle(
        card_of(json_object(files[CARD])), files.get(AVATAR, b""),
        without_secrets(json_object(files[SETTINGS])) if SETTINGS in files else {}, _items(files, MEMORIES),
        _items(files, DOCUMENTS))


def _entries(archive: zipfile.ZipFile, data: bytes) -> dict[str, zipfile.ZipInfo]:
    """The members by name, once nothing about them is odd."""
    infos = archive.infolist()
    if not is_zip(data[:4]) or len(infos) > MAX_ENTRIES:
        raise _hostile("beginning or count")
    found: dict[str, zipfile.ZipInfo] = {}
    places: list[tuple[int, int]] = []
    for info in infos:
        name = info.orig_filename
        if name != info.filename or name.casefold() in {known.casefold() for known in found}:
            raise _hostile(f"{name[:100]!r} twice or changed")
        if name.startswith("/") or "\\" in name or ":" in name or ".." in name.split("/"):
            raise _hostile(repr(name[:100]))
        if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR) or info.flag_bits & 0x41:
            raise _hostile(f"{name[:100]!r} is a link or locked")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _hostile(f"method {info.compress_type}")
        found[name] = info
        places.append((info.header_offset, info.header_offset + 30 + info.compress_size))
    places.sort()
    if any(one[1] > next_one[0] for one, next_one in pairwise(places)):
        raise _hostile("members overlap")
    return found


def _ours(entries: Mapping[str, zipfile.ZipInfo]) -> Mapping[str, zipfile.ZipInfo]:
    if MANIFEST not in entries:
        raise BadCard(Text.of("This archive holds no character."), code="no_card")
    strange = [name for name in entries if name not in _LIMITS]
    if strange:
        raise _hostile(f"{strange[0][:100]!r}")
    return entries


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    limit = _LIMITS[entry.filename]
    if entry.file_size > limit or entry.file_size > max(1024 * 1024, entry.compress_size * MAX_RATIO):
        raise _too_large()
    parts: list[bytes] = []
    size = 0
    with archive.open(entry) as file:
        while block := file.read(_BLOCK):
            size += len(block)
            if size > limit:
                raise _too_large()
            parts.append(block)
    return b"".join(parts)


def _compare(files: Mapping[str, bytes], listed: Any) -> None:
    wanted = _object(listed)
    if set(wanted) != set(files) - {MANIFEST}:
        raise _altered("names")
    for name, facts in wanted.items():
        told = _object(facts)
        if told.get("sha256") != hashlib.sha256(files[name]).hexdigest() or told.get("size") != len(files[name]):
            raise _altered(name)


def _items(files: Mapping[str, bytes], name: str) -> list[Mapping[str, Any]]:
    if name not in files:
        return []
    items = json_object(files[name]).get("items")
    rows = cast("list[Any]", items) if isinstance(items, list) else []
    if len(rows) > MAX_ITEMS:
        raise _too_large()
    return [cast("Mapping[str, Any]", row) for row in rows if isinstance(row, Mapping)]


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True).encode() + b"\n"


def _too_large() -> BadCard:
    return BadCard(Text.of("The archive is larger than a character needs."))


def _hostile(detail: str) -> BadCard:
    return BadCard(Text.of("The archive is not in order and may be made to do harm. It was not opened."), detail=detail)


def _altered(detail: str) -> BadCard:
    return BadCard(Text.of("The archive was changed after it was made, or is damaged."), detail=detail)
