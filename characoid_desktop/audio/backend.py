"""The part of sounddevice that is used, and the one thread in which its blocking calls run.

sounddevice is imported on first use: importing it loads PortAudio, which not every machine has.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text

T = TypeVar("T")

OPEN_LIMIT_S = 12.0
CLOSE_LIMIT_S = 4.0



class OutputStream(Protocol):
    """``sounddevice.RawOutputStream`` as far as it is used. Every method may block for seconds."""

    @property
    def latency(self) -> float: ...

    @property
    def samplerate(self) -> float: ...

    def start(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


class SoundModule(Protocol):
    """The module ``sounddevice`` as far as it is used."""

    CallbackStop: type[BaseException]
    PortAudioError: type[Exception]

    def RawOutputStream(self, **settings: Any) -> OutputStream: ...

    def query_devices(self, device: Any = None, kind: str | None = None) -> Any: ...

    def query_hostapis(self, index: int | None = None) -> Any: ...


LoadSound = Callable[[], SoundModule]


def load_sounddevice() -> SoundModule:
    """Import sounddevice; raises AppError when PortAudio is missing."""
    try:
        import sounddevice
    except (OSError, ImportError) as error:
        raise no_output(str(error)) from error
    return cast(SoundModule, sounddevice)


def no_output(detail: str = "") -> AppError:
    """The sentence for a machine that cannot play."""
    return AppError(
        Text.of("No sound output was found. Connect headphones or speakers, then press play again."),
        safe=Text.of("Converting works without it."),
        code="no_sound_output", detail=detail,
    )


def output_lost(detail: str = "") -> AppError:
    """The sentence for an output that stopped while it played."""
    return AppError(
        Text.of("The sound output stopped answering. It may have been unplugged; press play to go on."),
        code="sound_output_lost", detail=detail,
        action=Action(ActionKind.CALLBACK, Text.of("Play again")),
    )


async def in_daemon_thread(work: Callable[[], T], limit_s: float) -> T:
    """Run a call that may block for ever, in a thread that never keeps the program alive.

    Raises TimeoutError after ``limit_s`` seconds (the thread goes on), else what ``work`` raises.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(cast(T, result))

    def body() -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = work()
        except BaseException as error:  # handed to the caller
            failure = error
        try:
            loop.call_soon_threadsafe(settle, result, failure)
        except RuntimeError:
            pass  # the loop is closed: nobody waits any more

    threading.Thread(target=body, name="sound output", daemon=True).start()
    async with asyncio.timeout(limit_s):
        return await future


def settings_of(value: Any) -> Mapping[str, Any]:
    """Return a device's description as a mapping (sounddevice gives plain dicts)."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def rows_of(value: Any) -> Sequence[Any]:
    """Return the rows of a device list (sounddevice gives a tuple of dicts)."""
    return cast(Sequence[Any], value) if isinstance(value, (list, tuple)) else ()
