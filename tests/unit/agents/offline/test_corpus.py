"""Hundreds of sentences in three languages, each with what must come of it, and those that must mean nothing."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.offline.intents import Surroundings, Understood, shared_reader
from characoid_desktop.agents.offline.speech import spoken
from characoid_desktop.features.rvc.presets import PRESETS
from tests.unit.agents.offline.corpus import CHINESE, ENGLISH, JAPANESE, NOTHING
from tests.unit.agents.offline.more import MORE, TALK

LANGUAGES = {"en": ENGLISH, "zh_CN": CHINESE, "ja": JAPANESE}
ATTACHMENTS = {"a1": {"name": "song.wav"}}
NAMES = {"en": ("Luna",), "zh_CN": ("小月",), "ja": ("ルナ",)}
THREE = {
    "en": ("convert song.wav with the deep preset", "what can you do", "remember that my stream starts at nine"),
    "zh_CN": ("用低沉预设转换 song.wav", "你能做什么", "记住我的直播九点开始"),
    "ja": ("song.wav を太く低いプリセットで変換して", "何ができるの", "配信は9時に始まるって覚えておいて"),
}


def known(name):
    return [("k1", "interview take 2.mp3")]


def read(text: str, language: str) -> Understood | None:
    return shared_reader().read(text, Surroundings.of(language, ATTACHMENTS, known, NAMES[language]))


def outcome(found: Understood | None):
    if found is None:
        return None
    if found.handoff is None:
        return f"talk/{found.talk}", {}, {}
    one = found.handoff
    return f"{one.worker}/{one.task_type}", dict(one.options), dict(one.input_refs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_say_becomes_what_they_want(language):
    wrong = [(text, got) for text, route, options, refs in LANGUAGES[language]
             if (got := outcome(read(text, language))) != (route, options, refs)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_ways_to_say_it_mean_the_same(language):
    wrong = [(text, intent, found) for intent, rows in MORE.items() for said_in, text in rows if said_in == language
             if (found := read(text, language)) is None or found.intent != intent]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_only_sounds_like_it_means_nothing(language):
    wrong = [(text, got) for said_in, text in [*NOTHING, *TALK] if said_in == language
             if (got := outcome(read(text, language))) is not None]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("turn", LANGUAGES)
def test_the_three_sentences_everyone_tries_first_work_whatever_language_the_window_has(language, turn):
    convert, abilities, remember = (read(text, turn) for text in THREE[language])
    assert convert.handoff.task_type == "convert_audio_with_rvc"
    assert convert.handoff.input_refs == {"attachment_id": "a1", "model_id": "builtin:deep"}
    assert abilities.talk == "abilities"
    assert remember.handoff.task_type == "save_memory"
    assert {one.language for one in (convert, abilities, remember)} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_can_be_named_in_every_language_and_by_its_id(language):
    sentence = {"en": "convert song.wav with the {} preset", "zh_CN": "用{}预设转换song.wav",
                "ja": "song.wavを{}プリセットで変換して"}[language]
    for preset in PRESETS:
        for name in (spoken(preset.label, language), preset.label.source, preset.id):
            found = read(sentence.format(name), language)
            assert found is not None, name
            assert found.handoff.input_refs.get("model_id") == f"builtin:{preset.id}", name


VOICES = [("Mika", "m1"), ("星野ミカ", "m2"), ("Old Radio Man", "m3"), ("Twin", "t1"), ("twin", "t2")]
COVERS = [  # what is said, the voice's id ("" for none), the key
    ("cover this song with Mika's voice, two semitones up", "m1", 2),
    ("Cover song.wav in the voice of mika", "m1", None), ("make Mika sing this song", "m1", None),
    ("convert song.wav to Old Radio Man, key up 3", "m3", 3), ("convert this with the Mika voice", "m1", None),
    ("make a cover of this song with mika's voice and key down 2", "m1", -2), ("cover this song", "", None),
    ("用Mika的声音翻唱这首歌，升高两个半音", "m1", 2), ("把这首歌用Mika的声音翻唱，升2个半音", "m1", 2),
    ("让Mika唱这首歌", "m1", None), ("把song.wav换成星野ミカ的声音", "m2", None), ("翻唱这首歌", "", None),
    ("帮我变声", "", None), ("Mikaの声でこの曲をカバーして、2半音上げて", "m1", 2),
    ("この曲を星野ミカの声で歌わせて", "m2", None), ("Mikaにこの曲を歌わせて", "m1", None),
    ("この曲をカバーして", "", None), ("ボイチェンして", "", None),
]
HIGHER = [("变高一点", "higher"), ("把这首歌变高一点", "higher"), ("变低一点", "lower"), ("高くして", "higher"),
          ("もっと高くして", "higher"), ("低くして", "lower"), ("make it a bit higher", "higher"),
          ("make it a little lower", "lower")]


def cover(said: str) -> Understood | None:
    from characoid_desktop.agents.offline.speech import language_of

    around = Surroundings.of(language_of(said) or "en", ATTACHMENTS, known, ("Luna",), voices=VOICES)
    return shared_reader().read(said, around)


@pytest.mark.parametrize(("said", "id", "pitch"), COVERS)
def test_a_cover_with_a_voice_of_the_library_is_understood(said, id, pitch):
    found = cover(said)
    assert found is not None
    assert found.handoff.task_type == "convert_audio_with_rvc"
    assert found.handoff.input_refs == {"attachment_id": "a1", **({"model_id": f"voice:{id}"} if id else {})}
    assert found.handoff.options == {"action": "convert", **({} if pitch is None else {"pitch": pitch})}


@pytest.mark.parametrize(("said", "preset"), HIGHER)
def test_a_little_higher_or_lower_is_a_built_in_voice(said, preset):
    found = cover(said)
    assert found is not None
    assert found.handoff.input_refs == {"attachment_id": "a1", "model_id": f"builtin:{preset}"}


@pytest.mark.parametrize("said", [
    "cover this song with Bob's voice", "用小明的声音翻唱这首歌", "太郎の声でこの曲をカバーして",
    "cover this song with Twin's voice",  # two of that name
])
def test_a_voice_that_is_not_the_library_s_is_not_guessed(said):
    assert cover(said) is None


@pytest.mark.parametrize(("said", "language"), [
    ("I'm sad", "en"), ("I'm tired today, stream went badly", "en"), ("今天直播好累啊", "zh_CN"), ("我好难过", "zh_CN"),
    ("悲しい", "ja"), ("お腹すいた", "ja")])
def test_a_feeling_gets_a_kind_line(said, language):
    assert outcome(read(said, language)) == ("talk/sad", {}, {})


def test_every_language_has_a_corpus_worth_the_name():
    assert all(len(rows) >= 60 for rows in LANGUAGES.values())
    assert all(sum(language == one for language, _ in NOTHING) >= 20 for one in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_an_empty_chat_are_understood(language):
    from characoid_desktop.ui.panels.chat.parts import EXAMPLES

    for example in EXAMPLES:
        said = spoken(example, language)
        assert read(said, language) is not None, said
