"""The words of a question that tell what is wanted of a table, in English, Chinese and Japanese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from characoid_desktop.core.grams import folded
from characoid_desktop.features.tables.mentions import Covered, Span

_COUNTERS = "個个條条行首人名位家件種种類类本部只张張场場次份曲冊枚回社軒店款"
COUNT = re.compile(
    r"\bhow many\b|\bnumber of\b|\bcount\b|(?:多少|几|幾)(?=[" + _COUNTERS + r"])|有(?:多少|几|幾)|いくつ|"
    r"何種類|何(?=[" + _COUNTERS + r"つ])|件数|個数|曲数|人数|本数|回数|数えて|の数(?=[はを?]|$)")
SUM = re.compile(r"\btotals?\b|\bsum\b|\baltogether\b|\bin all\b|\bcombined\b|总共|總共|一共|合计|合計|总计|總計|"
                 r"总和|總和|总数|"
                 r"總數|总量|總量|总额|總額|加起来|加起來|総数|総計|総額|全部で|累計|累计|トータル|总(?=.)")
AVERAGE = re.compile(r"\baverage\b|\bmean\b|平均")
HIGHEST = re.compile(
    r"\b(?:highest|most|maximum|max|largest|biggest|longest|latest|newest|greatest|top|best)\b|"
    r"最(?:も)?(?:高|多|大|贵|貴|长|長|晚|新|近)|最受欢迎|(?:一番|いちばん|もっとも|最も)(?!目|[安低少小短早古])|上位|"
    r"トップ|ベスト")
LOWEST = re.compile(
    r"\b(?:lowest|least|fewest|minimum|min|smallest|shortest|cheapest|earliest|oldest|bottom)\b|"
    r"最(?:も)?(?:低|少|小|便宜|短|早|安|古)|(?:一番|いちばん|もっとも)(?:低|少|小|短|安|早|古)|下位")
MOST = re.compile(r"\bmost\b(?! (?:expensive|recent|popular|viewed|played|watched))|\b(?:fewest|"
                  r"least)\b(?! (?:expensive|played|viewed))|"
                  r"最(?:も)?(?:多|少)|(?:一番|いちばん|もっとも)(?![目高低安大小長短新早古遅])")
OFTEN = re.compile(r"\boften\b|\bfrequent|\bhow many times\b|次数|次數|几次|幾次|回数|何回|何度")
HOW_MUCH = re.compile(r"\bhow much\b|多少(?![个個位名次首条件])|いくら")
_EACH_FRONT = re.compile(r"(?:\bper|\beach|\bby|\bfor every|\bevery|\bgrouped by|每一?[个個位首家人种種款]?|各个?|"
                         r"按照?|分)\s*(?:the )?$")
_EACH_BACK = re.compile(r"\s*(?:ごと|毎|別|别|分别|分別|分组|分組)")
EACH = re.compile(r"\bper\b|\beach\b|\bfor every\b|\bmonthly\b|\bweekly\b|\bdaily\b|\byearly\b|每(?!次|场)|各|"
                  r"按(?!时)|分别|分別|"
                  r"ごと|毎(?!日)|(?<=[^性区特])別(?=の|に)")
TABLES = re.compile(r"\b(?:tables|spreadsheets|datasets)\b|(?:哪些|什么|几个|列出|所有|全部).{0,6}(?:表|表格)|"
                    r"(?:表格|数据表).{0,4}(?:列表|哪些)|"
                    r"(?:テーブル|データ表|データの表).{0,8}(?:一覧|リスト|ある|あり|どんな|何)|"
                    r"どんな(?:テーブル|データ表|データの表)")
PRICE = re.compile(r"expensive|cheap|贵|貴|便宜|高い|安|いくら|多少[钱錢]|高額|高价")
PRICE_COLUMN = re.compile(r"price|cost|amount|价|價|値段|価格|単価|金額|金额|费|費|料金")
TIME = re.compile(r"latest|newest|earliest|oldest|recent|最(?:も)?(?:晚|新|早|古|近)|新し|早|古|遅")
YEAR_COLUMN = re.compile(r"\byear\b|年份|年度|^年$")
WEEKDAY_COLUMN = re.compile(r"weekday|day of|^day$|曜日?|星期|周几|週")
MEASURE_COLUMN = re.compile(
    PRICE_COLUMN.pattern + r"|数|數|額|额|量|時間|时长|率|在庫|库存|庫存|売上|\bcount\b|\bnumber\b|\btotal\b|stock|"
                           r"sales|"
    r"revenue|plays|views|quantity|qty|duration|length|score|followers|点")
SORTED = re.compile(r"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed|ing)?)(?: by)?\b|\bin order of\b|排序|排列|排名|排行|"
                    r"ランキング|順(?:に|で|番)?|"
                    r"并べ|並べ|从高到低|从多到少|从低到高|从少到多|從高到低|從低到高")
DESCENDING = re.compile(r"descending|\bhigh to low\b|highest|most|largest|latest|newest|rank|top|从高到低|从多到少|"
                        r"從高到低|降序|倒序|排名|排行|ランキング|(?:高い|多い|大きい|長い|新しい|遅い)順|降順")
_ASCENDING = re.compile(r"ascending|\blow to high\b|(?:cheapest|lowest|least|oldest|earliest|smallest|"
                        r"shortest) first|从低到高|从少到多|從低到高|升序|昇順|(?:安い|低い|少ない|小さい|短い|古い|"
                        r"早い)順")
DAY_ASKED = re.compile(r"\bwh(?:ich|at) day\b|日は|何日|哪一?天")
PERIOD_ASKED = re.compile(r"\bwh(?:ich|at) (?:month|year|week)\b|何月|何年|哪个?月|哪個月|哪一?年|月は")
CHEAP = re.compile(r"expensive|cheap|贵|貴|便宜|安い|[最番も]安")
TODAY = re.compile(r"\bnow\b|今(?!日|週|月|年|天|晚)|现在|現在")

OUT_OF_STOCK = re.compile(r"\bout of stock\b|\bsold out\b|在庫切れ|売り?切れ|欠品|缺货|缺貨|没货|沒貨|售罄|卖完|"
                          r"賣完|断货")
IN_STOCK = re.compile(r"\b(?:still )?in stock\b|在庫(?:が|は|の)?(?:まだ)?(?:あ[るり]|残って)|有货|有貨|"
                      r"(?<!没)有库存|(?<!沒)有庫存")
NEXT = re.compile(r"\bnext\b(?! (?:week|month|year))|次(?:の|回)(?!週|月)|下一?(?:场|場|次)")
UPCOMING = re.compile(r"\bupcoming\b|\bfuture\b|これから|今後|接下来|接下來|之后的直播")
NEGATED_BEFORE = re.compile(
    r"(?:\bnot|\bexcept(?: for)?|\bexcluding|\bwithout|\bother than|\bbesides|n't|\bno)"
    r"(?: (?:by|from|for|in|on|of|the|a|an|any|sung|called|made|include|including|about)){0,2}\s*[「『\"'“]?$|"
    r"(?:不是由?|除了?|非|不含|不包括|(?<!有)没有|(?<!有)沒有)[「『\"“]?$")
NEGATED_BEHIND = re.compile(r"[」』\"'”]?(?:の曲|の歌|の)?(?:以外|之外|じゃない|ではない|でない|ではありません|"
                            r"を除|抜き|を含まない)")
_EMPTY_FRONT = re.compile(r"(?:\bwithout|\bno|\bmissing|\bempty|\bwith no|没有填?|沒有|缺少|没填|无)\s*(?:a |an |"
                          r"any |the )?$")
_EMPTY_BACK = re.compile(r"\s*(?:が|は|の)?\s*(?:い?ない(?!です?か)|なし|無い|無し|空|未定|未入力|未設定|为空|為空|"
                         r"是空|\bis empty|\bis missing)")
_SMALL_WORDS = ("one 一", "two 二 两 兩", "three 三", "four 四", "five 五", "six 六", "seven 七", "eight 八", "nine 九",
                "ten 十")
_SMALL = {word: number for number, several in enumerate(_SMALL_WORDS, 1) for word in several.split()}
_N = r"(?P<n>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|[一二三四五六七八九十两兩])"
_TAIL = rf"(?:[{_COUNTERS}つ]?(?:目)?)"
_LIMITS = tuple(re.compile(one) for one in (
    rf"\b(?:top|first|best|bottom|last|latest|newest|cheapest|most recent|highest|lowest) {_N}\b",
    rf"\b{_N} (?=(?:most|least|highest|lowest|biggest|largest|smallest|cheapest|latest|newest|earliest|oldest|"
    rf"longest|shortest|"
    r"best)\b)",
    rf"前 ?{_N}(?!月|年|日|天|周|个月){_TAIL}", rf"(?<=的){_N}{_TAIL}(?=[^\d]|$)(?<=[{_COUNTERS}])",
    rf"(?:最近|最新)的? ?{_N}{_TAIL}", rf"(?:上位|下位|トップ|ベスト|直近) ?の?{_N}{_TAIL}", rf"順(?:に|で|"
        rf"の) ?(?:上から)?{_N}{_TAIL}"))
_LAST = re.compile(r"\b(?:last|latest|newest|most recent) $|最近|最新|直近")
OR = re.compile(r"\bor\b|或者?|または|もしくは|あるいは")
DISTINCT = re.compile(r"\bdifferent\b|\bdistinct\b|\bunique\b|不同|何種類|多少种|多少種|几种|幾種")
_COUNTED_FRONT = re.compile(r"(?:\bhow many|\bnumber of)(?: different| distinct| unique)? $|(?:多少|几|"
                            r"幾)(?:[个個位名种種首款]|不同的?)*$")
_COUNTED_BACK = re.compile(rf"(?:の数)?(?:は|が|って)?(?:全部で|合計)?何[{_COUNTERS}つ]|(?:の数)?(?:は|が)?いくつ")
SOLD = re.compile(r"\bs(?:old|ell(?:s|ing)?)\b|\bb(?:ought|uys?)\b|卖|賣|売れ|売っ|買[わいうっ]|买")
SALES_COLUMN = re.compile(r"sales|sold|revenue|売上|販売|销|銷|卖|賣")
KINDS = re.compile(r"\b(?:kinds?|types?|items|products|goods|titles|sorts|varieties|different)\b|種類|种|種|款|商品|"
                   r"グッズ|周边|週邊|アイテム")
PEOPLE = re.compile(r"\bhow many (?:different |unique )?(?:people|persons|users|viewers|donors|supporters|fans|"
                    r"senders)\b|(?:多少|几|幾)(?:个|個|位|名)?(?:不同的?)?(?:人|观众|用户|觀眾)(?!看|次|观|觀)|"
                    r"何(?:人|名)")
WHO = re.compile(r"\bwho\b|\bwhose\b|谁|誰|哪位|だれ|[个個名位]人|\bpeople\b|\b(?:supporter|donor|fan)s?\b")
WHO_COLUMN = re.compile(r"singer|artist|user|viewer|donor|supporter|sender|name|歌手|アーティスト|ユーザー|支援者|"
                        r"送り主|用户|观众|送礼人|名前|昵称|リスナー|視聴者|粉丝")
PAYING = re.compile(r"\bgave\b|\bgives?\b(?! me)|\bgiven\b|\bsent\b|\bsupporter|\bdonor|\bdonat|\bspen[dt]|\bpa(?:y|"
                    r"id)|\btip|\bsuper ?chat|打赏|打賞|投げ|スパチャ|支払|貢|消费|花")
LENGTH = re.compile(r"\blongest\b|\bshortest\b|最(?:も)?[长長短]|(?:一番|いちばん|もっとも)[長短]|[長短]い")
LENGTH_COLUMN = re.compile(r"duration|length|minutes|hours|時間|时长|時長|長さ|分钟|小时")
LENGTH_UNITS = frozenset(("分", "分钟", "分鐘", "分間", "min", "秒", "s", "時間", "小时", "小時", "h"))


@dataclass(frozen=True, slots=True)
class Limit:
    """``latest``: the last in time are meant."""

    count: int
    latest: bool


def asks_for_tables(question: str) -> bool:
    """Whether a question is about which tables there are."""
    return TABLES.search(folded(question)) is not None


def is_ascending(text: str) -> bool:
    """Whether the least comes first in what is sorted."""
    return _ASCENDING.search(text) is not None


def is_descending(text: str) -> bool:
    """Whether the greatest comes first in what is sorted."""
    return DESCENDING.search(text) is not None


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
    return OR.search(text[low[1]:high[0]]) is not None


def wants_something(text: str) -> bool:
    """Whether a question wants some of the rows or a figure of them, whatever it is about."""
    return any(pattern.search(text) for pattern in (COUNT, SUM, AVERAGE, HIGHEST, LOWEST, SORTED))
