"""Days as people write them, with the year in front: the only order in which no country reads another day."""

from __future__ import annotations

import calendar
import re
import unicodedata
from functools import lru_cache

_DAY = re.compile(
    r"(?P<year>(?:19|20)[0-9]{2})(?:(?P<sign>[-/.])(?P<month>[0-9]{1,2})(?P=sign)(?P<day>[0-9]{1,2})"
    r"|年 ?(?P<month2>[0-9]{1,2})月 ?(?P<day2>[0-9]{1,2})[日号])"
    r"(?: ?[(\[]?(?:[日月火水木金土一二三四五六]|(?:星期|周|週)[一二三四五六日天]|[日月火水木金土]曜日?|"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6})[)\]]?)?"
    r"(?:(?:t| ?)(?P<hour>[0-9]{1,2})(?::(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.[0-9]{1,6})?)?"
    r"|[時时点](?:(?P<minute2>[0-9]{1,2})分)?))?")
MAX_DAY_CHARS = 48


@lru_cache(maxsize=4096)
def iso_of(text: str) -> str | None:
    """Return a day, with its time where it has one, as ISO 8601: "2026-10-03 20:00"; None for anything else."""
    if len(text) > MAX_DAY_CHARS:
        return None
    match = _DAY.fullmatch(" ".join(unicodedata.normalize("NFKC", text).casefold().split()))
    if match is None:
        return None
    year, month, day = (int(match[name] or match[f"{name}2"]) if name != "year" else int(match[name])
                        for name in ("year", "month", "day"))
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    found = f"{year:04}-{month:02}-{day:02}"
    if match["hour"] is None:
        return found
    hour, minute, second = int(match["hour"]), int(match["minute"] or match["minute2"] or 0), match["second"]
    if hour > 29 or minute > 59:  # 25:00 is one o'clock of that night, where programmes are written
        return None
    return f"{found} {hour:02}:{minute:02}" + (f":{second}" if second else "")
