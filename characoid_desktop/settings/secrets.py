"""Keys and tokens: in the key store of the system, or in memory until the app closes. Never in a file."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Protocol, TypeVar, cast

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings.secret_text import SecretText, checked_secret, origin_of

T = TypeVar("T")
KEY_STORE_LIMIT_S = 5.0  # it may be asking the user for a password, or hang
WINDOWS_ENTRY_BYTES = 2_560  # CRED_MAX_CREDENTIAL_BLOB_SIZE (5 * 512); keyring stores UTF-16
SERVICE = "CHARACOID Desktop"
_READABLE = ("plaintext", "uncrypted", "unencrypted")
_log = logging.getLogger(__name__)


class Keyring(Protocol):
    """What is used of a ``keyring`` backend. Every call may block, ask the user, or raise anything."""

    def get_password(self, service: str, username: str) -> str | None: ...

    def set_password(self, service: str, username: str, password: str) -> None: ...

    def delete_password(self, service: str, username: str) -> None: ...


class KeptIn(StrEnum):
    KEY_STORE = "key_store"
    MEMORY = "memory"  # until the app closes

    @property
    def survives_restart(self) -> bool:
        return self is KeptIn.KEY_STORE


class SecretStore:
    """Secrets by name and origin.

    A key is found only under the origin it was stored for, so that a changed address never gets the old key.
    Where the system has no usable key store, or it is locked or does not answer within KEY_STORE_LIMIT_S
    seconds, secrets live in memory until the app closes; ``persistent`` is False then and ``why`` says so in
    plain words. ``changed`` fires (in the event loop) when ``persistent`` or ``why`` changed.
    """

    def __init__(self, redactor: Redactor, backend: Callable[[], Keyring] | None = None, *,
                 limit_s: float = KEY_STORE_LIMIT_S, platform: str = sys.platform) -> None:
        self.changed: Event[None] = Event()
        self._redactor = redactor
        self._make_backend = backend or _system_keyring
        self._limit_s = limit_s
        self._platform = platform
        self._backend: Keyring | None = None
        self._memory: dict[tuple[str, str], SecretText] = {}
        self._owed_deletes: set[tuple[str, str]] = set()  # forgotten here while the key store did not answer
        self._turn = asyncio.Lock()
        self._hanging = False
        self._why: Text | None = None
        self._scope = TaskScope("secrets")

    @property
    def persistent(self) -> bool:
        """Whether secrets outlive the app, as far as is known (True until the key store was needed)."""
        return self._why is None

    @property
    def why(self) -> Text | None:
        """Why secrets are kept in memory only; None while they are not."""
        return self._why

    async def get(self, name: str, origin: str) -> SecretText | None:
        """Return the secret stored for exactly this origin, or None."""
        key = (name, origin_of(origin))
        if key in self._memory:
            return self._memory[key]
        async with self._turn:
            await self._pay_deletes()
            if key in self._owed_deletes:
                return None
            value = await self._ask(lambda ring: ring.get_password(*_entry(key)))
        if not isinstance(value, str) or not value:
            return None
        self._redactor.add(value)
        return SecretText(value)

    async def set(self, name: str, origin: str, value: str) -> KeptIn:
        """Store a secret and return where it is; surrounding white space is dropped.

        Raises BadSecret for an empty, too long or unprintable one; nothing is stored then.
        """
        key = (name, origin_of(origin))
        value = checked_secret(value)
        self._redactor.add(value)
        self._memory[key] = SecretText(value)
        if not self._fits(value):
            self._explain(Text.of("This key is too long for the key store of Windows. It is kept until the app "
                                  "closes."))
            await self._delete_stored(key)
            return KeptIn.MEMORY
        async with self._turn:
            await self._pay_deletes()

            def store(ring: Keyring) -> bool:
                ring.set_password(*_entry(key), value)
                # Some back-ends accept everything and keep nothing.
                return ring.get_password(*_entry(key)) == value

            kept = await self._ask(store)
            if kept is False:
                self._explain(_no_store())
        if kept is not True:
            return KeptIn.MEMORY
        self._owed_deletes.discard(key)
        if self._memory.get(key) == SecretText(value):  # else a later set is under way
            del self._memory[key]
        return KeptIn.KEY_STORE

    async def delete(self, name: str, origin: str) -> None:
        """Forget a secret. Where the key store does not answer, it is deleted there as soon as it does."""
        key = (name, origin_of(origin))
        self._memory.pop(key, None)
        await self._delete_stored(key)

    async def _delete_stored(self, key: tuple[str, str]) -> None:
        async with self._turn:
            self._owed_deletes.add(key)
            await self._pay_deletes()

    async def change_origin(self, name: str, old: str, new: str) -> bool:
        """The address of a service changed: forget the key of the old one. Returns whether it must be asked for.

        The key is never carried over: the new address may belong to somebody else.
        """
        if origin_of(old) == origin_of(new):
            return await self.get(name, new) is None
        await self.delete(name, old)
        return await self.get(name, new) is None

    async def aclose(self) -> None:
        """Forget what is in memory."""
        self._memory.clear()
        self._owed_deletes.clear()
        await self._scope.aclose()

    async def _pay_late(self) -> None:
        async with self._turn:
            await self._pay_deletes()

    async def _pay_deletes(self) -> None:
        for key in tuple(self._owed_deletes):

            def forget(ring: Keyring, key: tuple[str, str] = key) -> bool:
                if ring.get_password(*_entry(key)) is not None:
                    ring.delete_password(*_entry(key))
                return True

            if await self._ask(forget) is not True:
                return
            self._owed_deletes.discard(key)

    def _fits(self, value: str) -> bool:
        return self._platform != "win32" or len(value.encode("utf-16")) <= WINDOWS_ENTRY_BYTES

    async def _ask(self, question: Callable[[Keyring], T]) -> T | None:
        """Ask the key store in a thread of its own; None when there is no answer (``why`` says which way)."""
        if self._hanging:
            return None
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            try:
                if self._backend is None:
                    self._backend = _usable(self._make_backend())
                result = question(self._backend)
            except BaseException as error:
                _tell(loop, self._arrived, answer, None, error)
            else:
                _tell(loop, self._arrived, answer, result, None)

        # A daemon of its own, not the app's executor: a key store that hangs must neither use up its
        # threads nor keep the app from closing.
        threading.Thread(target=work, name="key store", daemon=True).start()
        try:
            async with asyncio.timeout(self._limit_s):
                result = await asyncio.shield(answer)
        except TimeoutError:
            self._hanging = not answer.done()
            self._explain(Text.of("The key store of the system does not answer. It may be waiting for its "
                                  "password. Keys are kept until the app closes."))
            return None
        except asyncio.CancelledError:
            self._hanging = not answer.done()
            raise
        except _Unusable:
            self._explain(_no_store())
            return None
        except Exception as error:
            # The type only: messages of back-ends may quote what they were given.
            _log.info("the key store refused: %s", type(error).__name__)
            self._explain(_no_store() if type(error).__name__ == "NoKeyringError" else Text.of(
                "The key store of the system is locked or refuses. Keys are kept until the app closes."))
            return None
        self._explain(None)
        return result

    def _arrived(self, answer: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
        """An answer, in time or late (then the key store is asked again from now on)."""
        late, self._hanging = self._hanging, False
        if late and self._owed_deletes:
            self._scope.start(self._pay_late(), name="owed deletes")
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error if isinstance(error, Exception) else RuntimeError(str(type(error))))
            answer.exception()  # a late one has no reader

    def _explain(self, why: Text | None) -> None:
        if why != self._why:
            self._why = why
            self.changed.emit(None)


class _Unusable(Exception):
    """There is a back-end, but keys must not be given to it."""


def _tell(loop: asyncio.AbstractEventLoop, arrived: Callable[..., None], *args: object) -> None:
    try:
        loop.call_soon_threadsafe(arrived, *args)
    except RuntimeError:
        pass  # the app has closed meanwhile


def _entry(key: tuple[str, str]) -> tuple[str, str]:
    # One service for each name: with a shared one, the Windows back-end moves entries about.
    name, origin = key
    return f"{SERVICE}: {name}", origin


def _no_store() -> Text:
    return Text.of("This system has no key store. Keys are kept until the app closes and are never written "
                   "to a file.")


def needs_attention(store: SecretStore) -> AppError | None:
    """Return what to tell the user about the key store, None when all is well."""
    if store.why is None:
        return None
    return AppError(store.why, safe=Text.of("No key was written to a file."),
                    action=Action(ActionKind.OPEN_SETTINGS, Text.of("Open settings")), code="key_store")


def _system_keyring() -> Keyring:
    import keyring

    return cast(Keyring, keyring.get_keyring())


def _usable(backend: Keyring) -> Keyring:
    """Return ``backend``, or the first of its chain, that encrypts; raises _Unusable."""
    chain = getattr(backend, "backends", None)
    candidates = list(chain) if isinstance(chain, (list, tuple)) else [backend]  # pyright: ignore
    for candidate in candidates:  # pyright: ignore[reportUnknownVariableType]
        kind = type(candidate)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        where = f"{kind.__module__}.{kind.__name__}".lower()
        readable = any(word in where for word in _READABLE) or where.startswith("keyrings.alt.")
        if not readable and where != "keyring.backends.null.keyring":
            return candidate  # pyright: ignore[reportUnknownVariableType]
    raise _Unusable
