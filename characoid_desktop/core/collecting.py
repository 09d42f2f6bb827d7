"""The garbage collection of the interpreter, kept away from what stays for good.

A full collection looks at every object that can be part of a cycle. With the packages behind the agent imported it
stops the process for 100 ms and more, the window with it, and nearly all it looks at are modules, classes and
functions, which stay until the end.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def kept_for_good() -> Generator[None]:
    """Nothing is collected inside; if modules were imported inside, what is there by then is never looked at again."""
    modules, was_on = len(sys.modules), gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > modules:
            gc.freeze()
        if was_on:
            gc.enable()
