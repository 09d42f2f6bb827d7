"""The corpus group NET (security.md §3), 01–19 and 25–30: one row for each id, and good twins.

The servers are real ones on loopback; what refuses is the real check. ``NoCheck`` shows that without it they would
have been reached. (20–24 are about ports of our own.)
"""

from __future__ import annotations

import asyncio
import gzip
import resource
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from characoid_desktop.integrations.web.errors import WebError
from characoid_desktop.integrations.web.pages import Fetched
from tests.fakes.certificates import self_signed
from tests.fakes.web_servers import Names, NoCheck, WebServer, fetcher, moved, open_to, page

PUBLIC = "93.184.216.34"
MAX_ROW_S = 2.0


@dataclass(frozen=True)
class Spelling:
    """``host`` as it stands in an address; ``codes`` one of which refuses it; ``names`` what look-ups answer."""

    id: str
    host: str
    codes: tuple[str, ...] = ("private_address",)
    answers: tuple[str, ...] = ()


ODD = ("odd_number", "bad_address")
SPELLINGS = (
    Spelling("NET-01 loopback", "127.0.0.1"),
    Spelling("NET-01 loopback, another one", "127.9.9.9"),
    Spelling("NET-01 loopback by its name", "localhost", ("local_name",)),
    Spelling("NET-01 loopback with a final dot", "LOCALHOST.", ("local_name",)),
    Spelling("NET-01 loopback under a name", "a.localhost", ("local_name",)),
    Spelling("NET-01 loopback behind a public name", "inner.example", answers=("127.0.0.1",)),
    Spelling("NET-02 short form", "127.1", ODD),
    Spelling("NET-02 shorter form", "127.0.1", ODD),
    Spelling("NET-03 decimal", "2130706433", ODD),
    Spelling("NET-04 hex", "0x7f000001", ODD),
    Spelling("NET-04 hex with dots", "0x7f.0.0.1", ("odd_number", "private_address", "bad_address")),
    Spelling("NET-05 octal", "0177.0.0.1", ODD),
    Spelling("NET-05 octal in one number", "017700000001", ODD),
    Spelling("NET-06 zero", "0", ODD),
    Spelling("NET-06 four zeros", "0.0.0.0"),
    Spelling("NET-07 IPv6 loopback", "[::1]"),
    Spelling("NET-07 IPv6 loopback in full", "[0:0:0:0:0:0:0:1]"),
    Spelling("NET-07 IPv6 nowhere", "[::]"),
    Spelling("NET-08 mapped", "[::ffff:127.0.0.1]"),
    Spelling("NET-08 mapped in hex", "[::ffff:7f00:1]"),
    Spelling("NET-08 compatible", "[::7f00:1]"),
    Spelling("NET-08 mapped behind a name", "mapped.example", answers=("::ffff:127.0.0.1",)),
    Spelling("NET-09 NAT64", "[64:ff9b::7f00:1]"),
    Spelling("NET-09 local NAT64", "[64:ff9b:1::7f00:1]"),
    Spelling("NET-10 6to4", "[2002:7f00:1::1]"),
    Spelling("NET-10 Teredo", "[2001:0:53aa:64c:0:0:80ff:fffe]"),
    Spelling("NET-11 link-local with a zone", "[fe80::1%25lo]", ("private_address", "bad_address")),
    Spelling("NET-11 link-local with a bare zone", "[fe80::1%lo]", ("private_address", "bad_address")),
    Spelling("NET-11 link-local behind a name", "link.example", answers=("fe80::1%2",)),
    Spelling("NET-11 a public address with a zone", "zone.example", answers=("2606:4700::1111%lo",)),
    Spelling("NET-12 metadata", "169.254.169.254"),
    Spelling("NET-12 metadata v6", "[fd00:ec2::254]"),
    Spelling("NET-12 metadata of another cloud", "100.100.100.200"),
    Spelling("NET-12 metadata at a public address", "168.63.129.16"),
    Spelling("NET-12 metadata by its name", "metadata.google.internal", ("local_name",)),
    Spelling("NET-13 carrier-grade NAT", "100.64.0.1"),
    Spelling("NET-13 benchmark", "198.18.0.1", ("fake_address",)),
    Spelling("NET-13 multicast", "224.0.0.1"),
    Spelling("NET-13 multicast v6", "[ff0e::1]"),
    Spelling("NET-13 broadcast", "255.255.255.255"),
    Spelling("NET-13 site-local", "[fec0::1]"),
    Spelling("NET-13 unique local", "[fc00::1]"),
    Spelling("NET-13 documentation", "[2001:db8::1]"),
    Spelling("NET-13 private", "192.168.1.1"),
    Spelling("NET-13 a name of the network", "router", ("local_name",)),
    Spelling("NET-14 full-width digits", "１２７.０.０.１", ("bad_address", "private_address")),
    Spelling("NET-14 full-width dots", "127。0。0。1"),
    Spelling("NET-14 half-width dots", "127｡0｡0｡1"),
    Spelling("NET-14 a letter in a circle", "ⓛocalhost", ("bad_address", "local_name")),
    Spelling("NET-14 written in per cent", "%31%32%37.0.0.1", ("bad_address",)),
    Spelling("NET-15 user-info", "good.example@127.0.0.1", ("name_in_address",)),
    Spelling("NET-15 user-info with a password", "a:b@good.example", ("name_in_address",)),
    Spelling("NET-15 user-info by a backslash", "good.example\\@127.0.0.1", ("bad_address", "name_in_address")),
    Spelling("NET-16 one public and one private address", "mixed.example", answers=(PUBLIC, "127.0.0.1")),
    Spelling("NET-16 one private and one public address", "dixem.example", answers=("::1", "2606:4700::1111")),
)
BEFORE_REDIRECTS = tuple(one for one in SPELLINGS if int(one.id[4:6]) <= 16)
NAMES = {one.host: list(one.answers) for one in SPELLINGS if one.answers}


