"""The sentences of the offline brain: small talk, help, and what became of a task. Nothing is made nicer than it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, cast

from characoid_desktop.agents.offline.abilities import allowed_abilities, examples
from characoid_desktop.agents.offline.speech import phrase, phrases, spoken, translations
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.matching import Question
from characoid_desktop.core.quoting import quoted, unmarked
from characoid_desktop.features.conversations.finding import excerpt
from characoid_desktop.features.knowledge.documents import NO_DOCUMENTS

MAX_SHOWN = 20  # lines of a list
LINE = 200  # characters of one


class Replies:
    """Words in one language. ``workers``: those the character may use; ``able``: what works here (None: all)."""

    def __init__(self, language: str, name: str, workers: Collection[str], able: Collection[str] | None) -> None:
        self.language = language
        self._name = name
        self._abilities = allowed_abilities(workers, able)

    def talk(self, id: str, text: str) -> str:
        """Return the answer to a small-talk id; ``text`` chooses among several."""
        if id == "abilities":
            return self.abilities()
        if id == "who":
            return self._say("who.named", name=self._name) if self._name else self._say("who.nameless")
        return self._say(id, text)

    def abilities(self) -> str:
        if not self._abilities:
            return f"{self._say('abilities.none')}\n\n{self._say('abilities.outro')}"
        return "\n\n".join((self._say("abilities.intro"), self._list(self._abilities), self._say("abilities.outro")))

    def not_understood(self) -> str:
        if not self._abilities:
            return f"{self._say('unknown.bare')} {self._say('abilities.outro')}"
        return "\n\n".join((self._say("unknown.intro"), self._list(examples(self._abilities)),
                            self._say("unknown.outro")))

    def not_known(self, searched: Mapping[str, Any] | None) -> str:
        """Return that a question was looked up everywhere and answered nowhere. ``searched``: of the documents."""
        lines = [self._say("looked_up.none")]
        if NO_DOCUMENTS.source in map(str, _items(searched or {}, "uncertainties")):
            lines.append(self._say("looked_up.no_documents"))
        return (" " if self.language == "en" else "").join((*lines, self._say("looked_up.only_written")))

    def not_read(self) -> str:
        return self._say("not_read")

    def tried(self) -> str:
        return self._say("tried")

    def remembered(self, memories: Sequence[str]) -> str:
        """Return what is remembered on a question; "" for nothing."""
        lines = "\n".join(f"- {one_line(text, LINE)}" for text in memories[:MAX_SHOWN])
        return f"{self._say('looked_up.memory')}\n\n{lines}" if lines else ""

    def looked_up(self, result: Mapping[str, Any] | None, text: str) -> str:
        """Return what the documents say to a question, each passage where it fits best; "" where there is none.
        The numbers are those of the sources under the answer.
        """
        question = Question(text)
        found = [f"[{number}] {unmarked(one_line(str(passage.get('source', '')), LINE))}\n"
                 f"{quoted(excerpt(str(passage.get('text', '')), question))}"
                 for number, passage in enumerate(_facts(result or {}, "passage"), 1)]
        if not found:
            return ""
        return "\n\n".join((self._say("looked_up.intro"), *found, self._say("looked_up.outro")))

    def too_long(self) -> str:
        return self._say("unknown.long")

    def empty(self, *, with_file: bool) -> str:
        """Return the answer to a message without words."""
        fitting = [one for one in self._abilities if one in ("rvc.convert", "document.import", "voice.transcribe")]
        if with_file and fitting:
            return f"{self._say('file')}\n\n{self._list(fitting)}"
        return f"{self._say('empty')} {self._say('unknown.outro')}"

    def not_allowed(self, worker: str) -> str:
        return self._say("not_allowed", what=self._say(f"helpers.{worker}"))

    def no_model_task(self) -> str:
        return self._say("no_model_task")

    # --- results --------------------------------------------------------------------------------

    def result(self, result: Mapping[str, Any] | None, intent: str = "") -> str:
        """Return the closing line for the public result of a worker (None: it was not one)."""
        if result is None:
            return self._say("result.unclear")
        lines = [self._outcome(result, intent)]
        if result.get("status") == "denied":  # beside a no stands the person's own reason: they need not hear it
            return lines[0]
        known = result.get("status") == "insufficient"  # what is missing is the answer then, not a doubt about it
        for one in _items(result, "uncertainties")[:5]:
            doubt = one_line(translations(self.language).get(str(one), str(one)), LINE)
            lines.append(doubt if known else self._say("result.uncertain", what=doubt))
        return "\n".join(line for line in lines if line)

    def forget_which(self, memories: Sequence[str]) -> str:
        lines = "\n".join(f"- {one_line(text, LINE)}" for text in memories[:MAX_SHOWN])
        return f"{self._say('result.forget_which')}\n\n{lines}"

    def forget_perhaps(self, memories: Sequence[str]) -> str:
        lines = "\n".join(f"- {one_line(text, LINE)}" for text in memories[:MAX_SHOWN])
        return f"{self._say('result.forget_perhaps')}\n\n{lines}"

    def forgotten(self, memory: str) -> str:
        return self._say("result.forgotten", text=one_line(memory, LINE))

    def forget_none(self) -> str:
        return self._say("result.forget_none")

    def _outcome(self, result: Mapping[str, Any], intent: str) -> str:
        status = str(result.get("status", ""))
        said = spoken(_text_of(result.get("answer_text")), self.language) or str(result.get("answer") or "").strip()
        if status in FAILURE_STATUSES or result.get("error"):
            return self._failure(status, result.get("error"), said)
        if status == "completed":
            return self._facts(result, intent) or said or self._say("result.done")
        if status == "insufficient":
            return said or self._say("result.nothing")
        if status in ("accepted", "queued", "running"):
            return f"{said} {self._say('result.started')}".strip()
        if status in ("confirmation_required", "waiting_input"):
            return self._say("result.waits")
        return self._say("result.unclear")

    def _failure(self, status: str, error: object, said: str) -> str:
        why = safe = ""
        if isinstance(error, Mapping):
            shown = cast("Mapping[str, Any]", error)
            why = spoken(_text_of(shown.get("sentence")), self.language)
            safe = spoken(_text_of(shown.get("safe")), self.language)
        why = why or said
        if status == "denied":
            return why or self._say("result.denied")
        first = self._say("result.failed_why", why=why) if why else self._say("result.failed")
        return f"{first} {safe}".strip()

    def _facts(self, result: Mapping[str, Any], intent: str) -> str:
        """Return a list of what a reading step found, where its facts say more to a person than its sentence."""
        if intent == "rvc.presets":
            names = [spoken(_text_of(one.get("name_text")), self.language) or str(one.get("name", ""))
                     for one in _facts(result, "voice")]
            lines = "\n".join(f"- {one_line(name, LINE)}" for name in names[:MAX_SHOWN] if name)
            return f"{self._say('result.presets')}\n\n{lines}" if lines else ""
        if intent == "rvc.status":
            for one in _facts(result, "rvc_status"):
                if one.get("usable") is True:
                    return self._say("result.rvc_status", running=one.get("running"), waiting=one.get("waiting"))
        return ""

    def _list(self, abilities: Sequence[str]) -> str:
        table = phrases(self.language)["abilities"]
        return "\n".join(f"- {table[intent]}" for intent in abilities)

    def _say(self, key: str, seed: str = "", **params: object) -> str:
        return phrase(self.language, key, seed, **params)


def _text_of(value: object) -> Mapping[str, Any] | None:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None


def _items(result: Mapping[str, Any], key: str) -> list[Any]:
    value: object = result.get(key)
    return list(cast("Sequence[Any]", value)) if isinstance(value, (list, tuple)) else []


def _facts(result: Mapping[str, Any], kind: str) -> list[Mapping[str, Any]]:
    return [cast("Mapping[str, Any]", one) for one in _items(result, "evidence")
            if isinstance(one, Mapping) and cast("Mapping[str, Any]", one).get("kind") == kind]


def memories_of(result: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Return (memory id, text) of the memories a recall found."""
    if result is None:
        return []
    return [(str(one.get("memory_id", "")), str(one.get("text", ""))) for one in _facts(result, "memory")
            if one.get("memory_id")]
