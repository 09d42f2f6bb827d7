"""What there is to see: each screen says how to get there and how to leave it again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from characoid_desktop.app.shots import agent_screens, voice_screens
from characoid_desktop.app.shots.looks import WIDE
from characoid_desktop.app.shots.pictures import over
from characoid_desktop.app.shots.screens_base import Screen, Shot
from characoid_desktop.app.shots.seed import Session, keep_running
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.home import prepare_home
from characoid_desktop.engines.catalog import RVC, launch
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.features.rvc.destination import destination_error
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.rvc_session.playing import Version
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from characoid_desktop.ui.shell.confirm import Question
from characoid_desktop.ui.shell.failure_window import FailureWindow, StartFailure
from characoid_desktop.ui.shell.starting_view import WORDS_AFTER_MS
from characoid_desktop.ui.widgets.gallery import Gallery
from characoid_desktop.ui.widgets.labels import Label

PICTURE_LIMIT_S = 30.0  # for facts and waveforms of what is in view
ENGINE_LIMIT_S = 30.0  # until an engine that cannot start is given up
SEARCH = "file"


def _whole(studio: Studio) -> Shot:
    return Shot(studio.window, studio.window.grab)


def _view(studio: Studio) -> RvcView:
    view = studio.window.frame.view
    if not isinstance(view, RvcView):
        raise TypeError("the RVC panel is not shown")
    return view


# --- before the services are there --------------------------------------------------------------


def starting() -> list[Screen]:
    """The window in the moment before its panels."""
    return [Screen("starting", _starting)]


async def _starting(studio: Studio) -> Shot:
    words = studio.window.frame.view.findChild(Label)
    await studio.until(lambda: words is not None and words.isVisible(), WORDS_AFTER_MS / 1000 + ENGINE_LIMIT_S)
    return _whole(studio)


# --- a new home -----------------------------------------------------------------------------------


def first(pages: tuple[str, ...]) -> list[Screen]:
    """A home without files: the invitation, a drag over it, all settings, and windows that stand alone."""
    screens = [Screen("rvc-empty", _empty), Screen("rvc-drag", _drag, _end_drag)]
    screens += voice_screens.empty()
    screens += [Screen(f"settings-{page}", _Page(page)) for page in pages]
    screens += [
        Screen("settings-search", _search, lambda studio: studio.run.settings.set_search("")),
        Screen("settings-refused", _refused, _accept),
        Screen("failure", _failure, _close_extra),
        Screen("components", _components, _close_extra,
               lambda look: look.size == WIDE and look.text_size == 100 and look.language == "en" and not look.longer),
    ]
    return [*screens, *agent_screens.first()]


async def _empty(studio: Studio) -> Shot:
    studio.window.show_panel(PanelId.RVC)
    return _whole(studio)


async def _drag(studio: Studio) -> Shot:
    studio.window.show_panel(PanelId.RVC)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(f"/music/{name}") for name in ("a.wav", "b.flac", "港のうた.mp3")])
    event = QDragEnterEvent(QPoint(500, 300), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(studio.window, event)
    return _whole(studio)


def _end_drag(studio: Studio) -> None:
    QApplication.sendEvent(studio.window, QDragLeaveEvent())


@dataclass(frozen=True, slots=True)
class _Page:
    key: str

    async def __call__(self, studio: Studio) -> Shot:
        studio.window.show_panel(PanelId.SETTINGS)
        studio.run.settings.go(self.key)
        return _whole(studio)


async def _search(studio: Studio) -> Shot:
    studio.window.show_panel(PanelId.SETTINGS)
    studio.run.settings.set_search(SEARCH)
    return _whole(studio)


async def _refused(studio: Studio) -> Shot:
    model = studio.run.settings
    studio.window.show_panel(PanelId.SETTINGS)
    model.go("conversion")
    model.set_value("conversion", "file_name", "{title}/{mood}")
    await studio.until(lambda: model.row("conversion", "file_name").problem is not None, ENGINE_LIMIT_S)
    return _whole(studio)


def _accept(studio: Studio) -> None:
    studio.run.settings.set_value("conversion", "file_name", "{title} ({preset})")


async def _failure(studio: Studio) -> Shot:
    home = AppPaths.under(studio.paths.cache / "配信の記録.txt")
    home.data.parent.write_text("a file where a folder is wanted", encoding="utf-8")
    try:
        prepare_home(home)
    except AppError as error:
        failure = StartFailure.of(error, place=str(home.data), can_choose_home=True)
        return _extra(studio, FailureWindow(failure))
    raise RuntimeError("a file was taken for a folder")


async def _components(studio: Studio) -> Shot:
    page = Gallery(title=f"CHARACOID components, {studio.shell.theme.theme.scheme.value}")
    page.resize(*WIDE)
    shot = _extra(studio, page)
    page.focused.focus_with_ring()
    page.activateWindow()
    return shot


def _extra(studio: Studio, window: QWidget) -> Shot:
    studio.extra = window
    window.show()
    return Shot(window, window.grab)


def _close_extra(studio: Studio) -> None:
    window, studio.extra = studio.extra, None
    if isinstance(window, FailureWindow):
        window.finish()
    elif window is not None:
        window.close()
    if window is not None:
        window.deleteLater()


# --- a session with a history ----------------------------------------------------------------------


SESSION_NAMES = (
    "rvc-converting", "rvc-queued", "rvc-waiting", "rvc-long-name", "rvc-unreadable", "rvc-failed", "rvc-cancelled",
    "rvc-interrupted", "rvc-done", "rvc-more", "rvc-list", "notices", "closing",
    *agent_screens.SESSION_NAMES)


def session(seeded: Session) -> list[Screen]:
    """Files in every state; one is being converted the whole time."""
    files = seeded.files
    on_item = [("rvc-converting", files.long), ("rvc-queued", files.talk), ("rvc-waiting", files.short),
               ("rvc-long-name", files.long_name), ("rvc-unreadable", files.mute_video), ("rvc-failed", files.gone),
               ("rvc-cancelled", files.demo), ("rvc-interrupted", files.clip)]
    return [
        *(Screen(name, _Item(seeded, path)) for name, path in on_item),
        Screen("rvc-done", _Done(seeded)),
        Screen("rvc-more", _More(seeded), _less),
        Screen("rvc-list", _List(seeded), lambda studio: _view(studio).show_list(False),
               lambda look: look.size != WIDE),
        Screen("notices", _Notices(seeded), _dismiss_all),
        Screen("closing", _Closing(seeded), _stay),
        *agent_screens.session(lambda studio: keep_running(studio.services.rvc, seeded)),
    ]


@dataclass(frozen=True, slots=True)
class _Item:
    """One file of the session on the stage."""

    seeded: Session
    path: Path

    async def __call__(self, studio: Studio) -> Shot:
        await self.choose(studio)
        return _whole(studio)

    async def choose(self, studio: Studio) -> None:
        rvc = studio.services.rvc
        studio.window.show_panel(PanelId.RVC)
        await keep_running(rvc, self.seeded)
        item = self.seeded.item(rvc, self.path)
        studio.run.rvc.choose(item)
        rvc.want([one.id for one in rvc.items])
        await studio.until(lambda: all(
            item.state is ItemState.UNREADABLE or not item.path.exists() or rvc.picture(item.id) is not None
            for item in rvc.items), PICTURE_LIMIT_S)


@dataclass(frozen=True, slots=True)
class _Done:
    """A finished file, the converted version in the middle of being listened to."""

    seeded: Session

    async def __call__(self, studio: Studio) -> Shot:
        rvc, path = studio.services.rvc, self.seeded.files.song
        await _Item(self.seeded, path).choose(studio)
        item = self.seeded.item(rvc, path)
        await studio.until(lambda: rvc.picture(item.id, converted=True), PICTURE_LIMIT_S)
        listening = studio.run.rvc.listening
        listening.choose(Version.CONVERTED)
        listening.seek(item.facts.duration_s * 0.42 if item.facts is not None else 0.0)
        return _whole(studio)


@dataclass(frozen=True, slots=True)
class _More:
    seeded: Session

    async def __call__(self, studio: Studio) -> Shot:
        shot = await _Item(self.seeded, self.seeded.files.short)(studio)
        options = _view(studio).stage.options
        options.show_more(True)
        await studio.settle(studio.window)
        _view(studio).stage.scrolling.ensureWidgetVisible(options.file.scope)
        return shot


def _less(studio: Studio) -> None:
    stage = _view(studio).stage
    stage.options.show_more(False)
    stage.scrolling.verticalScrollBar().setValue(0)


@dataclass(frozen=True, slots=True)
class _List:
    seeded: Session

    async def __call__(self, studio: Studio) -> Shot:
        shot = await _Item(self.seeded, self.seeded.files.song)(studio)
        _view(studio).show_list(True)
        return shot


@dataclass(frozen=True, slots=True)
class _Notices:
    """Three notices: one is shown, the others are counted."""

    seeded: Session

    async def __call__(self, studio: Studio) -> Shot:
        shot = await _Item(self.seeded, self.seeded.files.gone)(studio)
        board = studio.services.notices
        board.post(NoticeLevel.INFO, Text.of("These files are in the list already."), key="rvc add")
        board.post_error(destination_error(OSError(28, "full"), Path("/mnt/配信/変換した歌")), key="rvc")
        board.post(
            NoticeLevel.WARNING,
            Text.count("{n} conversion was interrupted. No half file was left.",
                       "{n} conversions were interrupted. No half files were left.", 2),
            actions=(Action(ActionKind.RETRY_JOB, Text.of("Start again"), {"jobs": []}),), key="interrupted")
        return shot


def _dismiss_all(studio: Studio) -> None:
    board = studio.services.notices
    for notice in board.open:
        board.dismiss(notice.id)


@dataclass(frozen=True, slots=True)
class _Closing:
    """The user closes the window on running work."""

    seeded: Session

    async def __call__(self, studio: Studio) -> Shot:
        await _Item(self.seeded, self.seeded.files.long).choose(studio)
        studio.window.close()
        await studio.until(lambda: _question(studio), ENGINE_LIMIT_S)
        question = _question(studio)
        assert question is not None
        return Shot(question, lambda: over(studio.window, question))


def _question(studio: Studio) -> Question | None:
    return next((one for one in studio.window.findChildren(Question) if one.isVisible()), None)


def _stay(studio: Studio) -> None:
    question = _question(studio)
    if isinstance(question, QDialog):
        question.reject()


# --- many files, and an engine that cannot start ----------------------------------------------------


def many() -> list[Screen]:
    return [Screen("rvc-many", _many)]


async def _many(studio: Studio) -> Shot:
    rvc = studio.services.rvc
    studio.window.show_panel(PanelId.RVC)
    studio.run.rvc.choose(rvc.items[2])
    shown = [item.id for item in rvc.items[:8]]

    def pictured() -> bool:
        """The view asks for what it shows while it is laid out, which replaces what was asked for before."""
        missing = [id for id in shown if rvc.picture(id) is None]
        if missing:
            rvc.want(missing)
        return not missing

    await studio.until(pictured, PICTURE_LIMIT_S)
    return _whole(studio)


def broken() -> list[Screen]:
    return [Screen("engine-failed", _engine_failed)]


async def _engine_failed(studio: Studio) -> Shot:
    """Once only: the engine's program is not there, and it is given up after three tries."""
    engine, rvc = studio.services.engines.rvc, studio.services.rvc
    studio.window.show_panel(PanelId.RVC)
    if engine.state is not EngineState.FAILED:
        studio.run.rvc.add_sample()
        await studio.until(lambda: rvc.items and rvc.picture(rvc.items[0].id), PICTURE_LIMIT_S)
        engine.set_launch(replace(launch(RVC, studio.paths), command=("/nowhere/python",)))
        studio.run.rvc.convert()
        await studio.until(lambda: engine.state is EngineState.FAILED, ENGINE_LIMIT_S)
        await studio.until(lambda: rvc.items[0].state is ItemState.FAILED, ENGINE_LIMIT_S)
    return _whole(studio)
