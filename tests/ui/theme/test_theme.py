from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.ui.theme.fonts import make_font, system_name
from characoid_desktop.ui.theme.system import prefers_reduced_motion
from characoid_desktop.ui.theme.theme import ControlSize, Scheme, Theme, ThemeController, ThemeMode, theme_of
from characoid_desktop.ui.theme.tokens import load_tokens
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.labels import Label


def _text_color(label: Label) -> QColor:
    return label.palette().color(QPalette.ColorRole.WindowText)


def test_a_theme_puts_fusion_palette_font_and_style_sheet_on_the_application(
    themes: ThemeController, qapp: QApplication
) -> None:
    theme = themes.apply("light", "ja")
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.color.canvas
    assert qapp.font().pixelSize() == 14
    assert qapp.font().featureValue(QFont.Tag("tnum")) == 1
    assert theme_of() is theme
    assert theme.color.accent.name() in qapp.styleSheet()
    qapp.setStyleSheet("")  # a style sheet hides the name of the style under it
    assert qapp.style().name().lower() == "fusion"


def test_a_change_is_announced_and_reaches_widgets_that_exist(themes: ThemeController, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    label, button = Label("x", "body", "text_muted"), Button("Go")
    layout.addWidget(label)
    layout.addWidget(button)
    window.show()
    with qtbot.waitSignal(themes.changed) as caught:
        theme = themes.apply("light", "en", 1.4)
    assert caught.args == [theme]
    assert label.theme is theme
    assert button.theme is theme
    assert _text_color(label) == theme.color.text_muted
    assert label.font().pixelSize() == 20
    assert button.font().pixelSize() == 20
    assert button.sizeHint().height() >= 32


def test_font_and_colour_survive_a_new_parent(themes: ThemeController, qtbot: QtBot) -> None:
    first, second = QWidget(), QWidget()
    for window in (first, second):
        qtbot.addWidget(window)
        QVBoxLayout(window)
    label = Label("x", "caption", "text")
    first.layout().addWidget(label)
    first.show()
    theme = themes.apply("dark", "en", 1.4)
    label.set_role("script")
    label.set_tone("error")
    second.layout().addWidget(label)
    second.show()
    assert label.font().pixelSize() == 45
    assert _text_color(label) == theme.color.error


@pytest.mark.plain_log
def test_a_widget_that_fails_to_dress_is_logged_and_the_others_go_on(
    themes: ThemeController, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Label):
        ready = False

        def on_theme(self, theme: Theme) -> None:
            if self.ready:
                raise RuntimeError("broken")
            super().on_theme(theme)

    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    labels = [Broken("x") if i % 2 else Label("x") for i in range(40)]
    for label in labels:
        layout.addWidget(label)
        label.ready = True
    window.show()
    theme = themes.apply("light", "en", 1.4)
    for label in labels[::2]:
        assert label.font().pixelSize() == 20
        assert label.theme is theme
    assert sum("could not take on the theme" in r.getMessage() for r in caplog.records) >= 20
    QVBoxLayout(other := QWidget()).addWidget(window)  # a new parent dresses all of them again
    qtbot.addWidget(other)


def test_late_words_follow_the_language(themes: ThemeController, qtbot: QtBot) -> None:
    button = Button(Text.of("Cancel"))
    qtbot.addWidget(button)
    assert button.words == "Cancel"
    install_translator({"Cancel": "取消"}.get)  # type: ignore[arg-type]
    themes.apply("dark", "zh_CN")
    assert button.words == "取消"
    assert button.accessibleName() == "取消"


def test_system_follows_the_system_and_a_choice_does_not(
    themes: ThemeController, qapp: QApplication
) -> None:
    themes.apply(ThemeMode.SYSTEM)
    # Offscreen says nothing about its scheme: then the darker one is shown.
    assert qapp.styleHints().colorScheme() is Qt.ColorScheme.Unknown
    assert themes.theme.scheme is Scheme.DARK
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert themes.theme.scheme is Scheme.DARK  # the signal is a reason to ask, not an answer
    themes.apply("light")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert themes.theme.scheme is Scheme.LIGHT


def test_a_light_system_is_followed_when_it_says_so(
    themes: ThemeController, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = qapp.styleHints()

    class Hints:
        """The application's hints with an answer of our choice; offscreen has none of its own."""

        scheme = Qt.ColorScheme.Light

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

        def __getattr__(self, name: str) -> object:
            return getattr(hints, name)

    themes.apply("system", "ja", 1.2)
    fake = Hints()

    class App:
        def styleHints(self) -> Hints:
            return fake

        def __getattr__(self, name: str) -> object:
            return getattr(qapp, name)

    monkeypatch.setattr(themes, "_app", App())
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    assert themes.theme.scheme is Scheme.LIGHT
    assert (themes.theme.language, themes.theme.text_scale) == ("ja", 1.2)
    fake.scheme = Qt.ColorScheme.Dark
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert themes.theme.scheme is Scheme.DARK
    monkeypatch.undo()


@pytest.mark.parametrize(("asked", "got"), [(0.2, 1.0), (1.0, 1.0), (1.25, 1.25), (9.0, 1.4)])
def test_text_scale_is_held_in_its_range(themes: ThemeController, asked: float, got: float) -> None:
    assert themes.apply("dark", "en", asked).text_scale == got


@pytest.mark.parametrize("language", ["en", "zh_CN", "ja"])
@pytest.mark.parametrize("scale", [1.0, 1.2, 1.4])
def test_controls_are_ten_pixels_higher_than_their_font(
    themes: ThemeController, language: str, scale: float
) -> None:
    from PySide6.QtGui import QFontMetrics

    theme = themes.apply("dark", language, scale)
    assert theme.control_height() >= QFontMetrics(theme.font()).height() + 10
    assert theme.control_height() >= 32
    assert theme.control_height(ControlSize.LARGE) >= 40


def test_reduced_motion_takes_all_durations_away(themes: ThemeController) -> None:
    theme = themes.apply("dark", reduced_motion=True)
    assert (theme.hover_ms(), theme.fold_ms(), theme.meter_ms()) == (0, 0, 100)
    assert QApplication.cursorFlashTime() == 0  # a steady caret
    theme = themes.apply("dark")
    assert (theme.hover_ms(), theme.fold_ms(), theme.meter_ms()) == (80, 120, 33)
    assert QApplication.cursorFlashTime() > 0


def test_the_system_can_be_asked_about_motion() -> None:
    assert prefers_reduced_motion() in (True, False)


def test_han_characters_take_the_form_of_the_interface_language() -> None:
    tokens = load_tokens()
    chinese, japanese = "Noto Sans CJK SC", "Noto Sans CJK JP"
    for language, family in (("zh_CN", chinese), ("ja", japanese), ("zh-Hans", chinese)):
        font = make_font(tokens, "body", language, 1.0, system="linux")
        assert font.families()[0] == family
        if family in QFontInfo(font).family():
            assert QFontInfo(font).family() == family
    assert make_font(tokens, "body", "en", 1.0, system="windows").families()[0] == "Segoe UI"
    mac = make_font(tokens, "body", "ja", 1.0, system="macos")
    assert mac.families()[:2] == [".AppleSystemUIFont", "Hiragino Sans"]


def test_systems_have_their_own_families() -> None:
    assert [system_name(p) for p in ("win32", "darwin", "linux", "freebsd14")] == [
        "windows", "macos", "linux", "linux"]


def test_a_message_may_have_a_language_of_its_own(themes: ThemeController) -> None:
    theme = themes.apply("dark", "en")
    assert theme.font("chat", language="ja").families()[0] != theme.font("chat", language="zh_CN").families()[0]


def test_the_persona_colour_is_shifted_for_the_scheme(themes: ThemeController) -> None:
    pink = QColor("#EE9CB2")
    assert themes.apply("dark", persona_color=pink).persona == pink
    assert themes.apply("light", persona_color=pink).persona != pink
    assert themes.apply("dark").persona == themes.theme.color.accent


def test_a_controller_does_not_keep_widgets_alive(themes: ThemeController, qtbot: QtBot) -> None:
    button = Button("Go")
    gone = weakref.ref(button)
    themes.apply("light")
    del button
    gc.collect()
    assert gone() is None
    themes.apply("dark")
