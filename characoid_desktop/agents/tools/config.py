"""Tools of the config worker: the settings, from their declarations, and the resources of the app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary, Change
from characoid_desktop.agents.tools.answers import answer, english
from characoid_desktop.agents.tools.arguments import Id
from characoid_desktop.agents.tools.building import missing, spec
from characoid_desktop.agents.tools.frame import Arguments, Effect, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import (
    InvalidSetting,
    Section,
    SettingKind,
    SettingSpec,
    SettingValue,
    plain,
)

Key = Annotated[str, StringConstraints(min_length=3, max_length=100, pattern=r"^[a-z0-9_]+\.[a-z0-9_]+$")]

Number = Annotated[float, Field(allow_inf_nan=False)]
Line = Annotated[str, StringConstraints(max_length=4000)]

# What decides where data and keys go, or what the user is asked, is not for a model to change.
_PAGE_ONLY_SECTIONS = frozenset({"assistant"})
_PAGE_ONLY = frozenset({"models.base_url", "models.embedding_base_url"})
_PAGE_ONLY_KINDS = frozenset({SettingKind.SECRET, SettingKind.PATH})
_RESOURCES = Text.of("Managing resources")
_HEADING, _ITEM = "**{title}**\n", "- {line}"  # Markdown, the same in every language


class ConfigKey(Arguments):
    """A setting as ``section.name``."""

    key: Key


class ConfigChange(ConfigKey):
    """Both steps take the same arguments, to which the user's word is bound."""

    value: bool | int | Number | Line


class ApprovedChange(ConfigChange):
    """``approval_id`` is the user's word on exactly this change; the policy takes it out, checks it and uses it up."""

    approval_id: Id | None = None


class ResourceStatus(Arguments):
    resource_id: Id | None = None


class ManageResource(Arguments):
    operation: Literal["install", "update", "cancel", "clean"]
    resource_id: Id


class NoSuchSetting(AppError):
    code = "unknown_setting"


class PageOnly(AppError):
    """A setting that only the user changes, on the Settings page."""

    code = "settings_page_only"


