from __future__ import annotations

import asyncio
import copy
import json
import logging
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as FailKeyring

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.crash import CrashHooks
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.settings.secret_text import BadAddress, BadSecret, SecretText, origin_of
from characoid_desktop.settings.secrets import KeptIn, SecretStore, needs_attention
from tests.fakes.eventually import eventually
from tests.fakes.key_stores import (
    Chain,
    ForgetfulStore,
    HangingStore,
    LockedStore,
    PlaintextFileStore,
    WorkingStore,
)

KEY = "canary-9f3a77b1c2d4e5f60718"
HOST = "https://api.example.com/v1"
ROOT = Path(__file__).parents[3]
Opener = Callable[..., SecretStore]


@pytest.fixture
async def opened() -> AsyncIterator[Opener]:
    """Opens stores over back-ends and closes them at the end."""
    stores: list[SecretStore] = []

    def open_store(backend: KeyringBackend, **options: object) -> SecretStore:
        stores.append(SecretStore(Redactor(), lambda: backend, **options))  # type: ignore[arg-type]
        return stores[-1]

    yield open_store
    for store in stores:
        await store.aclose()


async def test_a_key_goes_into_the_key_store_and_comes_back_after_a_restart(opened: Opener) -> None:
    backend = WorkingStore()
    store = opened(backend)
    assert await store.set("llm", HOST, f"  {KEY}\n") is KeptIn.KEY_STORE
    assert KeptIn.KEY_STORE.survives_restart
    again = await opened(backend).get("llm", HOST)
    assert again is not None
    assert again.reveal() == KEY
    assert (store.persistent, store.why) == (True, None)
    assert needs_attention(store) is None
    assert list(backend.entries.values()) == [KEY]
    assert threading.main_thread() not in backend.threads


async def test_a_key_is_found_only_under_the_address_it_was_stored_for(opened: Opener) -> None:
    store = opened(WorkingStore())
    await store.set("llm", "https://API.example.com:443/v1/", KEY)
    assert await store.get("llm", "https://api.example.com") == SecretText(KEY)
    for other in ("http://api.example.com", "https://api.example.com:444", "https://example.com",
                  "https://api.example.com.attacker.test", "https://api.example.com@attacker.test/"):
        assert await store.get("llm", other) is None
    assert await store.get("other", HOST) is None


async def test_a_changed_address_asks_again_and_the_old_key_is_gone(opened: Opener) -> None:
    backend = WorkingStore()
    store = opened(backend)
    await store.set("llm", HOST, KEY)
    assert await store.change_origin("llm", HOST, "https://api.example.com/v2") is False
    assert await store.change_origin("llm", HOST, "https://attacker.test/v1") is True
    assert backend.entries == {}
    assert await store.get("llm", HOST) is None


async def test_deleting_forgets_the_key_everywhere(opened: Opener) -> None:
    backend = WorkingStore()
    store = opened(backend)
    await store.set("llm", HOST, KEY)
    await store.delete("llm", HOST)
    await store.delete("llm", HOST)
    assert await store.get("llm", HOST) is None
    assert backend.entries == {}



@pytest.mark.parametrize("make", [FailKeyring, LockedStore, ForgetfulStore, PlaintextFileStore, Chain,
                                  lambda: Chain(PlaintextFileStore())])
async def test_without_a_usable_key_store_the_key_lives_until_the_app_closes_and_that_is_said(
    opened: Opener, make: Callable[[], KeyringBackend],
) -> None:
    backend = make()
    store = opened(backend)
    changes: list[None] = []
    store.changed.connect(changes.append)
    assert store.persistent
    assert await store.set("llm", HOST, KEY) is KeptIn.MEMORY
    assert not store.persistent
    assert changes
    found = await store.get("llm", HOST)
    assert found == SecretText(KEY)
    trouble = needs_attention(store)
    assert trouble is not None
    assert "until the app closes" in str(trouble)
    assert getattr(backend, "entries", {}) == {}
    assert await opened(make()).get("llm", HOST) is None
    await store.delete("llm", HOST)
    assert await store.get("llm", HOST) is None


