-- The model library: voices and the weights they need, whatever their kind. What the engine reads lies in the folder
-- "models" of the data folder under `id`; `source` is the user's own file, which stays where it is.
-- The rules of 0001 hold: `seq` is the order, dates are for people, column counts stay different (18 here).

CREATE TABLE library (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    source ANY NOT NULL CHECK (typeof(source) IN ('text', 'blob')),
    bytes INTEGER NOT NULL CHECK (bytes >= 0),
    index_source ANY CHECK (typeof(index_source) IN ('null', 'text', 'blob')),
    index_sha256 TEXT CHECK (index_sha256 IS NULL OR length(index_sha256) = 64),
    cover TEXT,
    author TEXT NOT NULL,
    credit TEXT NOT NULL,
    licence TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (substr(facts, 1, 1) = '{'),
    params TEXT NOT NULL CHECK (substr(params, 1, 1) = '{'),
    role TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (kind, sha256)
) STRICT;
