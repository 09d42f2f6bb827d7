from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings import files
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.checks import folder_problem
from characoid_desktop.settings.files import SettingsNotSaved
from characoid_desktop.settings.schema import InvalidSetting
from characoid_desktop.settings.sections.appearance import AppearanceSection, Language, Theme
from characoid_desktop.settings.sections.audio import AudioSection
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputPlace
from characoid_desktop.settings.store import SettingsStore

ROOT = Path(__file__).parents[3]
GOOD = {"schema": 1, "sections": {"appearance": {"language": "ja", "text_size": 120}}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "config 設定 🎤"
    folder.mkdir()
    return folder / "settings.json"


async def _open(path: Path, **options: Any) -> SettingsStore:
    store = SettingsStore(path, SECTIONS, **options)
    await store.load()
    return store


def _raw(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))


def _names(path: Path) -> set[str]:
    return {p.name for p in path.parent.iterdir()}


async def test_without_a_file_everything_is_at_its_default(path: Path) -> None:
    store = await _open(path)
    assert store.get(AppearanceSection) == AppearanceSection()
    assert store.problems == ()
    assert _names(path) == set()


async def test_a_change_is_on_the_disk_when_set_returns(path: Path) -> None:
    store = await _open(path)
    seen: list[tuple[str, str]] = []
    store.changed.connect(seen.append)
    now = await store.set(AppearanceSection, language=Language.JAPANESE, text_size=120)
    assert now == store.get(AppearanceSection)
    assert now.language is Language.JAPANESE
    assert _raw(path) == GOOD
    assert seen == [("appearance", "language"), ("appearance", "text_size")]
    again = await _open(path)
    assert again.get(AppearanceSection) == now
    assert _names(path) == {"settings.json", "settings.json.bak"}


async def test_only_what_differs_from_the_default_is_stored(path: Path) -> None:
    store = await _open(path)
    await store.set(AppearanceSection, theme="dark", text_size=110)
    assert store.differing(AppearanceSection) == ("theme", "text_size")
    await store.set(AppearanceSection, theme="system")
    assert _raw(path)["sections"] == {"appearance": {"text_size": 110}}
    await store.set(AudioSection, volume=50)
    await store.reset(AppearanceSection)
    assert store.get(AppearanceSection) == AppearanceSection()
    assert store.get(AudioSection).volume == 50
    await store.reset(AudioSection, "volume")
    assert store.differing(AudioSection) == ()
    with pytest.raises(KeyError):
        await store.reset(AudioSection, "colour")


async def test_a_wrong_value_changes_nothing(path: Path) -> None:
    store = await _open(path)
    with pytest.raises(InvalidSetting):
        await store.set(AppearanceSection, language="ja", text_size=900)
    assert store.get(AppearanceSection) == AppearanceSection()
    assert _names(path) == set()


