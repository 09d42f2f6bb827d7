"""Hours of sound in the memory of minutes, measured in children of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

from tests.engine.audio.test_aud_corpus import sparse_wav
from tests.fakes import audio_matrix as matrix

MORE_MB = 60  # what hours may need beyond seconds

_WORK = """
import sys
from engine.audio.handlers import OPS
from engine.audio.sink import open_sink
from engine.audio.source import open_audio

def peak_mb():
    if sys.platform == "win32":
        import psutil
        return psutil.Process().memory_info().peak_wset >> 20
    if sys.platform == "linux":  # getrusage counts the process that started this one as well
        return int(next(x for x in open("/proc/self/status") if x.startswith("VmHWM")).split()[1]) >> 10
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> 20 if sys.platform == "darwin" else peak >> 10

class Job:
    def progress(self, *a): pass
    def check(self): pass
    def data(self, payload, **meta): self.bytes = len(payload)

path, out, format = sys.argv[1:]
value = OPS["peaks"](Job(), {"path": path, "columns": 2000})
OPS["pcm"](Job(), {"path": path, "start_s": value["duration_s"] - 1, "seconds": 1.0, "rate": 48000, "channels": 2})
with open_audio(path) as source:
    info = source.info
    with open_sink(out, format=format, rate=info.rate, channels=info.channels, frames=info.frames) as sink:
        for block in source.blocks():
            sink.write(block)
peak = peak_mb()
print(value["duration_s"], sink.result.duration_s, peak)
"""


def work(path: Path, out: Path, format: str) -> tuple[float, float, int]:
    """Return the seconds read and written, and the peak memory in MB."""
    done = subprocess.run(
        [sys.executable, "-c", _WORK, str(path), str(out), format], capture_output=True, text=True,
        timeout=110, check=True, cwd=Path(__file__).parents[3],
    )
    out.unlink()
    read, written, peak = done.stdout.split()
    return float(read), float(written), int(peak)


def write_long(path: Path, kind: str, seconds: int, rate: int) -> None:
    container, subtype = {"flac": ("FLAC", "PCM_16"), "mp3": ("MP3", "MPEG_LAYER_III")}[kind]
    minute = matrix.tone(60.0, rate)
    with soundfile.SoundFile(str(path), "w", rate, 1, format=container, subtype=subtype) as file:
        for _ in range(seconds // 60):
            file.write(minute)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "hours", "to"), [("wav", 6, "flac"), ("flac", 6, "wav"), ("mp3", 1, "m4a")])
def test_hours_need_hardly_more_memory_than_seconds(kind: str, hours: int, to: str, tmp_path: Path) -> None:
    seconds = hours * 3600
    long, short = tmp_path / f"long.{kind}", tmp_path / f"short.{kind}"
    if kind == "wav":
        sparse_wav(long, rate=8000, seconds=seconds)
        sparse_wav(short, rate=8000, seconds=30)
    else:
        write_long(long, kind, seconds, 8000)
        write_long(short, kind, 60, 8000)
    _, _, base = work(short, tmp_path / "short.out", to)
    read, written, peak = work(long, tmp_path / "long.out", to)
    assert abs(read - seconds) < 0.02
    assert abs(written - seconds) < 0.02
    assert 20 < base < 400
    assert peak - base < MORE_MB, f"{base} MB for seconds, {peak} MB for {hours} h"
