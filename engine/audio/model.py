"""What the readers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, slots=True)
class AudioInfo:
    """A sound as it will be decoded.

    ``frames`` and ``duration_s`` are None only where nothing short of decoding could tell. For a truncated
    file they count the readable part where that could be found out, else what the header promises.
    """

    duration_s: float | None
    frames: int | None
    rate: int
    channels: int
    layout: str  # a key of layouts.LAYOUTS
    codec: str
    container: str
    subtype: str
    seekable: bool


class DecodeFailed(Exception):
    """One decoder gives up; the other may still go on. ``cause`` is the OSError of the file, if any."""

    def __init__(self, detail: str, cause: OSError | None) -> None:
        super().__init__(detail)
        self.cause = cause


class Reader(Protocol):
    """A decoder at a position (in frames). It gives blocks as they are: not finite, not in range."""

    info: AudioInfo
    position: int
    warnings: list[str]

    def seek(self, frame: int) -> None: ...

    def read(self, frames: int) -> np.ndarray: ...

    def close(self) -> None: ...
