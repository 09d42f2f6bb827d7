"""From what was said to what is to be done: a hand-off to a worker, or small talk. Deterministic, no model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from characoid_desktop.agents.offline.files import DOCUMENTS, MEDIA, Files, KnownFiles
from characoid_desktop.agents.offline.setting_words import SettingWords
from characoid_desktop.agents.offline.speech import order
from characoid_desktop.agents.offline.templates import Match, TemplateBook
from characoid_desktop.agents.tools.rvc_facts import BUILT_IN, LIBRARY
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.settings.catalog import SECTIONS

Json = dict[str, Any]
REQUEST_LIMIT = 300  # characters of the request that the hand-off carries as its context
HINTS = 3
_URL: Final = re.compile(r"(?:https?://\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/\S*)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Handoff:
    """What ``delegate_to_{worker}`` is called with: managed ids only, ``options`` as the plan of the task wants."""

    worker: str
    task_type: str
    input_refs: Mapping[str, Any]
    options: Mapping[str, Any]
    conversation_context: str

    def arguments(self) -> Json:
        """Return the arguments of the delegation tool."""
        return {"task_type": self.task_type, "input_refs": dict(self.input_refs), "options": dict(self.options),
                "conversation_context": self.conversation_context}


@dataclass(frozen=True, slots=True)
class Understood:
    """``talk`` is the id of a small-talk answer ("greeting", "abilities" …); ``handoff`` is None then."""

    intent: str
    language: str
    handoff: Handoff | None = None
    talk: str = ""


def _no_refs() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known where something is said. ``recent``: the last ids of this conversation (session_id, task_id).
    ``voices``: (name, id) of the library's voices."""

    language: str = "en"
    files: Files = field(default_factory=Files)
    names: Sequence[str] = ()
    recent: Mapping[str, str] = field(default_factory=_no_refs)
    voices: Sequence[tuple[str, str]] = ()

    @classmethod
    def of(cls, language: str, attachments: Mapping[str, Any], known: KnownFiles | None = None,
           names: Sequence[str] = (), recent: Mapping[str, str] | None = None,
           voices: Sequence[tuple[str, str]] = ()) -> Surroundings:
        files = Files(attachments, known) if known is not None else Files(attachments)
        return cls(language, files, tuple(names), dict(recent or {}), tuple(voices))


@dataclass(frozen=True, slots=True)
class Route:
    """``fill`` adds to (input_refs, options) what the words said."""

    worker: str
    task_type: str
    options: Mapping[str, Any] = field(default_factory=_no_refs)
    fill: Callable[[Match, Surroundings, Json, Json], None] = lambda match, around, refs, options: None


class IntentReader:
    """Reads sentences in every language, the one they are written in first. All methods block for some ms."""

    def __init__(self, book: TemplateBook, settings: SettingWords) -> None:
        self._book = book
        self._settings = settings

    def read(self, text: str, around: Surroundings) -> Understood | None:
        """Return what ``text`` means; None when it means nothing here, or two things equally well."""
        for language in order(text, around.language):
            found = self._matches(text, language, around)
            if not found:
                continue
            best = found[0]
            if any(one.intent != best.intent and one.rank == best.rank for one in found[1:]):
                return None
            return self._understood(best, text, around)
        return None

    def hints(self, text: str, around: Surroundings) -> list[Json]:
        """Return at most HINTS hand-offs that ``text`` may mean, best first, for a model to weigh.

        Read as its own language and as that of the window only: the model waits for this.
        """
        every = order(text, around.language)
        for language in [one for one in every if one in (every[0], around.language)]:
            found = [self._understood(match, text, around) for match in self._matches(text, language, around)]
            wanted: dict[tuple[str, str], Handoff] = {}
            for one in found:
                if one.handoff is not None:
                    wanted.setdefault((one.handoff.worker, one.handoff.task_type), one.handoff)
            if found:
                return [{"worker": one.worker, "task_type": one.task_type, "input_refs": dict(one.input_refs),
                         "options": dict(one.options)} for one in list(wanted.values())[:HINTS]]
        return []

    def _matches(self, text: str, language: str, around: Surroundings) -> list[Match]:
        return self._book.matches(text, language, around.names, lambda match: (
            _plausible(match, around) and self._fits_setting(match)), around.voices)

    def _fits_setting(self, match: Match) -> bool:
        """Whether what is switched is a switch: "open the folder" is no setting."""
        slots = match.slots
        switched = slots.get("state") or (match.intent == "config.change" and slots.get("value") in ("on", "off"))
        return not switched or self._settings.is_switch(str(slots.get("setting", "")))

    def _understood(self, match: Match, text: str, around: Surroundings) -> Understood:
        kind, _, name = match.intent.partition(".")
        if kind == "talk":
            return Understood(match.intent, match.language, talk=name)
        route = ROUTES[match.intent]
        refs: Json = {}
        options: Json = dict(route.options)
        route.fill(match, around, refs, options)
        if "key" in options and route.task_type == "update_config":
            options = {**options, **self._value(options)}
        task_type = route.task_type if not (match.intent == "rvc.status" and refs) else "convert_audio_with_rvc"
        handoff = Handoff(route.worker, task_type, refs, options, one_line(text, REQUEST_LIMIT))
        return Understood(match.intent, match.language, handoff)

    def _value(self, options: Json) -> Json:
        value = options.get("value")
        return {"value": self._settings.value(options["key"], value)} if isinstance(value, str) else {}


