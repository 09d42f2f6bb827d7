"""The interface language: our texts and Qt's own, switchable while the app runs."""

from __future__ import annotations

import logging
from enum import StrEnum
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from characoid_desktop.core.i18n import install_translator

CONTEXT = "characoid"
_log = logging.getLogger(__name__)


class Language(StrEnum):
    ZH_CN = "zh_CN"
    JA = "ja"
    EN = "en"


def system_language() -> Language:
    """Return the user's language as far as we speak it, else English."""
    for name in QLocale.system().uiLanguages():
        if name.startswith("zh"):
            return Language.ZH_CN
        if name.startswith("ja"):
            return Language.JA
        if name.startswith("en"):
            return Language.EN
    return Language.EN


def resolve(setting: str) -> Language:
    """Return the language for a setting's value (``system`` or a code)."""
    return system_language() if setting == "system" else Language(setting)


class LanguageSwitch:
    """Installs the translators on the application; keeps them alive."""

    def __init__(self, app: QCoreApplication) -> None:
        self._app = app
        self._installed: list[QTranslator] = []
        self.current = Language.EN

    def speak(self, language: Language) -> None:
        """Switch, to English where our own translation is missing: an incomplete installation still works."""
        try:
            self.use(language)
        except FileNotFoundError as error:
            _log.error("the translation is missing: %s", error)
            self.use(Language.EN)

    def use(self, language: Language) -> None:
        """Switch; raises FileNotFoundError when our own translation is missing from the installation."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed.clear()
        self.current = language
        QLocale.setDefault(QLocale(str(language)))
        qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        qt_texts = QTranslator()
        if qt_texts.load(f"qtbase_{language}", qt_folder):
            self._install(qt_texts)
        if language is Language.EN:
            install_translator(None)
            return
        ours = QTranslator()
        with resources.as_file(resources.files("resources") / "translations" / f"characoid_{language}.qm") as path:
            if not ours.load(str(Path(path))):
                raise FileNotFoundError(path)
        self._install(ours)
        install_translator(lambda source: QCoreApplication.translate(CONTEXT, source))

    def _install(self, translator: QTranslator) -> None:
        self._app.installTranslator(translator)
        self._installed.append(translator)
