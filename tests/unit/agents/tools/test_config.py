"""The settings by chat: shown, asked about with before and after, and never those that guard the user."""

from __future__ import annotations

import pytest

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.schema import SettingKind
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.sections.conversion import ConversionSection
from tests.fakes.tool_bench import ToolBench, sentence
from tests.unit.agents.tools.test_memory_and_profile import asked, rows

SIZE = {"key": "appearance.text_size", "value": 120}


def size(bench: ToolBench) -> int:
    return bench.services.settings.get(AppearanceSection).text_size


async def test_every_setting_is_listed_and_no_folder_gets_out(bench: ToolBench) -> None:
    await bench.services.settings.set(ConversionSection, folder="/home/somebody/private")
    payload = await bench.ok("list_available_configs")
    listed = {one["key"] for page in payload["evidence"] for one in page["settings"]}
    assert listed == {f"{section.key}.{spec.key}" for section in SECTIONS for spec in section.specs()}
    assert "/home/somebody" not in str(payload)
    detail = await bench.ok("get_config_detail", {"key": "conversion.folder"})
    assert "/home/somebody" not in str(detail)
    assert detail["evidence"][0]["can_change"] is False


async def test_the_list_is_in_the_words_of_the_settings_panel(bench: ToolBench) -> None:
    payload = await bench.ok("list_available_configs")
    words = str(Text.from_json(payload["answer_text"]))
    assert words.startswith("**Language and appearance**\n\n- Language: Same as the system\n")
    assert "- Text size: 100 %\n" in words
    assert "- File name: {title} ({preset})\n" in words
    assert "True" not in words
    assert "appearance." not in words


async def test_one_setting_is_explained_with_what_it_takes(bench: ToolBench) -> None:
    payload = await bench.ok("get_config_detail", {"key": "appearance.text_size"})
    fact = payload["evidence"][0]
    assert (fact["value"], fact["minimum"], fact["maximum"], fact["type"]) == (100, 100, 140, "int")
    assert payload["answer"] == "Text size: 100 %. Larger text in the whole window."
    theme = (await bench.ok("get_config_detail", {"key": "appearance.theme"}))["evidence"][0]
    assert theme["choices"] == ["system", "dark", "light"]


@pytest.mark.parametrize("key", [
    "appearance.nothing", "nothing.theme", "appearance.__class__", "appearance.model_fields"])
async def test_an_unknown_setting_is_said(bench: ToolBench, key: str) -> None:
    outcome = await bench.run("get_config_detail", {"key": key})
    assert not outcome.ok
    assert sentence(outcome) in (f"There is no setting “{key}”.", "The arguments of this step do not fit.")


async def test_a_change_is_asked_about_with_before_and_after_and_then_made(bench: ToolBench) -> None:
    summary = await asked(bench, "request_config_change", SIZE)
    assert str(summary.target) == "Language and appearance"
    assert rows(summary) == [("Text size", "100 %", "120 %")]
    first = await bench.ok("request_config_change", SIZE)
    assert size(bench) == 100, "the first step writes nothing"
    payload = await bench.ok("apply_config_change", {**SIZE, "approval_id": first["approval_id"]})
    assert size(bench) == 120
    assert payload["answer"] == "“Text size” is 120 % now."


@pytest.mark.parametrize("key", ["models.base_url", "assistant.approval_hours", "conversion.folder", "nothing.here"])
async def test_nobody_is_asked_about_a_setting_that_chat_may_not_change(bench: ToolBench, key: str) -> None:
    outcome = await bench.run("request_config_change", {"key": key, "value": "x"})
    assert (outcome.outcome, bench.ledger.pending) == ("refused", ())
    assert await bench.database.read_all("SELECT id FROM approvals") == []
    assert sentence(outcome)


