"""The words of the offline brain, in the language of the conversation, whatever the window speaks."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final, cast

from characoid_desktop.agents.offline.normal import TEXT_LIMIT
from characoid_desktop.core.function_words import CHINESE_SIGNS, FUNCTION_RUNS
from characoid_desktop.core.i18n import Text

FALLBACK: Final = "en"
_CHINESE_WORDS: Final = re.compile("多少|什么|甚么|几[点个号]|多久|有没有|怎么|客服|包邮|是什")
_CHINESE_ONLY: Final = frozenset("价挂你妳您我们們吗嗎呢吧啊把这這么麼请請给給帮幫说說谁誰咱啥呀喔哦唷她它")
_ASKS: Final = re.compile(
    r"[?？]\W*$|^\W*(?:what|when|where|who|whose|whom|which|why|how)\b|(?:吗|嗎|呢)\W*$"
    r"|什么|什麼|甚麼|怎么|怎麼|怎样|怎樣|如何|为什么|為什麼|多少|多久|哪|谁|誰|有没有|有沒有|是否|告诉我|告訴我"
    r"|(?:价格|價格|价钱|价目|时间|時間|条件|地址|邮费|运费)\W*$|(?:値段|価格|時間|条件|送料|場所|住所)(?:は|を?教えて\S{0,4})?\W*$"
    r"|(?:名前|いつか|日時)(?:は|を?教えて\S{0,4})\W*$"
    r"|几[点號号个個次天月]"
    r"|(?:です|ます|でしょう|ました)か\W*$|いくら|いくつ|いつ|どこ|だれ|どの|どんな|なぜ|何[時人日回個曜]",
    re.IGNORECASE)
_HIRAGANA: Final = re.compile("[\u3041-\u3096]")
_AFTER_HAN: Final = re.compile("(?<=[\u3400-\u9fff])[\u3041-\u3096]")
_OPINION: Final = re.compile(
    r"\b(?:do|did|are|would|could|can|will) you\b(?! (?:sell|ship|deliver|offer|accept|stock)\b)"
    r"|你(?:喜欢|喜歡|觉得|覺得|想|会|會|能|爱|愛)"
    r"|(?:好き|嫌い)(?:ですか|なの)?\W*$|どう思", re.IGNORECASE)
LISTED: Final = "Said before, {n} messages:\n{lines}"  # as the memory tool says it
MIN_OPENING = 4  # characters; fewer could be anybody's
ENOUGH_LATIN = 3  # words that make a text English without any other sign


def language_of(text: str) -> str:
    """Return zh_CN, ja or en by the signs of ``text``; "" when they tell nothing (a file name, a number).

    Kana alone do not make Japanese: a Chinese question may have a name in kana. Then the words that hold it together
    tell.
    """
    seen = text[:TEXT_LIMIT]
    han = [char for char in seen if "\u3400" <= char <= "\u9fff"]
    if any("\u3041" <= char <= "\u3096" or "\u30a1" <= char <= "\u30fa" or "\uff66" <= char <= "\uff9d"
           for char in seen):
        return "zh_CN" if _chinese_weight(seen, han) > _japanese_weight(seen) else "ja"
    if han:
        return "zh_CN" if _CHINESE_WORDS.search(seen) or any(_is_chinese(char) for char in han) else ""
    words = "".join(char if char.isascii() and char.isalpha() else " " for char in seen).split()
    return "en" if len(words) >= ENOUGH_LATIN else ""


def _chinese_weight(text: str, han: Sequence[str]) -> int:
    words = [word for word in FUNCTION_RUNS.findall(text) if word in CHINESE_SIGNS]
    return sum(map(len, words)) + sum(_is_chinese(char) for char in han if not any(char in word for word in words))


def _japanese_weight(text: str) -> int:
    """Hiragana that hold a sentence together: function words, and what follows a Han character (増えた)."""
    words = [word for word in FUNCTION_RUNS.findall(text) if _HIRAGANA.search(word)]
    return sum(map(len, words)) + len(_AFTER_HAN.findall(text))


def _is_chinese(char: str) -> bool:
    if char in _CHINESE_ONLY:
        return True
    try:
        char.encode("shift_jis")
    except UnicodeEncodeError:
        return True
    return False


def is_question(text: str) -> bool:
    """Whether ``text`` asks for something that could be looked up: a question mark at its end, or a word that asks."""
    seen = text[:TEXT_LIMIT].strip()
    return bool(_ASKS.search(seen)) and any(char.isalnum() for char in seen)


def asks_for_an_opinion(text: str) -> bool:
    """Whether ``text`` asks what the character itself likes, thinks or can: no document says that."""
    return bool(_OPINION.search(text[:TEXT_LIMIT].strip()))


def order(text: str, fallback: str) -> tuple[str, ...]:
    """Return all languages, the one of ``text`` first, then ``fallback``."""
    first = language_of(text)
    if not first and any("\u3400" <= char <= "\u9fff" for char in text[:TEXT_LIMIT]):
        first = fallback if fallback in ("zh_CN", "ja") else "zh_CN"
    chosen = (first, fallback, "en", "zh_CN", "ja")
    return tuple(dict.fromkeys(one for one in chosen if one in ("en", "zh_CN", "ja")))


@cache
def phrases(language: str) -> Mapping[str, Any]:
    """Return the phrase table of a language (English for one we do not speak); reads a file the first time."""
    import yaml

    name = language if language in ("zh_CN", "ja", "en") else FALLBACK
    text = (resources.files("resources") / "intents" / f"phrases.{name}.yaml").read_text(encoding="utf-8")
    return cast("Mapping[str, Any]", yaml.safe_load(text))


def is_help(text: str) -> bool:
    """Whether ``text`` is what the app says where it understood nothing, may not or did not find: nobody's words."""
    return text.startswith(_openings())