def _plausible(match: Match, around: Surroundings) -> bool:
    """Whether the free texts that stand for something particular can be that."""
    slots, files = match.slots, around.files
    if "file" in slots and not files.is_name(str(slots["file"]), MEDIA):
        return False
    if "docname" in slots and not files.is_name(str(slots["docname"]), DOCUMENTS):
        return False
    return "url" not in slots or _is_address(str(slots["url"]))


def _is_address(said: str) -> bool:
    """Whether this is a web address; "lore.pdf" is a file, although it could be the name of a server."""
    if not _URL.fullmatch(said):
        return False
    return "/" in said or said.rsplit(".", 1)[-1].lower() not in DOCUMENTS | MEDIA


# --- what the words say, as references and options --------------------------------------------------------------


def _source(match: Match, around: Surroundings, refs: Json, many: bool = False) -> None:
    """Add the file that was named; without a name the only file of this turn (all, where ``many`` may be taken)."""
    said = match.slots.get("file") or match.slots.get("docname")
    found = around.files.find(str(said)) if said else None
    given = around.files.given()
    if found is not None:
        refs["attachment_id"] = found
    elif not said and len(given) == 1:
        refs["attachment_id"] = given[0]
    elif not said and given and many:
        refs["attachment_ids"] = list(given)


def _convert(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    _source(match, around, refs)
    slots = match.slots
    if "preset" in slots:
        refs["model_id"] = f"{BUILT_IN}{slots['preset']}"
    if "voice" in slots:
        refs["model_id"] = f"{LIBRARY}{slots['voice']}"
    for name, sign in (("up", 1), ("octave_up", 1), ("down", -1), ("octave_down", -1), ("signed", 1)):
        if name in slots:
            options["pitch"] = sign * int(slots[name])


def _with_file(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    _source(match, around, refs)


def _documents(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    _source(match, around, refs, many=True)


def _recent(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    refs.update({key: around.recent[key] for key in ("session_id", "task_id") if key in around.recent})


def _session(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    if "session_id" in around.recent:
        refs["session_id"] = around.recent["session_id"]


def _slots(*pairs: tuple[str, str]) -> Callable[[Match, Surroundings, Json, Json], None]:
    """Return what copies slots to options: (slot, option) pairs."""
    def fill(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
        options.update({option: match.slots[slot] for slot, option in pairs if slot in match.slots})
    return fill


def _fields(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    options["fields"] = {str(match.slots["field"]): str(match.slots["value"])}


def _setting(match: Match, around: Surroundings, refs: Json, options: Json) -> None:
    slots = match.slots
    for slot, key in (("theme", "appearance.theme"), ("language", "appearance.language")):
        if slot in slots:
            options.update(key=key, value=slots[slot])
            return
    if "percent" in slots:
        options.update(key="audio.volume", value=int(slots["percent"]))
        return
    options["key"] = str(slots.get("setting", slots.get("anysetting", "")))
    value = slots.get("value", slots.get("state"))
    if value is not None:
        options["value"] = value


_SAVE: Final = _slots(("text", "text"), ("scope", "scope"))
_RVC: Final = "rvc_worker"
_VOICE: Final = "voice_worker"

ROUTES: Final[Mapping[str, Route]] = MappingProxyType({
    "rvc.convert": Route(_RVC, "convert_audio_with_rvc", {"action": "convert"}, _convert),
    "rvc.status": Route(_RVC, "prepare_rvc_source", {"action": "session_status"}, _recent),
    "rvc.presets": Route(_RVC, "prepare_rvc_source", {"action": "session_status"}),
    "rvc.cancel": Route(_RVC, "cancel_rvc_task", {"action": "cancel"}, _recent),
    "rvc.separate": Route(_RVC, "prepare_rvc_source", {"action": "prepare_and_separate"}, _with_file),
    "rvc.mix": Route(_RVC, "mix_rvc_instrumental", {}, _session),
    "memory.save": Route("memory_worker", "save_memory", {"operation": "save", "scope": "persona"}, _SAVE),
    "memory.forget": Route("memory_worker", "save_memory", {"operation": "delete", "scope": "persona"}, _SAVE),
    "memory.recall": Route("memory_worker", "recall_memory", {"operation": "recall", "scope": "persona"},
                            _slots(("query", "query"), ("scope", "scope"))),
    "profile.rename": Route("profile_worker", "update_profile", {"operation": "rename"}, _slots(("name", "name"))),
    "profile.update": Route("profile_worker", "update_profile", {"operation": "update"}, _fields),
    "profile.export": Route("profile_worker", "update_profile", {"operation": "export", "format": "markdown"},
                             _slots(("format", "format"))),
    "knowledge.search": Route("knowledge_worker", "search_knowledge", {}, _slots(("query", "query"))),
    "knowledge.web": Route("knowledge_worker", "search_web", {}, _slots(("query", "query"))),
    "knowledge.table": Route("knowledge_worker", "query_structured_data", {}, _slots(("query", "question"))),
    "knowledge.tables": Route("knowledge_worker", "query_structured_data", {"question": "list the tables"}),
    "document.import": Route("document_worker", "ingest_document", {"operation": "attachment"}, _documents),
    "document.import_url": Route("document_worker", "ingest_document", {"operation": "url"}, _slots(("url", "url"))),
    "document.list": Route("document_worker", "manage_document", {"operation": "list"}),
    "document.delete": Route("document_worker", "manage_document", {"operation": "delete"},
                              _slots(("document", "document_id"))),
    "voice.status": Route(_VOICE, "voice_status", {"operation": "system"}),
    "voice.engine": Route(_VOICE, "voice_status", {"operation": "engine_control"}, _slots(("control", "control"))),
    "voice.list": Route(_VOICE, "voice_asset", {"operation": "list"}),
    "voice.binding": Route(_VOICE, "voice_asset", {"operation": "binding"}),
    "voice.speak": Route(_VOICE, "voice_synthesize", {"action": "synthesize"}, _slots(("text", "text"))),
    "voice.transcribe": Route(_VOICE, "voice_transcribe", {"action": "transcribe"}, _with_file),
    "voice.train": Route(_VOICE, "voice_training", {"action": "train"}),
    "voice.training_status": Route(_VOICE, "voice_status", {"operation": "training"}),
    "voice.clone": Route(_VOICE, "voice_clone", {"action": "analyze"}, _with_file),
    "live2d.list": Route("live2d_worker", "manage_live2d", {"operation": "list"}),
    "live2d.open": Route("live2d_worker", "manage_live2d", {"operation": "open_directory"}),
    "live2d.vts": Route("live2d_worker", "manage_live2d", {"operation": "vts"}),
    "config.list": Route("config_worker", "update_config", {"operation": "list"}),
    "config.detail": Route("config_worker", "update_config", {"operation": "detail"}, _setting),
    "config.change": Route("config_worker", "update_config", {"operation": "change"}, _setting),
    "resource.status": Route("config_worker", "resource_status", {}, _slots(("resource", "resource_id"))),
    "resource.install": Route("config_worker", "resource_install", {"operation": "install"},
                               _slots(("resource", "resource_id"), ("operation", "operation"))),
})


@cache
def shared_reader() -> IntentReader:
    """Return the reader of the shipped sentences; it keeps nothing of what it reads."""
    settings = SettingWords(SECTIONS)
    return IntentReader(TemplateBook(settings.lists), settings)


def intent_hints(text: str, language: str, voices: Sequence[tuple[str, str]] = ()) -> list[Json]:
    """Return what ``text`` may want, as ``{worker, task_type, input_refs, options}``, for a real model; blocking."""
    return shared_reader().hints(text, replace(Surroundings(), language=language, voices=voices))
