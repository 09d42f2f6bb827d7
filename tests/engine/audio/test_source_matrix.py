"""Every format at every rate and layout, by our door and by the other decoder."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.audio.pcm import PcmStream
from engine.audio.source import AudioSource, open_audio
from tests.fakes import audio_matrix as matrix

WITHIN_S = 0.020


def whole(source: AudioSource) -> np.ndarray:
    blocks = list(source.blocks(10_000))
    assert all(block.dtype == np.float32 for block in blocks)
    return np.concatenate(blocks)


@pytest.mark.parametrize("kind", matrix.KINDS)
def test_every_rate_and_layout_keeps_duration_channels_and_sound(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"sound.{made.suffix}"
    for rate in made.rates:
        for channels in made.channels:
            original = matrix.make(path, kind, rate, channels, 0.9531)
            with open_audio(str(path)) as source:
                sound, info = whole(source), source.info
                assert (source.truncated, source.warnings) == (False, ()), (rate, channels)
            seconds = len(original) / rate
            assert info.channels == channels == sound.shape[1]
            assert info.rate == rate
            assert abs(len(sound) / rate - seconds) <= max(WITHIN_S, made.slack_s)
            assert info.duration_s is not None
            assert abs(info.duration_s - seconds) <= max(WITHIN_S, made.slack_s)
            if made.slack_s == 0:
                assert_alike(original, sound, made.lossy)


def assert_alike(original: np.ndarray, sound: np.ndarray, lossy: bool) -> None:
    """Each channel is in its own place and on time; lossy ones by how little is left of the difference."""
    n = min(len(original), len(sound))
    if not lossy:
        assert len(original) == len(sound)
        assert np.abs(original - sound).max() < 2e-4
        return
    for channel in range(original.shape[1]):
        if original.shape[1] == 6 and channel == 3:
            continue  # codecs cut the low-frequency channel off above 120 Hz
        middle = slice(n // 4, 3 * n // 4)
        a, b = original[middle, channel], sound[middle, channel]
        assert np.square(a - b).mean() < 0.1 * np.square(a).mean(), f"channel {channel}"


@pytest.mark.parametrize("kind", [name for name, kind in matrix.KINDS.items() if kind.other_decoder])
def test_the_other_decoder_agrees(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"sound.{made.suffix}"
    rate, channels = made.rates[-1], 2
    matrix.make(path, kind, rate, channels, 1.3)
    with open_audio(str(path)) as source:
        ours, by_sndfile = whole(source), source.info.subtype.startswith(("pcm", "float", "double", "ulaw"))
    decode = matrix.decode_with_av if by_sndfile else matrix.decode_with_sndfile
    theirs, their_rate = decode(path)
    assert their_rate == rate
    assert abs(len(theirs) - len(ours)) <= WITHIN_S * rate
    n = min(len(ours), len(theirs))
    assert np.abs(ours[:n] - theirs[:n]).max() < 1e-3


@pytest.mark.parametrize("kind", matrix.SEEKABLE_KINDS)
def test_seeking_anywhere_gives_what_reading_in_order_gives(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"sound.{made.suffix}"
    matrix.make(path, kind, made.rates[0], 2, 6.1)
    where = random.Random(7)
    with open_audio(str(path)) as source:
        full = whole(source)
        for _ in range(8):
            start = where.randrange(len(full) - 2000)
            source.seek(start)
            assert np.abs(source.read(2000) - full[start : start + 2000]).max() < 2e-3, start
        source.seek(len(full) + 10)
        assert len(source.read(10)) == 0
        source.seek(0)
        assert np.abs(source.read(500) - full[:500]).max() < 2e-3


@pytest.mark.parametrize("kind", ["wav_16", "flac", "mp3", "vorbis", "opus", "m4a", "webm"])
def test_a_region_has_exactly_the_frames_asked_for(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"sound.{made.suffix}"
    rate = made.rates[-1]
    matrix.make(path, kind, rate, 2, 3.0)
    with open_audio(str(path)) as source:
        full = whole(source)
        region = np.concatenate(list(source.blocks(1000, start_s=1.25, seconds=0.5)))
        start = round(1.25 * rate)
        assert len(region) == round(0.5 * rate)
        assert np.abs(region - full[start : start + len(region)]).max() < 2e-3
        assert list(source.blocks(1000, start_s=99.0)) == []


@pytest.mark.parametrize("kind", ["wav_24", "flac", "mp3", "vorbis", "opus", "m4a", "mp4_video", "wma"])
def test_player_blocks_are_the_same_by_jump_as_in_order(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"sound.{made.suffix}"
    rate_in = made.rates[-1]
    matrix.make(path, kind, rate_in, 2, 5.3)
    rate = 44100 if rate_in != 44100 else 48000
    where = random.Random(11)
    with open_audio(str(path)) as source:
        stream = PcmStream(source, rate, 1, lambda: None)
        blocks, end, at = [], False, 0
        while not end:
            block, end = stream.read(at, 4801)
            blocks.append(block)
            at += len(block)
        full = np.concatenate(blocks)
        assert abs(len(full) / rate - 5.3) < max(WITHIN_S, made.slack_s)
        for _ in range(6):
            start = where.randrange(len(full) - 3000)
            block, _ = stream.read(start, 3000)
            assert len(block) == 3000
            assert np.abs(block - full[start : start + 3000]).max() < 2e-3, start


@pytest.mark.parametrize("suffix", ["flac", "m4a"])
@pytest.mark.parametrize("stem", matrix.names_here(sys.platform == "win32"), ids=lambda s: ascii(s)[:24])
def test_any_name_opens_with_both_libraries(
    stem: str, suffix: str, tmp_path: Path, one_of_each: dict[str, Path], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The relative form as well, which may begin with a dash or look like an address."""
    path = tmp_path / f"{stem}.{suffix}"
    shutil.copyfile(one_of_each[suffix], path)
    monkeypatch.chdir(tmp_path)
    for name in (str(path), path.name):
        with open_audio(name) as source:
            assert abs(len(whole(source)) / source.info.rate - 0.5) < WITHIN_S


@pytest.mark.parametrize("suffix", ["flac", "m4a", "mp3"])
def test_the_extension_does_not_matter(suffix: str, tmp_path: Path, one_of_each: dict[str, Path]) -> None:
    for wrong in ("wav", "mp3", "ogg", "txt", "png", "m3u8", "", "ffconcat"):
        path = tmp_path / f"sound.{wrong}"
        shutil.copyfile(one_of_each[suffix], path)
        with open_audio(str(path)) as source:
            assert abs(len(whole(source)) / source.info.rate - 0.5) < WITHIN_S


@pytest.fixture(scope="module")
def one_of_each(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sounds")
    paths = {suffix: folder / f"a.{suffix}" for suffix in ("flac", "m4a", "mp3")}
    for suffix, path in paths.items():
        matrix.make(path, suffix, 44100, 2, 0.5)
    return paths
