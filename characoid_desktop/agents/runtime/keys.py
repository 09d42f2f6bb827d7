"""Which keys may never stand in a hand-off, however they are spelled. Free of other imports."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from characoid_desktop.agents.vocabulary import FORBIDDEN_DISPATCH_KEYS

MAX_DEPTH: Final = 8

# What looks like a Latin letter and stays something else under NFKD and casefold.
_LOOK_ALIKES: Final = {
    **str.maketrans("авекмнорстухѕіјԁԛԝһӏьгпԍ", "abekmhopctyxsijdqwhlbrng"),  # Cyrillic
    **str.maketrans("αβγεηικνορτυχωςϲϳ", "abyenikvoptuxwccj"),  # Greek
    **str.maketrans("ıɡɑɩʏȷꞵᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡᴢ", "igaiyjbabcdeghijklmnoprtuvwz"),
}

# Anything that would decide, identify or steer instead of describing the task.
_SMUGGLED: Final = (
    "approved", "isapproved", "approve", "approval", "approvals", "approvalid", "approvalids", "approvalstate",
    "requiresapproval", "confirmed", "isconfirmed", "confirm", "confirmation", "confirmationid", "userconfirmed",
    "userapproved", "nonce", "digest", "decision", "authorized", "isauthorized", "authorised", "grant", "grants",
    "permission", "permissions", "allowedpersonaids", "persona", "personaid", "userid", "conversationid", "runid",
    "messageid", "threadid", "callid", "checkpoint", "checkpointid", "checkpointns", "configurable", "system",
    "systemprompt", "role", "tool", "tools", "toolcall", "toolcalls", "toolname", "toolchoice", "functioncall",
    "resume", "resumestate", "interrupt", "goto", "worker", "specialist", "routenode", "activeworker", "lc", "class",
    "proto", "prototype", "constructor", "init", "dict", "reduce", "globals", "builtins", "import", "eval", "exec",
    "executable", "argv", "cwd", "env",
)


def plain_key(key: str) -> str:
    """Return what a reader sees in ``key``: small Latin letters and digits, without separators or hidden characters."""
    wide = unicodedata.normalize("NFKC", key)
    shown = "".join(c for c in unicodedata.normalize("NFKD", wide) if unicodedata.category(c)[0] not in "CMZ")
    folded = shown.casefold().translate(_LOOK_ALIKES)
    return "".join(c for c in folded if c.isascii() and c.isalnum())


FORBIDDEN: Final = frozenset(plain_key(key) for key in (*FORBIDDEN_DISPATCH_KEYS, *_SMUGGLED))


def forbidden_keys(value: object, *, max_depth: int = MAX_DEPTH) -> list[str]:
    """Return the forbidden keys found on any level, as they were written; a value inside a string is text.

    Raises ValueError for something nested deeper than ``max_depth``.
    """
    found: list[str] = []
    level: list[object] = [value]
    for _ in range(max_depth + 1):
        if not level:
            return list(dict.fromkeys(found))
        below: list[object] = []
        for one in level:
            if isinstance(one, Mapping):
                for key, inner in cast("Mapping[Any, Any]", one).items():
                    if plain_key(str(key)) in FORBIDDEN:
                        found.append(str(key))
                    below.append(inner)
            elif isinstance(one, Sequence) and not isinstance(one, (str, bytes)):
                below.extend(cast("Sequence[object]", one))
        level = below
    raise ValueError("nested too deep")
