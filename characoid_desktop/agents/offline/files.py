"""Which managed file a name means. Names only ever lead to ids that are at hand; nothing here opens a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Final

KnownFiles = Callable[[str], Sequence[tuple[str, str]]]
"""A name as it was said → (attachment id, name) of files of this conversation or session, the newest first."""

MEDIA: Final = frozenset((
    "wav", "mp3", "flac", "ogg", "opus", "m4a", "aac", "wma", "aif", "aiff", "webm", "mp4", "mkv", "mka", "mov", "avi",
    "caf", "w64", "amr", "3gp", "wv", "ape", "m4v", "ts", "mpg", "mpeg", "flv", "rf64", "au"))
DOCUMENTS: Final = frozenset((
    "pdf", "txt", "md", "markdown", "docx", "doc", "html", "htm", "epub", "csv", "tsv", "xlsx", "xls", "json", "rtf",
    "odt", "pptx", "yaml", "yml", "srt", "ass", "log"))
NAME_LIMIT = 255
# A free text in front of an ending may have caught the words before the name; with these it is no command.
_NO_COMMAND: Final = re.compile(
    r"^(?:(?:don't|do not|dont|never|not|no|why|how|when|if|should|would|could|shall|must|is|are|was|were|did|does|i|"
    r"you|we|he|she|they|because|maybe|perhaps)\b|不|(?:先)?[别別](?![的の])|我|你|为|為|怎|如何|如果|要是|是不是|要|想|应该|應該|谁|誰|昨|"
    r"なぜ|どうして|なんで|もし|昨日|誰)", re.IGNORECASE)


def _nothing(name: str) -> Sequence[tuple[str, str]]:
    return ()


def _no_attachments() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Files:
    """``attachments``: those of this turn, id → ``{"name": …}``; ``known`` finds those of before."""

    attachments: Mapping[str, Any] = field(default_factory=_no_attachments)
    known: KnownFiles = _nothing

    def find(self, said: str) -> str | None:
        """Return the id of the file that ``said`` names: of this turn first, whole names before beginnings."""
        here = [(id, name_of(value)) for id, value in self.attachments.items()]
        for pairs in (here, [(id, name) for id, name in self.known(said)[:100]]):
            for same in (_same_name, _same_stem, _same_end):
                for id, name in pairs:
                    if same(said, name):
                        return id
        return None

    def given(self) -> tuple[str, ...]:
        """Return the ids of all files of this turn, in order."""
        return tuple(self.attachments)

    def is_name(self, said: str, endings: frozenset[str]) -> bool:
        """Whether ``said`` is the name of a file: one that is at hand, or a short text with a fitting ending."""
        said = said.strip()
        if not said or len(said) > NAME_LIMIT or "\n" in said:
            return False
        here = [name_of(value) for value in self.attachments.values()]
        if any(_same_name(said, name) or _same_stem(said, name) for name in here):
            return True
        if _NO_COMMAND.match(said):
            return False
        ending = PurePosixPath(said.replace("\\", "/")).suffix.lower().lstrip(".")
        return (bool(ending) and unicodedata.normalize("NFKC", ending) in endings) or self.find(said) is not None


def name_of(value: object) -> str:
    """Return the name in what the turn holds of an attachment ("" without one)."""
    if isinstance(value, Mapping):
        return str(value.get("name", ""))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    return str(getattr(value, "name", ""))


def _key(name: str) -> str:
    base = re.split(r"[\\/]", name.strip())[-1]
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", base)).casefold().strip()


def _same_name(said: str, name: str) -> bool:
    return _key(said) == _key(name)


def _same_stem(said: str, name: str) -> bool:
    stem = _key(name).rsplit(".", 1)[0]
    return len(stem) > 1 and _key(said) == stem


def _same_end(said: str, name: str) -> bool:
    """Whether a whole name stands at the end of what was caught ("the old take song.wav")."""
    key = _key(name)
    return "." in key and len(key) > 3 and _key(said).endswith(key)
