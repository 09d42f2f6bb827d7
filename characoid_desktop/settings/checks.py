"""Folders that settings name: whether they are there now. A missing one is no error to load."""

from __future__ import annotations

import os
from pathlib import Path

from characoid_desktop.core.i18n import Text


def folder_problem(folder: str) -> Text | None:
    """Return what is wrong with a chosen folder, None if it can be used. Blocking: call in an executor."""
    if not folder:
        return Text.of("Choose a folder for the results.")
    path = Path(folder)
    if not path.is_absolute():
        return Text.of("“{folder}” is not a full path. Choose the folder again.", folder=folder)
    try:
        if path.is_dir():
            if os.access(path, os.W_OK):
                return None
            return Text.of("The folder “{folder}” is read-only. Choose another one.", folder=folder)
        if path.exists():
            return Text.of("“{folder}” is not a folder. Choose another one.", folder=folder)
        anchor = Path(path.anchor)
        if not anchor.exists():
            return Text.of("The drive “{drive}” is not connected. Connect it or choose another folder.",
                           drive=str(anchor))
    except (OSError, ValueError):
        return Text.of("The folder “{folder}” cannot be reached. Choose another one.", folder=folder)
    return Text.of("The folder “{folder}” is not there. Its drive may be missing: connect it, or choose "
                   "another folder.", folder=folder)
