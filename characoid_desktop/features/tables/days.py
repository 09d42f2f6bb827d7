"""The days, months and years that a question names, as bounds that ISO 8601 texts compare with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from characoid_desktop.features.tables.mentions import Covered, Span

MAX_DAYS = 8  # in one question; more are left over, which is said
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")
_MONTH = "(?P<name>" + "|".join(f"{one[:3]}(?:{one[3:]})?" if one != "may" else "may" for one in _MONTHS) + r")\b\.?"
_NTH = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?!\d)"
_EDGE = r"(?<![\d.a-z])"
_DATES = tuple(re.compile(one) for one in (
    rf"{_EDGE}{_YEAR}(?P<sign>[-/.])(?P<month>\d{{1,2}})(?!\d)(?:(?P=sign)(?P<day>\d{{1,2}})(?!\d))?",
    rf"{_EDGE}{_YEAR} ?年(?:度)?(?: ?の? ?(?P<month>\d{{1,2}}) ?月(?:份)?(?: ?の? ?(?P<day>\d{{1,2}}) ?[日号號])?)?",
    rf"\b{_MONTH} {_NTH}(?:,? {_YEAR})?", rf"{_EDGE}{_NTH} (?:of )?{_MONTH}(?:,? {_YEAR})?",
    rf"\b{_MONTH},? (?:of )?{_YEAR}",
    rf"(?:(?<=\bin )|(?<=\bof )|(?<=\bduring )|(?<=\bsince )|(?<=\bbefore )|(?<=\bafter )){_MONTH}",
    rf"\b(?!may|mar|march){_MONTH}",
    r"(?P<cn>十[一二]?|[一二三四五六七八九])月(?:份)?(?!曜)",
    r"(?<![\d年])(?P<month>\d{1,2}) ?月(?:份)?(?: ?の? ?(?P<day>\d{1,2}) ?[日号號])?(?!曜)",
    rf"{_EDGE}(?P<month>1[0-2]|[1-9])/(?P<day>\d{{1,2}})(?![\d/])",
))  # fmt: skip
_YEAR_ALONE = re.compile(rf"{_EDGE}{_YEAR}(?![\d,.]\d)(?!\s*[%円元個个件枚人回本台点])")

_CN_NUMBERS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_CN_MONTHS = {word: number for number, word in enumerate(_CN_NUMBERS, 1)}
_RELATIVE: tuple[tuple[str, str, int], ...] = (
    (r"\btoday\b|\btonight\b|今日|本日|今天|今晚|今夜", "day", 0), (r"\btomorrow\b|明日|明天|明晚", "day", 1),
    (r"\byesterday\b|昨日|昨天|昨晚", "day", -1),
    (r"\bthis month\b|今月|这个?月|這個?月|本月", "month", 0), (r"\bnext month\b|来月|下个?月|下個?月", "month", 1),
    (r"\blast month\b|先月|上个?月|上個?月", "month", -1),
    (r"\bthis year\b|今年", "year", 0), (r"\bnext year\b|来年|明年", "year", 1),
    (r"\blast year\b|去年|昨年", "year", -1),
    (r"\bthis week\b|今週|这个?(?:周|星期)|這個?(?:週|星期)|本周|本週", "week", 0),
    (r"\bnext week\b|来週|下个?(?:周|星期)(?![一二三四五六日天末])|下週", "week", 1),
    (r"\blast week\b|先週|上个?(?:周|星期)(?![一二三四五六日天末])|上週", "week", -1),
)
_OF_WEEK = re.compile(  # 下周四: one day of that week; with 周末 its two last
    r"(?P<week>上上|上|这|這|本|下下|下)个?(?:周|週|星期|礼拜|禮拜)(?P<day>[一二三四五六日天末])")
_WEEKS = {"上上": -2, "上": -1, "下": 1, "下下": 2}
_RELATIVES = tuple((re.compile(pattern), unit, step) for pattern, unit, step in _RELATIVE)
_WEEK = "(?:星期|周|週|礼拜|禮拜)"
_WEEKDAYS = tuple(re.compile(one) for one in (
    rf"\bsundays?\b|日曜日?|{_WEEK}[日天]", rf"\bmon(?:day)?s?\b|月曜日?|{_WEEK}一",
    rf"\btue(?:s|sday)?s?\b|火曜日?|{_WEEK}二", rf"\bwednesdays?\b|水曜日?|{_WEEK}三",
    rf"\bthu(?:rs|rsday)?s?\b|木曜日?|{_WEEK}四", rf"\bfri(?:day)?s?\b|金曜日?|{_WEEK}五",
    rf"\bsaturdays?\b|土曜日?|{_WEEK}六"))

_BETWEEN = re.compile(r"\s*(?:から|到|至|~|〜|～|–|—|-|and|to|until|through|と|和)\s*")
_FRONT = tuple((re.compile(pattern), bound) for pattern, bound in (
    (r"(?:\bon or after|\bsince|\bstarting(?: in| on| from)?|从|自)\s*$", "from"),
    (r"(?:\bon or before|\buntil|\btill|\bup to|\bthrough|截至|到)\s*$", "until"),
    (r"(?:\bafter|\blater than)\s*$", "after"), (r"(?:\bbefore|\bearlier than|\bprior to)\s*$", "before")))
_BACK = tuple((re.compile(pattern), bound) for pattern, bound in (
    (r"\s*(?:以降|以来|以後|以后|から|起|开始|開始|on(?:wards?)?\b|or later|and later)", "from"),
    (r"\s*(?:より後|之后|之後|后|後)", "after"), (r"\s*(?:より前|之前|前)", "before"),
    (r"\s*(?:まで|为止|為止)", "until"), (r"\s*以前", "until/before")))
_KANA = re.compile(r"[\u3041-\u30fa]")


@dataclass(frozen=True, slots=True)
class When:
    """A condition for days: from ``low`` on, before ``high`` (ISO 8601, as far as it goes); ``part`` stands in the day
    (-10- for October of any year); ``weekday``: 0 for Sunday.
    """

    span: Span
    low: str = ""
    high: str = ""
    part: str = ""
    weekday: int | None = None

    @property
    def is_of_years(self) -> bool:
        """Whether its bounds are years."""
        return bool(self.low or self.high) and len(self.low) in (0, 4) and len(self.high) in (0, 4)

    @property
    def year(self) -> int | None:
        """The year, where exactly one whole year is meant."""
        return int(self.low) if len(self.low) == 4 and self.high == str(int(self.low) + 1) else None


def days_of_weeks(text: str) -> list[Span]:
    """Where a question names a day of a certain week (下周四): there no cell "周四" is meant."""
    return [match.span() for match in _OF_WEEK.finditer(text)]


def days(text: str, covered: Covered, today: date, is_year: Callable[[Span], bool]) -> list[When]:
    """Return the conditions for days in a folded question and cover them. ``is_year``: whether a number like 2024 that
    stands alone may be a year.
    """
    found: list[When] = []
    for one in (*_DATES, _YEAR_ALONE):
        for match in one.finditer(text):
            free = covered.is_free(match.span()) and (one is not _YEAR_ALONE or is_year(match.span()))
            when = _of_match(match) if free else None
            if when is not None and len(found) < MAX_DAYS:
                covered.add(when.span)
                found.append(when)
    for match in _OF_WEEK.finditer(text):
        if covered.is_free(match.span()):
            covered.add(match.span())
            found.append(_of_week(match, today))
    for pattern, unit, step in _RELATIVES:
        for match in pattern.finditer(text):
            if covered.is_free(match.span()):
                covered.add(match.span())
                found.append(_relative(match.span(), today, unit, step))
    for number, pattern in enumerate(_WEEKDAYS):
        for match in pattern.finditer(text):
            if covered.is_free(match.span()):
                covered.add(match.span())
                found.append(When(match.span(), weekday=number))
    found.sort(key=lambda when: when.span)
    return _bounded(text, covered, found, today)


def _of_match(match: re.Match[str]) -> When | None:
    parts = match.groupdict()
    name, year = parts.get("name"), parts.get("year")
    month = next((n + 1 for n, one in enumerate(_MONTHS) if name and one.startswith(name[:3])), 0) or int(
        parts.get("month") or _CN_MONTHS.get(parts.get("cn") or "", 0))
    day = int(parts.get("day") or 0)
    if month > 12 or day > 31 or (day and not month):
        return None
    if year is None:
        return When(match.span(), part=f"-{month:02}-{day:02}" if day else f"-{month:02}-") if month else None
    low = "-".join([year, *([f"{month:02}"] if month else []), *([f"{day:02}"] if day else [])])
    high = after(low)
    return When(match.span(), low, high) if high else None


def after(period: str) -> str:
    """Return the beginning of what follows a year, a month or a day; "" for a day that there is not."""
    parts = [int(one) for one in period.split("-")]
    try:
        if len(parts) == 1:
            return f"{parts[0] + 1:04}"
        if len(parts) == 2:
            return f"{parts[0] + parts[1] // 12:04}-{parts[1] % 12 + 1:02}"
        return (date(*parts[:3]) + timedelta(days=1)).isoformat()
    except ValueError:
        return ""


def _relative(span: Span, today: date, unit: str, step: int) -> When:
    if unit == "day":
        low = (today + timedelta(days=step)).isoformat()
    elif unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return When(span, first.isoformat(), (first + timedelta(days=7)).isoformat())
    elif unit == "month":
        months = today.year * 12 + today.month - 1 + step
        low = f"{months // 12:04}-{months % 12 + 1:02}"
    else:
        low = f"{today.year + step:04}"
    return When(span, low, after(low))


def _of_week(match: re.Match[str], today: date) -> When:
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=_WEEKS.get(match["week"], 0))
    weekend = match["day"] == "末"
    first = monday + timedelta(days=5 if weekend else "一二三四五六日".index(match["day"].replace("天", "日")))
    return When(match.span(), first.isoformat(), (first + timedelta(days=2 if weekend else 1)).isoformat())


def _bounded(text: str, covered: Covered, found: list[When], today: date) -> list[When]:
    """Join what is "from … to …", and read "before", "since" and the like beside the others.

    A bound without a year is one of this year.
    """
    out: list[When] = []
    at = 0
    while at < len(found):
        one, other = found[at], found[at + 1] if at + 1 < len(found) else None
        gap = text[one.span[1]:other.span[0]] if other else ""
        if other and _BETWEEN.fullmatch(gap):
            one, other = _of_year(one, today), _of_year(other, today)
        if other and one.low and other.low and _BETWEEN.fullmatch(gap):
            covered.add((one.span[1], other.span[0]))
            _cover_words(text, covered, one.span[0], other.span[1])
            out.append(When((one.span[0], other.span[1]), one.low, other.high))
            at += 2
            continue
        bound = _of_year(one, today)
        with_bound = _with_bound(text, covered, bound) if bound.low else bound
        out.append(one if with_bound == bound else with_bound)
        at += 1
    return out


def _of_year(one: When, today: date) -> When:
    """A month or a day of any year as that of this year."""
    low = f"{today.year:04}{one.part.rstrip('-')}"
    return When(one.span, low, after(low)) if one.part and after(low) else one


def _cover_words(text: str, covered: Covered, low: int, high: int) -> None:
    front = re.search(r"(?:\bbetween|\bfrom|从|自|在)\s*$", text[:low])
    back = re.match(r"\s*(?:之间|之間|まで|の間|間|为止)", text[high:])
    if front:
        covered.add(front.span())
    if back:
        covered.add((high, high + back.end()))


def _with_bound(text: str, covered: Covered, one: When) -> When:
    low, high = one.span
    for pattern, bound in _FRONT:
        match = pattern.search(text[:low])
        if match:
            covered.add(match.span())
            return _BOUNDS[bound](one, (match.start(), high))
    for pattern, bound in _BACK:
        match = pattern.match(text[high:])
        if match:
            covered.add((high, high + match.end()))
            if bound == "until/before":  # in Japanese the day itself is part of it, in Chinese it is not
                bound = "until" if _KANA.search(text) else "before"
            return _BOUNDS[bound](one, (low, high + match.end()))
    return one


_BOUNDS: dict[str, Callable[[When, Span], When]] = {
    "from": lambda one, span: When(span, low=one.low), "after": lambda one, span: When(span, low=one.high),
    "before": lambda one, span: When(span, high=one.low), "until": lambda one, span: When(span, high=one.high)}
