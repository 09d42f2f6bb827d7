"""What of a question was not understood: conditions, which are never dropped in silence, and other telling words."""

from __future__ import annotations

import re

from characoid_desktop.core.function_words import FUNCTION_RUNS, FUNCTION_WORDS
from characoid_desktop.core.grams import DENSE
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.cells import Wording
from characoid_desktop.features.tables.mentions import CLOSING, OPENING, Covered, Span, is_quoted, stem

# What a question asks for beside the rest: nothing to be left out of it.
_ASIDE_WORDS = (
    "containing contain contains include includes including everything anything anyone everyone someone "
    "show list find get display name names named called tell see look want need data table tables sheet row "
    "rows entry entries record records item items thing things one ones kind kinds sing sings sang sung cost "
    "costs make makes made earn earned send sends sent give gave given donate donated "
    "release released stream streams streamed play plays played hold have still total amount person people "
    "information info details detail column columns result results overall currently exist exists please song songs "
    "product products goods merch title titles come comes came go going went happen happened take taken ever yet "
    "price order sorted most least more less than or and each per max min only just also between during within "
    "superchatted superchat superchats donations donation tips planned scheduled schedule happening time date day "
    "month year number count times")
_ASIDE_EN = frozenset(_ASIDE_WORDS.split())
_ASIDE_DENSE = (
    "表格|表里|表中|数据|列出|查询|查|显示|所有|全部|全て|すべて|一覧|リスト|見せ|表示|教え|調べ|検索|商品|グッズ|周边|东西|東西|曲|歌|配信|直播|放送|"
    "売れ|売っ|卖出|卖了|卖|賣|买|買|唱|演唱|播放|安排|予定|スケジュール|送|打赏|投げ|スパチャ|支払|名前|名字|叫|值|値|行|個|个|件|首|"
    "場|场|次|本|枚|款|种|種|类|位|名|人|円|元|現在|现在|残|剩|余|还|中|今|分|上|下|间|間|以|最|総|总|合|番|多|少|高|低|大|小|長|长|短|新|"
    "早|晚|古|安|贵|貴|便宜|時|时|日|月|年|数|一|不|发|発|公開|歌っ|発売|出|卖得|好|金额|金額|价格|価格|数量|情報|信息|内容|詳細|共|時刻|開始|"
    "データ|テーブル|アイテム|もの|どんな|含|開催|行わ|あ|収到|收到|收|到|人気|有名|続|順")
_ASIDE = re.compile("|".join(sorted(_ASIDE_DENSE.split("|"), key=len, reverse=True)))
# Words that tell something elsewhere, and nothing here.
_PHRASES = re.compile(r"\b(?:do|can|could) you (?:know|tell)\b|\b(?:want|like|need) to (?:know|see|hear)\b|"
                      r"\b(?:would|'d) like\b|\blet me know\b|\b(?:most|least) popular\b|\bhow (?:long|expensive|"
                      r"cheap|big|high|old|popular)\b|\b(?:high|low) to (?:high|low)\b|\ball (?:together|of)\b|"
                      r"\b(?:what|who|where|how|that|it|there|let)s\b|\bim\b|\bive\b|\bthank(?:s| you)\b|\bhey\b|"
                      r"\b(?:hi|hello)\b(?=[ ,])")
# What is said of rows without a measure: which ones are "cheap" is nothing that a table tells.
_VAGUE = re.compile(
    r"\b(?:long|short|cheap|expensive|popular|famous|recent|new|old|big|small|early|late)\b|"
    r"(?:贵|貴|便宜|长|長|短|热门|熱門|受欢迎|新|旧|老|有名|好听|好聽)的|"
    r"(?:高い|安い|長い|短い|新しい|古い|人気の|人気な|有名な)")
_PARTICLES = "のはがをにでともやへ"
_CALLED = re.compile(r"\b(?:by|from|of|for|did|does|do|called|named|titled|about|with)(?: the)? $")
_ITS = re.compile(r"[」』\"'”]?(?:の|的|'s\b)")
_NOT_EN = re.compile(
    r"\b(?:not|except|excluding|without|never|besides|nobody|none)\b|n't\b|\bother than\b|\bno one\b|"
    r"\b(?:do|does|did|is|are|was|were|has|have|had|ca|wo|could|would|should)nt\b")
_NOT = re.compile(r"不是|不在|不含|不包括|除了|除(?=.{0,12}(?:以?外|之外))|没有|沒有|尚未|还没|還沒|未(?!満|满|滿|"
                  r"来|來)|非(?!常)|以外|除[くい]|抜き|"
                  r"(?<!少)(?<!危)ない|ません|なかった")
_THAN = re.compile(r"\bthan\b|比(?=[^\s,。?]{0,14}(?:多|少|高|低|长|短|贵|便宜|早|晚|大|小))|"
                   r"より(?=も?[^\s、。?]{0,10}(?:多|少|高|低|長|短|安|早|遅|新|古|大|小))")
_ARITHMETIC = re.compile(r"[×✕*÷]|(?<=\w) ?\+ ?(?=\w)|掛け|乗じ|乘以|除以|\bmultiplied\b|\bdivided\b|\bminus\b|"
                         r"\bratio\b|\bpercentage\b|割合|比率|"
                         r"占比|差額|差额|百分比")
