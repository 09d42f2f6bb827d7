"""The five shapes of a status light."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from characoid_desktop.core.lights import LightState
from characoid_desktop.ui.theme.theme import Theme


def draw_light(painter: QPainter, state: LightState, box: QRectF, theme: Theme) -> None:
    """Ring: off. Half disc: working. Disc with check: ready. Triangle: needs you. Square with cross: failed."""
    c = theme.color
    unit = box.width() / 12
    middle = box.center()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    on_shape = QPen(c.sunken, 1.6 * unit, Qt.PenStyle.SolidLine, cap, join)

    def at(x: float, y: float) -> QPointF:
        return QPointF(box.left() + x * unit, box.top() + y * unit)

    painter.setPen(Qt.PenStyle.NoPen)
    if state is LightState.OFF:
        painter.setPen(QPen(c.text_faint, 1.6 * unit))
        painter.drawEllipse(middle, 4.4 * unit, 4.4 * unit)
    elif state is LightState.WORKING:
        painter.setPen(QPen(c.info, 1.6 * unit))
        painter.drawEllipse(middle, 4.4 * unit, 4.4 * unit)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(c.info)
        around = QRectF(middle.x() - 4.4 * unit, middle.y() - 4.4 * unit, 8.8 * unit, 8.8 * unit)
        painter.drawPie(around, -90 * 16, 180 * 16)
    elif state is LightState.READY:
        painter.setBrush(c.ok)
        painter.drawEllipse(middle, 5.4 * unit, 5.4 * unit)
        painter.setPen(on_shape)
        painter.drawPolyline(QPolygonF([at(3.6, 6.2), at(5.3, 7.9), at(8.5, 4.4)]))
    elif state is LightState.WAITING:
        painter.setBrush(c.warn)
        painter.setPen(QPen(c.warn, unit, Qt.PenStyle.SolidLine, cap, join))
        painter.drawPolygon(QPolygonF([at(6, 1.4), at(11, 10.4), at(1, 10.4)]))
        painter.setPen(on_shape)
        painter.drawLine(at(6, 4.6), at(6, 6.9))
        painter.drawPoint(at(6, 8.9))
    else:
        painter.setBrush(c.error)
        painter.drawRoundedRect(box.adjusted(unit, unit, -unit, -unit), 1.6 * unit, 1.6 * unit)
        painter.setPen(on_shape)
        painter.drawLine(at(4.2, 4.2), at(7.8, 7.8))
        painter.drawLine(at(7.8, 4.2), at(4.2, 7.8))
    painter.restore()
