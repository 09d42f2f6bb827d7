"""Making the vectors of passages, beside everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.knowledge.models import Embedder, NewVector
from characoid_desktop.features.knowledge.store import PassageStore

BATCH = 64
REST_S = 60.0  # after a failure, unless there are new passages or another model
TIDY_PAUSE_S = 0.05
_log = logging.getLogger(__name__)


class VectorMaker:
    """Makes vectors of whatever has none, as long as there is an embedding model, in a task of its own.

    ``changed`` fires when ``running``, ``made`` (since the start) or ``trouble`` changed. Passages that are found by
    their words are found all the time; only their vectors come later.
    """

    def __init__(self, store: PassageStore, embedder: Callable[[], Embedder | None], *, rest_s: float = REST_S) -> None:
        self.changed: Event[None] = Event()
        self.running = False
        self.made = 0
        self.trouble: Text | None = None
        self._store = store
        self._embedder = embedder
        self._rest_s = rest_s
        self._scope = TaskScope("vectors of passages")
        self._wanted = asyncio.Event()
        self._disconnect: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Mend the index if it has to be, then work whenever passages come."""
        self._disconnect = self._store.changed.connect(lambda _: self.poke())
        self._scope.start(self._run(), name="run")
        self.poke()

    def poke(self) -> None:
        """Look again now: passages came, or there is another model."""
        self._wanted.set()

    async def aclose(self) -> None:
        self._disconnect()
        await self._scope.aclose()

    async def _run(self) -> None:
        try:
            if mended := await self._store.mend():
                _log.info("%d passages were put into the index again", mended)
        except AppError as error:
            _log.info("the index of passages was not mended: %s", error.detail or error.code)
        while True:
            try:
                async with asyncio.timeout(self._rest_s if self.trouble is not None else None):
                    await self._wanted.wait()
            except TimeoutError:
                pass
            self._wanted.clear()
            await self._all()

    async def _all(self) -> None:
        """Never raises but when cancelled: a failure is kept in ``trouble``."""
        self._say(running=True, trouble=None)
        trouble: Text | None = None
        try:
            embedder = self._embedder()
            if embedder is not None:
                await self._vectors(embedder)
            while await self._store.tidy():
                await asyncio.sleep(TIDY_PAUSE_S)
        except ValueError as error:
            _log.info("an embedding model gave no usable vectors: %s", error)
            trouble = Text.of("The embedding model gave nothing usable.")
        except AppError as error:
            trouble = error.sentence
        finally:
            self._say(running=False, trouble=trouble)

    async def _vectors(self, embedder: Embedder) -> None:
        model, after = embedder.model, 0
        while pending := await self._store.pending_vectors(model, BATCH, after):
            vectors = await embedder.embed([one.text for one in pending])
            if len(vectors) != len(pending):
                raise ValueError("not one vector for each text")
            self.made += await self._store.put_vectors(
                model, [NewVector(one.seq, vector) for one, vector in zip(pending, vectors, strict=True)])
            after = pending[-1].seq
            self.changed.emit(None)
        if self.made:
            await self._store.forget_other_models(model)

    def _say(self, *, running: bool, trouble: Text | None) -> None:
        self.running, self.trouble = running, trouble
        self.changed.emit(None)
