"""Is there a screen? Asked before Qt is, because Qt ends the process when it finds none."""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from characoid_desktop.core.i18n import Text

CONNECT_LIMIT_S = 1.0
XCB_LIBRARIES = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
_DISPLAY = re.compile(r"^(?P<host>[^:]*):(?P<number>\d+)(\.\d+)?$")


def x_server_answers(display: str) -> bool:
    """Return whether something listens where ``display`` (``:0``, ``host:1.0``) points."""
    found = _DISPLAY.match(display)
    if not found:
        return False
    host, number = found["host"].removeprefix("unix/"), int(found["number"])
    if host in ("", "unix"):
        for address in (f"/tmp/.X11-unix/X{number}", f"\0/tmp/.X11-unix/X{number}"):  # noqa: S108
            with socket.socket(socket.AF_UNIX) as probe:
                try:
                    probe.connect(address)
                except OSError:
                    continue
                return True
        return False
    try:
        with socket.create_connection((host, 6000 + number), CONNECT_LIMIT_S):
            return True
    except OSError:
        return False


def wayland_answers(environ: Mapping[str, str]) -> bool:
    name = environ.get("WAYLAND_DISPLAY", "")
    if not name:
        return False
    return (Path(environ.get("XDG_RUNTIME_DIR", "/run")) / name).exists()


def _library_loads(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def why_no_window(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform,
    loads: Callable[[str], bool] = _library_loads,
) -> Text | None:
    """Return the sentence that says why no window can open here and how to go on, or None."""
    if not platform.startswith("linux") or environ.get("QT_QPA_PLATFORM"):
        return None
    if wayland_answers(environ):
        return None
    display = environ.get("DISPLAY", "")
    if not display:
        return Text.of(
            "No screen was found, so the window cannot open. Start it from a desktop session, or under a virtual "
            "screen (xvfb-run python3 run.py). Without a window this works: "
            "python -m characoid_desktop convert FILE -o FOLDER")
    if not x_server_answers(display):
        return Text.of(
            "The screen {display} does not answer, so the window cannot open. Check DISPLAY, or start it under a "
            "virtual screen (xvfb-run python3 run.py). Without a window this works: "
            "python -m characoid_desktop convert FILE -o FOLDER", display=display)
    missing = [package for soname, package in XCB_LIBRARIES.items() if not loads(soname)]
    if missing:
        return Text.of(
            "System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them "
            "with your package manager.", packages=" ".join(missing))
    return None
