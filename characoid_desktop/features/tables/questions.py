"""From a question in words to a plan, without a language model: what the question names, and what it wants of it.

Deterministic and modest: tables, columns and cells that the question says, words for counting, adding, sorting and
comparing, numbers and days. Nothing is guessed in silence: what is surely a condition and is not understood, or cannot
be asked of the column it names, makes an answer that says so; other words that are left over are told beside the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from characoid_desktop.core.grams import folded
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.tables import words
from characoid_desktop.features.tables.cells import Wording
from characoid_desktop.features.tables.compiling import Query, folded_text, quoted
from characoid_desktop.features.tables.leftovers import is_sign
from characoid_desktop.features.tables.mentions import named, stem
from characoid_desktop.features.tables.models import Kind, UserTable
from characoid_desktop.features.tables.plan import TablePlan
from characoid_desktop.features.tables.reading import Cannot, Reading
from characoid_desktop.features.tables.wanting import wanted

MAX_CANDIDATES = 6
MAX_READ = 24  # tables for which a question is read at all
MAX_CELL_COLUMNS = 10  # SQLite is told that a question has no more parts
MAX_CELLS_FOLDED = 200_000
MAX_CELL_CHARS = 60
MAX_VALUES = 20
MAX_WORDS = 4
SHORT = 3  # letters of a word that is looked for as a whole word only
ENOUGH = 2.0  # a column or a cell that was named
SOME = 1.0  # enough for a question of which nothing is left over

Found = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """``plan`` for ``table``, or ``why`` there is none. The rest as in TableAnswer."""

    table: UserTable
    plan: TablePlan | None
    why: Text | None
    conditions: tuple[str, ...]
    unread: tuple[str, ...]
    others: tuple[str, ...]


def candidates(question: str, tables: Sequence[UserTable], most: int = MAX_CANDIDATES) -> list[UserTable]:
    """Return the tables whose cells are worth a look: those that are named first, then the newest."""
    text = folded(question)
    order = sorted(range(len(tables)), key=lambda n: (-_named(tables[n], text), -tables[n].created_at.timestamp(), n))
    return [tables[n] for n in order[:most]]


def cell_query(question: str, table: UserTable) -> Query | None:
    """Return the query for the texts in cells that the question has in it: rows of (column, cell)."""
    columns = [one for one in table.columns if one.kind is Kind.TEXT][:MAX_CELL_COLUMNS]
    if not columns:
        return None
    fold = _fold(table, len(columns))
    parts: list[str] = []
    params: list[str | int | float | None] = []
    for column in columns:
        name = quoted(column.name)
        parts.append(f"SELECT * FROM (SELECT DISTINCT ?, {name} FROM {quoted(table.name)} WHERE"  # noqa: S608
                     f" length({name}) BETWEEN 1 AND {MAX_CELL_CHARS} AND instr(?, {fold}({name})) > 0"
                     f" LIMIT {MAX_VALUES})")
        params += [column.name, folded_text(question)]
    return Query(" UNION ALL ".join(parts), tuple(params), ("column", "cell"))


def words_left(question: str, table: UserTable, cells: Found, today: date) -> list[str]:
    """Return the words that neither the table's names nor its whole cells explain."""
    return [
        word for word in Reading(Wording(question), table, cells, {}, today).unread if not is_sign(word)][:MAX_WORDS]


def word_query(looked_for: Sequence[str], table: UserTable) -> Query | None:
    """Return the query for the columns of text that have these words inside a cell: rows of (column, 0 or 1, …)."""
    columns = [one for one in table.columns if one.kind is Kind.TEXT][:MAX_CELL_COLUMNS]
    if not columns or not looked_for:
        return None
    parts: list[str] = []
    params: list[str | int | float | None] = []
    for column in columns:
        text = f"{_fold(table, len(columns))}({quoted(column.name)})"
        hits = ", ".join(f"max(instr({_spaced(text, word)}, ?) > 0)" for word in looked_for)
        parts.append(f"SELECT ?, {hits} FROM {quoted(table.name)}")  # noqa: S608
        params += [column.name, *(f" {word} " if _is_short(word) else stem(word) for word in looked_for)]
    return Query(" UNION ALL ".join(parts), tuple(params), ("column", *looked_for))


def understand(
    question: str, tables: Sequence[UserTable], cells: Mapping[str, Found], parts: Mapping[str, Found], today: date, *,
    chosen: bool = False,
) -> Outcome | None:
    """Return what the question wants of the table that it fits best, None when it fits none.

    ``cells``: what :func:`cell_query` found, by the id of the table and the name of the column; ``parts``: the columns
    that have a word of :func:`words_left` inside a cell, by the table and the word. ``chosen``: somebody chose the
    table already, so that its rows are shown even for a question that names nothing of it.
    """
    text = folded(question)
    wording = Wording(question)
    readings = [Reading(wording, one, cells.get(one.id, {}), parts.get(one.id, {}), today)
                for one in candidates(question, tables, MAX_READ)]
    if not readings:
        return None
    best = max(readings, key=lambda one: (
        one.score, -len(one.unread), one.table.created_at.timestamp(), one.table.name))
    score = best.score + (SOME if len(tables) == 1 and (best.limit or words.wants_something(text)) else 0.0)
    if not chosen and score < (ENOUGH if best.unread else SOME):
        return None
    others = tuple(one.table.name for one in readings
                   if one is not best and (one.score, one.unread) == (best.score, best.unread))
    try:
        plan, conditions = wanted(best)
    except Cannot as cannot:
        return Outcome(best.table, None, cannot.why, (), tuple(best.unread), others)
    return Outcome(best.table, plan, None, conditions, tuple(best.unread), others)


def _named(table: UserTable, text: str) -> float:
    columns = sum(named(one.name, text)[0] for one in table.columns)
    return 3.0 * max(named(table.name, text)[0], named(table.title, text)[0]) + 2.0 * columns


def _fold(table: UserTable, columns: int) -> str:
    """The function that makes cells comparable: what it costs grows with the table."""
    return "fold" if table.rows * columns <= MAX_CELLS_FOLDED else "lower"


def _is_short(word: str) -> bool:
    """Whether a word is found inside many others by chance: bm in album."""
    return len(word) <= SHORT and word.isascii()


def _spaced(text: str, word: str) -> str:
    return f"' ' || {text} || ' '" if _is_short(word) else text
