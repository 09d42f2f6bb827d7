"""Sounds for the pictures, made by arithmetic: no recording, and names as people have them."""

from __future__ import annotations

import importlib
import wave
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]

LONG_S = 2400  # converts for minutes, so that a picture of running work shows running work
LONG_RATE = 16_000


@dataclass(frozen=True, slots=True)
class SampleFiles:
    """Where they are. ``gone`` is deleted by the seed once it is in the list."""

    song: Path
    long: Path
    talk: Path
    demo: Path
    short: Path
    long_name: Path
    clip: Path
    gone: Path
    mute_video: Path
    no_sound: Path

    @property
    def in_order(self) -> tuple[Path, ...]:
        return (self.song, self.long, self.talk, self.demo, self.mute_video, self.short, self.clip, self.gone,
                self.long_name, self.no_sound)


def write_samples(folder: Path) -> SampleFiles:
    """Write them (about 80 MB, a few seconds: not for the GUI thread) and return where; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files = SampleFiles(
        song=folder / "Stardust Road – guide vocal.flac",
        long=folder / "夜更けの放送局.wav",
        talk=folder / "intro_talk_take3.m4a",
        demo=folder / "港のうた (demo).mp3",
        short=folder / "🎤 発声練習 #1.ogg",
        long_name=folder / "とても長い名前のファイル – second take, a little louder, after the break (final).wav",
        clip=folder / "配信の切り抜き.wav",
        gone=folder / "借りたトラック.wav",
        mute_video=folder / "old_cover_ずれ.mkv",
        no_sound=folder / "读我 (not a sound).wav",
    )
    _write(files.song, sung(26.0, 48_000, seed=1), 48_000, channels=2)
    _write_long(files.long)
    _write_aac(files.talk, sung(19.0, 44_100, seed=3, pause=0.5), 44_100)
    _write(files.demo, sung(28.0, 44_100, seed=4), 44_100, channels=2)
    _write(files.short, sung(9.0, 44_100, seed=5), 44_100)
    _write(files.long_name, sung(12.0, 48_000, seed=6), 48_000, channels=2)
    _write(files.clip, sung(15.0, 44_100, seed=7, pause=0.4), 44_100)
    _write(files.gone, sung(11.0, 44_100, seed=8), 44_100, channels=2)
    _write_mute_video(files.mute_video)
    files.no_sound.write_text("This is a text file with the name of a sound.\n" * 20, encoding="utf-8")
    return files


def write_many(folder: Path, count: int) -> Path:
    """Write ``count`` short files and return their folder; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    first = folder / "take 001.wav"
    _write(first, sung(2.0, 8_000, seed=2), 8_000)
    data = first.read_bytes()
    for number in range(2, count + 1):
        (folder / f"take {number:03d}.wav").write_bytes(data)
    return folder


def write_song(path: Path, seconds: float, *, seed: int, music: bool) -> None:
    """Write a voice in the middle of a stereo picture, over chords at the sides where there is music. Blocks."""
    import numpy as np
    import soundfile

    rate = 44_100
    voice = sung(seconds, rate, seed=seed)
    if not music:
        soundfile.write(str(path), voice, rate, subtype="PCM_16")
        return
    t = np.arange(len(voice)) / rate
    roots = 110.0 * 2 ** (np.array([0, 5, 7, 3])[(t / 2.0).astype(int) % 4] / 12)
    phase = 2 * np.pi * np.cumsum(roots) / rate
    beat = np.exp(-4.0 * (t % 0.5))
    sides = [sum(np.sin(n * phase + place) / n for n in notes) * (0.35 + 0.65 * beat)
             for place, notes in ((0.0, (1, 2, 3, 5)), (1.3, (1, 3, 4, 6)))]
    loudest = max(float(np.abs(side).max()) for side in sides)
    both = np.stack([0.55 * voice + 0.3 * side / loudest for side in sides], axis=1)
    soundfile.write(str(path), both.astype(np.float32), rate, subtype="PCM_16")


