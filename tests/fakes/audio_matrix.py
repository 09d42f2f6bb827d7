"""Sound files made by code: formats × rates × layouts × names, and broken ones. Nothing here uses engine/.

``make`` writes a good file, ``BROKEN`` holds the bad ones with the error code each must give, ``NAMES`` the
names that must work everywhere.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import soundfile

av.logging.set_level(None)

LAYOUT = {1: "mono", 2: "stereo", 6: "5.1"}


def tone(seconds: float, rate: int, channels: int = 1, level: float = 0.2) -> np.ndarray:
    """Return float32 (frames, channels): a sine of its own per channel, below 1.4 kHz, and a slow swell."""
    n = round(seconds * rate)
    t = np.arange(n) / rate
    swell = 0.75 + 0.25 * np.sin(2 * np.pi * 1.5 * t)
    waves = [level * swell * np.sin(2 * np.pi * (220 + 180 * c) * t + c) for c in range(channels)]
    return np.stack(waves, axis=1).astype(np.float32)


@dataclass(frozen=True)
class Kind:
    """A way to store sound. ``slack_s`` is what its container cannot say (padding that nothing records)."""

    suffix: str
    write: Callable[[Path, np.ndarray, int], None]
    rates: tuple[int, ...]
    channels: tuple[int, ...] = (1, 2, 6)
    lossy: bool = False
    slack_s: float = 0.0
    other_decoder: bool = True  # whether both libraries can read it
    exact_seek: bool = True


# libsndfile writes OGG channels as they come, and Vorbis wants front, centre, front, rear, rear, low.
_OGG_ORDER = {6: [0, 2, 1, 4, 5, 3]}


def _sf(format: str, subtype: str) -> Callable[[Path, np.ndarray, int], None]:
    def write(path: Path, sound: np.ndarray, rate: int) -> None:
        if format == "OGG" and sound.shape[1] in _OGG_ORDER:
            sound = sound[:, _OGG_ORDER[sound.shape[1]]]
        with path.open("wb+") as file, soundfile.SoundFile(
            file, "w", samplerate=rate, channels=sound.shape[1], format=format, subtype=subtype,
        ) as out:
            for start in range(0, len(sound), 65536):  # libsndfile 1.2.2 crashes on minutes of OGG at once
                out.write(sound[start : start + 65536])

    return write


def _av(format: str, codec: str, sample_format: str = "fltp", video: bool = False,
        pictures: bool = False, **options: str) -> Callable[[Path, np.ndarray, int], None]:
    def write(path: Path, sound: np.ndarray, rate: int) -> None:
        with path.open("wb+") as file, av.open(file, "w", format=format, options=options) as container:
            moving = _video_stream(container) if video else None
            stream = container.add_stream(codec, rate=rate, layout=LAYOUT[sound.shape[1]])
            stream.codec_context.format = sample_format
            stream.codec_context.bit_rate = 64000 * sound.shape[1]
            if moving is not None:
                _encode_video(container, moving, len(sound) / rate)
            encode_audio(container, stream, sound, rate, sample_format)

    return write


def encode_audio(container: av.container.OutputContainer, stream: av.AudioStream, sound: np.ndarray,
                 rate: int, sample_format: str) -> None:
    layout = LAYOUT[sound.shape[1]]
    for start in range(0, len(sound), 4096):
        block = sound[start : start + 4096]
        planar = sample_format.endswith("p")
        kind = sample_format.rstrip("p")
        if kind == "s16":
            block = np.rint(block * 32767).astype(np.int16)
        elif kind == "s32":
            block = np.rint(block.astype(np.float64) * (2**31 - 256)).astype(np.int32)
        data = np.ascontiguousarray(block.T if planar else block.reshape(1, -1))
        frame = av.AudioFrame.from_ndarray(data, format=sample_format, layout=layout)
        frame.sample_rate = rate
        frame.pts = start
        frame.time_base = Fraction(1, rate)
        container.mux(stream.encode(frame))
    container.mux(stream.encode(None))


def _video_stream(container: av.container.OutputContainer) -> av.VideoStream:
    stream = container.add_stream("mpeg4", rate=10)
    stream.width = stream.height = 32
    stream.pix_fmt = "yuv420p"
    return stream


def _encode_video(container: av.container.OutputContainer, stream: av.VideoStream, seconds: float) -> None:
    for number in range(max(1, int(seconds * 10))):
        picture = np.full((32, 32, 3), number % 256, np.uint8)
        frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
        frame.pts = number
        frame.time_base = Fraction(1, 10)
        container.mux(stream.encode(frame))
    container.mux(stream.encode(None))


_ALL = (8000, 11025, 16000, 22050, 44100, 48000, 96000, 192000)
_TO_48 = (8000, 16000, 22050, 44100, 48000)

KINDS: dict[str, Kind] = {
    "wav_u8": Kind("wav", _sf("WAV", "PCM_U8"), _ALL, lossy=True),
    "wav_16": Kind("wav", _sf("WAV", "PCM_16"), _ALL),
    "wav_24": Kind("wav", _sf("WAVEX", "PCM_24"), _ALL),
    "wav_32": Kind("wav", _sf("WAV", "PCM_32"), _ALL),
    "wav_float": Kind("wav", _sf("WAV", "FLOAT"), _ALL),
    "wav_double": Kind("wav", _sf("WAV", "DOUBLE"), _ALL),
    "wav_ulaw": Kind("wav", _sf("WAV", "ULAW"), (8000, 44100), (1, 2), lossy=True),
    "wav_alaw": Kind("wav", _sf("WAV", "ALAW"), (8000,), (1, 2), lossy=True),
    "wav_adpcm": Kind("wav", _sf("WAV", "IMA_ADPCM"), (22050,), (1, 2), lossy=True, slack_s=0.09,
                      exact_seek=True),
    "rf64": Kind("wav", _sf("RF64", "PCM_16"), (44100, 192000)),
    "w64": Kind("w64", _sf("W64", "PCM_24"), (48000,)),
    "aiff": Kind("aiff", _sf("AIFF", "PCM_24"), (8000, 44100, 96000)),
    "caf": Kind("caf", _sf("CAF", "PCM_16"), (44100,)),
    "au": Kind("au", _sf("AU", "PCM_16"), (8000, 44100)),
    "flac": Kind("flac", _sf("FLAC", "PCM_24"), _ALL),
    "mp3": Kind("mp3", _sf("MP3", "MPEG_LAYER_III"), (8000, 11025, 22050, 44100, 48000), (1, 2), lossy=True),
    "mp3_av": Kind("mp3", _av("mp3", "libmp3lame"), (22050, 44100, 48000), (1, 2), lossy=True),
    "vorbis": Kind("ogg", _sf("OGG", "VORBIS"), (8000, 44100, 48000, 96000), lossy=True),
    "opus": Kind("opus", _sf("OGG", "OPUS"), (48000,), lossy=True),
    "opus_av": Kind("opus", _av("ogg", "libopus", "flt"), (48000,), lossy=True),
    "m4a": Kind("m4a", _av("ipod", "aac"), (8000, 16000, 22050, 44100, 48000, 96000), lossy=True,
                other_decoder=False),
    "alac": Kind("m4a", _av("ipod", "alac", "s16p"), (44100, 96000), (1, 2), other_decoder=False),
    "mka": Kind("mka", _av("matroska", "aac"), (8000, 44100, 48000), lossy=True, other_decoder=False),
    "mka_flac": Kind("mka", _av("matroska", "flac", "s16"), (44100,), (1, 2), other_decoder=False),
    "webm": Kind("webm", _av("webm", "libopus", "flt"), (48000,), lossy=True, other_decoder=False),
    "webm_live": Kind("webm", _av("webm", "libopus", "flt", live="1"), (48000,), (1, 2), lossy=True,
                      other_decoder=False),
    "mp4_video": Kind("mp4", _av("mp4", "aac", video=True), (44100, 48000), lossy=True, other_decoder=False),
    "mkv_video": Kind("mkv", _av("matroska", "aac", video=True), (44100, 48000), lossy=True, slack_s=0.024,
                      other_decoder=False),
    "wma": Kind("wma", _av("asf", "wmav2"), (22050, 44100, 48000), (1, 2), lossy=True, slack_s=0.1,
                other_decoder=False),
    "ac3": Kind("ac3", _av("ac3", "ac3"), (48000,), lossy=True, slack_s=0.04, other_decoder=False),
    "eac3": Kind("eac3", _av("eac3", "eac3"), (48000,), lossy=True, slack_s=0.04, other_decoder=False),
    "mp2": Kind("mp2", _av("mp2", "mp2", "s16"), (44100, 48000), (1, 2), lossy=True, slack_s=0.04,
                other_decoder=False),
    "mp4_opus": Kind("mp4", _av("mp4", "libopus", "flt"), (48000,), lossy=True, other_decoder=False),
    "flac_ogg": Kind("ogg", _av("ogg", "flac", "s16"), (44100,), (1, 2), other_decoder=False),
    "flv": Kind("flv", _av("flv", "aac"), (44100,), (1, 2), lossy=True, slack_s=0.05, other_decoder=False),
    "avi_mp3": Kind("avi", _av("avi", "libmp3lame"), (44100,), (1, 2), lossy=True, slack_s=0.06,
                    other_decoder=False),
    "mp4_fragments": Kind("mp4", _av("mp4", "aac", movflags="frag_keyframe+empty_moov+default_base_moof"),
                          (44100,), (1, 2), lossy=True, slack_s=0.05, other_decoder=False),
    "aac_adts": Kind("aac", _av("adts", "aac"), (44100, 48000), lossy=True, slack_s=0.05,
                     other_decoder=False),
    "wavpack": Kind("wv", _av("wv", "wavpack", "s16p"), (44100,), (1, 2), other_decoder=False),
    "tta": Kind("tta", _av("tta", "tta", "s16"), (44100,), (1, 2), other_decoder=False),
    "mpegts": Kind("ts", _av("mpegts", "aac"), (48000,), (1, 2), lossy=True, slack_s=0.05,
                   other_decoder=False),
}

MATRIX: list[tuple[str, int, int]] = [
    (kind, rate, channels) for kind, k in KINDS.items() for rate in k.rates for channels in k.channels
]
"""All of (kind, rate, channels)."""

SEEKABLE_KINDS = [name for name, kind in KINDS.items() if kind.exact_seek]


def make(path: Path, kind: str, rate: int = 44100, channels: int = 2, seconds: float = 1.0) -> np.ndarray:
    """Write ``path`` and return the sound that went into it."""
    sound = tone(seconds, rate, channels)
    KINDS[kind].write(path, sound, rate)
    return sound


_STEM_BYTES = 255 - len(".flac.part")  # leaves room for what a program adds to a name

NAMES: tuple[str, ...] = (
    "我的歌 第一首", "うた・ガ", "🎤🎶", "%d %s %03d", "a#b?c=d&e", "quote ' and \" both", "`back` $(tick) $HOME",
    "-rf --output", "trailing space ", "trailing dot.", "concat:a|b", "file:x", "http:--x", "pipe:0", "new\nline",
    "semi;colon, comma", "[0-9]{a,b}*", "é and e\u0301", "\u202ertl", ".hidden", "a.mp3", "名" * (_STEM_BYTES // 3),
    "x" * _STEM_BYTES,
)
"""Stems that a POSIX file system takes; Windows forbids some of them."""

WINDOWS_FORBIDDEN = set('<>:"/\\|?*\n')


def names_here(windows: bool) -> list[str]:
    """Return the stems that this system allows."""
    if not windows:
        return list(NAMES)
    return [name for name in NAMES if not WINDOWS_FORBIDDEN & set(name) and len(name) < 200]


def wav_header(
    *, rate: int = 44100, channels: int = 1, bits: int = 16, tag: int = 1, align: int | None = None,
    data: bytes = b"", size: int | None = None, riff: int | None = None,
) -> bytes:
    """Return a WAV whose header may lie."""
    if align is None:
        align = channels * bits // 8
    fmt = struct.pack("<HHIIHH", tag, channels, rate, min(rate * align, 2**32 - 1), align & 0xFFFF, bits)
    size = len(data) if size is None else size
    riff = 36 + len(data) if riff is None else riff
    return b"".join([b"RIFF", struct.pack("<I", riff), b"WAVEfmt ", struct.pack("<I", 16), fmt, b"data",
                     struct.pack("<I", size), data])


def pcm16(seconds: float = 0.2, rate: int = 44100, channels: int = 1) -> bytes:
    return np.rint(tone(seconds, rate, channels) * 32767).astype("<i2").tobytes()


HTML = b"<!DOCTYPE html>\n<html><head><title>404</title></head><body>Not found</body></html>\n" * 20


def _random(seed: int, count: int) -> bytes:
    return np.random.default_rng(seed).integers(0, 256, count, np.uint8).tobytes()


def video_without_sound(path: Path, format: str = "mp4") -> None:
    with path.open("wb+") as file, av.open(file, "w", format=format) as container:
        _encode_video(container, _video_stream(container), 1.0)


def _write(data: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(data) and None


@dataclass(frozen=True)
class Broken:
    """``write`` makes the file ``name``; opening it must give the error ``code``."""

    name: str
    code: str
    write: Callable[[Path], None]


BROKEN: tuple[Broken, ...] = (
    Broken("empty.wav", "empty_file", _write(b"")),
    Broken("empty.mp3", "empty_file", _write(b"")),
    Broken("riff only.wav", "header_only", _write(b"RIFF\x24\0\0\0WAVE")),
    Broken("header only.wav", "header_only", _write(wav_header())),
    Broken("no samples.flac", "header_only", _write(
        b"fLaC\x80\0\0\x22" + bytes.fromhex("10001000000000000000" "0ac440f000000000") + bytes(16))),
    Broken("tag only.mp3", "header_only", _write(b"ID3\x04\0\0\0\0\0\x0a" + bytes(10))),
    Broken("text.wav", "not_audio", _write("Dies ist kein Klang. 这不是声音。\n".encode() * 50)),
    Broken("a word that is a magic.wav", "not_audio", _write(b"MAC addresses of the house\n" * 20)),
    Broken("V中文.mp3", "not_audio", _write("V中文字\n".encode() * 50)),
    Broken("html.wav", "not_audio", _write(HTML)),
    Broken("archive.flac", "not_audio", _write(b"PK\x03\x04" + _random(1, 4000))),
    Broken("random.mp3", "not_audio", _write(_random(2, 50_000))),
    Broken("zeros.wav", "not_audio", _write(bytes(50_000))),
    Broken("playlist.mp3", "not_audio", _write(b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")),
    Broken("script.ogg", "not_audio", _write(b"ffconcat version 1.0\nfile /etc/passwd\n")),
    Broken("random after magic.flac", "damaged", _write(b"fLaC" + _random(3, 20_000))),
    Broken("random after magic.ogg", "damaged", _write(b"OggS" + _random(4, 20_000))),
    Broken("rate 0.wav", "bad_rate", _write(wav_header(rate=0, data=pcm16()))),
    Broken("rate 1.wav", "bad_rate", _write(wav_header(rate=1, data=pcm16()))),
    Broken("rate 1 MHz.wav", "bad_rate", _write(wav_header(rate=1_000_000, data=pcm16()))),
    Broken("rate max.wav", "bad_rate", _write(wav_header(rate=2**32 - 1, data=pcm16()))),
    Broken("0 channels.wav", "bad_channels", _write(wav_header(channels=0, align=2, data=pcm16()))),
    Broken("32 channels.wav", "bad_channels", _write(wav_header(channels=32, data=pcm16()))),
    Broken("65535 channels.wav", "bad_channels", _write(wav_header(channels=65535, data=pcm16()))),
    Broken("0 bits.wav", "bad_format", _write(wav_header(bits=0, data=pcm16()))),
    Broken("3 bits.wav", "bad_format", _write(wav_header(bits=3, align=1, data=pcm16()))),
    Broken("silent film.mp4", "no_audio", video_without_sound),
    Broken("silent film.mkv", "no_audio", lambda path: video_without_sound(path, "matroska")),
)


def truncate(path: Path, fraction: float) -> None:
    """Cut the file off, as a broken download does."""
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * fraction)])


def decode_with_av(path: Path) -> tuple[np.ndarray, int]:
    """Return (frames, channels) and the rate as PyAV alone decodes it."""
    with path.open("rb") as file, av.open(file) as container:
        frames = list(container.decode(container.streams.audio[0]))
        rate = frames[0].sample_rate
        resampler = av.AudioResampler("fltp")
        blocks = [f.to_ndarray() for frame in frames for f in resampler.resample(frame)]
        return np.concatenate(blocks, axis=1).T, rate


def decode_with_sndfile(path: Path) -> tuple[np.ndarray, int]:
    """Return (frames, channels) and the rate as libsndfile alone decodes it."""
    with path.open("rb") as file:
        return soundfile.read(file, dtype="float32", always_2d=True)
