"""The profile: saved by itself, refused with a reason, never overwritten while it is typed; lore; the preview."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.ui.panels.persona.lore_dialog import keys_of
from characoid_desktop.ui.panels.persona.profile_model import Part, Saving
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.status import StatusDot
from tests.fakes.eventually import eventually
from tests.fakes.persona_bench import SMALL, persona_bench

LEFT = Qt.MouseButton.LeftButton


async def test_what_is_typed_is_saved_by_itself_and_said_so(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        area = bench.view.profile.texts[Part.SCENARIO]
        area.setFocus()
        QTest.keyClicks(area, "A rainy night ")
        assert bench.view.header.subtitle.text() == "Saving…"
        assert bench.persona.profile.scenario == ""
        await eventually(lambda: bench.persona.profile.scenario == "A rainy night")
        await eventually(lambda: bench.view.header.subtitle.text().startswith("All saved · "))
        assert area.text() == "A rainy night "  # the space that is being typed stays
        QTest.keyClicks(area, "by the sea")
        bench.view.profile.head.name.setFocus()  # leaving a field saves it at once
        await eventually(lambda: bench.persona.profile.scenario == "A rainy night by the sea")


async def test_a_name_is_needed_and_the_refusal_stands_at_its_field(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        profile, before = bench.view.profile, bench.persona.name
        profile.head.name.setFocus()
        profile.head.name.selectAll()
        QTest.keyClick(profile.head.name, Qt.Key.Key_Delete)
        QTest.keyClick(profile.head.name, Qt.Key.Key_Return)
        await eventually(lambda: bench.model.profile.saving is Saving.REFUSED)
        field = profile.fields[Part.NAME]
        assert field.error.text() == "A character needs a name."
        assert profile.head.name.is_invalid
        assert profile.head.name.text() == ""  # what was typed can be put right
        assert bench.persona.name == before
        QTest.keyClicks(profile.head.name, "Mio")
        QTest.keyClick(profile.head.name, Qt.Key.Key_Return)
        await eventually(lambda: bench.persona.name == "Mio")
        assert not field.error.isVisible()
        assert bench.view.people.list.currentIndex().data() == "Mio"


async def test_a_change_from_elsewhere_is_shown_but_not_over_what_is_being_typed(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        profile = bench.view.profile
        area = profile.texts[Part.PERSONALITY]
        area.setFocus()
        QTest.keyClicks(area, "quick")
        await bench.personas.update(bench.persona.id, profile={"scenario": "At sea."})
        assert profile.texts[Part.SCENARIO].text() == "At sea."
        assert area.text().startswith("quick")
        await eventually(lambda: bench.persona.profile.personality.startswith("quick"))
        assert bench.persona.profile.scenario == "At sea."


async def test_another_character_is_shown_only_after_the_words_of_this_one_are_on_their_way(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        first, other = bench.persona.id, await bench.personas.create("Orin")
        area = bench.view.profile.texts[Part.FIRST_MESSAGE]
        area.set_text("")
        area.setFocus()
        QTest.keyClicks(area, "Hello there")
        bench.model.choose(other.id)
        await eventually(lambda: not area.text())
        await eventually(lambda: bench.personas.get(first).profile.first_message == "Hello there")  # type: ignore[union-attr]
        assert bench.personas.get(other.id).profile.first_message == ""  # type: ignore[union-attr]


async def test_the_end_of_the_app_waits_for_the_last_words(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        area = bench.view.profile.texts[Part.EXAMPLE_DIALOGUE]
        area.setFocus()
        QTest.keyClicks(area, "bye")
        await bench.model.aclose()
        assert bench.persona.profile.example_dialogue.endswith("bye")


async def test_colour_language_and_model_are_settings_of_the_character(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        profile = bench.view.profile
        QTest.keyClick(profile.head.color, Qt.Key.Key_Return)
        assert profile.head.color.menu is not None
        next(one for one in profile.head.color.menu.actions() if one.text().startswith("Coral")).trigger()
        await eventually(lambda: bench.persona.settings.get("color") == "#E58F7B")
        assert profile.head.color.words == "Coral"
        profile.head.language.chosen.emit("ja")
        await eventually(lambda: bench.persona.profile.language == "ja")
        profile.lines[Part.MODEL].setFocus()
        QTest.keyClicks(profile.lines[Part.MODEL], "qwen3-8b")
        QTest.keyClick(profile.lines[Part.MODEL], Qt.Key.Key_Return)
        await eventually(lambda: bench.persona.model == "qwen3-8b")
        profile.lines[Part.MODEL].selectAll()
        QTest.keyClick(profile.lines[Part.MODEL], Qt.Key.Key_Delete)
        QTest.keyClick(profile.lines[Part.MODEL], Qt.Key.Key_Return)
        await eventually(lambda: "model" not in bench.persona.settings)


async def test_what_the_model_gets_stands_beside_the_form_and_follows_it(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        pane = bench.view.profile.preview
        assert pane.isVisible()
        await eventually(lambda: pane.parts.parts)
        pane.parts.parts[0].line.click()
        await eventually(lambda: pane.parts.parts[0].text is not None)
        await bench.personas.update(bench.persona.id, profile={"description": "A sailor."})
        await eventually(lambda: pane.parts.parts[0].text is not None
                         and "A sailor." in pane.parts.parts[0].text.toPlainText())  # what was open stays open
        total = f"about {len(pane.parts.parts[0].part.text)} tokens; this profile: 7"
        assert pane.parts.total.text() == total
        assert pane.trying.tokens.text() == f"The prompt: {total}"
        asked = len(bench.previews)
        bench.view.tabs.setCurrentIndex(1)
        await bench.personas.update(bench.persona.id, profile={"description": "Another one."})
        assert len(bench.previews) == asked  # nobody looks at it


async def test_with_little_room_the_preview_opens_in_a_window_of_its_own(home: AppPaths) -> None:
    async with persona_bench(home, size=(760, 560)) as bench:
        profile = bench.view.profile
        assert not profile.preview.isVisible()
        await eventually(lambda: "tokens" in profile.head.look.words)
        QTest.mouseClick(profile.head.look, LEFT)
        assert profile.dialog is not None
        assert profile.dialog.parts.parts
        QTest.keyClick(profile.dialog, Qt.Key.Key_Escape)
        assert profile.dialog is None


async def test_a_field_grows_with_its_text_up_to_a_limit(home: AppPaths) -> None:
    async with persona_bench(home, size=SMALL) as bench:
        area = bench.view.profile.texts[Part.DESCRIPTION]
        least = area.height()
        area.setPlainText("\n".join("one line" for _ in range(8)))
        grown = area.height()
        assert grown > least
        area.setPlainText("\n".join("one line" for _ in range(100)))
        assert area.height() < 3 * grown
        area.setPlainText("")
        assert area.height() == least


async def test_a_lore_entry_is_made_edited_switched_off_moved_and_deleted(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        lore, id = bench.view.profile.lore, bench.persona.id
        assert lore.empty.isVisible()
        QTest.mouseClick(lore.add, LEFT)
        assert lore.dialog is not None
        lore.dialog.give("ok")
        assert lore.dialog.problem.text() == "An entry needs a text."
        lore.dialog.content.set_text("A harbour in the north.")
        lore.dialog.give("ok")
        assert lore.dialog.keys.error == "Without a word nothing brings it to mind."
        lore.dialog.keys.set_text("harbour、 港, ")
        lore.dialog.give("ok")
        await eventually(lambda: lore.list.isVisible() and bench.model.lore.rows.rowCount() == 1)
        assert (await bench.lore.list(id))[0].keys == ("harbour", "港")
        await bench.lore.add(id, LoreEntry("The studio.", ("studio",)))
        await eventually(lambda: bench.model.lore.rows.rowCount() == 2)
        lore.list.setCurrentIndex(lore.list.model().index(1, 0))
        QTest.keyClick(lore.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        await eventually(lambda: lore.list.model().index(0, 0).data() == "studio")
        QTest.keyClick(lore.list, Qt.Key.Key_Return)
        assert lore.dialog is not None
        edited = lore.dialog.content.text()
        lore.dialog.enabled.setChecked(False)
        lore.dialog.give("ok")
        row = lore.list.currentIndex().row()
        await eventually(lambda: not bench.model.lore.rows.at(row).enabled)  # type: ignore[union-attr]
        assert bench.model.lore.rows.at(row).content == edited  # type: ignore[union-attr]
        QTest.keyClick(lore.list, Qt.Key.Key_Delete)
        assert bench.asked[-1][0].startswith("Delete the entry “")
        bench.asked[-1][1]()
        await eventually(lambda: bench.model.lore.rows.rowCount() == 1)


def test_triggers_are_parted_by_commas_of_any_script_and_kept_once() -> None:
    assert keys_of("a, b，c、d；a\n e ") == ("a", "b", "c", "d", "e")
    assert keys_of(" ,、 ") == ()


async def test_a_refused_name_is_told_when_another_character_is_chosen_before_it_is_saved(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        before, other = bench.persona.name, await bench.personas.create("Orin")
        name = bench.view.profile.head.name
        name.setFocus()
        name.selectAll()
        QTest.keyClick(name, Qt.Key.Key_Delete)
        bench.model.choose(other.id)
        assert name.text() == "Orin"  # the choice stands
        await eventually(lambda: bench.notice == f"A change to “{before}” was not saved.")
        assert str(bench.notices.open[-1].safe) == "A character needs a name."
        assert bench.personas.get(bench.persona.id).name == before  # type: ignore[union-attr]


async def test_what_stood_refused_at_its_field_is_told_when_another_character_is_chosen(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        other = await bench.personas.create("Orin")
        bench.model.profile.set(Part.NAME, "  ")
        await eventually(lambda: bench.model.profile.saving is Saving.REFUSED)
        assert bench.notice == ""
        bench.model.choose(other.id)
        assert bench.notice == f"A change to “{bench.persona.name}” was not saved."


async def test_only_what_the_character_is_bound_to_is_named_and_what_is_gone_is_said(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bindings = bench.view.profile.bindings
        assert not bindings.isVisibleTo(bench.view.profile)
        await bench.personas.update(bench.persona.id, settings={"voice": "v1"})
        assert bindings.isVisibleTo(bench.view.profile)
        assert [one.text() for one in bindings.findChildren(Label) if one.isVisibleTo(bindings)] == [
            "Goes with this character", "Voice", "v1"]
        assert bindings.findChildren(StatusDot) == []  # nobody looked whether it works
        await bench.personas.update(bench.persona.id, settings={"voice": None})
        assert not bindings.isVisibleTo(bench.view.profile)


async def test_the_swatch_is_the_colour_that_stands_beside_it(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        field = bench.view.profile.head.color
        await bench.personas.update(bench.persona.id, settings={"color": "#A13B5E"})
        assert field.words == "#A13B5E"
        assert field.is_shifted  # elsewhere, in the dark
        assert "lighter or darker" in field.toolTip()
        shown = field.grab().toImage()
        ratio = shown.devicePixelRatio()
        assert shown.pixelColor(round(19 * ratio), shown.height() // 2).name() == "#a13b5e"
