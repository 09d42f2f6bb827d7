"""Which model answers for whom, made once for each configuration, and how it is doing.

Importing this module is cheap: LangChain and httpx2 are loaded by :meth:`ModelDirectory.prepare` in a thread, at the
latest when the first choice of a server is resolved.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import logging
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.integrations.llm import addresses
from characoid_desktop.integrations.llm.models import (
    Endpoint,
    FoundServer,
    ModelChoice,
    ModelInfo,
    ModelState,
    TestResult,
)
from characoid_desktop.integrations.llm.patience import Patience
from characoid_desktop.settings.secret_text import BadAddress
from characoid_desktop.settings.secrets import KeptIn, SecretStore
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore

if TYPE_CHECKING:
    from characoid_desktop.integrations.llm.chat import Quirks, StudioChatModel
    from characoid_desktop.integrations.llm.embeddings import Embedder
    from characoid_desktop.integrations.llm.errors import ModelError
    from characoid_desktop.integrations.llm.wire import Wire

SECRET = "model"  # noqa: S105 the name of the entry in the secret store
KEPT_MODELS = 8
_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Made:
    model: StudioChatModel
    wire: Wire


class ModelDirectory:
    """The models in use. ``changed`` fires with the state for the status strip; ``failed`` with a model's error.

    Changing the server address in the settings forgets the key of the old one.
    """

    def __init__(self, settings: SettingsStore, secrets: SecretStore, *,
                 sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
                 now: Callable[[], datetime] | None = None, verify: ssl.SSLContext | None = None) -> None:
        self.changed: Event[ModelState] = Event()
        self.failed: Event[ModelError] = Event()
        self._settings = settings
        self._secrets = secrets
        self._sleep = sleep
        self._now = now
        self._verify = verify
        self._made: dict[str, _Made] = {}  # by fingerprint, the least used first
        self._quirks: dict[tuple[str, str], Quirks] = {}
        self._loaded = False
        self._running = 0
        self._state = self._before = ModelState()
        self._scope = TaskScope("models")
        self._address = self._section.base_url
        self._unwatch = settings.changed.connect(self._setting_changed)
        self._rest()

    @property
    def state(self) -> ModelState:
        return self._state

    @property
    def _section(self) -> ModelsSection:
        return self._settings.get(ModelsSection)

    async def prepare(self) -> None:
        """Load the heavy modules in the executor (about a second the first time)."""
        if not self._loaded:
            await asyncio.get_running_loop().run_in_executor(None, _load)
            self._loaded = True

    async def resolve(self, persona_model: str = "", persona_base_url: str = "") -> ModelChoice:
        """Return the model of a persona: its own where it has one, else that of the settings.

        Without any server the choice is offline. Raises BadAddress for an address that is none.
        """
        section = self._section
        address = persona_base_url.strip() or section.base_url
        if not address:
            return ModelChoice()
        await self.prepare()  # so that model() never imports in the event loop's thread
        return ModelChoice(
            endpoint=await self._endpoint(address), model=persona_model.strip() or section.model,
            tools=section.tools, temperature=section.temperature if section.own_temperature else None,
            context_tokens=section.context_tokens, price_in=section.price_in, price_out=section.price_out,
            idle_s=float(section.idle_s))

    def model(self, choice: ModelChoice, on_retry: Callable[[int, float, Text], None] | None = None,
              on_stall: Callable[[float], None] | None = None,
              may_retry: Callable[[], bool] | None = None) -> StudioChatModel:
        """Return the chat model of a choice that is not offline, with the callables of one turn (see ``chat.Hooks``).

        Made once for each configuration; connections and what was learned of the model are shared.
        """
        from characoid_desktop.integrations.llm.chat import Hooks

        if choice.endpoint is None:
            raise ValueError("the offline brain is no model of this directory")
        plain = Hooks()
        return self._made_for(choice, choice.endpoint).model.with_hooks(Hooks(
            on_retry or plain.on_retry, on_stall or plain.on_stall, may_retry or plain.may_retry))

    def fingerprint(self, choice: ModelChoice) -> str:
        """Return a hash that changes with key, address, model and everything else a model is made of."""
        endpoint = choice.endpoint
        key = endpoint.key.reveal() if endpoint is not None and endpoint.key is not None else ""
        parts = [key, endpoint.base_url if endpoint else "", choice.model, str(choice.tools),
                 choice.temperature, choice.context_tokens, choice.idle_s]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    async def embedder(self) -> Embedder | None:
        """Return what makes vectors of texts, None when no model for it is set. The caller keeps it for one piece of
        work; its connections are closed with the directory."""
        section = self._section
        address = section.embedding_base_url or section.base_url
        if not address or not section.embedding_model:
            return None
        await self.prepare()
        from characoid_desktop.integrations.llm.embeddings import Embedder

        choice = ModelChoice(await self._endpoint(address), section.embedding_model, idle_s=float(section.idle_s))
        assert choice.endpoint is not None
        return Embedder(self._made_for(choice, choice.endpoint).wire, choice.model, sleep=self._sleep)

    async def set_key(self, value: str, address: str = "") -> KeptIn:
        """Store the key for the origin of ``address`` (that of the settings when empty); raises BadSecret, BadAddress.
        """
        kept = await self._secrets.set(SECRET, addresses.normalise(address or self._section.base_url), value)
        self._rest()
        return kept

    async def forget_key(self, address: str = "") -> None:
        await self._secrets.delete(SECRET, addresses.normalise(address or self._section.base_url))
        self._rest()

    async def has_key(self, address: str = "") -> bool:
        """Whether a key is stored for an address; False without an address."""
        address = address or self._section.base_url
        return bool(address) and await self._secrets.get(SECRET, addresses.normalise(address)) is not None

    async def models(self, address: str) -> list[ModelInfo]:
        """Return the models a server has; raises ModelError, BadAddress."""
        await self.prepare()
        from characoid_desktop.integrations.llm import endpoints

        return await endpoints.list_models(await self._endpoint(address), verify=self._verify)

    async def test(self, address: str, model: str = "") -> TestResult:
        """Try a server and a model; raises BadAddress only. A good test of the model in use turns its light on."""
        await self.prepare()
        from characoid_desktop.integrations.llm import endpoints

        result = await endpoints.probe(await self._endpoint(address), model, verify=self._verify)
        if result.works and self._section.base_url and result.base_url == addresses.normalise(self._section.base_url):
            name = model or self._section.model
            if name:  # a server without a chosen model answers nobody yet
                self._show(LightState.READY, _ready(name))
        return result

    async def discover(self) -> list[FoundServer]:
        """Look for model servers on this computer; takes less than a second."""
        await self.prepare()
        from characoid_desktop.integrations.llm import discovery

        return await discovery.discover()

    async def aclose(self) -> None:
        """Close all connections and forget all models."""
        self._unwatch()
        await self._scope.aclose()
        made, self._made = list(self._made.values()), {}
        for one in made:
            await one.wire.aclose()

    # What the models say of themselves (chat.Watcher).

    def began(self) -> None:
        if not self._running:
            self._before = self._state
        self._running += 1
        self._show(LightState.WORKING, Text.of("The model is answering."))

    def ended(self, error: ModelError | None, *, cancelled: bool) -> None:
        self._running -= 1
        if error is not None:
            self._show(LightState.FAILED, error.sentence)
            self.failed.emit(error)
        elif not self._running and cancelled:
            self._show_state(self._before)
        elif not self._running:
            self._show(LightState.READY, _ready(self._section.model))

    async def _endpoint(self, address: str) -> Endpoint:
        base_url = addresses.normalise(address)
        return Endpoint(base_url, await self._secrets.get(SECRET, base_url))

    def _made_for(self, choice: ModelChoice, endpoint: Endpoint) -> _Made:
        from characoid_desktop.integrations.llm.chat import Means, Quirks, StudioChatModel
        from characoid_desktop.integrations.llm.wire import Wire

        name = self.fingerprint(choice)
        made = self._made.pop(name, None)
        if made is None:
            wire = Wire(endpoint, Patience.of_idle(choice.idle_s), verify=self._verify, now=self._now)
            quirks = self._quirks.setdefault((endpoint.base_url, choice.model), Quirks())
            made = _Made(StudioChatModel.of(wire, choice, quirks=quirks, watcher=self, means=Means(self._sleep)), wire)
        self._made[name] = made
        if len(self._made) > KEPT_MODELS and not self._running:
            # A turn that still holds this model just opens new connections.
            self._scope.start(self._made.pop(next(iter(self._made))).wire.aclose(), name="close")
        return made

    def _setting_changed(self, what: tuple[str, str]) -> None:
        if what[0] != ModelsSection.key:
            return
        if what[1] == "base_url":
            new = self._section.base_url
            if new and self._address and new != self._address:
                self._scope.start(self._forget_old(self._address, new), name="old key")
            self._address = new or self._address  # going offline for a while is no new address
        self._rest()

    async def _forget_old(self, old: str, new: str) -> None:
        try:
            await self._secrets.change_origin(SECRET, old, new)
        except BadAddress as error:  # the section takes no such address
            _log.info("the old key stays: %s", error)

    def _rest(self) -> None:
        """Show what is known without asking anybody: whether there is a server at all."""
        if not self._section.base_url:
            self._show_state(ModelState())
        elif not self._section.model:
            self._show(LightState.WAITING, Text.of("No model is chosen yet."))
        elif not self._running:
            self._show(LightState.OFF, Text.of("“{model}” is set, not used yet.", model=self._section.model))

    def _show(self, light: LightState, sentence: Text) -> None:
        self._show_state(ModelState(light, sentence))

    def _show_state(self, state: ModelState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)


def _ready(model: str) -> Text:
    return Text.of("“{model}” answers.", model=model)


def _load() -> None:
    importlib.import_module("characoid_desktop.integrations.llm.chat")
    importlib.import_module("characoid_desktop.integrations.llm.discovery")
    importlib.import_module("characoid_desktop.integrations.llm.embeddings")
