"""What the operating system says about motion. Qt 6.11 has no portable question for it."""

from __future__ import annotations

import sys


def prefers_reduced_motion() -> bool:
    """Return True where Windows has "Show animations" off; False where the system cannot be asked."""
    if sys.platform != "win32":
        return False
    import ctypes

    enabled = ctypes.c_int(1)
    get_client_area_animation = 0x1042  # SPI_GETCLIENTAREAANIMATION, winuser.h
    asked = ctypes.windll.user32.SystemParametersInfoW(get_client_area_animation, 0, ctypes.byref(enabled), 0)
    return bool(asked) and not enabled.value
