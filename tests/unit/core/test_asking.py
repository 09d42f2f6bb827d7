"""A question finds the memory that answers it in other words, and no other one."""

from __future__ import annotations

import pytest

from characoid_desktop.core.asking import answers


@pytest.mark.parametrize(("question", "memory"), [
    ("What is the name of my cat?", "my cat is called Mochi"), ("what is my cat called?", "my cat is called Mochi"),
    ("What's my cat's name?", "my cat is called Mochi"), ("tell me the name of my cat", "my cat is called Mochi"),
    ("my cat's name?", "My cat's name is Mochi."), ("What is my name?", "My name is Aki"),
    ("what day do I stream?", "I stream every Saturday at eight"), ("when do I stream?", "I stream at 8 pm"),
    ("我的猫叫什么名字？", "我的猫叫麻糬"), ("我的猫叫什么？", "我的猫叫麻糬"), ("告诉我我的猫的名字", "我的猫叫麻糬"),
    ("我叫什么名字？", "我叫阿绯"), ("我的名字是什么", "叫我阿绯"), ("我几点直播？", "我每周六晚上八点直播"),
    ("我什么时候直播？", "我每周六晚上八点直播"), ("我喜欢吃什么？", "我喜欢吃咖喱"),
    ("猫の名前を教えて", "猫の名前はもち"), ("うちの猫の名前は？", "猫の名前はもち"),
    ("猫の名前は何だっけ？", "うちの猫はもちという名前です"), ("私の名前は？", "私の名前はアキ"),
    ("私は何時に配信するの？", "毎週土曜の8時に配信する"), ("配信はいつ？", "毎週土曜の8時に配信する"),
])
def test_a_memory_that_answers_in_other_words_is_found(question: str, memory: str) -> None:
    assert answers(question, memory)


@pytest.mark.parametrize(("question", "memory"), [
    ("What is my cat called?", "The cat sleeps a lot."), ("What is the name of my dog?", "my cat is called Mochi"),
    ("what is my name?", "my cat is called Mochi"), ("when do I stream?", "I stream from my bedroom"),
    ("when is my birthday?", "I stream every Saturday at eight"),
    ("what is the weather in Tokyo?", "I was in Tokyo in May"),
    ("我的猫叫什么？", "我的狗叫旺财"), ("我叫什么？", "我的猫叫麻糬"), ("我几点直播？", "我的生日是五月三日"),
    ("猫の名前は？", "猫は寝てばかりいる"), ("猫の名前は？", "犬の名前はポチ"), ("私の名前は？", "猫の名前はもち"),
    ("", "anything"), ("???", "anything"),
])
def test_a_memory_that_only_has_a_word_of_it_is_not(question: str, memory: str) -> None:
    assert not answers(question, memory)
