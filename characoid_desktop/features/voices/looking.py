"""The engine's look at each dropped file: what is in it, or why it cannot be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.names import visible
from characoid_desktop.engines.contracts import EngineHost, EngineProgress, EngineState, EngineUnavailable
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.voices.collect import Candidate
from characoid_desktop.features.voices.models import DIMENSIONS, ImportProgress, ImportReport, Kind, Refused
from characoid_desktop.features.voices.pairing import Named

INDEX = "index"
SAFE = Text("Nothing was added, and the file is untouched.")
# In a folder these are no faults: what else a training program leaves behind.
_MINOR = frozenset({"not_a_model", "training_checkpoint", "index_empty", "model_too_small"})


@dataclass(frozen=True, slots=True)
class Looked:
    """A file and what the engine found in it (``kind`` is that of the engine's answer)."""

    file: Candidate
    kind: str
    value: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        return str(self.value.get("sha256", ""))

    def named(self) -> Named:
        """For pairing."""
        if self.kind == Kind.VOICE:
            dimension = DIMENSIONS.get(str(self.value.get("version")), 0)
            return Named(self.file.shown, dimension, str(self.value.get("name", "")))
        return Named(self.file.shown, whole(self.value, "dimension"), "", whole(self.value, "ntotal"))


class Looking:
    """Asks the engine; what is refused goes into the report, how far it is to ``on_progress``."""

    def __init__(
        self, id: str, models: EngineHost, on_progress: Callable[[ImportProgress], object],
    ) -> None:
        self.report = ImportReport(id)
        self._models = models
        self._on_progress = on_progress
        self._at = ImportProgress(id, 0, 0)

    async def look_at_all(self, files: Sequence[Candidate]) -> list[Looked]:
        looked: list[Looked] = []
        queue = list(files)
        for file in queue:
            self.tell(name=visible(file.shown.name), stage="look")
            one = await self.look_at(file)
            if one is not None:
                looked.append(one)
            else:
                queue += _instead_of(file, queue)
            self.step()
        return looked

    async def look_at(self, file: Candidate) -> Looked | None:
        """Return what is in a file, None for what was refused (and why is in the report)."""
        try:
            value = await self.ask("inspect", {"path": str(file.path)}, ())
        except AppError as error:
            self.refuse(file, error)
            return None
        problem = value.get("problem")
        if problem is None:
            return Looked(file, str(value.get("kind")), value)
        if not file.named and problem in _MINOR:
            self.report.skipped += 1
        else:
            sentence, _ = sentence_for(str(problem), mapping(value.get("problem_params")))
            self.refuse(file, AppError(sentence, safe=SAFE, detail=str(value.get("detail", "")), code=str(problem)))
        return None

    async def ask(self, op: str, params: Mapping[str, Any], scratch: Sequence[Path]) -> Mapping[str, Any]:
        """Raises EngineJobError, EngineUnavailable."""
        answer = await self._models.run(op, params, on_progress=self._engine_progress, scratch=scratch)
        return answer.value

    def tell(self, **changes: Any) -> None:
        self._at = replace(self._at, **changes)
        self._on_progress(self._at)

    def step(self) -> None:
        """One more file is done."""
        self.tell(done=self._at.done + 1, part=0.0)

    def more_to_do(self, files: int) -> None:
        """``files`` more steps follow the present one."""
        self.tell(total=self._at.done + files)

    def refuse(self, file: Candidate, error: AppError) -> None:
        """Write down why a file is left out. Passes an error on that would meet every other file too."""
        self.report.refused.append(Refused(Path(file.shown), about(file, error)))
        if isinstance(error, EngineUnavailable) and self._models.state is EngineState.FAILED:
            raise error

    def _engine_progress(self, progress: EngineProgress) -> None:
        self.tell(part=min(1.0, progress.done / progress.total) if progress.total else 0.0)


def _instead_of(file: Candidate, queue: Sequence[Candidate]) -> list[Candidate]:
    """A "trained" index has no vectors; the "added" one beside it is what was meant."""
    name = file.path.name
    if not file.named or file.suffix != ".index" or "trained" not in name:
        return []
    path = file.path.with_name(name.replace("trained", "added", 1))
    if any(one.path == path for one in queue) or not path.is_file() or path.is_symlink():
        return []
    return [Candidate(path, path, path)]


def about(file: Candidate, error: AppError) -> AppError:
    """The same failure with the file's name in front."""
    return AppError(
        Text.of("“{name}”: {sentence}", name=visible(file.shown.name), sentence=error.sentence),
        safe=error.safe, action=error.action, detail=error.detail, code=error.code)


def stem(path: PurePath) -> str:
    return visible(path.stem) or "voice"


def whole(value: Mapping[str, Any], key: str) -> int:
    """A whole number from 0 on, 0 for anything else: the child is not trusted."""
    found = value.get(key)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0


def mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}  # pyright: ignore[reportUnknownVariableType]
