"""The sections, in the order of the settings page."""

from __future__ import annotations

from characoid_desktop.settings.schema import Section
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.audio import AudioSection
from characoid_desktop.settings.sections.conversion import ConversionSection
from characoid_desktop.settings.sections.engines import EnginesSection
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.sections.notifications import NotificationsSection
from characoid_desktop.settings.sections.storage import StorageSection
from characoid_desktop.settings.sections.web import WebSection

SECTIONS: tuple[type[Section], ...] = (
    AppearanceSection, ModelsSection, AssistantSection, WebSection, ConversionSection, AudioSection, EnginesSection,
    NotificationsSection, StorageSection,
)
