"""The sentences offered in an empty chat: the offline brain must understand each, in every language."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.offline.intents import Surroundings, shared_reader
from characoid_desktop.app.language import Language
from characoid_desktop.ui.panels.chat.parts import EXAMPLES
from tools import translations


@pytest.mark.parametrize("language", list(Language))
def test_every_example_is_understood_without_a_model(language: Language):
    said = {} if language is Language.EN else translations.read_ts(language)
    wanted = ["talk.abilities", "memory.save", "rvc.presets", "config.list"]
    found = [shared_reader().read(said.get(words.source, words.source), Surroundings.of(language, {}))
             for words in EXAMPLES]
    assert [one.intent if one is not None else None for one in found] == wanted
