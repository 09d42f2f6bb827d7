"""What can be wrong with a character or a file that holds one."""

from __future__ import annotations

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text


class PersonaGone(AppError):
    code = "persona_gone"


class BadPersona(AppError):
    code = "bad_persona"


class LastPersona(AppError):
    code = "last_persona"


class BadLore(AppError):
    code = "bad_lore"


class LoreGone(AppError):
    code = "lore_gone"


class BadCard(AppError):
    """A file that is no character, or one that cannot be taken in; nothing was changed."""

    code = "bad_card"

    def __init__(self, sentence: Text, *, detail: str = "", code: str | None = None) -> None:
        super().__init__(sentence, safe=Text.of("Nothing was changed."), detail=detail, code=code)


def no_card(detail: str = "") -> BadCard:
    """Return the error for a file that is something else."""
    return BadCard(Text.of("This is no character card (a PNG, JSON or zip file with a character in it)."),
                   detail=detail, code="no_card")


class BadAvatar(AppError):
    code = "bad_avatar"

    def __init__(self, sentence: Text, *, detail: str = "") -> None:
        super().__init__(sentence, safe=Text.of("The picture was not changed."), detail=detail)


def nothing_changed() -> Text:
    return Text.of("Nothing was changed.")


def persona_gone() -> PersonaGone:
    return PersonaGone(Text.of("This character is not there any more."), safe=nothing_changed())
