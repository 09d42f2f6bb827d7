"""Tools of the RVC worker: a second door to the list of the RVC panel, with built-in and library voices."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from pydantic import model_validator

from characoid_desktop.agents.contracts import ToolSpec, resolve_error_fields
from characoid_desktop.agents.tools.answers import answer, english, negative
from characoid_desktop.agents.tools.arguments import (
    AttachmentArguments,
    AudioFormat,
    Decibels,
    Id,
    Semitones,
    SessionArguments,
    TaskArguments,
)
from characoid_desktop.agents.tools.building import spec, unit_of
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.rvc_facts import (
    INDEX,
    NO_INDEX,
    file_fact,
    length,
    library_voice_fact,
    library_voice_of,
    minutes,
    model_id,
    task_fact,
    voice_of,
    voices,
)
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Transaction
from characoid_desktop.engines.contracts import EngineState, EngineUnavailable
from characoid_desktop.features.attachments.models import FileState
from characoid_desktop.features.rvc.choices import choice_of, default_choice, place_of, preset_label
from characoid_desktop.features.rvc.job import KIND, makes_a_file
from characoid_desktop.features.rvc.looking import not_there
from characoid_desktop.features.rvc.models import Choice, ItemState, SessionItem
from characoid_desktop.features.rvc.parameters import Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.presets import CUSTOM_PRESET, Preset
from characoid_desktop.features.rvc.stages import Stage
from characoid_desktop.features.rvc.voices_port import VoiceFiles
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat

MAX_FILES = 40  # of a session, in one answer
MAX_VOICES = 50
MIX_WAIT_S = 20.0  # a mix is quick: its end is waited for, so that its result can be registered in the same turn
_UNCHANGED = Text.of("Nothing was changed.")

_TASK_STATUS = {
    JobState.QUEUED: "queued", JobState.RUNNING: "running", JobState.COMPLETED: "completed",
    JobState.FAILED: "failed", JobState.CANCELLED: "completed", JobState.INTERRUPTED: "completed",  # known and over
}
_TASK_WORDS = {
    JobState.QUEUED: Text.of("The conversion of “{name}” waits for its turn."),
    JobState.RUNNING: Text.of("“{name}” is being converted."),
    JobState.COMPLETED: Text.of("“{name}” is converted."),
    JobState.FAILED: Text.of("The conversion of “{name}” failed."),
    JobState.CANCELLED: Text.of("The conversion of “{name}” was cancelled."),
    JobState.INTERRUPTED: Text.of("The conversion of “{name}” was interrupted."),
}


class AttachFile(SessionArguments, AttachmentArguments):
    pass


class PrepareSource(SessionArguments):
    """A file of the session; without attachment_id the one that was added last."""

    attachment_id: Id | None = None


class ValidateModel(Arguments):
    model_id: Id
    index_id: Id | None = None


class Convert(ValidateModel):
    """``pitch``: semitones added to the voice's own key; 0 or nothing leaves it."""

    session_id: Id | None = None
    attachment_id: Id | None = None
    pitch: Semitones | None = None
    format: AudioFormat | None = None

    @model_validator(mode="after")
    def _some_file(self) -> Convert:
        if self.session_id is None and self.attachment_id is None:
            raise ValueError("session_id or attachment_id is needed")
        return self


@dataclass(frozen=True, slots=True)
class AudioChoice:
    """``pitch`` in semitones on top of the voice's own key."""

    pitch: float | None = None
    format: OutputFormat = OutputFormat.WAV
    keep_loudness: bool = True


class Mix(SessionArguments):
    vocal_gain_db: Decibels | None = None
    instrumental_gain_db: Decibels | None = None
    format: AudioFormat | None = None


@dataclass(frozen=True, slots=True)
class Voice:
    """What a model id stands for: a built-in voice or one of the library (with or without its index)."""

    id: str
    name: Text
    preset: Preset | None = None
    library: VoiceFiles | None = None
    use_index: bool = True