def write_long_song(path: Path) -> None:
    """Write a song of LONG_S seconds, one minute over and over. Blocks."""
    import numpy as np

    voice = sung(60.0, LONG_RATE, seed=11)
    beat = np.sin(2 * np.pi * 110.0 * np.arange(len(voice)) / LONG_RATE)
    both = np.stack([0.6 * voice + 0.2 * beat, 0.6 * voice - 0.2 * beat], axis=1)
    minute = (both * 32767).astype(np.int16).tobytes()
    with wave.open(str(path), "wb") as out:
        out.setnchannels(2)
        out.setsampwidth(2)
        out.setframerate(LONG_RATE)
        for _ in range(LONG_S // 60):
            out.writeframes(minute)


def sung(seconds: float, rate: int, *, seed: int, pause: float = 0.25) -> Samples:
    """Return phrases with breaths between them: mono, within ±0.82. ``pause`` is the part that is silent."""
    import numpy as np

    dice = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    size = np.zeros_like(t)
    start = 0.15
    while start < seconds:
        length = float(dice.uniform(1.6, 4.2))
        inside = (t >= start) & (t < start + length)
        u = (t[inside] - start) / length
        syllables = 0.62 + 0.38 * np.abs(np.sin(np.pi * u * round(length * float(dice.uniform(2.2, 3.4)))))
        loud = float(dice.uniform(0.45, 0.95))
        size[inside] = np.minimum(1, np.minimum(u / 0.06, (1 - u) / 0.22)) * syllables * loud
        start += length * (1 + pause * float(dice.uniform(0.6, 1.4)))
    glide = 220 * 2 ** (np.round(3 * np.sin(2 * np.pi * t / 7.3) + 2 * np.sin(2 * np.pi * t / 2.9)) / 12)
    phase = 2 * np.pi * np.cumsum(glide * (1 + 0.006 * np.sin(2 * np.pi * 5.3 * t))) / rate
    voice = sum(np.sin(n * phase + n) / n ** 1.3 for n in range(1, 9))
    rough = 0.82 + 0.18 * dice.random(len(t))
    whole = size * rough * voice
    return (0.82 / max(1e-9, float(np.abs(whole).max())) * whole).astype(np.float32)


def _write(path: Path, mono: Samples, rate: int, *, channels: int = 1) -> None:
    import numpy as np
    import soundfile

    data: Any = mono if channels == 1 else np.stack([mono, 0.92 * np.roll(mono, 12)], axis=1)
    kind = {".wav": "PCM_16", ".flac": "PCM_16", ".ogg": "VORBIS", ".mp3": "MPEG_LAYER_III"}[path.suffix]
    soundfile.write(str(path), data, rate, subtype=kind)


def _write_long(path: Path) -> None:
    """One minute over and over: hours cost no memory."""
    import numpy as np

    minute = (sung(60.0, LONG_RATE, seed=9, pause=0.6) * 32767).astype(np.int16).tobytes()
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(LONG_RATE)
        for _ in range(LONG_S // 60):
            out.writeframes(minute)


def _write_aac(path: Path, mono: Samples, rate: int) -> None:
    av: Any = importlib.import_module("av")
    with av.open(str(path), "w") as out:
        stream = out.add_stream("aac", rate=rate, layout="mono")
        size = 1024
        for start in range(0, len(mono), size):
            frame = av.AudioFrame.from_ndarray(mono[None, start: start + size], format="fltp", layout="mono")
            frame.sample_rate, frame.pts = rate, start
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))


def _write_mute_video(path: Path) -> None:
    import numpy as np

    av: Any = importlib.import_module("av")
    with av.open(str(path), "w") as out:
        stream = out.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        picture = np.zeros((48, 64, 3), np.uint8)
        for _ in range(10):
            out.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(stream.encode(None))
