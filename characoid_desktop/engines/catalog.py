"""The engines of the app, built from its folders."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.locks import KernelLock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.environment import child_environment
from characoid_desktop.engines.keeper import HostLimits
from characoid_desktop.engines.process import Launch
from characoid_desktop.engines.supervisor import QtEngineHost
from engine.protocol import PRIORITY_NORMAL, PRIORITY_VARIABLE

__all__ = ["DOCUMENTS", "MEDIA", "MODELS", "PRIORITY_NORMAL", "PRIORITY_VARIABLE", "RVC", "SHEETS", "TABLES",
           "EngineHosts", "build_hosts", "launch"]

DOCUMENTS = "documents"
MEDIA = "media"
MODELS = "models"
RVC = "rvc"
SHEETS = "sheets"
TABLES = "tables"
MODELS_IDLE_S = 60.0  # torch is large, and looking at foreign files is rare
TABLE_CONFIRM_S = 0.5  # a question that does not end when it is told to is ended with its child


@dataclass(frozen=True, slots=True)
class EngineHosts:
    """``media`` reads files for lists and players; ``rvc`` converts, one file at a time on this machine; ``models``
    looks at foreign model files within limits, and is ended soon after, as ``documents`` that reads them, ``sheets``
    that makes tables of files and ``tables`` that answers questions to them."""

    media: QtEngineHost
    rvc: QtEngineHost
    models: QtEngineHost
    documents: QtEngineHost
    sheets: QtEngineHost
    tables: QtEngineHost

    @property
    def all(self) -> tuple[QtEngineHost, ...]:
        return (self.media, self.rvc, self.models, self.documents, self.sheets, self.tables)

    @property
    def rare(self) -> tuple[QtEngineHost, ...]:
        """Those that are needed now and then, and are ended soon after."""
        return (self.models, self.documents, self.sheets, self.tables)


def build_hosts(paths: AppPaths, *, python: str = sys.executable, limits: HostLimits | None = None) -> EngineHosts:
    """Return the hosts; no process is started. ``paths`` must exist (AppPaths.create)."""
    return EngineHosts(
        media=QtEngineHost(
            MEDIA, Text("Audio reader"), launch(MEDIA, paths, python=python),
            log_file=paths.logs / "engine-media.log", limits=limits,
        ),
        rvc=QtEngineHost(
            RVC, Text("Voice conversion"), launch(RVC, paths, python=python),
            log_file=paths.logs / "engine-rvc.log", limits=limits,
            compute_lock=KernelLock(paths.compute_lock),
        ),
        models=QtEngineHost(
            MODELS, Text("Model reader"), launch(MODELS, paths, python=python),
            log_file=paths.logs / "engine-models.log", limits=limits, idle_stop_s=MODELS_IDLE_S,
        ),
        documents=QtEngineHost(
            DOCUMENTS, Text("Document reader"), launch(DOCUMENTS, paths, python=python),
            log_file=paths.logs / "engine-documents.log", limits=limits, idle_stop_s=MODELS_IDLE_S,
        ),
        sheets=QtEngineHost(
            SHEETS, Text("Table reader"), launch(SHEETS, paths, python=python),
            log_file=paths.logs / "engine-sheets.log", limits=limits, idle_stop_s=MODELS_IDLE_S,
        ),
        tables=QtEngineHost(
            TABLES, Text("Questions to tables"), launch(TABLES, paths, python=python),
            log_file=paths.logs / "engine-tables.log", idle_stop_s=MODELS_IDLE_S,
            limits=replace(limits or HostLimits(), cancel_confirm_s=TABLE_CONFIRM_S),
        ),
    )


def launch(
    engine: str, paths: AppPaths, *, python: str = sys.executable, frozen: bool | None = None,
    environment: Mapping[str, str] | None = None,
) -> Launch:
    """Return how to start the engine called ``engine``.

    A frozen app starts itself with ``--engine NAME``. Otherwise this Python runs the ``engine`` package: ``-P``
    keeps the working directory (where a stray file may lie) off the import path.
    """
    if getattr(sys, "frozen", False) if frozen is None else frozen:
        command = (python, "--engine", engine)
        extra: dict[str, str] = {}
    else:
        command = (python, "-P", "-u", "-X", "utf8", "-m", "engine", engine)
        extra = {"PYTHONPATH": str(_package_root())}
    extra.update(environment or {})
    return Launch(engine, command, paths.cache, child_environment(extra=extra, compute=engine == RVC))


def _package_root() -> Path:
    """The folder that holds the ``engine`` package; it is found, not imported."""
    spec = find_spec("engine")
    if spec is None or spec.origin is None:
        raise RuntimeError("the engine package is not installed")
    return Path(spec.origin).resolve().parent.parent
