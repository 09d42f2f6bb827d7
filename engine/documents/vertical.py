"""Pages set in columns from top to bottom, the first one at the right: their text in the order in which it is read.

PDFium gives each column as a line, but in an order of its own, and what stands in a column sideways as lines between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine.documents.characters import is_ideograph, is_kana

_LOOKED_AT = 200  # pairs of neighbours
_LEAST_PAIRS = 8
_SHARE = 0.6  # of the pairs that go down
_SMALL = 0.65  # of the usual size: the reading beside a word (ruby)
_SAME_COLUMN = 0.5  # of the size, between the middles of two pieces
_NEW_LINE = 2.0  # sizes of nothing between two pieces of a column


@dataclass(slots=True)
class _Piece:
    """A run of characters. In points of the page, y upwards."""

    text: str
    middle: float
    top: float
    bottom: float
    size: float

    @property
    def is_reading(self) -> bool:
        return all(is_kana(char) for char in self.text)


def vertical_text(layer: Any, count: int) -> str | None:
    """Return the text of a page that is set in columns, a column a line; None for any other page.

    ``layer``: a text page of PDFium (raw), ``count``: its characters. Readings beside words come last, on a line.
    """
    if not _goes_down(layer, count):
        return None
    pieces = _pieces(layer, count)
    usual = median(piece.size for piece in pieces)
    readings = [one for one in pieces if one.size <= _SMALL * usual and one.is_reading]
    lines: list[str] = []
    for tier in _tiers([one for one in pieces if one not in readings], usual):
        lines += _columns(tier, usual)
    return "\n".join([*lines, *([" ".join(one.text for one in readings)] if readings else [])])


def _goes_down(layer: Any, count: int) -> bool:
    down = pairs = 0
    for index in range(0, count - 1, max(1, count // _LOOKED_AT)):
        first, second = (_character(layer, n) for n in (index, index + 1))
        if not (first and second and all(is_ideograph(one) or is_kana(one) for one in (first, second))):
            continue
        a, b = _box(layer, index), _box(layer, index + 1)
        height = a[1] - a[3]
        pairs += 1
        down += abs((a[0] + a[2]) - (b[0] + b[2])) / 2 < 0.3 * height and 0.4 * height < a[1] - b[1] < 3 * height
    return pairs >= _LEAST_PAIRS and down >= _SHARE * pairs


def _pieces(layer: Any, count: int) -> list[_Piece]:
    found: list[_Piece] = []
    start = 0
    for index in range(count + 1):
        if index < count and _character(layer, index) not in "\r\n":
            continue
        if index > start:
            boxes = [_box(layer, n) for n in range(start, index)]
            text = "".join(_character(layer, n) for n in range(start, index))
            found.append(_Piece(
                text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"),
                median((box[0] + box[2]) / 2 for box in boxes), max(box[1] for box in boxes),
                min(box[3] for box in boxes), median(box[2] - box[0] for box in boxes)))
        start = index + 1
    return found


def _tiers(pieces: Sequence[_Piece], usual: float) -> list[list[_Piece]]:
    """Return the rows of columns (a page of a magazine has two), the upper one first."""
    tiers: list[list[_Piece]] = []
    bottom = 0.0
    for piece in sorted(pieces, key=lambda one: -one.top):
        if not tiers or piece.top <= bottom + 0.5 * usual:
            tiers.append([])
            bottom = piece.bottom
        tiers[-1].append(piece)
        bottom = min(bottom, piece.bottom)
    return tiers


def _columns(tier: Sequence[_Piece], usual: float) -> list[str]:
    columns: list[list[_Piece]] = []
    for piece in sorted(tier, key=lambda one: -one.middle):
        if not columns or columns[-1][0].middle - piece.middle > _SAME_COLUMN * usual:
            columns.append([])
        columns[-1].append(piece)
    lines: list[str] = []
    for column in columns:
        line, below = "", 0.0
        for piece in sorted(column, key=lambda one: -one.top):
            line += ("\n" if line and below - piece.top > _NEW_LINE * usual else "") + piece.text
            below = piece.bottom
        lines.append(line)
    return lines


def _character(layer: Any, index: int) -> str:
    import pypdfium2.raw as raw

    code = raw.FPDFText_GetUnicode(layer, index)
    return chr(code) if 0 < code < 0x110000 else ""


def _box(layer: Any, index: int) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    raw.FPDFText_GetLooseCharBox(layer, index, box)
    return box.left, box.top, box.right, box.bottom
