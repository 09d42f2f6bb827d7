"""Models stay loaded between requests, one of each kind, until an idle time or a request frees them."""

from __future__ import annotations

import threading
from pathlib import Path

from engine.rvc.cache import ModelCache, identity_of


def test_what_is_loaded_is_given_again_and_replaced_for_another_key() -> None:
    cache = ModelCache()
    made: list[str] = []

    def make(name: str) -> str:
        made.append(name)
        return name

    with cache.lease():
        assert cache.get("voice", 1, lambda: make("a")) == "a"
        assert cache.get("voice", 1, lambda: make("b")) == "a"
        assert cache.get("voice", 2, lambda: make("c")) == "c"
        assert cache.get("index", 1, lambda: make("d")) == "d"
    assert made == ["a", "c", "d"]
    assert cache.free() == ("voice", "index")
    assert cache.kinds == ()


def test_an_idle_time_frees_everything_but_not_while_it_is_used() -> None:
    freed = threading.Event()
    cache = ModelCache(idle_s=0.05, on_free=lambda kinds: freed.set())
    with cache.lease():
        cache.get("voice", 1, object)
        assert not freed.wait(0.2)
        with cache.lease():
            pass
        assert not freed.wait(0.2), "an inner lease does not start the clock"
    assert freed.wait(5)
    assert cache.kinds == ()


def test_a_new_request_stops_the_clock() -> None:
    freed = threading.Event()
    cache = ModelCache(idle_s=0.3, on_free=lambda kinds: freed.set())
    with cache.lease():
        cache.get("voice", 1, object)
    with cache.lease():
        assert not freed.wait(0.6)
    cache.free()


def test_a_failed_load_leaves_nothing_behind() -> None:
    cache = ModelCache()

    def fail() -> None:
        raise MemoryError

    with cache.lease():
        cache.get("voice", 1, object)
        try:
            cache.get("voice", 2, fail)
        except MemoryError:
            pass
        assert cache.kinds == ()


def test_a_file_that_was_replaced_is_another(tmp_path: Path) -> None:
    path = tmp_path / "voice"
    path.mkdir()
    (path / "a").write_bytes(b"1")
    before = identity_of(str(path))
    assert identity_of(str(path)) == before
    (path / "a").write_bytes(b"22")
    assert identity_of(str(path)) != before
    assert identity_of(str(tmp_path / "none")) == (str(tmp_path / "none"),)
