"""What the composition root tells of itself in a diagnostic file."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from typing import Any

from characoid_desktop.app.about import version
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.activity.models import DiagnosticFacts
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.schema import SettingKind
from characoid_desktop.settings.store import SettingsStore

_PACKAGES = ("PySide6-Essentials", "qasync", "langgraph", "langchain-openai", "openai", "av", "numpy")


def diagnostic_facts(paths: AppPaths, logs: Logs, settings: SettingsStore) -> DiagnosticFacts:
    """Versions, settings (no paths, no secrets) and the folder of the logs."""
    versions = {"characoid": version(), **{name: _version(name) for name in _PACKAGES}}
    return DiagnosticFacts(logs.file.parent, versions, _plain_settings(settings))


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "–"


def _plain_settings(settings: SettingsStore) -> Mapping[str, Any]:
    out = dict[str, Any]()
    for section in SECTIONS:
        values = settings.get(section)
        out[section.key] = {
            spec.key: str(getattr(values, spec.key)) for spec in section.specs()
            if spec.kind not in (SettingKind.PATH, SettingKind.SECRET)}
    return out
