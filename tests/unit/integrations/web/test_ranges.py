"""The table of public addresses, and addresses as they are shown before they are asked."""

from __future__ import annotations

import ipaddress

import pytest

from characoid_desktop.integrations.web.addresses import AddressRule, spelled
from characoid_desktop.integrations.web.pages import Fetched
from characoid_desktop.integrations.web.ranges import FAKE, PRIVATE, why_not

PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.216.34", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
          "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::200e",
          "64:ff9b::808:808", "2400:cb00::1"]
NOT_PUBLIC = ["0.1.2.3", "10.0.0.1", "100.64.0.0", "127.255.255.255", "169.254.1.1", "172.16.0.1", "192.0.0.8",
              "192.0.2.5", "192.88.99.1", "192.168.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1",
              "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:8.8.8.8", "::ffff:10.0.0.1",
              "64:ff9b::a00:1", "64:ff9b:1::808:808", "100::1", "2001::1", "2001:2::1", "2001:10::1", "2001:db8::1",
              "2002:808:808::1", "3fff::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1",
              "4000::1", "fe80::1%eth0"]


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address: str) -> None:
    assert why_not(ipaddress.ip_address(address)) == ""


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_not_public(address: str) -> None:
    assert why_not(ipaddress.ip_address(address)) == PRIVATE


@pytest.mark.parametrize("address", ["198.18.0.1", "198.19.255.255", "64:ff9b::c612:1"])
def test_what_proxy_programs_answer_with_is_told_apart(address: str) -> None:
    assert why_not(ipaddress.ip_address(address)) == FAKE


@pytest.mark.parametrize(("address", "asked", "readable"), [
    ("https://example.org/a b?q=ü#part", "https://example.org/a%20b?q=%C3%BC", ""),
    ("https://EXAMPLE.org./", "https://example.org./", ""),
    ("https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/", "пример.рф"),
    ("https://аpple.com/login", "https://xn--pple-43d.com/login", "аpple.com"),  # the first letter is Cyrillic
    ("https://xn--pple-43d.com/", "https://xn--pple-43d.com/", "аpple.com"),
    ("https://例え.jp/道", "https://xn--r8jz45g.jp/%E9%81%93", "例え.jp"),
])
def test_an_address_is_shown_as_it_is_asked(address: str, asked: str, readable: str) -> None:
    assert spelled(AddressRule().target(address)) == (asked, readable)


@pytest.mark.parametrize(("url", "name"), [
    ("https://a.example/", "a.example.html"), ("https://a.example/news/today.php?x=1", "today.html"),
    ("https://a.example/%E6%97%A5%E6%9C%AC%20b.html", "日本 b.html"), ("https://a.example/..%2f..%2fetc", "etc.html"),
    ("https://a.example/CON", "_CON.html"), ("https://a.example/a%3Cb%3E%0Ac", "a_b_ c.html"),
    ("https://[2606:4700::1]/", "2606_4700__1.html"), ("https://a.example/" + "x" * 300, "x" * 59 + ".html")])
def test_a_page_gets_a_file_name_that_every_system_takes(url: str, name: str) -> None:
    page = Fetched(url, url, url.split("/")[2].strip("[]"), 0, "text/html", "html", "", b"x")
    assert page.file_name == name