async def test_the_first_encrypting_store_of_a_chain_is_used(opened: Opener) -> None:
    plain, good = PlaintextFileStore(), WorkingStore()
    assert await opened(Chain(plain, good)).set("llm", HOST, KEY) is KeptIn.KEY_STORE
    assert plain.calls == []
    assert list(good.entries.values()) == [KEY]


async def test_a_store_that_is_unlocked_later_is_used_from_then_on(opened: Opener) -> None:
    backend = LockedStore()
    store = opened(backend)
    assert await store.set("llm", HOST, KEY) is KeptIn.MEMORY
    assert "locked" in str(store.why)
    backend.locked = False
    assert await store.set("llm", HOST, KEY) is KeptIn.KEY_STORE
    assert store.persistent


async def test_a_store_that_hangs_is_left_alone_after_the_limit(opened: Opener) -> None:
    backend = HangingStore()
    store = opened(backend, limit_s=0.05)
    before = time.monotonic()
    assert await store.set("llm", HOST, KEY) is KeptIn.MEMORY
    assert await store.get("llm", HOST) == SecretText(KEY)
    assert await store.get("other", HOST) is None
    assert time.monotonic() - before < 2
    assert len(backend.threads) == 1, "one thread hangs, no second one is sent after it"
    assert "does not answer" in str(store.why)
    backend.answers.set()
    await eventually(lambda: backend.entries)

    for _ in range(10_000):
        if await store.set("other", HOST, KEY) is KeptIn.KEY_STORE:
            break
        await asyncio.sleep(0)
    assert store.persistent
    assert len(backend.entries) == 2


async def test_a_key_deleted_while_the_store_hangs_is_deleted_when_it_answers(opened: Opener) -> None:
    backend = HangingStore()
    store = opened(backend, limit_s=0.05)
    assert await store.set("llm", HOST, KEY) is KeptIn.MEMORY
    await store.delete("llm", HOST)
    assert await store.get("llm", HOST) is None
    backend.answers.set()  # only now the old set arrives in the key store
    await eventually(lambda: "delete" in backend.calls)
    await eventually(lambda: backend.entries == {})
    assert await store.get("llm", HOST) is None


async def test_a_hanging_store_does_not_use_up_the_threads_of_the_app(opened: Opener) -> None:
    backend = HangingStore()
    store = opened(backend, limit_s=0.02)
    for _ in range(8):
        await store.get("llm", HOST)
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(2):
        assert await loop.run_in_executor(None, lambda: 1) == 1
    backend.answers.set()


async def test_a_set_after_another_keeps_the_newest_value(opened: Opener) -> None:
    backend = WorkingStore()
    store = opened(backend)
    await asyncio.gather(*(store.set("llm", HOST, f"{KEY}-{n}") for n in range(10)))
    found = await store.get("llm", HOST)
    assert found is not None
    assert found.reveal() == f"{KEY}-9"


async def test_a_key_too_long_for_windows_is_kept_in_memory_and_that_is_said(opened: Opener) -> None:
    backend = WorkingStore()
    store = opened(backend, platform="win32")
    assert await store.set("token", HOST, "k" * 1279) is KeptIn.KEY_STORE
    assert await store.set("token", HOST, "k" * 1280) is KeptIn.MEMORY
    assert backend.entries == {}, "the shorter, older key must not come back after a restart"
    assert await store.get("token", HOST) == SecretText("k" * 1280)
    assert await opened(backend, platform="linux").set("token", HOST, "k" * 5000) is KeptIn.KEY_STORE


@pytest.mark.parametrize("value", ["", " \n", "x" * 16_001, "a\nb", "a\0b", "key\u202e", "\ud800abc"])
async def test_what_cannot_be_a_key_is_refused_without_quoting_it(opened: Opener, value: str) -> None:
    backend = WorkingStore()
    with pytest.raises(BadSecret) as caught:
        await opened(backend).set("llm", HOST, value)
    assert backend.entries == {}
    assert "abc" not in str(caught.value)


