"""Notifications and tray."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


class OnClose(StrEnum):
    """What closing the window does while work is running."""

    ASK = "ask"
    TRAY = "tray"
    QUIT = "quit"


class NotificationsSection(Section):
    key: ClassVar[str] = "notifications"
    title: ClassVar[Text] = Text.of("Notifications and tray")

    when_done: Annotated[bool, Declared(
        Text.of("Tell me when work is done"),
        Text.of("A desktop notification, only while the window is not in front."))] = True
    shortest_s: Annotated[int, Declared(
        Text.of("Only for work longer than"), Text.of("Short work ends without a notification."),
        unit=Text.of("s"), step=5, widget=Widget.NUMBER, only_if="when_done"), Field(ge=0, le=600)] = 10
    sound: Annotated[bool, Declared(
        Text.of("Sound with the notification"),
        Text.of("Off, so that nothing is heard in a stream."), only_if="when_done")] = False
    on_close: Annotated[OnClose, Declared(
        Text.of("When I close the window during work"),
        Text.of("Without running work the window just closes."),
        choices={"ask": Text.of("Ask me"), "tray": Text.of("Keep running in tray"),
                 "quit": Text.of("Stop and quit")}, widget=Widget.COMBO)] = OnClose.ASK
