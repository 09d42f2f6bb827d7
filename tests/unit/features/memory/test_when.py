"""Words for times in three languages mean the days that a person means; what is no past time means none."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from characoid_desktop.features.memory.when import MAX_CHARS, When, find_when

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = datetime(2026, 11, 30, 6, tzinfo=UTC)  # Monday, 15:00 in Tokyo


def found(text: str) -> When:
    when = find_when(text, NOW, TOKYO)
    assert when is not None, text
    return when


def days(text: str) -> tuple[str, str]:
    """The first and the last moment, as the clock on the wall shows them."""
    when = found(text)
    last = when.end - timedelta(minutes=1)
    return tuple(at.astimezone(TOKYO).strftime("%Y-%m-%d %H:%M") for at in (when.start, last))


def whole(first: str, last: str = "") -> tuple[str, str]:
    return f"{first} 00:00", f"{last or first} 23:59"


@pytest.mark.parametrize(("text", "first", "last"), [
    ("What did I say last Tuesday?", "2026-11-24", ""), ("last Monday", "2026-11-23", ""),
    ("Tuesday last week", "2026-11-24", ""), ("last week on Friday", "2026-11-27", ""),
    ("yesterday", "2026-11-29", ""), ("the day before yesterday", "2026-11-28", ""),
    ("three days ago", "2026-11-27", ""), ("a couple of days ago", "2026-11-28", ""), ("12 days ago", "2026-11-18",
    ""),
    ("last week", "2026-11-23", "2026-11-29"), ("two weeks ago", "2026-11-16", "2026-11-22"),
    ("the week before last", "2026-11-16", "2026-11-22"), ("last weekend", "2026-11-28", "2026-11-29"),
    ("this month", "2026-11-01", "2026-11-30"), ("last month", "2026-10-01", "2026-10-31"),
    ("in March", "2026-03-01", "2026-03-31"), ("last March", "2026-03-01", "2026-03-31"),
    ("in December", "2025-12-01", "2025-12-31"), ("March 2025", "2025-03-01", "2025-03-31"),
    ("March 3rd", "2026-03-03", ""), ("3 March 2025", "2025-03-03", ""), ("2025-03-05", "2025-03-05", ""),
    ("in 2024", "2024-01-01", "2024-12-31"), ("a year ago", "2025-01-01", "2025-12-31"),
    ("the past 3 days", "2026-11-27", "2026-11-30"), ("half a year ago", "2026-05-01", "2026-05-31"),
    ("昨天我说了什么", "2026-11-29", ""), ("前天", "2026-11-28", ""), ("大前天", "2026-11-27", ""),
    ("三天前", "2026-11-27", ""), ("十二天之前", "2026-11-18", ""), ("上周二我们聊了什么", "2026-11-24", ""),
    ("上上周五", "2026-11-20", ""), ("上個星期日", "2026-11-29", ""), ("上週末", "2026-11-28", "2026-11-29"),
    ("上周", "2026-11-23", "2026-11-29"), ("两周前", "2026-11-16", "2026-11-22"),
    ("上个月", "2026-10-01", "2026-10-31"), ("三个月前", "2026-08-01", "2026-08-31"), ("半年前", "2026-05-01",
    "2026-05-31"),
    ("去年三月", "2025-03-01", "2025-03-31"), ("2025年3月5日", "2025-03-05", ""), ("三月五号", "2026-03-05", ""),
    ("二〇二五年", "2025-01-01", "2025-12-31"), ("过去三天", "2026-11-27", "2026-11-30"),
    ("前年", "2024-01-01", "2024-12-31"), ("本月", "2026-11-01", "2026-11-30"),
    ("先週の火曜日に何を話した？", "2026-11-24", ""), ("この前の日曜日", "2026-11-29", ""), ("一昨日", "2026-11-28",
    ""),
    ("おととい", "2026-11-28", ""), ("３日前", "2026-11-27", ""), ("3か月前の配信", "2026-08-01", "2026-08-31"),
    ("三ヶ月前", "2026-08-01", "2026-08-31"), ("先々週", "2026-11-16", "2026-11-22"), ("先週末", "2026-11-28",
    "2026-11-29"),
    ("先月", "2026-10-01", "2026-10-31"), ("おととし", "2024-01-01", "2024-12-31"), ("去年の三月", "2025-03-01",
    "2025-03-31"),
    ("この三日間", "2026-11-27", "2026-11-30"), ("二週間前", "2026-11-16", "2026-11-22"), ("三月に", "2026-03-01",
    "2026-03-31"),
])
def test_an_expression_means_whole_days(text: str, first: str, last: str) -> None:
    assert days(text) == whole(first, last)


@pytest.mark.parametrize(("text", "first", "last"), [
    ("last night", "2026-11-29 18:00", "2026-11-30 03:59"), ("this morning", "2026-11-30 04:00", "2026-11-30 11:59"),
    ("yesterday afternoon", "2026-11-29 12:00", "2026-11-29 17:59"), ("昨晚", "2026-11-29 18:00", "2026-11-30 03:59"),
    ("前天晚上", "2026-11-28 18:00", "2026-11-29 03:59"), ("今早", "2026-11-30 04:00", "2026-11-30 11:59"),
    ("ゆうべ", "2026-11-29 18:00", "2026-11-30 03:59"), ("今朝何を食べた？", "2026-11-30 04:00", "2026-11-30 11:59"),
])
def test_a_part_of_a_day_is_that_part(text: str, first: str, last: str) -> None:
    assert days(text) == (first, last)


@pytest.mark.parametrize("text", ["Tuesday", "on Tuesday", "周二", "礼拜二", "火曜日", "in March", "三月份"])
def test_a_weekday_or_a_month_alone_is_a_guess(text: str) -> None:
    assert not found(text).is_sure
    assert found(text).end <= NOW + timedelta(days=1), "never in the future"


@pytest.mark.parametrize("text", [
    "next Tuesday", "every Friday", "下周二", "每周二直播", "来週の火曜日", "毎週火曜日", "may I ask you",
    "march on", "hello",
    "99999 years ago", "八百万年前", "2月31日", "2026-13-45", "三个月", "Tuesdays", "", "2026", "100%",
    "second thought"])
def test_what_is_no_time_that_is_past_means_none(text: str) -> None:
    assert find_when(text, NOW, TOKYO) is None


def test_the_longest_expression_counts_and_the_rest_of_the_text_is_left() -> None:
    when = found("上周二我说过什么关于蛋糕的事")
    assert (when.words, when.rest) == ("上周二", "我说过什么关于蛋糕的事")
    assert found("cake, last week on Friday, at noon").words == "last week on Friday"


def test_the_days_are_those_of_the_users_zone() -> None:
    late = datetime(2026, 11, 30, 16, tzinfo=UTC)  # already the first of December in Tokyo
    here, there = find_when("today", late, UTC), find_when("today", late, TOKYO)
    assert here is not None
    assert there is not None
    assert here.start == datetime(2026, 11, 30, tzinfo=UTC)
    assert there.start == datetime(2026, 11, 30, 15, tzinfo=UTC)


def test_of_a_long_text_only_the_beginning_is_looked_at() -> None:
    for filler in ("三", "上", "last ", "1", "一"):
        text = filler * (100_000 // len(filler))
        assert find_when(f"{text} yesterday", NOW, TOKYO) is None
        assert find_when(f"yesterday {text}", NOW, TOKYO) == find_when(f"yesterday {text[:MAX_CHARS]}", NOW, TOKYO)


@pytest.mark.parametrize("text", ["what did I say tonight", "今晚我说了什么", "今夜の話", "今晩の配信", "this evening"])
def test_before_four_tonight_is_the_night_that_is_going_on(text: str) -> None:
    when = find_when(text, datetime(2026, 12, 1, 1, tzinfo=TOKYO), TOKYO)
    assert when is not None
    assert when.start == datetime(2026, 11, 30, 18, tzinfo=TOKYO)
    assert when.end == datetime(2026, 12, 1, 4, tzinfo=TOKYO)


@pytest.mark.parametrize("text", ["what happens tonight?", "今晚有什么安排", "今夜の予定", "this Friday evening"])
def test_a_time_that_has_not_begun_is_not_past(text: str) -> None:
    when = find_when(text, NOW, TOKYO)
    assert when is None or when.start <= NOW


@pytest.mark.parametrize(("text", "first", "last"), [
    ("今天凌晨我说了什么", "2026-11-30 00:00", "2026-11-30 05:59"),
    ("昨天凌晨", "2026-11-29 00:00", "2026-11-29 05:59"),
    ("今日の未明", "2026-11-30 00:00", "2026-11-30 05:59"), ("昨日の深夜", "2026-11-29 18:00", "2026-11-30 03:59"),
    ("昨天早上", "2026-11-29 04:00", "2026-11-29 11:59")])
def test_the_small_hours_are_a_part_of_the_day_of_their_own(text: str, first: str, last: str) -> None:
    assert days(text) == (first, last)
