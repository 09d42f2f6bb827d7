"""What a tool answers: a status, one sentence for models and one for people, and the facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.agents.tools.frame import Payload
from characoid_desktop.core.i18n import Text


def english(text: Text) -> str:
    """Return the English words of a text, whatever language the window has."""
    params = {key: english(value) if isinstance(value, Text) else value for key, value in text.params.items()}
    try:
        return text.source.format(**params) if params else text.source
    except (KeyError, IndexError, ValueError):
        return text.source


def answer(
    status: str, text: Text, *, evidence: Sequence[Mapping[str, Any]] = (), artifacts: Sequence[Mapping[str, Any]] = (),
    **more: Any,
) -> Payload:
    """Return a payload. ``answer`` is English, for models; ``answer_text`` is what code shows a person.

    ``evidence`` are the facts, one object each with its ``kind``; ``artifacts`` what was made.
    """
    return {
        "status": status, "answer": english(text), "answer_text": text.to_json(),
        "evidence": [dict(one) for one in evidence], "artifacts": [dict(one) for one in artifacts], **more,
    }


def negative(status: str, code: str, text: Text, **more: Any) -> Payload:
    """Return a payload for an expected "no": nothing was changed."""
    return answer(status, text, error=public_error(code, text, safe=Text.of("Nothing was changed.")), **more)
