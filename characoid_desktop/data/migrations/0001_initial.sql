-- Every table has `seq INTEGER PRIMARY KEY AUTOINCREMENT`: the order of things, and never reused. Dates may
-- lie, so nothing is ordered by them. Dates are ISO 8601 text, UTC. JSON is text, always an object. A path is text, or a blob
-- of its bytes where the file name is no valid Unicode (data/names.py).
-- Salvage (data/salvage.py) tells the rows of a lost page apart by their shape: keep the column counts of
-- the tables different from each other.

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value ANY NOT NULL
) STRICT;

CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    kind TEXT NOT NULL CHECK (length(kind) > 0),
    title TEXT NOT NULL CHECK (substr(title, 1, 1) = '{'),
    params TEXT NOT NULL CHECK (substr(params, 1, 1) = '{'),
    state TEXT NOT NULL CHECK (
        state IN ('queued', 'running', 'completed', 'failed', 'cancelled', 'interrupted')),
    lane TEXT NOT NULL,
    attempt INTEGER NOT NULL DEFAULT 1 CHECK (attempt >= 1),
    retry_of TEXT,
    created_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT,
    result TEXT CHECK (result IS NULL OR substr(result, 1, 1) = '{'),
    error TEXT CHECK (error IS NULL OR substr(error, 1, 1) = '{')
) STRICT;

CREATE INDEX jobs_by_state ON jobs (state, seq);
CREATE INDEX jobs_by_lane ON jobs (lane, state, seq);

CREATE TABLE attachments (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    path ANY NOT NULL CHECK (typeof(path) IN ('text', 'blob')),
    name TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size >= 0),
    mtime_ns INTEGER,
    sha256 TEXT CHECK (sha256 IS NULL OR length(sha256) = 64),
    blob TEXT CHECK (blob IS NULL OR length(blob) = 64),
    probe TEXT CHECK (probe IS NULL OR substr(probe, 1, 1) = '{'),
    created_at TEXT NOT NULL
) STRICT;

CREATE INDEX attachments_by_blob ON attachments (blob) WHERE blob IS NOT NULL;

CREATE TABLE rvc_sessions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE rvc_items (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    session_id TEXT NOT NULL REFERENCES rvc_sessions (id) ON DELETE CASCADE,
    attachment_id TEXT NOT NULL REFERENCES attachments (id),
    preset TEXT NOT NULL,
    effect TEXT NOT NULL CHECK (substr(effect, 1, 1) = '{'),
    format TEXT NOT NULL,
    output_path ANY CHECK (typeof(output_path) IN ('null', 'text', 'blob')),
    job_id TEXT REFERENCES jobs (id) ON DELETE SET NULL,
    note TEXT CHECK (note IS NULL OR substr(note, 1, 1) = '{'),
    created_at TEXT NOT NULL
) STRICT;

CREATE INDEX rvc_items_by_session ON rvc_items (session_id, seq);
CREATE INDEX rvc_items_by_attachment ON rvc_items (attachment_id);
CREATE INDEX rvc_items_by_job ON rvc_items (job_id);
