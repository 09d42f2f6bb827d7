"""What people call the settings and their values: the labels of the settings page, in every language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from characoid_desktop.agents.offline.speech import spoken
from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Section, SettingKind, SettingSpec, SettingValue

_LANGUAGES: Final = ("en", "zh_CN", "ja")
_ON: Final = frozenset(("on", "yes", "true", "enable", "enabled", "active", "开", "打开", "开启", "启用", "是", "開",
                        "開啟", "啟用", "オン", "有効", "はい", "入", "1"))
_OFF: Final = frozenset(("off", "no", "false", "disable", "disabled", "关", "关闭", "关掉", "禁用", "否", "關", "關閉",
                         "停用", "オフ", "無効", "いいえ", "切", "0"))


class SettingWords:
    """Names of settings for the templates, and typed values as the settings want them."""

    def __init__(self, sections: Sequence[type[Section]]) -> None:
        self._specs = {f"{section.key}.{spec.key}": spec for section in sections for spec in section.specs()
                       if spec.kind is not SettingKind.SECRET}

    def lists(self, language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Return (what people say, "section.key") pairs: the labels, the English ones too, and the key itself."""
        pairs: list[tuple[str, str]] = []
        for key, spec in self._specs.items():
            said = (key, key.replace("_", " "), spoken(spec.label, language), spec.label.source)
            pairs += [(words, key) for words in dict.fromkeys(said)]
        return {"setting": pairs}

    def is_switch(self, key: str) -> bool:
        spec = self._specs.get(key)
        return spec is not None and spec.kind is SettingKind.BOOL

    def value(self, key: str, typed: str) -> SettingValue:
        """Return ``typed`` as a value of the setting ``key``; what does not fit stays the text (and is refused)."""
        spec = self._specs.get(key)
        if spec is None:
            return typed
        plain = _plain(typed)
        if spec.kind is SettingKind.CHOICE:
            return self._choice(spec, plain) or typed
        if spec.kind is SettingKind.BOOL:
            return True if plain in _ON else False if plain in _OFF else typed
        if spec.kind in (SettingKind.INT, SettingKind.FLOAT):
            return _number(plain, whole=spec.kind is SettingKind.INT, otherwise=typed)
        return typed

    def _choice(self, spec: SettingSpec, plain: str) -> str | None:
        for choice in spec.choices:
            words = {_plain(choice.value), *(_plain(spoken(choice.label, one)) for one in _LANGUAGES)}
            if plain in words:
                return choice.value
        return None


def _plain(words: str | Text) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", str(words))).strip().casefold()


def _number(plain: str, *, whole: bool, otherwise: str) -> Any:
    found = re.fullmatch(r"([+-]?\d{1,9}(?:\.\d{1,6})?)\s*\D{0,12}", plain)
    if found is None:
        return otherwise
    number = float(found[1])
    if whole:
        return int(number) if number == int(number) else otherwise
    return number