_NO_NOT = re.compile(r"有没有|有沒有|ませんか|ないですか|ないか(?:な|\?|$)|\bwhy not\b|\bnot sure\b")
_COMPARING = re.compile(
    r"\b(?:more|less|fewer|greater|higher|lower|longer|shorter|cheaper|larger|smaller|bigger|later|earlier) than\b|"
    r"\b(?:start|begin|end)(?:s|ning|ing)? (?:with|in)\b|\b(?:at least|at most|no more than|under|above|below|"
    r"before|after|since|until|between|exceeding)\b|"
    r"で始ま|で終わ|开头|結尾|结尾|開頭|以上|以下|以内|以降|以前|未満|未满|超え|超过|超過|大于|小于|大於|小於|低于|高于|多于|少于|不到|之前|之后|之後|之间|之間|より(?=[多少高低大小長短安早遅前後])")
_DIGITS = re.compile(r"[^\s,、。?!「」()]*\d[^\s,、。?!「」()]*")
_LETTERS = rf"(?:(?!{DENSE})[^\W\d_])+"
_WORDS = re.compile(rf"(?P<dense>{DENSE}+)|(?P<word>{_LETTERS}(?:[#♯♭]m?(?![a-z])|(?:&{_LETTERS})+)?)")
_TELLING = re.compile(r"[\u3400-\u9fff\u30a1-\u30fa]")
_QUOTED = re.compile(f"[{re.escape(OPENING)}]([^{re.escape(OPENING + CLOSING)}]{{1,60}})[{re.escape(CLOSING)}]")
_INTENTS = (
    words.COUNT, words.SUM, words.AVERAGE, words.HIGHEST, words.LOWEST, words.PRICE, words.TIME, words.SORTED,
    words.DESCENDING, words.TODAY, words.DISTINCT, words.OR, words.OFTEN, words.NEXT, words.UPCOMING,
    words.WHO)


def conditions_left(text: str, covered: Covered) -> list[str]:
    """Return what is surely a condition and was not understood: numbers, comparisons, negations."""
    for match in _NO_NOT.finditer(text):
        covered.add(match.span())
    found: list[Span] = []
    each = () if words.SORTED.search(text) else (words.EACH,)
    for pattern in (_DIGITS, _COMPARING, _THAN, _ARITHMETIC, _NOT_EN, _NOT, *each):
        for match in pattern.finditer(text):
            digits = any(text[at].isdigit() and not covered[at] for at in range(*match.span()))
            free = digits if pattern is _DIGITS else covered.is_free(match.span())
            if free and not any(low <= match.start() < high for low, high in found):
                found.append(match.span())
                covered.add(match.span())
    return [_around(text, span) for span in sorted(found)]


def words_left(wording: Wording, covered: Covered) -> list[Span]:
    """Return the words that tell something and were not understood; quoted ones first."""
    text = wording.text
    found: list[Span] = []
    for match in _PHRASES.finditer(text):
        covered.add(*((match.span(),) if covered.is_free(match.span()) else ()))
    if not any(pattern.search(text) for pattern in (words.HIGHEST, words.LOWEST, words.SORTED)):
        for match in _VAGUE.finditer(text):
            if covered.is_free(match.span()):
                found.append(match.span())
                covered.add(match.span())
    for match in [one for pattern in _INTENTS for one in pattern.finditer(text)]:
        covered.add(match.span())
    for match in _QUOTED.finditer(text):
        if not all(covered[at] for at in range(*match.span(1))):
            found.append(match.span(1))
            covered.add(match.span(1))
    for part in _WORDS.finditer(text):
        if part["word"] is not None:
            word = part.group()
            known = word in FUNCTION_WORDS or word in _ASIDE_EN or stem(word) in _ASIDE_EN
            tells = wording.is_letter(part.span()) if len(word) == 1 else not known
            if tells and covered.is_free(part.span()):
                found.append(part.span())
        else:
            found.extend(_dense_left(text, part.span(), covered))
    return found


def is_sign(word: str) -> bool:
    """Whether a word that was left over is so short that cells have it in them by chance: a letter, C#."""
    return len(word) == 1 or any(char in "#♯♭" for char in word)


def is_name(text: str, span: Span) -> bool:
    """Whether a word that was not understood is surely what something is called: quoted, or said to have something."""
    return is_quoted(text, span) or bool(_ITS.match(text[span[1]:]) or _CALLED.search(text[:span[0]]))


def _dense_left(text: str, span: Span, covered: Covered) -> list[Span]:
    low, run = span[0], text[span[0]:span[1]]
    gone = [covered[low + n] for n in range(len(run))]
    for pattern in (FUNCTION_RUNS, _ASIDE):
        for match in pattern.finditer(run):
            if not (pattern is _ASIDE and len(match.group()) == 1 and _is_inside(run, gone, match.start())):
                for at in range(*match.span()):
                    gone[at] = True
    found: list[Span] = []
    at = 0
    while at < len(run):
        end = at
        while end < len(run) and not gone[end]:
            end += 1
        while end > at and run[end - 1] in _PARTICLES:
            end -= 1
        if end - at > 1 and sum(1 for char in run[at:end] if _TELLING.match(char)) > 1:
            found.append((low + at, low + end))
        at = max(end, at + 1)
    return found


def _is_inside(run: str, gone: list[bool], at: int) -> bool:
    """Whether a single character stands in the middle of what may be a name: Han or katakana on a side."""
    return any(0 <= other < len(run) and not gone[other] and _TELLING.match(run[other]) for other in (at - 1, at + 1))


def _around(text: str, span: Span) -> str:
    """A condition with the words beside it, as far as they reach for a reader to know it again."""
    low, high = span
    if text[low:high].isascii():
        low = text.rfind(" ", 0, max(0, low - 1)) + 1
        high = text.find(" ", min(len(text), high + 1))
        high = len(text) if high < 0 else high
    else:
        low, high = max(0, low - 4), min(len(text), high + 4)
        while low > 0 and text[low].isdigit():
            low -= 1
    return text[low:high].strip(" ,、。?!.")
