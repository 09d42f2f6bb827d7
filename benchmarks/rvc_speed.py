"""How fast a voice is converted, beside rvc-next on the same checkpoint, input and machine, in one run.

    python benchmarks/rvc_speed.py [--peer PYTHON] [--threads N] [--seconds 60] [--folder DIR] [--quick]

``--peer`` is the Python of an environment of its own with rvc-next (GPL-3.0, a separate program here):

    python3 -m venv PEER && PEER/bin/pip install torch==2.13.0 rvc-next

(default: the variable CHARACOID_PEER_PYTHON). Without one nothing can be compared; the script says so and exits
with 2. Every figure is from a child process of its own. Random weights of real size (v2, 40 kHz, an index of 20,000
vectors): times are real, the sound is noise. Bounds, exit code 1 above any:

- CPU time and wall time of SECONDS of input: 0.45 of rvc-next as it ships, 0.85 of rvc-next with glibc told to keep
  its memory and the same chunks of 10 s;
- features and waveform of the networks within 1e-4 of the peer's at the same cuts and noise;
- joins: the difference between several pieces and one is no larger at the joins than elsewhere (3 dB), and no
  corner there is sharper than the sharpest of the one piece;
- peak memory 0.6 of the peer's, and of three times the input within 10 % of that;
- a second file of 10 s in the warm engine 3 times faster than the peer's cold call. (Against our own cold call the
  factor is reported; it shrinks when loading gets faster.)

``--quick`` takes 12 s instead of 60 and does not judge. Results: ``benchmarks/results/rvc_speed.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from characoid_desktop.engines.environment import child_environment
from tests.fakes import random_voice

HERE = Path(__file__).parent
RESULT = HERE / "results" / "rvc_speed.json"
RATE = 44_100
LONG, LONGER, SHORT, WARM_UP, JOINS = "long.wav", "longer.wav", "short.wav", "warm.wav", "joins.wav"
CHUNK_S = 10.0
LIMITS = {
    "cpu, of the peer as it ships": 0.45, "wall, of the peer as it ships": 0.45,
    "cpu, of the peer with kept memory": 0.85, "wall, of the peer with kept memory": 0.85,
    "features, largest error": 1e-4, "waveform, largest error": 1e-4,
    "joins, dB over elsewhere": 3.0, "joins, sharpest corner": 1.0,
    "peak memory, of the peer as it ships": 0.6, "peak memory, three times the input": 1.1,
    "warm second file, of the peer's cold call": 1 / 3,
}  # fmt: skip
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
               "MALLOC_TOP_PAD_": str(64 << 20)}  # fmt: skip


def main() -> int:
    options = arguments()
    if not options.peer or not Path(options.peer).exists():
        print("There is no peer to compare with: give --peer PYTHON of an environment with rvc-next\n"
              "(python3 -m venv PEER && PEER/bin/pip install torch==2.13.0 rvc-next).")  # fmt: skip
        return 2
    with tempfile.TemporaryDirectory() as made:
        folder = Path(options.folder or made)
        prepare(folder, options.seconds)
        found = measure(folder, options)
    ratios = judged(found)
    if not options.quick:
        RESULT.parent.mkdir(exist_ok=True)
        whole = {"machine": machine(), "ratios": ratios, "limits": LIMITS, "runs": found}
        RESULT.write_text(json.dumps(whole, indent=1) + "\n")
    return report(found, ratios, judge=not options.quick)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", default=os.environ.get("CHARACOID_PEER_PYTHON", ""))
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--folder", help="keep the weights and sounds here")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.seconds = 12.0
    return options


def prepare(folder: Path, seconds: float) -> None:
    """Write weights and sounds, unless they are there."""
    if not (folder / "voice.pth").exists():
        random_voice.checkpoint(folder / "voice.pth", tiny=False, speakers=3)
        random_voice.voice_folder(folder / "voice", tiny=False, speakers=3, index=20_000)
        random_voice.contentvec_folder(folder / "contentvec", tiny=False)
        (folder / "assets").mkdir()
        (folder / "assets" / "hubert_base").symlink_to(folder.resolve() / "contentvec")
    for name, length in ((LONG, seconds), (LONGER, 3 * seconds), (SHORT, 10.0), (WARM_UP, 3.0), (JOINS, 30.0)):
        soundfile.write(folder / name, speech(length), RATE, subtype="PCM_16")


def speech(seconds: float) -> np.ndarray:
    """A sound with the rhythm of speech: voiced syllables with a gliding pitch, hisses, pauses."""
    random = np.random.default_rng(4)
    count = round(seconds * RATE)
    t = np.arange(count) / RATE
    hz = 150 * 2 ** (0.35 * np.sin(2 * np.pi * 0.31 * t) + 0.12 * np.sin(2 * np.pi * 2.3 * t))
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    voiced = sum(np.sin(k * phase) / k for k in range(1, 20)) * (0.6 + 0.4 * np.sin(2 * np.pi * 3.7 * t))
    hiss = random.standard_normal(count) * 0.3
    syllable = t % 2.6
    sound = np.where(syllable < 1.7, voiced, np.where(syllable < 2.0, hiss, 0.0))
    return (0.25 * sound + 0.0005 * random.standard_normal(count)).astype(np.float32)


def measure(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Run every child; ours and the peer's in turn, so that a slow minute of the machine meets both."""
    ours_environment = {**child_environment(compute=True), "PYTHONPATH": str(HERE.parent)}
    peer_environment = {**child_environment(), "HF_HUB_OFFLINE": "1"}
    kept = {name: value for name, value in ours_environment.items() if not name.startswith("MALLOC_")}

    def ours(environment: Mapping[str, str] = ours_environment, **order: Any) -> dict[str, Any]:
        return child(sys.executable, "rvc_speed_ours.py", environment, options, folder, **order)

    def peer(environment: Mapping[str, str] = peer_environment, **order: Any) -> dict[str, Any]:
        return child(options.peer, "rvc_speed_peer.py", environment, options, folder, **order)

    return {
        "peer, cold call": peer(inputs=[SHORT]),
        "ours, cold call and second file": ours(inputs=[SHORT, SHORT]),
        "peer as it ships": peer(inputs=[WARM_UP, LONG], record=True),
        "ours": ours(inputs=[WARM_UP, LONG], record=True),
        "peer with kept memory": peer({**peer_environment, **KEEP_MEMORY}, inputs=[WARM_UP, LONG], chunk_s=CHUNK_S),
        "ours without kept memory": ours(kept, inputs=[WARM_UP, LONG]),
        "ours, three times the input": ours(inputs=[WARM_UP, LONGER]),
    }


