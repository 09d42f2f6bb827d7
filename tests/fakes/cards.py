"""Cards as the public specifications describe them, each field filled in, with fields that no version knows."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def v1() -> dict[str, Any]:
    return {"name": "Old Rin", "description": "A ghost.", "personality": "kind", "scenario": "A house.",
            "first_mes": "Boo, {{user}}!", "mes_example": "<START>\n{{char}}: Boo."}


def v2() -> dict[str, Any]:
    """https://github.com/malfoyslastname/character-card-spec-v2, with unknown fields at each level."""
    return {
        "spec": "chara_card_v2", "spec_version": "2.0",
        "data": {
            "name": "星野 Aoi", "description": " {{char}} watches the stars.\r\nSecond line. ",
            "personality": "curious", "scenario": "An observatory.", "first_mes": "こんばんは、{{user}}。",
            "mes_example": "<START>\n{{user}}: hi",
            "creator_notes": "Not for the prompt.", "system_prompt": "{{original}} Speak softly.",
            "post_history_instructions": "Never shout.", "alternate_greetings": ["Hello.", "你好。"],
            "character_book": book(v3=False), "tags": ["stars", "夜"], "creator": "somebody",
            "character_version": "1.2",
            "extensions": {"depth_prompt": {"prompt": "x", "depth": 4}, "fav": False, "world": None},
            "future_field": {"deep": [1, 2.5, None, True, "x"]},
        },
        "name": "星野 Aoi", "avatar": "none", "create_date": "2023-5-1 @12h", "chat": 3,
    }


def v3() -> dict[str, Any]:
    """https://github.com/kwaroran/character-card-spec-v3"""
    card = v2()
    data = card["data"]
    data.update({
        "character_book": book(v3=True), "nickname": "Aoi", "group_only_greetings": ["All of you?"],
        "assets": [{"type": "icon", "uri": "ccdefault:", "name": "main", "ext": "png"}],
        "creator_notes_multilingual": {"ja": "メモ"}, "source": ["https://example.invalid/aoi"],
        "creation_date": 1700000000, "modification_date": 1800000000})
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def book(*, v3: bool) -> dict[str, Any]:
    first: dict[str, Any] = {
        "keys": ["telescope", "望遠鏡"], "content": "The telescope is called Little Bear.", "extensions": {"pos": 1},
        "enabled": True, "insertion_order": 5, "case_sensitive": False, "name": "telescope", "priority": 3, "id": 7,
        "comment": "main thing", "selective": True, "secondary_keys": ["name"], "constant": False,
        "position": "after_char", "unknown": [1]}
    second: dict[str, Any] = {"keys": ["/sta+rs/i"], "content": "@@depth 2\nStars are shy.", "extensions": {},
                              "enabled": False, "insertion_order": 2.5}
    if v3:
        first["use_regex"] = False
        second.update({"use_regex": True, "id": "b"})
    return {"name": "Sky", "description": "what she knows", "scan_depth": 6, "token_budget": 300,
            "recursive_scanning": True, "extensions": {"a": 1}, "entries": [first, second], "odd": "kept"}


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*more: bytes, width: int = 3, height: int = 2, pixels: bytes | None = None) -> bytes:
    """A PNG of a few pixels with ``more`` chunks before its end."""
    rows = b"".join(b"\0" + b"\x20\x40\x60" * width for _ in range(min(height, 100)))
    return (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows) if pixels is None else pixels) + b"".join(more) + chunk(b"IEND", b""))


def text_chunk(keyword: str, card: dict[str, Any]) -> bytes:
    return chunk(b"tEXt", keyword.encode() + b"\0" + base64.b64encode(json.dumps(card).encode()))


def png_card(card: dict[str, Any], keyword: str = "") -> bytes:
    return png(text_chunk(keyword or ("ccv3" if card.get("spec") == "chara_card_v3" else "chara"), card))
