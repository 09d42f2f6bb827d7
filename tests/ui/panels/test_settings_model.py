"""What the Settings panel knows, over a real settings file."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.schema import Choice, Widget
from characoid_desktop.settings.sections.conversion import ConversionSection
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.settings.model import ABOUT, About, RowState, SettingsModel
from tests.fakes.eventually import eventually

NOTHING = About("0.1.0", (), ())


@dataclass
class Bench:
    store: SettingsStore
    model: SettingsModel
    file: Path
    devices: list[Choice]

    def saved(self) -> dict:
        """What stands in the file now."""
        return json.loads(self.file.read_text(encoding="utf-8"))["sections"] if self.file.exists() else {}

    def row(self, section: str, key: str):
        return self.model.row(section, key)

    async def quiet(self, section: str, key: str) -> None:
        await eventually(lambda: self.row(section, key).state is not RowState.SAVING)


@pytest.fixture
async def bench(qapp: QApplication, tmp_path: Path):
    file = tmp_path / "config" / "settings.json"
    store = SettingsStore(file, SECTIONS)
    await store.load()
    scope = TaskScope("settings panel")
    devices = [Choice("", Text.of("Same as the system")), Choice("Speakers", Text.literal("Speakers"))]

    async def sound() -> list[Choice]:
        return devices

    model = SettingsModel(store, scope, NOTHING, choices={Widget.DEVICE: sound})
    made = Bench(store, model, file, devices)
    yield made
    model.close()
    await scope.aclose()
    await store.aclose()


async def test_a_change_is_on_the_disk_and_comes_back_after_a_restart(bench: Bench):
    bench.model.set_value("conversion", "format", "flac")
    assert bench.row("conversion", "format").value == "flac"
    assert bench.row("conversion", "format").state is RowState.SAVING
    await bench.quiet("conversion", "format")
    assert bench.row("conversion", "format").state is RowState.SAVED
    assert bench.saved()["conversion"] == {"format": "flac"}
    again = SettingsStore(bench.file, SECTIONS)
    again.load_now()
    assert again.get(ConversionSection).format == "flac"


async def test_a_refused_text_stays_to_be_put_right_and_nothing_is_saved(bench: Bench):
    bench.model.set_value("conversion", "file_name", "a/{bad}")
    await bench.quiet("conversion", "file_name")
    row = bench.row("conversion", "file_name")
    assert (row.state, row.value) == (RowState.REFUSED, "a/{bad}")
    assert str(row.problem).startswith("A file name cannot")
    assert bench.saved() == {}
    bench.model.set_value("conversion", "file_name", "{title} new")
    await bench.quiet("conversion", "file_name")
    assert bench.row("conversion", "file_name").problem is None
    assert bench.saved()["conversion"] == {"file_name": "{title} new"}


async def test_a_refused_choice_falls_back_to_what_is_saved(bench: Bench):
    bench.model.set_value("conversion", "format", "exe")
    await bench.quiet("conversion", "format")
    row = bench.row("conversion", "format")
    assert (row.state, row.value) == (RowState.REFUSED, "wav")
    assert row.problem is not None


async def test_when_the_disk_refuses_the_row_says_so_and_the_old_value_counts(bench: Bench):
    bench.file.parent.mkdir(parents=True, exist_ok=True)
    bench.file.mkdir()  # a folder in place of the file: no rename can replace it
    bench.model.set_value("audio", "volume", 50)
    await bench.quiet("audio", "volume")
    row = bench.row("audio", "volume")
    assert (row.state, row.value) == (RowState.REFUSED, 100)
    assert row.problem is not None
    bench.file.rmdir()
    bench.model.set_value("audio", "volume", 50)
    await bench.quiet("audio", "volume")
    assert bench.saved()["audio"] == {"volume": 50}


async def test_of_many_quick_changes_the_last_one_counts(bench: Bench):
    for volume in range(0, 100, 5):
        bench.model.set_value("audio", "volume", volume)
    await bench.quiet("audio", "volume")
    assert bench.row("audio", "volume").value == 95
    assert bench.saved()["audio"] == {"volume": 95}


async def test_a_setting_that_depends_on_another_says_why_it_is_off(bench: Bench):
    assert str(bench.row("conversion", "folder").disabled) == "Used only while “Save results” is “In one folder”."
    assert bench.row("notifications", "sound").disabled is None
    changed = []
    bench.model.row_changed.connect(lambda section, key: changed.append((section, key)))
    bench.model.set_value("notifications", "when_done", False)
    await bench.quiet("notifications", "when_done")
    assert str(bench.row("notifications", "sound").disabled) == "Used only while “Tell me when work is done” is on."
    assert ("notifications", "sound") in changed


async def test_a_folder_that_is_not_there_is_said_at_once_but_saved(bench: Bench, tmp_path: Path):
    bench.model.set_value("conversion", "place", "folder")
    await bench.quiet("conversion", "place")
    bench.model.set_value("conversion", "folder", str(tmp_path / "gone"))
    await eventually(lambda: "not there" in str(bench.row("conversion", "folder").problem))
    assert bench.row("conversion", "folder").state is RowState.SAVED
    bench.model.set_value("conversion", "folder", str(tmp_path))
    await eventually(lambda: bench.row("conversion", "folder").problem is None)


async def test_the_folder_is_no_worry_while_it_is_not_used(bench: Bench):
    bench.model.set_value("conversion", "place", "folder")
    await eventually(lambda: bench.row("conversion", "folder").problem is not None)
    bench.model.set_value("conversion", "place", "beside")
    await eventually(lambda: bench.row("conversion", "folder").problem is None)


async def test_restoring_a_page_counts_down_to_nothing_and_leaves_other_pages(bench: Bench):
    for section, key, value in (("conversion", "format", "flac"), ("conversion", "keep_loudness", False),
                                ("audio", "volume", 30)):
        bench.model.set_value(section, key, value)
        await bench.quiet(section, key)
    assert bench.model.differing("conversion") == 2
    bench.model.restore_page("conversion")
    await eventually(lambda: bench.model.differing("conversion") == 0)
    assert bench.row("conversion", "format").value == "wav"
    assert bench.model.differing("audio") == 1
    assert bench.saved() == {"audio": {"volume": 30}, "conversion": {}} or bench.saved() == {"audio": {"volume": 30}}


async def test_search_finds_by_label_help_choice_and_page_in_any_width_and_case(bench: Bench):
    def found(words: str) -> list[tuple[str, str]]:
        bench.model.set_search(words)
        return [(page.key, row.spec.key) for page, rows in bench.model.found() for row in rows]

    assert ("conversion", "format") in found("ＦＯＲＭＡＴ")
    assert ("conversion", "format") in found("opus")
    assert ("notifications", "on_close") in found("tray")
    assert found("never there at all") == []
    assert [page.key for page, _ in bench.model.found()] == []
    assert len(found("sound")) >= len(bench.model.rows("audio"))


async def test_search_looks_at_the_words_of_the_moment_and_at_the_english_ones(bench: Bench):
    install_translator(lambda source: {"Volume": "音量"}.get(source, source))
    for words in ("音量", "volume"):
        bench.model.set_search(words)
        assert [row.spec.key for _, rows in bench.model.found() for row in rows if row.spec.section == "audio"] == [
            "volume"]


async def test_a_hostile_search_is_cut(bench: Bench):
    bench.model.set_search("%_*[(" * 100_000)
    assert len(bench.model.search) == 200
    assert bench.model.found() == ()


async def test_devices_are_asked_for_when_the_panel_opens_and_a_missing_one_stays_chosen(bench: Bench):
    bench.model.set_value("audio", "output_device", "Headset")
    await bench.quiet("audio", "output_device")
    spec = bench.row("audio", "output_device").spec
    assert [c.value for c in bench.model.choices(spec)] == ["Headset"]
    asked = []
    bench.model.choices_changed.connect(lambda section, key: asked.append(key))
    bench.model.refresh()
    await eventually(lambda: asked == ["output_device"])
    assert [str(c.label) for c in bench.model.choices(spec)] == [
        "Same as the system", "Speakers", "Headset (not connected)"]


async def test_a_source_of_devices_that_fails_is_a_worry_in_the_row(qapp, tmp_path: Path):
    async def broken() -> list[Choice]:
        raise AppError(Text.of("The sound system does not answer."))

    store = SettingsStore(tmp_path / "s.json", SECTIONS)
    scope = TaskScope("x")
    model = SettingsModel(store, scope, NOTHING, choices={Widget.DEVICE: broken})
    model.refresh()
    await eventually(lambda: model.row("audio", "output_device").problem)
    assert str(model.row("audio", "output_device").problem) == "The sound system does not answer."
    model.close()
    await scope.aclose()
    await store.aclose()


async def test_a_change_from_elsewhere_is_told(bench: Bench):
    changed = []
    bench.model.row_changed.connect(lambda section, key: changed.append((section, key)))
    await bench.store.set(ConversionSection, format="mp3")
    assert ("conversion", "format") in changed
    assert bench.row("conversion", "format").value == "mp3"


async def test_every_page_is_there_and_about_is_the_last(bench: Bench):
    assert [page.key for page in bench.model.pages] == [section.key for section in SECTIONS] + [ABOUT]
    bench.model.select("nonsense")
    assert bench.model.page == SECTIONS[0].key


def test_the_model_needs_no_widgets():
    import subprocess

    code = ("import sys; import characoid_desktop.ui.panels.settings.model; "
            "print('PySide6.QtWidgets' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
