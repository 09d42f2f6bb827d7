"""What can go wrong with a model, as sentences. No text here ever holds a key, a header or a user name.

Words of a server are from outside: short, on one line, masked, and only ever shown as plain text.
"""

from __future__ import annotations

import unicodedata

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.integrations.llm.models import Endpoint

MAX_WORDS = 200  # characters of a server's own words


class ModelError(AppError):
    """Base of everything here. ``may_retry``: trying again can help; ``wait_s``: the server named a time."""

    code = "model_error"
    may_retry = False
    wait_s: float | None = None


class KeyRefused(ModelError):
    code = "key_refused"


class PaymentNeeded(ModelError):
    code = "payment_needed"


class TooManyRequests(ModelError):
    code = "too_many_requests"
    may_retry = True


class ModelNotFound(ModelError):
    code = "model_not_found"


class ServerError(ModelError):
    code = "server_error"
    may_retry = True


class NotReachable(ModelError):
    code = "not_reachable"


class NotTrusted(ModelError):
    """The certificate is not good, so nothing was sent."""

    code = "not_trusted"


class NotAModelServer(ModelError):
    """Something else answers there: a web page, a log-in page of a network, another program."""

    code = "not_a_model_server"


class Stalled(ModelError):
    code = "stalled"


class ReplyCut(ModelError):
    """The stream ended in the middle, or went on as nonsense. May be retried once, and only if nothing was shown."""

    code = "reply_cut"


class EmptyReply(ModelError):
    code = "empty_reply"


class RequestRefused(ModelError):
    code = "request_refused"


class ToolsUnsupported(RequestRefused):
    """The server says that this model takes no tools."""

    code = "tools_unsupported"


class ParameterUnsupported(RequestRefused):
    """The server does not know one of the optional parameters; ``parameter`` names it."""

    code = "parameter_unsupported"
    parameter = ""


class ContextTooLong(ModelError):
    code = "context_too_long"


def open_settings() -> Action:
    """Return the next step of nearly all of these: the page with address, key and model."""
    return Action(ActionKind.OPEN_SETTINGS, Text.of("Open settings"), {"page": "models"})


def kept() -> Text:
    """Return what is safe whenever a model fails."""
    return Text.of("Your message is kept.")


def key_refused(endpoint: Endpoint, detail: str = "") -> KeyRefused:
    if endpoint.key:
        sentence = Text.of("{host} refuses the key.", host=endpoint.host)
    else:
        sentence = Text.of("{host} wants a key, and none is stored for it.", host=endpoint.host)
    return KeyRefused(sentence, safe=kept(), action=open_settings(), detail=detail)


def not_ascii_key() -> KeyRefused:
    return KeyRefused(Text.of("The stored key holds signs that no key has. Paste it again."), safe=kept(),
                      action=open_settings())


def payment_needed(endpoint: Endpoint, detail: str = "") -> PaymentNeeded:
    return PaymentNeeded(Text.of("{host} says that the account has no credit left.", host=endpoint.host),
                         safe=kept(), action=open_settings(), detail=detail)


def too_many_requests(endpoint: Endpoint, wait_s: float | None = None, detail: str = "") -> TooManyRequests:
    error = TooManyRequests(Text.of("{host} gets too many requests at the moment.", host=endpoint.host),
                            safe=kept(), action=open_settings(), detail=detail)
    error.wait_s = wait_s
    return error


def model_not_found(endpoint: Endpoint, model: str, detail: str = "") -> ModelNotFound:
    return ModelNotFound(Text.of("{host} has no model “{model}”.", host=endpoint.host, model=plain_words(model)),
                         safe=kept(), action=open_settings(), detail=detail)


def no_model_chosen(endpoint: Endpoint) -> ModelNotFound:
    return ModelNotFound(Text.of("No model of {host} is chosen yet.", host=endpoint.host), safe=kept(),
                         action=open_settings())


def server_error(endpoint: Endpoint, words: str = "", wait_s: float | None = None, detail: str = "") -> ServerError:
    if words:
        sentence = Text.of("{host} could not answer. It says: “{words}”", host=endpoint.host, words=words)
    else:
        sentence = Text.of("{host} could not answer just now.", host=endpoint.host)
    error = ServerError(sentence, safe=kept(), action=open_settings(), detail=detail)
    error.wait_s = wait_s
    return error


