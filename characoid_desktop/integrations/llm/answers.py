"""What a server's status and error object mean, in our errors. Knows the dialects of the usual servers."""

from __future__ import annotations

import email.utils
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from characoid_desktop.core import strict_json
from characoid_desktop.integrations.llm import errors
from characoid_desktop.integrations.llm.errors import ModelError
from characoid_desktop.integrations.llm.models import Endpoint

MAX_WAIT_S = 60.0
OPTIONAL_PARAMETERS = ("stream_options", "temperature", "parallel_tool_calls", "tool_choice")

_TOOL_WORDS = re.compile(r"\btool|function[ _-]?call", re.IGNORECASE)
_CANNOT = re.compile(r"not support|n't support|unsupported|not enabled|requires|does not have|no endpoints found",
                     re.IGNORECASE)
_UNKNOWN = re.compile(r"unsupported|support|unknown|unrecognized|unexpected|extra|not permitted|not allowed|deprecated"
                      r"|only the default", re.IGNORECASE)
_TOO_LONG = re.compile(r"context[ _-]?(length|size|window)|maximum context|too many tokens|prompt is too long"
                       r"|exceeds? the (available )?context|input tokens exceed", re.IGNORECASE)
_NO_MODEL = re.compile(r"\bmodel\b.{0,200}\b(not found|does not exist|not exist|unknown|no such|not loaded"
                       r"|not a valid|invalid)|(no such|unknown|invalid|unloaded|not a valid) model"
                       r"|no models? (is )?loaded|try pulling it|deployment.{0,60}not exist",
                       re.IGNORECASE | re.DOTALL)
_NO_CREDIT = re.compile(r"insufficient[_ ]?(quota|credit|balance|funds)|exceeded your current quota|billing"
                        r"|no credit", re.IGNORECASE)


def error_of(endpoint: Endpoint, model: str, status: int, headers: Mapping[str, str], body: bytes,
             now: datetime | None = None) -> ModelError:
    """Return the error that an answer with an error status means. ``headers`` have lower-case names."""
    if 300 <= status < 400:
        return errors.sends_elsewhere(endpoint, f"status {status}")
    try:
        value = strict_json.parse(body)
    except strict_json.BadJson:
        value = None
    if not isinstance(value, (dict, list)) and not _is_plain_text(headers, body):
        return _of_a_page(endpoint, status, headers, now)
    return _of_words(endpoint, model, status, _words(cast(Any, value), body), retry_after_s(headers, now))


def error_in_stream(endpoint: Endpoint, model: str, value: object) -> ModelError:
    """Return the error that an error object inside a stream means."""
    status = 500
    if isinstance(value, Mapping):
        for name in ("code", "status"):
            code: object = cast("Mapping[str, object]", value).get(name)
            if isinstance(code, str) and code.isascii() and code.isdecimal() and len(code) == 3:
                code = int(code)
            if isinstance(code, int) and not isinstance(code, bool) and 400 <= code < 600:
                status = code
                break
    return _of_words(endpoint, model, status, _words(cast(Any, {"error": value}), b""), None)


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the wait a server asks for in seconds (0 to MAX_WAIT_S); None when it does not say."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", value):
        return min(MAX_WAIT_S, float(value))
    if not value:
        return None
    try:
        at = email.utils.parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return min(MAX_WAIT_S, max(0.0, (at - (now or datetime.now(UTC))).total_seconds()))


def _of_a_page(endpoint: Endpoint, status: int, headers: Mapping[str, str], now: datetime | None) -> ModelError:
    """The answer is no JSON: a gateway in front of the server, or no model server at all."""
    detail = f"status {status}, {headers.get('content-type', '')[:60]}"
    if status == 401 or (status == 403 and "json" in headers.get("content-type", "")):
        return errors.key_refused(endpoint, detail)
    if status == 402:
        return errors.payment_needed(endpoint, detail)
    if status == 429:
        return errors.too_many_requests(endpoint, retry_after_s(headers, now), detail)
    if 500 <= status < 600 and status != 511:  # 511: a network wants a log-in first
        return errors.server_error(endpoint, "", retry_after_s(headers, now), detail)
    if status == 403 and not _is_page(headers):
        return errors.key_refused(endpoint, detail)
    return errors.not_a_model_server(endpoint, detail)


def _of_words(endpoint: Endpoint, model: str, status: int, said: list[str], wait_s: float | None) -> ModelError:
    shown = errors.plain_words(said[0], endpoint) if said else ""
    words = " ".join(said)
    detail = f"status {status}: {errors.plain_words(words, endpoint)}"
    if status in (401, 403):
        return errors.key_refused(endpoint, detail)
    if status == 402 or (status == 429 and _NO_CREDIT.search(words)):
        return errors.payment_needed(endpoint, detail)
    if status == 429:
        return errors.too_many_requests(endpoint, wait_s, detail)
    special = _special(endpoint, model, status, words, detail)
    if special is not None:
        return special
    if status in (408, 425, 529) or status >= 500:
        return errors.server_error(endpoint, shown, wait_s, detail)
    if status in (404, 405, 406, 410):
        return errors.not_a_model_server(endpoint, detail)
    return errors.request_refused(endpoint, shown, detail)


def _special(endpoint: Endpoint, model: str, status: int, words: str, detail: str) -> ModelError | None:
    """What can be told from the words only; every server has its own status for these."""
    if status in (400, 404, 422, 500, 501) and _TOOL_WORDS.search(words) and _CANNOT.search(words):
        return errors.tools_unsupported(endpoint, detail)
    if status in (400, 422) and _UNKNOWN.search(words):
        for name in OPTIONAL_PARAMETERS:
            if name in words:
                return errors.parameter_unsupported(endpoint, name, detail)
    if status == 413 or (status in (400, 422, 500) and _TOO_LONG.search(words)):
        return errors.context_too_long(detail)
    if status in (400, 404) and _NO_MODEL.search(words):
        return errors.model_not_found(endpoint, model, detail)
    return None


def _words(value: Any, body: bytes) -> list[str]:
    """The server's own words, wherever its dialect keeps them: its sentence, then codes. Empty when there are none."""
    if isinstance(value, list):  # Google's compatible endpoint wraps its error in a list
        value = cast("list[Any]", value)[0] if value else None
    if not isinstance(value, Mapping):
        return [body[:2_000].decode("utf-8", "replace")] if value is None and body else []
    found = cast("Mapping[str, Any]", value)
    inner: Any = found.get("error", found.get("detail", found.get("message", "")))
    if isinstance(inner, Mapping):
        named = cast("Mapping[str, Any]", inner)
        parts = [named.get("message", ""), named.get("code", ""), named.get("type", ""), named.get("param", "")]
        return [part[:2_000] for part in parts if isinstance(part, str) and part]
    if isinstance(inner, list):  # FastAPI's validation errors
        return [str(cast("list[object]", inner))[:2_000]]
    return [inner[:2_000]] if isinstance(inner, str) and inner else []


def _is_page(headers: Mapping[str, str]) -> bool:
    return "html" in headers.get("content-type", "").lower()


def _is_plain_text(headers: Mapping[str, str], body: bytes) -> bool:
    return headers.get("content-type", "").lower().startswith("text/plain") and b"<" not in body[:200]
