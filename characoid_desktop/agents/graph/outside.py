"""Text that others wrote, on its way to a model: fenced, named, and without tokens that look like a chat template."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from typing import Any, Final

from characoid_desktop.agents.contracts import error_sentence

MAX_SHOWN: Final = 8000  # characters of one result that a model is given
_TEMPLATE = re.compile(
    r"<\|[^|>\n]{0,40}\|?>?|</?s>|\[/?(?:INST|SYS|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\]|<</?SYS>>|"
    r"</?(?:start_of_turn|end_of_turn|tool_call|tool_response|think|system|assistant|function_calls?)>", re.IGNORECASE)


def new_fence() -> str:
    """Return the word of this turn's fences, which no text from outside can know."""
    return secrets.token_hex(6)


def defang(text: str) -> str:
    """Return ``text`` with the tokens of chat templates broken, so that they stay text."""
    return _TEMPLATE.sub(lambda found: " ".join(found.group()), text)


def fenced(text: str, fence: str, source: str) -> str:
    """Return ``text`` between this turn's fences, cut to MAX_SHOWN characters; ``source`` says whose words it is."""
    shown = defang(text.replace(fence, "")[:MAX_SHOWN])
    cut = "\n[cut]" if len(text) > MAX_SHOWN else ""
    name = "".join(c for c in source if c.isprintable() and c not in "<>")[:100]
    return f"<<data {fence} from {name}>>\n{shown}{cut}\n<<end of data {fence}>>"


def for_model(payload: Mapping[str, Any]) -> str:
    """Return a result as a model reads it: JSON, errors as one sentence, empty fields left out."""
    out = {key: value for key, value in payload.items() if value not in (None, "", [], {}, False)}
    error = payload.get("error")
    if isinstance(error, Mapping):
        out["error"] = {"code": str(error.get("code", "")), "message": error_sentence(error)}  # pyright: ignore
    out.pop("trace", None)
    out.pop("specialist", None)
    return json.dumps(out, ensure_ascii=False, default=str)
