"""What a plain question asks for: its subject, and the kind of answer (a name, a time) that a text must hold."""

from __future__ import annotations

import re
from typing import Final

from characoid_desktop.core.matching import Question

ENOUGH = 0.5  # of the words of a subject, where the text also holds the kind of answer
MEANT = 0.65  # of all words of a question, where only they can tell

_NAME_ASKED: Final = re.compile(
    r"\b(?:names?|called)\b|叫(?:做)?(?:什么|什麼|啥)(?:名字)?|(?:的)?名字(?:是|叫)?(?:什么|什麼|啥)?"
    r"|名前", re.IGNORECASE)
_NAME_TOLD: Final = re.compile(r"\b(?:names?|named|called|call)\b|叫|名字|名前|という|と呼|って呼", re.IGNORECASE)
_DAYS: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TIME_ASKED: Final = re.compile(
    rf"\b(?:when|what (?:day|time)|which day|on {_DAYS}|{_DAYS})\b|几点(?:钟)?|幾點|什么时候|什麼時候|何时|哪天|"
    r"(?:周|星期|礼拜)[几一二三四五六日天]|时间|時間|何時|何曜日|[月火水木金土日]曜日?|いつ", re.IGNORECASE)
_TIME_TOLD: Final = re.compile(
    rf"\b(?:{_DAYS}|at (?:\d|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\d{{1,2}}"
    r" ?(?:am|pm|o'clock)|january|february|march|april|june|july|august|september|october|november|december)|\d:\d\d"
    r"|[\d一二两三四五六七八九十][点點時时月日号號]|(?:周|週|星期|礼拜|每周)[一二三四五六日天]"
    r"|[月火水木金土日]曜", re.IGNORECASE)
_KINDS: Final = ((_NAME_ASKED, _NAME_TOLD), (_TIME_ASKED, _TIME_TOLD))
_TURNED: Final = re.compile(r"教えて(?:ください|よ|ね)?|告诉我|告訴我", re.IGNORECASE)


def answers(question: str, text: str) -> bool:
    """Whether ``text`` holds what ``question`` asks for.

    "What is the name of my cat?" is answered by what says of the cat how it is called, not by what it does all day;
    otherwise most words of the question must be there. Takes its time: call it in a thread.
    """
    for asked, told in _KINDS:
        if asked.search(question) and told.search(text):
            subject = Question(_TURNED.sub(" ", asked.sub(" ", question)))
            if not subject.is_empty and subject.share(subject.score(text)) >= ENOUGH:
                return True
    return _share(question, text) >= MEANT


def touches(words: str, text: str) -> bool:
    """Whether ``text`` may be meant by ``words``: not enough to act on it, enough to ask."""
    return answers(words, text) or _share(words, text) >= ENOUGH or any(
        asked.search(words) and told.search(text) and not (rest := Question(asked.sub(" ", words))).is_empty
        and rest.score(text) > 0 for asked, told in _KINDS)


def _share(words: str, text: str) -> float:
    question = Question(words)
    return question.share(question.score(text))
