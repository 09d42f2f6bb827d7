"""What a conversion of the chat has made becomes a file of the answer that started it, also when it ends later."""

from __future__ import annotations

import logging

from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.data.names import path_to_db
from characoid_desktop.features.rvc.job import KIND
from characoid_desktop.features.rvc.models import ItemResult
from characoid_desktop.jobs.models import Job, JobState

CATCH_UP = 200  # conversions of the last life that are looked at when the app starts
_log = logging.getLogger(__name__)

# From a conversion up to the one that a turn began (it may have been tried again), and on to that turn's answer.
_ANSWERS = """
WITH RECURSIVE up (job_id, id) AS (
    SELECT id, id FROM (SELECT id FROM jobs WHERE kind = :kind AND state = 'completed'
                        AND (:job IS NULL OR id = :job) ORDER BY seq DESC LIMIT :limit)
    UNION
    SELECT up.job_id, jobs.retry_of FROM up JOIN jobs ON jobs.id = up.id WHERE jobs.retry_of IS NOT NULL)
SELECT DISTINCT up.job_id, runs.answer_id FROM up
JOIN effects ON effects.tool IN ('convert_audio_with_rvc', 'mix_rvc_instrumental') AND effects.state = 'done'
    AND json_extract(effects.outcome, '$.payload.task_id') = up.id
JOIN runs ON runs.id = effects.run_id
"""
_THERE = """
SELECT 1 FROM message_attachments JOIN attachments ON attachments.id = message_attachments.attachment_id
WHERE message_attachments.message_id = ? AND attachments.path = ?
"""


class ChatResults:
    """Follows the jobs from :meth:`start` on, and catches up with those whose end was not followed."""

    def __init__(self, database: Database, tools: ToolServices) -> None:
        self._database = database
        self._jobs = tools.jobs
        self._conversations = tools.conversations
        self._attachments = tools.attachments
        self._scope = TaskScope("chat results")
        self._disconnect = tools.jobs.changed.connect(self._job_changed)

    def start(self) -> None:
        """Look in the background."""
        self._scope.start(self._attach(None), name="catch up")

    async def aclose(self) -> None:
        self._disconnect()
        await self._scope.aclose()

    def _job_changed(self, job: Job) -> None:
        if job.kind == KIND and job.state is JobState.COMPLETED:
            self._scope.start(self._attach(job.id), name="attach")

    async def _attach(self, job_id: str | None) -> None:
        """Attach what one job has made, or what the last ones have made and no answer has yet."""
        try:
            rows = await self._database.read_all(
                _ANSWERS, {"kind": KIND, "job": job_id, "limit": CATCH_UP})
            for row in rows:
                job = await self._jobs.get(str(row["job_id"]))
                if job is not None:
                    await self._attach_one(job, str(row["answer_id"]))
        except AppError as error:
            _log.info("the result of a conversion was not attached: %s", error)

    async def _attach_one(self, job: Job, answer_id: str) -> None:
        try:
            path = ItemResult.from_value(job.result or {}).path
        except KeyError:
            return
        if await self._database.read_one(_THERE, (answer_id, path_to_db(path))) is not None:
            return
        try:
            async with self._database.transaction() as tx:
                made = await self._attachments.reference_once(path, tx)
                await self._conversations.attach_made(answer_id, made.id, tx=tx)
        except AppError as error:  # the user has moved or deleted it, or the conversation
            _log.info("a result stays where it is: %s", error)


