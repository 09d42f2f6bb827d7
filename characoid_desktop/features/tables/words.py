"""The words of a question that tell what is wanted of a table, in English, Chinese and Japanese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from characoid_desktop.core.grams import DENSE, folded

_COUNTERS = "個个條条行首人名位家件種种類类本部只张張場场次份曲冊枚回社軒店"
COUNT = re.compile(
    r"\bhow many\b|\bnumber of\b|\bcount\b|(?:多少|几|幾)(?=[" + _COUNTERS + r"])|有(?:多少|几|幾)|いくつ|"
    r"何(?=[" + _COUNTERS + r"つ])|件数|個数|何種類")
SUM = re.compile(r"\btotals?\b|\bsum\b|\baltogether\b|\bin all\b|总共|總共|一共|合计|合計|总计|總計|总和|總和|总数|"
                 r"總數|总量|總量|加起来|加起來|総数|総計|全部で|总(?=.)")
AVERAGE = re.compile(r"\baverage\b|\bmean\b|平均")
HIGHEST = re.compile(
    r"\b(?:highest|most|maximum|max|largest|biggest|longest|latest|newest|greatest|top)\b|"
    r"最(?:高|多|大|贵|貴|长|長|晚|新)|"
    r"(?:最も|もっとも|一番|いちばん)(?=高|多|大|長|新|遅)")
LOWEST = re.compile(
    r"\b(?:lowest|least|fewest|minimum|min|smallest|shortest|cheapest|earliest)\b|最(?:低|少|小|便宜|短|早|安|古)|"
    r"(?:最も|もっとも|一番|いちばん)(?=低|少|小|短|安|早|古)")
EACH = re.compile(r"\bper\b|\beach\b|\bby\b|\bfor every\b|每[个個位首人家种種]?|各|按|分别|分別|ごと|毎|別")
TABLES = re.compile(r"\b(?:tables|spreadsheets|datasets)\b|(?:哪些|什么|几个|列出|所有|全部).{0,6}(?:表|表格)|"
                    r"(?:表格|数据表).{0,4}(?:列表|哪些)|"
                    r"(?:テーブル|データ表|データの表).{0,8}(?:一覧|リスト|ある|あり|どんな|何)|どんな(?:テーブル|データ表|データの表)")
PRICE = re.compile(r"expensive|cheap|贵|貴|便宜|高い|安")
PRICE_COLUMN = re.compile(r"price|cost|价|價|値段|金額|金额|费|費|料金")
TIME = re.compile(r"latest|newest|earliest|最(?:晚|新|早|古)|新し|早|古")
YEAR_COLUMN = re.compile(r"\byear\b|年份|年度|^年$")

_NUMBER = r"(-?\d+(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)"
_COMPARISONS = (
    ("ge", re.compile(rf"(?:\bat least|\bno less than|不少于|不低于|至少|>=|≥)\s*{_NUMBER}")),
    ("le", re.compile(rf"(?:\bat most|\bno more than|不超过|不多于|不高于|至多|<=|≤)\s*{_NUMBER}")),
    ("gt", re.compile(r"(?:\bmore than|\bover|\babove|\bgreater than|\bhigher than|大于|大於|超过|超過|高于|多于|>)\s*"
                      + _NUMBER)),
    ("lt", re.compile(r"(?:\bless than|\bunder|\bbelow|\bfewer than|\blower than|小于|小於|低于|少于|不到|<)\s*"
                      + _NUMBER)),
    ("ge", re.compile(rf"{_NUMBER}\s*\S{{0,2}}?以上")), ("le", re.compile(rf"{_NUMBER}\s*\S{{0,2}}?以(?:下|内)")),
    ("lt", re.compile(rf"{_NUMBER}\s*\S{{0,2}}?(?:未満|より(?:少|小|低|安|短))")),
    ("gt", re.compile(rf"{_NUMBER}\s*\S{{0,2}}?(?:より(?:多|大|高|長)|を超え)")),
)  # fmt: skip
_DAY = re.compile(r"\b((?:19|20)\d\d)(?:[-/.年]\s?(\d{1,2})(?:[-/.月]\s?(\d{1,2}))?)?")
_WORD = re.compile(rf"(?P<dense>{DENSE}+)|(?P<word>(?:(?!{DENSE})[^\W_])+)")


@dataclass(frozen=True, slots=True)
class Comparison:
    op: str
    value: float
    span: tuple[int, int]


def comparisons(text: str) -> list[Comparison]:
    """Return what a folded question compares with a number; each number once."""
    found: list[Comparison] = []
    for op, pattern in _COMPARISONS:
        for match in pattern.finditer(text):
            span = match.span(1)
            if not any(span[0] < other.span[1] and other.span[0] < span[1] for other in found):
                found.append(Comparison(op, float(match.group(1).replace(",", "")), span))
    return found


def day_in(text: str, taken: list[tuple[int, int]]) -> tuple[str, ...]:
    """Return a year, month and day that a folded question names, as far as it does: ("2024", "05")."""
    for match in _DAY.finditer(text):
        if not any(low <= match.start() < high for low, high in taken):
            return tuple(part.zfill(2) for part in match.groups() if part)
    return ()


def asks_for_tables(question: str) -> bool:
    """Whether a question is about which tables there are."""
    return TABLES.search(folded(question)) is not None


def mention(name: str, text: str) -> float:
    """Return how surely a folded question names ``name`` (0 to 1): as a whole, or by most of its words or pairs."""
    name = folded(name)
    if not name:
        return 0.0
    own = _pieces(name)
    if not own:
        return 0.0
    there = _question_pieces(text)
    hit = sum(piece in there for piece in own) / len(own)
    if hit == 1.0:
        return 1.0
    return 0.5 if hit >= 0.6 and len(own) > 1 else 0.0


@lru_cache(maxsize=16)
def _question_pieces(text: str) -> frozenset[str]:
    return frozenset(_pieces(text))


def names_cell(cell: str, text: str) -> bool:
    """Whether a folded question has the whole text of a cell, as a word where words have ends."""
    cell = folded(cell)
    if len(cell) < 2 or cell.isdigit():
        return False
    at = text.find(cell)
    while at >= 0:
        if _ends(text, at, cell[0], before=True) and _ends(text, at + len(cell), cell[-1], before=False):
            return True
        at = text.find(cell, at + 1)
    return False


def _ends(text: str, at: int, edge: str, *, before: bool) -> bool:
    if not edge.isascii() or not edge.isalnum():
        return True
    other = text[at - 1: at] if before else text[at: at + 1]
    return not (other.isascii() and other.isalnum())


def _pieces(text: str) -> list[str]:
    """Words without their plural, and pairs of characters where words have no ends."""
    found: list[str] = []
    for part in _WORD.finditer(text):
        run = part.group()
        if part["dense"] is not None:
            found.extend([run[n:n + 2] for n in range(len(run) - 1)] if len(run) > 1 else [run])
            if len(run) > 1:
                continue
        else:
            found.append(_stem(run))
    return found


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
