"""The offline brain as a chat model: tool calls, streamed words, and what hostile input does to it (nothing)."""

from __future__ import annotations

import asyncio
import json
import socket
import time

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from characoid_desktop.agents.graph.offered import delegate_definition
from characoid_desktop.agents.offline.abilities import SHOWN, able_intents
from characoid_desktop.agents.offline.brain import OfflineBrain
from characoid_desktop.agents.offline.intents import ROUTES, intent_hints
from characoid_desktop.agents.offline.normal import TEXT_LIMIT
from characoid_desktop.agents.tools.catalog import described_specs
from characoid_desktop.agents.vocabulary import WORKERS
from characoid_desktop.core.i18n import Text

FILES = {"a1": {"name": "song.wav"}}


def brain(language="en", files=None, workers=WORKERS, **more):
    made = OfflineBrain.for_turn(language, FILES if files is None else files, **more)
    return made.bind_tools([delegate_definition(worker) for worker in workers])


def ask(text, **more):
    return brain(**more).invoke([SystemMessage("You are Luna."), HumanMessage(text)])


def closing(text, result, **more):
    called = ask(text, **more)
    answer = ToolMessage("fenced", tool_call_id=called.tool_calls[0]["id"], artifact=result)
    return brain(**more).invoke([HumanMessage(text), called, answer]).text


def after(text, *results, **more):
    """What comes after these results, each the answer to the call before."""
    messages = [HumanMessage(text)]
    for one in results:
        called = brain(**more).invoke(messages)
        messages += [called, ToolMessage("fenced", tool_call_id=called.tool_calls[0]["id"], artifact=one)]
    return brain(**more).invoke(messages)


def asked(text, *results, **more):
    """The same of a message without any file."""
    return after(text, *results, files={}, **more)


def result(status="completed", **fields):
    return {"worker": "memory_worker", "status": status, "answer": "", "evidence": [], "uncertainties": [],
            "error": None, **fields}


NOTHING = result("insufficient")


def test_a_wish_becomes_one_hand_off_with_managed_ids_only():
    call, = ask("convert song.wav with the deep preset").tool_calls
    assert call["name"] == "delegate_to_rvc_worker"
    assert call["args"] == {
        "task_type": "convert_audio_with_rvc", "input_refs": {"attachment_id": "a1", "model_id": "builtin:deep"},
        "options": {"action": "convert"}, "conversation_context": "convert song.wav with the deep preset"}


def test_the_same_words_give_the_same_answer():
    assert ask("remember that I like tea").tool_calls == ask("remember that I like tea").tool_calls
    assert ask("hello").text == ask("hello").text


def test_a_worker_the_character_may_not_use_is_not_called_and_that_is_said():
    said = ask("remember that I like tea", workers=["rvc_worker"])
    assert said.tool_calls == []
    assert "memories" in said.text
    assert "may not" in said.text


def test_without_any_worker_help_promises_nothing():
    said = ask("what can you do", workers=[])
    assert "song.wav" not in said.text
    assert "may not use any helper" in said.text
    assert "Capabilities" not in said.text  # there is no such page yet


def test_help_shows_only_what_works_here():
    said = ask("what can you do", able=frozenset({"memory.save"}))
    assert said.text.count("\n- ") == 1
    assert "my stream starts at nine" in said.text


@pytest.mark.parametrize("language", ["en", "zh_CN", "ja"])
def test_every_example_of_the_help_works_as_it_is_written(language):
    text = {"en": "what can you do", "zh_CN": "你能做什么", "ja": "何ができるの"}[language]
    quotes = {"en": "“”", "zh_CN": "“”", "ja": "「」"}[language]
    lines = [line for line in ask(text).text.splitlines() if line.startswith("- ")]
    assert len(lines) == len(SHOWN)
    for line in lines:
        example = line[line.index(quotes[0]) + 1:line.rindex(quotes[1])]
        assert ask(example, language=language).tool_calls, example


def test_what_is_not_understood_gets_examples_and_the_way_to_a_model():
    said = ask("please write a sonnet about tea")
    assert said.text.count("\n- ") == 3
    assert "No language model is connected" in said.text
    assert "Settings → Language model" in said.text


def test_the_answer_is_in_the_language_of_the_words_not_of_the_window():
    assert "言語モデル" in ask("詩を書いてください", language="en").text
    assert "语言模型" in ask("给我写一首诗吧", language="ja").text
    assert "language model" in ask("write me a poem please", language="zh_CN").text
    assert "言語モデル" in ask("qwertz", language="ja").text


