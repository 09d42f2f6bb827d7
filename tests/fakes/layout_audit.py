"""The checker of ``characoid shots``, under the name by which the tests know it."""

from __future__ import annotations

from characoid_desktop.app.shots.audit import Finding, audit, unnamed

__all__ = ["Finding", "audit", "unnamed"]
