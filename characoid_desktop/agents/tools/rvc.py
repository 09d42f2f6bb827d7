"""Tools of the RVC worker: a second door to the list of the RVC panel, over the built-in engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from pydantic import model_validator

from characoid_desktop.agents.contracts import ToolSpec
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
from characoid_desktop.agents.tools.building import missing, spec, unit_of
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.rvc_facts import file_fact, length, model_id, task_fact, voice_of, voices
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Transaction
from characoid_desktop.engines.contracts import EngineState, EngineUnavailable
from characoid_desktop.features.attachments.models import FileState
from characoid_desktop.features.rvc.choices import choice_of, default_choice, place_of, preset_label
from characoid_desktop.features.rvc.job import KIND
from characoid_desktop.features.rvc.looking import not_there
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.features.rvc.presets import Preset
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat

MAX_FILES = 40  # of a session, in one answer
_SEPARATION = Text.of("Separating voice and music")
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


class Mix(SessionArguments):
    vocal_gain_db: Decibels | None = None
    instrumental_gain_db: Decibels | None = None
    format: AudioFormat | None = None


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
        usable = self._services.rvc.engine_state is not EngineState.FAILED
        text = (Text.of("Voices can be converted. {running} running, {waiting} waiting.", running=running,
                        waiting=waiting)
                if usable else Text.of("The engine that converts voices has stopped."))
        return answer("completed", text, evidence=[{
            "kind": "rvc_status", "usable": usable, "engine": self._services.rvc.engine_state.value,
            "running": running, "waiting": waiting}])

    async def list_rvc_models(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """List the voices that audio can be converted to, with their model_id."""
        found = voices()
        lines = "\n".join(f"- {one['model_id']}: {one['name']} - {one['help']}" for one in found)
        return answer("completed", Text.count("{n} voice:\n{lines}", "{n} voices:\n{lines}", len(found),
                                              lines=lines), evidence=found)

    async def validate_rvc_model(self, ctx: ToolContext, args: ValidateModel) -> Payload:
        """Say whether a voice can be used, and get its engine ready."""
        voice = _voice(args)
        if voice is None:
            return negative("rejected", "rejected", _no_voice(args), model_id=args.model_id)
        await self._services.rvc.wake_engine()
        return answer("ok", Text.of("The voice “{name}” can be used.", name=voice.label), model_id=model_id(voice),
                      evidence=[{"kind": "voice", "model_id": model_id(voice), "name": english(voice.label)}])

    # --- conversions ----------------------------------------------------------------------------

    async def convert_audio_with_rvc(self, ctx: ToolContext, args: Convert) -> Payload:
        """Convert a file to another voice. The work goes on by itself; returns its task_id at once."""
        voice, rvc = _voice(args), self._services.rvc
        if voice is None:
            raise RvcRejected(_no_voice(args), safe=_UNCHANGED)
        if rvc.engine_state is EngineState.FAILED:
            raise EngineUnavailable(Text.of("The engine that converts voices has stopped."), safe=_UNCHANGED)
        item = await self._source(ctx, args, unit_of(ctx))
        if item.state.is_active:
            text = Text.of("“{name}” is being converted already.", name=item.name)
            return answer("accepted", text, task_id=item.job_id, session_id=item.session_id,
                          evidence=[file_fact(item)])
        section = self._services.settings.get(ConversionSection)
        choice = choice_of(voice.id, OutputFormat(args.format or section.format), keep_loudness=section.keep_loudness,
                           pitch=voice.pitch + args.pitch if args.pitch else None)
        job = await rvc.convert_one(replace(item, choice=choice), place_of(section), preset_label, unit_of(ctx))
        text = Text.of("“{name}” is being converted to the voice “{voice}”.", name=item.name, voice=voice.label)
        return answer("accepted", text, task_id=job.id, session_id=item.session_id, model_id=model_id(voice),
                      evidence=[task_fact(job, item)])

    async def get_rvc_task_status(self, ctx: ToolContext, args: TaskArguments) -> Payload:
        """Say how far a conversion is."""
        item = self._file_of(ctx, args)
        job = await self._job(args.task_id or item.job_id)
        text = Text(_TASK_WORDS[job.state].source, {"name": item.name})
        more: dict[str, Any] = {}
        if job.error is not None:
            text = Text.of("{what} {why}", what=text, why=job.error.sentence)
            more["error"] = {"code": job.error.code, "sentence": job.error.sentence.to_json(),
                             "safe": job.error.safe.to_json() if job.error.safe else None, "action": None}
        return answer(_TASK_STATUS[job.state], text, task_id=job.id, session_id=item.session_id,
                      evidence=[task_fact(job, item)], **more)

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
        missing("separate_rvc_vocals", "Separate voice and music of a file of the session.", PrepareSource,
                Text.of("Separating voice and music"), _SEPARATION, effect=Effect.OUTSIDE),
        spec(own.get_rvc_session, SessionArguments, Text.of("Looking at the session")),
        missing("mix_rvc_instrumental", "Mix the converted voice with the music of its session.", Mix,
                Text.of("Mixing voice and music"), _SEPARATION, effect=Effect.OUTSIDE),
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


def _voice(args: ValidateModel) -> Preset | None:
    return None if args.index_id is not None else voice_of(args.model_id)


def _no_voice(args: ValidateModel) -> Text:
    if args.index_id is not None and voice_of(args.model_id) is not None:
        return Text.of("This voice takes no index.")
    return Text.of("There is no voice “{name}”.", name=args.model_id)


def _no_task() -> RvcNotFound:
    return RvcNotFound(Text.of("There is no such conversion."), safe=_UNCHANGED)