@pytest.fixture
async def inner():
    """What must not be reached: a server of this computer, on IPv4 and, where there is one, on IPv6."""
    async with WebServer(page("<p>secret of this computer</p>")) as server:
        yield server


async def refused(fetching, address: str, *codes: str) -> WebError:
    began = time.monotonic()
    with pytest.raises(WebError) as caught:
        await fetching.fetch(address)
    error = caught.value
    assert error.code in codes, (error.code, str(error))
    assert time.monotonic() - began < MAX_ROW_S
    assert str(error.sentence).endswith("."), "it says which"
    assert error.safe, "and what to do, or what is safe"
    return error


@pytest.mark.parametrize("row", SPELLINGS, ids=[one.id for one in SPELLINGS])
async def test_an_address_of_this_computer_or_network_is_never_asked(row: Spelling, inner: WebServer) -> None:
    fetching = fetcher(open_to(also=[inner]), Names(dict(NAMES)))
    await refused(fetching, f"http://{row.host}:{inner.port}/x.html", *row.codes)
    await refused(fetching, f"http://{row.host}/", *row.codes)
    assert inner.connections == 0


@pytest.mark.parametrize("row", BEFORE_REDIRECTS, ids=[f"NET-18 to {one.id}" for one in BEFORE_REDIRECTS])
async def test_net_18_nor_by_a_redirect(row: Spelling, inner: WebServer) -> None:
    location = f"http://{row.host}:{inner.port}/"
    async with WebServer(moved(location.encode().decode("latin-1")) if location.isascii()
                         else moved("x").replace(b"x\r", location.encode() + b"\r")) as good:
        names = Names({**NAMES, "good.example": ["127.0.0.1"]})
        await refused(fetcher(open_to(good, also=[inner]), names), f"http://good.example:{good.port}/",
                      *row.codes, "bad_redirect", "bad_address", "cut_off")
        assert (good.connections, inner.connections) == (1, 0)


async def test_net_01_to_18_without_the_check_the_server_would_have_been_reached(inner: WebServer) -> None:
    names = Names({**NAMES, "good.example": ["127.0.0.1"]})
    async with WebServer(moved(f"http://inner.example:{inner.port}/")) as good:
        open_door = fetcher(open_to(good, also=[inner], rule=NoCheck), names)
        for address in (f"http://127.0.0.1:{inner.port}/", f"http://inner.example:{inner.port}/",
                        f"http://good.example:{good.port}/"):
            assert b"secret" in (await open_door.fetch(address)).body
    assert inner.connections == 3
    for host in ("127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0"):  # the system understands these
        _, writer = await asyncio.open_connection(host, inner.port)
        writer.close()
        await writer.wait_closed()
    assert inner.connections == 8


