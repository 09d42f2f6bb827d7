"""A conversion by our engine, measured in a process of its own. Run by ``rvc_speed.py``.

    python rvc_speed_ours.py ORDER     ORDER: JSON, see rvc_speed.py; the answer is the last line of stdout
"""

from __future__ import annotations

import json
import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from engine.rvc.handlers import convert_voice
from tests.fakes.job_context import DirectJob

JOIN_CHUNK_S, WHOLE_S = 8.0, 60.0


def main() -> None:
    order = json.loads(sys.argv[1])
    folder = Path(order["folder"])
    answer: dict[str, Any] = {}
    for name in order["inputs"]:
        began, cpu = time.perf_counter(), cpu_s()
        value = convert(folder, name, order["chunk_s"] or 10.0)
        answer[name] = {"wall_s": time.perf_counter() - began, "cpu_s": cpu_s() - cpu, "chunks": value["chunks"],
                        "stages": value["stages"]}  # fmt: skip
        if "since_start_s" not in answer:
            answer["since_start_s"], answer["cpu_since_start_s"] = time.time() - order["started"], cpu_s()
    import torch

    answer["threads"], answer["torch"] = torch.get_num_threads(), torch.__version__
    answer["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if order.get("record"):
        answer["equal"] = equal(folder)
        answer["joins"] = joins(folder)
    print(json.dumps(answer))


def convert(folder: Path, name: str, chunk_s: float, output: str = "", **params: Any) -> dict[str, Any]:
    output = output or f"ours-{name}"
    (folder / output).unlink(missing_ok=True)
    return convert_voice(DirectJob(), {
        "input": str(folder / name), "output": str(folder / output), "voice": str(folder / "voice"),
        "index": str(folder / "voice" / "index.faiss"), "assets": {"contentvec": str(folder / "contentvec")},
        "params": params, "chunk_s": chunk_s,
    })  # fmt: skip


def equal(folder: Path) -> dict[str, float | bool]:
    """Return the largest differences to what the peer's networks gave for the same input and noise."""
    import torch

    from engine.rvc import contentvec, voice_file
    from engine.rvc.device import choose

    told = {name: torch.from_numpy(value) for name, value in np.load(folder / "recorded.npz").items()}
    device = choose("cpu")
    hubert = contentvec.load(str(folder / "contentvec"), device)
    voice = voice_file.load(str(folder / "voice"), voice_file.read_facts(str(folder / "voice")), device)
    features = hubert.features(told["wave"], "v2")
    samples = voice.infer(told["features"], told["pitch"], told["pitchf"], 0, noise=told)
    return {
        "features": float((features - told["contentvec"]).abs().max()),
        "features_peak": float(told["contentvec"].abs().max()),
        "waveform": float((samples - told["samples"]).abs().max()),
        "waveform_peak": float(told["samples"].abs().max()),
        "fast": hubert.fast and voice.fast,
    }


def joins(folder: Path) -> dict[str, float | int]:
    """Convert the same sound in one piece and in several, and compare around the joins.

    ``near_db`` and ``far_db``: the difference, against the level of the sound, within 60 ms of a join and elsewhere;
    ``bend``: the sharpest corner (second difference) at a join over the sharpest of the one piece.
    """
    import soundfile

    from engine.rvc import chunks

    ends: list[int] = []
    plan = chunks.plan

    def recorded(*args: Any) -> Any:
        for chunk in plan(*args):
            ends.append(chunk.end)
            yield chunk

    same = {"rms_mix_rate": 1.0, "seed": 5}
    convert(folder, "joins.wav", WHOLE_S, "whole.wav", **same)
    chunks.plan = recorded
    try:
        convert(folder, "joins.wav", JOIN_CHUNK_S, "pieces.wav", **same)
    finally:
        chunks.plan = plan
    whole, rate = soundfile.read(folder / "whole.wav")
    pieces, _ = soundfile.read(folder / "pieces.wav")
    near = np.zeros(len(whole), bool)
    for end in ends[:-1]:
        place = round(end / 16000 * rate)
        near[place - round(0.03 * rate) : place + round(0.06 * rate)] = True
    difference, level = pieces - whole, float(np.sqrt(np.mean(whole**2)))
    bends, bends_whole = (np.abs(np.diff(each, 2)) for each in (pieces, whole))

    def db(part: np.ndarray) -> float:
        return float(20 * np.log10(np.sqrt(np.mean(part**2)) / level + 1e-12))

    return {
        "joins": len(ends) - 1, "near_db": db(difference[near]), "far_db": db(difference[~near]),
        "bend": float(bends[near[1:-1]].max() / bends_whole.max()),
    }  # fmt: skip


def cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    worker = threading.Thread(target=main)  # as in the engine child; glibc gives a thread memory of its own
    worker.start()
    worker.join()
