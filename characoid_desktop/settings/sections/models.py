"""Language model: which server and model answer, and how patient the app is with them.

The key is no setting: it lives in the secret store, bound to the address.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.addresses import ADDRESS_RULE, MAX_ADDRESS, plain_address
from characoid_desktop.settings.schema import Declared, Section, Widget


class ToolMode(StrEnum):
    """How a model is told of tools."""

    AUTO = "auto"  # native, and described in text for a model that says it cannot
    NATIVE = "native"
    PROMPTED = "prompted"


class ModelsSection(Section):
    key: ClassVar[str] = "models"
    title: ClassVar[Text] = Text.of("Language model")

    base_url: Annotated[str, Declared(
        Text.of("Server address"),
        Text.of("Any OpenAI-compatible server, also one on this computer. Empty: the offline brain answers."),
        widget=Widget.LINE, rule=ADDRESS_RULE), Field(max_length=MAX_ADDRESS)] = ""
    model: Annotated[str, Declared(
        Text.of("Model"), Text.of("The name by which the server knows it. A character can have its own."),
        widget=Widget.LINE), Field(max_length=200)] = ""
    tools: Annotated[ToolMode, Declared(
        Text.of("Tools"), Text.of("Automatic fits nearly every model."),
        choices={"auto": Text.of("Automatic"), "native": Text.of("By the server"),
                 "prompted": Text.of("Described in text")}, widget=Widget.SEGMENTS)] = ToolMode.AUTO
    own_temperature: Annotated[bool, Declared(
        Text.of("Set the temperature"), Text.of("Off: the server decides."))] = False
    temperature: Annotated[float, Declared(
        Text.of("Temperature"), Text.of("Low: steady. High: surprising."), step=0.1, widget=Widget.SLIDER,
        only_if="own_temperature"), Field(ge=0.0, le=2.0)] = 0.8
    context_tokens: Annotated[int, Declared(
        Text.of("Context of the model"),
        Text.of("The oldest messages are left out beyond it. 0: as much as the app sends."),
        unit=Text.of("tokens"), step=1024, widget=Widget.NUMBER), Field(ge=0, le=2_000_000)] = 0
    idle_s: Annotated[int, Declared(
        Text.of("Give up a silent reply after"), Text.of("The wait for the first word is twice as long."),
        unit=Text.of("s"), step=5, widget=Widget.NUMBER), Field(ge=5, le=600)] = 30
    price_in: Annotated[float, Declared(
        Text.of("Price of what is sent"), Text.of("For a million tokens, in your currency. 0: unknown."), step=0.1,
        widget=Widget.NUMBER), Field(ge=0.0, le=10_000.0)] = 0.0
    price_out: Annotated[float, Declared(
        Text.of("Price of what is answered"), Text.of("For a million tokens, in your currency. 0: unknown."),
        step=0.1, widget=Widget.NUMBER), Field(ge=0.0, le=10_000.0)] = 0.0
    embedding_base_url: Annotated[str, Declared(
        Text.of("Server for embeddings"), Text.of("Finds related texts. Empty: the server above."),
        widget=Widget.LINE, rule=ADDRESS_RULE), Field(max_length=MAX_ADDRESS)] = ""
    embedding_model: Annotated[str, Declared(
        Text.of("Model for embeddings"), Text.of("Empty: texts are searched by their words only."),
        widget=Widget.LINE), Field(max_length=200)] = ""

    @field_validator("base_url", "embedding_base_url")
    @classmethod
    def _plain_address(cls, value: str) -> str:
        return plain_address(value)
