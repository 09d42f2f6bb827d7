"""Checks of container headers that the decoders leave out.

libsndfile opens rates of 1 Hz, 32 channels and samples of 3 bits without complaint, and a length field that
lies is repaired silently; both are found here, from the header alone.
"""

from __future__ import annotations

import struct

from engine.audio.files import InputFile
from engine.audio.layouts import layout_of_mask
from engine.audio.limits import HeaderHints, check_channels, check_rate, check_seconds
from engine.audio.mp4_header import read_asf, read_mov
from engine.audio.sniff import Sniffed
from engine.errors import EngineError

_MAX_CHUNKS = 4096
_UNKNOWN_SIZES = (0, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000)  # written by programs that stream
_FLAC_FRAMES_PER_BYTE = 8192  # more than the longest block of silence packs
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE


def read_hints(file: InputFile, found: Sniffed) -> HeaderHints:
    """Return the hints for ``file``.

    Raises EngineError: ``header_only``, ``bad_rate``, ``bad_channels``, ``bad_format``, ``encrypted``,
    ``damaged``.
    """
    if found.kind == "wav":
        return _wav(file)
    if found.kind == "aiff":
        return _aiff(file)
    if found.kind == "w64":
        size = int.from_bytes(file.read_at(16, 8), "little")
        return HeaderHints(truncated=size > file.size)
    if found.kind == "caf":
        return _caf(file)
    if found.kind == "matroska":
        return _matroska(file)
    if found.kind == "mp4":
        return read_mov(file)
    if found.kind == "asf":
        return read_asf(file)
    if found.kind == "flac":
        return _flac(file, found.start)
    if found.kind == "mp3":
        return _mp3(file, found.start)
    if found.kind == "ogg":
        return _ogg(file)
    return HeaderHints()


def _wav(file: InputFile) -> HeaderHints:
    head = file.read_at(0, 12)
    order = ">" if head[:4] == b"RIFX" else "<"
    if len(head) < 12:
        raise EngineError("header_only")
    pos, layout, align, data64, seen = 12, None, 0, None, False
    for _ in range(_MAX_CHUNKS):
        chunk = file.read_at(pos, 8)
        if len(chunk) < 8:
            break
        name, size = chunk[:4], struct.unpack(order + "I", chunk[4:])[0]
        if name == b"ds64":
            body = file.read_at(pos + 8, 24)
            data64 = struct.unpack("<Q", body[8:16])[0] if len(body) >= 16 else None
        elif name == b"fmt ":
            layout, align = _check_format(file.read_at(pos + 8, min(size, 40)), order)
            seen = True
        elif name == b"data":
            if not seen:
                raise EngineError("damaged", "data before fmt")
            return _data_hints(file.size - pos - 8, size, data64, align, layout)
        pos += 8 + size + (size & 1)
    if seen or file.size <= 64:
        raise EngineError("header_only")
    raise EngineError("damaged", "no fmt and no data chunk")


def _data_hints(available: int, size: int, data64: int | None, align: int, layout: str | None) -> HeaderHints:
    if size == 0xFFFFFFFF and data64 is not None:
        size = data64
    elif size in _UNKNOWN_SIZES and available > 0:
        size = available
    if available <= 0 or size == 0 or min(size, available) < align:
        raise EngineError("header_only")
    short = size > available
    # A length near the limit of the field in a small file was never true: nothing is missing.
    lies = short and size >= 0x7FFF0000 and available < size // 16
    return HeaderHints(layout, truncated=short and not lies, length_lies=lies,
                       partial_frame=align > 1 and not short and size % align != 0)


def _check_format(body: bytes, order: str) -> tuple[str | None, int]:
    """Check a WAVEFORMAT(EXTENSIBLE); return the layout it names and the size of a PCM frame (else 0)."""
    if len(body) < 16:
        raise EngineError("damaged", "fmt chunk too short")
    tag, channels, rate, _, align, bits = struct.unpack(order + "HHIIHH", body[:16])
    mask = 0
    if tag == _EXTENSIBLE and len(body) >= 40:
        mask, tag = struct.unpack(order + "IH", body[20:26])
    check_channels(channels)
    check_rate(rate)
    if tag == _PCM:
        good = 8 <= bits <= 32 and align % channels == 0 and (bits + 7) // 8 <= align // channels <= 4
    elif tag == _FLOAT:
        good = bits in (32, 64) and align == channels * bits // 8
    else:
        return (layout_of_mask(mask, channels) if mask else None), 0
    if not good:
        raise EngineError("bad_format", f"tag {tag}, {bits} bits, block of {align}", bits=bits)
    return (layout_of_mask(mask, channels) if mask else None), align


def _aiff(file: InputFile) -> HeaderHints:
    pos, data, comm = 12, None, False
    for _ in range(_MAX_CHUNKS):
        chunk = file.read_at(pos, 8)
        if len(chunk) < 8:
            break
        name, size = chunk[:4], int.from_bytes(chunk[4:], "big")
        if name == b"COMM":
            body = file.read_at(pos + 8, 18)
            if len(body) < 18:
                raise EngineError("header_only")
            check_channels(int.from_bytes(body[:2], "big"))
            check_rate(_extended(body[8:18]))
            bits = int.from_bytes(body[6:8], "big")
            if file.read_at(8, 4) == b"AIFF" and not 8 <= bits <= 32:
                raise EngineError("bad_format", bits=bits)
            comm = True
        elif name == b"SSND":
            data = (size, file.size - pos - 8)
        pos += 8 + size + (size & 1)
    if not comm and data is None and file.size > 64:
        raise EngineError("damaged", "no COMM and no SSND chunk")
    if data is None or data[0] <= 8 or data[1] <= 8:
        raise EngineError("header_only")
    return HeaderHints(truncated=data[0] > data[1])