@cache
def _openings() -> tuple[str, ...]:
    keys = ("unknown.intro", "unknown.bare", "unknown.long", "abilities.intro", "abilities.none", "looked_up.none",
            "looked_up.intro", "looked_up.memory", "not_read", "empty", "not_allowed", "no_model_task",
            "result.forget_none", "result.forget_which", "result.forget_perhaps")
    found = [phrase(language, key, what="\0").partition("\0")[0]
             for language in ("en", "zh_CN", "ja") for key in keys]
    # A list of what was said before would be told inside the next one.
    lists = [translations(one).get(LISTED, LISTED).partition("{n}")[0] for one in ("en", "zh_CN", "ja")]
    return tuple(one for one in (*found, *lists) if len(one) > MIN_OPENING)


def phrase(language: str, key: str, seed: str = "", **params: object) -> str:
    """Return a phrase with ``params`` filled in; of several, the one that ``seed`` chooses, always the same."""
    found: Any = phrases(language)
    for part in key.split("."):
        found = found[part]
    if isinstance(found, list):
        options = cast("list[str]", found)
        found = options[zlib.crc32(seed.encode("utf-8", "replace")) % len(options)]
    return str(found).format(**params)


def spoken(text: Text | Mapping[str, Any] | str | None, language: str) -> str:
    """Return a sentence of the app in ``language``; "" for None and for what is no text.

    A text without a translation stays English.
    """
    if text is None or text == "":
        return ""
    if isinstance(text, str):
        return text
    try:
        whole = text if isinstance(text, Text) else Text.from_json(text)
    except (KeyError, TypeError, AttributeError):
        return ""
    params = {key: spoken(value, language) if isinstance(value, Text) else str(value)
              for key, value in whole.params.items()}
    words = translations(language).get(whole.source, whole.source)
    try:
        return words.format(**params) if params else words
    except (KeyError, IndexError, ValueError):
        return whole.source


@cache
def translations(language: str) -> Mapping[str, str]:
    """Return English source → words of ``language``, from the files the window is translated with; {} for English."""
    import xml.etree.ElementTree as ET

    if language not in ("zh_CN", "ja"):
        return {}
    text = (resources.files("resources") / "translations" / f"characoid_{language}.ts").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for message in ET.fromstring(text).iterfind("context[name='characoid']/message"):  # noqa: S314
        source, translation = message.findtext("source"), message.findtext("translation")
        if source and translation:
            found[source] = translation
    return found
