"""``characoid shots DIR``: a picture of every panel in every language and both themes, checked while it is taken."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop
from characoid_desktop.app.about import NAME, version
from characoid_desktop.app.qt_log import route_qt_messages
from characoid_desktop.app.shots.looks import all_looks, usual_looks
from characoid_desktop.app.shots.shoot import Shoot, Taken
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import t
from characoid_desktop.ui.theme.theme import ThemeController

EXIT_FINDINGS = 1
EXIT_NOT_DONE = 2


def run_shots(arguments: argparse.Namespace) -> int:
    """Write the pictures into ``arguments.folder`` and print their names.

    Returns 0, 1 when something in them cannot be read, or 2 when they could not be made. ``all`` adds sizes and
    longer texts; ``only`` are patterns of screen names.
    """
    folder = Path(arguments.folder).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(t("“{folder}” cannot be written to. Choose another folder.", folder=folder), file=sys.stderr)
        print(error, file=sys.stderr)
        return EXIT_NOT_DONE
    QApplication.setApplicationName(NAME)
    QApplication.setApplicationVersion(version())
    # Not through the environment: whatever the desktop is, nothing may flash up on it.
    app = QApplication([sys.argv[0], "-platform", "offscreen"])
    app.setQuitOnLastWindowClosed(False)
    return loop.run(app, _shoot(app, folder, everything=arguments.all, only=list(getattr(arguments, "only", []))))


async def _shoot(app: QApplication, folder: Path, *, everything: bool, only: list[str]) -> int:
    from characoid_desktop.cli.main import interruptible

    restore_qt = route_qt_messages()  # what the offscreen platform cannot do is nobody's concern
    theme = ThemeController(app)
    looks = all_looks() if everything else usual_looks()
    shoot = Shoot(app, theme, looks, folder, only, say)
    try:
        with tempfile.TemporaryDirectory(prefix="characoid-shots-", ignore_cleanup_errors=True) as home:
            return await interruptible(run(shoot, Path(home)))
    finally:
        theme.close()
        restore_qt()


async def run(shoot: Shoot, home: Path) -> int:
    """Take the pictures with homes under ``home`` and return the exit code."""
    try:
        taken = await shoot.run(home)
    except (AppError, TimeoutError, OSError) as error:
        print(error, file=sys.stderr)
        return EXIT_NOT_DONE
    bad = [one for one in taken if one.findings]
    if bad:
        print(t("{n} of {all} pictures hold something that cannot be read.", n=len(bad), all=len(taken)),
              file=sys.stderr)
        return EXIT_FINDINGS
    await asyncio.sleep(0)
    return 0


def say(taken: Taken) -> None:
    """Print the file's name, and on stderr what was found in it."""
    if taken.file is not None:
        print(taken.file.name, flush=True)
    for finding in taken.findings:
        print(f"  {taken.name}: {finding}", file=sys.stderr, flush=True)
