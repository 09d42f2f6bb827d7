"""What an answer rests on, as it is kept with a message: plain JSON that came from outside, read strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.knowledge.places import page_words

MAX_ID, MAX_TITLE, MAX_URL = 64, 60, 2000
MAX_ALSO = 3  # other places that are named
MAX_READ = 50


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage of a document (``passage_id``), or a page of the web (``url``, http or https): one of the two is "".

    ``also``: other places with the same words.
    """

    title: str
    passage_id: str = ""
    url: str = ""
    page: int | None = None
    last_page: int | None = None
    also: tuple[Cited, ...] = ()

    def words(self, fit: Callable[[str], str]) -> Text:
        """Return title and pages, and the other places; ``fit`` makes a title fit to be shown."""
        pages, title = page_words(self.page, self.last_page), fit(self.title)
        place = Text.literal(title) if pages is None else Text.of("{title}, {pages}", title=title, pages=pages)
        if not self.also:
            return place
        others = Text.lines([one.words(fit) for one in self.also[:MAX_ALSO]], "; ")
        return Text.of("{place} (also: {others})", place=place, others=others)


def cited(citations: object) -> tuple[Cited, ...]:
    """Return what can be shown of a list of citations, in order, nothing twice. Of rows of tables nothing is."""
    found: dict[str, Cited] = {}
    for value in _list(citations)[:MAX_READ]:
        one = _passage(value, 1) or _web(value)
        if one is not None:
            found.setdefault(one.passage_id or one.url, one)
    return tuple(found.values())


def _passage(value: object, depth: int) -> Cited | None:
    data = _mapping(value)
    id, title = data.get("passage_id"), data.get("title")
    if not isinstance(id, str) or not 0 < len(id) <= MAX_ID or not isinstance(title, str):
        return None
    also = [_passage(one, depth - 1) for one in _list(data.get("also"))[:MAX_READ]] if depth else []
    return Cited(one_line(title, MAX_TITLE), id, page=_page(data.get("page")), last_page=_page(data.get("last_page")),
                 also=tuple(one for one in also if one is not None))


def _web(value: object) -> Cited | None:
    data = _mapping(value)
    url, title = data.get("url"), data.get("title")
    if data.get("kind") != "web" or not isinstance(url, str) or len(url) > MAX_URL:
        return None
    if not _is_address(url):
        return None
    return Cited(one_line(title, MAX_TITLE) if isinstance(title, str) else "", url=url)


def _is_address(url: str) -> bool:
    """Whether ``url`` is one of http or https with a host, written in signs that can be seen."""
    if any(char.isspace() or not char.isprintable() for char in url):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _page(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


def _list(value: object) -> Sequence[object]:
    return cast("list[object]", value) if isinstance(value, list) else ()


def _mapping(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
