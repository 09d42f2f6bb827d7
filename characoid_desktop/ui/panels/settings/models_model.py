"""What the page of the language model knows beyond its settings: keys, servers on this computer, models, tests."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.integrations.llm.addresses import is_local
from characoid_desktop.integrations.llm.models import FoundServer, ModelInfo, ModelState, Outcome, TestResult
from characoid_desktop.settings.secret_text import BadAddress, origin_of
from characoid_desktop.settings.secrets import KeptIn
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore


class Slot(StrEnum):
    """What a server is for."""

    CHAT = "chat"
    EMBEDDING = "embedding"

    @property
    def address_key(self) -> str:
        return "base_url" if self is Slot.CHAT else "embedding_base_url"

    @property
    def model_key(self) -> str:
        return "model" if self is Slot.CHAT else "embedding_model"


class Embedding(Protocol):
    async def embed(self, texts: Sequence[str], /) -> list[list[float]]: ...


class ModelServices(Protocol):
    """What the page needs of ``integrations.llm.directory.ModelDirectory``."""

    changed: Event[ModelState]

    async def set_key(self, value: str, address: str = "", /) -> KeptIn: ...

    async def forget_key(self, address: str = "", /) -> None: ...

    async def has_key(self, address: str = "", /) -> bool: ...

    async def models(self, address: str, /) -> list[ModelInfo]: ...

    async def test(self, address: str, model: str = "", /) -> TestResult: ...

    async def embedder(self) -> Embedding | None: ...

    async def discover(self) -> list[FoundServer]: ...


class KeyStore(Protocol):
    """What the page needs of ``settings.secrets.SecretStore``."""

    changed: Event[None]

    @property
    def why(self) -> Text | None: ...


class KeyState(StrEnum):
    NO_ADDRESS = "no_address"
    MISSING = "missing"
    KEY_STORE = "key_store"
    MEMORY = "memory"  # until the app closes


@dataclass(frozen=True, slots=True)
class Tested:
    """``result`` None: the test is running."""

    result: TestResult | None
    at: datetime


class ModelsPageModel(QObject):
    """``key_changed(slot)``, ``models_changed(slot)``, ``tested(slot)`` and ``servers_changed`` say what to read anew.

    A key is only ever handed in: nothing here gives one back.
    """

    key_changed = Signal(str)
    models_changed = Signal(str)
    tested = Signal(str)
    servers_changed = Signal()

    def __init__(
        self, services: ModelServices, settings: SettingsStore, keys: KeyStore, clock: Clock, scope: TaskScope,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._settings = settings
        self._keys = keys
        self._clock = clock
        self._scope = scope
        self._closed = False
        self._key: dict[Slot, KeyState] = dict.fromkeys(Slot, KeyState.NO_ADDRESS)
        self._key_problem: dict[Slot, Text | None] = {}
        self._moved: dict[Slot, bool] = {}  # the key of the address before was left behind
        self._kept: dict[str, KeptIn] = {}  # by origin, of this life of the app
        self._models: dict[Slot, tuple[str, tuple[ModelInfo, ...]]] = {}  # with the address they are of
        self._tests: dict[Slot, Tested] = {}
        self._answered: dict[Slot, tuple[str, TestResult]] = {}  # the address that was tried, and what answered
        self._turns: dict[str, int] = {}
        self._servers: tuple[FoundServer, ...] | None = None
        self._problem: Text | None = None
        self._searching = False
        self._addresses = {slot: self.address(slot) for slot in Slot}
        self._release = (settings.changed.connect(self._setting_changed),
                         keys.changed.connect(lambda _: self._look_for_keys()))

    def close(self) -> None:
        """Stop listening; answers that come later are dropped."""
        self._closed = True
        for release in self._release:
            release()

    # --- what is shown --------------------------------------------------------------------------

    def address(self, slot: Slot) -> str:
        """Return the address a slot uses: that of embeddings is the chat's where it has none."""
        section = self._settings.get(ModelsSection)
        return section.base_url if slot is Slot.CHAT else section.embedding_base_url or section.base_url

    def has_own_key(self, slot: Slot) -> bool:
        """Whether a slot has a key of its own to ask for: embeddings only at an address of another server."""
        if slot is Slot.CHAT:
            return True
        own = self._settings.get(ModelsSection).embedding_base_url
        return bool(own) and _origin(own) != _origin(self.address(Slot.CHAT))

    @property
    def is_connected(self) -> bool:
        """Whether a server and a model are set at all."""
        section = self._settings.get(ModelsSection)
        return bool(section.base_url and section.model)

    def key_state(self, slot: Slot) -> KeyState:
        return self._key[slot]

    def key_words(self, slot: Slot) -> Text:
        """Return one sentence on the key: where it is, or whether one is needed."""
        address = self.address(slot)
        match self._key[slot]:
            case KeyState.NO_ADDRESS:
                return Text.of("First the address, then its key.")
            case KeyState.KEY_STORE:
                return Text.of("Kept in the key store of the system, for {host} only.", host=_host(address))
            case KeyState.MEMORY:
                return self._keys.why or Text.of("Kept only until the app closes.")
            case KeyState.MISSING:
                if self._moved.get(slot):
                    return Text.of("The address is another one: the old key was not taken along. Paste the key of "
                                   "{host}.", host=_host(address))
                if is_local(address):
                    return Text.of("A server on this computer usually needs none.")
                return Text.of("{host} has no key here yet.", host=_host(address))

    def key_problem(self, slot: Slot) -> Text | None:
        """Return why the last key was not taken."""
        return self._key_problem.get(slot)

    def models(self, slot: Slot) -> tuple[ModelInfo, ...]:
        """Return the models known of the slot's server; none while it was not asked."""
        address, models = self._models.get(slot, ("", ()))
        return models if address == self.address(slot) else ()

    def test(self, slot: Slot) -> Tested | None:
        return self._tests.get(slot)

    def is_testing(self, slot: Slot) -> bool:
        tested = self._tests.get(slot)
        return tested is not None and tested.result is None

    @property
    def is_searching(self) -> bool:
        return self._searching

    @property
    def servers(self) -> tuple[FoundServer, ...] | None:
        """Return the servers found on this computer; None while nobody looked."""
        return self._servers

    @property
    def problem(self) -> Text | None:
        """Return why a found server could not be taken."""
        return self._problem

    # --- wishes ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """The page was opened: ask for keys, and a server on this computer for its models. Nothing goes out."""
        self._look_for_keys()
        for slot in Slot:
            address = self.address(slot)
            if address and is_local(address) and not self.models(slot):
                self.load_models(slot)

    def find(self) -> None:
        """Look for model servers on this computer."""
        if not self._searching:
            self._searching = True
            self.servers_changed.emit()
            self._start(self._find(), "find")

    def use(self, server: FoundServer, model: str = "") -> None:
        """Take a server that was found, and its first model where none is named."""
        name = model or (server.models[0].id if server.models else "")
        self._models[Slot.CHAT] = (server.base_url, server.models)
        self._start(self._use(server.base_url, name), "use")

    def load_models(self, slot: Slot) -> None:
        """Ask the slot's server which models it has."""
        address = self.address(slot)
        if address:
            self._start(self._load_models(slot, address), "models")

    def save_key(self, slot: Slot, value: str) -> None:
        """Store the key of the slot's address."""
        self._start(self._save_key(slot, self.address(slot), value), "save key")

    def remove_key(self, slot: Slot) -> None:
        self._start(self._remove_key(slot, self.address(slot)), "remove key")

    def run_test(self, slot: Slot, address: str = "", model: str = "") -> None:
        """Try the server and the model as they stand in the fields (they may not be saved yet)."""
        if self.is_testing(slot):
            return
        self._tests[slot] = Tested(None, self._clock.now())
        self.tested.emit(slot.value)
        section = self._settings.get(ModelsSection)
        self._start(self._test(slot, address.strip() or self.address(slot),
                               model.strip() or str(getattr(section, slot.model_key))), "test")

    # --- work -----------------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        if self._closed:
            work.close()
            return
        self._scope.start(work, name=f"models {name}")

    def _turn(self, what: str) -> int:
        self._turns[what] = self._turns.get(what, 0) + 1
        return self._turns[what]

    async def _find(self) -> None:
        try:
            self._servers = tuple(await self._services.discover())
            self._problem = None
        except AppError as error:
            self._problem = error.sentence
        finally:
            self._searching = False
            self.servers_changed.emit()

    async def _use(self, base_url: str, model: str) -> None:
        try:
            await self._settings.set(ModelsSection, base_url=base_url, model=model)
            self._problem = None
        except AppError as error:
            self._problem = error.sentence
        self.servers_changed.emit()
        if self._problem is None and model:
            self.run_test(Slot.CHAT)

    async def _load_models(self, slot: Slot, address: str) -> None:
        turn = self._turn(f"models {slot}")
        try:
            models: Sequence[ModelInfo] = await self._services.models(address)
        except AppError:
            return  # the test says why, when it is asked for
        if turn == self._turns[f"models {slot}"]:
            self._models[slot] = (address, tuple(models))
            self.models_changed.emit(slot.value)

    async def _save_key(self, slot: Slot, address: str, value: str) -> None:
        try:
            kept = await self._services.set_key(value, address)
        except AppError as error:
            self._key_problem[slot] = error.sentence
            self.key_changed.emit(slot.value)
            return
        self._kept[_origin(address)] = kept
        self._key_problem[slot] = None
        self._moved[slot] = False
        await self._ask_for_key(slot)

    async def _remove_key(self, slot: Slot, address: str) -> None:
        try:
            await self._services.forget_key(address)
        except AppError as error:
            self._key_problem[slot] = error.sentence
        self._kept.pop(_origin(address), None)
        await self._ask_for_key(slot)

    def _look_for_keys(self) -> None:
        for slot in Slot:
            self._start(self._ask_for_key(slot), "key")

    async def _ask_for_key(self, slot: Slot) -> None:
        turn = self._turn(f"key {slot}")
        address = self.address(slot)
        try:
            has_key = bool(address) and await self._services.has_key(address)
        except AppError:
            has_key = False
        if turn != self._turns[f"key {slot}"]:
            return
        if not address:
            self._key[slot] = KeyState.NO_ADDRESS
        elif not has_key:
            self._key[slot] = KeyState.MISSING
        else:
            usual = KeptIn.KEY_STORE if self._keys.why is None else KeptIn.MEMORY
            lasts = self._kept.get(_origin(address), usual).survives_restart
            self._key[slot] = KeyState.KEY_STORE if lasts else KeyState.MEMORY
        self.key_changed.emit(slot.value)

    async def _test(self, slot: Slot, address: str, model: str) -> None:
        turn = self._turn(f"test {slot}")
        try:
            result = await self._tried(slot, address, model)
        except AppError as error:
            result = TestResult(Outcome.FAILED, error.sentence)
        if turn != self._turns[f"test {slot}"]:
            return
        if result.works and result.base_url:
            await self._take_address(slot, address, result)
        if result.models:
            self._models[slot] = (self.address(slot), result.models)
            self.models_changed.emit(slot.value)
        self._tests[slot] = Tested(result, self._clock.now())
        self.tested.emit(slot.value)

    async def _tried(self, slot: Slot, address: str, model: str) -> TestResult:
        if not address:
            return TestResult(Outcome.FAILED, Text.of("There is no address yet: type one, or search this computer."))
        if slot is Slot.CHAT:
            return await self._services.test(address, model)
        result = await self._services.test(address)
        if not result.works or not model:
            return result
        began = self._clock.monotonic()
        embedder = await self._services.embedder()
        if embedder is None:
            return result
        size = len((await embedder.embed(["OK"]))[0])
        seconds = self._clock.monotonic() - began
        return replace(result, latency_s=seconds, sentence=Text.of(
            "“{model}” answers after {s} s with {n} numbers a text.", model=model, s=f"{seconds:.1f}", n=size))

    async def _take_address(self, slot: Slot, address: str, result: TestResult) -> None:
        """The address that answered (``/v1`` may be added) is the one to keep, where it is that of the settings."""
        own = str(getattr(self._settings.get(ModelsSection), slot.address_key))
        self._answered[slot] = (address, result)  # what was typed may be saved only after its test
        if own and own == address and own != result.base_url and _origin(own) == _origin(result.base_url):
            try:
                await self._settings.set(ModelsSection, **{slot.address_key: result.base_url})
            except AppError:
                return

    # --- following ------------------------------------------------------------------------------

    def _setting_changed(self, change: tuple[str, str]) -> None:
        if change[0] != ModelsSection.key:
            return
        for slot in Slot:
            if change[1] not in (Slot.CHAT.address_key, slot.address_key):
                continue
            had_key = self._key[slot] in (KeyState.KEY_STORE, KeyState.MEMORY)
            before, self._addresses[slot] = self._addresses[slot], self.address(slot)
            if _origin(before) != _origin(self.address(slot)):
                self._moved[slot] = had_key
            self._key_problem[slot] = None
            tested = self._tests.get(slot)
            answered = self._answered.get(slot)
            if answered is not None and answered[0] == self.address(slot):
                self._start(self._take_address(slot, *answered), "address")
            elif tested is not None and tested.result is not None and tested.result.base_url != self.address(slot):
                del self._tests[slot]  # it was about another server
                self.tested.emit(slot.value)
            self._start(self._ask_for_key(slot), "key")
            self.models_changed.emit(slot.value)


def _origin(address: str) -> str:
    try:
        return origin_of(address)
    except BadAddress:
        return address


def _host(address: str) -> str:
    """The host as people know it, without the port that its scheme has anyway."""
    scheme, _, host = _origin(address).partition("://")
    usual = {"http": ":80", "https": ":443"}.get(scheme, "")
    return host.removesuffix(usual) if usual else host or address
