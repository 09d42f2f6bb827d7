"""The closed options of each task type: what may stand in ``options``, of which kind, how long."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from characoid_desktop.agents.runtime.payloads import is_number


class OptionRefused(ValueError):
    """Which option does not fit, in words for a model (English)."""


@dataclass(frozen=True, slots=True)
class Option:
    """``kind``: text, id, number, whole, switch, any (one JSON scalar), texts (a closed object of texts)."""

    kind: str = "text"
    choices: tuple[str, ...] = ()
    limit: int = 2000  # characters
    minimum: float = -math.inf
    maximum: float = math.inf
    keys: tuple[str, ...] = field(default=())  # of kind "texts"

    def check(self, name: str, value: Any) -> Any:
        """Return the value as it goes on; raises OptionRefused. A number written as text is taken as a number."""
        match self.kind:
            case "texts":
                return self._texts(name, value)
            case "switch":
                if not isinstance(value, bool):
                    raise OptionRefused(f"options.{name} must be true or false")
                return value
            case "number" | "whole":
                return self._number(name, value)
            case "any":
                if not isinstance(value, (str, int, float, bool)):
                    raise OptionRefused(f"options.{name} must be one text, number or switch")
                return self._text(name, value) if isinstance(value, str) else value
            case _:
                return self._text(name, value)

    def _text(self, name: str, value: Any) -> str:
        if not isinstance(value, str):
            raise OptionRefused(f"options.{name} must be a text")
        text = value.strip()
        if len(text) > self.limit:
            raise OptionRefused(f"options.{name} is longer than {self.limit} characters")
        if self.choices and text not in self.choices:
            raise OptionRefused(f"options.{name} must be one of: {', '.join(self.choices)}")
        return text

    def _number(self, name: str, value: Any) -> float | int:
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                value = None
        if not is_number(value):
            raise OptionRefused(f"options.{name} must be a number")
        if self.kind == "whole" and value != int(value):
            raise OptionRefused(f"options.{name} must be a whole number")
        if not self.minimum <= value <= self.maximum:
            raise OptionRefused(f"options.{name} must be between {self.minimum:g} and {self.maximum:g}")
        return int(value) if self.kind == "whole" else float(value)

    def _texts(self, name: str, value: Any) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise OptionRefused(f"options.{name} must be an object")
        out: dict[str, str] = {}
        for key, inner in cast("Mapping[Any, Any]", value).items():
            if key not in self.keys:
                raise OptionRefused(f"options.{name} may hold only: {', '.join(self.keys)}")
            out[str(key)] = self._text(f"{name}.{key}", inner)
        return out

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the value, as models are told it."""
        match self.kind:
            case "texts":
                return {"type": "object", "properties": {key: {"type": "string"} for key in self.keys},
                        "additionalProperties": False}
            case "switch":
                return {"type": "boolean"}
            case "number" | "whole":
                bounds = {"minimum": self.minimum, "maximum": self.maximum}
                return {"type": "integer" if self.kind == "whole" else "number",
                        **{key: value for key, value in bounds.items() if math.isfinite(value)}}
            case "any":
                return {"type": ["string", "number", "boolean"]}
            case _:
                return {"type": "string", **({"enum": list(self.choices)} if self.choices else {})}


def one_of(*choices: str) -> Option:
    return Option(choices=choices)


QUERY: Final = Option(limit=1000)
ID: Final = Option("id", limit=128)
NAME: Final = Option(limit=200)
LANGUAGE: Final = Option(limit=20)
URL: Final = Option(limit=2000)
LONG: Final = Option(limit=4000)
PROFILE_FIELDS: Final = Option("texts", limit=20_000, keys=(
    "description", "personality", "scenario", "first_message", "example_dialogue", "language"))


def check_options(allowed: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that go on; empty ones (null, "") count as not given. Raises OptionRefused."""
    out: dict[str, Any] = {}
    for name, value in given.items():
        option = allowed.get(name)
        if option is None:
            known = ", ".join(allowed) or "none"
            raise OptionRefused(f"unknown option: {str(name)[:60]}; this task type takes: {known}")
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        out[name] = option.check(name, value)
    return out
