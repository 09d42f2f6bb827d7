-- Tables that were made of documents (CSV, XLSX). Their rows are in a file of their own, `file` in the folder of tables,
-- one for all tables of a document, so that a question to them meets nothing else. Who may ask: the spaces that have the
-- document. The rules of 0001 and 0005 hold.

CREATE TABLE user_tables (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    file TEXT NOT NULL CHECK (length(file) BETWEEN 1 AND 100),
    columns TEXT NOT NULL CHECK (substr(columns, 1, 1) = '{'),
    rows INTEGER NOT NULL CHECK (rows >= 0),
    cut INTEGER NOT NULL CHECK (cut IN (0, 1)),
    note TEXT NOT NULL CHECK (substr(note, 1, 1) = '{'),
    created_at TEXT NOT NULL CHECK (substr(created_at, 1, 1) BETWEEN '0' AND '9'),
    UNIQUE (document_id, ordinal)
) STRICT;