async def test_net_17_a_second_look_up_is_not_made(inner: WebServer) -> None:
    try:
        good = await WebServer(page("<p>good</p>"), host="127.0.0.2", port=inner.port).__aenter__()
    except OSError:
        pytest.skip("one loopback address only")
    try:
        flip = [["127.0.0.2"], ["127.0.0.1"]]
        names = Names({"flip.example": [list(one) for one in flip]})
        found = await fetcher(open_to(good), names).fetch(f"http://flip.example:{good.port}/")
        assert (found.body, names.asked, inner.connections) == (b"<p>good</p>", ["flip.example"], 0)
        # The negative control: check, then fetch by name.
        names = Names({"flip.example": [list(one) for one in flip]})
        rule = open_to(good)
        target = rule.target(f"http://flip.example:{good.port}/")
        rule.vetted(target, await names(target.host, target.port))
        second, = await names(target.host, target.port)
        _, writer = await asyncio.open_connection(second, target.port)
        writer.close()
        await writer.wait_closed()
        await asyncio.sleep(0)
        assert inner.connections == 1
    finally:
        await good.__aexit__()


async def test_net_17_nor_does_a_redirect_to_itself_help(inner: WebServer) -> None:
    try:
        good = await WebServer(moved("/again"), host="127.0.0.2", port=inner.port).__aenter__()
    except OSError:
        pytest.skip("one loopback address only")
    try:
        names = Names({"flip.example": [["127.0.0.2"], ["127.0.0.1"]]})
        await refused(fetcher(open_to(good), names), f"http://flip.example:{good.port}/", "private_address")
        assert (names.asked, inner.connections) == (["flip.example"] * 2, 0)
    finally:
        await good.__aexit__()


@pytest.mark.parametrize("location", [
    "file:///etc/passwd", "gopher://127.0.0.1/x", "ftp://example.org/", "data:text/html,x", "javascript:alert(1)",
    "://example.org/", "https:", "http:", "", "\\\\127.0.0.1\\x", "http://[::1", "mailto:a@b", "ws://example.org/",
    "blob:http://x/", "view-source:http://x/"])
async def test_net_19_a_redirect_to_something_else_than_the_web(location: str) -> None:
    async with WebServer(moved(location)) as good:
        names = Names({"good.example": ["127.0.0.1"]})
        await refused(fetcher(open_to(good), names), f"http://good.example:{good.port}/",
                      "wrong_scheme", "bad_redirect", "bad_address", "too_many_redirects")
        assert good.connections <= 6


async def endless(piece: bytes, pause_s: float = 0.0) -> AsyncIterator[bytes]:
    while True:
        yield piece
        await asyncio.sleep(pause_s)


async def only(server: WebServer, *codes: str, **bounds: float) -> None:
    """Fetch from a server alone and be refused."""
    names = Names({"good.example": ["127.0.0.1"]})
    await refused(fetcher(open_to(server), names, **bounds), f"http://good.example:{server.port}/page.html", *codes)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"


async def test_net_25_a_body_of_20_megabytes() -> None:
    async def body() -> AsyncIterator[bytes]:
        yield HEAD + b"\r\n"
        for _ in range(320):
            yield b"x" * 65_536

    async with WebServer(body) as server:
        await only(server, "too_large")
        assert server.requests[0].sent < 12_000_000, "it hung up early"


@pytest.mark.parametrize(("length", "code"), [
    ("99000000000", "too_large"), ("5000001", "too_large"), ("007000000", "too_large"),
    ("99999999999999999999999", "cut_off")])
async def test_net_26_a_lying_length(length: str, code: str) -> None:
    async def lies() -> AsyncIterator[bytes]:
        yield HEAD + f"Content-Length: {length}\r\n\r\n<p>short</p>".encode()
        async for _ in endless(b"", 0.02):
            yield b""

    async with WebServer(lies) as server:
        await only(server, code, total_s=5.0)  # refused by its head alone: the body never ends


async def test_net_26_a_length_that_is_none_or_too_long_for_what_comes() -> None:
    for length in ("-1", "abc", "1000"):
        async with WebServer(page("<p>short</p>", length=length)) as server:
            await only(server, "cut_off")


async def test_net_27_gzip_one_to_a_thousand() -> None:
    bomb = gzip.compress(b"<p>" + bytes(60_000_000), 9)
    assert len(bomb) < 80_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with WebServer(page(bomb, Content_Encoding="gzip")) as server:
        await only(server, "too_large")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000, "kilobytes"


@pytest.mark.parametrize("encoding", ["gzip, gzip", "gzip,gzip", "gzip", "deflate", "br", "zstd", "gzip, br", "x"])
async def test_net_28_packed_twice_or_in_another_way(encoding: str) -> None:
    twice = gzip.compress(gzip.compress(bytes(3_000_000)))
    async with WebServer(page(twice, Content_Encoding=encoding)) as server:
        await only(server, "packed")