@pytest.mark.parametrize(("address", "origin"), [
    ("https://Example.COM", "https://example.com:443"), ("HTTP://127.0.0.1:11434/v1", "http://127.0.0.1:11434"),
    ("https://user:pw@example.com/x?y#z", "https://example.com:443"), ("ws://[::1]:8001", "ws://[::1]:8001"),
    ("https://例え.jp/", "https://xn--r8jz45g.jp:443"), ("https://example.com.", "https://example.com:443"),
])
def test_an_address_has_one_origin_however_it_is_written(address: str, origin: str) -> None:
    assert origin_of(address) == origin
    assert origin_of(origin) == origin


@pytest.mark.parametrize("address", [
    "", "example.com", "file:///etc/passwd", "javascript:alert(1)", "https://", "https://:443", "http://[::1",
    "https://a b.com", "https://a.com:99999", "https://a\\b.com", "ftp://example.com",
])
def test_what_is_no_web_address_is_refused(address: str) -> None:
    with pytest.raises(BadAddress):
        origin_of(address)


def test_a_secret_shows_itself_in_no_text_form() -> None:
    secret = SecretText(KEY)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret!r:>40}", "%s %r" % (secret, secret),  # noqa: UP031
             repr([secret]), repr({"key": secret})]
    assert all(KEY not in words for words in shown)
    for leak in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps):
        with pytest.raises(TypeError) as caught:
            leak(secret)
        assert KEY not in str(caught.value)
    assert secret == SecretText(KEY)
    assert secret != SecretText(KEY + "x")
    assert secret != KEY
    assert len({secret, SecretText(KEY)}) == 1
    assert secret
    assert not SecretText("")
    assert not hasattr(secret, "__dict__")


@pytest.mark.plain_log
async def test_a_stored_key_never_reaches_log_or_crash_report(tmp_path: Path) -> None:
    redactor = Redactor()
    logs = Logs(tmp_path, redactor)
    hooks = CrashHooks(logs, SystemClock())
    try:
        for backend in (WorkingStore(), LockedStore(), FailKeyring()):
            store = SecretStore(redactor, lambda backend=backend: backend)
            await store.set("llm", HOST, KEY)
            await store.aclose()
        fresh = SecretStore(redactor, WorkingStore)
        await fresh.aclose()
        logging.getLogger("x").warning("POST with %s", KEY)
        try:
            raise RuntimeError(f"401 for key {KEY}")
        except RuntimeError as error:
            logging.getLogger("x").exception("failed")
            hooks.report("top", error)
    finally:
        logs.close()
    texts = [f.read_text("utf-8") for f in tmp_path.iterdir()]
    assert len(texts) == 2
    for text in texts:
        assert KEY not in text
        assert "401 for key" in text


async def test_a_key_read_from_the_key_store_is_masked_from_then_on(opened: Opener) -> None:
    backend = WorkingStore()
    await opened(backend).set("llm", HOST, KEY)
    redactor = Redactor()
    store = SecretStore(redactor, lambda: backend)
    await store.get("llm", HOST)
    assert KEY not in redactor.redact(f"got {KEY}")
    await store.aclose()


def test_keyring_is_not_imported_before_a_key_is_needed() -> None:
    code = ("import sys, characoid_desktop.settings.secrets, characoid_desktop.settings.store;"
            "sys.exit(any(m.split('.')[0] in ('keyring', 'jaraco', 'cryptography') for m in sys.modules))")
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


async def test_the_real_back_end_of_a_machine_without_key_store_is_understood() -> None:
    store = SecretStore(Redactor())  # the suite sets keyring's "fail" back-end
    assert await store.set("llm", HOST, KEY) is KeptIn.MEMORY
    assert "no key store" in str(store.why)
    await store.aclose()
