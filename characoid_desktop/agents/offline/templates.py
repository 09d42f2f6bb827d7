"""The sentence templates of ``resources/intents``: loaded once, compiled with hassil, asked off the loop's thread."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from types import MappingProxyType
from typing import Any, Final, cast

from characoid_desktop.agents.offline.normal import TEXT_LIMIT, Clean, clean

LANGUAGES: Final = ("zh_CN", "ja", "en")
LONG_LIMIT = 300  # characters; beyond, only sentences that carry a free text are tried
STRIP_ROUNDS = 6
MAX_VOICES = 300  # names that are looked for in a sentence
_QUOTES: Final = ("“”", "「」", "『』", "\"\"", "''", "《》", "‘’", "【】", "（）", "()", "``")
_EDGE: Final = " \t\r\n。.、，,！!～~；;：:…"

Words = Mapping[str, str]
MoreLists = Callable[[str], Mapping[str, Sequence[tuple[str, str]]]]
"""Language → list name → (what people say, value): slots that only the running app knows."""


def _no_lists(language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    return {}


def _no_slots() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Match:
    """What a text means by the templates. ``slots`` hold free texts as typed, or the values of lists.

    ``score``: literally recognised characters; ``free``: number of free texts. Better matches have more of the first
    and less of the second.
    """

    intent: str
    language: str
    slots: Mapping[str, Any] = field(default_factory=_no_slots)
    score: int = 0
    free: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        return (-self.score, self.free)

    @property
    def meaning(self) -> tuple[Any, ...]:
        """Equal for matches that say the same."""
        return (self.intent, tuple(sorted((key, str(value)) for key, value in self.slots.items())))


@dataclass(frozen=True, slots=True)
class _Fillers:
    """``polite`` ends no text that is to be kept; ``firm`` ends no free text (``weak`` may belong to a name)."""

    lead: tuple[str, ...]
    tail: tuple[str, ...]
    polite: tuple[str, ...]
    weak: tuple[str, ...]

    @property
    def firm(self) -> tuple[str, ...]:
        return tuple(word for word in self.tail if word not in self.weak)


@dataclass(frozen=True, slots=True)
class _Book:
    """One language, compiled. ``same`` maps characters to those the templates are written in."""

    language: str
    intents: Any  # hassil.Intents
    long_intents: Any  # hassil.Intents: those that keep a free text
    lists: dict[str, Any]
    fillers: _Fillers
    same: Mapping[int, str]

    @property
    def spaced(self) -> bool:
        return self.language == "en"


class TemplateBook:
    """All languages. Loading takes some 100 ms and recognising some ms: call both in a worker thread."""

    def __init__(self, more_lists: MoreLists | None = None) -> None:
        self._more_lists = more_lists or _no_lists
        self._books: dict[str, _Book] = {}
        self._lock = threading.Lock()

    def matches(self, text: str, language: str, names: Sequence[str] = (),
                plausible: Callable[[Match], bool] = lambda match: True,
                voices: Sequence[tuple[str, str]] = ()) -> list[Match]:
        """Return what ``text`` can mean in ``language``, best first, one of each meaning; blocking.

        ``names`` is what the character is called: it may stand in front. What is not ``plausible`` is left out. A
        text beyond TEXT_LIMIT means nothing: cut off, it would be remembered or read aloud in part. ``voices`` are
        (name, id) of what {voice} can stand for.
        """
        if len(text) > TEXT_LIMIT:
            return []
        book = self._book(language)
        cleaned = clean(text, language, book.same)
        if not cleaned.text:
            return []
        lists = {**book.lists, "voice": _voice_list(voices, book)}
        for candidate in _candidates(cleaned, book, names):
            found = self._recognised(candidate, book, lists, plausible)
            if found:
                return found
        return []

    def _book(self, language: str) -> _Book:
        with self._lock:
            if language not in self._books:
                self._books[language] = _compile(language, self._more_lists(language))
            return self._books[language]

    def _recognised(
        self, candidate: Clean, book: _Book, lists: Mapping[str, Any], plausible: Callable[[Match], bool],
    ) -> list[Match]:
        from hassil.recognize import recognize_all

        intents = book.intents if len(candidate.text) <= LONG_LIMIT else book.long_intents
        best: dict[tuple[Any, ...], Match] = {}
        for result in recognize_all(candidate.text, intents, slot_lists=dict(lists)):
            match = _match(result, candidate, book)
            if match is None or not plausible(match):
                continue
            known = best.get(match.meaning)
            if known is None or match.rank < known.rank:
                best[match.meaning] = match
        return sorted(best.values(), key=lambda one: (*one.rank, one.intent))


def _compile(language: str, more: Mapping[str, Sequence[tuple[str, str]]]) -> _Book:
    import yaml
    from hassil.intents import Intents, TextSlotList

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    raw: Any = yaml.load(_source(f"{language}.yaml"), Loader=loader)  # noqa: S506 - both are safe loaders
    raw.setdefault("settings", {})["ignore_whitespace"] = language != "en"
    pairs = raw.pop("traditional", {"from": "", "to": ""})
    same = MappingProxyType({ord(a): b for a, b in zip(pairs["from"], pairs["to"], strict=True)})
    lead = raw.pop("fillers")
    fillers = _Fillers(*(tuple(sorted((_plain(word, language, same) for word in lead[kind]), key=len, reverse=True))
                         for kind in ("lead", "tail", "polite", "weak")))
    intents = Intents.from_dict(raw)
    lists = {name: TextSlotList.from_tuples([(_plain(said, language, same), value) for said, value in values],
                                            allow_template=False, name=name)
             for name, values in more.items()}
    long_intents = Intents.from_dict({**raw, "intents": _keeping(raw["intents"])})
    for each in (intents, long_intents):
        for intent in each.intents.values():
            for data in intent.data:
                assert data.sentences  # parsed here, not at the first question
    return _Book(language, intents, long_intents, cast("dict[str, Any]", lists), fillers, same)


def _voice_list(voices: Sequence[tuple[str, str]], book: _Book) -> Any:
    """Return the list of names that stand for one voice each."""
    from hassil.intents import TextSlotList

    ids: dict[str, set[str]] = {}
    for name, id in voices[:MAX_VOICES]:
        plain = _plain(name, book.language, book.same)
        if plain:
            ids.setdefault(plain.lower(), set()).add(id)
    return TextSlotList.from_tuples([(name, next(iter(one))) for name, one in ids.items() if len(one) == 1],
                                    allow_template=False, name="voice")


def _source(name: str) -> str:
    return (resources.files("resources") / "intents" / name).read_text(encoding="utf-8")


def _keeping(intents: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: {"data": [data for data in intent["data"] if "keep" in data.get("metadata", {})]}
            for name, intent in intents.items()}
    return {name: intent for name, intent in kept.items() if intent["data"]}


def _plain(word: str, language: str, same: Mapping[int, str]) -> str:
    return clean(word, language, same).text


# --- fillers ----------------------------------------------------------------------------------------------------


def _candidates(cleaned: Clean, book: _Book, names: Sequence[str]) -> Iterable[Clean]:
    """Yield the text without what is only politeness, then with it: "thank you" is all there is sometimes."""
    called = [plain for name in names if (plain := _plain(name, book.language, book.same))]
    tail = book.fillers.tail
    full = _without_lead(cleaned, called, book.spaced)
    begun = _without_lead(full, [*called, *book.fillers.lead], book.spaced)
    seen: set[str] = set()
    for candidate in (_without_tail(begun, tail, book.spaced), begun, _without_tail(full, tail, book.spaced), full,
                      _without_tail(cleaned, tail, book.spaced), cleaned,
                      _without_tail(begun, [*called, *tail], book.spaced)):
        if candidate.text and candidate.text not in seen:
            seen.add(candidate.text)
            yield candidate


def _without_lead(text: Clean, words: Sequence[str], spaced: bool) -> Clean:
    for _ in range(STRIP_ROUNDS):
        low = text.text.lower()
        word = next((w for w in words if low.startswith(w.lower()) and _ends_word(low, len(w), spaced)), None)
        if word is None or len(word) == len(text.text):
            return text
        text = text.slice(len(word), len(text.text))
    return text


def _without_tail(text: Clean, words: Sequence[str], spaced: bool) -> Clean:
    for _ in range(STRIP_ROUNDS):
        low = text.text.lower()
        word = next((w for w in words if low.endswith(w.lower())
                     and (not spaced or low[:-len(w)].endswith(" "))), None)
        if word is None or len(word) == len(text.text):
            return text
        text = text.slice(0, len(text.text) - len(word))
    return text


def _ends_word(text: str, at: int, spaced: bool) -> bool:
    return not spaced or at >= len(text) or text[at] == " "


# --- results ----------------------------------------------------------------------------------------------------


def _match(result: Any, candidate: Clean, book: _Book) -> Match | None:
    """Return a hassil result as ours; None when a free text in it is not one."""
    metadata: Mapping[str, Any] = result.intent_metadata or {}
    refused: Mapping[str, str] = metadata.get("unless", {})
    wanted: Mapping[str, str] = metadata.get("only", {})
    slots: dict[str, Any] = {}
    free = 0
    for entity in result.entities_list:
        if not entity.is_wildcard:
            slots[entity.name] = entity.value
            continue
        free += 1
        typed = _typed(entity, candidate, book, keep=metadata.get("keep") == entity.name)
        if not typed:
            return None
        unless = refused.get(entity.name)
        plain = clean(typed, book.language, book.same).text
        if unless and re.search(unless, plain, re.IGNORECASE):
            return None
        if not re.search(wanted.get(entity.name, ""), plain, re.IGNORECASE):
            return None
        slots[entity.name] = typed
    return Match(result.intent.name, book.language, slots, result.text_chunks_matched, free)


def _typed(entity: Any, candidate: Clean, book: _Book, *, keep: bool) -> str:
    """Return a free text as it was typed, without quotation marks around it."""
    begin, end = entity.text_span or (0, 0)
    if _bare(candidate.text[begin:end]) != _bare(entity.text):  # hassil drops signs within the text
        begin = candidate.text.find(entity.text)
        end = begin + len(entity.text)
        if begin < 0:
            return str(entity.text)
    if end >= len(candidate.text):
        return _kept(candidate, begin, book, book.fillers.polite if keep else book.fillers.firm)
    return unquoted(candidate.typed(begin, end))


def _bare(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def _kept(candidate: Clean, begin: int, book: _Book, without: Sequence[str]) -> str:
    """Return all that was typed from ``begin`` on, but for the words ``without`` behind it."""
    rest = candidate.original[candidate.starts[begin]:].strip()
    cleaned = clean(rest, book.language, book.same)
    rest = cleaned.typed(0, len(_without_tail(cleaned, without, book.spaced).text))
    return unquoted(rest)


def unquoted(text: str) -> str:
    """Return ``text`` without spaces, end marks and one pair of quotation marks around it."""
    text = text.strip(_EDGE)
    for pair in _QUOTES:
        if len(text) > 2 and text[0] == pair[0] and text[-1] == pair[1]:
            return text[1:-1].strip()
    return text
