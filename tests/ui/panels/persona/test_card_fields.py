"""What a card says beside the profile: shown, edited, bounded, saved by itself, and written out again."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.personas.cards import read_card
from characoid_desktop.features.personas.files import Format
from characoid_desktop.features.personas.models import MAX_FIELD_CHARS
from characoid_desktop.ui.panels.persona.greetings_model import MAX_OTHERS
from characoid_desktop.ui.panels.persona.profile_model import Part, Saving
from tests.fakes.cards import v3
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.persona_bench import SMALL, PersonaBench, persona_bench


async def with_card(bench: PersonaBench, folder: Path) -> None:
    path = folder / "card.json"
    path.write_text(json.dumps(v3()), encoding="utf-8")
    bench.model.import_files([path])
    await eventually(lambda: bench.model.chosen.name == "星野 Aoi")


async def test_what_a_card_tells_the_model_can_be_seen_and_is_open_by_itself(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        profile = bench.view.profile
        assert not profile.card.body.isVisible()  # the first character has none of it
        await with_card(bench, tmp_path)
        await eventually(lambda: profile.texts[Part.SYSTEM_PROMPT].text() == "{{original}} Speak softly.")
        assert profile.card.body.isVisible()
        assert profile.texts[Part.LAST_WORDS].text() == "Never shout."
        await eventually(lambda: profile.texts[Part.NOTES].text() == "Not for the prompt.")
        assert profile.lines[Part.CREATOR].text() == "somebody"
        assert profile.lines[Part.VERSION].text() == "1.2"
        assert profile.lines[Part.NICKNAME].text() == "Aoi"
        assert profile.card.greetings.list.model().index(1, 0).data() == "你好。"
        assert str(profile.card.summary.words) == (
            "System prompt · Last instructions · Creator's notes · Nickname, for {{char}} · Creator · "
            "Version of the card · 2 other first messages")
        bench.model.choose(bench.persona.id)
        assert not profile.card.body.isVisible()


async def test_an_edited_card_goes_out_with_what_was_edited(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        await with_card(bench, tmp_path)
        profile, id = bench.view.profile, bench.model.chosen.id
        await eventually(lambda: not profile.texts[Part.NOTES].isReadOnly())
        for part, words in ((Part.SYSTEM_PROMPT, "Whisper."), (Part.LAST_WORDS, "Be kind."), (Part.NOTES, "A note.")):
            area = profile.texts[part]
            area.setFocus()
            area.selectAll()
            QTest.keyClicks(area, f"{words} ")
            assert bench.view.header.subtitle.text() == "Saving…"
        for part, words in ((Part.CREATOR, "me"), (Part.VERSION, "2.0"), (Part.NICKNAME, "Ao")):
            line = profile.lines[part]
            line.setFocus()
            line.selectAll()
            QTest.keyClicks(line, words)
            QTest.keyClick(line, Qt.Key.Key_Return)
        await eventually(lambda: bench.model.profile.saving is Saving.SAVED)
        bench.model.export(Format.JSON, tmp_path / "out.json")
        await eventually(lambda: bench.notice == "“out.json” was written.")
        facts = read_card((tmp_path / "out.json").read_bytes()).facts
        assert (facts.system_prompt, facts.post_history_instructions, facts.creator_notes) == (
            "Whisper.", "Be kind.", "A note.")
        assert (facts.creator, facts.character_version, facts.nickname) == ("me", "2.0", "Ao")
        assert facts.tags == ("stars", "夜")  # what the form does not show stays
        assert bench.personas.get(id).facts == facts  # type: ignore[union-attr]


async def test_the_try_out_plays_by_instructions_that_are_still_being_typed(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.model.profile.edit(Part.SYSTEM_PROMPT, "Whisper.")
        bench.model.trying.send("hello")
        await eventually(lambda: bench.tried.asked)
        assert bench.tried.asked[0][0].facts.system_prompt == "Whisper."
        assert bench.persona.facts.system_prompt == ""


async def test_instructions_that_are_too_long_are_refused_at_their_field_which_is_unfolded(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        profile = bench.view.profile
        bench.model.profile.set(Part.SYSTEM_PROMPT, "x" * (MAX_FIELD_CHARS + 1))
        await eventually(lambda: bench.model.profile.saving is Saving.REFUSED)
        assert profile.card.body.isVisible()
        assert profile.fields[Part.SYSTEM_PROMPT].error.text().startswith("A part of the profile is longer than 50000")
        assert bench.persona.facts.system_prompt == ""


async def test_other_first_messages_are_added_edited_and_deleted(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        profile = bench.view.profile
        profile.card.line.click()
        await eventually(lambda: not profile.texts[Part.SYSTEM_PROMPT].visibleRegion().isEmpty())
        view = profile.card.greetings
        view.add.click()
        assert view.dialog is not None
        view.dialog.give("ok")
        dialog = view.dialog
        assert dialog.problem.text() == "A first message needs a text."
        await eventually(lambda: dialog.problem.geometry().top() > dialog.text.geometry().bottom())  # not over it
        view.dialog.text.set_text(" You again? ")
        view.dialog.give("ok")
        await eventually(lambda: bench.persona.facts.alternate_greetings == ("You again?",))
        assert view.list.isVisible()
        view.edit(0)
        assert view.dialog is not None
        view.dialog.text.set_text("Welcome back.")
        view.dialog.give("ok")
        await eventually(lambda: bench.persona.facts.alternate_greetings == ("Welcome back.",))
        assert bench.persona.greetings[-1] == "Welcome back."  # it can begin a conversation
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Delete)
        assert bench.asked[-1][0] == "Delete the first message “Welcome back.”?"
        bench.asked[-1][1]()
        await eventually(lambda: bench.persona.facts.alternate_greetings == ())


async def test_a_first_message_that_moved_meanwhile_is_found_and_one_that_is_gone_is_told(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        id, model = bench.persona.id, bench.model.greetings
        await bench.personas.update(id, facts={"alternate_greetings": ("new", "old")})
        model.update(0, "old", "older")
        await eventually(lambda: bench.persona.facts.alternate_greetings == ("new", "older"))
        model.remove(0, "gone")
        await eventually(lambda: bench.notice == "This first message was changed elsewhere meanwhile.")
        assert bench.persona.facts.alternate_greetings == ("new", "older")


async def test_no_more_first_messages_than_can_be_chosen_from(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        many = tuple(f"hello {n}" for n in range(MAX_OTHERS))
        await bench.personas.update(bench.persona.id, facts={"alternate_greetings": many})
        view = bench.view.profile.card.greetings
        assert not view.add.isEnabled()
        bench.model.greetings.add("one more")
        await eventually(lambda: bench.notice == "A character has at most 50 first messages to choose from.")
        assert bench.persona.facts.alternate_greetings == many


async def test_all_of_it_can_be_read_in_a_small_window(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home, size=SMALL) as bench:
        await with_card(bench, tmp_path)
        profile = bench.view.profile
        await eventually(lambda: not profile.texts[Part.NOTES].isReadOnly())
        bar = profile.scrolling.verticalScrollBar()
        bar.setValue(bar.maximum())
        assert [str(one) for one in audit(bench.view)] == []
        assert unnamed(bench.view) == []
