"""What a child process gets to see of the environment: little, and no secret."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

ALLOWED = (
    "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
    "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
    "USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR",
    "PATHEXT", "COMSPEC", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
    "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_PATH",
    "CHARACOID_HOME", "RVC_NEXT_DATA_DIR", "RVC_NEXT_CONFIG_DIR",
)  # fmt: skip
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS")  # fmt: skip
# glibc hands large blocks back to the kernel at once and gets them anew, zeroed, page by page: a fifth of HTDemucs'
# CPU time (the vocoder works in tiles and does not mind). So the compute child keeps them, in the one arena where
# these settings act, and gives them back when its models are unloaded. Older versions refuse such a threshold.
_KEEP_MEMORY = {
    "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
}  # fmt: skip
_KEEPS_FROM = (2, 36)


def child_environment(
    environ: Mapping[str, str] = os.environ, *, cores: int | None = None, extra: Mapping[str, str] | None = None,
    compute: bool = False,
) -> dict[str, str]:
    """Return the environment for an engine child.

    Only names in ALLOWED pass (proxy settings, tokens and keys do not), text is UTF-8, and number libraries
    leave one core to the window: max(1, cores - 1) threads. ``compute``: a child that runs networks.
    """
    by_name = {name.upper(): name for name in environ} if os.name == "nt" else {n: n for n in environ}
    child = {name: environ[by_name[name]] for name in ALLOWED if name in by_name}
    threads = str(max(1, (cores or os.cpu_count() or 1) - 1))
    child.update(dict.fromkeys(_THREADS, threads))
    child.update({"PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8:backslashreplace"})
    if compute and glibc_version() >= _KEEPS_FROM:
        child.update(_KEEP_MEMORY)
    child.update(extra or {})
    return child


def glibc_version() -> tuple[int, ...]:
    """Return the version of the GNU C library, (0,) where there is another."""
    if sys.platform != "linux":
        return (0,)
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
        return tuple(int(part) for part in version.split(".")) if name == "glibc" else (0,)
    except (ValueError, OSError):
        return (0,)
