"""What a sentence says of the user, told without a model: a few plain forms in three languages, and rather none.

"My stream starts at nine", "我喜欢草莓蛋糕", "私は猫が好きです" are proposed as they were said. Questions, wishes
of the moment, things said of "it" or "you", long sentences, and what a tool was told to remember are not.
"""

from __future__ import annotations

import re

from characoid_desktop.core.cleaning import one_line

MAX_SENTENCE = 120
MIN_SENTENCE = 4
MAX_FOUND = 3
MAX_LOOKED_AT = 4000  # characters of a message

_SENTENCE = re.compile(r"[^.!?。！？\n;；]+[.!?。！？]?")
_QUESTION = re.compile(
    r"[?？]\s*$|^\s*(?:what|who|when|where|why|how|which|do|does|did|can|could|would|should|is|are|am|if|please|let)\b|"
    r"[吗嗎呢吧么]\s*[。.!！]?$|什么|甚麼|怎么|怎麼|谁|誰|哪|几点|幾點|多少|如果|要是|"
    r"か[。.]?\s*$|ですか|なに|何|いつ|どこ|たら|なら|ください|"
    r"\bremember\b|\bforget\b|记住|記住|记得|記得|别忘|別忘|覚えて|忘れないで",
    re.IGNORECASE)
_QUOTED = re.compile(r"[\"“”「『<>`{}|\\]|https?:|^\s*[-*#>\d]")
_ENGLISH = (
    r"\bi (?:really |also |always |just )?(?:like|love|hate|dislike|prefer|adore|enjoy)\s+(?!it\b|that\b|this\b|you|"
    r"how\b|when\b|to know\b|them\b|these\b|those\b|what\b)\w",
    r"\bi (?:don't|do not|can't|cannot|never) (?:like|eat|drink|stand|play|watch)\s+(?!it\b|that\b|this\b|you)\w",
    r"\bi(?:'m| am) (?:allergic to|from|afraid of|a fan of)\s+\w",
    r"\bi (?:live in|work as|work at|study|was born|stream (?:on|at|every)|usually|always|never)\s+\w",
    r"\bmy (?:\w+(?:'s)? ){0,2}(?:name|birthday|stream|streams|channel|cat|dog|pet|job|hobby|city|hometown|"
    r"time ?zone|fans?|favou?rite \w+)(?: \w+){0,2} (?:is|are|starts?|begins?|was|lives?)\s+\w",
    r"^\s*(?:please )?call me (?!when|if|later|back)\w",
)
_CHINESE = (
    r"我(?:很|最|超|特别|特別|非常|比较|比較|真的|也|一直|从小|從小)*(?:喜欢|喜歡|爱吃|愛吃|爱喝|愛喝|爱看|愛看|爱玩|愛玩|讨厌|討厭|"
    r"不喜欢|不喜歡|不吃|不喝|害怕|习惯|習慣)(?!你|您|妳|它|这|這|那|他|她|吗)\S",
    r"我(?:住在|来自|來自|出生|每天|每周|每週|平时|平時|通常|从来不|從來不)\S",
    r"我[对對]\S{1,12}(?:过敏|過敏)",
    r"我的\S{0,6}(?:名字|生日|直播|频道|頻道|猫|貓|狗|宠物|寵物|工作|爱好|愛好|家乡|家鄉|粉丝|粉絲)\S{0,8}(?:是|在|叫|从|從|有|开始|開始)",
    r"^(?:请|請)?(?:以后|以後)?(?:叫我|称呼我|稱呼我)\S",
)
_I = r"(?:私|僕|俺|わたし|わたくし|ぼく|おれ|うち|あたし)"
_JAPANESE = (
    rf"{_I}は\S{{0,20}}(?:が|は)?(?:大好き|好き|嫌い|苦手|得意)(?:です|だ|なの|なん|。|$|！|!)",
    rf"{_I}は\S{{1,20}}(?:に住んで|出身|アレルギー|を飼って|で働いて)",
    rf"{_I}の\S{{0,8}}(?:名前|誕生日|配信|チャンネル|猫|犬|ペット|仕事|趣味|推し|地元)\S{{0,4}}は\S+",
    r"^(?:配信|誕生日|名前|趣味|チャンネル名)は(?!何|なに|いつ|どこ)\S+(?:です|だ|から|時|日|月)",
    r"^\S{1,20}(?:って|と)呼んで",
)
_FORMS = [re.compile(form, re.IGNORECASE) for form in (*_ENGLISH, *_CHINESE, *_JAPANESE)]
_OF_YOU = re.compile(r"(?:あなた|君|きみ|それ|これ|あれ|そういう)(?:の\S{0,8})?(?:が|は)(?:大)?好き")


def told_of_user(text: str) -> list[str]:
    """Return the sentences of a message that tell something lasting of its writer, as said, at most MAX_FOUND."""
    found: dict[str, None] = {}
    for match in _SENTENCE.finditer(text[:MAX_LOOKED_AT]):
        sentence = one_line(match.group(), MAX_SENTENCE + 10).strip()
        if not MIN_SENTENCE <= len(sentence) <= MAX_SENTENCE or _QUESTION.search(sentence) or _QUOTED.search(sentence):
            continue
        if any(form.search(sentence) for form in _FORMS) and not _OF_YOU.search(sentence):
            found[sentence] = None
    return list(found)[:MAX_FOUND]
