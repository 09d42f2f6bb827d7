"""What a child that reads foreign files may take of the machine. Standard library only.

Set before any library is loaded, so that whatever a file makes a library do ends with an error or with this child,
never with the machine. The reader itself refuses such files before; this is the wall behind it.
"""

from __future__ import annotations

import contextlib
import errno
import sys
from typing import Any

MEMORY_BYTES = 6 * 1024**3  # a file of 2 GiB, its tensors once more, and torch
ADDRESS_BYTES = 64 * 1024**3  # libraries map far more than they use
FILE_BYTES = 4 * 1024**3
CPU_S = 300.0  # for one request

_OUTSIDE = ("socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "os.startfile",
            "webbrowser.", "urllib.")


class _State:
    limited = False
    alone = False


def limit_this_process(memory: int | None = None) -> None:
    """Bound memory, file size and computing time of this process for good. Windows: the job object does it (stdio).

    ``memory``: bytes, less than the usual MEMORY_BYTES for a child that needs little.

    RLIMIT_DATA counts what is really written to (Linux 4.7 and later); RLIMIT_AS is the older, coarser wall.
    macOS takes the numbers and enforces the time and file size only.
    """
    _State.limited = True
    if sys.platform == "win32":
        return
    import resource

    for name, amount in (("RLIMIT_DATA", memory or MEMORY_BYTES), ("RLIMIT_AS", ADDRESS_BYTES),
                         ("RLIMIT_FSIZE", FILE_BYTES), ("RLIMIT_CORE", 0)):
        with contextlib.suppress(OSError, ValueError, AttributeError):  # a system without it, or one set lower
            number = getattr(resource, name)
            _, hard = resource.getrlimit(number)
            amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
            resource.setrlimit(number, (amount, amount))


def is_limited() -> bool:
    """Whether this process was limited."""
    return _State.limited


def more_cpu_time() -> None:
    """At the start of a request: this process is ended once it computes for CPU_S seconds more. Only if limited."""
    if not _State.limited or sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        wanted = int(used.ru_utime + used.ru_stime + CPU_S) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard < 0 else min(wanted, hard), hard))


def forbid_outside() -> None:
    """From now on this process opens no socket and starts no program (an audit hook; it cannot be taken back).

    Only if limited: nothing here needs either, and what a library tries is an error in the log.
    """
    if _State.limited and not _State.alone:
        _State.alone = True
        sys.addaudithook(_refuse)


def _refuse(event: str, _: tuple[Any, ...]) -> None:
    if event.startswith(_OUTSIDE):
        raise PermissionError(errno.EPERM, f"{event} is not for a child that reads foreign files")