async def test_words_are_streamed_in_pieces_that_add_up():
    model = brain()
    pieces = [chunk async for chunk in model.astream([HumanMessage("what can you do")])]
    assert len(pieces) > 30
    assert "".join(piece.text for piece in pieces) == ask("what can you do").text
    assert max(len(piece.text) for piece in pieces) < 40


async def test_a_streamed_call_is_whole_json():
    pieces = [chunk async for chunk in brain().astream([HumanMessage("记住我喜欢茶")])]
    calls = [one for piece in pieces for one in piece.tool_call_chunks]
    assert json.loads("".join(one["args"] for one in calls))["options"]["text"] == "我喜欢茶"
    assert "".join(piece.text for piece in pieces) == ""


async def test_the_loop_goes_on_while_it_thinks():
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.001)

    ticking = asyncio.get_running_loop().create_task(tick())
    try:
        await brain().ainvoke([HumanMessage("convert with the deep preset " * 9)])
    finally:
        ticking.cancel()
        await asyncio.wait({ticking})
    assert ticks > 2


def test_it_needs_no_network(monkeypatch):
    def no_socket(*args, **kwargs):
        raise AssertionError("the offline brain opened a socket")

    monkeypatch.setattr(socket, "socket", no_socket)
    assert ask("hello").text


@pytest.mark.parametrize(("status", "fields", "words", "never"), [
    ("completed", {"answer_text": Text.of("Remembered: “{text}”", text="tea").to_json()}, "Remembered: “tea”", ""),
    ("completed", {}, "Done.", ""),
    ("insufficient", {}, "nothing", "Done"),
    ("failed", {"error": {"code": "x", "sentence": Text.of("The disk is full.").to_json(), "safe": None}},
     "did not work. The disk is full.", "Done"),
    ("error", {"answer": "All good!", "error": {"code": "x"}}, "did not work", "Done"),
    ("denied", {}, "nothing was changed", "Done"),
    ("accepted", {"answer": "It is being converted."}, "not finished yet", "Done"),
    ("waiting_input", {}, "waits for your answer", "Done"),
    ("strange", {"answer": "Everything worked."}, "cannot tell", "Everything"),
    ("completed", {"answer": "Saved.", "uncertainties": ["the date"]}, "Not certain: the date", ""),
])
def test_the_closing_line_says_what_became_of_it_and_no_more(status, fields, words, never):
    said = closing("remember that I like tea", result(status, **fields))
    assert words in said
    assert not never or never not in said


def test_the_reason_for_a_no_is_not_told_back_as_a_doubt():
    said = closing("remember that I like tea", result("denied", uncertainties=["reason given: I like my name"]))
    assert said == "You said no, so nothing was changed."


def test_an_answer_that_is_no_result_is_not_called_a_success():
    called = ask("remember that I like tea")
    answer = ToolMessage("Refused: no such tool", tool_call_id=called.tool_calls[0]["id"])
    assert "cannot tell" in brain().invoke([HumanMessage("remember that I like tea"), called, answer]).text


def test_forgetting_looks_first_and_forgets_the_very_memory():
    text = "forget that I like tea"
    first = ask(text)
    assert first.tool_calls[0]["args"]["task_type"] == "recall_memory"
    found = result(evidence=[{"kind": "memory", "memory_id": "m1", "text": "I like tea."},
                             {"kind": "memory", "memory_id": "m2", "text": "I like tea with milk"}])
    second = brain().invoke([HumanMessage(text), first, ToolMessage("", tool_call_id="x", artifact=found)])
    call, = second.tool_calls
    assert call["args"]["options"] == {"operation": "delete", "scope": "persona", "memory_id": "m1"}


@pytest.mark.parametrize(("text", "memory"), [
    ("forget that I like tea", "I like coffee"), ("忘记我喜欢茶", "我喜欢咖啡"),
    ("お茶が好きなのを忘れて", "コーヒーが好き")])
def test_what_only_sounds_like_it_is_not_forgotten(text, memory):
    found = result(evidence=[{"kind": "memory", "memory_id": "m1", "text": memory}])
    assert after(text, found).tool_calls == []


def test_of_twin_memories_one_is_forgotten_at_a_time():
    twins = [{"kind": "memory", "memory_id": id, "text": text}
             for id, text in (("m2", "I like tea!"), ("m1", "I like tea"))]
    call, = after("forget that I like tea", result(evidence=twins)).tool_calls
    assert call["args"]["options"]["memory_id"] == "m2"


