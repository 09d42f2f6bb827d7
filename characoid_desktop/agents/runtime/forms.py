"""What the user filled in, checked against the form that asked for it. Free of langchain."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from characoid_desktop.agents.runtime.errors import InputRefused
from characoid_desktop.agents.runtime.payloads import is_number
from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.i18n import Text

MAX_TEXT_CHARS = 10_000
KnowsFile = Callable[[str], Awaitable[bool]]
"""``(attachment id) -> bool``: whether there is such an attachment."""


async def knows_none(id: str) -> bool:
    return False


async def checked_values(
    form: Mapping[str, Any], values: Mapping[str, Any], knows_file: KnowsFile = knows_none,
) -> dict[str, Any]:
    """Return the values by field key, defaults filled in; raises InputRefused with a sentence for the first problem.

    Keys that the form does not ask for are refused: nothing else goes into the turn. A file may be one of the
    choices, or one that was added since.
    """
    fields = [cast("Mapping[str, Any]", one) for one in cast("Sequence[Any]", form.get("fields") or ())
              if isinstance(one, Mapping)]
    if set(values) - {str(one.get("key")) for one in fields}:
        raise _refused(Text.of("The form does not ask for this."))
    out: dict[str, Any] = {}
    for one in fields:
        key = str(one["key"])
        value = values.get(key, one.get("default"))
        if value is None or value == "":
            if one.get("required", True):
                raise _refused(Text.of("“{field}” is missing.", field=_label(one)))
            continue
        out[key] = _value(one, value)
        if one.get("kind") == "file" and out[key] not in _choices(one) and not await knows_file(out[key]):
            raise _refused(Text.of("“{field}” is not there any more. Add the file again.", field=_label(one)))
    return out


def _value(one: Mapping[str, Any], value: object) -> Any:
    kind = one.get("kind")
    if kind == "number":
        return _number(one, value)
    if not isinstance(value, str):
        raise _refused(Text.of("“{field}” cannot be this.", field=_label(one)))
    text = clean(value).strip()
    if kind == "choice" and text not in _choices(one):
        raise _refused(Text.of("“{field}” cannot be this.", field=_label(one)))
    if not text or len(text) > (MAX_TEXT_CHARS if kind == "text" else 200):
        raise _refused(Text.of("“{field}” is missing or too long.", field=_label(one)))
    return text


def _choices(one: Mapping[str, Any]) -> list[str]:
    return [str(choice[0]) for choice in one.get("choices") or () if choice]


def _number(one: Mapping[str, Any], value: object) -> int | float:
    if not is_number(value):
        raise _refused(Text.of("“{field}” must be a number.", field=_label(one)))
    low, high = one.get("minimum"), one.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        raise _refused(Text.of("“{field}” must be between {low} and {high}.", field=_label(one), low=low, high=high))
    return value


def _label(one: Mapping[str, Any]) -> Text:
    try:
        return Text.from_json(one["label"])
    except (KeyError, TypeError, AttributeError):
        return Text.literal(str(one.get("key", "")))


def _refused(sentence: Text) -> InputRefused:
    return InputRefused(sentence, safe=Text.of("Nothing was done. The form is still open."))
