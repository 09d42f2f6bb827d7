"""What is written: length, channels, tags, and that nothing half-written stays."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile

from engine.audio import files
from engine.audio.formats import FORMATS, check_format, estimate_bytes
from engine.audio.sink import SinkResult, open_sink
from engine.audio.source import open_audio
from engine.audio.wav_writer import WavWriter
from engine.errors import EngineError
from tests.fakes import audio_matrix as matrix

WITHIN_S = 0.020
RATES = (8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000, 192000)


def write(path: Path, format: str, sound: np.ndarray, rate: int, known: bool = True, **more: object) -> SinkResult:
    frames = len(sound) if known else None
    with open_sink(str(path), format=format, rate=rate, channels=sound.shape[1], frames=frames, **more) as sink:
        for start in range(0, len(sound), 4999):
            sink.write(sound[start : start + 4999])
    assert sink.result is not None
    return sink.result


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("format", FORMATS)
def test_another_decoder_finds_the_same_duration_and_channels(format: str, rate: int, tmp_path: Path) -> None:
    for channels in (1, 2, 6):
        if format == "mp3" and channels == 6:
            continue
        path = tmp_path / f"{channels}.{format}"
        sound = matrix.tone(1.0237, rate, channels)
        result = write(path, format, sound, rate)
        # libsndfile knows no m4a: there the bare FFmpeg decode, with none of our trimming, stands against us.
        decode = matrix.decode_with_av if format in ("wav", "flac", "mp3", "m4a") else matrix.decode_with_sndfile
        decoded, file_rate = decode(path)
        assert decoded.shape[1] == channels
        assert file_rate == result.rate
        assert abs(len(decoded) / file_rate - len(sound) / rate) < WITHIN_S
        assert result.bytes == path.stat().st_size <= estimate_bytes(check_format(format, rate, channels), len(sound))
        with open_audio(str(path)) as source:
            ours = np.concatenate(list(source.blocks()))
            assert source.warnings == ()
            assert abs(len(ours) / source.info.rate - len(sound) / rate) < 0.005
        if result.rate == rate and rate >= 16000:
            middle = slice(rate // 4, rate // 2)
            for channel in (c for c in range(channels) if (channels, c) != (6, 3)):
                error = np.square(sound[middle, channel] - ours[middle, channel]).mean()
                assert error < 0.02 * np.square(sound[middle, channel]).mean(), channel


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("frames", [1, 2, 100, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 48000])
def test_any_length_comes_back_to_the_frame(format: str, frames: int, tmp_path: Path) -> None:
    path = tmp_path / f"x.{format}"
    sound = matrix.tone(1.0, 48000, 2)[:frames]
    for known in (True, False):
        write(path, format, sound, 48000, known)
        with open_audio(str(path)) as source:
            assert sum(len(block) for block in source.blocks()) == frames
        path.unlink()


@pytest.mark.parametrize(("subtype", "error"), [("pcm_16", 2**-16), ("pcm_24", 2**-23), ("float", 0.0)])
def test_wav_holds_samples_to_half_a_step(subtype: str, error: float, tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    sound = matrix.tone(0.3, 44100, 2)
    write(path, "wav", sound, 44100, subtype=subtype)
    assert np.abs(soundfile.read(str(path), dtype="float32")[0] - sound).max() <= error
    info = soundfile.info(str(path))
    assert info.subtype == {"pcm_16": "PCM_16", "pcm_24": "PCM_24", "float": "FLOAT"}[subtype]


def test_float_wav_keeps_headroom_and_others_clip_and_count(tmp_path: Path) -> None:
    sound = np.array([[0.5], [1.5], [-2.0], [np.nan], [1.0]], np.float32)
    write(tmp_path / "f.wav", "wav", np.nan_to_num(sound), 44100, subtype="float")
    assert soundfile.read(str(tmp_path / "f.wav"))[0].tolist() == [0.5, 1.5, -2.0, 0.0, 1.0]
    for format in ("wav", "flac"):
        result = write(tmp_path / f"p.{format}", format, sound, 44100)
        assert result.clipped == 2
        read = soundfile.read(str(tmp_path / f"p.{format}"))[0]
        assert np.abs(read - [0.5, 1.0, -1.0, 0.0, 1.0]).max() < 1e-6


@pytest.mark.parametrize("format", FORMATS)
def test_tags_are_written_where_the_format_has_them(format: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{format}"
    tags = {"title": "月の歌 – Moon", "comment": "made\x00 with care", "artist": "Mika", "encoder": "CHARACOID 0.1"}
    write(path, format, matrix.tone(0.2, 48000, 2), 48000, tags={**tags, "unknown": "x"})
    with av.open(str(path)) as container:
        found = {k.lower(): v for k, v in {**container.metadata, **container.streams.audio[0].metadata}.items()}
    assert found["title"] == "月の歌 – Moon"
    assert found["comment"] == "made with care"
    assert found["artist"] == "Mika"
    if format != "mp3":  # there FFmpeg shows LAME's own entry under that name
        assert "CHARACOID 0.1" in found.get("encoder", "") + found.get("software", "")
    assert "unknown" not in found


@pytest.mark.parametrize(("format", "rate", "channels", "layout", "params"), [
    ("mp3", 44100, 6, None, {"format": "mp3", "channels": 6}),
    ("mp3", 44100, 3, None, {"format": "mp3", "channels": 3}),
    ("wav", 44100, 9, None, {"format": "wav", "channels": 9}),
    ("flac", 44100, 0, None, {"format": "flac", "channels": 0}),
    ("opus", 4000, 1, None, {"format": "opus", "rate": 4000}),
    ("flac", 384000, 2, None, {"format": "flac", "rate": 384000}),
    ("m4a", 44100, 7, None, {"format": "m4a", "channels": 7, "layout": "6.1"}),
    ("opus", 48000, 3, "2.1", {"format": "opus", "channels": 3, "layout": "2.1"}),
])
def test_what_a_format_cannot_hold_is_said_before_anything_is_written(
    format: str, rate: int, channels: int, layout: str | None, params: dict[str, object], tmp_path: Path,
) -> None:
    with pytest.raises(EngineError) as caught:
        open_sink(str(tmp_path / "x"), format=format, rate=rate, channels=channels, layout=layout)
    assert (caught.value.code, caught.value.params) == ("format_cannot_hold", params)
    assert list(tmp_path.iterdir()) == []


def test_more_than_a_day_and_an_unknown_format_are_refused() -> None:
    with pytest.raises(EngineError) as caught:
        check_format("wav", 8000, 1, 24 * 3600 * 8000 + 1)
    assert caught.value.params == {"format": "wav", "hours": 24}
    with pytest.raises(EngineError) as caught:
        check_format("exe", 44100, 2)
    assert caught.value.code == "bad_format"


@pytest.mark.parametrize(("format", "rate", "stored"), [
    ("opus", 44100, 48000), ("opus", 8000, 48000), ("opus", 48000, 48000), ("mp3", 96000, 48000),
    ("mp3", 88200, 44100), ("mp3", 37800, 44100), ("mp3", 192000, 48000), ("m4a", 192000, 96000),
    ("m4a", 176400, 88200), ("m4a", 44100, 44100), ("wav", 192000, 192000), ("flac", 176400, 176400),
])
def test_a_rate_that_has_to_change_is_told(format: str, rate: int, stored: int) -> None:
    plan = check_format(format, rate, 2)
    assert plan.rate == stored
    assert plan.changes == (() if stored == rate else (f"resampled:{stored}",))


@pytest.mark.parametrize("layout", ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "5.1(side)", "6.1", "7.1", "2.1"])
def test_wav_keeps_the_layout(layout: str, tmp_path: Path) -> None:
    from engine.audio.layouts import LAYOUTS

    path = tmp_path / "x.wav"
    channels = len(LAYOUTS[layout])
    write(path, "wav", matrix.tone(0.2, 48000, channels), 48000, layout=layout)
    with open_audio(str(path)) as source:
        assert source.info.layout == layout
    with av.open(str(path)) as container:
        if channels > 2:
            assert container.streams.audio[0].layout.name == layout


@pytest.mark.parametrize(("format", "channels"), [
    (format, n) for format in ("wav", "flac", "opus", "m4a") for n in range(3, 9) if (format, n) != ("m4a", 7)
])
def test_every_channel_count_keeps_its_channels_in_place(format: str, channels: int, tmp_path: Path) -> None:
    path = tmp_path / f"x.{format}"
    sound = np.zeros((48000, channels), np.float32)
    layout = {"m4a": {4: "4.0"}}.get(format, {}).get(channels)
    for channel in range(channels):
        sound[:, channel] = 0.05 * (channel + 1) * np.sin(2 * np.pi * 80 * np.arange(48000) / 48000)
    write(path, format, sound, 48000, layout=layout)
    with open_audio(str(path)) as source:
        read = np.concatenate(list(source.blocks()))
        assert source.info.channels == channels
    level = np.sqrt(np.square(read[12000:36000]).mean(axis=0)) * 2**0.5 / 0.05
    assert np.allclose(level, np.arange(1, channels + 1), atol=0.35), level


def test_beyond_4_gib_a_wav_becomes_rf64(tmp_path: Path) -> None:
    """A writer that is told of 4 GiB it did not write (a hole) must finish as RF64."""
    path = tmp_path / "x.wav"
    file = files.OutputFile(str(path))
    writer = WavWriter(file, 48000, 2, "stereo", "pcm_16", {"title": "long"})
    hole = 2**32 // 4 * 4
    file.seek(hole, os.SEEK_CUR)
    writer._data_bytes += hole
    writer.write(np.full((100, 2), 0.25, np.float32))
    writer.finish()
    file.commit()
    assert _head(path) == b"RF64"
    assert soundfile.info(str(path)).frames == hole // 4 + 100
    with open_audio(str(path)) as source:
        assert source.info.frames == hole // 4 + 100
        source.seek(hole // 4)
        assert np.abs(source.read(200) - 0.25).max() < 1e-4
    with av.open(str(path)) as container:
        assert container.streams.audio[0].duration == hole // 4 + 100


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4)


@pytest.mark.parametrize("format", FORMATS)
def test_leaving_by_an_exception_or_abort_leaves_no_file(format: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    sink = open_sink(str(path), format=format, rate=44100, channels=2)
    with contextlib.suppress(KeyError), sink:
        sink.write(matrix.tone(1.0, 44100, 2))
        assert path.exists()
        raise KeyError
    assert sink.result is None
    assert list(tmp_path.iterdir()) == []
    sink = open_sink(str(path), format=format, rate=44100, channels=2)
    sink.abort()
    sink.abort()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(b"mine")
    with pytest.raises(EngineError) as caught:
        open_sink(str(path), format="wav", rate=44100, channels=1)
    assert caught.value.code == "output_exists"
    target = tmp_path / "target"
    (tmp_path / "link.wav").symlink_to(target)
    with pytest.raises(EngineError):
        open_sink(str(tmp_path / "link.wav"), format="wav", rate=44100, channels=1)
    assert path.read_bytes() == b"mine"
    assert not target.exists()


def test_a_missing_folder_and_a_name_too_long_have_codes_of_their_own(tmp_path: Path) -> None:
    for name, code in (("none/x.wav", "folder_missing"), ("x" * 300, "name_too_long"), ("a\0b", "folder_missing")):
        with pytest.raises(EngineError) as caught:
            open_sink(f"{tmp_path}/{name}", format="wav", rate=44100, channels=1)
        assert caught.value.code == code


_FULL = """
import os, resource, signal, sys
import numpy as np
from engine.audio.sink import open_sink
from engine.errors import EngineError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
format, path, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
noise = (np.random.default_rng(1).standard_normal((48000, 2)) * 0.1).astype(np.float32)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    with open_sink(path, format=format, rate=48000, channels=2) as sink:
        for _ in range(60):
            sink.write(noise)
