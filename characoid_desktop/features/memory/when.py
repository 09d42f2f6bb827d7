"""Which time a text speaks of: "last Tuesday", "昨天", "先週の火曜日", "三天前", "in March", as a stretch of days.

Only the past is understood (what is remembered lies there), in Chinese (both scripts), Japanese and English. Rules:

- a week begins on Monday; a calendar week, month or year is meant whole ("three weeks ago": that calendar week);
- "last Tuesday", "この前の火曜" are the newest Tuesday before today; "上周二", "先週の火曜日", "Tuesday last week"
  the one of the week before; "周二", "on Tuesday" alone the newest one up to today, and a guess (``is_sure`` False), as
  it is with a month or a date without a year: such words may also belong to what is asked for;
- "next Tuesday", "下周二", "every Friday", "毎週火曜日" name no time that is past and are left alone;
- morning 4–12, afternoon 12–18, evening and night 18–4 of the day after, 凌晨 and 未明 0–6; before 4 o'clock "tonight"
  is the night that is going on;
- a time that has not begun is not past either: "tonight" at noon is left alone.

Days are those of the user's time zone.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

from characoid_desktop.features.memory.when_rules import NIGHT_BEGINS, NIGHT_ENDS, NOT_PAST, RULES, Days, DaysOf

MAX_CHARS = 400  # of a text that is looked at
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class When:
    """``start`` ≤ t < ``end``, aware, UTC. ``words`` say the time, ``rest`` is the text without them (NFKC)."""

    start: datetime
    end: datetime
    words: str
    rest: str
    is_sure: bool = True


def find_when(text: str, now: datetime, zone: tzinfo | None = None) -> When | None:
    """Return the time that ``text`` speaks of, None for none. ``now`` is aware; ``zone`` None is that of the machine.

    Of several the longest expression counts, the first among equals.
    """
    text = unicodedata.normalize("NFKC", text[:MAX_CHARS])
    here = now.astimezone(zone).replace(tzinfo=None)
    best: tuple[int, int, Days, str, str, bool] | None = None
    for pattern, days_of, is_sure in RULES:
        for found in pattern.finditer(text):
            if not is_sure and NOT_PAST.search(text[:found.start()]):
                continue
            days = _days(days_of, found, here)
            if days is None:
                continue
            key = (found.end() - found.start(), -found.start())
            if best is None or key > best[:2]:
                rest = f"{text[:found.start()]} {text[found.end():]}".strip()
                best = (*key, days, found.group().strip(), rest, is_sure)
    if best is None:
        return None
    _, _, (start, end), words, rest, is_sure = best
    return When(_utc(start, zone), _utc(end, zone), words, rest, is_sure)


def _days(days_of: DaysOf, found: re.Match[str], here: datetime) -> Days | None:
    try:
        days = days_of(found, here.date())
        if days is not None and here.hour < NIGHT_ENDS and days[0] == datetime.combine(here, time(NIGHT_BEGINS)):
            days = days[0] - _DAY, days[1] - _DAY
    except (ValueError, OverflowError):  # the 31st of June, a million years ago
        return None
    return None if days is None or days[0] > here else days


def _utc(at: datetime, zone: tzinfo | None) -> datetime:
    return (at.astimezone() if zone is None else at.replace(tzinfo=zone)).astimezone(UTC)
