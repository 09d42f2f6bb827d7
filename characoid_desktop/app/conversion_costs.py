"""What a conversion that the character wants to begin will cost, said before it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from characoid_desktop.agents.confirmation_policy import Cost
from characoid_desktop.agents.tools.rvc_facts import length, library_voice_of, minutes, voice_of
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.rvc.choices import default_choice
from characoid_desktop.features.rvc.models import Choice, SessionItem
from characoid_desktop.features.rvc.parameters import Separation, VoiceUse
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.rvc.stages import Stage
from characoid_desktop.settings.sections.conversion import ConversionSection
from characoid_desktop.settings.store import SettingsStore

_FILES = ("attachment_id", "source_file_id", "audio_file_id", "input_file_id", "file_id")
_SESSIONS = ("session_id", "rvc_session_id")


class ConversionCosts:
    """Implements confirmation_policy.Costs: length of the sound, estimated time, voice."""

    def __init__(self, rvc: RvcSessionService, attachments: AttachmentService, settings: SettingsStore) -> None:
        self._rvc = rvc
        self._attachments = attachments
        self._settings = settings

    async def __call__(self, request: Mapping[str, Any]) -> Cost:
        refs = cast("Mapping[str, Any]", request.get("input_refs") or {})
        task = str(request.get("task_type"))
        voice = self._voice(str(refs.get("model_id") or ""))
        item = self._item(refs)
        sound_s = await self._length(item, refs)
        if sound_s <= 0:
            return Cost(voice=voice)
        until = Stage.SEPARATE if task in ("prepare_rvc_source", "separate_rvc_vocals") else Stage.MIX
        choice = self._choice(item, str(refs.get("model_id") or ""), until)
        done = tuple(self._rvc.stages(item.id)) if item is not None and task == "mix_rvc_instrumental" else ()
        cost = self._rvc.estimate_for(sound_s, choice, until=until, done=done)
        return Cost(Text.literal(length(sound_s)), minutes(cost.seconds), voice)

    def _voice(self, model_id: str) -> Text | None:
        preset, voice = voice_of(model_id), library_voice_of(model_id, self._rvc.library)
        if preset is not None:
            return preset.label
        return None if voice is None else Text.literal(voice.name)

    def _choice(self, item: SessionItem | None, model_id: str, until: Stage) -> Choice:
        choice = item.choice if item is not None else default_choice(self._settings.get(ConversionSection))
        voice = library_voice_of(model_id, self._rvc.library)
        if voice is None and until is Stage.MIX:
            return choice
        use = VoiceUse(voice.id) if voice is not None else choice.voice
        return Choice(choice.preset_id, choice.effect, choice.format, use, choice.separation or Separation(),
                      choice.mixing)

    def _item(self, refs: Mapping[str, Any]) -> SessionItem | None:
        ids = {str(refs[key]) for key in _FILES if refs.get(key)}
        sessions = {str(refs[key]) for key in _SESSIONS if refs.get(key)}
        for item in reversed(self._rvc.items):
            if item.attachment_id in ids or (not ids and item.session_id in sessions):
                return item
        return None

    async def _length(self, item: SessionItem | None, refs: Mapping[str, Any]) -> float:
        """Return the seconds of the sound, looked at now where that was never done; 0 when it cannot be known."""
        if item is not None:
            item = await self._rvc.look(item.id)
            return item.facts.duration_s if item.facts is not None else 0.0
        for key in _FILES:
            attachment = await self._attachments.get(str(refs[key])) if refs.get(key) else None
            if attachment is not None:
                return (await self._rvc.facts_of(attachment)).duration_s
        return 0.0
