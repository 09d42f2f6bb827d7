"""Settings, a key store and the models, put together as the app does it."""

from __future__ import annotations

from typing import Any

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.integrations.llm.directory import ModelDirectory
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.secrets import Keyring, SecretStore
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore
from tests.fakes import key_stores
from tests.fakes.model_server import ModelServer


class ModelDesk:
    """``slept`` has the waits of retries, which are not waited."""

    def __init__(self, home: AppPaths, backend: Keyring | None = None, settings: SettingsStore | None = None) -> None:
        self.redactor = Redactor()
        self.settings = settings or SettingsStore(home.settings_file, SECTIONS)
        self._own_settings = settings is None
        self.store = backend or key_stores.WorkingStore()
        self.secrets = SecretStore(self.redactor, backend=lambda: self.store, limit_s=0.5)
        self.slept: list[float] = []
        self.directory = ModelDirectory(self.settings, self.secrets, sleep=self._sleep)

    async def use(self, server: ModelServer, key: str = "", **settings: Any) -> None:
        """Set the server (and its key) as a user would."""
        await self.settings.set(ModelsSection, base_url=server.base_url, **{"model": "fake-1", **settings})
        if key:
            await self.directory.set_key(key)

    async def ask(self, text: str = "Hi.", **persona: str) -> str:
        choice = await self.directory.resolve(**persona)
        return (await self.directory.model(choice).ainvoke(text)).text

    async def aclose(self) -> None:
        await self.directory.aclose()
        await self.secrets.aclose()
        if self._own_settings:
            await self.settings.aclose()

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