_APART_WORDS = {
    JobState.QUEUED: Text.of("“{name}” waits to be taken apart."),
    JobState.RUNNING: Text.of("Voice and music of “{name}” are being taken apart."),
    JobState.COMPLETED: Text.of("Voice and music of “{name}” are apart."),
    JobState.FAILED: Text.of("Voice and music of “{name}” could not be taken apart."),
    JobState.CANCELLED: Text.of("Taking “{name}” apart was cancelled."),
    JobState.INTERRUPTED: Text.of("Taking “{name}” apart was interrupted."),
}


class RvcNotFound(AppError):
    code = "not_found"


class RvcRejected(AppError):
    code = "rejected"


class RvcTools:
    """Every conversation has a session of its own; a persona reaches only the sessions of its conversations."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    # --- sessions and files ---------------------------------------------------------------------

    async def create_rvc_session(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """Open the voice conversion session of this conversation and return its session_id."""
        name = session_name(ctx.persona_id, ctx.conversation_id)
        session_id = await self._services.rvc.open_session(name, unit_of(ctx))
        return answer("completed", Text.of("The session is open."), session_id=session_id,
                      evidence=[{"kind": "rvc_session", "session_id": session_id}])

    async def attach_file_to_rvc_session(self, ctx: ToolContext, args: AttachFile) -> Payload:
        """Put an attached audio file into a voice conversion session."""
        item = await self._take(ctx, self._own(ctx, args.session_id), args.attachment_id, unit_of(ctx))
        return answer("completed", Text.of("“{name}” is in the session.", name=item.name),
                      session_id=args.session_id, attachment_id=item.attachment_id, evidence=[file_fact(item)])

    async def prepare_rvc_source(self, ctx: ToolContext, args: PrepareSource) -> Payload:
        """Look at a file of the session: whether it can be read, its length, rate and channels."""
        item = await self._services.rvc.look(self._file(ctx, args.session_id, args.attachment_id).id)
        facts = item.facts
        assert facts is not None
        text = Text.of("“{name}”: {length}, {rate} Hz, {channels} channels.", name=item.name,
                       length=length(facts.duration_s), rate=facts.rate, channels=facts.channels)
        return answer("completed", text, session_id=args.session_id, attachment_id=item.attachment_id,
                      evidence=[file_fact(item)])

    async def get_rvc_session(self, ctx: ToolContext, args: SessionArguments) -> Payload:
        """Say which files are in a voice conversion session and how far each is."""
        items = self._services.rvc.items_of(self._own(ctx, args.session_id))
        lines = "\n".join(f"- {item.name}: {item.state.value}" for item in items[-MAX_FILES:])
        text = Text.count("{n} file:\n{lines}", "{n} files:\n{lines}", len(items), lines=lines)
        return answer("completed", text if items else Text.of("The session has no files yet."),
                      session_id=args.session_id, evidence=[file_fact(item) for item in items[-MAX_FILES:]])

    async def register_rvc_result_attachment(self, ctx: ToolContext, args: TaskArguments) -> Payload:
        """Make the finished result of a conversion an attachment of the conversation."""
        item = self._file_of(ctx, args)
        if item.state.is_active:
            text = Text.of("“{name}” is not finished yet; its result comes into the chat by itself.", name=item.name)
            return answer("accepted", text, task_id=item.job_id, session_id=item.session_id,
                          evidence=[file_fact(item)])
        if item.result is None or item.state is not ItemState.DONE:
            raise RvcNotFound(Text.of("“{name}” has no finished result.", name=item.name), safe=_UNCHANGED)
        made = await self._services.attachments.reference_once(item.result.path, unit_of(ctx))
        return answer("completed", Text.of("The result is “{name}”.", name=made.name), session_id=item.session_id,
                      artifacts=[{"kind": "audio", "attachment_id": made.id, "name": made.name}])

    # --- voices and the engine ------------------------------------------------------------------

    async def get_rvc_status(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """Say whether voices can be converted now, and how many conversions run and wait."""
        states = [item.state for item in self._services.rvc.items]
        running, waiting = states.count(ItemState.RUNNING), states.count(ItemState.QUEUED)
        rvc = self._services.rvc
        usable = rvc.engine_state is not EngineState.FAILED
        text = (Text.of("Voices can be converted. {running} running, {waiting} waiting.", running=running,
                        waiting=waiting)
                if usable else Text.of("The engine that converts voices has stopped."))
        return answer("completed", text, evidence=[{
            "kind": "rvc_status", "usable": usable, "engine": self._services.rvc.engine_state.value,
            "running": running, "waiting": waiting, "paused": rvc.paused,
            "library_voices": len(rvc.library.voices()), "contentvec": rvc.library.assets().contentvec is not None,
            "separation_models": [one.name for one in rvc.library.separators()]}])

    async def list_rvc_models(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """List the voices that audio can be converted to (library and built-in), with their model_id."""
        found = voices(self._services.rvc.library)[:MAX_VOICES]
        lines = "\n".join(f"- {one['model_id']}: {one['name']} - {one['help']}" for one in found)
        return answer("completed", Text.count("{n} voice:\n{lines}", "{n} voices:\n{lines}", len(found),
                                              lines=lines), evidence=found)

    async def validate_rvc_model(self, ctx: ToolContext, args: ValidateModel) -> Payload:
        """Say whether a voice (and its index) can be used, and get its engine ready."""
        voice = self._voice(args)
        if isinstance(voice, Text):
            return negative("rejected", "rejected", voice, model_id=args.model_id)
        if voice.library is not None:
            self._services.rvc.check(self._choice(voice, None, AudioChoice()))
        await self._services.rvc.wake_engine()
        fact = ({"kind": "voice", "model_id": voice.id, "name": english(voice.name)} if voice.library is None
                else library_voice_fact(voice.library))
        more: dict[str, Any] = {} if args.index_id is None else {"index_id": args.index_id}
        return answer("ok", Text.of("The voice “{name}” can be used.", name=voice.name), model_id=voice.id,
                      evidence=[fact], **more)

    # --- conversions ----------------------------------------------------------------------------

    async def separate_rvc_vocals(self, ctx: ToolContext, args: PrepareSource) -> Payload:
        """Separate voice and music of a file of the session. Goes on by itself; returns its task_id at once."""
        item = self._file(ctx, args.session_id, args.attachment_id)
        if item.state.is_active:
            return self._busy(item)
        rvc = self._services.rvc
        if Stage.SEPARATE in rvc.stages(item.id) and item.choice.separation is not None:
            return answer("completed", Text.of("Voice and music of “{name}” are apart already.", name=item.name),
                          evidence=[file_fact(item), *self._tracks(item)], session_id=args.session_id,
                          attachment_id=item.attachment_id)
        self._needs_engine()
        choice = replace(item.choice, separation=item.choice.separation or Separation())
        job = await rvc.separate_one(replace(item, choice=choice), unit_of(ctx))
        text = Text.of("Voice and music of “{name}” are being taken apart: {time}.", name=item.name,
                       time=self._time(item, choice, Stage.SEPARATE))
        return answer("accepted", text, task_id=job.id, session_id=args.session_id, attachment_id=item.attachment_id,
                      evidence=[task_fact(job, item)])

    async def mix_rvc_instrumental(self, ctx: ToolContext, args: Mix) -> Payload:
        """Mix the converted voice with the music of its session, with the gains in dB; returns the finished file."""
        rvc = self._services.rvc
        item = self._converted(ctx, args.session_id)
        if item.state.is_active:
            return self._busy(item)
        mixing = item.choice.mixing
        mixing = replace(
            mixing, vocals_db=mixing.vocals_db if args.vocal_gain_db is None else args.vocal_gain_db,
            instrumental_db=mixing.instrumental_db if args.instrumental_gain_db is None else args.instrumental_gain_db)
        format = OutputFormat(args.format) if args.format else item.choice.format
        await rvc.set_choice([item.id], replace(item.choice, mixing=mixing, format=format))
        section = self._services.settings.get(ConversionSection)
        await rvc.convert([item.id], place_of(section), preset_label)
        item = await self._ended(item.id)
        if item.state.is_active:
            return answer("accepted", Text.of("“{name}” is being mixed.", name=item.name), task_id=item.job_id,
                          session_id=args.session_id, evidence=[file_fact(item)])
        if item.error is not None or item.result is None or item.state is not ItemState.DONE:
            why = item.error.sentence if item.error is not None else Text.of("The mix was stopped.")
            raise RvcRejected(why, safe=item.error.safe if item.error is not None else None,
                              action=rvc.next_step(item.id), code=item.error.code if item.error else "cancelled")
        return answer("completed", Text.of("Voice and music of “{name}” are mixed.", name=item.name),
                      task_id=item.job_id, session_id=args.session_id, evidence=[file_fact(item)])

    async def convert_audio_with_rvc(self, ctx: ToolContext, args: Convert) -> Payload:
        """Convert a file to another voice. Of a song the voice is taken out, converted and put back into its music. The
        work goes on by itself; returns its task_id at once."""
        voice, rvc = self._voice(args), self._services.rvc
        if isinstance(voice, Text):
            raise RvcRejected(voice, safe=_UNCHANGED)
        self._needs_engine()
        section = self._services.settings.get(ConversionSection)
        how = AudioChoice(args.pitch, OutputFormat(args.format or section.format), section.keep_loudness)
        if voice.library is not None:
            rvc.check(self._choice(voice, None, how))
        item = await self._source(ctx, args, unit_of(ctx))
        if item.state.is_active:
            return self._busy(item)
        choice = self._choice(voice, item, how)
        job = await rvc.convert_one(replace(item, choice=choice), place_of(section), preset_label, unit_of(ctx))
        text = Text.of("“{name}” is being converted to the voice “{voice}”.", name=item.name, voice=voice.name)
        if choice.is_staged:
            text = Text.of("{what} It takes {time}.", what=text, time=self._time(item, choice))
        return answer("accepted", text, task_id=job.id, session_id=item.session_id, model_id=voice.id,
                      evidence=[task_fact(job, item)])

    async def get_rvc_task_status(self, ctx: ToolContext, args: TaskArguments) -> Payload:
        """Say how far a conversion is."""
        item = self._file_of(ctx, args)
        job = await self._job(args.task_id or item.job_id)
        words = _TASK_WORDS if makes_a_file(job) else _APART_WORDS
        text = Text(words[job.state].source, {"name": item.name})
        more: dict[str, Any] = {}
        if job.error is not None:
            text = Text.of("{what} {why}", what=text, why=job.error.sentence)
            more["error"] = resolve_error_fields(AppError(
                job.error.sentence, safe=job.error.safe, code=job.error.code,
                action=self._services.rvc.next_step(item.id)))
        return answer(_TASK_STATUS[job.state], text, task_id=job.id, session_id=item.session_id,
                      evidence=[task_fact(job, item), *self._tracks(item)], **more)

    async def cancel_rvc_task(self, ctx: ToolContext, args: TaskArguments) -> Payload:
        """Stop a conversion that waits or runs; nothing of it is left."""
        item = self._file_of(ctx, args)
        job = await self._job(args.task_id or item.job_id)
        if job.state.is_over:
            return negative("not_cancelled", "not_cancelled", Text.of("This conversion is over already."),
                            task_id=job.id, evidence=[task_fact(job, item)])
        await self._services.rvc.cancel(item.id)
        return answer("completed", Text.of("The conversion of “{name}” was cancelled.", name=item.name),
                      task_id=job.id, session_id=item.session_id)

    # --- inside ---------------------------------------------------------------------------------

    def _voice(self, args: ValidateModel) -> Voice | Text:
        """Return the voice that is meant, or why there is none."""
        preset = voice_of(args.model_id)
        if preset is not None:
            return Voice(model_id(preset), preset.label, preset) if args.index_id is None else Text.of(
                "This voice takes no index.")
        found = library_voice_of(args.model_id, self._services.rvc.library)
        if found is None:
            return Text.of("There is no voice “{name}”.", name=args.model_id)
        if args.index_id not in (None, NO_INDEX) and (found.index is None or args.index_id != f"{INDEX}{found.id}"):
            return Text.of("This index does not belong to the voice “{voice}”.", voice=found.name)
        return Voice(args.model_id, Text.literal(found.name), library=found, use_index=args.index_id != NO_INDEX)

    def _choice(self, voice: Voice, item: SessionItem | None, how: AudioChoice) -> Choice:
        """Return what is to be done with ``item``: what was chosen for it before stays where nothing is said of it."""
        before = item.choice if item is not None else None
        if voice.preset is not None:
            choice = choice_of(voice.preset.id, how.format, keep_loudness=how.keep_loudness,
                               pitch=voice.preset.pitch + how.pitch if how.pitch else None)
            return choice if before is None else replace(choice, separation=before.separation, mixing=before.mixing)
        assert voice.library is not None
        params = VoiceParams.from_value(voice.library.defaults)
        pitch = max(-24.0, min(24.0, params.pitch + (how.pitch or 0.0)))
        use = VoiceUse(voice.library.id, replace(params, pitch=pitch), voice.use_index)
        base = before or choice_of(CUSTOM_PRESET, how.format, keep_loudness=how.keep_loudness)
        return replace(base, format=how.format, voice=use, separation=base.separation or Separation())

    def _needs_engine(self) -> None:
        if self._services.rvc.engine_state is EngineState.FAILED:
            raise EngineUnavailable(Text.of("The engine that converts voices has stopped."), safe=_UNCHANGED)

    def _busy(self, item: SessionItem) -> Payload:
        return answer("accepted", Text.of("“{name}” is being converted already.", name=item.name),
                      task_id=item.job_id, session_id=item.session_id, evidence=[file_fact(item)])

    def _converted(self, ctx: ToolContext, session_id: str) -> SessionItem:
        """Return the newest file of a session with a converted voice and its music."""
        items = self._services.rvc.items_of(self._own(ctx, session_id))
        for item in reversed(items):
            done = self._services.rvc.stages(item.id)
            if item.state.is_active or (Stage.CONVERT in done and Stage.SEPARATE in done):
                return item
        raise RvcNotFound(Text.of("There is no converted voice with its music in this session yet. Separate voice and "
                                  "music first, then convert the voice."), safe=_UNCHANGED)

    async def _ended(self, item_id: str) -> SessionItem:
        """Return an item when it rests, or after MIX_WAIT_S as it is then."""
        rvc, moved = self._services.rvc, asyncio.Event()
        disconnect = rvc.changed.connect(lambda item: moved.set() if item.id == item_id else None)
        try:
            async with asyncio.timeout(MIX_WAIT_S):
                while (item := rvc.get(item_id)) is not None and item.state.is_active:
                    moved.clear()
                    await moved.wait()
        except TimeoutError:
            pass
        finally:
            disconnect()
        item = rvc.get(item_id)
        if item is None:
            raise RvcNotFound(Text.of("This file is not in the session."), safe=_UNCHANGED)
        return item

    def _time(self, item: SessionItem, choice: Choice, until: Stage = Stage.MIX) -> Text:
        cost = self._services.rvc.estimate(item.id, choice, until=until)
        return Text.of("some minutes") if cost is None else minutes(cost.seconds)

    def _tracks(self, item: SessionItem) -> list[dict[str, Any]]:
        done = self._services.rvc.stages(item.id)
        return [{"kind": "rvc_stages", "attachment_id": item.attachment_id,
                 "finished": [stage.value for stage in done]}] if done else []

    def _own(self, ctx: ToolContext, session_id: str) -> str:
        """Return a session id of this persona; raises RvcNotFound for any other one."""
        name = self._services.rvc.session_name(session_id)
        if name is None or not name.startswith(_persona_prefix(ctx)):
            raise RvcNotFound(Text.of("There is no such session."), safe=_UNCHANGED)
        return session_id

    def _file(self, ctx: ToolContext, session_id: str, attachment_id: str | None) -> SessionItem:
        items: Sequence[SessionItem] = self._services.rvc.items_of(self._own(ctx, session_id))
        fitting = [item for item in items if attachment_id in (None, item.attachment_id)]
        if not fitting:
            raise RvcNotFound(Text.of("This file is not in the session."), safe=_UNCHANGED)
        return fitting[-1]

    def _file_of(self, ctx: ToolContext, args: TaskArguments) -> SessionItem:
        if args.task_id is None:
            return self._file(ctx, args.session_id or "", None)
        item = self._services.rvc.item_of_job(args.task_id)
        if item is None or not (self._services.rvc.session_name(item.session_id) or "").startswith(
                _persona_prefix(ctx)):
            raise _no_task()
        return item

    async def _source(self, ctx: ToolContext, args: Convert, tx: Transaction) -> SessionItem:
        """The file to convert: one of the session, or an attachment that goes into this conversation's session."""
        if args.session_id is not None:
            session_id = self._own(ctx, args.session_id)
            if args.attachment_id is None:
                return self._file(ctx, session_id, None)
        else:
            session_id = await self._services.rvc.open_session(session_name(ctx.persona_id, ctx.conversation_id), tx)
        return await self._take(ctx, session_id, args.attachment_id or "", tx)

    async def _take(self, ctx: ToolContext, session_id: str, attachment_id: str, tx: Transaction) -> SessionItem:
        attachment = await self._services.attachments.get(attachment_id)
        if attachment is None:
            raise RvcNotFound(Text.of("There is no such file."), safe=_UNCHANGED)
        if await self._services.attachments.state_of(attachment) is FileState.MISSING:
            raise RvcNotFound(not_there(attachment.name), safe=_UNCHANGED)
        # A copy lies in the app's own store: its result goes where the character leaves things for the user.
        origin = self._services.results / PurePath(attachment.name).name if attachment.is_copy else None
        choice = default_choice(self._services.settings.get(ConversionSection))
        return await self._services.rvc.take(attachment, session_id, choice, tx, origin=origin)

    async def _job(self, job_id: str | None) -> Job:
        job = await self._services.jobs.get(job_id) if job_id else None
        if job is None or job.kind != KIND:
            raise _no_task()
        return job


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The 13 tools in canonical order."""
    own = RvcTools(services)
    return (
        spec(own.create_rvc_session, NoArguments, Text.of("Opening a conversion session"), effect=Effect.DATABASE),
        spec(own.attach_file_to_rvc_session, AttachFile, Text.of("Adding the file"), effect=Effect.DATABASE),
        spec(own.prepare_rvc_source, PrepareSource, Text.of("Looking at the file")),
        spec(own.separate_rvc_vocals, PrepareSource, Text.of("Separating voice and music"), effect=Effect.DATABASE),
        spec(own.get_rvc_session, SessionArguments, Text.of("Looking at the session")),
        spec(own.mix_rvc_instrumental, Mix, Text.of("Mixing voice and music"), effect=Effect.OUTSIDE),
        spec(own.register_rvc_result_attachment, TaskArguments, Text.of("Keeping the result"),
             effect=Effect.DATABASE),
        spec(own.get_rvc_status, NoArguments, Text.of("Looking at the voice conversion")),
        spec(own.list_rvc_models, NoArguments, Text.of("Looking at the voices")),
        spec(own.validate_rvc_model, ValidateModel, Text.of("Checking the voice")),
        spec(own.convert_audio_with_rvc, Convert, Text.of("Starting the conversion"), effect=Effect.DATABASE),
        spec(own.get_rvc_task_status, TaskArguments, Text.of("Looking at the conversion")),
        spec(own.cancel_rvc_task, TaskArguments, Text.of("Cancelling the conversion"), effect=Effect.OUTSIDE),
    )


def _persona_prefix(ctx: ToolContext) -> str:
    return f"chat:{ctx.persona_id}:"


def session_name(persona_id: str, conversation_id: str) -> str:
    """Return the name of the session that belongs to a conversation."""
    return f"chat:{persona_id}:{conversation_id}"


def _no_task() -> RvcNotFound:
    return RvcNotFound(Text.of("There is no such conversion."), safe=_UNCHANGED)
