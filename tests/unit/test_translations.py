"""The Chinese and Japanese words: complete, current, and in the style of docs/translations.md."""

from __future__ import annotations

import ast
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QFileDialog, QLabel

from characoid_desktop.app.language import Language, LanguageSwitch
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.rvc.presets import PRESETS
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.ui.catalog import PANELS
from tools import translations

LANGUAGES = (Language.ZH_CN, Language.JA)
both = pytest.mark.parametrize("language", LANGUAGES)

SAME_IN_EVERY_LANGUAGE = {
    "RVC", "Live2D", "GPT-SoVITS", "MCP", "Python", "Qt", "Esc", "%", "MB", "GB", "tokens", "{n} token", "{n} tokens",
    "PNG · JSON · V2 / V3", "Hz", "ms", "{level} LUFS", "{rate} kHz · {preset}", "{stage} {percent}%", "{value} {unit}",
    "{words} – CHARACOID Desktop",
}
"""Names, units and arrangements of fields: the only texts that may stay as they are."""

NO_WORDS_OF_THEIR_OWN = {
    "{first} {second}", "{first}, {second}", "{first} · {second}", "{n} of {all}", "{name}: {value}", "{panel} ({key})",
    "{label}: {value}. {help}", "{name}: {state}. {sentence}", "{state}, {steps}",
    "{what} {why}", "{name} ({length})", "{voices}, {models}", "{what}, {time}",
    "“{name}”: {sentence}", "- “{title}” ({type})", "- “{title}”: {why}", "{memories}\n\n{said}", "“{file}”: {why}",
    "{way} · {found}", "“{key}”", "{title}, {pages}", "{host}: {title}",
    "{before}\n{line}", "“{name}”", "PNG · JSON · zip · V2 / V3",
}
"""Only fields and signs: the signs change, there is no word to translate."""

NUMBERS = {
    "all", "cancelled", "channels", "count", "d", "done", "failed", "floor", "free", "h", "high", "hours", "level",
    "limit", "low", "m", "minutes", "n", "need", "peak", "percent", "rate", "running", "s", "saved", "seconds", "size",
    "time", "total", "waiting",
}
"""Fields that hold digits, so that a space stands between them and a Han character or kana."""

HAN_OR_KANA = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"
WIDE = r"[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef]"
RAIL_LIMIT = 12  # Latin letters; a Han character takes the room of two


def entries(language: Language) -> dict[str, str]:
    return translations.read_ts(language)


def is_file_filter(source: str) -> bool:
    """Qt cuts the patterns of a file dialog out of the last ASCII parentheses."""
    return source.endswith(("(*)", "(*.zip)", "(*.png *.jpg *.jpeg)", "(*.index)", "({patterns})"))


def fields(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in string.Formatter().parse(text) if name)


def width(text: str) -> int:
    """Return the room of a text in Latin letters."""
    return sum(2 if re.match(WIDE, sign) else 1 for sign in unicodedata.normalize("NFC", text))


def faults(language: Language, pattern: str) -> list[str]:
    """Return the translations in which a pattern is found, file filters left out."""
    return [said for source, said in entries(language).items()
            if re.search(pattern, said) and not is_file_filter(source)]


def count_pairs() -> Iterator[tuple[str, str]]:
    """Yield (one, many) of every Text.count in the package."""
    for path in translations.PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Text.count":
                one, many = node.args[:2]
                if isinstance(one, ast.Constant) and isinstance(many, ast.Constant):
                    yield str(one.value), str(many.value)


# --- complete ------------------------------------------------------------------------------------


def test_every_text_is_translated_and_the_compiled_files_are_current():
    assert translations.problems() == []


@both
def test_a_translation_has_the_fields_of_its_source_as_often(language: Language):
    wrong = [source for source, said in entries(language).items() if fields(said) != fields(source)]
    assert wrong == []


@both
def test_no_sentence_was_left_in_english(language: Language):
    same = {source for source, said in entries(language).items() if said == source}
    assert same <= SAME_IN_EVERY_LANGUAGE | NO_WORDS_OF_THEIR_OWN
    foreign = {source for source, said in entries(language).items() if not re.search(HAN_OR_KANA, said)}
    assert foreign <= SAME_IN_EVERY_LANGUAGE | NO_WORDS_OF_THEIR_OWN


