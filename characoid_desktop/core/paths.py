"""Where the app keeps its things. ``CHARACOID_HOME`` puts everything under one folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOME_VARIABLE = "CHARACOID_HOME"


@dataclass(frozen=True, slots=True)
class AppPaths:
    """All locations; nothing is created until :meth:`create`."""

    data: Path
    config: Path
    logs: Path
    cache: Path

    @classmethod
    def locate(cls, environ: Mapping[str, str] = os.environ) -> AppPaths:
        """Return the user's folders, or those under ``CHARACOID_HOME`` when it is set."""
        home = environ.get(HOME_VARIABLE)
        if home:
            return cls.under(Path(home).expanduser().absolute())
        import platformdirs

        dirs = platformdirs.PlatformDirs("CHARACOID Desktop", appauthor=False)
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

    def create(self) -> None:
        """Create the folders; raises OSError when that is not possible."""
        for path in (self.data, self.config, self.logs, self.cache):
            path.mkdir(parents=True, exist_ok=True)