async def test_many_changes_at_once_share_few_writes_and_all_arrive(
    path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = await _open(path)
    writes = 0
    real = files.write

    def counted(*args: Any) -> None:
        nonlocal writes
        writes += 1
        real(*args)

    monkeypatch.setattr(files, "write", counted)
    await asyncio.gather(*(store.set(AudioSection, volume=n) for n in range(100)),
                         store.set(AppearanceSection, theme="light"))
    assert writes <= 3
    assert store.get(AudioSection).volume == 99
    assert store.get(AppearanceSection).theme is Theme.LIGHT
    assert _raw(path)["sections"] == {"audio": {"volume": 99}, "appearance": {"theme": "light"}}


async def test_a_caller_that_is_cancelled_does_not_lose_the_change_of_another(path: Path) -> None:
    store = await _open(path)
    scope = TaskScope("test")
    scope.start(store.set(AudioSection, volume=10))
    scope.start(store.set(AppearanceSection, theme="dark"))
    await asyncio.sleep(0)
    await scope.aclose()
    await store.set(AppearanceSection, text_size=130)
    assert _raw(path)["sections"]["appearance"] == {"theme": "dark", "text_size": 130}


async def test_closing_finishes_what_is_under_way(path: Path) -> None:
    store = await _open(path)
    await store.set(AudioSection, volume=1)
    changing = asyncio.gather(store.set(AudioSection, volume=2))
    await asyncio.sleep(0)
    await store.aclose()
    await changing
    assert _raw(path)["sections"] == {"audio": {"volume": 2}}
    with pytest.raises(RuntimeError):
        await store.set(AudioSection, volume=3)


def test_the_command_line_reads_without_an_event_loop(path: Path) -> None:
    path.write_text(json.dumps(GOOD), "utf-8")
    store = SettingsStore(path, SECTIONS)
    store.load_now()
    assert store.get(AppearanceSection).language is Language.JAPANESE


DAMAGED = {
    "half": json.dumps(GOOD)[:-20].encode(),
    "binary": bytes(range(256)) * 4,
    "a list": b"[1, 2]",
    "a number": b"7",
    "sections that are no object": b'{"schema": 1, "sections": []}',
    "deep": b"[" * 200_000,
    "huge number": b'{"schema": ' + b"9" * 6000 + b"}",
    "not UTF-8": b'{"schema": 1, "sections": {"audio": {"output_device": "\xff\xfe\xfd"}}}',
    "too long": b" " * 1_100_000 + b"{}",
    "two documents": b"{}{}",
    "zeros after a power cut": bytes(600),
    "nothing": b"",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED.keys())
async def test_a_damaged_file_is_replaced_by_its_backup_and_kept_aside(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    files.backup_of(path).write_text(json.dumps(GOOD), "utf-8")
    store = await _open(path)
    assert store.get(AppearanceSection).language is Language.JAPANESE
    (problem,) = store.problems
    assert "damaged" in str(problem.sentence)
    kept = path.with_name("settings.json.damaged-1")
    assert path.read_bytes() == data
    if len(data) <= files.MAX_BYTES:
        assert kept.read_bytes() == data
        assert kept.name in str(problem.sentence)
    await store.set(AppearanceSection, theme="dark")
    if len(data) > files.MAX_BYTES:
        assert path.with_name("settings.json.unusable").read_bytes() == data
    again = await _open(path)
    assert again.problems == ()
    assert again.get(AppearanceSection).language is Language.JAPANESE
    assert again.get(AppearanceSection).theme is Theme.DARK


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED.keys())
async def test_a_damaged_file_without_a_backup_gives_the_defaults(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    files.backup_of(path).write_bytes(data)
    store = await _open(path)
    assert store.get(AppearanceSection) == AppearanceSection()
    assert len(store.problems) == 1
    assert path.read_bytes() == data
    await store.set(AudioSection, volume=5)
    assert (await _open(path)).get(AudioSection).volume == 5


async def test_the_same_damage_is_kept_once_and_only_five_are_kept(path: Path) -> None:
    for number in range(8):
        for _ in range(2):
            path.write_bytes(b"damage %d" % number)
            await _open(path)
    kept = sorted(p for p in path.parent.iterdir() if "damaged" in p.name)
    assert len(kept) == files.ASIDE_KEPT
    assert b"damage 7" in {p.read_bytes() for p in kept}


@pytest.mark.parametrize("data", [
    b"{}", b'{"sections": {}}', b'{"schema": 1}', b'{"schema": true}', b'{"schema": -4}', b'{"schema": "x"}',
    b'{"schema": null, "sections": {"audio": {}}}',
])
async def test_an_empty_or_odd_head_is_no_damage(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    store = await _open(path)
    assert store.problems == ()
    await store.set(AudioSection, volume=5)
    assert _raw(path) == {"schema": 1, "sections": {"audio": {"volume": 5}}}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
async def test_what_an_editor_saved_in_another_encoding_is_read(path: Path, encoding: str) -> None:
    mark = "" if encoding in ("utf-8-sig", "utf-16") else "\ufeff"
    path.write_bytes((mark + json.dumps(GOOD)).encode(encoding))
    store = await _open(path)
    assert store.problems == ()
    assert store.get(AppearanceSection).text_size == 120
    await store.set(AppearanceSection, text_size=130)
    assert _raw(path)["sections"]["appearance"]["text_size"] == 130


async def test_wrong_types_become_defaults_and_stay_in_the_file_until_they_are_set(path: Path) -> None:
    raw = {"schema": 1, "sections": {
        "appearance": {"language": 7, "theme": "dark"}, "audio": [1, 2], "conversion": None}}
    path.write_text(json.dumps(raw), "utf-8")
    store = await _open(path)
    assert store.get(AppearanceSection) == AppearanceSection(theme=Theme.DARK)
    assert [(p.section, p.key) for p in store.problems] == [
        ("appearance", "language"), ("conversion", ""), ("audio", "")]
    assert all(str(p.sentence) for p in store.problems)
    await store.set(AppearanceSection, text_size=110)
    assert _raw(path)["sections"] == {
        **raw["sections"], "appearance": {"language": 7, "theme": "dark", "text_size": 110}}
    await store.set(AppearanceSection, language="en")
    await store.set(AudioSection, volume=1)
    assert _raw(path)["sections"]["appearance"]["language"] == "en"
    assert _raw(path)["sections"]["audio"] == {"volume": 1}


async def test_a_newer_file_is_used_where_it_is_understood_and_never_cut_down(path: Path) -> None:
    raw = {"schema": 7, "future": {"a": [1]}, "sections": {
        "appearance": {"language": "tlh", "theme": "dark", "hologram": True}, "chat": {"model": "x"}}}
    path.write_text(json.dumps(raw), "utf-8")
    store = await _open(path)
    assert store.get(AppearanceSection).theme is Theme.DARK
    assert store.get(AppearanceSection).language is Language.SYSTEM
    assert "newer version" in str(store.problems[0].sentence)
    await store.set(AppearanceSection, text_size=140)
    expected = json.loads(json.dumps(raw))
    expected["sections"]["appearance"]["text_size"] = 140
    assert _raw(path) == expected
    assert json.loads(path.with_name("settings.json.v7").read_text()) == raw


async def test_an_older_file_is_migrated_step_by_step_and_kept(path: Path) -> None:
    path.write_text(json.dumps({"schema": 1, "sections": {"look": {"dark": True}}}), "utf-8")
    steps = {
        1: lambda s: {"appearance": {"dark": s.get("look", {}).get("dark", False)}},
        2: lambda s: {"appearance": {"theme": "dark" if s["appearance"]["dark"] else "light"}},
    }
    store = await _open(path, schema=3, migrations=steps)
    assert store.get(AppearanceSection).theme is Theme.DARK
    assert _raw(path)["schema"] == 1
    await store.set(AppearanceSection, text_size=110)
    assert _raw(path) == {"schema": 3, "sections": {"appearance": {"theme": "dark", "text_size": 110}}}
    assert json.loads(path.with_name("settings.json.v1").read_text())["sections"] == {"look": {"dark": True}}
    assert (await _open(path, schema=3, migrations=steps)).problems == ()


async def test_a_migration_that_stumbles_over_a_hostile_file_gives_what_can_be_read(path: Path) -> None:
    path.write_text(json.dumps({"schema": 1, "sections": {"look": 3, "audio": {"volume": 7}}}), "utf-8")
    store = await _open(path, schema=2, migrations={1: lambda s: {"appearance": s["look"]["dark"]}})
    assert store.get(AudioSection).volume == 7


async def test_a_folder_in_place_of_the_file_is_reported_and_set_says_why_it_cannot_save(path: Path) -> None:
    path.mkdir()
    store = await _open(path)
    assert len(store.problems) == 1
    with pytest.raises(SettingsNotSaved):
        await store.set(AudioSection, volume=5)
    assert store.get(AudioSection).volume == 100
    assert _names(path) == {"settings.json"}


@pytest.mark.parametrize(("code", "name", "words"), [
    (errno.ENOSPC, "disk_full", "disk is full"), (errno.EDQUOT, "disk_full", "disk is full"),
    (errno.EROFS, "read_only", "read-only"), (errno.EACCES, "read_only", "read-only"),
    (errno.EIO, "settings_not_saved", "was not saved"),
])
@pytest.mark.parametrize("at", ["mkstemp", "fsync", "write", "replace"])
async def test_when_the_disk_refuses_the_old_file_and_the_old_values_stay(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int, name: str, words: str, at: str,
) -> None:
    store = await _open(path)
    await store.set(AudioSection, volume=50)
    before = path.read_bytes()
    seen: list[tuple[str, str]] = []
    store.changed.connect(seen.append)

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise OSError(code, os.strerror(code))

    class FullFile:
        def __init__(self, descriptor: int, mode: str) -> None:
            self._real = open(descriptor, mode)  # noqa: SIM115

        def __enter__(self) -> FullFile:
            return self

        def __exit__(self, *args: object) -> None:
            self._real.close()

        def write(self, data: bytes) -> None:
            self._real.write(data[:3])
            refuse()

    with monkeypatch.context() as patch:
        target = {"mkstemp": files.tempfile, "fsync": files.os, "write": files.os, "replace": files.Path}[at]
        patch.setattr(target, "fdopen" if at == "write" else at, FullFile if at == "write" else refuse)
        with pytest.raises(SettingsNotSaved, match=words) as caught:
            await store.set(AudioSection, volume=60)
        both = await asyncio.gather(store.set(AudioSection, volume=70), store.set(AudioSection, volume=80),
                                    return_exceptions=True)
    assert caught.value.code == name
    assert str(caught.value.safe) == "The earlier settings are unchanged."
    assert [type(error) for error in both] == [SettingsNotSaved, SettingsNotSaved]
    assert path.read_bytes() == before
    assert store.get(AudioSection).volume == 50
    assert seen == []
    assert _names(path) == {"settings.json", "settings.json.bak"}
    await store.set(AudioSection, volume=90)
    assert _raw(path)["sections"] == {"audio": {"volume": 90}}


async def test_a_real_full_disk_leaves_the_old_file_intact(path: Path) -> None:
    import resource  # POSIX only, like the limit itself
    import signal

    store = await _open(path)
    await store.set(AudioSection, volume=50)
    before = path.read_bytes()
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, old[1]))
    try:
        with pytest.raises(SettingsNotSaved):
            await store.set(AudioSection, volume=60)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before
    assert _names(path) == {"settings.json", "settings.json.bak"}


@pytest.mark.parametrize("seed", range(6))
def test_an_acknowledged_change_survives_kill_9_at_any_moment(path: Path, seed: int) -> None:
    until = random.Random(seed).randint(1, 12)
    acknowledged = -1
    with subprocess.Popen([sys.executable, "-m", "tests.fakes.settings_life", str(path)],
                          stdout=subprocess.PIPE, text=True, cwd=ROOT) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.endswith("\n"):
                acknowledged = int(line)
            if acknowledged == until:
                child.kill()
    store = SettingsStore(path, SECTIONS)
    store.load_now()
    assert store.problems == ()
    number = int(store.get(AudioSection).output_device.split()[1])
    assert number >= acknowledged >= until
    assert _names(path) <= {"settings.json", "settings.json.bak"}


async def test_left_over_temporary_files_are_removed_at_the_next_start(path: Path) -> None:
    path.with_name("settings.json.abc123.tmp").write_bytes(b"half")
    path.with_name("other.tmp").write_bytes(b"not ours")
    await _open(path)
    assert _names(path) == {"other.tmp"}


async def test_settings_that_name_a_missing_drive_or_device_load_and_are_explained(path: Path) -> None:
    store = await _open(path)
    missing = str(path.parent / "usb stick" / "songs")
    await store.set(ConversionSection, place=OutputPlace.FOLDER, folder=missing)
    await store.set(AudioSection, output_device="Headset of last year")
    store = await _open(path)
    assert store.problems == ()
    folder = store.get(ConversionSection).folder
    assert folder == missing
    words = await asyncio.get_running_loop().run_in_executor(None, folder_problem, folder)
    assert words is not None
    assert missing in str(words)
    assert store.get(AudioSection).output_device == "Headset of last year"


def test_a_folder_that_can_be_used_is_no_problem(path: Path) -> None:
    assert folder_problem(str(path.parent)) is None
    for wrong in ("", "relative/folder", "x\0y", "/" + "x" * 5000):
        assert str(folder_problem(wrong))
    path.write_text("a file")
    assert "not a folder" in str(folder_problem(str(path)))
