"""Who may change the data of a home: one program at a time."""

from __future__ import annotations

from characoid_desktop.core.locks import KernelLock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import file_in_the_way, from_os


def locked(paths: AppPaths) -> KernelLock | None:
    """Return the lock of this home, None while a window (or another command) has it; raises AppError."""
    lock = KernelLock(paths.instance_lock)
    try:
        return lock if lock.try_acquire() else None
    except OSError as error:
        raise from_os(error, paths.instance_lock) or file_in_the_way(paths.instance_lock, repr(error)) from error
