"""The data of the offline brain: templates without slips of the pen, phrases whole in all languages, names, signs."""

from __future__ import annotations

import re
from importlib import resources

import pytest
import yaml

from characoid_desktop.agents.graph.handoff import normalise_dispatch_request
from characoid_desktop.agents.offline.files import DOCUMENTS, MEDIA, Files
from characoid_desktop.agents.offline.intents import ROUTES, SettingWords, Surroundings, shared_reader
from characoid_desktop.agents.offline.normal import clean
from characoid_desktop.agents.offline.replies import Replies
from characoid_desktop.agents.offline.speech import language_of, order, phrases, spoken
from characoid_desktop.agents.vocabulary import WORKERS
from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.catalog import SECTIONS
from tests.unit.agents.offline.corpus import CHINESE, ENGLISH, JAPANESE

LANGUAGES = ("en", "zh_CN", "ja")


def raw(name):
    return yaml.safe_load((resources.files("resources") / "intents" / name).read_text(encoding="utf-8"))


def sentences(language):
    data = raw(f"{language}.yaml")
    found = [text for intent in data["intents"].values() for block in intent["data"] for text in block["sentences"]]
    return [*found, *data["expansion_rules"].values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_hold_nothing_that_hassil_would_take_at_its_word(language):
    for text in sentences(language):
        assert "?" not in text, text
        assert not re.search(r"\|[)\]]|\(\||\[\||\|\|", text), text
        assert not re.search("[、。，：；！？]", text), text
        assert text.count("(") == text.count(")"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_intent_leads_somewhere_and_every_route_can_be_said(language):
    intents = set(raw(f"{language}.yaml")["intents"])
    assert {one for one in intents if not one.startswith("talk.")} == set(ROUTES)
    talks = {one.removeprefix("talk.") for one in intents if one.startswith("talk.")}
    replies = Replies(language, "Luna", WORKERS, None)
    assert all(replies.talk(one, "x") for one in talks)


def test_all_languages_have_the_same_phrases_and_fields():
    def shape(value, path=""):
        if isinstance(value, dict):
            return {one for key, inner in value.items() for one in shape(inner, f"{path}.{key}")}
        texts = value if isinstance(value, list) else [value]
        assert all(isinstance(text, str) and text for text in texts), path
        return {(path, tuple(sorted(re.findall(r"\{(\w+)\}", texts[0]))))}

    shapes = {language: shape(phrases(language)) for language in LANGUAGES}
    assert shapes["en"] == shapes["ja"] == shapes["zh_CN"]


def test_every_hand_off_of_the_corpus_passes_the_dispatch_checks():
    for language, rows in zip(LANGUAGES, (ENGLISH, CHINESE, JAPANESE), strict=True):
        for text, route, *_ in rows:
            if route.startswith("talk/"):
                continue
            found = shared_reader().read(text, Surroundings.of(language, {"a1": {"name": "song.wav"}},
                                                               names=("Luna", "小月", "ルナ")))
            assert found is not None, text
            assert found.handoff is not None, text
            checked = normalise_dispatch_request(found.handoff.worker, found.handoff.arguments())
            assert checked["options"].items() >= {k: v for k, v in found.handoff.options.items()
                                                  if not isinstance(v, (int, float))}.items()


@pytest.mark.parametrize(("text", "language"), [
    ("hello there my friend", "en"), ("こんにちは", "ja"), ("ｱﾘｶﾞﾄｳ", "ja"), ("你好吗", "zh_CN"), ("請幫我", "zh_CN"),
    ("记忆", "zh_CN"), ("song.wav", ""), ("123", ""), ("", ""), ("変換", ""), ("ok", ""),
])
def test_a_language_is_told_by_its_signs_or_not_at_all(text, language):
    assert language_of(text) == language


@pytest.mark.parametrize(("text", "language"), [
    ("サクラ的库存是多少？", "zh_CN"), ("さくら的库存是多少？", "zh_CN"), ("サクラの库存是多少", "zh_CN"),
    ("はるか的直播是几点", "zh_CN"), ("サクラ有多少首歌？", "zh_CN"), ("請問サクラ的庫存是多少", "zh_CN"),
    ("我喜欢さくら的歌", "zh_CN"), ("サクラの在庫は多少ありますか", "ja"), ("サクラの曲、多少増えた？", "ja"),
    ("在庫が0の商品", "ja"), ("目的は何ですか", "ja"), ("「我们的歌」は何曲ありますか", "ja"), ("サクラ 在庫", "ja"),
    ("サクラ、次の配信はいつ？", "ja"), ("是非サクラの歌を聞きたい", "ja"),
])
def test_a_name_in_kana_does_not_make_a_question_japanese(text, language):
    assert language_of(text) == language


def test_characters_that_two_languages_share_are_read_as_the_turn_has_it():
    assert order("変換中止", "ja")[0] == "ja"
    assert order("停止", "zh_CN")[0] == "zh_CN"
    assert order("停止", "en")[0] == "zh_CN"
    assert set(order("x", "en")) == set(LANGUAGES)


@pytest.mark.parametrize(("typed", "language", "plain"), [
    ("  Ｃｏｎｖｅｒｔ　ＳＯＮＧ．ｗａｖ！！ ", "en", "Convert SONG.wav"), ("it’s 9:00, ok?", "en", "it's 9:00 ok"),
    ("把 song.wav 变成 低沉", "zh_CN", "把song.wav变成低沉"), ("請記住：九點", "zh_CN", "请记住九点"),
    ("ﾌﾟﾘｾｯﾄ を 教えて", "ja", "プリセットを教えて"), ("song (live).wav", "en", "song live .wav"),
    ("https://example.com/a?b=c", "en", "https://example.com/a?b=c"), ("a\u200bb\0c\ud800d", "en", "ab cd"),
    ("キーを+3に", "ja", "キーを+3に"), ("50%", "en", "50%"),
])
def test_one_form_for_what_is_typed_in_many(typed, language, plain):
    same = {ord("請"): "请", ord("記"): "记", ord("點"): "点"}
    cleaned = clean(typed, language, same)
    assert cleaned.text == plain
    assert cleaned.typed(0, len(cleaned.text)) in typed


def test_a_sentence_of_the_app_is_said_in_the_language_asked_for():
    text = Text.of("Nothing was changed.")
    assert spoken(text, "en") == "Nothing was changed."
    assert spoken(text.to_json(), "ja") not in ("", "Nothing was changed.")
    assert spoken(Text.of("Not translated {x}", x=1), "ja") == "Not translated 1"
    assert spoken({"no": "text"}, "ja") == spoken(None, "ja") == ""


def test_files_are_found_by_whole_name_then_by_its_beginning_those_of_the_turn_first():
    files = Files({"a": {"name": "song.wav"}, "b": {"name": "Ｓｏｎｇ (live).wav"}}, lambda said: [("old", "talk.mp3")])
    assert files.find("SONG.wav") == "a"
    assert files.find("song") == "a"
    assert files.find("song (live).wav") == "b"
    assert files.find("talk") == "old"
    assert files.find("the long talk.mp3") == "old"
    assert files.find("other.wav") is None
    assert files.find("../../etc/passwd") is None


@pytest.mark.parametrize(("said", "good"), [
    ("new.wav", True), ("live (1).FLAC", True), ("notes.txt", False), ("my life", False), ("don't touch a.wav", False),
    ("不要a.wav", False), ("なぜa.wav", False), ("a" * 300 + ".wav", False), ("a\nb.wav", False), ("", False),
])
def test_a_free_text_is_a_file_only_when_it_looks_like_one(said, good):
    assert Files().is_name(said, MEDIA) is good
    assert Files().is_name("lore.pdf", DOCUMENTS)


@pytest.mark.parametrize(("key", "typed", "value"), [
    ("appearance.theme", "深色", "dark"), ("appearance.theme", "Light", "light"),
    ("appearance.theme", "ダーク", "dark"),
    ("audio.volume", "50 %", 50), ("audio.volume", "５０", 50), ("audio.volume", "loud", "loud"),
    ("conversion.keep_loudness", "オン", True), ("conversion.keep_loudness", "off", False),
    ("appearance.text_size", "120.5", "120.5"), ("no.such", "x", "x"),
])
def test_typed_values_become_those_of_the_setting(key, typed, value):
    assert SettingWords(SECTIONS).value(key, typed) == value