def test_words_of_an_earlier_turn_are_not_done_again():
    old = [HumanMessage("convert song.wav"), AIMessage("It is being converted."), HumanMessage("thank you")]
    said = brain().invoke(old)
    assert said.tool_calls == []


@pytest.mark.parametrize("text", [
    "x" * 1_000_000, "remember that " + "y" * 1_000_000, "覚えて" * 300_000, "\0" * 5000, "\ud800" * 50,
    "\u202e\u200b\u2066remember that\u200b I like tea", "{}[]()<>|@" * 40, "[" * 500, "{file}" * 60, "", " \n\t ",
    "convert " * 300, "の" * 299, "9" * 400, "🙂" * 200, "a\u0301" * 900,
], ids=lambda text: ascii(text[:12]))
def test_hostile_words_are_answered_in_time_and_do_no_harm(text):
    ask("hello")  # compiled
    began = time.monotonic()
    said = ask(text)
    assert said.text or said.tool_calls
    assert time.monotonic() - began < 5
    for call in said.tool_calls:
        assert "\u200b" not in json.dumps(call["args"]["options"], ensure_ascii=False)


def test_a_text_too_long_to_keep_whole_is_not_kept_in_part():
    said = ask("remember that " + "tea " * TEXT_LIMIT)
    assert said.tool_calls == []
    assert "too long" in said.text


def test_a_long_memory_is_kept_whole_with_its_signs():
    fact = "my plans: " + "1) tea, 2) cake; 3) nap! " * 40 + "end"
    call, = ask(f"remember that {fact}").tool_calls
    assert call["args"]["options"]["text"] == fact


def test_a_message_with_a_file_only_offers_what_can_be_done_with_it():
    said = ask("   ")
    assert "convert song.wav" in said.text
    assert "capital" not in said.text


def test_tools_that_are_not_ours_are_no_workers():
    model = OfflineBrain.for_turn("en", {}).bind_tools([
        {"type": "function", "function": {"name": "delegate_to_root", "parameters": {}}},
        {"type": "function", "function": {"name": "rm", "parameters": {}}}])
    assert model.invoke([HumanMessage("remember that I like tea")]).tool_calls == []


def test_hints_for_a_model_are_hand_offs_of_the_contract():
    hint, = intent_hints("remember that I like tea", "en")
    assert hint == {"worker": "memory_worker", "task_type": "save_memory", "input_refs": {},
                    "options": {"operation": "save", "scope": "persona", "text": "I like tea"}}
    assert intent_hints("what a day", "en") == []


def test_only_intents_with_all_their_tools_are_called_able():
    able = able_intents(described_specs())
    assert {"memory.save", "rvc.convert", "profile.rename", "config.change"} <= able
    ready = {spec.name for spec in described_specs() if spec.tool.ready}
    assert ("knowledge.search" in able) is ("search_persona_knowledge" in ready)
    assert ("voice.speak" in able) is ("synthesize_voice_asset" in ready)
    assert ("live2d.list" in able) is ("list_live2d_models" in ready)
    assert able <= set(ROUTES)


@pytest.mark.parametrize("text", [
    "how much is the acrylic stand?", "Where was the collab", "亚克力立牌多少钱", "歌回是几点开始？",
    "アクスタはいくら", "歌枠は土曜日ですか"])
def test_a_question_that_no_sentence_knows_is_looked_up_in_memories_then_tables_then_documents_only(text):
    call, = asked(text).tool_calls
    assert call["name"] == "delegate_to_memory_worker"
    assert call["args"]["task_type"] == "recall_memory"
    assert call["args"]["options"] == {"operation": "recall", "scope": "persona", "query": text}
    call, = asked(text, NOTHING).tool_calls
    assert call["name"] == "delegate_to_knowledge_worker"
    assert call["args"]["task_type"] == "query_structured_data"
    assert call["args"]["options"] == {"question": text, "only_if_sure": True}
    call, = asked(text, NOTHING, NOTHING).tool_calls
    assert call["args"]["task_type"] == "search_knowledge"
    assert call["args"]["options"] == {"query": text, "limit": 3, "least_fit": 0.4, "documents_only": True}


def test_an_answer_from_a_table_is_given_and_nothing_else_is_looked_up():
    said = Text.literal("From the table “sched” (game = Hades): viewers: 340").to_json()
    answer = asked("How many viewers did Hades have?", NOTHING, result(answer_text=said))
    assert answer.text == "From the table “sched” (game = Hades): viewers: 340"
    assert not answer.tool_calls


