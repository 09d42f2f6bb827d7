"""Plain text, Markdown and subtitles."""

from __future__ import annotations

import re

from engine.documents.encodings import Decoded, decode
from engine.documents.writing import Writer, clean, label
from engine.errors import EngineError

_BLOCK = 256 * 1024
_ODD_SHARE = 0.05  # of all characters: more of them and this is no text
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CUE = re.compile(r"\s*((?:\d{1,3}:)?\d{1,2}:\d{2})[.,]\d{1,3}\s*-->.*")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,100}>|\{\\[^{}]{0,100}\}")
_VTT_NOTES = ("NOTE", "STYLE", "REGION")


def _text_of(data: bytes, out: Writer) -> str:
    """Raises EngineError ``document_unknown`` for what is no text."""
    decoded: Decoded = decode(data, out.charset)
    text = decoded.text
    signs = sum(1 for char in text[:_BLOCK] if (char < " " and char not in "\t\n\r\f\v") or char == "\ufffd")
    if signs > _ODD_SHARE * min(len(text), _BLOCK):
        raise EngineError("document_unknown", f"{signs} control characters as {decoded.encoding}")
    out.encoding = decoded.encoding
    if decoded.damaged:
        out.warn("damaged_characters", decoded.damaged)
    return clean(text.replace("\f", "\n\n"))


def read_txt(data: bytes, out: Writer) -> None:
    """Raises EngineError ``document_unknown``."""
    text = _text_of(data, out)
    for start in range(0, len(text), _BLOCK):
        out.watch.progress(start, len(text))
        out.write(text[start:start + _BLOCK])


def read_markdown(data: bytes, out: Writer) -> None:
    """Headings are sections, the first one is the title; comments, which nobody sees, are left out."""
    text, hidden = _COMMENT.subn("", _text_of(data, out))
    if hidden:
        out.warn("hidden_parts", hidden)
    fence = ""
    before = ""
    for line in text.split("\n"):
        found = _FENCE.match(line)
        if found and (not fence or found.group(1).startswith(fence)):
            fence = "" if fence else found.group(1)[:3]
        heading = None if fence else _HEADING.match(line)
        words = line[heading.end():].rstrip().rstrip("#").rstrip() if heading else ""
        if not fence and re.fullmatch(r" {0,3}(=+|-+)[ \t]*", line) and before.strip():
            words = before  # underlined; its own line is above already
        if words:
            out.mark(section=words)
            out.title = out.title or label(words)
        out.write(line + "\n")
        before = line


def read_srt(data: bytes, out: Writer) -> None:
    """What is said, each cue below its time; numbers and times themselves are no text."""
    lines = _text_of(data, out).split("\n")
    said = ""
    skipping = False
    for place, line in enumerate(lines):
        bare = line.strip()
        cue = _CUE.fullmatch(bare)
        if cue:
            out.mark(section=cue.group(1))
            skipping = False
        elif not bare:
            skipping = False
        elif (bare.startswith("WEBVTT") and place == 0) or (not said and bare.split()[0] in _VTT_NOTES):
            skipping = True
        elif not skipping and not _is_number_of_cue(lines, place):
            said = " ".join(_TAG.sub("", bare).split())
            out.line(said)


def _is_number_of_cue(lines: list[str], place: int) -> bool:
    """The line before the times of a cue, a number (SRT) or a name (WebVTT)."""
    following = lines[place + 1].strip() if place + 1 < len(lines) else ""
    before = lines[place - 1].strip() if place else ""
    return not before and _CUE.fullmatch(following) is not None
