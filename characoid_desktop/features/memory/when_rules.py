"""The expressions for times in Chinese, Japanese and English, and the days they mean. The rules are in ``when.py``."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

NIGHT_BEGINS, NIGHT_ENDS = 18, 4  # o'clock; it ends on the day after
MAX_AGO = 10_000  # days, weeks …; more is no time a memory could have
_HALF_YEAR, _HALF_MONTH = 6, 15  # months, days
Days = tuple[datetime, datetime]  # without a zone, the end exclusive
DaysOf = Callable[[re.Match[str], date], Days | None]
"""``(match, today)`` → the days it means; ValueError and OverflowError: there are no such days."""

# --- stretches ----------------------------------------------------------------------------------------


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())


def _day(day: date, count: int = 1) -> Days:
    return _midnight(day), _midnight(day + timedelta(days=count))


def _part(day: date, part: str) -> Days:
    """A part of a day, by the word for it."""
    begin, hours = 0, 24
    if re.search(r"凌晨|未明", part):
        begin, hours = 0, 6
    elif re.search(r"morning|早|朝|晨|上午|午前", part, re.IGNORECASE):
        begin, hours = 4, 8
    elif re.search(r"afternoon|下午|午后|午後|昼|中午|noon", part, re.IGNORECASE):
        begin, hours = 12, 6
    elif re.search(r"evening|night|晚|晩|夜|夕|ゆうべ", part, re.IGNORECASE):
        begin, hours = NIGHT_BEGINS, 24 - NIGHT_BEGINS + NIGHT_ENDS
    start = _midnight(day) + timedelta(hours=begin)
    return start, start + timedelta(hours=hours)


def _week(day: date) -> Days:
    return _day(day - timedelta(days=day.weekday()), 7)


def _month(today: date, back: int) -> Days:
    first = today.year * 12 + today.month - 1 - back
    return _month_of(first // 12, first % 12 + 1)


def _month_of(year: int, month: int) -> Days:
    start = date(year, month, 1)
    return _midnight(start), _midnight(date(year + month // 12, month % 12 + 1, 1))


def _year(year: int) -> Days:
    return _midnight(date(year, 1, 1)), _midnight(date(year + 1, 1, 1))


def _ago(today: date, count: float, unit: str) -> Days | None:
    """The day, calendar week, month or year that many ``unit`` before today."""
    if count > MAX_AGO:
        return None
    if unit == "half year":
        return _month(today, _HALF_YEAR)
    if unit == "half month":
        return _day(today - timedelta(days=_HALF_MONTH + 3), 7)
    whole = int(count)
    if unit == "day":
        return _day(today - timedelta(days=whole))
    if unit == "week":
        return _week(today - timedelta(weeks=whole))
    return _month(today, whole) if unit == "month" else _year(today.year - whole)


def _past(today: date, count: int, unit: str) -> Days | None:
    """The last so many days up to now, today with them."""
    days = count * {"day": 1, "week": 7, "month": 30, "year": 365}[unit]
    if not 0 < days <= MAX_AGO:
        return None
    return _midnight(today - timedelta(days=days)), _midnight(today + timedelta(days=1))


def _newest(today: date, weekday: int, *, before_today: bool) -> Days:
    back = (today.weekday() - weekday) % 7
    return _day(today - timedelta(days=7 if before_today and back == 0 else back))


def _of_week(today: date, weeks_back: int, weekday: int | None, *, weekend: bool = False) -> Days:
    monday = today - timedelta(days=today.weekday() + 7 * weeks_back)
    if weekend:
        return _day(monday + timedelta(days=5), 2)
    return _week(monday) if weekday is None else _day(monday + timedelta(days=weekday))


def _date(today: date, year: int | None, month: int, day: int | None) -> Days | None:
    """A month or a day; without a year the newest one that has begun."""
    if day is None:
        days = _month_of(year if year is not None else today.year, month)
        return days if year is not None or days[0].date() <= today else _month_of(today.year - 1, month)
    at = date(year if year is not None else today.year, month, day)
    return _day(at if year is not None or at <= today else date(today.year - 1, month, day))


# --- numbers and names --------------------------------------------------------------------------------

_DIGITS = {c: n for n, word in enumerate(("〇零", "一壹", "二两兩", "三", "四", "五", "六", "七", "八", "九"))
           for c in word}
_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
          "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "couple": 2, "few": 3, "several": 4}
_NUM = r"(?:[0-9]{1,4}|[〇零一二两兩三四五六七八九十百]{1,6})"
_COUNT = (r"(?:[0-9]{1,4}|an?(?: (?:couple|few)(?: of)?)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
          r"twelve)")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")
_MONTH = (r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
          r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?")
_SAFE_MONTH = r"(?:january|february|april|june|july|august|september|october|november|december)"  # no other meaning
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = rf"(?:{'|'.join(_DAYS)})"
_JA_DAY = "月火水木金土日"
NOT_PAST = re.compile(
    r"(?:\b(?:next|every|each|coming)\s+(?:\w+\s+)?|[下每毎]个?|下個|来週の?|來週|毎週の?|每个?|次の|今度の|再来週の?|明)$",
    re.IGNORECASE)
_UNITS = {"天": "day", "日": "day", "日間": "day", "周": "week", "週": "week", "週間": "week", "星期": "week",
          "礼拜": "week", "禮拜": "week", "月": "month", "年": "year", "年間": "year"}
_COUNTER = r"[个個ヶケかカヵ箇]"


def _number(text: str) -> int:
    """The value of digits, of a number in Han characters (up to 999, or a year digit by digit), of an English word."""
    text = text.strip().casefold()
    if text.isdecimal():
        return int(text)
    if text.isascii():
        return _WORDS[re.sub(r"^an? (?=couple|few)| of$", "", text)]
    if not re.search("[十百]", text):
        return int("".join(str(_DIGITS[c]) for c in text))
    total = digit = 0
    for c in text:
        if c in "十百":
            total += max(digit, 1) * (10 if c == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[c]
    return total + digit


def _month_number(name: str) -> int:
    return next(n for n, month in enumerate(_MONTHS, 1) if month.startswith(name.rstrip(".").casefold()[:3]))


def _weekday(name: str) -> int:
    return _DAYS.index(name.casefold())


def _cn_weekday(name: str) -> int:
    return "一二三四五六日".index("日" if name == "天" else name)


def _unit(name: str) -> str:
    return name if name in ("day", "week", "month", "year") else _UNITS[name]


# --- rules --------------------------------------------------------------------------------------------

_Rule = tuple[re.Pattern[str], DaysOf, bool]


def _rule(pattern: str, days_of: DaysOf, *, sure: bool = True) -> _Rule:
    return re.compile(pattern, re.IGNORECASE), days_of, sure


def _back_word(word: str) -> int:
    """How many weeks, months or years back: of the words before 周, 月, 年, 週."""
    if word in ("上上", "先々", "先先"):
        return 2
    return 0 if word in "这這本今" else 1


def _year_word(today: date, word: str | None) -> int | None:
    if not word:
        return None
    word = word.casefold()
    if word in ("last year", "this year"):
        return today.year - (word == "last year")
    if word.endswith("年") and word not in _YEARS_BACK:
        return _number(word[:-1])
    return today.year - _YEARS_BACK[word] if word in _YEARS_BACK else _number(word)


_YEARS_BACK = {"今年": 0, "本年": 0, "去年": 1, "昨年": 1, "前年": 2, "一昨年": 2, "おととし": 2, "大前年": 3}
_YEAR = rf"(?:{'|'.join(sorted(_YEARS_BACK, key=len, reverse=True))}|[0-9]{{4}}年|[〇零一二三四五六七八九]{{4}}年)"
_DAY_BACK = {"今": 0, "今日": 0, "今天": 0, "きょう": 0, "本日": 0, "昨": 1, "昨天": 1, "昨日": 1, "きのう": 1,
             "前天": 2, "前日": 2, "一昨日": 2, "おととい": 2, "大前天": 3, "一昨々日": 3, "さきおととい": 3}
_PART = r"(?:早上|早晨|上午|中午|下午|晚上|夜里|夜裡|凌晨|午前|午後|の?朝|の?深夜|の?夜中|の?夜|の?晩|の?昼|の?未明)"
_DAY_WORDS = "|".join(sorted((word for word in _DAY_BACK if len(word) > 1), key=len, reverse=True))
_EN_PART = r"(?:morning|afternoon|evening|night)"


def _en_weekday(found: re.Match[str], today: date) -> Days:
    weekday = _weekday(found["day"])
    week = (found["a"] or found["b"] or "").casefold()
    if week:
        return _of_week(today, int(week.startswith("last")), weekday)
    return _newest(today, weekday, before_today=True)


def _cjk_day(found: re.Match[str], today: date) -> Days:
    day = today - timedelta(days=_DAY_BACK[found["day"]])
    return _part(day, found["part"] or "")


RULES: tuple[_Rule, ...] = (
    # dates in figures
    _rule(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)",
          lambda f, t: _date(t, int(f["y"]), int(f["m"]), int(f["d"]))),
    # English
    _rule(rf"\b(?P<m>{_MONTH}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<y>\d{{4}}|last year|this year)\b)?",
          lambda f, t: _date(t, _year_word(t, f["y"]), _month_number(f["m"]), int(f["d"]))),
    _rule(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_MONTH})(?:,? (?P<y>\d{{4}}|last year|this year))?\b",
          lambda f, t: _date(t, _year_word(t, f["y"]), _month_number(f["m"]), int(f["d"]))),
    _rule(rf"\b(?P<m>{_MONTH}),? (?:of |in )?(?P<y>\d{{4}}|last year|this year)\b",
          lambda f, t: _date(t, _year_word(t, f["y"]), _month_number(f["m"]), None)),
    _rule(rf"\blast (?P<m>{_MONTH})(?!\w)",
          lambda f, t: _date(t - timedelta(days=t.day), None, _month_number(f["m"]), None)),
    _rule(rf"\b(?:in|during|this|back in|since) (?P<m>{_MONTH})(?!\w)",
          lambda f, t: _date(t, None, _month_number(f["m"]), None), sure=False),
    _rule(rf"\b(?P<m>{_SAFE_MONTH})\b", lambda f, t: _date(t, None, _month_number(f["m"]), None), sure=False),
    _rule(r"\b(?:in|during|back in) (?P<y>(?:19|20)\d\d)\b", lambda f, t: _year(int(f["y"]))),
    _rule(rf"\b(?P<n>{_COUNT}) (?P<u>day|week|month|year)s? ago\b",
          lambda f, t: _ago(t, _number(f["n"]), f["u"].casefold())),
    _rule(r"\bhalf a year ago\b", lambda f, t: _ago(t, 0.5, "half year")),
    _rule(r"\b(?:the )?(?:last|past|previous) (?P<n>\d{1,4}|two|three|four|five|six|seven|ten|few|couple of) "
          r"(?P<u>day|week|month|year)s\b", lambda f, t: _past(t, _number(f["n"]), f["u"].casefold())),
    _rule(r"\b(?P<w>last|this|previous|past) (?P<u>week|month|year)\b(?!end)",
          lambda f, t: _ago(t, 0 if f["w"].casefold() == "this" else 1, f["u"].casefold())),
    _rule(r"\bthe (?P<u>week|month|year) before last\b", lambda f, t: _ago(t, 2, f["u"].casefold())),
    _rule(r"\b(?P<w>last|this|past) weekend\b",
          lambda f, t: _of_week(t, int(f["w"].casefold() != "this"), None, weekend=True)),
    _rule(rf"\b(?:(?P<a>(?:last|this) week)(?:'s)?,? (?:on )?)(?P<day>{_WEEKDAY})\b(?P<b>)", _en_weekday),
    _rule(rf"\b(?:on )?(?P<day>{_WEEKDAY}),? (?:of )?(?P<a>(?:last|this) week)\b(?P<b>)", _en_weekday),
    _rule(rf"\b(?:last|past) (?P<day>{_WEEKDAY})\b(?P<a>)(?P<b>)", _en_weekday),
    _rule(rf"\b(?:(?:on|this) )?(?P<day>{_WEEKDAY})\b",
          lambda f, t: _newest(t, _weekday(f["day"]), before_today=False), sure=False),
    _rule(rf"\byesterday(?: (?P<p>{_EN_PART}))?\b", lambda f, t: _part(t - timedelta(days=1), f["p"] or "")),
    _rule(r"\b(?:the )?day before yesterday\b", lambda f, t: _day(t - timedelta(days=2))),
    _rule(r"\blast night\b", lambda f, t: _part(t - timedelta(days=1), "night")),
    _rule(rf"\bthis (?P<p>{_EN_PART})\b", lambda f, t: _part(t, f["p"])),
    _rule(r"\btonight\b", lambda f, t: _part(t, "night")),
    _rule(r"\b(?:earlier )?today\b", lambda f, t: _day(t)),
    # days in Chinese and Japanese
    _rule(rf"(?P<day>{_DAY_WORDS})(?P<part>{_PART})?", _cjk_day),
    _rule(r"(?P<day>昨|今)(?P<part>晚|晩|夜|夕|早|晨|朝)", _cjk_day),
    _rule(r"ゆうべ|昨夜", lambda f, t: _part(t - timedelta(days=1), "夜")),
    _rule(r"けさ", lambda f, t: _part(t, "朝")),
    _rule(rf"(?P<n>{_NUM})(?:天|日)(?:之|以)?前", lambda f, t: _ago(t, _number(f["n"]), "day")),
    _rule(rf"(?P<n>{_NUM}){_COUNTER}?(?:星期|礼拜|禮拜|周|週間|週)(?:之|以)?前",
          lambda f, t: _ago(t, _number(f["n"]), "week")),
    _rule(rf"(?P<n>{_NUM}){_COUNTER}月(?:之|以)?前", lambda f, t: _ago(t, _number(f["n"]), "month")),
    _rule(rf"(?P<n>{_NUM})年(?:之|以)?前", lambda f, t: _ago(t, _number(f["n"]), "year")),
    _rule(r"半年(?:之|以)?前", lambda f, t: _ago(t, 0.5, "half year")),
    _rule(rf"半{_COUNTER}月(?:之|以)?前|半月(?:之|以)?前", lambda f, t: _ago(t, 0.5, "half month")),
    _rule(rf"(?:最近|过去|過去|近|这|這|ここ|この)の?(?P<n>{_NUM}){_COUNTER}?"
          r"(?P<u>日間|週間|年間|天|日|周|週|星期|月|年)間?(?!前)",
          lambda f, t: _past(t, _number(f["n"]), _unit(f["u"]))),
    # weeks
    _rule(r"(?P<w>上上|上|这|這|本)[个個]?(?:周|週|星期|礼拜|禮拜)(?:的)?(?P<d>[一二三四五六日天])?(?!末)",
          lambda f, t: _of_week(t, _back_word(f["w"]), _cn_weekday(f["d"]) if f["d"] else None)),
    _rule(r"(?P<w>先々|先先|先|今)週(?:の?(?P<d>[月火水木金土日])曜日?)?(?!末|の?週末)",
          lambda f, t: _of_week(t, _back_word(f["w"]), _JA_DAY.index(f["d"]) if f["d"] else None)),
    _rule(r"(?P<w>上上|上|这|這|本|先々|先|今)[个個]?(?:周|週)の?(?:週)?末",
          lambda f, t: _of_week(t, _back_word(f["w"]), None, weekend=True)),
    _rule(r"(?:この前|前回|こないだ|このあいだ|この間|前)の(?P<d>[月火水木金土日])曜日?",
          lambda f, t: _newest(t, _JA_DAY.index(f["d"]), before_today=True)),
    _rule(r"(?:周|週|星期|礼拜|禮拜)(?P<d>[一二三四五六日天])(?!元)",
          lambda f, t: _newest(t, _cn_weekday(f["d"]), before_today=False), sure=False),
    _rule(r"(?P<d>[月火水木金土日])曜日?",
          lambda f, t: _newest(t, _JA_DAY.index(f["d"]), before_today=False), sure=False),
    # months and years
    _rule(r"(?P<w>上上|上|这|這|本)[个個]月|(?P<v>先々|先先|先|今|本)月",
          lambda f, t: _month(t, _back_word(f["w"] or f["v"]))),
    _rule(rf"(?P<y>{_YEAR})(?:の|的)?(?:(?P<m>{_NUM})月份?(?:の|的)?(?:(?P<d>{_NUM})[日号號])?)?(?!前)",
          lambda f, t: _year(_year_word(t, f["y"]) or 0) if not f["m"] else
          _date(t, _year_word(t, f["y"]), _number(f["m"]), _number(f["d"]) if f["d"] else None)),
    _rule(rf"(?<![\d〇零一二两兩三四五六七八九十百年])(?P<m>{_NUM})月(?P<p>份)?(?:(?P<d>{_NUM})[日号號])?(?!前|間|曜)",
          lambda f, t: _date(t, None, _number(f["m"]), _number(f["d"]) if f["d"] else None), sure=False),
)
