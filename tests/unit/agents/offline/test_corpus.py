"""A few hundred sentences in three languages, each with what must come of it, and those that must mean nothing."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.offline.intents import Surroundings, shared_reader
from tests.unit.agents.offline.corpus import CHINESE, ENGLISH, JAPANESE, NOTHING, Row

ATTACHMENTS = {"a1": {"name": "song.wav"}}
NAMES = {"en": ("Luna",), "zh_CN": ("小月",), "ja": ("ルナ",)}


def known(name):
    return [("k1", "interview take 2.mp3")]


def read(text, language):
    around = Surroundings.of(language, ATTACHMENTS, known, NAMES[language])
    return shared_reader().read(text, around)


def outcome(found):
    if found is None:
        return None
    if found.handoff is None:
        return f"talk/{found.talk}", {}, {}
    one = found.handoff
    return f"{one.worker}/{one.task_type}", dict(one.options), dict(one.input_refs)


@pytest.mark.parametrize(("language", "row"), [
    *(("en", row) for row in ENGLISH), *(("zh_CN", row) for row in CHINESE), *(("ja", row) for row in JAPANESE),
], ids=lambda value: value[0] if isinstance(value, tuple) else value)
def test_what_people_say_becomes_what_they_want(language: str, row: Row):
    text, route, options, refs = row
    assert outcome(read(text, language)) == (route, options, refs)


@pytest.mark.parametrize(("language", "text"), NOTHING)
def test_what_only_sounds_like_it_means_nothing(language: str, text: str):
    assert outcome(read(text, language)) is None


def test_every_language_has_a_corpus_worth_the_name():
    assert min(len(ENGLISH), len(CHINESE), len(JAPANESE)) >= 60
    assert all(sum(language == one for language, _ in NOTHING) >= 20 for one in ("en", "zh_CN", "ja"))
