-- What a character proposes to remember, what memories mean, and what came before in a long conversation.
-- The rules of 0001 hold: `seq` is the order, dates are for people, tables differ in what they refuse.

-- Shown to the user after a turn; nothing of it is remembered before it is accepted. `outside`: JSON {"sources": […]},
-- the outside texts that were read in the turn. `folded` is how the text is compared (width, case, white space).
CREATE TABLE memory_proposals (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    persona_id TEXT NOT NULL REFERENCES personas (id) ON DELETE CASCADE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    answer_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    maker TEXT NOT NULL CHECK (maker IN ('model', 'pattern')),
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    folded TEXT NOT NULL,
    outside TEXT NOT NULL CHECK (substr(outside, 1, 1) = '{'),
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'dismissed')),
    memory_id TEXT,
    created_at TEXT NOT NULL,
    decided_at TEXT
) STRICT;

CREATE INDEX memory_proposals_by_persona ON memory_proposals (persona_id, state, seq);
CREATE INDEX memory_proposals_by_text ON memory_proposals (persona_id, folded);
CREATE INDEX memory_proposals_by_answer ON memory_proposals (answer_id);

-- One vector a memory and model; gone with the memory, and deleted when its words change.
CREATE TABLE memory_vectors (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    memory_id TEXT NOT NULL REFERENCES memories (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (memory_id, model)
) STRICT;

-- The older part of a branch in short. It stands beside the messages and never instead of them: it holds for every
-- branch that goes through `upto_id`, and only for those.
CREATE TABLE conversation_summaries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    upto_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    maker TEXT NOT NULL,
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
    messages INTEGER NOT NULL CHECK (messages > 0),
    created_at TEXT NOT NULL,
    UNIQUE (upto_id)
) STRICT;

CREATE INDEX conversation_summaries_by_conversation ON conversation_summaries (conversation_id, seq);
