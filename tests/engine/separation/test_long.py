"""Long songs in the memory of short ones, measured in children of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import soundfile

from tests.fakes.demo_song import make
from tests.fakes.random_separators import imported

MORE_MB = 30  # what ten minutes may need beyond half a minute; one copy of them would be 77
RATE = 16_000

_WORK = """
import json, sys
from pathlib import Path

def peak_mb():
    return int(next(x for x in open("/proc/self/status") if x.startswith("VmHWM")).split()[1]) >> 10

class Job:
    def progress(self, *a): pass
    def check(self): pass
    def scratch(self, path): pass
    def data(self, payload, **meta): pass

source, folder, method, model = sys.argv[1:]
folder = Path(folder)
from engine.mix.handlers import mix
from engine.separation.handlers import separate
v, i, o = (str(folder / name) for name in ("v.wav", "i.wav", "o.flac"))
more = {"model": model} if method == "model" else {}
value = separate(Job(), {"input": source, "vocals": v, "instrumental": i, "method": method, **more})
order = {"vocals": v, "instrumental": i, "original": source, "output": o, "format": "flac", "tags": {},
         "columns": 500, "loudness_lufs": -14.0, "reverb": {"amount": 0.3}, "instrumental_semitones": 1.0}
done = mix(Job(), order) if method == "centre" else value
for path in (v, i, o):
    Path(path).unlink(missing_ok=True)
print(value["frames"], done["frames"], peak_mb())
"""


def work(source: Path, folder: Path, method: str, model: Path) -> tuple[int, int, int]:
    done = subprocess.run(
        [sys.executable, "-c", _WORK, str(source), str(folder), method, str(model)], capture_output=True, text=True,
        timeout=600, check=True, cwd=Path(__file__).parents[3], env={"OMP_NUM_THREADS": "1", "PATH": ""},
    )  # fmt: skip
    separated, mixed, peak = (int(word) for word in done.stdout.split())
    return separated, mixed, peak


@pytest.mark.slow
@pytest.mark.timeout(500)
@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
@pytest.mark.parametrize(("method", "minutes"), [("centre", 10), ("percussive", 10), ("model", 10)])
def test_memory_does_not_grow_with_the_song(tmp_path: Path, method: str, minutes: int) -> None:
    model = imported("mdx_onnx", tmp_path / "model") if method == "model" else tmp_path
    peaks = []
    for seconds in (30, minutes * 60):
        source = tmp_path / f"{seconds}.wav"
        half_minute = make(30.0, RATE, speech=False).mix
        with soundfile.SoundFile(str(source), "w", RATE, 2) as file:
            for _ in range(seconds // 30):
                file.write(half_minute)
        separated, mixed, peak = work(source, tmp_path, method, model)
        assert separated == mixed == seconds * RATE
        peaks.append(peak)
    assert peaks[1] - peaks[0] < MORE_MB, peaks
