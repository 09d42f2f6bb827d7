"""The chat in its states, in the real window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.app.shots import chat_samples as samples
from characoid_desktop.app.shots.approval_samples import profile
from characoid_desktop.app.shots.chat_samples import Turn, fresh, said, write_earlier
from characoid_desktop.app.shots.looks import WIDE
from characoid_desktop.app.shots.screens_base import Screen, Shot
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import Conversation, MessageState
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.chat.view import ChatView

LIMIT_S = 30.0
LONG = 40  # messages
SESSION_NAMES = ("chat-card-running", "chat-card-done")


def screens() -> list[Screen]:
    """A home of its own, with a few conversations."""
    return [
        Screen("chat-empty", _empty),
        Screen("chat-streaming", _streaming),
        Screen("chat-steps", _steps, lambda studio: _view(studio).close_drawer()),
        Screen("chat-markdown", _markdown),
        Screen("chat-long", _long),
        Screen("chat-form", _form),
        Screen("chat-approval", _approval, _take_back),
        Screen("chat-failed", _failed),
        Screen("chat-stalled", _stalled),
        Screen("chat-editing", _editing, lambda studio: studio.run.agents.chat.end_edit()),
        Screen("chat-list", _list, lambda studio: _view(studio).show_list(False), lambda look: look.size != WIDE),
    ]


def session(running: Callable[[Studio], Awaitable[object]]) -> list[Screen]:
    """Cards of work on a home with conversions; ``running`` sees to it that one is at work."""
    async def at_work(studio: Studio) -> Shot:
        await running(studio)
        return await _card(studio, ItemState.RUNNING)

    async def done(studio: Studio) -> Shot:
        return await _card(studio, ItemState.DONE)

    return [Screen("chat-card-running", at_work), Screen("chat-card-done", done)]


def _view(studio: Studio) -> ChatView:
    view = studio.window.frame.view
    if not isinstance(view, ChatView):
        raise TypeError("the chat is not shown")
    return view


async def _open(studio: Studio, talk: Conversation) -> ChatView:
    """Show a conversation, all of it drawn."""
    studio.window.show_panel(PanelId.CHAT)
    chat, view = studio.run.agents.chat, _view(studio)
    chat.choose(talk)
    await studio.until(lambda: view.messages.column.items and view.messages.column.is_filled, LIMIT_S)
    view.messages.to_bottom()
    return view


def _shot(studio: Studio) -> Shot:
    return Shot(studio.window, studio.window.grab)


async def _empty(studio: Studio) -> Shot:
    await write_earlier(studio.services)
    studio.window.show_panel(PanelId.CHAT)
    studio.run.agents.chat.new()
    await studio.until(lambda: studio.run.agents.chat.list.rowCount() > 1, LIMIT_S)
    return _shot(studio)


async def _song(studio: Studio) -> tuple[Turn, Conversation]:
    """The conversation of the reference picture, its first turn done."""
    await write_earlier(studio.services)
    talk = await fresh(studio.services, samples.SONG)
    turn = Turn(studio.services, talk)
    await turn.begin(samples.QUESTION)
    turn.work()
    await turn.end(MessageState.DONE, samples.ANSWER)
    return Turn(studio.services, talk), talk


async def _at_work(studio: Studio) -> tuple[Turn, ChatView]:
    turn, talk = await _song(studio)
    await turn.begin(samples.SECOND)
    view = await _open(studio, talk)
    turn.think()
    turn.say(samples.BEGINNING)
    column = view.messages.column
    await studio.until(lambda: column.items and column.items[-1].text == samples.BEGINNING, LIMIT_S)
    return turn, view


async def _streaming(studio: Studio) -> Shot:
    _, view = await _at_work(studio)
    first = view.messages.column.items[1]
    shown = view.messages.column.view(first.id)
    summary = getattr(shown, "summary", None)
    if summary is not None and not summary.isChecked():
        summary.click()
    view.messages.to_bottom()
    return _shot(studio)


async def _steps(studio: Studio) -> Shot:
    await _streaming(studio)
    view = _view(studio)
    view.messages.column.step_chosen.emit(view.messages.column.items[1].id, "t2")
    return _shot(studio)


async def _stalled(studio: Studio) -> Shot:
    turn, view = await _at_work(studio)
    turn.stall()
    await studio.until(lambda: view.messages.column.items[-1].extras, LIMIT_S)
    view.messages.to_bottom()
    return _shot(studio)


async def _markdown(studio: Studio) -> Shot:
    talk = await fresh(studio.services, "Markdown")
    answer = await said(studio.services, talk, "全部给我看看", samples.ZOO)
    view = await _open(studio, talk)
    view.messages.to_message(answer.id)
    return _shot(studio)


async def _long(studio: Studio) -> Shot:
    talk = await _long_talk(studio)
    view = await _open(studio, talk)
    bar = view.messages.verticalScrollBar()
    bar.setValue(bar.maximum() - 1500)
    view.messages.below.show()
    return _shot(studio)


async def _long_talk(studio: Studio) -> Conversation:
    title = "耐久配信の記録"
    services = studio.services
    for old in await services.conversations.list(services.personas.current.id):
        if old.title == title:
            return old
    talk = await services.conversations.create(services.personas.current.id, title)
    for number in range(LONG // 2):
        await said(services, talk, f"{number + 1} 番目の質問です。次は何を歌う？",
                   "次は静かな曲にしましょう。そのあとで少し休んで、水を飲みます。" * (number % 3 + 1))
    return talk


async def _form(studio: Studio) -> Shot:
    talk = await fresh(studio.services, "翻唱")
    turn = Turn(studio.services, talk)
    await turn.begin(samples.QUESTION)
    view = await _open(studio, talk)
    await turn.ask(samples.form())
    await studio.until(lambda: view.messages.column.items[-1].extras, LIMIT_S)
    view.messages.to_bottom()
    return _shot(studio)


async def _approval(studio: Studio) -> Shot:
    services = studio.services
    for old in services.approvals.pending:
        await services.approvals.void_run(old.run_id)
    talk = await fresh(services, "プロフィール")
    subject, summary = profile(services.personas.current.id)
    await said(services, talk, "自己紹介を新しくして", "わかりました。変える前に確かめさせてください。",
               state=MessageState.WAITING, run_id=subject.run_id)
    view = await _open(studio, talk)
    await services.approvals.request(subject, summary)
    await studio.until(lambda: studio.run.agents.dialogs.dialog is not None, LIMIT_S)
    _answer_later(studio)
    await studio.until(lambda: view.approvals.isVisible() and view.messages.column.items[-1].extras, LIMIT_S)
    view.messages.to_bottom()
    return _shot(studio)


def _take_back(studio: Studio) -> None:
    services = studio.services

    async def void() -> None:
        for old in services.approvals.pending:
            await services.approvals.void_run(old.run_id)

    _answer_later(studio)
    services.scope.start(void(), name="take back")


def _answer_later(studio: Studio) -> None:
    dialog = studio.run.agents.dialogs.dialog
    if dialog is not None:
        dialog.reject()


async def _failed(studio: Studio) -> Shot:
    talk = await fresh(studio.services, "歌単")
    error = public_error("unreachable", Text.of("The model server does not answer."))
    await said(studio.services, talk, "帮我写一份歌单", "好的，第一首是", state=MessageState.FAILED,
               parts={"error": error})
    await _open(studio, talk)
    return _shot(studio)


async def _editing(studio: Studio) -> Shot:
    talk = await fresh(studio.services, "開場")
    await said(studio.services, talk, samples.SECOND, samples.BEGINNING)
    view = await _open(studio, talk)
    chat = studio.run.agents.chat
    chat.edit_last()
    song = studio.paths.cache / "星屑ロード_off vocal+guide.flac"
    await _write(song)
    chat.attach([song, Path("/nowhere/借りたトラック.wav")])
    await studio.until(lambda: not chat.draft.is_adding and len(chat.draft.chips) == 2, LIMIT_S)
    view.composer.focus()
    return _shot(studio)


async def _write(path: Path) -> None:
    await asyncio.get_running_loop().run_in_executor(None, path.write_bytes, b"x" * 3_400_000)


async def _list(studio: Studio) -> Shot:
    await _streaming(studio)
    _view(studio).show_list(True)
    return _shot(studio)


async def _card(studio: Studio, state: ItemState) -> Shot:
    services = studio.services
    item = next(one for one in services.rvc.items if one.state is state and one.job_id is not None)
    talk = await fresh(services, "変換")
    await said(services, talk, "この曲を高い声にして", "はい、始めますね。できたらここで聴けます。",
               parts={"card": samples.card(item.job_id or "", item.name)})
    view = await _open(studio, talk)
    if state is ItemState.DONE:
        await studio.until(lambda: services.rvc.picture(item.id, converted=True), LIMIT_S)
    view.messages.to_bottom()
    return _shot(studio)
