"""The same words in several places, as one result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from characoid_desktop.features.knowledge.models import Found

MAX_TWINS = 8  # places that one result names beside its own


def folded(found: Iterable[Found]) -> list[Found]:
    """Return the results in their order; the best of those with the same words stands for all of them and has the
    others as ``twins``. White space does not count: a PDF breaks its lines elsewhere than a DOCX.
    """
    first: dict[str, Found] = {}
    for one in found:
        words = "".join(one.text.split())
        best = first.get(words)
        if best is None:
            first[words] = one
        elif len(best.twins) < MAX_TWINS:
            first[words] = replace(best, twins=(*best.twins, one))
    return list(first.values())
