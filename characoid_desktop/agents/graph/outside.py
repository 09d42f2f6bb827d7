"""Text that others wrote, on its way to a model: fenced, named, and without tokens that look like a chat template."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from typing import Any, Final

from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.core.cleaning import one_line

MAX_SHOWN: Final = 8000  # characters of one result that a model is given
MAX_NAME: Final = 60  # characters of a name inside a sentence of ours
MAX_NAME_WORDS: Final = 6
# The tokens by which chat templates tell turns apart. Families are matched as such: <|…|> (ChatML, Llama, Phi, GLM,
# Command), its full-width form <｜…｜> (DeepSeek) and look-alikes of both, one-sided ones (<|turn>, <turn|>), and
# <start_of_…> (Gemma, vision models); what has no form of its own by name (Mistral, Llama 2, GLM, MiniMax, tool calls).
_TEMPLATE = re.compile(r"""
    [<＜‹〈⟨❮][|｜¦│┃❘∣ǀ￨](?!\s)[^<>\n]{0,80}?(?<!\s)[|｜¦│┃❘∣ǀ￨][>＞›〉⟩❯] | <[|｜][\w▁]{1,60}> | <[\w▁]{1,60}[|｜]>
    | </?(?:start|end|begin)_of_\w{1,40}> | <</?SYS>>
    | </?\[?(?:s|bos|eos|sop|eop|pad|unk|tools?|tool_calls?|tool_responses?|tool_results?|function_calls?|
        function_results?|invoke|think|thinking|system|developer|assistant|user|human|unused\d{1,4}|seed:\w{1,40})\]?>
    | \[/?(?:INST|SYS|(?-i:SYSTEM_PROMPT|[gs]MASK|ARGS|CALL_ID|MODEL_SETTINGS|AVAILABLE_TOOLS|
        TOOL_(?:CALLS?|RESULTS?|CONTENT)))\]
    | \]~!?b[\[\]] | \[e~\[
    """, re.IGNORECASE | re.VERBOSE)
_QUOTES = re.compile(r"[\"“”„‟«»「」『』`<>]")
# Where a sentence ends: not after the dot of a title or an initial (Dr. Fox, J. R. Hartley).
_SENTENCE_END = re.compile(
    r"(?<!\b[A-Z])(?<!\b(?:Mr|Ms|Dr|St))(?<!\bMrs)(?<!\bProf)\.+(?=\s|$)|[!?;:…]+(?=\s|$)|[。！？；：｡]")


def new_fence() -> str:
    """Return the word of this turn's fences, which no text from outside can know."""
    return secrets.token_hex(6)


def defang(text: str) -> str:
    """Return ``text`` with the tokens of chat templates broken, so that they stay text."""
    return _TEMPLATE.sub(lambda found: " ".join(found.group()), text)


def unfenced(text: str, fence: str) -> str:
    """Return ``text`` without the word of the fence. A space takes its place: what stood around it cannot make a new
    one."""
    return text.replace(fence, " ")


def as_name(text: str, fence: str) -> str:
    """Return a name that a stranger chose as it may stand, in quotation marks, inside a sentence of ours: one short
    line without quotation marks, cut where a sentence of its own would begin."""
    first = next(iter(unfenced(text, fence).strip().splitlines()), "")
    line = _QUOTES.sub("", one_line(defang(first), 10 * MAX_NAME)).strip()
    start = next((at for at, char in enumerate(line) if char.isalnum()), len(line))
    end = _SENTENCE_END.search(line, start)
    words = line[:end.start() if end else None].split()[:MAX_NAME_WORDS]
    return one_line(" ".join(words), MAX_NAME)


def fenced(text: str, fence: str, source: str) -> str:
    """Return ``text`` between this turn's fences, cut to MAX_SHOWN characters; ``source`` says whose words it is."""
    shown = defang(unfenced(text, fence)[:MAX_SHOWN])
    cut = "\n[cut]" if len(text) > MAX_SHOWN else ""
    name = "".join(c for c in defang(unfenced(source, fence)) if c.isprintable() and c not in "<>")[:100]
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
