"""The model for meaning that the settings name, as the features ask for it."""

from __future__ import annotations

from collections.abc import Sequence

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm.directory import ModelDirectory
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore


class NoEmbedder(AppError):
    code = "no_embedding_model"


class ChosenEmbedder:
    """The model of one moment; ``model`` names its server too, so that vectors of two servers are never compared."""

    def __init__(self, directory: ModelDirectory, model: str) -> None:
        self.model = model
        self._directory = directory

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text; raises ModelError, NoEmbedder."""
        embedder = await self._directory.embedder()
        if embedder is None:
            raise NoEmbedder(Text.of("No model for embeddings is set."))
        return await embedder.embed(texts)


class Embedders:
    """Gives the embedder that is set now; None: texts are searched by their words only."""

    def __init__(self, settings: SettingsStore, directory: ModelDirectory) -> None:
        self._settings = settings
        self._directory = directory

    def __call__(self) -> ChosenEmbedder | None:
        section = self._settings.get(ModelsSection)
        address = section.embedding_base_url or section.base_url
        if not address or not section.embedding_model:
            return None
        return ChosenEmbedder(self._directory, f"{address}|{section.embedding_model}")
