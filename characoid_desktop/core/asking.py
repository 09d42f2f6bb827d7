"""Whether a text answers a plain question that says it in other words: called and name, when and Saturday."""

from __future__ import annotations

import re
from typing import Final

from characoid_desktop.core.matching import Question

ANSWERED = 0.6  # share of a question that a text has to have, words of a kind counted as one
MEANT = 0.65  # of all words of what is to be forgotten
NEAR = 0.5  # enough to ask whether it is meant


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


# Words that stand for their kind, in no text by chance; the kinds in the order in which they are looked for.
_MY_NAME: Final = _any(
    r"\bmy (?:own )?name\b", r"\bI(?:'m| am) called\b", r"\bcall me\b", "我的名字", "我(?:姓名|叫)", "叫我",
    "(?:私|わたし|僕|ぼく|俺)の名前", "(?:私|わたし|僕|ぼく|俺)は.{1,20}(?:と|って)(?:いい|言い|呼)")
_NAME: Final = _any(
    r"\b(?:name(?:s|d)?|call(?:s|ed)?)\b", "名字", "名称", "名稱", "叫做", "叫作", "(?<!大)叫(?!醒|你|他|她|它)",
    "名前", "(?<=[のぁ-ん])名(?=は|を|が)", "(?:と|って)(?:いう|言う|呼)")
_WHEN: Final = _any(
    r"\b(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b",
    r"\b(?:when|what (?:time|day|date)|which (?:day|date|weekday))\b", "什么时候", "什麼時候", "什么时间", "几点",
    "幾點", "几号", "幾號", "哪天", "哪一天", "(?:星期|周|礼拜)[几一二三四五六日天]", "何时", "时间", "時間",
    "[月火水木金土日]曜日?", "いつ", "何時", "何曜日?", "何日")
_AT: Final = _any(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b",
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december)\b",
    r"\b\d{1,2}(?::\d\d)?\s*(?:am|pm|o'clock)\b", r"\d{1,2}:\d\d",
    r"\bat (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)",
    "[0-9一二三四五六七八九十两兩]{1,3}(?:点|點|時|号|號|日)", "(?:星期|周|礼拜)[一二三四五六日天]",
    "[月火水木金土日]曜", r"\b(?:every|each) (?:day|week|month|evening|morning|night)\b", "每(?:天|周|月|晚)",
    "毎(?:日|週|月|晩|朝)")
_FRAME: Final = _any(
    r"\b(?:tell me|do you (?:know|remember)|remind me|again|please)\b", "告诉我", "告訴我", "请问",
    "你(?:还)?(?:知道|记得)", "教えて(?:ください)?", "覚えてる", "知ってる", "(?:うち|私|わたし|僕|ぼく|俺)の",
    "我(?:家)?的")


def answers(question: str, text: str) -> bool:
    """Whether ``text`` holds what ``question`` asks for.

    "What is the name of my cat?" is answered by what says of the cat how it is called, not by what it does all day;
    "when do I stream?" by a day or an hour of it. Takes its time: call it in a thread.
    """
    return _share(question, text) >= ANSWERED


def touches(words: str, text: str) -> bool:
    """Whether ``text`` may be meant by ``words``: not enough to act on it, enough to ask."""
    plain = Question(words)
    return _share(words, text) >= NEAR or plain.share(plain.score(text)) >= NEAR


def _share(question: str, text: str) -> float:
    plain = _in_kinds(question)
    if "zqmine" in plain:  # one's own name, however often it is said
        plain = plain.replace("zqname", "")
    asks_when = _WHEN.search(plain) is not None
    asked = Question(_FRAME.sub(" ", _WHEN.sub(" zqtime ", plain)))
    told = _in_kinds(text) + (" zqtime" if asks_when and _AT.search(text) else "")
    return asked.share(asked.score(told))


def _in_kinds(text: str) -> str:
    return _NAME.sub(" zqname ", _MY_NAME.sub(" zqmine ", text))