async def test_net_29_a_body_that_drips() -> None:
    async def body() -> AsyncIterator[bytes]:
        yield HEAD + b"\r\n"
        async for piece in endless(b"x", 0.02):
            yield piece

    async with WebServer(body) as server:
        await only(server, "too_slow", total_s=0.4)


async def test_net_29_a_head_that_drips_and_one_that_never_comes() -> None:
    async def head() -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\n"
        async for piece in endless(b"X: y\r\n", 0.02):
            yield piece

    async def nothing() -> AsyncIterator[bytes]:
        async for _ in endless(b"", 0.02):
            yield b""

    for answer in (head, nothing):
        async with WebServer(answer) as server:
            await only(server, "too_slow", total_s=0.3)


async def test_net_29_redirects_do_not_wind_the_clock_up() -> None:
    async def slow() -> AsyncIterator[bytes]:
        await asyncio.sleep(0.15)
        yield moved("/again")

    async with WebServer(slow) as server:
        await only(server, "too_slow", total_s=0.4)


async def test_net_30_five_thousand_headers() -> None:
    for lines in (b"a: b\r\n" * 5_000, b"a: " + b"b" * 70_000 + b"\r\n"):
        async with WebServer(HEAD + lines + b"\r\n<p>x</p>") as server:
            await only(server, "long_head", "cut_off")


async def test_net_30_twenty_redirects() -> None:
    answers = {f"/{n}": moved(f"/{n + 1}") for n in range(20)}
    async with WebServer(moved("/0"), answers) as server:
        await only(server, "too_many_redirects")
        assert server.connections == 6


async def test_net_30_from_https_to_http(tmp_path, inner: WebServer) -> None:
    tls, trust = self_signed(tmp_path, "good.example")
    async with WebServer(moved(f"http://other.example:{inner.port}/"), tls=tls) as good:
        names = Names({"good.example": ["127.0.0.1"], "other.example": ["127.0.0.1"]})
        await refused(fetcher(open_to(good, inner), names, verify=trust), f"https://good.example:{good.port}/",
                      "insecure_redirect")
        assert inner.connections == 0


async def test_net_30_a_certificate_of_another_name_or_of_nobody(tmp_path) -> None:
    tls, trust = self_signed(tmp_path, "other.example")
    async with WebServer(tls=tls) as server:
        names = Names({"good.example": ["127.0.0.1"]})
        for verify in (trust, None):
            await refused(fetcher(open_to(server), names, verify=verify), f"https://good.example:{server.port}/",
                          "not_trusted")
        assert server.requests == [], "nothing was sent"


@pytest.mark.parametrize("kind", ["application/octet-stream", "", "application/x-msdownload", "image/png",
                                  "text/html\x0b", "multipart/form-data"])
async def test_net_30_a_content_type_that_is_no_page_named_html(kind: str) -> None:
    async with WebServer(page("<p>x</p>", kind)) as server:
        await only(server, "wrong_type", "cut_off")


async def test_a_far_end_that_is_not_the_vetted_address_is_not_read(monkeypatch) -> None:
    async with WebServer() as server:
        names = Names({"good.example": ["127.0.0.1"]})
        fetching = fetcher(open_to(server), names)
        target = fetching.rule.target(f"http://good.example:{server.port}/")
        monkeypatch.setattr(type(target), "at", lambda self, ip: self.url.copy_with(host="localhost"))
        monkeypatch.setattr(fetching.rule.__class__, "vetted", lambda *_: (__import__("ipaddress").ip_address(PUBLIC),))
        await refused(fetching, f"http://good.example:{server.port}/", "wrong_peer")


def test_every_id_of_the_group_has_a_row() -> None:
    import inspect
    import sys

    tests = " ".join(name for name, _ in inspect.getmembers(sys.modules[__name__], inspect.isfunction))
    seen = {int(one.id[4:6]) for one in SPELLINGS} | {n for n in range(1, 31) if f"net_{n:02}" in tests}
    assert seen == set(range(1, 20)) | set(range(25, 31))


# --- good twins -----------------------------------------------------------------------------------------


async def got(server: WebServer, host: str = "good.example", scheme: str = "http", **more) -> Fetched:
    names = Names({"good.example": ["127.0.0.1"], "xn--e1afmkfd.xn--p1ai": ["127.0.0.1"]})
    return await fetcher(open_to(server), names, **more).fetch(f"{scheme}://{host}:{server.port}/news/today.html?a=b#c")