def _extended(raw: bytes) -> int:
    """An 80-bit IEEE 754 extended number as an integer, capped far above every rate."""
    exponent = (int.from_bytes(raw[:2], "big") & 0x7FFF) - 16383
    mantissa = int.from_bytes(raw[2:10], "big")
    if raw[0] & 0x80 or exponent < 0:
        return 0
    return mantissa >> (63 - exponent) if exponent < 63 else 1 << 62


def _caf(file: InputFile) -> HeaderHints:
    pos = 8
    for _ in range(_MAX_CHUNKS):
        chunk = file.read_at(pos, 12)
        if len(chunk) < 12:
            break
        size = int.from_bytes(chunk[4:], "big", signed=True)
        if chunk[:4] == b"desc":
            body = file.read_at(pos + 12, 32)
            if len(body) < 32:
                raise EngineError("header_only")
            rate = struct.unpack(">d", body[:8])[0]
            check_rate(int(rate) if 0 <= rate < 1e9 else 0)
            check_channels(int.from_bytes(body[24:28], "big"))
        elif chunk[:4] == b"data":
            there = file.size - pos - 12
            if there <= 4 or 0 <= size <= 4:
                raise EngineError("header_only")
            return HeaderHints(truncated=size > there)
        if size < 0:
            break
        pos += 12 + size
    raise EngineError("header_only")


def _matroska(file: InputFile) -> HeaderHints:
    """Compare the size of the segment with the file (RFC 8794: an id, then a size, each of variable length)."""
    pos = 0
    for _ in range(4):
        head = file.read_at(pos, 16)
        if len(head) < 12:
            break
        id_length = _vint_length(head[0])
        size_length = _vint_length(head[id_length]) if id_length <= 4 else 9
        if size_length > 8:
            break
        raw = int.from_bytes(head[id_length : id_length + size_length], "big")
        size, unknown = raw & ((1 << 7 * size_length) - 1), (1 << 7 * size_length) - 1
        pos += id_length + size_length
        if head[:4] == b"\x18\x53\x80\x67":
            return HeaderHints(truncated=size != unknown and pos + size > file.size)
        pos += size
    raise EngineError("header_only")


def _vint_length(first: int) -> int:
    return 9 - first.bit_length()


def _flac(file: InputFile, start: int) -> HeaderHints:
    """Check STREAMINFO (RFC 9639, 8.2)."""
    body = file.read_at(start + 4, 38)
    if len(body) < 38:
        raise EngineError("header_only")
    if body[0] & 0x7F != 0:
        raise EngineError("damaged", "no STREAMINFO")
    packed = int.from_bytes(body[14:22], "big")
    check_rate(packed >> 44)
    frames = packed & 0xFFFFFFFFF
    if frames > file.size * _FLAC_FRAMES_PER_BYTE:
        raise EngineError("damaged", f"{frames} frames in {file.size} bytes")
    check_seconds(frames / (packed >> 44))
    return HeaderHints()


def _mp3(file: InputFile, start: int) -> HeaderHints:
    """Compare the byte count of a Xing/Info header with the file."""
    head = file.read_at(start, 4096)
    at = max(head.find(b"Xing", 0, 200), head.find(b"Info", 0, 200))
    if at < 0 or len(head) < at + 16:
        return HeaderHints(length_unknown=True)
    flags = int.from_bytes(head[at + 4 : at + 8], "big")
    if not flags & 2:
        return HeaderHints(length_unknown=not flags & 1)
    field = at + 8 + (4 if flags & 1 else 0)
    size = int.from_bytes(head[field : field + 4], "big")
    # Some writers leave out the frame that holds this header, and tags may follow: only a clear gap counts.
    there = file.size - start
    joined = size + 4096 < there * 0.9
    return HeaderHints(truncated=size > there + 2048, length_unknown=not flags & 1 or joined)


def _ogg(file: InputFile) -> HeaderHints:
    """Look at the first and the last page (RFC 3533, 6): the end flag, and whose page it is."""
    tail = file.read_at(max(0, file.size - 131072), 131072)
    at = tail.rfind(b"OggS")
    if at < 0 or len(tail) < at + 27:
        return HeaderHints(truncated=True)
    chained = tail[at + 14 : at + 18] not in _first_serials(file)
    return HeaderHints(truncated=not tail[at + 5] & 4, chained=chained)


def _first_serials(file: InputFile) -> set[bytes]:
    """The serial numbers of the streams that begin together at the start of the file."""
    head, pos, serials = file.read_at(0, 65536), 0, set[bytes]()
    while head[pos : pos + 4] == b"OggS" and len(head) > pos + 27 and head[pos + 5] & 2:
        serials.add(head[pos + 14 : pos + 18])
        count = head[pos + 26]
        pos += 27 + count + sum(head[pos + 27 : pos + 27 + count])
    return serials
