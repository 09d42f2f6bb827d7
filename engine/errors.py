"""What a handler raises. Standard library only."""

from __future__ import annotations

from typing import Any


class EngineError(Exception):
    """A failure with a code that the app turns into a sentence.

    ``code`` is a lower-case word such as ``no_audio``; ``params`` are plain JSON values for the sentence;
    ``detail`` is for the log.
    """

    def __init__(self, code: str, detail: str = "", **params: Any) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.params = params


class Cancelled(BaseException):
    """Raised by ``JobContext.check`` once the request was cancelled; handlers let it pass."""
