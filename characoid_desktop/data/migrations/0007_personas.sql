-- What a character knows of its world: entries with the words that bring them to mind (features/personas/lore.py).
-- The rules of 0001 hold: `seq` is the order of making, `position` the order of the list; column counts stay different
-- (20 here). `remainder` is what the file it came from said beside this.

CREATE TABLE lore (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    persona_id TEXT NOT NULL REFERENCES personas (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    name TEXT NOT NULL,
    comment TEXT NOT NULL,
    keys TEXT NOT NULL CHECK (substr(keys, 1, 1) = '{'),
    secondary_keys TEXT NOT NULL CHECK (substr(secondary_keys, 1, 1) = '{'),
    content TEXT NOT NULL,
    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
    constant INTEGER NOT NULL CHECK (constant IN (0, 1)),
    selective INTEGER NOT NULL CHECK (selective IN (0, 1)),
    case_sensitive INTEGER NOT NULL CHECK (case_sensitive IN (0, 1)),
    use_regex INTEGER NOT NULL CHECK (use_regex IN (0, 1)),
    place TEXT NOT NULL CHECK (place IN ('before_char', 'after_char')),
    insertion_order INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    remainder TEXT NOT NULL CHECK (substr(remainder, 1, 1) = '{'),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX lore_by_persona ON lore (persona_id, position, seq);
