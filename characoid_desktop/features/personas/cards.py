"""Character cards of the public specifications V1, V2 and V3: JSON to a character and back, and in PNG files.

Written from the published formats (chara_card_v2 2.0, chara_card_v3 3.0). A field that the app has no place for is
kept and goes out again unchanged; what the app adds of its own stands in ``extensions.characoid``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, cast

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.errors import BadCard, no_card
from characoid_desktop.features.personas.lore import Book, read_book, write_book
from characoid_desktop.features.personas.models import MAX_FIELD_CHARS, MAX_NAME_CHARS, MAX_TEXTS, Facts, Profile
from characoid_desktop.features.personas.png import is_png, plain_picture, read_texts, with_texts, without_texts
from characoid_desktop.features.personas.remainder import kept, written
from characoid_desktop.features.personas.strictly import json_object


class CardVersion(StrEnum):
    V1 = ""
    V2 = "chara_card_v2"
    V3 = "chara_card_v3"


V2_KEY, V3_KEY = "chara", "ccv3"
OWN: Final = "characoid"  # our key in the extensions
DRAWN: Final = "drawn_face"  # in it: the app drew the picture of the file
MAX_WORD: Final = 64  # characters of what else stands in it
MAX_CARD_CHARS: Final = 1_000_000  # of what is kept beside profile and lore, as JSON
DEFAULT_COLOR: Final = "#7FB4E6"
_NUMBERS: Final = {CardVersion.V2: "2.0", CardVersion.V3: "3.0"}
_NEWER: Final = re.compile(r"chara_card_v[0-9]{1,4}")
_PROFILE: Final = {"description": "description", "personality": "personality", "scenario": "scenario",
                   "first_mes": "first_message", "mes_example": "example_dialogue"}


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Card:
    """A character as a file holds it. ``book`` None: the card has none. ``picture``: the PNG it came in, b"" where the
    app drew that for want of one. ``drawn``: the digest of a drawing that it is written with, "" for none.

    ``remainder`` is what the file said beside this: ``data`` and ``top`` (see :mod:`remainder`), ``doubled`` (keys that
    stand outside ``data`` as well), ``extensions`` ([] where there were none, else [value]), ``spec_version``.
    """

    name: str
    profile: Profile = field(default_factory=Profile)
    facts: Facts = field(default_factory=Facts)
    color: str = ""
    book: Book | None = None
    version: CardVersion = CardVersion.V3
    remainder: Mapping[str, Any] = field(default_factory=_nothing)
    picture: bytes = b""
    drawn: str = ""


def read_card(data: bytes) -> Card:
    """Return the character in a JSON or PNG file. Raises BadCard, BadLore. Blocks for large files."""
    if not is_png(data):
        return card_of(json_object(data))
    texts = read_texts(data, (V2_KEY, V3_KEY))
    found = texts.get(V3_KEY, texts.get(V2_KEY))
    if found is None:
        raise BadCard(Text.of("This picture holds no character. Choose the original card file."), code="no_card")
    try:
        packed = base64.b64decode(b"".join(found.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadCard(Text.of("The character in this picture is damaged."), detail=repr(error)) from error
    raw = json_object(packed)
    card = card_of(raw)
    mark = _word(_object(_object(_object(raw.get("data")).get("extensions")).get(OWN)), DRAWN)
    return card if mark and mark == _digest(data) else replace(card, picture=data)


def card_of(raw: Mapping[str, Any]) -> Card:
    """Return the character in a card's JSON object; raises BadCard, BadLore."""
    version = _version(raw)
    found = raw if version is CardVersion.V1 else raw.get("data")
    if not isinstance(found, Mapping):
        raise no_card()
    data = cast("Mapping[str, Any]", found)
    name = data.get("name")
    if not isinstance(name, str) or not one_name(name):
        raise BadCard(Text.of("The character in this file has no name."))
    own = _object(_object(data.get("extensions")).get(OWN))
    profile = Profile(**{ours: clean(value).strip() for theirs, ours in _PROFILE.items()
                         if isinstance(value := data.get(theirs), str)}, language=_word(own, "language"))
    stored = data.get("character_book")
    book = (read_book(cast("Mapping[str, Any]", stored), v3=version is CardVersion.V3)
            if isinstance(stored, Mapping) else None)
    card = Card(one_name(name), profile, Facts.from_card(data), _word(own, "color"), book, version)
    _check_size(card)
    card = replace(card, remainder=_remainder(raw, data, card))
    if len(json.dumps(card.remainder)) > MAX_CARD_CHARS:
        raise BadCard(Text.of("The character's file holds more than can be kept."))
    return card


def card_object(card: Card, version: CardVersion | None = None) -> dict[str, Any]:
    """Return the JSON object of a card, of its own version or another one (V1 is written as V2)."""
    wanted = version or card.version
    if wanted is CardVersion.V1:
        wanted = CardVersion.V2
    fields = _fields(card, wanted)
    data = written(fields, _object(card.remainder.get("data")))
    extensions = _extensions(card)
    if extensions is not None:
        data["extensions"] = extensions[0]
    if card.book is not None:
        data["character_book"] = write_book(card.book, v3=wanted is CardVersion.V3)
    spoken = card.remainder.get("spec_version") if wanted is card.version else None
    doubled = card.remainder.get("doubled")
    doubles = {key: fields[key] for key in cast("list[str]", doubled) if key in fields} if isinstance(
        doubled, list) else {}
    return {"spec": wanted.value, "spec_version": _NUMBERS[wanted] if spoken is None else spoken,
            "data": data, **written(doubles, _object(card.remainder.get("top")))}


