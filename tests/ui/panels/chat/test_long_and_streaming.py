"""Long conversations and streams: a window of widgets, a place that is kept, and a thread that is never held."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.ui.panels.chat.thread import WINDOW
from characoid_desktop.ui.shell.stall_probe import EventLoopProbe
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from tests.fakes.chat_bench import SMALL, WIDE, ChatBench, chat_bench
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed

STALL_MS = 200.0  # of the hostile corpus; the benchmark holds the stricter bounds on a quiet machine


def text(number: int) -> str:
    return f"message {number}\n\n" + "这周六晚上八点的歌回，我准备了一首一直不敢唱的歌。 " * (number % 4 + 1)


async def opened(bench: ChatBench, count: int) -> None:
    made = await bench.fill(count, text=text)
    bench.model.choose(made)
    await eventually(lambda: bench.view.messages.column.items)
    await bench.filled()


def place(bench: ChatBench, id: str) -> int:
    """Where a message begins on the screen."""
    view = bench.view.messages.column.view(id)
    assert view is not None
    return view.mapTo(bench.view.messages.viewport(), QPoint(0, 0)).y()


async def scrolled_to_top(bench: ChatBench, condition: Callable[[], object]) -> None:
    bar = bench.view.messages.verticalScrollBar()

    def step() -> object:
        bar.setValue(max(0, bar.value() - 900))
        return condition()

    await eventually(step, limit_s=60)


async def test_a_conversation_of_10_000_messages_opens_at_its_end_with_few_widgets(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        made = await bench.fill(10_000, text=text)
        probe = EventLoopProbe()
        probe.start()
        bench.model.choose(made)
        await eventually(lambda: bench.view.messages.column.items)
        await bench.filled()
        gaps = probe.stop()
        assert bench.texts[-1] == text(9999)
        assert len(bench.views) <= WINDOW
        bar = bench.view.messages.verticalScrollBar()
        assert bar.value() == bar.maximum()
        assert gaps.max_ms <= STALL_MS


@pytest.mark.slow
async def test_scrolling_up_loads_older_messages_lets_newer_ones_go_and_comes_back(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await opened(bench, 1000)
        column = bench.view.messages.column
        await scrolled_to_top(bench, lambda: column.items and column.items[0].text == text(0))
        await bench.filled()
        assert len(column.items) <= WINDOW
        assert len([w for w in column.findChildren(CharacterMessage) if not w.isHidden()]) <= WINDOW
        assert bench.model.transcript.has_newer
        bar = bench.view.messages.verticalScrollBar()

        def down() -> bool:
            bar.setValue(bar.value() + 900)
            return not bench.model.transcript.has_newer and bench.texts[-1] == text(999)

        await eventually(down, limit_s=60)
        assert len(column.items) <= WINDOW
        numbers = [int(one.text.split()[1]) for one in column.items]
        assert numbers == list(range(numbers[0], 1000))


async def test_loading_older_messages_moves_nothing_that_is_read(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await opened(bench, 400)
        column = bench.view.messages.column
        bar = bench.view.messages.verticalScrollBar()
        first = column.items[0].id
        bar.setValue(400)
        found = column.at(bar.value())
        assert found is not None
        before = place(bench, found[0])
        bench.model.transcript.load_older()
        await eventually(lambda: column.items[0].id != first)
        await bench.filled()
        assert abs(place(bench, found[0]) - before) <= 1


async def test_the_page_follows_at_the_bottom_and_only_there(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await opened(bench, 60)
        messages, bar = bench.view.messages, bench.view.messages.verticalScrollBar()
        await bench.ask("go on")
        bench.loop.say("word " * 400)
        await eventually(lambda: bench.last is not None and bench.last.item.text.startswith("word"))
        assert bar.value() == bar.maximum()
        assert not messages.below.isVisible()
        bar.setValue(bar.maximum() - 900)
        found = messages.column.at(bar.value())
        assert found is not None
        before = place(bench, found[0])
        for _ in range(5):
            bench.loop.say("more " * 200)
            shown = bench.last
            assert shown is not None
            grown = len(shown.item.text)
            await eventually(lambda shown=shown, grown=grown: len(shown.item.text) > grown)
            assert place(bench, found[0]) == before
        assert messages.below.isVisible()
        messages.below.click()
        assert bar.value() == bar.maximum()
        assert not messages.below.isVisible()
        bench.loop.say("end")
        await eventually(lambda: bench.last is not None and bench.last.item.text.endswith("end"))
        assert bar.value() == bar.maximum()


async def test_a_message_that_streams_only_grows_downwards(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        await bench.ask("two")
        heights: list[int] = []
        tops: set[int] = set()
        for part in ("# Head\n\n", "text " * 60, "\n\n- a\n- b\n", "\n```py\nx = 1\n", "y = 2\n```\n\nend " * 3):
            for start in range(0, len(part), 25):
                bench.loop.say(part[start:start + 25])
                seen = bench.last
                assert seen is not None
                length = len(seen.item.text)
                await eventually(lambda seen=seen, length=length: len(seen.item.text) > length)
                heights.append(seen.height())
                tops.add(seen.y())
        assert len(tops) == 1
        falls = [a - b for a, b in pairwise(heights) if b < a]
        assert all(fall <= 30 for fall in falls)  # a sign that becomes markup may take back its own line


async def test_only_the_last_piece_of_a_stream_is_drawn_anew(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("tell me a lot")
        bench.loop.say("Some words that fill a paragraph. \n\n" * 300)
        view = bench.last
        assert isinstance(view, CharacterMessage)
        await eventually(lambda: view.body.is_filled and len(view.body.parts) > 3, limit_s=30)
        first = view.body.parts[0]
        document = first.document()  # type: ignore[attr-defined]
        changes: list[int] = []
        document.contentsChanged.connect(lambda: changes.append(1))
        bench.loop.say("And one more.")
        await eventually(lambda: view.item.text.endswith("one more."))
        assert changes == []
        assert view.body.parts[0] is first


async def test_tokens_are_drawn_together_not_one_by_one(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("quick")
        drawn: list[int] = []
        bench.model.transcript.item_changed.connect(lambda _: drawn.append(1))
        for number in range(500):
            bench.loop.say(f"w{number} ")
        await eventually(lambda: bench.last is not None and bench.last.item.text.endswith("w499 "))
        assert len(drawn) <= 3


async def test_another_theme_or_size_never_holds_the_window_and_shows_everything_again(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await opened(bench, 200)
        bench.view.resize(1300, 700)
        bench.view.resize(1000, 700)
        await bench.filled()
        width = bench.views[-1].width()
        assert all(view.width() == width for view in bench.views)
        for view in bench.views:
            assert view.height() == view.height_at(width)


async def test_switching_between_long_conversations_is_quick(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        first = await bench.fill(400, text=text)
        second = await bench.fill(400, text=text)
        probe = EventLoopProbe()
        probe.start()
        for made in (first, second, first, second):
            bench.model.choose(made)
            await eventually(lambda: bench.view.messages.column.items)
            await bench.filled()
        gaps = probe.stop()
        assert gaps.max_ms <= STALL_MS
        await eventually(lambda: len(bench.view.messages.column.findChildren(CharacterMessage)) <= WINDOW)


async def test_a_long_message_that_is_left_is_let_go_bit_by_bit(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        long = await bench.fill(2, text=lambda _: "\n\n".join(f"```py\nx = {n}\n```\n\nline {n}" for n in range(60)))
        other = await bench.fill(2, text=text)
        bench.model.choose(long)
        await eventually(lambda: bench.view.messages.column.items)
        await bench.filled()
        view = bench.views[-1]
        assert isinstance(view, CharacterMessage)
        parts, left = list(view.body.parts), list[int]()
        assert len(parts) > 100
        bench.model.choose(other)

        def all_gone() -> bool:
            left.append(sum(isValid(part) for part in parts))
            return not left[-1] and not isValid(view)

        await eventually(all_gone)
        assert max(before - after for before, after in pairwise(left)) < len(parts) // 2, left


# --- no clipped word ------------------------------------------------------------------------------


def faults(view: QWidget) -> list[str]:
    for _ in range(3):
        QApplication.processEvents()
    return [str(one) for one in audit(view)] + unnamed(view)


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
@pytest.mark.parametrize("scale", [1.0, 1.4])
async def test_every_state_shows_its_words_whole(home: AppPaths, size: tuple[int, int], scale: float) -> None:
    from tests.ui.panels.chat.test_cards_and_waiting import FORM, RESULT

    found: dict[str, list[str]] = {}
    async with chat_bench(home, size=size, scale=scale) as bench:
        await eventually(bench.view.invitation.isVisible)
        found["empty"] = faults(bench.view)
        await bench.ask("A song")
        bench.loop.tool("1", "rvc_worker", "Converting to a voice with a long name " * 3, 2.0, arguments={"pitch": 2})
        bench.loop.tool("2", "knowledge_worker", "Searching", 1.0)
        bench.loop.think("hm", at_s=0.0)
        bench.loop.say("Words, and [a link](https://example.org) with `code`.\n\n```py\nx = 1\n```")
        await eventually(lambda: bench.last is not None and bench.last.item.text)
        found["streaming"] = faults(bench.view)
        bench.view.messages.column.step_chosen.emit(bench.messages[-1].id, "t1")
        found["drawer"] = faults(bench.view)
        bench.view.close_drawer()
        await bench.loop.ask(FORM)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        found["form"] = faults(bench.view)
        await bench.loop.cancel(bench.loop.run.id)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("state") is not None)
        found["stopped"] = faults(bench.view)
        await bench.ask("Again")
        await bench.loop.card(RESULT)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("card") is not None)
        found["card"] = faults(bench.view)
        bench.view._edit(bench.messages[-2].id)
        bench.view.composer.set_problem("The message is too long. At most 200000 characters can be sent.")
        found["editing"] = faults(bench.view)
        bench.view.show_list(True)
        bench.view.pane.start_search()
        found["list"] = faults(bench.view)
    assert {state: words for state, words in found.items() if words} == {}


async def test_a_change_of_theme_draws_all_messages_again(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await opened(bench, 100)
        controller = ThemeController(QApplication.instance())  # type: ignore[arg-type]
        probe = EventLoopProbe()
        try:
            controller.apply("light", "en", 1.2)
            probe.start()
            await bench.filled()
            width = bench.views[0].width()
            assert all(view.height() == view.height_at(width) for view in bench.views)
        finally:
            probe.stop()
            controller.close()
