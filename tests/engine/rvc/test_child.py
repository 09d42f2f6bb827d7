"""The compute child: ready without torch, a conversion, a cancel in the middle, and flat memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

from tests.fakes.engine_client import ROOT, EngineClient
from tests.fakes.rvc_library import sung, write

if TYPE_CHECKING:
    from tests.fakes.rvc_library import RvcLibrary


def test_the_engine_is_ready_without_anything_heavy() -> None:
    code = ("import sys, engine.compute; assert 'convert_voice' in engine.compute.OPS; "
            "print([m for m in ('torch', 'numpy', 'scipy', 'faiss', 'onnxruntime') if m in sys.modules])")  # fmt: skip
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": str(ROOT)})  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_a_child_converts_is_cancelled_in_the_middle_and_converts_again(
    library: RvcLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    short = write(tmp_path / "short.wav", sung(2.0))
    long = write(tmp_path / "long.wav", sung(120.0))
    voice = library.voice(index=200)
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **library.order(short, tmp_path / "1.wav", voice))
        first = child.answer("1", 120.0)
        assert first.kind == "result", first.body
        assert soundfile.info(tmp_path / "1.wav").frames == 32_000

        child.job("2", "convert_voice", **library.order(long, tmp_path / "2.wav", voice))
        child.until(lambda f: f.kind == "progress" and f.body["stage"] == "convert" and f.body["done"] > 0, 120.0)
        child.send("cancel", id="2")
        assert child.answer("2", 30.0).kind == "cancelled"
        assert not (tmp_path / "2.wav").exists()

        child.job("3", "convert_voice", **library.order(short, tmp_path / "3.wav", voice))
        again = child.answer("3", 60.0)
        assert again.body["value"]["stages"]["load"] < first.body["value"]["stages"]["load"] / 3, "it stayed warm"
        assert np.array_equal(soundfile.read(tmp_path / "1.wav")[0], soundfile.read(tmp_path / "3.wav")[0])

        child.job("4", "convert_voice", **library.order(short, tmp_path / "4.wav", tmp_path))
        assert child.answer("4").body["code"] == "voice_missing"
        child.job("5", "unload")
        assert set(child.answer("5").body["value"]["freed"]) == {"voice", "hubert", "pitch", "index"}


@pytest.mark.slow
def test_memory_does_not_grow_with_the_length_of_the_input(
    library: RvcLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    source = write(tmp_path / "in.wav", np.tile(sung(60.0), 12))
    with EngineClient("rvc") as child:
        child.job("1", "convert_voice", **library.order(source, tmp_path / "out.wav", library.voice(index=200)))
        answer = child.answer("1", 900.0)
        assert answer.kind == "result", answer.body
        assert answer.body["value"]["frames"] == soundfile.info(tmp_path / "out.wav").frames == 12 * 60 * 16000
        grown, done = [], 0.0
        for frame in child.seen:
            if frame.kind == "progress" and frame.body["stage"] == "convert":
                done = frame.body["done"]
            elif frame.kind == "heartbeat" and done:
                grown.append((done, frame.body["rss"]))
    early = max(rss for seconds, rss in grown if 30 < seconds < 180)
    late = max(rss for seconds, rss in grown if seconds > 540)
    assert late - early < 32 * 1024**2
    assert late < 1.5 * 1024**3
