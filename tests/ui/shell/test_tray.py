"""The tray: what runs, and a word when it is done."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QSystemTrayIcon

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.ui.shell.plain import one_line
from characoid_desktop.ui.shell.tray import Tray
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import Kit

HOSTILE = "a\x1b[31m\x07\n<b>x</b>\u202egpj.exe\u2066\u200b\ufeff\x00 end"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (HOSTILE, "a[31m ‹b›x‹/b›gpj.exe end"),
        ("  two\r\n\tlines\u2028three ", "two lines three"),
        ("夜更けの放送局.wav 👩‍🎤", "夜更けの放送局.wav 👩‍🎤"),
        ("", ""),
        ("\ud800x", "x"),
    ],
)
def test_words_from_outside_lose_control_direction_and_invisible_characters(words: str, expected: str):
    assert one_line(words) == expected


def test_long_words_are_cut_with_a_mark_without_reading_all_of_them():
    assert one_line("x" * 5_000_000, 100) == "x" * 99 + "…"


def tray_of(kit: Kit, window, *, available: bool = True) -> tuple[Tray, list[Action]]:
    run: list[Action] = []
    return Tray(window, QIcon(), run.append, available=available), run


def entries(tray: Tray) -> list[str]:
    return [action.text() for action in tray.menu.actions() if not action.isSeparator()]


async def test_the_menu_opens_says_what_runs_and_quits(kit: Kit):
    window = await kit.shown()
    tray, _ = tray_of(kit, window)
    assert entries(tray) == ["Open CHARACOID", "Nothing is running", "Quit"]
    assert not tray.menu.actions()[2].isEnabled()
    tray.set_work(Text.of("Converting {n} files, {p}%", n=3, p=62))
    assert entries(tray)[1] == "Converting 3 files, 62%"
    assert tray.tooltip.endswith("Converting 3 files, 62%")
    wishes: list[str] = []
    tray.open_wanted.connect(lambda: wishes.append("open"))
    tray.quit_wanted.connect(lambda: wishes.append("quit"))
    for action in tray.menu.actions():
        if not action.isSeparator():
            action.trigger()
    await eventually(lambda: len(wishes) == 3)
    assert wishes == ["open", "open", "quit"]


async def test_hostile_names_reach_tool_tip_and_menu_as_plain_short_text(kit: Kit):
    window = await kit.shown()
    tray, _ = tray_of(kit, window)
    tray.set_work(Text.of("{name}", name=HOSTILE + "y" * 500 + " R&B"))
    for words in (tray.tooltip, entries(tray)[1]):
        assert not any(ord(char) < 32 for char in words)
        assert "\u202e" not in words
        assert "<" not in words
        assert len(words) <= 124
    tray.set_work(Text.of("R&B"))
    assert entries(tray)[1] == "R&&B"


async def test_no_notification_while_the_user_looks_at_the_window(kit: Kit):
    window = await kit.shown()
    tray, _ = tray_of(kit, window)
    assert not tray.notify(Text.of("Done"), Text.of("song.wav"))


async def test_a_click_on_the_notification_brings_the_window_and_then_the_folder(kit: Kit):
    window = await kit.shown()
    tray, run = tray_of(kit, window)
    order: list[object] = []
    tray.open_wanted.connect(lambda: order.append("open"))
    folder = Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": "/a"})
    window.hide()
    tray.notify(Text.of("Done"), Text.of("song.wav"), folder)
    icon = tray.findChild(QSystemTrayIcon)
    icon.messageClicked.emit()
    assert order == ["open"]
    assert run == ([folder] if QSystemTrayIcon.supportsMessages() else [])
    icon.messageClicked.emit()
    assert len(run) <= 1


async def test_without_a_tray_everything_is_quiet_and_says_so(kit: Kit):
    window = await kit.shown()
    tray, _ = tray_of(kit, window, available=False)
    window.hide()
    tray.set_work(Text.of("x"))
    tray.retranslate()
    assert not tray.available
    assert not tray.notify(Text.of("Done"), Text.of("x"))
    tray.close()


async def test_the_menu_follows_the_language(kit: Kit):
    window = await kit.shown()
    tray, _ = tray_of(kit, window)
    install_translator({"Quit": "終了", "Open CHARACOID": "開く"}.get)
    install_translator(lambda source: {"Quit": "終了"}.get(source, source))
    tray.retranslate()
    assert entries(tray)[-1] == "終了"