@pytest.mark.parametrize("text", ["the acrylic stand is blue", "今天好累啊", "土曜日は歌枠", "???", "why? " * 100])
def test_what_is_no_question_is_not_looked_up(text):
    assert asked(text).tool_calls == []


@pytest.mark.parametrize("text", [
    "what do you think of salt?", "你喜欢盐吗？", "塩は好き？", "Would you like to sing?"])
def test_what_the_character_likes_or_thinks_is_asked_of_nobody_else(text):
    assert asked(text).tool_calls == []


def test_a_question_that_comes_with_a_file_is_about_the_file_and_looked_up_nowhere_else():
    assert ask("how much is the acrylic stand?").tool_calls == []


def test_a_memory_that_says_it_is_told_and_one_that_only_has_a_word_of_it_is_not():
    def remembered(*texts):
        return result(evidence=[{"kind": "memory", "memory_id": text, "text": text} for text in texts])

    told = asked("What is my cat called?", remembered("My cat is called Mochi.", "The cat sleeps a lot."))
    assert told.text == "I remember this:\n\n- My cat is called Mochi."
    call, = asked("What is my cat called?", remembered("The cat sleeps a lot.")).tool_calls
    assert call["args"]["task_type"] == "query_structured_data"


def test_a_question_is_looked_up_only_where_the_character_may_look():
    assert asked("how much is the acrylic stand?", workers=["rvc_worker"]).tool_calls == []
    call, = asked("how much is the acrylic stand?", workers=["knowledge_worker"]).tool_calls
    assert call["args"]["task_type"] == "query_structured_data"
    assert asked("how much is the acrylic stand?", able=frozenset({"memory.save"})).tool_calls == []


def test_passages_that_were_looked_up_are_quoted_under_the_numbers_of_their_sources():
    passages = [{"kind": "passage", "source": "prices", "text": "The stand is 68 yuan."},
                {"kind": "passage", "source": "plan", "text": "The stand ships in May. " + "x" * 3000}]
    said = asked("how much is the stand?", NOTHING, NOTHING, result(evidence=passages)).text
    assert "No language model is connected" in said
    assert "[1] prices\n> The stand is 68 yuan." in said
    assert "[2] plan\n> The stand ships in May." in said
    assert len(said) < 1200


@pytest.mark.parametrize(("text", "words"), [
    ("how much is the stand?", "none of my documents"), ("Do you sell T-shirts?", "none of my documents"),
    ("what is the capital of France", "none of my documents"), ("你们卖T恤吗？", "资料里都没有"),
    ("有没有钥匙扣", "资料里都没有"), ("トートバッグはある？", "書かれていません")])
def test_what_nothing_says_is_told_so_and_not_called_a_failure_to_understand(text, words):
    said = asked(text, NOTHING, NOTHING, NOTHING).text
    assert words in said
    assert "understand" not in said


def test_a_search_that_failed_is_not_told_as_nothing_being_there():
    said = asked("how much is the stand?", NOTHING, NOTHING, result("failed")).text
    assert "none of my documents" not in said
    assert "did not work" in said


@pytest.mark.parametrize(("text", "words"), [
    ("remember that I like tea", "try-out"), ("what do you remember", "try-out"), ("记住我喜欢茶", "试聊"),
    ("名前をルナに変えて", "お試し")])
def test_in_a_try_out_nothing_is_done_and_that_is_the_reason_given(text, words):
    said = ask(text, workers=[], tried=True)
    assert words in said.text
    assert said.tool_calls == []


@pytest.mark.parametrize(("text", "words"), [
    ("summarize this", "import this document"), ("这个文件里写了什么？", "导入这个文档"),
    ("このファイルには何が書いてある？", "取り込んで")])
def test_a_document_that_is_only_attached_is_not_read_and_the_way_to_ask_it_is_told(text, words):
    assert words in ask(text, files={"a1": {"name": "contract.pdf"}}).text


@pytest.mark.parametrize("text", ["徽章价格是多少", "徽章多少元", "挂画价格", "客服时间", "包邮的条件是什么"])
def test_a_short_chinese_question_is_answered_in_chinese_under_any_window(text):
    for language in ("en", "ja", "zh_CN"):
        assert "资料" in asked(text, NOTHING, NOTHING, NOTHING, language=language).text


@pytest.mark.parametrize("text", ["挂画价格", "缶バッジの値段", "客服时间", "包邮的条件是什么", "猫の名前を教えて"])
def test_a_short_phrase_that_names_what_is_wanted_is_looked_up(text):
    assert asked(text).tool_calls