class ConfigTools:
    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def list_available_configs(self, ctx: ToolContext, args: NoArguments) -> Payload:
        """List all settings with their keys and present values."""
        found = [self._fact(section, one) for section in self._sections for one in section.specs()]
        return answer("completed", self._listed(), evidence=_in_pages(found))

    async def get_config_detail(self, ctx: ToolContext, args: ConfigKey) -> Payload:
        """Say what one setting is, its present value, and which values it takes."""
        section, one = self._find(args.key)
        fact = self._fact(section, one)
        fact |= {"help": english(one.help), "minimum": one.minimum, "maximum": one.maximum,
                 "choices": [choice.value for choice in one.choices], "default": _open(one, one.default)}
        now = _shown(one, fact.get("value"))
        return answer("completed", Text.of("{label}: {value}. {help}", label=one.label, value=now, help=one.help),
                      evidence=[fact])

    async def request_config_change(self, ctx: ToolContext, args: ConfigChange) -> Payload:
        """Ask the user to change one setting. First of two steps: changes nothing; apply_config_change follows."""
        _, one, value = self._wanted(args)
        text = Text.of("“{label}” may be changed to {value}.", label=one.label, value=_shown(one, value))
        return answer("completed", text, evidence=[{"kind": "setting", "key": args.key, "wanted": value}])

    async def apply_config_change(self, ctx: ToolContext, args: ApprovedChange) -> Payload:
        """Make the change that the user approved, with exactly the arguments of request_config_change."""
        section, one, value = self._wanted(args)
        await self._services.settings.set(section, **{one.key: value})
        text = Text.of("“{label}” is {value} now.", label=one.label, value=_shown(one, value))
        if one.restart:
            text = Text.of("{what} It acts after the next start.", what=text)
        return answer("completed", text, evidence=[{"kind": "setting", "key": args.key, "value": value}])

    # --- confirmations --------------------------------------------------------------------------

    async def describe_change(self, ctx: ToolContext, args: ConfigChange) -> ApprovalSummary:
        section, one, value = self._wanted(args)
        now = plain(getattr(self._services.settings.get(section), one.key))
        return ApprovalSummary(
            Text.of("Change a setting?"), target=section.title,
            effect=Text.of("Only this setting. It can be changed back in Settings."),
            changes=(Change(one.label, _shown(one, now), _shown(one, value)),))

    async def describe_resource(self, ctx: ToolContext, args: ManageResource) -> ApprovalSummary:
        titles = {"install": Text.of("Install this?"), "update": Text.of("Update this?"),
                  "cancel": Text.of("Stop this installation?"), "clean": Text.of("Remove this from the disk?")}
        return ApprovalSummary(titles[args.operation], target=Text.literal(args.resource_id))

    # --- inside ---------------------------------------------------------------------------------

    @property
    def _sections(self) -> Sequence[type[Section]]:
        return self._services.settings.sections

    def _listed(self) -> Text:
        """Return every page with its settings, in the words of the Settings panel; the keys stand in the evidence."""
        lines: list[Text] = []
        for section in self._sections:
            now = self._services.settings.get(section)
            lines += (Text.literal(""),) if lines else ()
            lines.append(Text(_HEADING, {"title": section.title}))
            lines += (Text(_ITEM, {"line": Text.of(
                "{name}: {value}", name=one.label, value=_shown(one, plain(getattr(now, one.key))))})
                for one in section.specs())
        return Text.lines(lines)

    def _find(self, key: str) -> tuple[type[Section], SettingSpec]:
        page, _, name = key.partition(".")
        for section in self._sections:
            if section.key == page and name in section.model_fields:
                return section, section.spec(name)
        raise NoSuchSetting(Text.of("There is no setting “{name}”.", name=key), safe=Text.of("Nothing was changed."))

    def _wanted(self, args: ConfigChange) -> tuple[type[Section], SettingSpec, SettingValue]:
        """Return what is to be changed; raises NoSuchSetting, PageOnly, InvalidSetting."""
        section, one = self._find(args.key)
        if _page_only(one):
            raise PageOnly(
                Text.of("“{label}” can only be changed on the Settings page.", label=one.label),
                safe=Text.of("Nothing was changed."),
                action=Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings")))
        value = _converted(one, args.value)
        self._services.settings.get(section).changed_with({one.key: value})
        return section, one, value

    def _fact(self, section: type[Section], one: SettingSpec) -> dict[str, Any]:
        now = plain(getattr(self._services.settings.get(section), one.key))
        fact = {"kind": "setting", "key": f"{one.section}.{one.key}", "label": english(one.label),
                "type": one.kind.value, "can_change": not _page_only(one)}
        return fact if one.kind in _PAGE_ONLY_KINDS else {**fact, "value": now}


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The six tools in canonical order."""
    own = ConfigTools(services)
    return (
        spec(own.list_available_configs, NoArguments, Text.of("Looking at the settings")),
        spec(own.get_config_detail, ConfigKey, Text.of("Looking at a setting")),
        missing("get_resource_install_status", "Say which resources of the app are installed.", ResourceStatus,
                Text.of("Looking at the resources"), _RESOURCES),
        missing("manage_resource_install",
                "Install, update or clean a resource, or stop its installation. The user is asked first.",
                ManageResource, Text.of("Managing a resource"), _RESOURCES, effect=Effect.OUTSIDE,
                describe=own.describe_resource),
        spec(own.request_config_change, ConfigChange, Text.of("Asking about a setting"),
             describe=own.describe_change),
        spec(own.apply_config_change, ApprovedChange, Text.of("Changing a setting"), effect=Effect.OUTSIDE),
    )


def _shown(one: SettingSpec, value: object) -> Text:
    """The words for a value, as the form shows it."""
    if one.kind in _PAGE_ONLY_KINDS:
        return Text.of("hidden")
    if isinstance(value, bool):
        return Text.of("turned on") if value else Text.of("turned off")
    for choice in one.choices:
        if choice.value == value:
            return choice.label
    words = f"{value:g}" if isinstance(value, float) else str(value)
    if one.unit is not None:
        return Text.of("{value} {unit}", value=words, unit=one.unit)
    return Text.literal(words) if words else Text.of("Empty")


def _page_only(one: SettingSpec) -> bool:
    return (one.kind in _PAGE_ONLY_KINDS or one.section in _PAGE_ONLY_SECTIONS
            or f"{one.section}.{one.key}" in _PAGE_ONLY)


def _open(one: SettingSpec, value: SettingValue) -> SettingValue | None:
    return None if one.kind in _PAGE_ONLY_KINDS else value


def _converted(one: SettingSpec, value: SettingValue) -> SettingValue:
    """Return the value in the setting's own type where a model wrote it as a text; raises InvalidSetting."""
    if not isinstance(value, str) or one.kind not in (SettingKind.BOOL, SettingKind.INT, SettingKind.FLOAT):
        whole = isinstance(value, float) and value.is_integer() and one.kind is SettingKind.INT
        return int(value) if whole else value
    words = value.strip().casefold()
    try:
        if one.kind is SettingKind.BOOL:
            return {"true": True, "on": True, "false": False, "off": False}[words]
        return int(words) if one.kind is SettingKind.INT else float(words)
    except (KeyError, ValueError):
        raise InvalidSetting(Text.of("“{label}” cannot take this value.", label=one.label),
                             safe=Text.of("Nothing was changed.")) from None


def _in_pages(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One object a page, since an answer holds few objects."""
    pages: dict[str, list[dict[str, Any]]] = {}
    for one in found:
        pages.setdefault(str(one["key"]).partition(".")[0], []).append(one)
    return [{"kind": "settings_page", "page": page, "settings": rows} for page, rows in pages.items()]