async def test_the_second_step_needs_the_word_on_exactly_this_change_and_uses_it_up(bench: ToolBench) -> None:
    first = await bench.ok("request_config_change", SIZE)
    approval = first["approval_id"]
    for args in ({**SIZE, "value": 140, "approval_id": approval},
                 {"key": "appearance.theme", "value": "dark", "approval_id": approval},
                 {**SIZE, "value": 140, "approval_id": ""}, {**SIZE, "approval_id": "made-up"}):
        assert not (await bench.run("apply_config_change", args)).ok
    assert size(bench) == 100
    assert (await bench.run("apply_config_change", {**SIZE, "approval_id": approval})).ok
    await bench.services.settings.reset(AppearanceSection, "text_size")
    assert not (await bench.run("apply_config_change", {**SIZE, "approval_id": approval})).ok
    assert size(bench) == 100


async def test_without_a_word_nothing_is_changed(bench: ToolBench) -> None:
    runner = await bench.runner()
    from characoid_desktop.agents.runtime.turn import ToolCall

    for args in (SIZE, {**SIZE, "approval_id": "yes"}):
        outcome = await runner.run("config_worker", ToolCall("c", "apply_config_change", args), ())
        assert outcome.outcome == "refused"
    outcome = await runner.run("config_worker", ToolCall("d", "request_config_change", SIZE), ())
    assert not outcome.ok
    assert size(bench) == 100


@pytest.mark.parametrize(("key", "value", "stored"), [
    ("appearance.text_size", "115", 115), ("appearance.text_size", 115.0, 115), ("appearance.theme", "dark", "dark"),
    ("conversion.keep_loudness", "off", False), ("conversion.keep_loudness", False, False),
    ("storage.warn_free_gb", 3, 3.0), ("storage.warn_free_gb", "3.5", 3.5),
    ("conversion.file_name", "{title}", "{title}"),
])
async def test_a_value_that_fits_is_stored_in_its_own_type(
    bench: ToolBench, key: str, value: object, stored: object,
) -> None:
    await bench.ok("apply_config_change", {"key": key, "value": value})
    page, _, name = key.partition(".")
    section = next(one for one in SECTIONS if one.key == page)
    now = getattr(bench.services.settings.get(section), name)
    assert now == stored
    assert isinstance(now, bool) == isinstance(stored, bool)


@pytest.mark.parametrize(("key", "value"), [
    ("appearance.text_size", 1000), ("appearance.text_size", "large"), ("appearance.text_size", True),
    ("appearance.text_size", 115.5), ("appearance.theme", "pink"), ("conversion.keep_loudness", "maybe"),
    ("conversion.keep_loudness", 1), ("conversion.file_name", "../{title}"), ("conversion.file_name", ""),
    ("conversion.file_name", "a\u0000b"), ("storage.warn_free_gb", 10**30), ("appearance.text_size", [115]),
    ("appearance.text_size", None), ("appearance.text_size", {"$set": 1}),
])
async def test_a_value_that_does_not_fit_is_refused_at_both_steps(bench: ToolBench, key: str, value: object) -> None:
    before = await bench.world()
    for tool in ("request_config_change", "apply_config_change"):
        outcome = await bench.run(tool, {"key": key, "value": value})
        assert not outcome.ok
        assert sentence(outcome)
    assert await bench.world() == before


@pytest.mark.parametrize(("key", "value"), [
    ("models.base_url", "https://evil.example/v1"), ("models.embedding_base_url", "https://evil.example/v1"),
    ("assistant.approval_hours", 720), ("assistant.ask_before_converting", False),
    ("assistant.enable_web_fallback", True), ("conversion.folder", "/tmp"),
])
async def test_what_guards_the_user_is_changed_only_on_the_settings_page(
    bench: ToolBench, key: str, value: object,
) -> None:
    before = await bench.world()
    for tool in ("request_config_change", "apply_config_change"):
        outcome = await bench.run(tool, {"key": key, "value": value})
        assert not outcome.ok
        if tool == "request_config_change":
            assert outcome.payload["error"]["code"] == "settings_page_only"
            assert outcome.payload["error"]["action"]["kind"] == "open_settings"
    assert await bench.world() == before


def test_no_secret_or_folder_can_be_changed_whatever_settings_there_will_be() -> None:
    from characoid_desktop.agents.tools.config import _page_only

    for section in SECTIONS:
        for spec in section.specs():
            if spec.kind in (SettingKind.SECRET, SettingKind.PATH) or section.key == "assistant":
                assert _page_only(spec)
