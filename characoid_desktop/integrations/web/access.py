"""The web as the rest of the app sees it: fetch a page, search, try a search server.

Importing this module is cheap: httpx2 is loaded by :meth:`WebAccess.prepare` in a thread, at the first use.
"""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.llm.addresses import normalise
from characoid_desktop.integrations.web import errors
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.web import WebSection
from characoid_desktop.settings.store import SettingsStore

if TYPE_CHECKING:
    from characoid_desktop.integrations.web.fetcher import WebFetcher
    from characoid_desktop.integrations.web.pages import Fetched
    from characoid_desktop.integrations.web.search import Hits, SearchProvider

TEST_WORDS = "weather"


@dataclass(frozen=True, slots=True)
class Spelled:
    """An address before it is asked: ``asked`` as it is sent (its name in ASCII), ``host`` that name, ``readable``
    the same name in its own script ("" where it is ASCII anyway)."""

    asked: str
    host: str
    readable: str


@dataclass(frozen=True, slots=True)
class SearchTest:
    """What a test of a search server found; ``base_url`` is the address in one spelling."""

    __test__ = False  # not a test case, whatever its name

    works: bool
    sentence: Text
    base_url: str = ""
    latency_s: float = 0.0


class WebAccess:
    """One for the whole app. Holds no connection. ``make`` makes the fetcher (tests give it another rule)."""

    def __init__(self, settings: SettingsStore, *, make: Callable[[], WebFetcher] | None = None) -> None:
        self._settings = settings
        self._make = make
        self._fetcher: WebFetcher | None = None
        self._loaded = False

    @property
    def may_search(self) -> bool:
        """Whether the user turned searching the web on."""
        return self._settings.get(AssistantSection).enable_web_fallback

    @property
    def has_provider(self) -> bool:
        return bool(self._settings.get(WebSection).search_url)

    async def prepare(self) -> None:
        """Load the heavy modules in the executor."""
        if not self._loaded:
            await asyncio.get_running_loop().run_in_executor(None, _load)
            self._loaded = True

    async def spelled(self, address: str) -> Spelled:
        """Return how an address is asked; raises WebError for one that never is. Asks nobody."""
        await self.prepare()
        from characoid_desktop.integrations.web import addresses

        target = (await self._fetching()).rule.target(address)
        asked, readable = addresses.spelled(target)
        return Spelled(asked, target.host, readable)

    async def fetch(self, address: str) -> Fetched:
        """Return what stands at an address that came from text; raises WebError."""
        return await (await self._fetching()).fetch(address)

    async def provider(self) -> SearchProvider | None:
        """Return who searches, None when the user has set nobody."""
        address = self._settings.get(WebSection).search_url
        if not address:
            return None
        await self.prepare()
        from characoid_desktop.integrations.web.search import SearxngProvider

        return SearxngProvider(_base(address))

    async def search(self, query: str) -> Hits:
        """Return results for the words of ``query``; raises WebError, also where searching is off or not set up."""
        if not self.may_search:
            raise errors.search_off()
        provider = await self.provider()
        if provider is None:
            raise errors.no_provider()
        return await provider.search(query, self._settings.get(WebSection).results)

    async def test(self, address: str) -> SearchTest:
        """Ask a search server for one everyday word; never raises. The settings are not changed."""
        await self.prepare()
        from characoid_desktop.integrations.web.search import SearxngProvider

        base = ""
        began = time.monotonic()
        try:
            base = _base(address)
            found = await SearxngProvider(base).search(TEST_WORDS, 5)
        except AppError as error:
            return SearchTest(False, error.sentence, base)
        seconds = time.monotonic() - began
        if not found.hits:
            return SearchTest(False, Text.of(
                "The search server answers, but finds nothing. Its own sources may be blocked or turned off."), base,
                seconds)
        return SearchTest(True, Text.count("The search server works: {n} result in {seconds} s.",
                                           "The search server works: {n} results in {seconds} s.", len(found.hits),
                                           seconds=f"{seconds:.1f}"), base, seconds)

    async def _fetching(self) -> WebFetcher:
        await self.prepare()
        if self._fetcher is None:
            from characoid_desktop.integrations.web.fetcher import WebFetcher

            self._fetcher = self._make() if self._make is not None else WebFetcher()
        return self._fetcher


def _load() -> None:
    for late in ("characoid_desktop.integrations.web.search", "httpcore2", "anyio._backends._asyncio"):
        importlib.import_module(late)


def _base(address: str) -> str:
    """The address of a search server without the path of its search page; raises BadAddress."""
    return normalise(address).removesuffix("/search")