@both
def test_one_and_many_have_one_form(language: Language):
    said = entries(language)
    pairs = list(count_pairs())
    assert len(pairs) > 10
    assert [pair for pair in pairs if said[pair[0]] != said[pair[1]] and "{n}" in pair[0]] == []


def test_every_text_is_a_literal_that_can_be_collected():
    """A sentence that is put together in the code would stay English for ever."""
    late: list[str] = []
    for path in sorted(translations.PACKAGE.rglob("*.py")):
        if path.name == "i18n.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for argument in translations.literals_of(node) if isinstance(node, ast.Call) else ():
                if not isinstance(argument, (ast.Constant, ast.Name, ast.Attribute)):
                    late.append(f"{path.name}:{argument.lineno}: {ast.unparse(argument)}")
    assert late == []


# --- style ---------------------------------------------------------------------------------------


@both
def test_punctuation_is_full_width(language: Language):
    assert faults(language, rf"{WIDE} ?[,!?;:(]|[,!?;:)] ?{WIDE}|{WIDE}\.(\s|$)") == []
    assert faults(language, r"\.\.\.|!|\?") == []


@both
def test_quotes_are_those_of_the_language(language: Language):
    assert faults(language, "[「」『』\"]" if language is Language.ZH_CN else "[“”‘’\"]") == []
    opening, closing = ("“", "”") if language is Language.ZH_CN else ("「", "」")
    for said in entries(language).values():
        assert re.sub(f"[^{opening}{closing}]", "", said) == (opening + closing) * said.count(opening), said


@both
def test_a_space_stands_between_han_or_kana_and_latin_letters_or_digits(language: Language):
    number = "|".join(sorted(NUMBERS))
    assert faults(language, rf"{HAN_OR_KANA}[A-Za-z0-9]|[A-Za-z0-9%]{HAN_OR_KANA}") == []
    assert faults(language, rf"{HAN_OR_KANA}\{{({number})\}}|\{{({number})\}}{HAN_OR_KANA}") == []


@both
def test_no_space_stands_between_wide_signs(language: Language):
    # “残り 約 {n} 分” is written so in the design; the space parts two words of a label.
    assert [said for said in faults(language, rf"{WIDE} {WIDE}|^ | $") if not said.startswith("残り 約")] == []


@both
def test_a_sentence_ends_like_its_source(language: Language):
    ends = {".": "。", "?": "？", "…": "…"}
    for source, said in entries(language).items():
        if source[-1] in ends:
            assert said.endswith(ends[source[-1]]), said
        else:
            assert not said.endswith(tuple(ends.values())), said


def test_chinese_is_plain_and_japanese_keeps_its_words():
    chinese, japanese = (entries(language).values() for language in LANGUAGES)
    assert [said for said in chinese if re.search("[您亲]|操作失败|请重试", said)] == []
    assert [said for said in japanese if re.search("落と|落ちる|お客様|ございます|エラーが発生", said)] == []
    assert [said for said in japanese if "フォルダ" in said.replace("フォルダー", "")] == []


@both
def test_labels_of_the_rail_fit_it(language: Language):
    said = entries(language)
    for entry in PANELS:
        assert width(said[entry.label.source]) <= RAIL_LIMIT


@both
def test_a_short_label_stays_short(language: Language):
    """Buttons and fields: at most 60 % longer than in English, and four letters for very short words."""
    long = [said for source, said in entries(language).items()
            if len(source) <= 24 and not source.endswith(".") and width(said) > 1.6 * len(source) + 4]
    assert [said for said in long if said not in ("このアプリについて",)] == []


@both
def test_things_to_choose_between_have_different_names(language: Language):
    said = entries(language)
    groups: list[list[str]] = [[preset.label.source for preset in PRESETS],
                               [preset.help.source for preset in PRESETS],
                               [entry.label.source for entry in PANELS],
                               [section.title.source for section in SECTIONS]]
    for section in SECTIONS:
        groups.append([spec.label.source for spec in section.specs()])
        groups.extend([choice.label.source for choice in spec.choices] for spec in section.specs())
    for group in groups:
        words = [said.get(source, source) for source in group if source != "{words}"]
        assert len(set(words)) == len(words), words


# --- shown ---------------------------------------------------------------------------------------


