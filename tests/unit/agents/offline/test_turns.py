"""Whole turns without a model: words in, the real graph, tools and policy, words out; and nothing pretended."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.graph.knowledge import CUT
from characoid_desktop.features.memory.models import MemoryScope
from tests.fakes.offline_turn import Talk, talk
from tests.fakes.table_bench import FRUIT, SONGS, TRACKS, add_document


@pytest.fixture
async def luna(home):
    async with talk(home) as one:
        yield one


async def memories(luna: Talk, scope=MemoryScope.PERSONA):
    return [one.text for one in await luna.tools.services.memory.read(scope, "default")]


@pytest.mark.parametrize(("language", "save", "fact", "recall"), [
    ("en", "remember that my stream starts at nine", "my stream starts at nine", "what do you remember?"),
    ("zh_CN", "记住我的直播九点开始", "我的直播九点开始", "你记得什么？"),
    ("ja", "配信は9時に始まるって覚えておいて", "配信は9時に始まる", "何を覚えてる？"),
])
async def test_what_is_to_be_remembered_is_remembered_and_told_again(luna, language, save, fact, recall):
    assert fact in await luna.say(save, language)
    assert await memories(luna) == [fact]
    assert fact in await luna.say(recall, language)


async def test_a_memory_is_found_and_then_forgotten(luna):
    await luna.say("remember that my cat is called Mochi")
    await luna.say("remember that my stream starts at nine")
    said = await luna.say("forget that my cat is called Mochi")
    assert await memories(luna) == ["my stream starts at nine"]
    assert said == "Forgotten: “my cat is called Mochi”"


@pytest.mark.parametrize(("fact", "question"), [
    ("remember that my cat is called Mochi", "What is the name of my cat?"),
    ("remember that my cat is called Mochi", "What's my cat's name?"),
    ("remember that I stream every Saturday at eight", "what day do I stream?"),
    ("remember that I stream every Saturday at eight", "do I have a stream on Monday?"),
    ("remember that I stream every Saturday at eight", "when do I stream?"),
    ("记住我的猫叫麻糬", "我的猫叫什么名字？"), ("记住我的猫叫麻糬", "我的猫叫什么？"),
    ("记住我每周六晚上八点直播", "我几点直播？"), ("记住我每周六晚上八点直播", "直播时间"),
    ("猫の名前はもちって覚えておいて", "猫の名前を教えて"),
    ("毎週土曜の8時に配信するって覚えておいて", "私は何時に配信するの？"),
    ("毎週土曜の8時に配信するって覚えておいて", "配信は何曜日？"),
])
async def test_what_is_remembered_is_found_in_other_words(luna, fact, question):
    await luna.say(fact)
    kept, = await memories(luna)
    assert kept in await luna.say(question)


@pytest.mark.parametrize(("fact", "question"), [
    ("remember that my cat is called Mochi", "What is the name of my dog?"),
    ("remember that my cat is called Mochi", "How old is my cat?"),
    ("remember that the cat sleeps a lot", "What is my cat called?"),
    ("remember that I like tea", "when do I stream?"),
    ("记住我的猫叫麻糬", "我的狗叫什么名字？"), ("记住我的猫叫麻糬", "我的猫几岁？"),
    ("猫の名前はもちって覚えておいて", "犬の名前を教えて"),
    ("毎週土曜の8時に配信するって覚えておいて", "誕生日はいつ？"),
])
async def test_what_a_memory_does_not_say_is_not_told_as_an_answer(luna, fact, question):
    await luna.say(fact)
    kept, = await memories(luna)
    assert f"- {kept}" not in await luna.say(question)


@pytest.mark.parametrize(("fact", "forget"), [
    ("记住我每周六晚上八点直播", "忘掉直播时间"),
    ("毎週土曜の8時に配信するって覚えておいて", "配信の時間を忘れて"),
])
async def test_what_is_only_nearly_meant_is_asked_about_before_it_is_forgotten(luna, fact, forget):
    await luna.say(fact)
    kept, = await memories(luna)
    assert kept in await luna.say(forget)
    assert await memories(luna) == [kept]


async def test_what_is_not_known_cannot_be_forgotten_and_nothing_is(luna):
    await luna.say("remember that my stream starts at nine")
    said = await luna.say("forget that pandas can fly")
    assert "nothing" in said.lower()
    assert await memories(luna) == ["my stream starts at nine"]


async def test_of_several_memories_that_fit_none_is_forgotten_until_it_is_clear_which(luna):
    await luna.say("remember that my cat Mochi is white")
    await luna.say("remember that my cat Momo is black")
    said = await luna.say("forget my cat")
    assert len(await memories(luna)) == 2
    assert "Mochi" in said
    assert "Momo" in said


async def test_what_all_characters_would_know_is_asked_first_and_a_no_changes_nothing(luna):
    await luna.say("remember for everyone that the stream is on Tuesdays")
    assert luna.stops["kind"] == "approval"
    said = await luna.decide(False)
    assert await memories(luna, MemoryScope.WORKSPACE) == []
    assert "Remembered" not in said
    assert said


async def test_a_rename_waits_for_a_yes_and_then_says_so(luna):
    await luna.say("rename yourself to Aki")
    assert luna.said == ""
    assert luna.tools.services.personas.get("default").name != "Aki"
    said = await luna.decide(True)
    assert luna.tools.services.personas.get("default").name == "Aki"
    assert "Aki" in said


async def test_a_conversion_with_a_named_preset_starts_without_a_question(luna):
    file = await luna.tools.file("song.wav")
    luna.files = {file.id: {"name": "song.wav"}}
    await luna.say("convert song.wav with the deep preset")
    assert luna.stops == {}
    card, = luna.cards
    assert card["status"] == "accepted"
    assert luna.tools.services.rvc.items[-1].choice.preset_id == "deep"


async def test_a_conversion_without_a_file_asks_which_and_goes_on_with_it(luna):
    await luna.say("convert song.wav with the deep preset")
    assert luna.stops["kind"] == "input"
    assert [one["kind"] for one in luna.stops["form"]["fields"]] == ["file"]
    file = await luna.tools.file("song.wav")
    await luna.fill_in(attachment_id=file.id)
    assert luna.cards[0]["status"] == "accepted"


async def test_a_setting_is_changed_after_a_yes(luna):
    await luna.say("set the volume to 50")
    assert luna.stops["kind"] == "approval"
    said = await luna.decide(True)
    assert "50" in said


async def test_what_this_version_cannot_do_is_said_and_not_pretended(luna):
    said = await luna.say("search my notes for the moon kingdom")
    assert "nothing" in said
    assert "There are no documents" in said
    said = await luna.say("which live2d models are there")
    assert "not available in this version" in said
    said = await luna.say("read this aloud: good evening")
    assert said == ""
    assert luna.cards[0]["status"] in ("failed", "error")


async def test_the_conversation_is_exported_to_a_file(luna):
    said = await luna.say("export this conversation as json")
    assert ".json" in said


async def test_the_presets_are_listed_in_the_language_of_the_question(luna):
    assert "低沉" in await luna.say("有哪些预设？", "en")
    assert "ささやき" in await luna.say("どんなプリセットがあるの？", "en")
    assert "Deep" in await luna.say("which presets are there?", "zh_CN")


async def test_the_state_of_conversions_is_told_without_a_file_at_hand(luna):
    assert "Running: 0" in await luna.say("how is the conversion going?")


async def test_words_come_piece_by_piece_and_in_the_language_they_were_asked_in(luna):
    said = await luna.say("what can you do", "ja")
    assert luna.tokens > 20
    assert said.startswith("No language model is connected")
    assert "convert song.wav with the deep preset" in said


async def test_a_worker_that_would_need_a_model_says_that_there_is_none(luna):
    from langchain_core.messages import HumanMessage

    from characoid_desktop.agents.offline.brain import OfflineBrain

    brain = OfflineBrain.for_turn("en", {}, role="rvc_worker")
    answer = await brain.ainvoke([HumanMessage("do something clever")])
    assert "language model" in answer.text
    assert answer.tool_calls == []


@pytest.mark.parametrize(("language", "question", "words"), [
    ("en", "in the table how many songs did Mika sing", "2"),
    ("en", "according to the table which song has the most plays", "Blue Sky"),
    ("zh_CN", "表格里苹果的价格是多少", "3.5"),
    ("ja", "このデータ表によると再生数が一番多い曲は", "青空"),
    ("zh_CN", "你有哪些表格", "水果"),
])
async def test_a_question_to_a_table_is_answered_from_it(luna, language, question, words):
    for text, name in ((SONGS, "songs"), (FRUIT, "水果"), (TRACKS, "曲一覧")):
        document = await add_document(luna.tools.database, ["default"], name)
        path = luna.tools.paths.data.parent / "table.csv"
        path.write_text(text, encoding="utf-8")
        await luna.tools.services.tables.load(document, path, f"{name}.csv")
    assert words in await luna.say(question, language)


async def test_a_long_answer_of_a_table_says_that_it_was_cut(luna):
    document = await add_document(luna.tools.database, ["default"], "numbers")
    path = luna.tools.paths.data.parent / "table.csv"
    path.write_text("number,word\n" + "".join(f"{n},x\n" for n in range(400)))
    await luna.tools.services.tables.load(document, path, "numbers.csv")
    await luna.say("in the table what number is over 3")
    assert CUT in str(luna.state)


async def test_without_any_document_a_question_hears_where_they_are_added(luna):
    said = await luna.say("how much is the stand?")
    assert "none of my documents" in said
    assert "added under Persona › Documents" in said
