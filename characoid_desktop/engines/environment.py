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
    "CHARACOID_HOME",
)  # fmt: skip
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS",
            "VECLIB_MAXIMUM_THREADS")  # fmt: skip
# glibc hands large blocks back to the kernel at once and gets them anew, zeroed, page by page. Networks take and free
# the same blocks all the time, so the compute child keeps them (benchmarks/rvc_speed.py); when its models are
# unloaded it asks for them to be given back. 32 MiB is the most that every glibc takes.
_KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(256 << 20)}


def child_environment(
    environ: Mapping[str, str] = os.environ, *, cores: int | None = None, extra: Mapping[str, str] | None = None,
    compute: bool = False, platform: str = sys.platform,
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
    if compute and platform == "linux":
        child.update(_KEEP_MEMORY)
    child.update(extra or {})
    return child
