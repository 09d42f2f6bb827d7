"""FLAC, MP3 and Opus of more than two channels through libsndfile.

Its MP3 header makes the length exact at every rate; FFmpeg 8 puts the channels of 5.0 and 6.1 in wrong places when
it encodes Opus.
"""

from __future__ import annotations

import numpy as np
import soundfile

from engine.audio.files import OutputFile
from engine.audio.formats import OutputPlan

_FIELDS = {"title": "title", "artist": "artist", "album": "album", "comment": "comment", "date": "date",
           "genre": "genre", "encoder": "software"}


_PIECE = 65536  # frames; libsndfile 1.2.2 crashes on much longer ones in OGG

# Vorbis I, 4.3.9, also Opus mapping family 1: column i of the file is column _OGG_ORDER[n][i] of ours.
_OGG_ORDER = {3: [0, 2, 1], 5: [0, 2, 1, 3, 4], 6: [0, 2, 1, 4, 5, 3], 7: [0, 2, 1, 5, 6, 4, 3],
              8: [0, 2, 1, 6, 7, 4, 5, 3]}


class _Quiet:
    """The file without exceptions: libsndfile cannot pass them on, and its binding would print them.

    The error stays in ``OutputFile.error``, where AudioSink looks after every call.
    """

    def __init__(self, file: OutputFile) -> None:
        self._file = file
        self.seek, self.tell, self.read = file.seek, file.tell, file.read

    def write(self, data: bytes) -> int:
        try:
            return self._file.write(data)
        except OSError:
            return 0


class SndfileWriter:
    def __init__(self, file: OutputFile, plan: OutputPlan, tags: dict[str, str]) -> None:
        container, subtype, more = "FLAC", plan.subtype.upper(), {}
        if plan.format == "mp3":
            container, subtype = "MP3", "MPEG_LAYER_III"
            more = {"bitrate_mode": "VARIABLE", "compression_level": 0.1}
        elif plan.format == "opus":
            container, subtype, more = "OGG", "OPUS", {"compression_level": 0.65}
        self._order = _OGG_ORDER.get(plan.channels) if plan.format == "opus" else None
        self._sound = soundfile.SoundFile(
            _Quiet(file), "w", samplerate=plan.rate, channels=plan.channels, format=container,
            subtype=subtype, **more,
        )
        for key, value in tags.items():
            setattr(self._sound, _FIELDS[key], value)

    def write(self, block: np.ndarray) -> None:
        if self._order is not None:
            block = block[:, self._order]
        for start in range(0, len(block), _PIECE):
            self._sound.write(np.ascontiguousarray(block[start : start + _PIECE], np.float32))

    def finish(self) -> None:
        self._sound.close()

    def cancel(self) -> None:
        try:
            self._sound.close()
        except (soundfile.SoundFileError, OSError, AssertionError):
            pass
