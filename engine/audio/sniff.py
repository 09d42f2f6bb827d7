"""What a file is, from its bytes alone.

The answer names the demuxer to use, so that FFmpeg never guesses: its guesses include play lists and
concatenation scripts that open other files and addresses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.audio.files import InputFile
from engine.errors import EngineError

_HEAD_BYTES = 4096
_SYNC_SEARCH_BYTES = 512 * 1024  # junk that a player would skip before the first frame
_MAX_ID3_TAGS = 8


@dataclass(frozen=True, slots=True)
class Sniffed:
    """``kind`` is our word, ``av_format`` FFmpeg's demuxer (None: it has none), ``sndfile`` whether libsndfile
    reads it exactly, ``start`` where the sound data begins after ID3 tags.

    libsndfile 1.2.2 reads MP3 and OGG as well, but its seeking in them is off (python-soundfile seeks after
    every read, so even reading MP3 in order gives wrong samples at the joins): those go to FFmpeg.
    """

    kind: str
    av_format: str
    sndfile: bool = False
    start: int = 0


_W64 = bytes.fromhex("726966662e91cf11a5d628db04c10000")
_ASF = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c")

_PREFIXES: tuple[tuple[bytes, Sniffed], ...] = (
    (b"fLaC", Sniffed("flac", "flac", sndfile=True)),
    (b"OggS", Sniffed("ogg", "ogg")),
    (_W64, Sniffed("w64", "w64", sndfile=True)),
    (b"caff", Sniffed("caf", "caf", sndfile=True)),
    (b".snd", Sniffed("au", "au", sndfile=True)),
    (b"\x1aE\xdf\xa3", Sniffed("matroska", "matroska")),
    (_ASF, Sniffed("asf", "asf")),
    (b"FLV\x01", Sniffed("flv", "flv")),
    (b"wvpk", Sniffed("wavpack", "wv")),
    (b"TTA1", Sniffed("tta", "tta")),
    (b"MAC ", Sniffed("ape", "ape")),
    (b"MPCK", Sniffed("musepack", "mpc8")),
    (b"MP+", Sniffed("musepack", "mpc")),
    (b"#!AMR", Sniffed("amr", "amr")),
    (b"\x7f\xfe\x80\x01", Sniffed("dts", "dts")),
    (b"\x00\x00\x01\xba", Sniffed("mpeg", "mpeg")),
)

_NOT_AUDIO: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "ZIP"), (b"Rar!", "RAR"), (b"7z\xbc\xaf", "7z"), (b"\x1f\x8b", "gzip"),
    (b"%PDF", "PDF"), (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"),
    (b"MThd", "MIDI"), (b"MZ\x90", "EXE"), (b"\x7fELF", "ELF"), (b"#EXTM3U", "M3U"),
)

_MOV_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot", b"styp", b"moof")


def sniff(file: InputFile) -> Sniffed:
    """Return what ``file`` holds.

    Raises EngineError ``not_audio`` (with ``found``, such as PDF, where known) or ``header_only``.
    """
    head = file.read_at(0, _HEAD_BYTES)
    start = 0
    for _ in range(_MAX_ID3_TAGS):
        if head[:3] != b"ID3" or len(head) < 10:
            break
        start += _id3_length(head)
        head = file.read_at(start, _HEAD_BYTES)
        if not head:
            raise EngineError("header_only")
    looks = _looks(head)
    found = None if looks in _TEXTS else _by_magic(head)
    if found is None and looks == "unknown":
        found = _by_sync(file, head, start)
    if found is None:
        raise EngineError("not_audio", **({} if looks == "unknown" else {"found": looks}))
    return Sniffed(found.kind, found.av_format, found.sndfile, start)


def _id3_length(head: bytes) -> int:
    a, b, c, d = (x & 0x7F for x in head[6:10])
    return 10 + (a << 21 | b << 14 | c << 7 | d) + (10 if head[5] & 0x10 else 0)


def _by_magic(head: bytes) -> Sniffed | None:
    for prefix, found in _PREFIXES:
        if head.startswith(prefix):
            return found
    if head[:4] in (b"RIFF", b"RIFX", b"RF64", b"BW64"):
        if head[8:12] == b"WAVE" or len(head) < 12:
            return Sniffed("wav", "wav", sndfile=True)
        return Sniffed("avi", "avi") if head[8:12] == b"AVI " else None
    if head[:4] == b"FORM" and head[8:12] in (b"AIFF", b"AIFC"):
        return Sniffed("aiff", "aiff", sndfile=True)
    if head[4:8] in _MOV_BOXES:
        return Sniffed("mp4", "mov")
    if len(head) > 4 * 188:
        if all(head[i * 188] == 0x47 for i in range(5)):
            return Sniffed("mpegts", "mpegts")
        if all(head[4 + i * 192] == 0x47 for i in range(4)):
            return Sniffed("mpegts", "mpegts")
    return None


def _by_sync(file: InputFile, head: bytes, start: int) -> Sniffed | None:
    """Find streams without a header of their own by a run of frames that follow each other."""
    if head[:2] == b"\x0bw" and len(head) > 5:
        enhanced = head[5] >> 3 > 10
        return Sniffed("eac3", "eac3") if enhanced else Sniffed("ac3", "ac3")
    if head[:2] == b"\x56\xe0" or (len(head) > 1 and head[0] == 0x56 and head[1] & 0xE0 == 0xE0):
        return Sniffed("aac", "loas")
    data = file.read_at(start, _SYNC_SEARCH_BYTES)
    whole = start + len(data) >= file.size
    offset = data.find(b"\xff")
    while 0 <= offset < len(data) - 4:
        for length, found in ((_adts_length, Sniffed("aac", "aac")),
                              (_mpeg_length, Sniffed("mp3", "mp3"))):
            run, end = _run(data, offset, length)
            # A short file may hold fewer than three frames: then they must begin at once and fill it.
            if run >= 3 or (run >= 1 and offset == 0 and whole and end >= len(data) - 256):
                return found
        offset = data.find(b"\xff", offset + 1)
    return None


def _run(data: bytes, offset: int, length: Callable[[bytes, int], int]) -> tuple[int, int]:
    """Return how many frames (at most 3) follow each other from ``offset``, and where they end."""
    run = 0
    while run < 3 and offset + 7 <= len(data):
        step = length(data, offset)
        if not step:
            break
        run += 1
        offset += step
    return run, offset


def _adts_length(data: bytes, i: int) -> int:
    """Length of the AAC frame at ``i`` (ISO/IEC 13818-7, 6.2), 0 when there is none."""
    if data[i] != 0xFF or data[i + 1] & 0xF6 != 0xF0 or (data[i + 2] >> 2) & 0xF > 12:
        return 0
    size = (data[i + 3] & 3) << 11 | data[i + 4] << 3 | data[i + 5] >> 5
    return size if size > 7 else 0


_KBPS = {
    (1, 1): (32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448),
    (1, 2): (32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384),
    (1, 3): (32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (2, 1): (32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256),
    (2, 2): (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
    (2, 3): (8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}


def _mpeg_length(data: bytes, i: int) -> int:
    """Length of the MPEG audio frame at ``i`` (ISO/IEC 11172-3, 2.4.1.3), 0 when there is none."""
    if data[i] != 0xFF or data[i + 1] & 0xE0 != 0xE0:
        return 0
    version, layer = (data[i + 1] >> 3) & 3, 4 - ((data[i + 1] >> 1) & 3)
    bitrate, rate = data[i + 2] >> 4, (data[i + 2] >> 2) & 3
    if version == 1 or layer == 4 or bitrate in (0, 15) or rate == 3:
        return 0
    hertz = (44100, 48000, 32000)[rate] >> {3: 0, 2: 1, 0: 2}[version]
    bits = _KBPS[(1 if version == 3 else 2, layer)][bitrate - 1] * 1000
    pad = (data[i + 2] >> 1) & 1
    if layer == 1:
        return (12 * bits // hertz + pad) * 4
    samples = 576 if layer == 3 and version != 3 else 1152
    return samples // 8 * bits // hertz + pad


_TEXTS = ("TXT", "HTML", "M3U")
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")


def _looks(head: bytes) -> str:
    for prefix, word in _NOT_AUDIO:
        if head.startswith(prefix):
            return word
    sample = head[:512]
    for cut in range(4):  # the last character may be cut in two
        try:
            text = sample[: len(sample) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
        if _CONTROL.search(text):
            return "unknown"
        return "HTML" if re.match(r"\s*<(!doctype html|html)", text, re.IGNORECASE) else "TXT"
    return "unknown"
