"""The words of a question that tell what is wanted of a table, in English, Chinese and Japanese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from characoid_desktop.core.function_words import FUNCTION_RUNS, FUNCTION_WORDS
from characoid_desktop.core.grams import DENSE, folded
from characoid_desktop.features.tables.mentions import CLOSING, OPENING, Covered, Span, is_quoted, stem

_COUNTERS = "個个條条行首人名位家件種种類类本部只张張场場次份曲冊枚回社軒店款"
COUNT = re.compile(
    r"\bhow many\b|\bnumber of\b|\bcount\b|(?:多少|几|幾)(?=[" + _COUNTERS + r"])|有(?:多少|几|幾)|いくつ|"
    r"何種類|何(?=[" + _COUNTERS + r"つ])|件数|個数|曲数|人数|本数|回数|数えて")
SUM = re.compile(r"\btotals?\b|\bsum\b|\baltogether\b|\bin all\b|\bcombined\b|总共|總共|一共|合计|合計|总计|總計|总和|總和|总数|"
                 r"總數|总量|總量|总额|總額|加起来|加起來|総数|総計|総額|全部で|累計|累计|トータル|总(?=.)")
AVERAGE = re.compile(r"\baverage\b|\bmean\b|平均")
HIGHEST = re.compile(
    r"\b(?:highest|most|maximum|max|largest|biggest|longest|latest|newest|greatest|top|best|expensive)\b|"
    r"最(?:も)?(?:高|多|大|贵|貴|长|長|晚|新|近)|最受欢迎|(?:一番|いちばん|もっとも|最も)(?!目|[安低少小短早古])|上位|トップ|ベスト")
LOWEST = re.compile(
    r"\b(?:lowest|least|fewest|minimum|min|smallest|shortest|cheapest|earliest|oldest|bottom)\b|"
    r"最(?:も)?(?:低|少|小|便宜|短|早|安|古)|(?:一番|いちばん|もっとも)(?:低|少|小|短|安|早|古)|下位")
MOST = re.compile(r"\b(?:most|fewest|least)\b|最(?:も)?(?:多|少)|(?:一番|いちばん|もっとも)(?:多|少)")
_EACH_FRONT = re.compile(r"(?:\bper|\beach|\bby|\bfor every|\bevery|\bgrouped by|每一?[个個位首家人种種款]?|各个?|按照?|分)\s*(?:the )?$")
_EACH_BACK = re.compile(r"\s*(?:ごと|毎|別|别|分别|分別|分组|分組)")
EACH = re.compile(r"\bper\b|\beach\b|\bfor every\b|\bmonthly\b|\bweekly\b|\bdaily\b|\byearly\b|每(?!次|场)|各|按(?!时)|分别|分別|"
                  r"ごと|毎(?!日)|(?<=[^性区特])別(?=の|に)")
TABLES = re.compile(r"\b(?:tables|spreadsheets|datasets)\b|(?:哪些|什么|几个|列出|所有|全部).{0,6}(?:表|表格)|"
                    r"(?:表格|数据表).{0,4}(?:列表|哪些)|"
                    r"(?:テーブル|データ表|データの表).{0,8}(?:一覧|リスト|ある|あり|どんな|何)|どんな(?:テーブル|データ表|データの表)")
PRICE = re.compile(r"expensive|cheap|贵|貴|便宜|高い|安|いくら|多少[钱錢]|高額|高价")
PRICE_COLUMN = re.compile(r"price|cost|amount|价|價|値段|価格|単価|金額|金额|费|費|料金")
TIME = re.compile(r"latest|newest|earliest|oldest|recent|最(?:も)?(?:晚|新|早|古|近)|新し|早|古|遅")
YEAR_COLUMN = re.compile(r"\byear\b|年份|年度|^年$")
WEEKDAY_COLUMN = re.compile(r"weekday|day of|^day$|曜日?|星期|周几|週")
MEASURE_COLUMN = re.compile(
    PRICE_COLUMN.pattern + r"|数|數|額|额|量|時間|时长|率|在庫|库存|庫存|売上|\bcount\b|\bnumber\b|\btotal\b|stock|sales|"
    r"revenue|plays|views|quantity|qty|duration|length|score|followers|点")
SORTED = re.compile(r"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed|ing)?)(?: by)?\b|\bin order of\b|排序|排列|排名|排行|ランキング|順(?:に|で|番)?|"
                    r"并べ|並べ|从高到低|从多到少|从低到高|从少到多|從高到低|從低到高")
_DESCENDING = re.compile(r"descending|highest|most|largest|latest|newest|rank|top|从高到低|从多到少|從高到低|降序|倒序|排名|排行|ランキング|"
                         r"(?:高い|多い|大きい|長い|新しい|遅い)順|降順")
TODAY = re.compile(r"\bnow\b|今(?!日|週|月|年|天|晚)|现在|現在")

# What a question asks for beside the rest: nothing to be left out of it.
_ASIDE_EN = frozenset(
    "show list find get display name names named called tell know see look want need data table tables sheet row rows entry "
    "entries record records item items thing things one ones kind kinds value values sing sings sang sung sell sells sold "
    "buy buys bought cost costs make makes made earn earned send sends sent give gave given donate donated release released "
    "stream streams streamed play plays played hold have left remain remaining still total amount person people "
    "information info details detail column columns result results overall currently available exist exists please "
    "song songs product products goods merch title titles come comes came go going went happen happened take taken ever "
    "yet price order sorted most least more less than or and each per max min only just also between during within "
    "planned scheduled schedule happening time date day month year number count times long".split())
_ASIDE_DENSE = (
    "表格|表里|表中|数据|列出|查询|查|显示|所有|全部|全て|すべて|一覧|リスト|見せ|表示|教え|調べ|検索|商品|グッズ|周边|东西|東西|曲|歌|配信|直播|放送|"
    "売れ|売っ|卖出|卖了|卖|賣|买|買|唱|演唱|播放|安排|予定|スケジュール|送|打赏|投げ|スパチャ|支払|名前|名字|叫|值|値|行|個|个|件|首|"
    "場|场|次|本|枚|款|种|種|类|位|名|人|円|元|現在|现在|残|剩|余|还|中|今|分|上|下|间|間|以|最|総|总|合|番|多|少|高|低|大|小|長|长|短|新|"
    "早|晚|古|安|贵|貴|便宜|時|时|日|月|年|数|一|不|发|発|公開|歌っ|発売|出|卖得|好|金额|金額|价格|価格|数量|情報|信息|内容|詳細|共|時刻|開始|"
    "データ|テーブル|アイテム|もの|どんな|含|開催|行わ|あ|収到|收到|收|到|人気|有名|続|順")
_ASIDE = re.compile("|".join(sorted(_ASIDE_DENSE.split("|"), key=len, reverse=True)))
_PARTICLES = "のはがをにでともやへ"
_CALLED = re.compile(r"\b(?:by|from|of|for|did|does|do|called|named|titled|about|with)(?: the)? $")
_ITS = re.compile(r"[」』\"'”]?(?:の|的|'s\b)")
_NOT_EN = re.compile(r"\b(?:not|except|excluding|without|never|besides)\b|n't\b|\bother than\b")
_NOT = re.compile(r"不是|不在|不含|不包括|除了|除(?=.{0,12}(?:以?外|之外))|没有|沒有|尚未|还没|還沒|未(?!満|满|滿|来|來)|非(?!常)|以外|除[くい]|抜き|"
                  r"(?<!少)(?<!危)ない|ません|なかった")
_NO_NOT = re.compile(r"有没有|有沒有|ませんか|ないですか|ないか(?:な|\?|$)|\bwhy not\b|\bnot sure\b")
NEGATED_BEFORE = re.compile(
    r"(?:\bnot|\bexcept(?: for)?|\bexcluding|\bwithout|\bother than|\bbesides|n't|\bno)"
    r"(?: (?:by|from|for|in|on|of|the|a|an|any|sung|called|made|include|including|about)){0,2}\s*[「『\"'“]?$|"
    r"(?:不是由?|除了?|非|不含|不包括|没有|沒有)[「『\"“]?$")
NEGATED_BEHIND = re.compile(r"[」』\"'”]?(?:の曲|の歌|の)?(?:以外|之外|じゃない|ではない|でない|ではありません|を除|抜き|を含まない)")
_EMPTY_FRONT = re.compile(r"(?:\bwithout|\bno|\bmissing|\bempty|\bwith no|没有填?|沒有|缺少|没填|无)\s*(?:a |an |any |the )?$")
_EMPTY_BACK = re.compile(r"\s*(?:が|は|の)?\s*(?:ない(?!です?か)|なし|無い|無し|空|未定|未入力|未設定|为空|為空|是空|\bis empty|\bis missing)")
_COMPARING = re.compile(
    r"\b(?:more|less|fewer|greater|higher|lower|longer|shorter|cheaper|larger|smaller|bigger|later|earlier) than\b|"
    r"\b(?:at least|at most|no more than|under|above|below|before|after|since|until|between|exceeding)\b|"
    r"以上|以下|以内|以降|以前|未満|未满|超え|超过|超過|大于|小于|大於|小於|低于|高于|多于|少于|不到|之前|之后|之後|之间|之間|より(?=[多少高低大小長短安早遅前後])")
_DIGITS = re.compile(r"[^\s,、。?!「」()]*\d[^\s,、。?!「」()]*")
_SMALL = {word: number for number, words in enumerate((
    "", "one 一 1", "two 二 两 兩", "three 三", "four 四", "five 五", "six 六", "seven 七", "eight 八", "nine 九", "ten 十"))
    for word in words.split()}
_N = r"(?P<n>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|[一二三四五六七八九十两兩])"
_TAIL = rf"(?:[{_COUNTERS}つ]?(?:目)?)"
_LIMITS = tuple(re.compile(one) for one in (
    rf"\b(?:top|first|best|bottom|last|latest|newest|cheapest|most recent|highest|lowest) {_N}\b",
    rf"\b{_N} (?=(?:most|least|highest|lowest|biggest|largest|smallest|cheapest|latest|newest|earliest|oldest|longest|shortest|"
    r"best)\b)",
    rf"前 ?{_N}(?!月|年|日|天|周|个月){_TAIL}", rf"(?<=的){_N}{_TAIL}(?=[^\d]|$)(?<=[{_COUNTERS}])",
    rf"(?:最近|最新)的? ?{_N}{_TAIL}", rf"(?:上位|下位|トップ|ベスト|直近) ?の?{_N}{_TAIL}", rf"順(?:に|で|の) ?(?:上から)?{_N}{_TAIL}"))
_LAST = re.compile(r"\b(?:last|latest|newest|most recent) $|最近|最新|直近")
_WORDS = re.compile(rf"(?P<dense>{DENSE}+)|(?P<word>(?:(?!{DENSE})[^\W\d_])+)")
_TELLING = re.compile(r"[\u3400-\u9fff\u30a1-\u30fa]")
_QUOTED = re.compile(f"[{re.escape(OPENING)}]([^{re.escape(OPENING + CLOSING)}]{{1,60}})[{re.escape(CLOSING)}]")
_OR = re.compile(r"\bor\b|或者?|または|もしくは|あるいは")
DISTINCT = re.compile(r"\bdifferent\b|\bdistinct\b|\bunique\b|不同|何種類|多少种|多少種|几种|幾種")
_COUNTED_FRONT = re.compile(r"(?:\bhow many|\bnumber of)(?: different| distinct| unique)? $|(?:多少|几|幾)(?:[个個位名种種首款]|不同的?)*$")
_COUNTED_BACK = re.compile(rf"(?:の数)?(?:は|が|って)?(?:全部で|合計)?何[{_COUNTERS}つ]|(?:の数)?(?:は|が)?いくつ")
WHO = re.compile(r"\bwho\b|\bwhose\b|谁|誰|哪位|だれ")
WHO_COLUMN = re.compile(r"singer|artist|user|viewer|donor|supporter|sender|name|歌手|アーティスト|ユーザー|支援者|送り主|用户|观众|送礼人|名前|昵称|"
                        r"リスナー|視聴者|粉丝")
PAYING = re.compile(r"\bdonat|\bspen[dt]|\bpa(?:y|id)|\btip|\bsuper ?chat|打赏|打賞|投げ|スパチャ|支払|貢|消费|花")
LENGTH = re.compile(r"\blongest\b|\bshortest\b|最(?:も)?[长長短]|(?:一番|いちばん|もっとも)[長短]|[長短]い")
LENGTH_COLUMN = re.compile(r"duration|length|minutes|hours|時間|时长|時長|長さ|分钟|小时")
LENGTH_UNITS = frozenset(("分", "分钟", "分鐘", "分間", "min", "秒", "s", "時間", "小时", "小時", "h"))
_INTENTS = (COUNT, SUM, AVERAGE, HIGHEST, LOWEST, PRICE, TIME, SORTED, _DESCENDING, TODAY, DISTINCT)


@dataclass(frozen=True, slots=True)
class Limit:
    """``latest``: the last in time are meant."""

    count: int
    latest: bool


def asks_for_tables(question: str) -> bool:
    """Whether a question is about which tables there are."""
    return TABLES.search(folded(question)) is not None


def is_descending(text: str) -> bool:
    """Whether the greatest comes first in what is sorted."""
    return _DESCENDING.search(text) is not None


def limit_in(text: str, covered: Covered) -> Limit | None:
    """Return how many rows a question wants ("top 3", 上位3) and cover it."""
    for pattern in _LIMITS:
        for match in pattern.finditer(text):
            if covered.is_free(match.span("n")):
                covered.add(match.span())
                count = int(match["n"]) if match["n"].isdigit() else _SMALL[match["n"]]
                latest = _LAST.search(text[match.start():match.start("n")])
                return Limit(count, latest is not None) if count else None
    return None


def is_counted(text: str, span: Span) -> bool:
    """Whether it is asked how many different values the column at ``span`` has."""
    return bool(_COUNTED_FRONT.search(text[:span[0]]) or _COUNTED_BACK.match(text[span[1]:]))


def is_each(text: str, span: Span, covered: Covered) -> bool:
    """Whether a name at ``span`` is what is grouped by; cover the word for it."""
    front, back = _EACH_FRONT.search(text[:span[0]]), _EACH_BACK.match(text[span[1]:])
    if front:
        covered.add(front.span())
    if back:
        covered.add((span[1], span[1] + back.end()))
    return bool(front or back)


def is_negated(text: str, span: Span, covered: Covered) -> bool:
    """Whether what stands at ``span`` is ruled out; cover the words for it."""
    front, back = NEGATED_BEFORE.search(text[:span[0]]), NEGATED_BEHIND.match(text[span[1]:])
    if front:
        covered.add(front.span())
    if back:
        covered.add((span[1], span[1] + back.end()))
    if front and not back:
        also = re.match(r"[」』\"'”]?(?:的)?(?:以外|之外)", text[span[1]:])
        if also:
            covered.add((span[1], span[1] + also.end()))
    return bool(front or back)


def is_empty(text: str, span: Span, covered: Covered) -> bool:
    """Whether a column at ``span`` is to have no value; cover the words for it."""
    front, back = _EMPTY_FRONT.search(text[:span[0]]), _EMPTY_BACK.match(text[span[1]:])
    if front and front.start() >= 1 and text[front.start() - 1] == "有":  # 有没有: whether there is one
        return False
    if front:
        covered.add(front.span())
    if back:
        covered.add((span[1], span[1] + back.end()))
    return bool(front or back)


def joins_with_or(text: str, one: Span, other: Span) -> bool:
    """Whether "or" stands between two places."""
    low, high = sorted((one, other))
    return _OR.search(text[low[1]:high[0]]) is not None


def conditions_left(text: str, covered: Covered) -> list[str]:
    """Return what is surely a condition and was not understood: numbers, comparisons, negations."""
    for match in _NO_NOT.finditer(text):
        covered.add(match.span())
    found: list[Span] = []
    each = () if SORTED.search(text) else (EACH,)
    for pattern in (_DIGITS, _COMPARING, _NOT_EN, _NOT, *each):
        for match in pattern.finditer(text):
            digits = any(text[at].isdigit() and not covered[at] for at in range(*match.span()))
            free = digits if pattern is _DIGITS else covered.is_free(match.span())
            if free and not any(low <= match.start() < high for low, high in found):
                found.append(match.span())
                covered.add(match.span())
    return [_around(text, span) for span in sorted(found)]


def words_left(text: str, covered: Covered) -> list[Span]:
    """Return the words that tell something and were not understood; quoted ones first."""
    for match in [one for pattern in _INTENTS for one in pattern.finditer(text)]:
        covered.add(match.span())
    found: list[Span] = []
    for match in _QUOTED.finditer(text):
        if not all(covered[at] for at in range(*match.span(1))):
            found.append(match.span(1))
            covered.add(match.span(1))
    for part in _WORDS.finditer(text):
        if part["word"] is not None:
            word = part.group()
            known = word in FUNCTION_WORDS or word in _ASIDE_EN or stem(word) in _ASIDE_EN
            if len(word) > 1 and not known and covered.is_free(part.span()):
                found.append(part.span())
        else:
            found.extend(_dense_left(text, part.span(), covered))
    return found


def is_name(text: str, span: Span) -> bool:
    """Whether a word that was not understood is surely what something is called: quoted, or said to have something."""
    return is_quoted(text, span) or bool(_ITS.match(text[span[1]:]) or _CALLED.search(text[:span[0]]))


def wants_something(text: str) -> bool:
    """Whether a question wants some of the rows or a figure of them, whatever it is about."""
    return any(pattern.search(text) for pattern in (COUNT, SUM, AVERAGE, HIGHEST, LOWEST, SORTED))


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
    return text[low:high].strip(" ,、。?!.")
