"""The child's standard streams, priority and (Windows) job object. Standard library only.

The real standard output carries frames and nothing else: it is moved to another descriptor before any library
can print, and descriptor 1 then leads to the log (standard error).
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any

from engine.protocol import PRIORITY_NORMAL, PRIORITY_VARIABLE

NICENESS = 5
BELOW_NORMAL_PRIORITY_CLASS = 0x4000
_JOB_OBJECT_EXTENDED_LIMIT_INFORMATION = 9
_JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE = 0x2000
_JOB_OBJECT_LIMIT_PROCESS_MEMORY = 0x100


def take_over_stdio() -> tuple[int, int]:
    """Return the descriptors of the real input and output (not inherited by grandchildren).

    Afterwards descriptor 0 is empty and descriptor 1 is the log, also for C code and grandchildren.
    """
    real_in, real_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # no standard error: then there is no log
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    os.close(nothing)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (real_in, real_out):
            msvcrt.setmode(descriptor, os.O_BINARY)
    _text_streams()
    return real_in, real_out


def _text_streams() -> None:
    sys.stdin = open(0, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        stream = open(  # noqa: SIM115
            descriptor, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
        )
        setattr(sys, name, stream)


def lower_priority() -> None:
    """Let games and recording software go first, unless the user said no. Failing is no reason to stop."""
    if os.environ.get(PRIORITY_VARIABLE) == PRIORITY_NORMAL:
        return
    if sys.platform == "win32":
        kernel32 = _kernel32()
        kernel32.SetPriorityClass(kernel32.GetCurrentProcess(), BELOW_NORMAL_PRIORITY_CLASS)
    else:
        with contextlib.suppress(OSError):
            os.nice(NICENESS)


def resident_bytes() -> int:
    """Memory this process holds in RAM, in bytes; 0 when the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        pass
    try:
        import psutil

        return int(psutil.Process().memory_info().rss)
    except Exception:
        return 0


def die_with_me(memory_bytes: int | None = None) -> object:
    """Windows: put this process into a job that ends everything in it when this process ends.

    Children inherit the job, so nothing they start survives. Returns the handle, which must stay open
    (closing the last one is what ends the job), or None elsewhere and on failure. With ``memory_bytes`` the
    process may commit no more than that: asking for more fails inside it.
    Documented under "Job Objects", JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE and JOB_OBJECT_LIMIT_PROCESS_MEMORY.
    """
    if sys.platform != "win32":
        return None
    import ctypes
    from ctypes import wintypes

    class Basic(ctypes.Structure):
        _fields_ = [
            ("PerProcessUserTimeLimit", ctypes.c_int64),
            ("PerJobUserTimeLimit", ctypes.c_int64),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        ]

    class Extended(ctypes.Structure):
        _fields_ = [
            ("BasicLimitInformation", Basic),
            ("IoInfo", ctypes.c_uint64 * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        ]

    kernel32 = _kernel32()
    job = kernel32.CreateJobObjectW(None, None)
    if not job:
        return None
    limits = Extended()
    limits.BasicLimitInformation.LimitFlags = _JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
    if memory_bytes is not None:
        limits.BasicLimitInformation.LimitFlags |= _JOB_OBJECT_LIMIT_PROCESS_MEMORY
        limits.ProcessMemoryLimit = memory_bytes
    done = kernel32.SetInformationJobObject(
        job, _JOB_OBJECT_EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
    ) and kernel32.AssignProcessToJobObject(job, kernel32.GetCurrentProcess())
    if not done:
        kernel32.CloseHandle(job)
        return None
    return job


def _kernel32() -> Any:
    import ctypes

    kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined]
    handle = ctypes.c_void_p
    kernel32.GetCurrentProcess.restype = handle
    kernel32.SetPriorityClass.argtypes = [handle, ctypes.c_uint32]
    kernel32.CreateJobObjectW.argtypes = [ctypes.c_void_p, ctypes.c_wchar_p]
    kernel32.CreateJobObjectW.restype = handle
    kernel32.SetInformationJobObject.argtypes = [handle, ctypes.c_int, ctypes.c_void_p, ctypes.c_uint32]
    kernel32.AssignProcessToJobObject.argtypes = [handle, handle]
    kernel32.CloseHandle.argtypes = [handle]
    return kernel32
