"""What can go wrong on the web, as sentences: what was refused and what to do instead.

Nothing of a page is in them; of its addresses only the host in its ASCII form.
"""

from __future__ import annotations

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text

_BY_HAND = Text.of("Nothing was fetched. You can save the page in a browser and add the file.")
_NOTHING_FETCHED = Text.of("Nothing was fetched.")
_NOTHING_SENT = Text.of("Nothing was sent.")


class WebError(AppError):
    """Base of everything here; each function below says its own ``code``."""

    code = "web_error"


def _error(code: str, sentence: Text, detail: str = "", *, safe: Text = _BY_HAND, action: Action | None = None,
           ) -> WebError:
    return WebError(sentence, safe=safe, detail=detail, code=code, action=action)


# --- addresses ------------------------------------------------------------------------------------------


def bad_address() -> WebError:
    return _error("bad_address", Text.of("This is not a full web address. It begins with https:// or http://."),
                  safe=_NOTHING_FETCHED)


def wrong_scheme(scheme: str) -> WebError:
    return _error("wrong_scheme", Text.of("Only addresses with https:// or http:// are fetched, not “{scheme}:”.",
                                          scheme=scheme[:20]), safe=_NOTHING_FETCHED)


def name_in_address() -> WebError:
    return _error("name_in_address", Text.of(
        "This address holds a user name or a password. Use it without them."), safe=_NOTHING_FETCHED)


def wrong_port(port: int) -> WebError:
    return _error("wrong_port", Text.of("Only the usual ports of the web (80 and 443) are used, not {port}.",
                                        port=str(port)))


def local_name(host: str) -> WebError:
    return _error("local_name", Text.of(
        "“{host}” is a name of this computer or its network. Only public pages are fetched.", host=host))


def odd_number(host: str) -> WebError:
    return _error("odd_number", Text.of(
        "“{host}” is a number in an unusual spelling. Only public pages are fetched, by their names.", host=host))


def private_address(host: str) -> WebError:
    return _error("private_address", Text.of(
        "“{host}” leads to this computer or into a private network. Only public pages are fetched.", host=host))


def fake_address(host: str) -> WebError:
    return _error("fake_address", Text.of(
        "“{host}” has no true address here: a proxy program answers for it (“fake-ip”). Change its DNS mode to real "
        "addresses and try again.", host=host))


def unknown_name(host: str, detail: str) -> WebError:
    return _error("unknown_name", Text.of(
        "The address of “{host}” could not be found. Check its spelling and the connection.", host=host), detail,
        safe=_NOTHING_FETCHED)


# --- connections ----------------------------------------------------------------------------------------


def not_reachable(host: str, detail: str) -> WebError:
    return _error("not_reachable", Text.of(
        "“{host}” could not be reached. Check the connection and try again.", host=host), detail,
        safe=_NOTHING_FETCHED)


def not_trusted(host: str, detail: str) -> WebError:
    return _error("not_trusted", Text.of(
        "The certificate of “{host}” is not good, so nothing was sent. Check the address and this computer's clock.",
        host=host), detail, safe=_NOTHING_FETCHED)


def wrong_peer(host: str) -> WebError:
    return _error("wrong_peer", Text.of("Something else than “{host}” answered, so it was not read.", host=host))


def too_slow(host: str, seconds: float) -> WebError:
    return _error("too_slow", Text.of("“{host}” took longer than {seconds} seconds. Try again later.",
                                      host=host, seconds=f"{seconds:g}"), safe=_NOTHING_FETCHED)


def cut_off(host: str, detail: str) -> WebError:
    return _error("cut_off", Text.of("The connection to “{host}” ended too early. Try again.", host=host), detail,
                  safe=_NOTHING_FETCHED)


# --- answers --------------------------------------------------------------------------------------------


def bad_status(host: str, status: int) -> WebError:
    if status in (404, 410):
        return _error("no_such_page", Text.of("“{host}” has no such page. Check the address.", host=host),
                      str(status), safe=_NOTHING_FETCHED)
    if status in (401, 402, 403, 407, 451):
        return _error("not_public", Text.of("“{host}” does not show this page without a login.", host=host),
                      str(status))
    if status == 429:
        return _error("too_many_requests", Text.of("“{host}” takes no more requests now. Try again later.",
                                                   host=host), safe=_NOTHING_FETCHED)
    return _error("bad_status", Text.of("“{host}” answers with an error ({status}). Try again later.", host=host,
                                        status=str(status)), str(status), safe=_NOTHING_FETCHED)


def too_many_redirects(count: int) -> WebError:
    return _error("too_many_redirects", Text.of("The page sends on more than {n} times.", n=count))


def insecure_redirect(host: str) -> WebError:
    return _error("insecure_redirect", Text.of(
        "The page sends on from https:// to an unprotected address of “{host}”.", host=host))


def bad_redirect() -> WebError:
    return _error("bad_redirect", Text.of("The page sends on to something that is no web address."))


def too_large(megabytes: float) -> WebError:
    return _error("too_large", Text.of("The page is larger than {n} MB.", n=f"{megabytes:g}"))


def packed() -> WebError:
    return _error("packed", Text.of("The page comes packed in a way that is not opened."))


def garbled(detail: str) -> WebError:
    return _error("garbled", Text.of("The answer of the server cannot be read."), detail)


def long_head() -> WebError:
    return _error("long_head", Text.of("The server sends more headers than any page needs."))


def wrong_type(kind: str) -> WebError:
    return _error("wrong_type", Text.of(
        "This address gives no page or document that can be read (“{kind}”).", kind=kind[:60] or "—"))


def empty_page(host: str) -> WebError:
    return _error("empty_page", Text.of("“{host}” sent an empty page.", host=host))


# --- search ---------------------------------------------------------------------------------------------

_SETTINGS = Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings"), {"page": "web"})


def no_provider() -> WebError:
    return _error("unavailable", Text.of(
        "No web search is set up. Enter the address of a SearXNG server in Settings → Web search."),
        safe=_NOTHING_SENT, action=_SETTINGS)


def search_off() -> WebError:
    return _error("unavailable", Text.of(
        "Searching the web is turned off. It is turned on in Settings → Assistant."), safe=_NOTHING_SENT,
        action=Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings"), {"page": "assistant"}))


def no_json(host: str) -> WebError:
    return _error("no_json", Text.of(
        "The search server “{host}” does not give its results to programs. Add “json” to “search: formats:” in its "
        "settings.yml.", host=host), safe=_NOTHING_FETCHED, action=_SETTINGS)


def not_a_search_server(host: str, detail: str) -> WebError:
    return _error("not_a_search_server", Text.of(
        "“{host}” is no SearXNG server, or its address is not complete.", host=host), detail, safe=_NOTHING_FETCHED,
        action=_SETTINGS)


def search_moved(host: str) -> WebError:
    return _error("search_moved", Text.of(
        "The search server “{host}” sends on to another address. Enter the address that a browser shows at last.",
        host=host), safe=_NOTHING_FETCHED, action=_SETTINGS)
