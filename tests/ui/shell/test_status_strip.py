"""The lights: shape, words, and the click that helps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import Light, LightState
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit, press

RESTART = Action(ActionKind.RESTART_ENGINE, Text.of("Restart RVC"), {"engine": "rvc"})


def light(state: LightState, sentence: str = "stopped, open to restart", action: Action | None = RESTART) -> Light:
    return Light("rvc", Text.of("RVC"), state, Text.of(sentence), action)


async def test_each_state_has_a_shape_and_a_word_of_its_own(kit: Kit):
    window = await kit.shown()
    button = window.frame.strip.button("rvc")
    pictures, words = set(), set()
    for state in LightState:
        kit.lights.set(light(state, "x"))
        # In one colour only the shape is left.
        image = button.grab().toImage().convertToFormat(button.grab().toImage().Format.Format_Grayscale8)
        shape = image.copy(10, 6, 16, 20)
        pictures.add(bytes(shape.constBits()))
        words.add(button.accessibleName())
    assert len(pictures) == len(LightState)
    assert len(words) == len(LightState)


async def test_a_click_or_enter_runs_the_action_of_the_light(kit: Kit):
    window = await kit.shown()
    kit.lights.set(light(LightState.FAILED))
    button = window.frame.strip.button("rvc")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    button.setFocus()
    press(button, Qt.Key.Key_Return)
    assert kit.acted == [(ActionKind.RESTART_ENGINE, {"engine": "rvc"})] * 2
    assert button.accessibleDescription() == "Restart RVC"


async def test_a_light_without_an_action_does_nothing_on_click(kit: Kit):
    window = await kit.shown()
    kit.lights.set(light(LightState.READY, action=None))
    QTest.mouseClick(window.frame.strip.button("rvc"), Qt.MouseButton.LeftButton)
    assert kit.acted == []


async def test_when_room_is_short_sentences_are_cut_and_names_never(kit: Kit):
    window = await kit.shown()
    window.resize(1024, 640)
    for number in range(5):
        kit.lights.set(Light(f"l{number}", Text.of(f"Engine {number}"), LightState.WORKING,
                             Text.of("converting the third file of a long list, 62 %")))
    await eventually(lambda: window.frame.strip.button("l4").geometry().right() > 900)
    for number in range(5):
        button = window.frame.strip.button(f"l{number}")
        assert button.width() >= button.minimumSizeHint().width()
        assert button.shown_sentence().endswith("…")
        assert "converting the third file of a long list, 62 %" in button.toolTip()


async def test_with_room_the_sentence_stands_in_full_also_after_a_longer_one_came(kit: Kit):
    window = await kit.shown()
    for sentence in ("ready", "Voice conversion is not running. It starts when it is needed.", "62%"):
        kit.lights.set(light(LightState.OFF, sentence))
        button = window.frame.strip.button("rvc")
        await eventually(lambda sentence=sentence, button=button: button.shown_sentence() == sentence)


async def test_a_light_that_comes_later_is_shown_too(kit: Kit):
    window = await kit.shown()
    kit.lights.set(Light("vts", Text.of("VTube Studio"), LightState.WAITING, Text.of("waiting for permission")))
    assert window.frame.strip.button("vts").isVisible()
    assert "Waiting for you" in window.frame.strip.button("vts").accessibleName()


async def test_markup_in_a_sentence_stays_plain_in_the_tool_tip(kit: Kit):
    window = await kit.shown()
    kit.lights.set(light(LightState.FAILED, "<img src=file:///x>"))
    assert "<img" not in window.frame.strip.button("rvc").toolTip()
