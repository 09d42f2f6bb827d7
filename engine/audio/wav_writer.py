"""A WAV writer that becomes RF64 beyond 4 GiB (EBU Tech 3306), with the channel mask and INFO tags."""

from __future__ import annotations

import struct
from collections.abc import Mapping

import numpy as np

from engine.audio.files import OutputFile
from engine.audio.layouts import mask_of

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_SUBFORMAT_TAIL = bytes.fromhex("000000001000800000aa00389b71")
_INFO_IDS = {"title": b"INAM", "artist": b"IART", "album": b"IPRD", "comment": b"ICMT", "date": b"ICRD",
             "genre": b"IGNR", "encoder": b"ISFT"}
_LIMIT_32 = 0xFFFFFFFF
BITS = {"pcm_16": 16, "pcm_24": 24, "float": 32}


class WavWriter:
    """Writes interleaved samples; the header is completed by :meth:`finish`."""

    def __init__(
        self, file: OutputFile, rate: int, channels: int, layout: str, subtype: str, tags: Mapping[str, str],
    ) -> None:
        self._file, self._subtype, self._channels = file, subtype, channels
        self._align = channels * BITS[subtype] // 8
        self._data_bytes = 0
        self._fact_at = 0
        self._write_header(rate, channels, layout, tags)

    def _write_header(self, rate: int, channels: int, layout: str, tags: Mapping[str, str]) -> None:
        bits = BITS[self._subtype]
        tag = _FLOAT if self._subtype == "float" else _PCM
        basic = struct.pack("<HIIHH", channels, rate, rate * self._align, self._align, bits)
        if channels > 2 or bits == 24:
            extra = struct.pack("<HHIH", 22, bits, mask_of(layout), tag) + _SUBFORMAT_TAIL
            body = struct.pack("<H", _EXTENSIBLE) + basic + extra
        elif tag == _FLOAT:
            body = struct.pack("<H", tag) + basic + b"\0\0"
        else:
            body = struct.pack("<H", tag) + basic
        # The JUNK chunk keeps the place for ds64.
        head = b"RIFF\xff\xff\xff\xffWAVE" + b"JUNK" + struct.pack("<I", 28) + bytes(28)
        head += b"fmt " + struct.pack("<I", len(body)) + body
        if tag == _FLOAT:
            self._fact_at = len(head) + 8
            head += b"fact" + struct.pack("<II", 4, 0)
        head += _info_chunk(tags)
        self._file.write(head + b"data\xff\xff\xff\xff")
        self._data_at = len(head) + 8

    def write(self, block: np.ndarray) -> None:
        """Append float32 (frames, channels) within ±1 (float: any value). Raises OSError."""
        data = _encode(block, self._subtype)
        self._file.write(data)
        self._data_bytes += len(data)

    def finish(self) -> None:
        """Write the sizes. Raises OSError."""
        if self._data_bytes & 1:
            self._file.write(b"\0")
        end = self._file.tell()
        frames = self._data_bytes // self._align
        if end - 8 > _LIMIT_32:
            self._patch(0, b"RF64\xff\xff\xff\xffWAVEds64")
            self._patch(20, struct.pack("<QQQI", end - 8, self._data_bytes, frames, 0))
        else:
            self._patch(4, struct.pack("<I", end - 8))
            self._patch(self._data_at - 4, struct.pack("<I", self._data_bytes))
        if self._fact_at:
            self._patch(self._fact_at, struct.pack("<I", min(frames, _LIMIT_32)))
        self._file.seek(end)

    def _patch(self, at: int, data: bytes) -> None:
        self._file.seek(at)
        self._file.write(data)


def _info_chunk(tags: Mapping[str, str]) -> bytes:
    body = b"INFO"
    for key, value in tags.items():
        if key in _INFO_IDS:
            text = value.encode("utf-8") + b"\0"
            body += _INFO_IDS[key] + struct.pack("<I", len(text)) + text + b"\0" * (len(text) & 1)
    return b"" if body == b"INFO" else b"LIST" + struct.pack("<I", len(body)) + body


def _encode(block: np.ndarray, subtype: str) -> bytes:
    if subtype == "float":
        return np.ascontiguousarray(block, "<f4").tobytes()
    if subtype == "pcm_16":
        return np.rint(np.clip(block * 32768.0, -32768, 32767)).astype("<i2").tobytes()
    wide = np.rint(np.clip(block.astype(np.float64) * 8388608.0, -8388608, 8388607)).astype("<i4")
    return np.ascontiguousarray(wide.reshape(-1, 1).view(np.uint8)[:, :3]).tobytes()
