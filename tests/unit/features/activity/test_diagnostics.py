"""The diagnostic bundle: enough to help with, nothing that was said, no key, no name of the user."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.models import AuditEntry, AuditOutcome, DiagnosticFacts, Permission
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.models import DEFAULT_ID
from tests.fakes.data_faults import SetClock


def everything(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as bundle:
        assert bundle.testzip() is None
        return {name: bundle.read(name).decode("utf-8") for name in bundle.namelist()}


async def test_it_holds_counts_versions_settings_and_logs_and_nothing_private(
    database: Database, clock: SetClock, conversations: ConversationService, home: AppPaths, tmp_path: Path,
) -> None:
    redactor = Redactor()
    audit = AuditService(database, clock, redactor, facts=lambda: DiagnosticFacts(
        home.logs, {"app": "1.2.3"}, {"models": {"api_key": "abc-private", "url": "http://me:pass-private@host/"},
                                      "folder": os.path.expanduser("~/Music")}))
    talk = await conversations.create(DEFAULT_ID, "title-private")
    await conversations.add_user(talk.id, "words-private")
    await MemoryService(database, clock).save(MemoryScope.PERSONA, DEFAULT_ID, "memory-private")
    await audit.record(AuditEntry(
        run_id="r", persona_id=DEFAULT_ID, conversation_id=talk.id, worker="memory_worker", tool="save_persona_memory",
        arguments={"text": "argument-private"}, permission=Permission.NOT_NEEDED, outcome=AuditOutcome.OK,
        started_at=clock.now()))
    (home.logs / "characoid.log").write_text(
        f"opened {os.path.expanduser('~')}/x\nthe key is late-private-key\nAuthorization: Bearer header-private\n",
        encoding="utf-8")
    (home.logs / "other.txt").write_text("file-private", encoding="utf-8")
    (tmp_path / "outside.log").write_text("link-private", encoding="utf-8")
    (home.logs / "link.log").symlink_to(tmp_path / "outside.log")
    redactor.add("late-private-key")
    file = await audit.diagnostics(tmp_path)
    assert file == tmp_path / "characoid-diagnostics-20261130-120000.zip"
    texts = everything(file)
    assert set(texts) == {"about.json", "counts.json", "settings.json", "logs/characoid.log"}
    counts = json.loads(texts["counts.json"])
    assert (counts["rows"]["messages"], counts["rows"]["memories"]) == (1, 1)
    assert counts["ended"]["calls"] == {"save_persona_memory ok": 1}
    assert json.loads(texts["about.json"])["versions"] == {"app": "1.2.3"}
    assert json.loads(texts["settings.json"])["folder"] == "~/Music"
    together = "\n".join(texts.values())
    assert "opened ~/x" in together
    assert "private" not in together
    assert os.path.expanduser("~") + "/" not in together
    assert (await audit.diagnostics(tmp_path)).name.endswith(" (2).zip"), "no other file is replaced"


async def test_its_size_is_bounded(database: Database, clock: SetClock, home: AppPaths, tmp_path: Path) -> None:
    for n in range(20):
        (home.logs / f"n{n}.log").write_text(f"{n} a line of a log\n" * 60_000, encoding="utf-8")
        os.utime(home.logs / f"n{n}.log", (n, n))
    settings = {str(n): "x" * 5000 for n in range(1000)}
    audit = AuditService(database, clock, Redactor(), facts=lambda: DiagnosticFacts(home.logs, {}, settings))
    texts = everything(await audit.diagnostics(tmp_path / "out.zip"))
    logs = [name for name in texts if name.startswith("logs/")]
    assert logs == [f"logs/n{n}.log" for n in range(19, 7, -1)], "the newest"
    assert all(len(text) <= 512 * 1024 for text in texts.values())
    assert texts["logs/n19.log"].startswith("19 a line"), "cut between two lines"


async def test_without_facts_or_a_place_it_says_so(
    database: Database, clock: SetClock, tmp_path: Path,
) -> None:
    audit = AuditService(database, clock, Redactor())
    assert set(everything(await audit.diagnostics(tmp_path / "a.zip"))) == {
        "about.json", "counts.json", "settings.json"}
    (tmp_path / "a.zip").write_bytes(b"old")
    assert everything(await audit.diagnostics(tmp_path / "a.zip"))
    with pytest.raises(AppError):
        await audit.diagnostics(tmp_path / "missing" / "a.zip")
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")] == []
