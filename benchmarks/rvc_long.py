"""A long input through the real compute child: memory must stay flat and the length exact.

    python benchmarks/rvc_long.py [--minutes 180] [--real]

Small networks in the genuine format, or with ``--real`` those of real size. Bounds: 2.5 GB for the engine at any time,
growth of 64 MB after the first minutes. Writes ``results/rvc_long-<kind>.json``; exits with 1 above a bound.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import soundfile

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

MOST_MB, GROWTH_MB = 2500.0, 64.0
RATE = 44_100
SETTLED_S = 120.0  # of sound converted, from which memory must not grow


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=180.0)
    parser.add_argument("--real", action="store_true")
    arguments = parser.parse_args()
    if not arguments.real:
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory(prefix="rvc-long-") as folder:
        found = run(Path(folder), arguments.minutes, arguments.real)
    print(json.dumps(found, indent=1))
    name = f"rvc_long-{'real' if arguments.real else 'tiny'}.json"
    (HERE / "results" / name).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    good = found["most_mb"] <= MOST_MB and found["growth_mb"] <= GROWTH_MB and found["frames"] == found["wanted"]
    return 0 if good else 1


def run(folder: Path, minutes: float, real: bool) -> dict[str, float]:
    from tests.fakes import random_voice
    from tests.fakes.engine_client import EngineClient
    from tests.fakes.rvc_library import sung

    wanted = round(minutes * 60 * RATE) + 17
    source = folder / "in.wav"
    minute = sung(60.0, RATE)
    with soundfile.SoundFile(source, "w", RATE, 1, "PCM_16") as file:
        left = wanted
        while left:
            left -= file.write(minute[:left]) or min(left, len(minute))
    voice = random_voice.voice_folder(folder / "voice", tiny=not real, index=20_000 if real else 500)
    contentvec = random_voice.contentvec_folder(folder / "contentvec", tiny=not real)
    order = {"input": str(source), "output": str(folder / "out.wav"), "voice": str(voice),
             "index": str(voice / "index.faiss"), "assets": {"contentvec": str(contentvec)}, "params": {}}
    began = time.monotonic()
    memory: list[tuple[float, float]] = []
    done = 0.0
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **order)
        while True:
            frame = child.next(120.0)
            child.seen.clear()
            if frame.kind == "heartbeat":
                memory.append((done, frame.body["rss"] / 1e6))
            elif frame.kind == "progress" and frame.body["stage"] == "convert":
                done = frame.body["done"]
            elif frame.kind in ("result", "error"):
                break
    if frame.kind == "error":
        raise SystemExit(f"the conversion failed: {frame.body}")
    seconds = time.monotonic() - began
    settled = [mb for at, mb in memory if at > SETTLED_S]
    early = settled[: max(1, len(settled) // 10)]
    return {
        "minutes": minutes, "wanted": wanted, "frames": soundfile.info(folder / "out.wav").frames,
        "seconds": round(seconds, 1), "times_real_time": round(minutes * 60 / seconds, 2),
        "most_mb": round(max(mb for _, mb in memory)), "growth_mb": round(float(np.max(settled) - np.max(early)), 1),
    }


if __name__ == "__main__":
    sys.exit(main())
