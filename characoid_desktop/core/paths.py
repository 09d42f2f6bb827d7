"""Where the app keeps its things. ``CHARACOID_HOME`` puts everything under one folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs.api import PlatformDirsABC

HOME_VARIABLE = "CHARACOID_HOME"
POINTER_NAME = "home.txt"  # in the user's configuration folder: the folder chosen instead of the usual ones
POINTER_LIMIT = 4096


@dataclass(frozen=True, slots=True)
class AppPaths:
    """All locations; nothing is created until :meth:`create`."""

    data: Path
    config: Path
    logs: Path
    cache: Path

    @classmethod
    def locate(cls, environ: Mapping[str, str] = os.environ) -> AppPaths:
        """Return the user's folders; ``CHARACOID_HOME``, then a folder chosen earlier, come first."""
        home = environ.get(HOME_VARIABLE)
        if home:
            return cls.under(Path(home).expanduser().absolute())
        chosen = _chosen_home()
        if chosen is not None:
            return cls.under(chosen)
        dirs = _user_dirs()
        return cls(Path(dirs.user_data_path), Path(dirs.user_config_path), Path(dirs.user_log_path),
                   Path(dirs.user_cache_path))

    @classmethod
    def under(cls, home: Path) -> AppPaths:
        return cls(home / "data", home / "config", home / "logs", home / "cache")

    @property
    def database(self) -> Path:
        return self.data / "characoid.sqlite3"

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def blobs(self) -> Path:
        return self.data / "blobs"

    @property
    def checkpoints(self) -> Path:
        """Where unfinished turns wait; a file of its own, and never the record of anything."""
        return self.data / "checkpoints.sqlite3"

    @property
    def exports(self) -> Path:
        """What the character wrote for the user: exported conversations."""
        return self.data / "exports"

    @property
    def results(self) -> Path:
        """Where conversions of copied files go when nobody chose a folder."""
        return self.data / "results"

    @property
    def stages(self) -> Path:
        """What is kept between the stages of a voice conversion, a folder for each file of a session."""
        return self.data / "rvc"

    @property
    def tables(self) -> Path:
        """The rows of structured tables, a file for each document."""
        return self.data / "tables"

    @property
    def skills(self) -> Path:
        """Skills of the user's own."""
        return self.data / "skills"

    @property
    def models(self) -> Path:
        """The library: voices and weights as the engine reads them."""
        return self.data / "models"

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.json"

    @property
    def instance_lock(self) -> Path:
        return self.data / "instance.lock"

    @property
    def compute_lock(self) -> Path:
        """One heavy computation at a time on this machine, whoever asks (window or command line)."""
        return self.cache / "compute.lock"

    @property
    def previews(self) -> Path:
        return self.cache / "previews"

    @staticmethod
    def remember_home(home: Path) -> None:
        """Use ``home`` from now on, in later starts too; raises OSError when that cannot be written down."""
        pointer = _pointer()
        pointer.parent.mkdir(parents=True, exist_ok=True)
        fresh = pointer.with_suffix(".new")
        fresh.write_text(str(home.absolute()), encoding="utf-8", errors="surrogateescape")
        fresh.replace(pointer)

    def create(self) -> None:
        """Create the folders; raises OSError when that is not possible."""
        for path in (self.data, self.config, self.logs, self.cache):
            path.mkdir(parents=True, exist_ok=True)


def _user_dirs() -> PlatformDirsABC:
    import platformdirs

    return platformdirs.PlatformDirs("CHARACOID Desktop", appauthor=False)


def _pointer() -> Path:
    return Path(_user_dirs().user_config_path) / POINTER_NAME


def _chosen_home() -> Path | None:
    """The folder of an earlier choice, None without one or when the note is unreadable."""
    try:
        with _pointer().open(encoding="utf-8", errors="surrogateescape") as note:
            words = note.read(POINTER_LIMIT).strip()
    except OSError:
        return None
    return Path(words) if words and Path(words).is_absolute() and "\0" not in words else None
