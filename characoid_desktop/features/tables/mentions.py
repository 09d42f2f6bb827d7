"""Where a question names a column, a cell or a table. All texts are folded (``core.grams.folded``)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from characoid_desktop.core.grams import DENSE, folded
from characoid_desktop.features.tables.models import Kind, TableColumn

Span = tuple[int, int]
_WORD = re.compile(rf"(?P<dense>{DENSE}+)|(?P<word>(?:(?!{DENSE})[^\W_])+)")
_BRACKETS = re.compile(r"[(\[【（][^()\[\]【】（）]*[)\]】）]")
_HAN = re.compile(r"[\u3400-\u9fff]")
OPENING, CLOSING = "「『“\"'《〈‘", "」』”\"'》〉’"

# What is called differently in another language, or by another word, and is the same kind of column.
_CONCEPTS = tuple(tuple(words.split()) for words in (
    "price cost 価格 値段 价格 價格 单价 單價 単価 定価 售价 售價",
    "amount 金額 金额",
    "stock inventory 在庫 库存 庫存",
    "sales 売上 販売数 销量 銷量 销售量",
    "views plays 再生数 再生回数 再生 播放量 播放数 播放次数 播放 視聴数",
    "title 曲名 タイトル 标题 標題 歌名 题目",
    "singer artist 歌手 アーティスト",
    "date 日付 日期 配信日 公開日 発売日",
    "time 時間 時刻 时间 開始時刻",
    "product item goods merch 商品 グッズ 品名 周边",
    "game ゲーム 游戏 遊戲",
    "category genre type 種類 ジャンル カテゴリ 类型 類型 分类",
    "duration length 長さ 时长 時長 配信時間",
    "quantity qty 数量 個数 枚数",
    "viewers 视聴者数 視聴者数 观看人数 觀看人數 人看 同接",
    "viewer supporter donor user sender ユーザー 支援者 送り主 用户 观众 送礼人",
    "message comment コメント メッセージ 留言 评论",
    "status state 状態 状态",
    "key キー 调 調 调性 調性",
))  # fmt: skip
# What tables are about: a question about one of these is not asked of a table of another.
_TOPICS = tuple(tuple(words.split()) for words in (
    "stream streams schedule broadcast broadcasts 配信 枠 生放送 直播 放送 スケジュール",
    "song songs track tracks music setlist singer 曲 歌 楽曲 セトリ",
    "merch item items product products goods stock グッズ 商品 周边 在庫 库存 庫存",
    "superchat superchats donate donated donation donations donor tips スパチャ 投げ銭 打赏 打賞",
))  # fmt: skip
WEAK = 0.4  # the score of a column of which only the beginning is named: 発売 of 発売日
_FREE_HAN = "的是和与跟在有吗呢了由"  # beside these a single character is a word of its own
_WEEKDAY = re.compile("(?:星期|周|週)[一二三四五六日天]|(?<=[日月火水木金土])曜")
_LEAST = 0.6  # of the pieces of a name


@dataclass(frozen=True, slots=True)
class Mention:
    """``score``: how surely, 0 to 1. ``spans``: where."""

    column: TableColumn
    score: float
    spans: tuple[Span, ...]


class Covered:
    """Which characters of a question are understood."""

    def __init__(self, text: str) -> None:
        self._marks = bytearray(len(text))

    def add(self, *spans: Span) -> None:
        for low, high in spans:
            self._marks[low:high] = b"\1" * (high - low)

    def is_free(self, span: Span) -> bool:
        return not any(self._marks[span[0]:span[1]])

    def __getitem__(self, at: int) -> bool:
        return bool(self._marks[at])


def mentions(columns: Iterable[TableColumn], text: str) -> list[Mention]:
    """Return the columns that a question names: by their name, by most of its words, or by a word for the same."""
    found: dict[str, Mention] = {}
    columns = list(columns)
    for one in columns:
        score, spans = named(one.name, text)
        spans = tuple(span for span in spans if not _WEEKDAY.match(text, span[0]))  # 星期一 is no 星期
        if spans:
            found[one.name] = Mention(one, score, spans)
    whole = [span for one in found.values() if one.score == 1.0 for span in one.spans]
    kept = {name: one for name, one in found.items() if not all(
        any(low <= span[0] and span[1] <= high and high - low > span[1] - span[0] for low, high in whole)
        for span in one.spans)}
    taken = Covered(text)
    taken.add(*(span for one in kept.values() for span in one.spans))
    for words in _CONCEPTS:
        alike = [one for one in columns if _is_one_of(words, folded(one.name))]
        if len(alike) != 1 or alike[0].name in kept:
            continue
        spans = tuple(span for word in words for span in occurrences(word, text) if taken.is_free(span))
        if spans:
            kept[alike[0].name] = Mention(alike[0], 0.8, spans)
    for one in columns:
        known = one.name in kept or one.kind is Kind.TEXT  # what begins as a column of text rather stands in its cells
        start = "" if known else _beginning(folded(one.name), text)
        spans = tuple(span for span in occurrences(start, text) if taken.is_free(span))
        if spans:
            kept[one.name] = Mention(one, WEAK, spans)
    return [kept[one.name] for one in columns if one.name in kept]


def is_stock(name: str) -> bool:
    """Whether a folded name of a column says that it holds what is left in stock."""
    return _is_one_of(["stock", "inventory", "在庫", "库存", "庫存"], name) or "在庫" in name or "库存" in name


def is_about(names: Iterable[str], text: str) -> bool:
    """Whether a table with these folded names is about what a folded question is about: streams, songs, merch …"""
    names = list(names)
    return any(any(_has(text, word) for word in words) and any(_has(name, word) for word in words for name in names)
               for words in _TOPICS)


def _has(text: str, word: str) -> bool:
    return word in text if not word.isascii() else bool(occurrences(word, text))


def _beginning(name: str, text: str) -> str:
    """The longest beginning of a name without spaces, half of it at least, that stands in the question."""
    for size in range(len(name) - 1, max(1, (len(name) - 1) // 2), -1):
        if name[:size] in text and re.fullmatch(f"{DENSE}+", name[:size]):
            return name[:size]
    return ""


def named(name: str, text: str) -> tuple[float, tuple[Span, ...]]:
    """Return how surely a question has a name in it (0 to 1), and where: as a whole, or by most of its words or pairs.

    What stands in brackets in the name is not asked for.
    """
    name = folded(name)
    for form in dict.fromkeys((name, " ".join(_BRACKETS.sub(" ", name).split()))):
        spans = occurrences(form, text)
        if spans:
            return 1.0, spans
        own = {piece for piece, _ in _pieces(form)}
        there = [(piece, span) for piece, span in _pieces_of_question(text) if piece in own]
        hit = len({piece for piece, _ in there}) / len(own) if own else 0.0
        if hit == 1.0 or (hit >= _LEAST and len(own) > 1):
            return (0.9 if hit == 1.0 else 0.5), tuple(span for _, span in there)
    return 0.0, ()


def occurrences(name: str, text: str) -> tuple[Span, ...]:
    """Return where a folded name stands in a folded question, as a word where words have ends."""
    found: list[Span] = []
    at = text.find(name) if name else -1
    while at >= 0:
        end = at + len(name)
        if _ends(text, at, name[0], before=True) and _ends(text, end, name[-1], before=False) and (
                len(name) > 1 or (name.isascii() and name.isalpha()) or _stands_alone(text, at, end)):
            found.append((at, end))
        at = text.find(name, at + 1)
    return tuple(found)


def is_quoted(text: str, span: Span) -> bool:
    """Whether a piece of a question stands in quotation marks."""
    before, after = text[span[0] - 1:span[0]], text[span[1]:span[1] + 1]
    return bool(before) and before in OPENING and bool(after) and after in CLOSING


def _stands_alone(text: str, at: int, end: int) -> bool:
    """Whether a single character is a word of its own: no Han or number beside it."""
    around = text[max(0, at - 1):at] + text[end:end + 1]
    return not text[at:end].isdigit() and not any(
        (_HAN.match(char) and char not in _FREE_HAN) or char.isdigit() for char in around)


def _ends(text: str, at: int, edge: str, *, before: bool) -> bool:
    if not edge.isascii() or not edge.isalnum():
        return True
    other = text[at - 1:at] if before else text[at:at + 1]
    return not (other.isascii() and other.isalnum())


def _is_one_of(words: Iterable[str], name: str) -> bool:
    return any(occurrences(word, name) for word in words)


@lru_cache(maxsize=16)
def _pieces_of_question(text: str) -> tuple[tuple[str, Span], ...]:
    return tuple(_pieces(text))


def _pieces(text: str) -> list[tuple[str, Span]]:
    """Words without their plural, and pairs of characters where words have no ends."""
    found: list[tuple[str, Span]] = []
    for part in _WORD.finditer(text):
        run, at = part.group(), part.start()
        if part["dense"] is None:
            found.append((stem(run), part.span()))
        elif len(run) == 1:
            found.append((run, part.span()))
        else:
            found.extend((run[n:n + 2], (at + n, at + n + 2)) for n in range(len(run) - 1))
    return found


def stem(word: str) -> str:
    """Return an English word without its plural."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 4 and word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
