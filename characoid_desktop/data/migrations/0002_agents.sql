-- The character: personas, conversations, what it remembers, what it did, and what it may do.
-- The rules of 0001 hold: `seq` is the order, dates are for people, column counts stay different.

CREATE TABLE personas (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    avatar TEXT CHECK (avatar IS NULL OR length(avatar) = 64),
    profile TEXT NOT NULL CHECK (substr(profile, 1, 1) = '{'),
    settings TEXT NOT NULL CHECK (substr(settings, 1, 1) = '{'),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE TABLE conversations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    persona_id TEXT NOT NULL REFERENCES personas (id),
    title TEXT NOT NULL,
    head_id TEXT,
    options TEXT NOT NULL CHECK (substr(options, 1, 1) = '{'),
    archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;

CREATE INDEX conversations_by_persona ON conversations (persona_id, archived, seq);

-- A tree: an edited question or a second answer is a sibling, and nothing is ever overwritten.
CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT,
    run_id TEXT,
    role TEXT NOT NULL CHECK (role IN ('user', 'character')),
    state TEXT NOT NULL CHECK (state IN ('done', 'streaming', 'waiting', 'interrupted', 'failed', 'cancelled')),
    text TEXT NOT NULL,
    parts TEXT NOT NULL CHECK (substr(parts, 1, 1) = '{'),
    usage TEXT NOT NULL CHECK (substr(usage, 1, 1) = '{'),
    created_at TEXT NOT NULL,
    finished_at TEXT
) STRICT;

CREATE INDEX messages_by_conversation ON messages (conversation_id, seq);
CREATE INDEX messages_by_parent ON messages (parent_id);
CREATE INDEX messages_unfinished ON messages (state) WHERE state IN ('streaming', 'waiting');

CREATE TABLE message_attachments (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    attachment_id TEXT NOT NULL REFERENCES attachments (id),
    role TEXT NOT NULL CHECK (role IN ('given', 'made')),
    position INTEGER NOT NULL,
    name TEXT NOT NULL
) STRICT;

CREATE INDEX message_attachments_by_message ON message_attachments (message_id, position);
CREATE INDEX message_attachments_by_attachment ON message_attachments (attachment_id);

CREATE TABLE memories (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    scope TEXT NOT NULL CHECK (scope IN ('persona', 'workspace')),
    persona_id TEXT REFERENCES personas (id) ON DELETE CASCADE,
    conversation_id TEXT,
    run_id TEXT,
    kind TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    source TEXT NOT NULL CHECK (substr(source, 1, 1) = '{'),
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    used_at TEXT,
    CHECK ((scope = 'persona') = (persona_id IS NOT NULL))
) STRICT;

CREATE INDEX memories_by_persona ON memories (scope, persona_id, seq);

CREATE TABLE runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    persona_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    answer_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'waiting_input', 'waiting_approval', 'completed',
                                         'failed', 'cancelled', 'interrupted')),
    stage TEXT NOT NULL,
    resume_state TEXT NOT NULL CHECK (substr(resume_state, 1, 1) = '{'),
    error TEXT CHECK (error IS NULL OR substr(error, 1, 1) = '{'),
    usage TEXT NOT NULL CHECK (substr(usage, 1, 1) = '{'),
    started_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    finished_at TEXT
) STRICT;

CREATE INDEX runs_by_conversation ON runs (conversation_id, seq);
CREATE INDEX runs_unfinished ON runs (state)
    WHERE state IN ('queued', 'running', 'waiting_input', 'waiting_approval');

CREATE TABLE run_events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    data TEXT NOT NULL CHECK (substr(data, 1, 1) = '{')
) STRICT;

CREATE INDEX run_events_by_run ON run_events (run_id, seq);

-- One row for each call that needs a person's word; bound to the exact arguments by `digest`.
CREATE TABLE approvals (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    run_id TEXT NOT NULL,
    tool_call_id TEXT NOT NULL,
    persona_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    worker TEXT NOT NULL,
    tool TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (substr(arguments, 1, 1) = '{'),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    nonce TEXT,
    summary TEXT NOT NULL CHECK (substr(summary, 1, 1) = '{'),
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'expired', 'void', 'used')),
    reason TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    decided_at TEXT,
    UNIQUE (run_id, tool_call_id, digest)
) STRICT;

CREATE INDEX approvals_by_state ON approvals (state, seq);
CREATE INDEX approvals_by_run ON approvals (run_id, seq);

-- What took effect, by run and call: written in the transaction of the effect, so that it happens once.
CREATE TABLE effects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    run_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('started', 'done', 'unknown')),
    outcome TEXT NOT NULL CHECK (substr(outcome, 1, 1) = '{')
) STRICT;

CREATE INDEX effects_by_run ON effects (run_id, seq);

CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    run_id TEXT NOT NULL,
    persona_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    worker TEXT NOT NULL,
    tool TEXT NOT NULL,
    server TEXT NOT NULL,
    arguments TEXT NOT NULL CHECK (substr(arguments, 1, 1) = '{'),
    digest TEXT NOT NULL,
    approval_id TEXT,
    permission TEXT NOT NULL CHECK (permission IN ('not_needed', 'approved', 'denied', 'not_granted', 'expired')),
    outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'failed', 'refused', 'timeout', 'cancelled', 'unknown')),
    detail TEXT NOT NULL CHECK (substr(detail, 1, 1) = '{'),
    started_at TEXT NOT NULL,
    duration_ms INTEGER
) STRICT;

CREATE INDEX audit_by_run ON audit (run_id, seq);

-- `id` is the capability (tool/{name}, worker/{name}, skill/{name}, mcp/{server}/{tool}); `policy` says who may.
CREATE TABLE capability_overrides (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 300),
    policy TEXT NOT NULL CHECK (substr(policy, 1, 1) = '{')
) STRICT;
