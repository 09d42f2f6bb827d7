"""What every feature stands on: settings, record, files, children, secrets, models."""

from __future__ import annotations

from dataclasses import dataclass

from characoid_desktop.app.language import resolve
from characoid_desktop.app.shutdown import Shutdown
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.engines.catalog import EngineHosts, build_hosts
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.integrations.llm.directory import ModelDirectory
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.secrets import SecretStore
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.store import SettingsStore

ENGINES_LIMIT_S = 4.0


@dataclass(frozen=True, slots=True)
class Ground:
    """Made by :func:`open_ground`; ``shutdown`` closes it after whatever was added later."""

    paths: AppPaths
    clock: Clock
    logs: Logs
    settings: SettingsStore
    database: Database
    blobs: BlobStore
    attachments: AttachmentService
    engines: EngineHosts
    secrets: SecretStore
    models: ModelDirectory
    shutdown: Shutdown

    def language(self) -> str:
        """Return the language of the window now, as a tag."""
        return resolve(self.settings.get(AppearanceSection).language.value).value


async def open_ground(paths: AppPaths, clock: Clock, logs: Logs, shutdown: Shutdown) -> Ground:
    """Open settings and database; raises AppError when the data cannot be opened (``shutdown`` closes the rest)."""
    settings = SettingsStore(paths.settings_file, SECTIONS)
    await settings.load()
    shutdown.add("settings", settings.aclose)
    database = await Database.open(paths.database, paths.backups, clock)
    shutdown.add("database", database.aclose)
    blobs = BlobStore(paths.blobs)
    engines = build_hosts(paths)
    for host in engines.all:
        shutdown.add(f"engine {host.name}", host.stop, limit_s=ENGINES_LIMIT_S)
    secrets = SecretStore(logs.redactor)
    shutdown.add("secrets", secrets.aclose)
    models = ModelDirectory(settings, secrets)
    shutdown.add("models", models.aclose)
    return Ground(paths, clock, logs, settings, database, blobs, AttachmentService(database, blobs, clock), engines,
                  secrets, models, shutdown)