except EngineError as error:
    print(error.code, os.path.exists(path))
else:
    print("finished")
"""


@pytest.mark.parametrize("limit", [10, 100_000])
@pytest.mark.parametrize("format", FORMATS)
def test_flt_26_28_a_full_disk_stops_with_its_code_and_leaves_nothing(
    format: str, limit: int, tmp_path: Path,
) -> None:
    """The file-size limit of the process stands in for the disk: both fail in write()."""
    path = tmp_path / f"x.{format}"
    done = subprocess.run(
        [sys.executable, "-c", _FULL, format, str(path), str(limit)],
        capture_output=True, text=True, timeout=60, check=False, cwd=Path(__file__).parents[3],
    )
    assert done.stdout.split() == ["disk_full", "False"], done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_write_rights_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    try:
        if os.access(folder, os.W_OK):  # root writes anywhere: the system's answer is given by hand
            def refused(*_: object) -> int:
                raise PermissionError(13, "Permission denied")

            monkeypatch.setattr(files.os, "open", refused)
        with pytest.raises(EngineError) as caught:
            open_sink(str(folder / "x.wav"), format="wav", rate=44100, channels=1)
        assert caught.value.code == "read_only"
    finally:
        monkeypatch.undo()
        folder.chmod(0o700)


def test_what_was_closed_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fsync comes after the last write, on the very file."""
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(files.os, "fsync", lambda fd: synced.append(os.fstat(fd).st_size) or real(fd))
    for format in FORMATS:
        path = tmp_path / f"x.{format}"
        write(path, format, matrix.tone(0.5, 48000, 1), 48000)
        assert synced.pop() == path.stat().st_size
    assert not synced


def test_the_header_of_a_plain_wav_is_what_old_programs_expect(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    write(path, "wav", matrix.tone(0.1, 44100, 2), 44100, subtype="pcm_16", tags={"title": "odd"})
    data = path.read_bytes()
    assert struct.unpack("<I", data[4:8])[0] == len(data) - 8
    assert data.count(b"data") == 1
    assert len(data) % 2 == 0
