"""A turn at work, as the chat shows it: text and thinking so far, steps, and what holds it up. QtCore-free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    AnswerReset,
    Card,
    InputNeeded,
    Reasoning,
    Retrying,
    RunEnded,
    RunStarted,
    Stage,
    Stalled,
    Token,
    ToolStarted,
)
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.steps import StepBook

MAX_REASONING = 200_000
MAX_TEXT = 400_000


class LiveTurn:
    """Follows the events of one run. ``began`` the first time, :meth:`take` for every event.

    ``waits`` is "input" or "approval" while the turn waits for the user.
    """

    def __init__(self, run_id: str, conversation_id: str, answer_id: str) -> None:
        self.run_id, self.conversation_id, self.answer_id = run_id, conversation_id, answer_id
        self.steps = StepBook()
        self.form: Mapping[str, Any] | None = None
        self.card: Mapping[str, Any] | None = None
        self.stalled_s = 0.0
        self.keeps_waiting = False  # the user chose to: the row stays away until it goes on
        self.retry: Retrying | None = None
        self.retry_at = 0.0  # monotonic: when the next try begins
        self.over = False
        self._text: list[str] = []
        self._joined = ""
        self._thought: list[str] = []
        self._thinking_since: float | None = None
        self._thought_s = 0.0
        self._chars = self._thought_chars = 0

    # --- what it shows ----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        if self._text:
            self._joined += "".join(self._text)
            self._text.clear()
        return self._joined

    @property
    def reasoning(self) -> str:
        if len(self._thought) > 1:
            self._thought[:] = ["".join(self._thought)]
        return self._thought[0] if self._thought else ""

    @property
    def is_thinking(self) -> bool:
        return self._thinking_since is not None

    @property
    def reasoning_s(self) -> float:
        return self._thought_s

    @property
    def shows_stall(self) -> bool:
        return self.stalled_s > 0 and not self.keeps_waiting and not self.over

    # --- events -----------------------------------------------------------------------------------

    def start_from(self, text: str, reasoning: str, reasoning_s: float) -> None:
        """Go on from what was kept of the answer before it waited (or before the app ended)."""
        if not self._joined and not self._text:
            self._joined, self._chars = text, len(text)
        if not self._thought and reasoning:
            self._thought, self._thought_chars, self._thought_s = [reasoning], len(reasoning), reasoning_s

    def take(self, event: AgentEvent, now: float) -> None:
        """Follow an event; ``now`` is the monotonic clock."""
        if isinstance(event, Token):
            self._stop_thinking(event.at_s)
            if self._chars < MAX_TEXT:
                self._text.append(event.text)
                self._chars += len(event.text)
            self.retry = None
        elif isinstance(event, Reasoning):
            if self._thinking_since is None:
                self._thinking_since = event.at_s
            if self._thought_chars < MAX_REASONING:
                self._thought.append(event.text)
                self._thought_chars += len(event.text)
            self.retry = None
        elif isinstance(event, AnswerReset):
            self._text.clear()
            self._joined, self._chars = "", 0
        elif isinstance(event, Stalled):
            self.stalled_s = event.seconds
            if event.seconds <= 0:
                self.keeps_waiting = False
        elif isinstance(event, Retrying):
            self.retry, self.retry_at = event, now + event.wait_s
        elif isinstance(event, RunStarted):
            self.over, self.form = False, None
            self.steps.began()
        elif isinstance(event, InputNeeded):
            self.form = dict(event.form)
        elif isinstance(event, Card):
            self.card = dict(event.result)
        elif isinstance(event, RunEnded):
            self._end(event)
        else:
            if isinstance(event, Stage | ToolStarted):
                self._stop_thinking(event.at_s)
                self.retry = None
            self.steps.take(event)

    def _end(self, event: RunEnded) -> None:
        self._stop_thinking(event.at_s)
        self.stalled_s, self.retry, self.keeps_waiting = 0.0, None, False
        self.over = True
        if event.state.startswith("waiting"):
            self.steps.paused(event.at_s)
        else:
            self.steps.ended(event.at_s)

    def _stop_thinking(self, at_s: float) -> None:
        if self._thinking_since is not None:
            self._thought_s += max(0.0, at_s - self._thinking_since)
            self._thinking_since = None

    def retry_words(self, now: float) -> Text | None:
        """Return what the row says while the model cannot be reached."""
        if self.retry is None or self.over:
            return None
        left = max(0, round(self.retry_at - now))
        if left:
            return Text.of("{why} Next try in {s} s.", why=self.retry.why, s=left)
        return Text.of("{why} Trying again…", why=self.retry.why)
