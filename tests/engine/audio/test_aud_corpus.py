"""The corpus group AUD, one row each; the verdict stands in the row: R refused, C contained, A accepted.

Nothing is left out. AUD-20 and AUD-21 use sparse files, so that they cost no disk.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.handlers import probe
from engine.audio.source import MAX_SAMPLE, open_audio
from engine.errors import EngineError
from tests.engine.audio.job import RecordingJob
from tests.fakes import audio_matrix as matrix

PCM = matrix.pcm16(0.5)
FRAMES = len(PCM) // 2


@dataclass(frozen=True)
class Refused:
    id: str
    what: str
    code: str
    data: bytes
    name: str = "x.wav"


HEADER = matrix.wav_header
REFUSED = (
    Refused("AUD-01", "zero bytes", "empty_file", b""),
    Refused("AUD-02", "header only", "header_only", HEADER()[:12]),
    Refused("AUD-02", "header only, with fmt", "header_only", HEADER()[:36]),
    Refused("AUD-03", "zero samples", "header_only", HEADER(data=b"")),
    Refused("AUD-04", "html named wav", "not_audio", matrix.HTML),
    Refused("AUD-06", "random after fLaC", "damaged", b"fLaC\0\0\0\x22" + bytes(range(256)) * 40, "x.flac"),
    Refused("AUD-06", "random after OggS", "damaged", b"OggS" + bytes(range(256)) * 40, "x.ogg"),
    Refused("AUD-07", "rate 0", "bad_rate", HEADER(rate=0, data=PCM)),
    Refused("AUD-08", "1 Hz", "bad_rate", HEADER(rate=1, data=PCM)),
    Refused("AUD-09", "1 MHz", "bad_rate", HEADER(rate=1_000_000, data=PCM)),
    Refused("AUD-10", "rate 2^32-1", "bad_rate", HEADER(rate=2**32 - 1, data=PCM)),
    Refused("AUD-11", "0 channels", "bad_channels", HEADER(channels=0, align=2, data=PCM)),
    Refused("AUD-12", "32 channels", "bad_channels", HEADER(channels=32, data=PCM)),
    Refused("AUD-13", "65,535 channels", "bad_channels", HEADER(channels=65535, data=PCM)),
    Refused("AUD-14", "0 bits", "bad_format", HEADER(bits=0, align=2, data=PCM)),
    Refused("AUD-15", "3 bits", "bad_format", HEADER(bits=3, align=1, data=PCM)),
)


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: f"{row.id} {row.what}")
def test_refused_with_one_code(row: Refused, tmp_path: Path) -> None:
    path = tmp_path / row.name
    path.write_bytes(row.data)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code == row.code


def test_the_good_twin_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(HEADER(data=PCM))
    with open_audio(str(path)) as source:
        assert source.info.frames == sum(len(block) for block in source.blocks()) == FRAMES
        assert source.warnings == ()


@pytest.mark.parametrize("broken", matrix.BROKEN, ids=lambda broken: broken.name)
def test_broken_files_of_the_matrix_are_refused(broken: matrix.Broken, tmp_path: Path) -> None:
    path = tmp_path / broken.name
    broken.write(path)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code == broken.code


def test_aud_05_mp3_named_wav_is_taken_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "song.wav"
    matrix.make(path, "mp3", 44100, 2, 0.5)
    with open_audio(str(path)) as source:
        assert source.info.codec == "mp3"
        assert abs(sum(len(b) for b in source.blocks()) - 22050) <= 44100 * 0.02


@pytest.mark.parametrize("size", [2**32 - 1, 2**32 - 2, 0x7FFFFFF0], ids=["AUD-16 max", "AUD-16", "AUD-16 2GB"])
def test_aud_16_a_length_of_4_gb_in_a_small_file_is_contained(size: int, tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(HEADER(data=PCM, size=size, riff=2**32 - 1))
    with open_audio(str(path)) as source:
        assert sum(len(block) for block in source.blocks()) == FRAMES
        assert not source.truncated
        assert ("length_field_wrong" in source.warnings) == (size != 2**32 - 1)  # that one means: unknown


def test_aud_17_an_odd_byte_count_is_contained(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(HEADER(channels=2, data=PCM + b"\x01"))
    with open_audio(str(path)) as source:
        assert sum(len(block) for block in source.blocks()) == FRAMES // 2
        assert source.warnings == ("partial_frame",)


def test_aud_18_nan_and_inf_become_zero_and_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    sound = matrix.tone(0.5, 44100, 2)
    sound[100, 0], sound[200, 1], sound[300] = np.nan, np.inf, -np.inf
    soundfile.write(str(path), sound, 44100, subtype="FLOAT")
    with open_audio(str(path)) as source:
        read = np.concatenate(list(source.blocks(1000)))
        assert source.warnings == ("non_finite_samples:4",)
    assert np.isfinite(read).all()
    assert (read[100, 0], read[200, 1], read[300, 0], read[300, 1]) == (0, 0, 0, 0)
    keep = np.isfinite(sound)
    assert np.array_equal(read[keep], sound[keep])


@pytest.mark.parametrize("subtype", ["FLOAT", "DOUBLE"])
def test_aud_19_samples_of_1e30_are_clipped_and_counted(subtype: str, tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    sound = matrix.tone(0.2, 44100).astype(np.float64)
    sound[10], sound[20] = 1e30, -1e300 if subtype == "DOUBLE" else -1e30
    soundfile.write(str(path), sound, 44100, subtype=subtype)
    with open_audio(str(path)) as source:
        read = np.concatenate(list(source.blocks()))
        assert source.warnings == ("clipped_samples:2",)
    assert (read[10, 0], read[20, 0]) == (MAX_SAMPLE, -MAX_SAMPLE)


def sparse_wav(path: Path, *, rate: int, seconds: int, channels: int = 1, rf64: bool = False) -> None:
    """Write hours of silence as a hole, with a short click at the very end."""
    size = rate * seconds * channels * 2
    if rf64:
        body = HEADER(rate=rate, channels=channels)
        head = b"RF64\xff\xff\xff\xffWAVEds64" + struct.pack("<IQQQI", 28, size + 72, size, size // 2, 0)
        head += body[12:36] + b"data\xff\xff\xff\xff"
    else:
        head = HEADER(rate=rate, channels=channels, size=size, riff=size + 36)
    with path.open("wb") as file:
        file.write(head)
        file.seek(len(head) + size - 2)
        file.write(struct.pack("<h", 12345))


def test_aud_20_six_hours_are_streamed_in_blocks(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    sparse_wav(path, rate=8000, seconds=6 * 3600)
    with open_audio(str(path)) as source:
        assert source.info.duration_s == 6 * 3600
        blocks = 0
        for block in source.blocks():
            assert len(block) <= 65536
            blocks += 1
        assert blocks == -(-6 * 3600 * 8000 // 65536)
        assert block[-1, 0] == pytest.approx(12345 / 32768)


def test_aud_21_over_4_gib_is_read_as_rf64(tmp_path: Path) -> None:
    path = tmp_path / "huge.wav"
    seconds = 12_000
    sparse_wav(path, rate=192_000, seconds=seconds, rf64=True)
    assert path.stat().st_size > 2**32
    with open_audio(str(path)) as source:
        assert source.info.frames == seconds * 192_000
        last = np.concatenate(list(source.blocks(start_s=seconds - 0.1)))
        assert len(last) == 19_200
        assert last[-1, 0] == pytest.approx(12345 / 32768)


def test_aud_21_over_24_hours_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "endless.wav"
    sparse_wav(path, rate=8000, seconds=24 * 3600 + 1)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code == "too_long"


@pytest.mark.parametrize("row", ["AUD-22 non-ASCII 音楽", "AUD-22 emoji 🎼", "AUD-22 " + "长" * 80,
                                 "-rf AUD-23", "AUD-23 %d %s", "AUD-23 'q' \"q\"", "AUD-23 $(touch pwned)"],
                         ids=lambda row: ascii(row)[:20])
def test_aud_22_23_any_name_is_accepted(row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32" and '"' in row:
        row = row.replace('"', "")
    name = row if len(row.encode()) <= 251 else row[:100]
    path = tmp_path / f"{name}.wav"
    path.write_bytes(HEADER(data=PCM))
    monkeypatch.chdir(tmp_path)
    answer = probe(RecordingJob(), {"path": path.name})
    assert answer["frames"] == FRAMES
    assert os.listdir(tmp_path) == [path.name]


def test_aud_22_a_name_of_255_bytes_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 251 + ".wav")
    path.write_bytes(HEADER(data=PCM))
    with open_audio(str(path)) as source:
        assert source.info.frames == FRAMES


def _link(path: Path) -> None:
    target = path.with_name("real.wav")
    target.write_bytes(HEADER(data=PCM))
    path.symlink_to(target)


def _socket(path: Path) -> None:
    # A socket's path must be short, so it is bound elsewhere and moved.
    with socket.socket(socket.AF_UNIX) as listening:
        short = Path("/tmp") / f"s{os.getpid()}"
        listening.bind(str(short))
        shutil.move(short, path)



@pytest.mark.parametrize(("make", "kind"), [
    (_link, "link"), (lambda path: os.mkfifo(path), "pipe"), (lambda path: path.mkdir(), "folder"),
    (_socket, "socket"),
], ids=["AUD-24 link", "AUD-24 fifo", "AUD-24 folder", "AUD-24 socket"])
def test_aud_24_what_is_no_regular_file_is_refused(
    make: Callable[[Path], object], kind: str, tmp_path: Path,
) -> None:
    path = tmp_path / "x.wav"
    make(path)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert (caught.value.code, caught.value.params) == ("not_a_file", {"kind": kind})


def test_aud_24_a_device_is_refused() -> None:
    with pytest.raises(EngineError) as caught:
        open_audio(os.devnull)
    assert caught.value.code in ("not_a_file", "not_found")


def test_aud_25_a_file_replaced_after_the_check_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    path.write_bytes(HEADER(data=PCM))
    other = tmp_path / "other"
    other.write_bytes(HEADER(rate=2**32 - 1, channels=65535, data=b"\xff" * 5000))
    with open_audio(str(path)) as source:
        first = np.concatenate(list(source.blocks()))
        os.replace(other, path)
        again = np.concatenate(list(source.blocks()))
    assert np.array_equal(first, again)
    with pytest.raises(EngineError):
        open_audio(str(path))


def test_a_missing_file_an_empty_name_and_a_nul_are_not_found(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.wav"), "a\0b", str(tmp_path / ("x" * 5000)), str(tmp_path / "f" / "x")):
        with pytest.raises(EngineError) as caught:
            open_audio(name)
        assert caught.value.code == "not_found", name
