-- Stages of voice conversions that were finished: how long each took on this machine, and where it is from.
-- The stage files themselves, and what of them can be reused, are told by the manifest beside them (features/rvc/stages).
-- The rules of 0001 hold: `seq` is the order, dates are for people, column counts stay different.

CREATE TABLE rvc_stages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    item_id TEXT NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('prepare', 'separate', 'convert', 'mix')),
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    device TEXT NOT NULL,
    engine TEXT NOT NULL,
    voice_id TEXT NOT NULL,
    voice_name TEXT NOT NULL,
    voice_version TEXT NOT NULL,
    index_name TEXT NOT NULL,
    f0_method TEXT NOT NULL,
    credit TEXT NOT NULL,
    method TEXT NOT NULL,
    model TEXT NOT NULL,
    sound_ms INTEGER NOT NULL CHECK (sound_ms >= 0),
    took_ms INTEGER NOT NULL CHECK (took_ms >= 0),
    rate INTEGER NOT NULL,
    channels INTEGER NOT NULL,
    frames INTEGER NOT NULL,
    files TEXT NOT NULL CHECK (substr(files, 1, 1) = '{'),
    params TEXT NOT NULL CHECK (substr(params, 1, 1) = '{'),
    value TEXT NOT NULL CHECK (substr(value, 1, 1) = '{'),
    created_at TEXT NOT NULL
) STRICT;

CREATE INDEX rvc_stages_by_item ON rvc_stages (item_id, seq);
