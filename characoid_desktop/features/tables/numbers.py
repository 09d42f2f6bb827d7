"""The numbers in a question, and what is compared with them, in English, Chinese and Japanese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from characoid_desktop.core.grams import folded
from characoid_desktop.features.tables.mentions import Covered, Span

MAX_NUMBERS = 20  # in one question; more are left over, which is said
_LEADING = r"¥|nt\$|hk\$|us\$|\$|€|£|₩"
_MULTIPLIERS = {"万": 10_000, "萬": 10_000, "千": 1000, "k": 1000, "thousand": 1000, "million": 1_000_000, "億": 10**8,
                "亿": 10**8}
_UNITS = (r"米ドル|美元|人民[币幣元]|日元|日円|円|圓|元|块|塊|ドル|ユーロ|欧元|ウォン|韩元|yen|jpy|cny|rmb|usd|"
          r"dollars?|bucks|eur(?:os?)?|€|"
          r"%|percent|per cent|パーセント|個|个|件|人|名|位|回|次|枚|张|張|本|点|點|首|曲|冊|册|部|台|杯|箱|袋|票|"
          r"歳|岁|"
          r"分钟|分鐘|分間|分|minutes?|mins?|小时|小時|時間|hours?|秒|seconds?|views?|times?|pieces?")
_SPOKEN = {"zero": 0, "零": 0, "ゼロ": 0, "none": 0}
_NUMBER = re.compile(
    rf"(?<![a-z\d.,:/])(?P<lead>{_LEADING})? ?(?P<number>-?\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|-?\d+(?:\.\d+)?)"
    rf"(?: ?(?P<times>万|萬|千|億|亿|k\b|thousand\b|million\b))?(?: ?(?P<unit>{_UNITS})(?![a-z]))?(?![a-z\d:/])"
    r"|\b(?P<spoken>zero)\b|(?P<spoken2>零|ゼロ)")
_NAMES = {
    "円": "円 圓 日元 日円 yen jpy", "元": "元 块 塊 人民币 人民幣 人民元 cny rmb", "¥": "¥", "$": "$",
    "%": "% percent パーセント", "USD": "us$ usd dollar dollars bucks 美元 米ドル ドル",
    "€": "€ eur euro euros ユーロ 欧元", "£": "£", "₩": "₩ ウォン 韩元", "NT$": "nt$", "HK$": "hk$",
}  # fmt: skip
_CANONICAL = {word: unit for unit, words in _NAMES.items() for word in words.split()} | {"per cent": "%"}
MONEY = frozenset(("円", "元", "¥", "$", "USD", "€", "£", "₩", "NT$", "HK$"))
_ALIKE = (frozenset(("¥", "円")), frozenset(("¥", "元")), frozenset(("$", "USD")))

_FILLER = r"\s*(?:the |a |an |about )?\s*$"
_FRONT = tuple((op, re.compile(rf"(?:{pattern}){_FILLER}")) for op, pattern in (
    ("ne", r"\bnot equal to|\b(?:is|are|was|were)(?: not|n't)|\bother than|\bexcept(?: for)?|!=|≠|不等于|不等於|"
           r"不是|不为|不為|除了"),
    ("ge", r"\bat least|\bno(?:t)? (?:less|fewer|lower|under) than|\bnot under|\bnot below|\bminimum(?: of)?|>=|≥|"
           r"不少于|不少於|不低于|"
           r"不低於|不小于|不小於|至少|最少|大于(?:或)?等于|大於等於"),
    ("le", r"\bat most|\bno(?:t)? (?:more|higher|greater) than|\bnot over|\bnot above|\bup to|\bmaximum(?: of)?|<=|"
           r"≤|不超过|不超過|"
           r"不多于|不多於|不高于|不高於|不大于|不大於|至多|最多|小于(?:或)?等于|小於等於"),
    ("gt", r"\b(?:more|greater|higher|larger|bigger|longer) than|\bover|\babove|\bexceed(?:s|ing)?|>|大于|大於|"
           r"超过|超過|高于|高於|"
           r"多于|多於|长于|長於|贵于|貴於"),
    ("lt", r"\b(?:less|fewer|lower|cheaper|shorter|smaller) than|\bunder|\bbelow|<|小于|小於|低于|低於|少于|少於|"
           r"不到|不足|未满|未滿|"
           r"便宜于"),
    ("eq", r"\bexactly|\bequals?(?: to)?|==?|等于|等於|ちょうど|恰好|正好|刚好|剛好"),
))  # fmt: skip
_THAN = re.compile(r"比\s*$")
_BACK = tuple((op, re.compile(rf"\s*(?:{pattern})")) for op, pattern in (
    ("ne", r"以外|之外|ではない|でない|じゃない|ではありません"),
    ("ge", r"(?:or (?:more|above|higher|over|longer)|and (?:up|above|over))(?! ?[$¥€£₩]?\d)|\+|及?以上|或以上|"
           r"或更多|起"),
    ("le", r"(?:or (?:less|fewer|under|below|lower|shorter)|and (?:below|under))(?! ?[$¥€£₩]?\d)|及?以下|或以下|"
           r"以内|以內"),
    ("lt", r"未満|未满|より(?:も)?(?:少な|小さ|低|安|短|下)|を下回|に満たな"),
    ("gt", r"より(?:も)?(?:多|大き|高|長|上)|を?超(?:え|過)|を上回|以?上回"),
))  # fmt: skip
_MORE = re.compile(r"\s*(?:还|還|要|更)?(?:多|高|贵|貴|大|长|長)")
_LESS = re.compile(r"\s*(?:还|還|要|更)?(?:少|低|便宜|小|短)")
_JOINS = re.compile(r"\s*(?:and|to|から|以上|到|至|~|〜|～|–|—|-|和|と)\s*")
_RANGE_FRONT = re.compile(r"(?:\bbetween|\bfrom|在|介于|从)\s*$")
_RANGE_BACK = re.compile(r"\s*(?:之间|之間|の間|まで|以下|以内|間)")
# A number that cannot be a year, on the other side of a range.
_RANGE_OF_NUMBERS_FRONT = re.compile(r"(?<![\d年])(?!(?:19|20)\d\d\D)\d[\d,.]*\s*(?:万|円|元)?\s*(?:から|到|至|~|"
                                     r"〜|–|-|\band\b|\bto\b)\s*$")
_RANGE_OF_NUMBERS_BACK = re.compile(r"\s*(?:から|到|至|~|〜|–|\band\b|\bto\b)\s*(?!(?:19|20)\d\d(?!\d))\d{3,}")
_DURATIONS = "分钟 分鐘 分間 分 minute minutes min mins 小时 小時 時間 hour hours 秒 second seconds"
DURATIONS = frozenset(_DURATIONS.split())
_IS = re.compile(r"(?:\b(?:is|are|was|were|of|at|costs?|=|:|for)|是|为|為|有|が|は|:|剩)\s*(?:a |the )?$")
_ORDINAL = re.compile(r"第\s*$|#\s*$|no\.? ?$|\bnumber $")


@dataclass(frozen=True, slots=True)
class Number:
    value: float
    unit: str
    span: Span


@dataclass(frozen=True, slots=True)
class Compared:
    """What is compared with ``value``, or lies between it and ``upper``. ``plain``: nothing says how, so it may as well
    be no condition. ``span``: the number with the words that say how. ``unit``: "" for none.
    """

    op: str
    value: float
    unit: str
    span: Span
    upper: float | None = None
    plain: bool = False
    copula: bool = False  # "stock is 0"


def compared(text: str, covered: Covered) -> list[Compared]:
    """Return the numbers that are left in a folded question, with what compares them, and cover them."""
    found = [one for one in _numbers(text) if covered.is_free(one.span)][:MAX_NUMBERS]
    out: list[Compared] = []
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        between = _between(text, one, other) if other else None
        out.append(between or _single(text, one))
        at += 2 if between else 1
    for one in out:
        covered.add(one.span)
    return out


def _numbers(text: str) -> list[Number]:
    found: list[Number] = []
    for match in _NUMBER.finditer(text):
        spoken = match["spoken"] or match["spoken2"]
        value = float(_SPOKEN[spoken]) if spoken else float(match["number"].replace(",", "")) * _MULTIPLIERS.get(
            match["times"] or "", 1)
        unit = (match["lead"] or match["unit"] or "").strip()
        low = match.start() + (len(match.group()) - len(match.group().lstrip()))
        found.append(Number(value, _CANONICAL.get(unit, unit), (low, match.end())))
    return found


def _between(text: str, one: Number, other: Number) -> Compared | None:
    low, high = one.span[0], other.span[1]
    front, back = _RANGE_FRONT.search(text[:low]), _RANGE_BACK.match(text[high:])
    join = _JOINS.fullmatch(text[one.span[1]:other.span[0]])
    if join is None or not (front or back or join.group().strip() in ("~", "〜", "～", "から", "到", "至", "–", "-")):
        return None
    if not is_alike(one.unit, other.unit):
        return None
    span = (front.start() if front else low, high + (back.end() if back else 0))
    return Compared("ge", min(one.value, other.value), other.unit or one.unit, span, max(one.value, other.value))


def _single(text: str, one: Number) -> Compared:
    low, high = one.span
    before, behind = text[:low], text[high:]
    for op, pattern in _BACK:
        match = pattern.match(behind)
        if match:
            front = re.search(r"(?:\bthan|比)\s*$", before)
            return Compared(op, one.value, one.unit, (front.start() if front else low, high + match.end()))
    than = _THAN.search(before)
    if than:
        for op, pattern in (("gt", _MORE), ("lt", _LESS)):
            match = pattern.match(behind)
            if match:
                return Compared(op, one.value, one.unit, (than.start(), high + match.end()))
    for op, pattern in _FRONT:
        match = pattern.search(before)
        if match:
            return Compared(op, one.value, one.unit, (match.start(), high))
    is_ = _IS.search(before)
    if _ORDINAL.search(before):
        return Compared("eq", one.value, one.unit, (max(0, low - 1), high), plain=True)
    return Compared("eq", one.value, one.unit, (low, high), plain=True, copula=is_ is not None)


def number_in(text: str) -> float | None:
    """Return the number that a text is, however it is dressed (¥3,000, 800円, 12%); None for another text."""
    plain = folded(text)
    found = _numbers(plain)
    return found[0].value if len(found) == 1 and found[0].span == (0, len(plain)) else None


def is_compared(text: str, span: Span) -> bool:
    """Whether a number at ``span`` stands beside words that compare amounts."""
    if _RANGE_OF_NUMBERS_FRONT.search(text[:span[0]]) or _RANGE_OF_NUMBERS_BACK.match(text[span[1]:]):
        return True
    return any(pattern.search(text[:span[0]]) for op, pattern in _FRONT if op not in ("eq", "ne")) or any(
        pattern.match(text[span[1]:]) for _, pattern in _BACK if not pattern.match("以外"))


def is_alike(one: str, other: str) -> bool:
    """Whether two units can be the same; none can be any."""
    return not one or not other or one == other or frozenset((one, other)) in _ALIKE
