"""What the commands that convert say: words for people, or one JSON object a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.engines.contracts import EngineProgress
from characoid_desktop.engines.messages import note_for
from characoid_desktop.features.rvc.conversion import ConversionOutcome
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.stages import Track


@dataclass
class Report:
    """Where the lines go: words for people, or one JSON object a line."""

    as_json: bool
    total: int = 0
    done: int = 0
    failed: int = 0
    live: bool = field(default_factory=lambda: sys.stderr.isatty())
    _tracks: dict[str, str] = field(default_factory=dict[str, str])

    def progress(self, name: str, step: EngineProgress) -> None:
        if self.live and not self.as_json and step.total > 0:
            percent = int(100 * min(1.0, step.done / step.total))
            print(f"\r\x1b[K[{self.done + self.failed + 1}/{self.total}] {name} {percent}%", end="", file=sys.stderr,
                  flush=True)

    def clear(self) -> None:
        if self.live and not self.as_json:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def finished(self, source: Path, outcome: ConversionOutcome) -> None:
        self.done += 1
        notes = [str(note_for(code)) for code in outcome.warnings]
        self.clear()
        if self.as_json:
            self._object(source=str(source), output=str(outcome.path), seconds=round(outcome.duration_s, 3),
                         rate=outcome.rate, channels=outcome.channels, truncated=outcome.truncated, notes=notes)
            return
        print(f"✓ {shown(source.name)} → {shown(str(outcome.path))}")
        for note in notes:
            print(f"  {note}")
        sys.stdout.flush()

    def track(self, track: Track, path: Path) -> None:
        """Take a part of a file that was taken apart."""
        self._tracks[track.value] = str(path)

    def apart(self, source: Path, provenance: Mapping[str, Any]) -> None:
        """A file was taken apart into what :meth:`track` was told."""
        self.done += 1
        self.clear()
        tracks, self._tracks = self._tracks, {}
        if self.as_json:
            self._object(source=str(source), method=provenance.get("separation"),
                         model=provenance.get("separation_model", ""), **tracks)
            return
        for path in tracks.values():
            print(f"✓ {shown(source.name)} → {shown(path)}", flush=True)

    def refused(self, error: AppError, source: Path | None = None) -> None:
        self.failed += 1
        self.clear()
        if self.as_json:
            self._object(source=str(source) if source else "", error=error.code, sentence=str(error.sentence))
            return
        safe = f" {error.safe}" if error.safe else ""
        print(f"✗ {error.sentence}{safe}", file=sys.stderr, flush=True)

    def _object(self, **fields: Any) -> None:
        print(json.dumps(fields, ensure_ascii=False), flush=True)
