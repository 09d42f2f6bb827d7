"""Numbers as people write them into sheets: with a currency, a per cent sign, a counter, thousands, full-width digits.

What one cell means may depend on the others of its column: "1.200 €" is 1200 or 1.2. So a cell tells every way it can
be read, and the column takes the way that all its cells have in common.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

POINT, COMMA = 1, 2  # the decimal sign; the other one, or a space, parts thousands
MAX_FIGURE_CHARS = 40

_CURRENCIES = {
    "円": "円 圓 日円 日元 jpy yen", "元": "元 块 塊 人民币 人民幣 rmb cny 人民元", "¥": "¥", "USD": "us$ usd 美元 "
        "ドル 米ドル",
    "$": "$", "€": "€ eur euro euros ユーロ 欧元", "£": "£ gbp 英镑 ポンド", "₩": "₩ krw 원 韩元 ウォン", "NT$": "nt$ "
        "twd ntd 新台币 新臺幣 台币",
    "HK$": "hk$ hkd 港币 港元",
}  # fmt: skip
_COUNTERS = (
    "個 个 件 人 名 位 回 次 枚 张 張 本 点 點 首 曲 冊 册 部 台 杯 箱 袋 セット 套 分 分钟 分鐘 分間 min 秒 s "
    "時間 小时 小時 h kg g cm mm "
    "pt pts pcs 票 歳 岁 再生 views 人目 万 萬 million k m")
_SHAPE_WORDS = frozenset(["万", "萬", "million", "k", "m"])  # they multiply, and are no units: such a column stays text
_UNITS = {word: unit for unit, words in _CURRENCIES.items() for word in words.split()} | {
    word: word for word in _COUNTERS.split() if word not in _SHAPE_WORDS} | {"%": "%"}
_SAME: dict[frozenset[str], str] = {
    frozenset(("¥", "円")): "円", frozenset(("¥", "元")): "元", frozenset(("$", "USD")): "USD"}
# Where a sign for thousands is no matter of the reader's country. Elsewhere three digits after one sign may be either.
_POINT_ONLY = frozenset(("¥", "円", "元", "$", "USD", "£", "₩", "NT$", "HK$")) | frozenset(_COUNTERS.split())

_NUMBER = r"[0-9][0-9., '\u2019]*"
_WORD = r"[^0-9()+\-.,]{0,8}"
_WHOLE = re.compile(rf"(?P<before>{_WORD}?)\s*(?P<open>\(?)\s*(?P<sign>[+\-]?)\s*(?P<inner>{_WORD}?)\s*"
                    rf"(?P<number>{_NUMBER})\s*(?P<after>{_WORD}?)\s*(?P<close>\)?)\s*(?P<last>{_WORD})")
_DIGITS = r"(?:0|[1-9][0-9]{0,17})"
_BY = {
    POINT: re.compile(rf"(?:{_DIGITS}|"
                      rf"[1-9][0-9]{{0,2}}(?:([, '\u2019])[0-9]{{3}})(?:\1[0-9]{{3}}){{0,4}})(?:\.[0-9]{{1,12}})?"),
    COMMA: re.compile(rf"(?:{_DIGITS}|"
                      rf"[1-9][0-9]{{0,2}}(?:([. '\u2019])[0-9]{{3}})(?:\1[0-9]{{3}}){{0,4}})(?:,[0-9]{{1,12}})?"),
}  # fmt: skip
_ODD_SPACES = re.compile(r"[\u00a0\u2000-\u200a\u202f\u3000]")
_MINUS = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe63": "-", "△": "-", "▲": "-", "￥": "¥", "。": "."})
_BRACKET = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{1,8})\s*[)\]）］】]\s*$")


@dataclass(frozen=True, slots=True)
class Figure:
    """``number``: the digits and signs between them. ``ways``: POINT, COMMA or both. ``unit``: "" for none.
    ``sure``: it has what only a number has, beyond its digits: a unit, or both signs. ``bracketed``: the minus is a
    pair of brackets.
    """

    number: str
    ways: int
    unit: str
    negative: bool
    bracketed: bool
    sure: bool


@lru_cache(maxsize=4096)
def figure_of(text: str) -> Figure | None:
    """Return how a cell can be read as one number, None when it cannot."""
    if len(text) > MAX_FIGURE_CHARS:
        return None
    plain = _ODD_SPACES.sub(" ", unicodedata.normalize("NFKC", text).translate(_MINUS)).casefold().strip()
    match = _WHOLE.fullmatch(plain)
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    units = [word.strip() for word in (match["before"], match["inner"], match["after"], match["last"]) if word.strip()]
    negative = match["sign"] == "-"
    unit = _joined([_UNITS.get(word, "?") for word in units])
    number = match["number"].strip()
    ways = sum(way for way, pattern in _BY.items() if pattern.fullmatch(number))
    if unit is None or "?" in unit or not ways or (match["open"] and match["sign"]):
        return None
    signs = {sign for sign in ".," if sign in number}
    if not unit and " " in number and not signs:
        return None  # 555 123 is rather a telephone number
    if ways == POINT | COMMA and signs == {","} and (not unit or unit in _POINT_ONLY):
        ways = POINT
    bracketed = bool(match["open"])
    return Figure(number, ways, unit, negative or bracketed, bracketed, bool(unit) or len(signs) == 2)


def value_of(text: str, way: int) -> int | float | None:
    """Return the number in a cell, read one way; None for what cannot be read so."""
    figure = figure_of(text)
    if figure is None or not figure.ways & way:
        return None
    decimal = "." if way == POINT else ","
    digits = "".join(c for c in figure.number if c.isdigit() or c == decimal).replace(",", ".")
    value = float(digits) if "." in digits else int(digits)
    return -value if figure.negative else value


class Figures:
    """The cells of a column that is all figures so far."""

    def __init__(self, *, impossible: bool = False) -> None:
        self._possible = not impossible
        self._ways = POINT | COMMA
        self._marked = False  # some cell has a sign between its digits
        self._fraction = {POINT: False, COMMA: False}
        self._sure = self._plain = self._unbracketed = False
        self._unit = ""

    @property
    def is_possible(self) -> bool:
        return self._possible

    def saw(self, text: str) -> None:
        figure = figure_of(text)
        unit = None if figure is None else self._with(figure)
        if figure is None or unit is None or not self._ways & figure.ways:
            self._possible = False
            return
        self._unit, self._ways = unit, self._ways & figure.ways
        self._sure |= figure.sure
        self._unbracketed |= not figure.bracketed
        self._marked |= "." in figure.number or "," in figure.number
        self._fraction[POINT] |= "." in figure.number
        self._fraction[COMMA] |= "," in figure.number

    def _with(self, figure: Figure) -> str | None:
        """The unit of the column with this cell; None when they do not go together. Nothing needs no unit but zero."""
        if not figure.unit and figure.number == "0":
            return self._unit
        if not figure.unit:
            self._plain = True
            return None if self._unit else ""
        return None if self._plain else _joined([self._unit, figure.unit] if self._unit else [figure.unit])

    @property
    def way(self) -> int:
        """POINT or COMMA; 0 when these are no numbers, or numbers that can be read two ways."""
        if not self._possible or not self._unbracketed:
            return 0
        if self._ways == POINT | COMMA:
            return 0 if self._marked else POINT
        return self._ways if self._ways == POINT or self._sure else 0

    @property
    def is_whole(self) -> bool:
        return not self._fraction[self.way or POINT]

    @property
    def unit(self) -> str:
        return self._unit


def unit_in(name: str) -> str:
    """Return the unit that the name of a column has in brackets at its end, as 価格(円); "" for none."""
    match = _BRACKET.search(name)
    return _UNITS.get(unicodedata.normalize("NFKC", match[1]).casefold().strip(), "") if match else ""


def _joined(units: list[str]) -> str | None:
    """Return the one unit that all of these are; "" for none, None for several."""
    unit = ""
    for one in units:
        if not unit or one == unit:
            unit = one
        elif _SAME.get(frozenset((unit, one))):
            unit = _SAME[frozenset((unit, one))]
        else:
            return None
    return unit
