"""Sound for the player, read in blocks by the media engine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.audio.playback import PcmBlock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineHost, EngineJobError
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.rvc.conversion import named

SAMPLE_BYTES = 4
MAX_BLOCK_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class EngineSound:
    """A file on the timeline of another: it begins at ``offset_s`` there (0: it is that file itself).

    A preview of a region so has the positions of its original, and switching between both keeps the place.
    Before its beginning there is silence.
    """

    media: EngineHost
    path: Path
    length_s: float
    offset_s: float = 0.0

    @property
    def duration_s(self) -> float:
        return self.offset_s + self.length_s

    async def read(
        self, start_s: float, seconds: float, *, rate: int, channels: int, gain_db: float
    ) -> PcmBlock:
        """Return interleaved float32 from ``start_s`` of the timeline; raises AppError."""
        silent_s = min(seconds, max(0.0, self.offset_s - start_s))
        silence = bytes(round(silent_s * rate) * channels * SAMPLE_BYTES)
        if silent_s >= seconds:
            return PcmBlock(silence, False)
        try:
            answer = await self.media.run("pcm", {
                "path": str(self.path), "start_s": max(0.0, start_s - self.offset_s),
                "seconds": seconds - silent_s, "rate": rate, "channels": channels, "gain_db": gain_db,
            })
        except EngineJobError as error:
            raise named(error, self.path) from error
        data = b"".join(answer.payloads)
        if len(data) > MAX_BLOCK_BYTES or len(data) % (channels * SAMPLE_BYTES):
            raise AppError(_garbage(), code="garbage_answer")
        return PcmBlock(silence + data, answer.value.get("end") is True or not data)


def _garbage() -> Text:
    return sentence_for("garbage_answer")[0]