async def test_twin_a_page_is_fetched_with_its_name_and_no_more_than_it_needs() -> None:
    async with WebServer(page("<p>日本</p>", "text/html; charset=\"Shift_JIS\"")) as server:
        found = await got(server)
        asked, = server.requests
    assert (found.body, found.kind, found.charset, found.hops) == ("<p>日本</p>".encode(), "html", "Shift_JIS", 0)
    assert (found.host, found.file_name) == ("good.example", "today.html")
    assert found.url == f"http://good.example:{server.port}/news/today.html?a=b"
    assert asked.line == "GET /news/today.html?a=b HTTP/1.1"
    assert asked.headers["host"] == f"good.example:{server.port}"
    assert asked.headers["accept-encoding"] == "identity"
    assert not {"cookie", "authorization", "referer"} & set(asked.headers)


async def test_twin_one_gzip_layer_is_opened() -> None:
    text = b"<p>" + b"news " * 200_000
    async with WebServer(page(gzip.compress(text), Content_Encoding="gzip")) as server:
        assert (await got(server)).body == text


async def test_twin_five_redirects_are_followed_and_cookies_are_not_kept() -> None:
    answers = {f"/{n}": moved(f"/{n + 1}").replace(b"Location", b"Set-Cookie: a=b\r\nLocation") for n in range(1, 5)}
    async with WebServer(moved("/1"), {**answers, "/5": page("<p>there</p>")}) as server:
        found = await got(server)
        assert (found.body, found.hops, found.url) == (b"<p>there</p>", 5, f"http://good.example:{server.port}/5")
        assert all("cookie" not in one.headers for one in server.requests)


async def test_twin_the_right_certificate_is_taken_and_the_name_is_sent_for_it(tmp_path) -> None:
    tls, trust = self_signed(tmp_path, "good.example")
    async with WebServer(tls=tls) as server:
        assert (await got(server, scheme="https", verify=trust)).kind == "html"
        assert server.names == ["good.example"]


async def test_twin_from_http_to_https_is_fine(tmp_path) -> None:
    tls, trust = self_signed(tmp_path, "good.example")
    async with WebServer(tls=tls) as safe, WebServer(moved(f"https://good.example:{safe.port}/")) as plain:
        names = Names({"good.example": ["127.0.0.1"]})
        found = await fetcher(open_to(safe, plain), names, verify=trust).fetch(f"http://good.example:{plain.port}/")
        assert found.hops == 1


async def test_twin_a_name_in_another_script_is_asked_in_ascii() -> None:
    async with WebServer() as server:
        found = await got(server, "пример.рф")
        assert found.host == "xn--e1afmkfd.xn--p1ai"
        assert server.requests[0].headers["host"].startswith("xn--e1afmkfd.xn--p1ai:")


async def test_twin_the_second_address_of_a_name_is_tried_when_the_first_does_not_answer() -> None:
    async with WebServer() as server:
        rule = open_to(server)
        dead = ("127.0.0.3", server.port)
        rule = type(rule)(rule.ports, rule.granted | {dead})
        names = Names({"good.example": ["127.0.0.3", "127.0.0.1"]})
        assert (await fetcher(rule, names).fetch(f"http://good.example:{server.port}/")).kind == "html"


@pytest.mark.parametrize(("kind", "ending"), [
    ("application/pdf", "pdf"), ("text/plain; charset=utf-8", "txt"), ("TEXT/HTML", "html"), ("text/csv", "csv"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx")])
async def test_twin_documents_are_taken_as_what_they_are(kind: str, ending: str) -> None:
    async with WebServer(page("x", kind)) as server:
        found = await got(server)
        assert (found.kind, found.file_name) == (ending, f"today.{ending}")


@pytest.mark.parametrize(("status", "code"), [
    ("404 Not Found", "no_such_page"), ("403 Forbidden", "not_public"), ("429 Too Many", "too_many_requests"),
    ("500 Oops", "bad_status"), ("304 Not Modified", "bad_status"), ("206 Partial", "bad_status")])
async def test_other_answers_are_said_as_what_they_are(status: str, code: str) -> None:
    async with WebServer(page("<p>x</p>", status=status)) as server:
        await only(server, code)


async def test_an_empty_page_an_unknown_name_and_a_closed_port() -> None:
    async with WebServer(page(" \n")) as server:
        await only(server, "empty_page")
    fetching = fetcher(open_to(server), Names({"good.example": ["127.0.0.1"]}))
    await refused(fetching, f"http://good.example:{server.port}/", "not_reachable")
    await refused(fetching, "https://nobody.example/", "unknown_name")
    for port, code in ((22, "wrong_port"), (8080, "wrong_port"), (0, "wrong_port")):
        await refused(fetching, f"http://good.example:{port}/", code)