def child(
    python: str, script: str, environment: Mapping[str, str], options: argparse.Namespace, folder: Path, **order: Any
) -> dict[str, Any]:
    threads = {name: str(options.threads) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS")}
    whole = {"folder": str(folder), "chunk_s": None, "started": time.time(), **order}
    print(f"… {script} {order}", file=sys.stderr, flush=True)
    ended = subprocess.run(
        [python, str(HERE / script), json.dumps(whole)], env={**environment, **threads}, stdout=subprocess.PIPE,
        text=True, check=True,
    )  # fmt: skip
    return {**json.loads(ended.stdout.splitlines()[-1]), "load_average": round(os.getloadavg()[0], 1)}


def judged(found: Mapping[str, Any]) -> dict[str, float]:
    """Return the figures that LIMITS bounds."""
    ours, ships, kept = found["ours"], found["peer as it ships"], found["peer with kept memory"]
    ratios = {
        f"{what}, of the peer {how}": ours[LONG][f"{what}_s"] / peer[LONG][f"{what}_s"]
        for how, peer in (("as it ships", ships), ("with kept memory", kept)) for what in ("cpu", "wall")
    }  # fmt: skip
    equal, joins = ours["equal"], ours["joins"]
    warm = found["ours, cold call and second file"]
    return {
        **ratios,
        "features, largest error": equal["features"],
        "waveform, largest error": equal["waveform"],
        "joins, dB over elsewhere": joins["near_db"] - joins["far_db"],
        "joins, sharpest corner": joins["bend"],
        "peak memory, of the peer as it ships": ours["peak_mb"] / ships["peak_mb"],
        "peak memory, three times the input": found["ours, three times the input"]["peak_mb"] / ours["peak_mb"],
        "warm second file, of the peer's cold call": warm[SHORT]["wall_s"] / found["peer, cold call"]["since_start_s"],
        "warm second file, of our cold call": warm[SHORT]["wall_s"] / warm["since_start_s"],
        "cpu, of ours without kept memory": ours[LONG]["cpu_s"] / found["ours without kept memory"][LONG]["cpu_s"],
    }


def report(found: Mapping[str, Any], ratios: Mapping[str, float], *, judge: bool) -> int:
    for name, run in found.items():
        files = [(key.removesuffix(".wav"), each) for key, each in run.items() if key.endswith(".wav")]
        times = "  ".join(f"{key} {each['cpu_s']:.1f}/{each['wall_s']:.1f}" for key, each in files)
        print(f"{name:32} cpu/wall s: {times}  from start {run['since_start_s']:.1f} s  peak {run['peak_mb']:.0f} MB"
              f"  load {run['load_average']}")  # fmt: skip
    print("joins", found["ours"]["joins"], "equal", found["ours"]["equal"])
    over = [name for name, limit in LIMITS.items() if ratios[name] > limit]
    for name, value in ratios.items():
        bound = f"  (bound {LIMITS[name]:.3g})" if name in LIMITS else ""
        print(f"{name:48} {value:9.3g}{bound}{'  ABOVE' if name in over else ''}")
    return int(bool(over)) if judge else 0


def machine() -> dict[str, Any]:
    return {"cores": os.cpu_count(), "system": platform.platform(), "python": platform.python_version(),
            "date": time.strftime("%Y-%m-%d")}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
