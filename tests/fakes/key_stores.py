"""Key stores as back-ends of the ``keyring`` library: one that works, and the ways in which they do not."""

from __future__ import annotations

import threading

from keyring import errors
from keyring.backend import KeyringBackend


class WorkingStore(KeyringBackend):
    """Keeps entries in memory, as the system would."""

    priority = 1  # pyright: ignore

    def __init__(self) -> None:
        super().__init__()
        self.entries: dict[tuple[str, str], str] = {}
        self.calls: list[str] = []
        self.threads: set[threading.Thread] = set()

    def _called(self, what: str) -> None:
        self.calls.append(what)
        self.threads.add(threading.current_thread())

    def get_password(self, service: str, username: str) -> str | None:
        self._called("get")
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._called("set")
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._called("delete")
        if (service, username) not in self.entries:
            raise errors.PasswordDeleteError("not there")
        del self.entries[service, username]


class LockedStore(WorkingStore):
    """Raises, quoting what it was given, until it is unlocked."""

    def __init__(self) -> None:
        super().__init__()
        self.locked = True

    def _called(self, what: str) -> None:
        super()._called(what)
        if self.locked:
            raise errors.KeyringLocked("the collection is locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise errors.PasswordSetError(f"cannot store {password} for {username}")
        super().set_password(service, username, password)


class HangingStore(WorkingStore):
    """Answers only after :attr:`answers` is set, like one that waits for the user's password."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = threading.Event()
        self.asked = threading.Event()

    def _called(self, what: str) -> None:
        super()._called(what)
        self.asked.set()
        self.answers.wait(30)


class ForgetfulStore(WorkingStore):
    """Takes everything and keeps nothing, like ``keyring.backends.null``."""

    def set_password(self, service: str, username: str, password: str) -> None:
        self._called("set")


class PlaintextFileStore(WorkingStore):
    """Would write keys into a readable file, like that of ``keyrings.alt``."""


class Chain(KeyringBackend):
    priority = 10  # pyright: ignore

    def __init__(self, *backends: KeyringBackend) -> None:
        super().__init__()
        self.backends = list(backends)

    def get_password(self, service: str, username: str) -> str | None:
        raise AssertionError("the chain itself is not asked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError("the chain itself is not asked")

    def delete_password(self, service: str, username: str) -> None:
        raise AssertionError("the chain itself is not asked")
