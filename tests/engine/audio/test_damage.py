"""Files that end too early, change on the way, or hold more than one thing."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from engine.audio import files
from engine.audio.source import open_audio
from engine.errors import EngineError
from tests.fakes import audio_matrix as matrix


def read_all(path: Path) -> tuple[np.ndarray, int, bool, tuple[str, ...], float | None]:
    with open_audio(str(path)) as source:
        blocks = list(source.blocks())
        sound = np.concatenate(blocks) if blocks else np.zeros((0, source.info.channels), np.float32)
        return sound, source.info.rate, source.truncated, source.warnings, source.info.duration_s


CUT = ("wav_16", "wav_24", "wav_float", "rf64", "w64", "aiff", "caf", "flac", "mp3", "vorbis", "opus", "mka",
       "webm", "aac_adts", "ac3", "wavpack")


@pytest.mark.parametrize("kind", CUT)
def test_a_truncated_file_gives_its_readable_part_and_says_so(kind: str, tmp_path: Path) -> None:
    made = matrix.KINDS[kind]
    path = tmp_path / f"cut.{made.suffix}"
    original = matrix.make(path, kind, made.rates[-1], 2, 6.0)
    matrix.truncate(path, 0.5)
    sound, rate, truncated, warnings, duration = read_all(path)
    seconds = len(sound) / rate
    assert 1.5 < seconds < 4.0  # OGG loses up to a page of a second
    if kind not in ("aac_adts", "ac3"):  # a bare stream of frames has no length that could be missed
        assert truncated
        assert "truncated" in warnings
    assert duration is not None
    assert abs(duration - seconds) < 0.35
    middle = slice(rate, rate + 1000)
    if not made.lossy:
        assert np.abs(original[middle] - sound[middle]).max() < 2e-4


def test_a_truncated_mp4_with_its_index_in_front_gives_its_readable_part(tmp_path: Path) -> None:
    path = tmp_path / "cut.mp4"
    sound = matrix.tone(6.0, 44100, 2)
    with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("aac", rate=44100, layout="stereo")
        matrix.encode_audio(container, stream, sound, 44100, "fltp")
    matrix.truncate(path, 0.5)
    read, rate, truncated, _, duration = read_all(path)
    assert truncated
    assert 2.0 < len(read) / rate < 4.0
    assert duration is not None
    assert abs(duration - len(read) / rate) < 0.1


def test_a_truncated_mp4_without_its_index_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "cut.m4a"
    matrix.make(path, "m4a", 44100, 2, 3.0)
    matrix.truncate(path, 0.6)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code == "damaged"


@pytest.mark.parametrize("kind", ["wav_16", "flac", "mp3", "vorbis", "opus", "m4a", "mka", "mp4_video", "wma", "aiff"])
def test_cuts_and_flipped_bytes_anywhere_never_crash(kind: str, tmp_path: Path) -> None:
    """Sound or one of our errors; memory and time stay small because nothing believes a damaged length."""
    made = matrix.KINDS[kind]
    path = tmp_path / f"x.{made.suffix}"
    matrix.make(path, kind, made.rates[-1], 2, 0.6)
    whole = path.read_bytes()
    chance = np.random.default_rng(42)
    codes: set[str] = set()
    for round_ in range(24):
        data = bytearray(whole)
        if round_ % 2:
            data = data[: int(chance.integers(1, len(data)))]
        else:
            area = len(data) if round_ % 4 else min(len(data), 200)
            for at in chance.integers(0, area, 6):
                data[at] = int(chance.integers(0, 256))
        path.write_bytes(data)
        try:
            with open_audio(str(path)) as source:
                count = 0
                for block in source.blocks():
                    assert np.isfinite(block).all()
                    count += len(block)
                    if count > 192_000 * 60:
                        break
        except EngineError as error:
            codes.add(error.code)
    assert codes <= {"empty_file", "header_only", "not_audio", "no_audio", "bad_rate", "bad_channels", "bad_format",
                     "too_long", "encrypted", "damaged"}


@pytest.mark.parametrize(("kind", "box", "at"), [("m4a", b"stsz", 12), ("mp4_fragments", b"trun", 8)])
def test_a_table_of_a_billion_samples_in_a_small_file_is_refused(
    kind: str, box: bytes, at: int, tmp_path: Path,
) -> None:
    """FFmpeg would reserve gigabytes for it."""
    path = tmp_path / "x.mp4"
    matrix.make(path, kind, 44100, 2, 1.0)
    data = bytearray(path.read_bytes())
    start = data.index(box)
    data[start + at : start + at + 4] = (1_000_000_000).to_bytes(4, "big")
    path.write_bytes(data)
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code == "damaged"


def test_boxes_within_boxes_without_end_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.mp4"
    levels = 50_000
    path.write_bytes(b"".join((8 * (levels - n)).to_bytes(4, "big") + b"moov" for n in range(levels)))
    with pytest.raises(EngineError) as caught:
        open_audio(str(path))
    assert caught.value.code in ("damaged", "header_only")


def test_joined_mp3_files_play_one_after_the_other(tmp_path: Path) -> None:
    one, two, both = tmp_path / "1.mp3", tmp_path / "2.mp3", tmp_path / "b.mp3"
    matrix.make(one, "mp3", 44100, 2, 2.0)
    matrix.make(two, "mp3", 44100, 2, 3.0)
    both.write_bytes(one.read_bytes() + two.read_bytes())
    sound, rate, truncated, _, duration = read_all(both)
    assert abs(len(sound) / rate - 5.0) < 0.2
    assert duration is not None
    assert abs(duration - 5.0) < 0.2
    assert not truncated


def test_an_mp3_that_changes_rate_and_channels_is_adapted_to_its_beginning(tmp_path: Path) -> None:
    one, two, both = tmp_path / "1.mp3", tmp_path / "2.mp3", tmp_path / "b.mp3"
    matrix.make(one, "mp3", 44100, 2, 2.0)
    matrix.make(two, "mp3", 22050, 1, 3.0)
    both.write_bytes(one.read_bytes() + two.read_bytes())
    sound, rate, _, warnings, _ = read_all(both)
    assert (rate, sound.shape[1]) == (44100, 2)
    assert abs(len(sound) / rate - 5.0) < 0.2
    assert "parameters_changed" in warnings
    assert np.abs(sound[round(3.0 * rate) : round(4.0 * rate)]).max() > 0.05


@pytest.mark.parametrize("kind", ["opus", "vorbis"])
def test_chained_ogg_streams_play_one_after_the_other(kind: str, tmp_path: Path) -> None:
    one, two, both = tmp_path / "1.ogg", tmp_path / "2.ogg", tmp_path / "b.ogg"
    matrix.make(one, kind, 48000, 2, 2.0)
    matrix.make(two, kind, 48000, 2, 3.0)
    both.write_bytes(one.read_bytes() + two.read_bytes())
    sound, rate, truncated, _, duration = read_all(both)
    assert not truncated
    assert abs(len(sound) / rate - 5.0) < 0.2
    assert duration is not None
    assert abs(duration - 5.0) < 0.2
    with open_audio(str(both)) as source:
        for start in (4 * 48000, 100_000, 1000, 3 * 48000):
            source.seek(start)
            assert np.abs(source.read(500) - sound[start : start + 500]).max() < 2e-3


def test_several_sounds_in_a_film_take_the_default_one_and_say_so(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    with av.open(str(path), "w", format="matroska") as container:
        streams = [container.add_stream("flac", rate=rate, layout="mono") for rate in (44100, 48000)]
        for stream in streams:
            stream.codec_context.format = "s16"
        streams[0].disposition = 0
        streams[1].disposition = 1
        for stream, rate in zip(streams, (44100, 48000), strict=True):
            matrix.encode_audio(container, stream, matrix.tone(1.0, rate), rate, "s16")
    sound, rate, _, warnings, _ = read_all(path)
    assert rate == 48000
    assert abs(len(sound) - 48000) < 1000
    assert "several_audio_streams:2" in warnings


@pytest.mark.parametrize(("kind", "suffix"), [("mp3", "mp3"), ("flac", "flac")])
def test_a_cover_picture_is_not_taken_for_a_film(kind: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"song.{suffix}"
    picture = _png()
    with av.open(str(path), "w", format=suffix) as container:
        stream = container.add_stream("libmp3lame" if kind == "mp3" else "flac", rate=44100, layout="stereo")
        form = "fltp" if kind == "mp3" else "s16"
        stream.codec_context.format = form
        cover = container.add_stream("png")
        cover.width = cover.height = 16
        cover.pix_fmt = "rgb24"
        cover.disposition = av.stream.Disposition.attached_pic
        packet = av.Packet(picture)
        packet.stream, packet.pts, packet.dts, packet.time_base = cover, 0, 0, Fraction(1, 44100)
        container.start_encoding()
        container.mux(packet)
        matrix.encode_audio(container, stream, matrix.tone(1.0, 44100, 2), 44100, form)
    assert picture in path.read_bytes()
    sound, rate, truncated, warnings, duration = read_all(path)
    assert abs(len(sound) / rate - 1.0) < 0.02
    assert duration is not None
    assert abs(duration - 1.0) < 0.02
    assert (truncated, warnings) == (False, ())


def _png() -> bytes:
    context = av.CodecContext.create("png", "w")
    context.width = context.height = 16
    context.pix_fmt = "rgb24"
    context.time_base = Fraction(1, 1)
    frame = av.VideoFrame.from_ndarray(np.zeros((16, 16, 3), np.uint8), format="rgb24")
    return bytes(context.encode(frame)[0])


def test_a_film_whose_picture_outlasts_its_sound_is_not_truncated(tmp_path: Path) -> None:
    path = tmp_path / "film.mkv"
    with av.open(str(path), "w", format="matroska") as container:
        video = matrix._video_stream(container)
        stream = container.add_stream("aac", rate=48000, layout="mono")
        matrix._encode_video(container, video, 5.0)
        matrix.encode_audio(container, stream, matrix.tone(1.0, 48000), 48000, "fltp")
    sound, rate, truncated, _, _ = read_all(path)
    assert abs(len(sound) / rate - 1.0) < 0.03
    assert not truncated


def test_mp3_with_tags_and_junk_before_the_first_frame_opens(tmp_path: Path) -> None:
    path = tmp_path / "x.mp3"
    matrix.make(path, "mp3", 44100, 2, 1.0)
    plain = path.read_bytes()
    tag = b"ID3\x04\0\0\0\0\x07\x68" + bytes(1000)
    for before in (tag, tag + tag, bytes(3000), tag + bytes(500)):
        path.write_bytes(before + plain)
        sound, rate, *_ = read_all(path)
        assert abs(len(sound) / rate - 1.0) < 0.1


def test_an_mp3_without_a_length_header_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "x.mp3"
    sound = matrix.tone(5.0, 44100, 2)
    with av.open(str(path), "w", format="mp3", options={"write_xing": "0", "id3v2_version": "0"}) as container:
        stream = container.add_stream("libmp3lame", rate=44100, layout="stereo")
        stream.codec_context.qscale = True
        stream.codec_context.global_quality = 118 * 4
        matrix.encode_audio(container, stream, sound, 44100, "s16p")
    read, rate, truncated, _, duration = read_all(path)
    assert duration is not None
    assert abs(duration - len(read) / rate) < 0.02
    assert abs(duration - 5.0) < 0.1
    assert not truncated


def test_a_file_that_shrinks_while_it_is_read_ends_as_truncated(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    matrix.make(path, "wav_16", 44100, 2, 20.0)
    with open_audio(str(path)) as source:
        blocks = source.blocks(44100)
        first = next(blocks)
        os.truncate(path, 44100 * 4 * 3)
        rest = sum(len(block) for block in blocks)
        assert len(first) == 44100
        assert rest < 44100 * 5
        assert source.truncated


@pytest.mark.parametrize("kind", ["wav_16", "flac", "mp3", "m4a", "vorbis", "mka"])
def test_a_disk_that_fails_in_the_middle_is_not_a_damaged_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "x"
    matrix.make(path, kind, matrix.KINDS[kind].rates[-1], 2, 10.0)
    half = path.stat().st_size // 2
    real = files.InputFile.read_at

    def failing(file: files.InputFile, offset: int, count: int) -> bytes:
        if offset + count > half:
            raise OSError(5, "Input/output error")
        return real(file, offset, count)

    with open_audio(str(path)) as source:
        monkeypatch.setattr(files.InputFile, "read_at", failing)
        with pytest.raises(EngineError) as caught:
            list(source.blocks())
    assert caught.value.code == "read_error"


def test_nothing_inside_a_file_opens_another_file(tmp_path: Path) -> None:
    """Play lists and scripts are refused whatever their name, so no demuxer ever asks."""
    secret = tmp_path / "secret.wav"
    secret.write_bytes(matrix.wav_header(data=matrix.pcm16(0.5)))
    texts = (f"#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n{secret}\n#EXT-X-ENDLIST\n",
             f"ffconcat version 1.0\nfile '{secret}'\n", f"[playlist]\nFile1={secret}\n",
             f'<?xml version="1.0"?><MPD><Period><BaseURL>{secret}</BaseURL></Period></MPD>',
             f"v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\na={secret}\n")
    for text in texts:
        for suffix in ("m3u8", "wav", "mp3", "mp4", "ffconcat", "sdp", "mpd"):
            path = tmp_path / f"x.{suffix}"
            path.write_text(text)
            with pytest.raises(EngineError) as caught:
                open_audio(str(path))
            assert caught.value.code == "not_audio"