def card_json(card: Card, version: CardVersion | None = None) -> bytes:
    """Return a card as a JSON file, UTF-8."""
    return json.dumps(card_object(card, version), ensure_ascii=False, indent=2).encode() + b"\n"


def card_png(
    card: Card, picture: bytes = b"", version: CardVersion | None = None, *, drawing: bytes = b"",
) -> bytes:
    """Return a PNG file that is ``picture`` and holds the card: for those who read V2, and for V3.

    Without a picture it is ``drawing``, else one of the character's colour, and marked as such: it is no picture when
    the file comes back. Raises BadCard for one that is no PNG.
    """
    if not picture:
        picture = drawing or plain_picture(card.color or DEFAULT_COLOR)
        card = replace(card, drawn=_digest(picture))

    def packed(which: CardVersion) -> bytes:
        return base64.b64encode(json.dumps(card_object(card, which)).encode())

    texts = {V2_KEY: packed(CardVersion.V2)}
    if (version or card.version) is CardVersion.V3:
        texts[V3_KEY] = packed(CardVersion.V3)
    return with_texts(picture, texts)


def one_name(name: str) -> str:
    """Return a name on one line, as a character has it."""
    return " ".join(clean(name).split())


def _version(raw: Mapping[str, Any]) -> CardVersion:
    spec = raw.get("spec")
    if spec is None and "data" not in raw and isinstance(raw.get("name"), str) and any(key in raw for key in _PROFILE):
        return CardVersion.V1
    if spec in (CardVersion.V2.value, CardVersion.V3.value):
        return CardVersion(spec)
    if isinstance(spec, str) and _NEWER.fullmatch(spec):
        raise BadCard(Text.of("This character card is of a newer kind ({kind}) than this version of the app can read.",
                              kind=spec[:40]), code="card_too_new")
    raise no_card()


def _fields(card: Card, version: CardVersion) -> dict[str, Any]:
    """What the app knows of a card's ``data``, but for lore and extensions."""
    out: dict[str, Any] = {"name": card.name,
                           **{theirs: getattr(card.profile, ours) for theirs, ours in _PROFILE.items()}}
    return out if version is CardVersion.V1 else {**out, **card.facts.to_card(v3=version is CardVersion.V3)}


def _remainder(raw: Mapping[str, Any], data: Mapping[str, Any], card: Card) -> dict[str, Any]:
    fields = _fields(card, card.version)
    lore = {"character_book"} if card.book is not None else set[str]()
    out: dict[str, Any] = {
        "data": kept({key: value for key, value in data.items() if key not in {"extensions", *lore}}, fields),
        "extensions": [_without_own(data["extensions"])] if "extensions" in data else []}
    if card.version is CardVersion.V1:
        return out
    outside = {key: value for key, value in raw.items() if key not in ("spec", "spec_version", "data")}
    doubled = [key for key in outside if key in fields]
    return {**out, "top": kept(outside, {key: fields[key] for key in doubled}), "doubled": doubled,
            "spec_version": raw.get("spec_version")}


def _without_own(extensions: Any) -> Any:
    """The extensions of a file without what we read of ours; what a newer version of the app put there stays."""
    if not isinstance(extensions, Mapping):
        return extensions
    found = dict(cast("Mapping[str, Any]", extensions))
    if isinstance(found.get(OWN), Mapping):
        own = {key: value for key, value in _object(found.pop(OWN)).items()
               if not (key in ("language", "color", DRAWN) and isinstance(value, str))}
        if own:
            found[OWN] = own
    return found


def _extensions(card: Card) -> tuple[Any] | None:
    """The value of ``extensions``; None where there is to be none."""
    own = {key: value for key, value in (
        ("language", card.profile.language), ("color", card.color), (DRAWN, card.drawn)) if value}
    stored = card.remainder.get("extensions", [{}])
    known: list[Any] = cast("list[Any]", stored) if isinstance(stored, list) else []
    if not own:
        return (known[0],) if known else None
    before = _object(known[0] if known else None)
    return ({**before, OWN: {**_object(before.get(OWN)), **own}},)


def _check_size(card: Card) -> None:
    if len(card.name) > MAX_NAME_CHARS:
        raise BadCard(Text.of("The name is longer than {n} characters.", n=MAX_NAME_CHARS))
    texts = [*card.profile.to_json().values(), *card.facts.texts()]
    if max(len(text) for text in texts) > MAX_FIELD_CHARS or len(texts) > MAX_TEXTS:
        raise BadCard(Text.of("A part of the profile is longer than {n} characters.", n=MAX_FIELD_CHARS))


def _digest(picture: bytes) -> str:
    """What tells a picture apart, whatever texts are in its file."""
    return hashlib.sha256(without_texts(picture)).hexdigest()


def _word(own: Mapping[str, Any], key: str) -> str:
    value = own.get(key)
    return clean(value).strip()[:MAX_WORD] if isinstance(value, str) else ""


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
