"""FLAC and MP3 through libsndfile (its MP3 header makes the length exact at every rate)."""

from __future__ import annotations

import numpy as np
import soundfile

from engine.audio.files import OutputFile
from engine.audio.formats import OutputPlan

_FIELDS = {"title": "title", "artist": "artist", "album": "album", "comment": "comment", "date": "date",
           "genre": "genre", "encoder": "software"}


class SndfileWriter:
    def __init__(self, file: OutputFile, plan: OutputPlan, tags: dict[str, str]) -> None:
        subtype = "MPEG_LAYER_III" if plan.format == "mp3" else plan.subtype.upper()
        more = {"bitrate_mode": "VARIABLE", "compression_level": 0.1} if plan.format == "mp3" else {}
        self._sound = soundfile.SoundFile(
            file, "w", samplerate=plan.rate, channels=plan.channels, format=plan.format.upper(),
            subtype=subtype, **more,
        )
        for key, value in tags.items():
            setattr(self._sound, _FIELDS[key], value)

    def write(self, block: np.ndarray) -> None:
        self._sound.write(np.ascontiguousarray(block, np.float32))

    def finish(self) -> None:
        self._sound.close()

    def cancel(self) -> None:
        try:
            self._sound.close()
        except (soundfile.SoundFileError, OSError, AssertionError):
            pass
