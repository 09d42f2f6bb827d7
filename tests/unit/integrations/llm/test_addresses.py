from __future__ import annotations

import pytest

from characoid_desktop.integrations.llm.addresses import is_local, normalise
from characoid_desktop.settings.schema import InvalidSetting
from characoid_desktop.settings.secret_text import BadAddress
from characoid_desktop.settings.sections.models import ModelsSection


@pytest.mark.parametrize(("typed", "address"), [
    ("https://api.example.com/v1", "https://api.example.com/v1"), ("https://API.example.com/v1/", None),
    ("  api.example.com/v1 ", "https://api.example.com/v1"), ("localhost:11434", "http://localhost:11434"),
    ("127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1"), ("192.168.1.5:8080", "http://192.168.1.5:8080"),
    ("http://localhost:80/v1/chat/completions", "http://localhost/v1"), ("https://h.example:443", "https://h.example"),
    ("https://h.example/v1/models", "https://h.example/v1"), ("[::1]:8000/v1", "http://[::1]:8000/v1"),
    ("http://ollama:11434/v1/", "http://ollama:11434/v1"), ("https://h.example./v1", "https://h.example/v1"),
    ("https://h.example/openai/deployments/x/", "https://h.example/openai/deployments/x"),
    ("http://host:8080/v1//", "http://host:8080/v1"),
])
def test_addresses_get_one_spelling(typed, address):
    assert normalise(typed) == (address or "https://api.example.com/v1")


@pytest.mark.parametrize("typed", [
    "", "ftp://h/v1", "ws://h/v1", "file:///etc/passwd", "javascript:alert(1)", "https://", "https://user:pw@h/v1",
    "https://user@h/v1", "user:pw@h/v1", "https://h/v1?key=abc", "https://h/v1#x", "https://h ost/v1", "https://h\n/v1",
    "https://h/../v1", "https://h\\@evil/v1", "https://h/v1/\u200b", "h" * 600, "https://h:99999/v1", "https://[::1/v1",
    "[::1", "https://h/v1/日本",
])
def test_what_is_no_plain_address_is_refused(typed):
    with pytest.raises(BadAddress):
        normalise(typed)


@pytest.mark.parametrize(("address", "local"), [
    ("http://localhost:1", True), ("http://127.9.9.9", True), ("http://[::1]:8", True), ("http://a.localhost", True),
    ("http://192.168.0.2", False), ("https://localhost.example", False), ("https://h", False),
])
def test_this_computer_is_known(address, local):
    assert is_local(address) is local


@pytest.mark.parametrize("address", ["", "https://api.example.com/v1", "http://localhost:11434", "http://[::1]:80"])
def test_the_setting_takes_plain_addresses(address):
    assert ModelsSection().changed_with({"base_url": address}).base_url == address


@pytest.mark.parametrize("address", ["api.example.com", "https://user:pw@h/v1", "wss://h", "https://h/?k=1", "x" * 501,
                                     "http://"])
def test_the_setting_refuses_others_with_a_sentence(address):
    with pytest.raises(InvalidSetting):
        ModelsSection().changed_with({"embedding_base_url": address})
