"""The glyph checker of ``characoid shots``, under the name by which the tests know it."""

from __future__ import annotations

from characoid_desktop.app.shots.glyphs import missing_glyphs

__all__ = ["missing_glyphs"]
