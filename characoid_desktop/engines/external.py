"""rvc-next, a program of the user's own: where it may lie, and what a program says of itself.

Nothing here is imported from it. Looking for it starts nothing; only :func:`recognise` does, for a path the user chose.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import cast

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.environment import child_environment
from characoid_desktop.engines.log_tail import LogTail
from characoid_desktop.engines.process import Launch, ManagedProcess

NAME = "rvc-next"
ANSWER_LIMIT_S = 30.0
ANSWER_BYTES = 64 * 1024
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+-]{0,40}")


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a program said: its version, and that of its torch ("" where it has none)."""

    program: Path
    version: str
    torch: str = ""


class NotRecognised(AppError):
    """The program is not rvc-next, or does not answer."""

    code = "external_unknown"


def find_program(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return an rvc-next on PATH or where installers put it; None where there is none. Blocks; starts nothing."""
    return next((path for path in _places(environ) if _usable(path)), None)


def _places(environ: Mapping[str, str]) -> Iterator[Path]:
    file = f"{NAME}.exe" if sys.platform == "win32" else NAME
    for folder in environ.get("PATH", "").split(os.pathsep):
        if Path(folder).is_absolute():  # never the working directory
            yield Path(folder) / file
    home = Path(environ.get("USERPROFILE" if sys.platform == "win32" else "HOME") or Path.home())
    yield home / ".local" / "bin" / file  # pip --user, pipx, uv tool
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    for tools in (home / ".local/share/uv/tools", home / ".local/share/pipx/venvs", home / ".local/pipx/venvs",
                  home / "pipx/venvs", *_roaming(environ)):
        yield tools / NAME / scripts / file
    for folder in (NAME, f"{NAME}/.venv", f"{NAME}/venv"):
        yield home / folder / scripts / file


def _roaming(environ: Mapping[str, str]) -> Iterator[Path]:
    if environ.get("APPDATA"):
        yield Path(environ["APPDATA"]) / "uv" / "tools"


def _usable(path: Path) -> bool:
    try:
        return path.is_file() and os.access(path, os.X_OK) and path.suffix.lower() not in (".bat", ".cmd")
    except OSError:
        return False


async def recognise(program: Path, *, limit_s: float = ANSWER_LIMIT_S) -> Recognised:
    """Start ``program`` once, with ``version --json``, and return what it says it is.

    Raises NotRecognised for one that is not there, does not start, is another program, says too much or nothing
    within ``limit_s``. Nothing of it runs on afterwards.
    """
    if not program.is_absolute() or not await asyncio.to_thread(_usable, program):
        raise _no(Text.of("There is no program that can be started at this place."), str(program))
    said = bytearray()
    enough: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(data: bytes) -> None:
        said.extend(data[: ANSWER_BYTES + 1 - len(said)])
        if len(said) > ANSWER_BYTES and not enough.done():
            enough.set_result(None)

    environment = {name: value for name, value in child_environment().items() if not name.startswith("CHARACOID")}
    log = LogTail()
    process = ManagedProcess(
        Launch(NAME, (str(program), "version", "--json"), Path(gettempdir()), environment), log, heard)
    try:
        async with asyncio.timeout(limit_s):
            await process.start()
            await asyncio.wait({process.ended, enough}, return_when=asyncio.FIRST_COMPLETED)
    except TimeoutError as error:
        raise _no(Text.of("The program did not answer within {limit} s.", limit=int(limit_s)), str(program)) from error
    finally:
        await process.kill()
    end = process.ended.result()
    return _read(program, bytes(said), str(end), end.exit_code == 0)


def _read(program: Path, said: bytes, end: str, good: bool) -> Recognised:
    detail = f"{program}: {end}: {said[:500]!r}"
    try:
        value: object = json.loads(said) if good else None
    except (ValueError, RecursionError):
        value = None
    version = _version(value, "rvc_next")
    if not version:
        raise _no(Text.of("This program does not answer as rvc-next does."), detail)
    parts: object = cast("dict[str, object]", value).get("components")
    return Recognised(program, version, _version(parts, "torch"))


def _version(value: object, name: str) -> str:
    word = cast("dict[str, object]", value).get(name) if isinstance(value, dict) else None
    return word if isinstance(word, str) and _VERSION.fullmatch(word) else ""


def _no(sentence: Text, detail: str) -> NotRecognised:
    return NotRecognised(sentence, safe=Text.of("Nothing was changed."), detail=detail,
                         action=Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings"), {"page": "engines"}))
