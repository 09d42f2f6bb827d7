"""Words of others inside an answer that is Markdown: shown as they are, and never taken for words of the answer."""

from __future__ import annotations

import re
from typing import Final

# Marks that begin or end emphasis, code, links, pictures, HTML and references, each only where it can do so: a path
# such as C:\notes, snake_case and 2 * 3 stay as they are. Of the marks that make a line something else (a heading, a
# quote, a rule, a fence) the first one is enough; a list may stay one.
_MARKS: Final = re.compile(r"""
    \\(?=[!-/:-@\[-`{-~]) | [`\[] | <(?=[A-Za-z/!?]) | [*~](?=\S) | (?<=\S)[*~] | (?<![^\W_])_ | _(?![^\W_])
    """, re.VERBOSE)
_LINE_MARKS: Final = re.compile(r"(?=[#>~=]|[-*_](?:[ \t]*[-*_])+[ \t]*$)")


def unmarked(line: str) -> str:
    """Return one line with the marks of Markdown in it escaped, so that they are shown and do nothing."""
    start = "\\" if _LINE_MARKS.match(line) and not _MARKS.match(line) else ""
    return start + _MARKS.sub(lambda found: "\\" + found.group(), line)


def quoted(text: str) -> str:
    """Return ``text`` as a Markdown quote of plain words: every line stands behind ``>``, so that nothing in it can
    end the quote. Indentation is left out (it would be code)."""
    lines = [unmarked(line.strip()) for line in text.strip().splitlines()]
    return "\n".join(f"> {line}".rstrip() for line in lines)