def not_reachable(endpoint: Endpoint, detail: str = "") -> NotReachable:
    return NotReachable(Text.of("{host} cannot be reached. The server may be off, or the network is down.",
                                host=endpoint.host), safe=kept(), action=open_settings(), detail=detail)


def not_trusted(endpoint: Endpoint, detail: str = "") -> NotTrusted:
    return NotTrusted(Text.of("No safe connection to {host}: its certificate is not valid, or it speaks no https.",
                              host=endpoint.host),
                      safe=Text.of("Your message is kept. Neither it nor the key was sent."),
                      action=open_settings(), detail=detail)


def not_a_model_server(endpoint: Endpoint, detail: str = "") -> NotAModelServer:
    return NotAModelServer(
        Text.of("What answers at {host} is not a model server. It may be the log-in page of a network.",
                host=endpoint.host), safe=kept(), action=open_settings(), detail=detail)


def sends_elsewhere(endpoint: Endpoint, detail: str = "") -> NotAModelServer:
    return NotAModelServer(Text.of("{host} points to another address, which was not followed.", host=endpoint.host),
                           safe=Text.of("Your message is kept. The key went nowhere else."),
                           action=open_settings(), detail=detail)


def stalled(seconds: float) -> Stalled:
    return Stalled(Text.of("The reply stopped for {n} s.", n=f"{seconds:.0f}"),
                   safe=Text.of("What arrived is kept."))


def took_too_long(minutes: float) -> Stalled:
    return Stalled(Text.of("The reply took longer than {n} min and was stopped.", n=f"{minutes:.0f}"),
                   safe=Text.of("What arrived is kept."))


def no_first_word(endpoint: Endpoint, seconds: float) -> Stalled:
    return Stalled(Text.of("{host} did not begin to answer within {n} s.", host=endpoint.host, n=f"{seconds:.0f}"),
                   safe=kept(), action=open_settings())


def reply_cut(detail: str = "") -> ReplyCut:
    return ReplyCut(Text.of("The reply broke off."), safe=Text.of("What arrived is kept."), detail=detail)


def reply_garbled(detail: str = "") -> ReplyCut:
    return ReplyCut(Text.of("The reply became unreadable."), safe=Text.of("What arrived is kept."), detail=detail,
                    code="reply_garbled")


def empty_reply() -> EmptyReply:
    return EmptyReply(Text.of("The model answered with nothing."), safe=kept())


def request_refused(endpoint: Endpoint, words: str, detail: str = "") -> RequestRefused:
    if not words:
        return RequestRefused(Text.of("{host} refused the request.", host=endpoint.host), safe=kept(),
                              action=open_settings(), detail=detail)
    return RequestRefused(Text.of("{host} refused the request. It says: “{words}”", host=endpoint.host, words=words),
                          safe=kept(), action=open_settings(), detail=detail)


def tools_unsupported(endpoint: Endpoint, detail: str = "") -> ToolsUnsupported:
    return ToolsUnsupported(
        Text.of("This model cannot use tools. Set “Tools” to “Automatic” or “Described in text”."),
        safe=kept(), action=open_settings(), detail=detail)


def parameter_unsupported(endpoint: Endpoint, parameter: str, detail: str = "") -> ParameterUnsupported:
    error = ParameterUnsupported(Text.of("{host} refused the request.", host=endpoint.host), safe=kept(),
                                 action=open_settings(), detail=detail)
    error.parameter = parameter
    return error


def context_too_long(detail: str = "") -> ContextTooLong:
    return ContextTooLong(Text.of("This message is longer than the model can read at once."), safe=kept(),
                          action=open_settings(), detail=detail)


def plain_words(words: str, endpoint: Endpoint | None = None) -> str:
    """Return a server's words fit to be shown: one line, at most MAX_WORDS characters, no key, nothing invisible."""
    if endpoint is not None and endpoint.key:
        words = words.replace(endpoint.key.reveal(), "•••")
    words = Redactor().redact(words[:20 * MAX_WORDS])
    shown = "".join(" " if c.isspace() else c for c in words
                    if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    shown = " ".join(shown.split())
    return shown if len(shown) <= MAX_WORDS else shown[:MAX_WORDS - 1] + "…"
