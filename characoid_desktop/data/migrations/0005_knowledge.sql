-- What the characters can look up: documents, the spaces that have them, their passages, and two ways to find those.
-- The rules of 0001 hold, but for one: tables may have the same number of columns where each refuses the rows of the
-- other by its types or a CHECK (tests/unit/data/test_migrations.py shows it), so that salvage tells them apart.

-- `revision` goes up whenever its passages or vectors change: what is kept of them in memory is told to be old by it.
CREATE TABLE documents (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    workspace TEXT NOT NULL CHECK (length(workspace) BETWEEN 1 AND 64),
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (substr(origin, 1, 1) = '{'),
    sha256 TEXT CHECK (sha256 IS NULL OR length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    state TEXT NOT NULL CHECK (state IN ('queued', 'reading', 'ready', 'failed')),
    error TEXT CHECK (error IS NULL OR substr(error, 1, 1) = '{'),
    note TEXT NOT NULL CHECK (substr(note, 1, 1) = '{'),
    chars INTEGER NOT NULL DEFAULT 0 CHECK (chars >= 0),
    pages INTEGER NOT NULL DEFAULT 0 CHECK (pages >= 0),
    passages INTEGER NOT NULL DEFAULT 0 CHECK (passages >= 0),
    attachment_id TEXT REFERENCES attachments (id) ON DELETE SET NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX documents_by_attachment ON documents (attachment_id) WHERE attachment_id IS NOT NULL;
CREATE INDEX documents_unfinished ON documents (state, seq) WHERE state IN ('queued', 'reading');

-- Which knowledge spaces have a document; the space of a persona is its id. No row here: nobody has it.
CREATE TABLE document_spaces (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    space TEXT NOT NULL CHECK (length(space) BETWEEN 1 AND 64),
    created_at TEXT NOT NULL CHECK (substr(created_at, 1, 1) BETWEEN '0' AND '9'),
    UNIQUE (document_id, space)
) STRICT;

CREATE INDEX document_spaces_by_space ON document_spaces (space, document_id);

-- `start` and `stop` are characters of the whole text of the document.
CREATE TABLE passages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    start INTEGER NOT NULL CHECK (start >= 0),
    stop INTEGER NOT NULL CHECK (stop >= start),
    page INTEGER,
    section TEXT,
    UNIQUE (document_id, ordinal)
) STRICT;

-- rowid = passages.seq. Written by features/knowledge/store.py with the pieces that grams.py makes, each piece between
-- spaces: pairs of characters and words; single characters; those of the title and the heading. `ascii`: the pieces
-- are folded already, and every sign beyond ASCII belongs to its piece. `mark` is 0.5 in each row: no table takes a
-- fraction in its second column, so salvage never takes an entry of the index for a row of a table.
CREATE VIRTUAL TABLE passage_texts USING fts5 (mark UNINDEXED, grams, signs, head, tokenize = 'ascii');

-- Whatever deletes a passage, the cascade of a reference included, leaves its number here in the same step; store.py
-- takes it out of passage_texts (a trigger cannot: `trusted_schema` is off). A number is never used again, so what is
-- still to be taken out is met by no search.
CREATE TABLE passages_gone (
    seq INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;

CREATE TRIGGER passages_deleted AFTER DELETE ON passages BEGIN
    INSERT OR IGNORE INTO passages_gone (seq) VALUES (old.seq);
END;

-- `vector`: `dim` float32, little endian, of length 1. `model` is "<endpoint>|<name>".
CREATE TABLE passage_vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage INTEGER NOT NULL REFERENCES passages (seq) ON DELETE CASCADE,
    model TEXT NOT NULL CHECK (length(model) BETWEEN 1 AND 600),
    dim INTEGER NOT NULL CHECK (dim BETWEEN 1 AND 8192),
    vector BLOB NOT NULL CHECK (length(vector) = 4 * dim),
    UNIQUE (passage, model)
) STRICT;

CREATE INDEX passage_vectors_by_model ON passage_vectors (model, dim);
