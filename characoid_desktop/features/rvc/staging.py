"""What is known of the stages of all items: their files for listening, their measured speeds, and what is swept."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.features.rvc.models import SessionItem, number
from characoid_desktop.features.rvc.orders import Order
from characoid_desktop.features.rvc.rates import Rates
from characoid_desktop.features.rvc.stages import STAGE_OF, Done, Stage, StageFolder, Track, sweep
from characoid_desktop.jobs.repository import to_json

ROOM_BYTES = 20_000_000_000  # of all stage files together; those of an item that is being made are never counted out
KEPT_ROWS = 2_000
LEARNT_ROWS = 400  # the newest say how fast this machine is
_log = logging.getLogger(__name__)


class Staging:
    """``changed`` fires with the id of an item whose tracks are other ones now."""

    def __init__(
        self, database: Database, root: Path, rates: Rates, scope: TaskScope, clock: Clock, changed: Event[str],
        room: Callable[[], int],
    ) -> None:
        self._database = database
        self._root = root
        self._rates = rates
        self._scope = scope
        self._clock = clock
        self._changed = changed
        self._room = room
        self._done: dict[str, dict[Stage, Done]] = {}

    async def start(self, items: Sequence[SessionItem]) -> None:
        """Learn the speeds, sweep what is left of items that are gone, and look which stages are there."""
        rows = await self._database.read_all(
            "SELECT kind, stage, sound_ms, took_ms FROM rvc_stages ORDER BY seq DESC LIMIT ?", (LEARNT_ROWS,))
        for row in reversed(rows):
            self._rates.learn(str(row["kind"]), Stage(row["stage"]), row["took_ms"] / 1000, row["sound_ms"] / 1000)
        await self.sweep(items)
        found = await asyncio.get_running_loop().run_in_executor(None, self._look, [item.id for item in items])
        self._done |= found

    def _look(self, ids: Iterable[str]) -> dict[str, dict[Stage, Done]]:
        try:
            there = {entry.name for entry in self._root.iterdir()}
        except OSError:
            return {}
        return {id: done for id in ids if id in there and (done := StageFolder(self._root, id).done())}

    async def sweep(self, items: Sequence[SessionItem]) -> None:
        """Remove the stage files of items that are gone, and the oldest ones beyond the room for all of them."""
        alive = {item.id: item.state.is_active for item in items}
        removed = await asyncio.get_running_loop().run_in_executor(None, sweep, self._root, alive, self._room())
        for id in removed:
            if self._done.pop(id, None) is not None:
                self._changed.emit(id)

    def finished(self, item_id: str, done: Done, order: Order, sound_s: float) -> None:
        """Take in a stage that was computed now."""
        stages = list(Stage)
        kept = {stage: one for stage, one in self._done.get(item_id, {}).items()
                if stages.index(stage) < stages.index(done.stage)}
        self._done[item_id] = {**kept, done.stage: done}
        self._changed.emit(item_id)
        self._scope.start(self._store(item_id, done, order, sound_s), name="stage")

    async def _store(self, item_id: str, done: Done, order: Order, sound_s: float) -> None:
        about = {name: value for name, value in order.about.items() if name not in ("params", "mixing")}
        row = (
            uuid.uuid4().hex, item_id, done.stage.value, done.digest, order.kind, *(
                str(value)[:500] for value in (
                    done.value.get("device") or "", about.get("engine", ""), about.get("voice_id", ""),
                    about.get("voice", ""), about.get("version", ""), about.get("index", ""),
                    about.get("f0_method", ""), about.get("credit", ""), about.get("separation", ""),
                    about.get("separation_model", ""))),
            round(sound_s * 1000), max(1, round(done.seconds * 1000)), *(  # less than 1 ms would count as not measured
                int(number(done.value.get(name), 0, 2**53)) for name in ("rate", "channels", "frames")),
            to_json(done.files), to_json(order.params), to_json(done.value), self._clock.now().isoformat())
        try:
            async with self._database.transaction() as tx:
                await tx.execute(
                    "INSERT INTO rvc_stages (id, item_id, stage, digest, kind, device, engine, voice_id, voice_name,"
                    " voice_version, index_name, f0_method, credit, method, model, sound_ms, took_ms, rate, channels,"
                    " frames, files, params, value, created_at)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                await tx.execute("DELETE FROM rvc_stages WHERE seq <= (SELECT max(seq) FROM rvc_stages) - ?",
                                 (KEPT_ROWS,))
        except AppError as error:  # the manifest says what is done; the speed is measured again
            _log.info("a stage was not noted: %s", error.detail or error)

    def of(self, item_id: str) -> Mapping[Stage, Done]:
        """Return the finished stages of an item."""
        return self._done.get(item_id, {})

    def track(self, item_id: str, track: Track) -> tuple[Path, Done] | None:
        """Return the file of a track and the stage that made it; None while it is not there."""
        done = self.of(item_id).get(STAGE_OF[track])
        if done is None or track.value not in done.files:
            return None
        return StageFolder(self._root, item_id).path(done, track), done

    def drop(self, item_ids: Iterable[str]) -> None:
        """Forget items, and remove their stage files soon."""
        gone = [id for id in item_ids if self._done.pop(id, None) is not None or (self._root / id).exists()]

        def remove() -> None:
            for id in gone:
                StageFolder(self._root, id).remove()

        if gone:
            self._scope.start(self._in_thread(remove), name="remove stages")

    async def _in_thread(self, work: Callable[[], Any]) -> None:
        await asyncio.get_running_loop().run_in_executor(None, work)