@pytest.fixture
def switch(qapp: QApplication) -> Iterator[LanguageSwitch]:
    before = QLocale()
    switch = LanguageSwitch(qapp)
    yield switch
    switch.use(Language.EN)
    QLocale.setDefault(before)


@both
def test_the_compiled_file_gives_every_text_of_the_window(switch: LanguageSwitch, language: Language):
    switch.use(language)
    said = entries(language)
    assert {source: t(source) for source in said} == said
    switch.use(Language.EN)
    assert {source: t(source) for source in said} == {source: source for source in said}


def test_fields_are_filled_in_the_language_of_the_moment(switch: LanguageSwitch):
    sentence = Text.of("“{name}” is no longer there. It may have been moved or renamed.", name="歌 a.wav")
    switch.use(Language.ZH_CN)
    assert str(sentence) == "“歌 a.wav”已经不在了，可能被移走或改名。"
    switch.use(Language.JA)
    assert str(sentence) == "「歌 a.wav」がなくなっています。移されたか、名前が変わったのかもしれません。"
    assert str(Text.count("{n} file", "{n} files", 1)) == "1 件"
    assert str(Text.of("{first} {second}", first=Text.of("The file is empty."),
                       second=Text.of("The original file is untouched."))) == (
        "ファイルが空です。元のファイルはそのままです。")


def test_a_space_parts_a_latin_name_from_the_words_around_it(switch: LanguageSwitch):
    source = "Say something to {name}…"
    said = {Language.ZH_CN: ("和 Mika 说点什么…", "和美佳说点什么…", "和美 b 说点什么…"),
            Language.JA: ("Mika に話しかける…", "美佳に話しかける…", "美 b に話しかける…"),
            Language.EN: ("Say something to Mika…", "Say something to 美佳…", "Say something to 美 b…")}
    for language, expected in said.items():
        switch.use(language)
        assert tuple(t(source, name=name) for name in ("Mika", "美佳", "美 b")) == expected


@pytest.mark.parametrize(("language", "cancel", "all_files"), [
    (Language.ZH_CN, "取消", "所有文件 (*)"), (Language.JA, "キャンセル", "すべてのファイル(*)"),
    (Language.EN, "Cancel", "All Files (*)")])
def test_qt_speaks_the_language_too(switch: LanguageSwitch, language: Language, cancel: str, all_files: str):
    switch.use(language)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert cancel in box.button(QDialogButtonBox.StandardButton.Cancel).text().replace("&", "")
    assert QCoreApplication.translate("QFileDialog", "All Files (*)") == all_files
    dialog = QFileDialog()
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    seen = [widget.text() for kind in (QLabel, QAbstractButton) for widget in dialog.findChildren(kind)]
    dialog.deleteLater()
    words = [text for text in seen if text]
    assert len(words) >= 5
    if language is not Language.EN:
        assert [text for text in words if not re.search(HAN_OR_KANA, text)] == []


# --- the tool ------------------------------------------------------------------------------------


def test_the_tool_collects_what_is_said_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(
        't("New")\nText("Old", {"a": 1})\nText.of("Of {a}", a="not this")\nText.count("{n} one", "{n} many", 2)\n'
        'other("no text")\nText.literal("nor this")\nt(late)\n')
    assert translations.collect(tmp_path) == dict.fromkeys(("New", "Old", "Of {a}", "{n} one", "{n} many"), "a.py")


def test_the_tool_names_what_is_missing_unused_stale_or_has_other_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    monkeypatch.setattr(translations, "LANGUAGES", ("ja",))
    monkeypatch.setattr(translations, "collect", lambda: {"Open": "a.py", "{n} files": "a.py"})
    translations.update()
    assert translations.problems() == [
        "ja: not translated: 'Open' (a.py)", "ja: not translated: '{n} files' (a.py)"]
    said = {"Open": "開く", "{n} files": "{m} 件", "Close": "閉じる"}
    translations.write_ts("ja", said, dict.fromkeys(said, "a.py"))
    assert translations.problems() == [
        "ja: other fields than its source: '{n} files'", "ja: no longer used: 'Close'",
        "ja: characoid_ja.qm is stale; run tools/translations.py update"]
    said["{n} files"] = "{n} 件"
    translations.write_ts("ja", said, dict.fromkeys(said, "a.py"))
    translations.update()
    assert translations.problems() == []
    assert translations.read_ts("ja") == {"Open": "開く", "{n} files": "{n} 件"}
