"""``ask``: one turn with a character without a window, over the same services, and the conversions it started.

Not beside an open window: both would write the same conversation.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.agents.runtime.events import AgentEvent, ApprovalNeeded, Artifact, Card, InputNeeded, RunEnded
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.app.language import resolve
from characoid_desktop.cli.ask_report import AskReport
from characoid_desktop.cli.home import locked
from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.home import prepare_home
from characoid_desktop.features.personas.naming import meant
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.settings.sections.appearance import AppearanceSection

if TYPE_CHECKING:
    from characoid_desktop.app.container import Container
    from characoid_desktop.features.conversations.models import Conversation
    from characoid_desktop.features.personas.models import Persona

EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INPUT = 3
EXIT_APPROVAL = 4
EXIT_IN_USE = 5
EXIT_CANCELLED = 130
STDIN_LIMIT = 200_000  # characters
STATES = {RunState.COMPLETED: 0, RunState.WAITING_INPUT: EXIT_INPUT, RunState.WAITING_APPROVAL: EXIT_APPROVAL,
          RunState.CANCELLED: EXIT_CANCELLED}


def _no_ids() -> list[str]:
    return []


@dataclass
class _Outcome:
    """What a turn came to. ``jobs`` are conversions that it started, ``made`` attachments that it made."""

    state: str = ""
    error: Mapping[str, Any] | None = None
    approval_ids: Sequence[str] = ()
    form: Mapping[str, Any] | None = None
    jobs: list[str] = field(default_factory=_no_ids)
    made: list[str] = field(default_factory=_no_ids)

    def note(self, event: AgentEvent) -> None:
        match event:
            case RunEnded():
                self.state, self.error = event.state, event.error
            case ApprovalNeeded():
                self.approval_ids = event.approval_ids
            case InputNeeded():
                self.form = event.form
            case Card():
                self.jobs += [id for id in _jobs_of(event.result) if id not in self.jobs]
            case Artifact():
                id = event.artifact.get("attachment_id")
                self.made += [id] if isinstance(id, str) else []
            case _:
                pass


async def run_ask(arguments: argparse.Namespace, logs: Logs) -> int:
    """Run one turn and return the exit code: 0, 1 failed, 2 wrong words, 3 something is missing, 4 a confirmation is
    needed, 5 a window is open."""
    report = AskReport(arguments.json)
    try:
        text = await _text(arguments.text)
        paths = AppPaths.locate()
        await asyncio.to_thread(prepare_home, paths)
        lock = locked(paths)
    except AppError as error:
        report.failed(error)
        return EXIT_USAGE if error.code == "usage" else EXIT_FAILED
    if lock is None:
        report.failed(AppError(
            Text.of("CHARACOID is open already. Ask in its window, or close it first."), code="in_use",
            safe=Text.of("Nothing was sent.")))
        return EXIT_IN_USE
    try:
        return await _in_home(paths, text, arguments, logs, report)
    finally:
        lock.release()


async def _in_home(paths: AppPaths, text: str, arguments: argparse.Namespace, logs: Logs, report: AskReport) -> int:
    from characoid_desktop.app.container import Container

    try:
        container = await Container.build(paths, SystemClock(), logs)
    except AppError as error:
        report.failed(error)
        return EXIT_FAILED
    try:
        return await _Ask(container, arguments, report).run(text)
    except AppError as error:
        report.failed(error)
        return EXIT_FAILED
    finally:
        await container.shutdown.run()


class _Ask:
    def __init__(self, container: Container, arguments: argparse.Namespace, report: AskReport) -> None:
        self._container = container
        self._arguments = arguments
        self._report = report

    async def run(self, text: str) -> int:
        """Ask, wait for what was started, and return the exit code; raises AppError before anything was sent."""
        parts = await self._container.agents.start()
        persona, known = await self._who()
        attachments = await self._attachments()
        conversation = known or await self._container.conversations.create(persona.id)
        self._report.conversation(conversation.id)
        outcome = _Outcome()
        language = resolve(self._container.settings.get(AppearanceSection).language.value).value
        query = Query(persona.id, conversation.id, text, attachments, opening=persona.greeting(language))
        async with aclosing(parts.service.stream_query(query)) as events:
            async for event in events:
                outcome.note(event)
                self._report.event(event)
        self._report.finish_line()
        self._report.sources()
        await self._name_files(outcome.made)
        code = await self._say_end(outcome, conversation.id)
        return max(code, await self._conversions(outcome.jobs))

    async def _who(self) -> tuple[Persona, Conversation | None]:
        """Return the character and the conversation that were named; the current one and None without names."""
        personas, named = self._container.personas, self._arguments.persona
        conversation = None
        if self._arguments.conversation:
            conversation = await self._container.conversations.get(clean(self._arguments.conversation))
            if conversation is None:
                raise AppError(Text.of("There is no such conversation."), safe=Text.of("Nothing was sent."))
        if named is not None:
            persona = meant(personas.all, str(named))
        else:
            persona = personas.get(conversation.persona_id) if conversation is not None else personas.current
        if persona is None:
            raise AppError(Text.of("The character of this conversation was put away. Bring it back in its window."),
                           safe=Text.of("Nothing was sent."), code="persona_gone")
        if conversation is not None and conversation.persona_id != persona.id:
            raise AppError(Text.of("This conversation does not belong to the character."),
                           safe=Text.of("Nothing was sent."))
        return persona, conversation

    async def _attachments(self) -> tuple[str, ...]:
        paths = [Path(name).absolute() for name in self._arguments.attach]
        return tuple([(await self._container.attachments.reference(path)).id for path in paths])

    async def _name_files(self, ids: Sequence[str]) -> None:
        found = await self._container.attachments.get_many(ids)
        for id in dict.fromkeys(ids):
            if id in found:
                self._report.artifact(str(found[id].path))

    async def _say_end(self, outcome: _Outcome, conversation_id: str) -> int:
        state = RunState(outcome.state) if outcome.state else RunState.INTERRUPTED
        if state is RunState.WAITING_APPROVAL:
            wanted = set(outcome.approval_ids)
            pending = [one for one in self._container.approvals.pending if one.id in wanted]
            self._report.waits_for_answers(pending, conversation_id)
        elif state is RunState.WAITING_INPUT:
            self._report.waits_for_input(outcome.form or {}, conversation_id)
        elif state in (RunState.FAILED, RunState.INTERRUPTED):
            self._report.failed(outcome.error)
        return STATES.get(state, EXIT_FAILED)

    # --- conversions ----------------------------------------------------------------------------

    async def _conversions(self, ids: Sequence[str]) -> int:
        """Wait for the conversions that were started: they would be stopped with this process."""
        if not ids:
            return 0
        if self._arguments.no_wait:
            self._report.not_waited()
            return 0
        code = 0
        try:
            for id in ids:
                job = await self._over(id)
                if job is None:
                    continue
                if job.state is JobState.COMPLETED:
                    self._report.job_done(job, str((job.result or {}).get("path", "")))
                else:
                    self._report.job_failed(job)
                    code = EXIT_FAILED
        except asyncio.CancelledError:
            await self._container.jobs.cancel_many(ids)
            raise
        return code

    async def _over(self, job_id: str) -> Job | None:
        """Return a job once it is over, showing how far it is; None for one that is not there."""
        news = asyncio.Event()

        def follow(job: Job) -> None:
            if job.id == job_id:
                news.set()
                if not job.state.is_over:
                    self._report.progress(job)

        disconnect = self._container.jobs.changed.connect(follow)
        try:
            while (job := await self._container.jobs.get(job_id)) is not None and not job.state.is_over:
                await news.wait()
                news.clear()
            return job
        finally:
            disconnect()


async def _text(given: str) -> str:
    """Return what is to be asked, of stdin for "-"; raises AppError when there is nothing."""
    text = await asyncio.to_thread(sys.stdin.read, STDIN_LIMIT + 1) if given == "-" else given
    if len(text) > STDIN_LIMIT:
        raise AppError(Text.of("The text is longer than {n} characters.", n=STDIN_LIMIT), code="usage")
    if not text.strip():
        raise AppError(Text.of("There is nothing to send."), code="usage")
    return text.strip()


def _jobs_of(result: Mapping[str, Any]) -> list[str]:
    """Return the jobs in a worker's result."""
    artifacts: object = result.get("artifacts")
    found = cast("Sequence[Any]", artifacts) if isinstance(artifacts, (list, tuple)) else ()
    objects = [cast("Mapping[str, Any]", one) for one in found if isinstance(one, Mapping)]
    return [str(one["job_id"]) for one in objects if one.get("kind") == "job" and one.get("job_id")]
