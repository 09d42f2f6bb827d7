"""What the model side talks about: addresses, choices, answers to a test. Plain data without heavy imports."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.settings.secret_text import SecretText, origin_of
from characoid_desktop.settings.sections.models import ToolMode

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible address in one spelling (see ``addresses.normalise``) and the key stored for it."""

    base_url: str
    key: SecretText | None = None

    @property
    def origin(self) -> str:
        return origin_of(self.base_url)

    @property
    def host(self) -> str:
        """``host:port`` as it is shown; never with a user name or a key."""
        return self.origin.partition("://")[2]


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """One model of a server. ``context_tokens`` is 0 where the server does not say it."""

    id: str
    owner: str = ""
    context_tokens: int = 0


class Outcome(StrEnum):
    WORKS = "works"
    KEY_REFUSED = "key_refused"
    NOT_REACHABLE = "not_reachable"
    NOT_A_MODEL_SERVER = "not_a_model_server"
    MODEL_MISSING = "model_missing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TestResult:
    """What a test of an endpoint found. ``latency_s``: until the first word, or until the list of models.

    ``base_url`` is the address that answered (``/v1`` added where it was missing).
    """

    __test__ = False  # not a test case, whatever its name

    outcome: Outcome
    sentence: Text
    latency_s: float = 0.0
    base_url: str = ""
    models: tuple[ModelInfo, ...] = ()

    @property
    def works(self) -> bool:
        return self.outcome is Outcome.WORKS


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server found on this computer. ``name`` is the product, a proper noun."""

    name: str
    base_url: str
    models: tuple[ModelInfo, ...]


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The model of one persona, or of a worker, as the settings are now."""

    endpoint: Endpoint | None = None
    model: str = ""
    tools: ToolMode = ToolMode.AUTO
    temperature: float | None = None
    context_tokens: int = 0
    price_in: float = 0.0
    price_out: float = 0.0
    idle_s: float = 30.0

    @property
    def offline(self) -> bool:
        """Whether the offline brain answers, because no server is set."""
        return self.endpoint is None

    @property
    def has_key(self) -> bool:
        return self.endpoint is not None and bool(self.endpoint.key)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return the price of a call in the currency of the price settings; None when no price is set."""
        if not self.price_in and not self.price_out:
            return None
        return (prompt_tokens * self.price_in + completion_tokens * self.price_out) / MILLION


@dataclass(frozen=True, slots=True)
class ModelState:
    """How the model is doing, for the status strip."""

    light: LightState = LightState.OFF
    sentence: Text = field(default_factory=lambda: Text.of("Offline brain: simple requests without a model."))
