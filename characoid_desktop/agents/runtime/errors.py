"""Expected failures of the runtime, each with its words."""

from __future__ import annotations

from characoid_desktop.core.errors import AppError


class Retryable(AppError):
    """A failure that may pass by itself (a service that is busy for a moment): reading tools are tried again.

    Never raised after something was changed.
    """

    code = "retryable"


class ApprovalRefused(AppError):
    """No valid confirmation for exactly this call; nothing was done."""

    code = "approval_refused"


class ApprovalGone(ApprovalRefused):
    """It was answered, has expired or became pointless meanwhile."""

    code = "approval_gone"


class ApprovalChanged(ApprovalRefused):
    """The answer belongs to an earlier showing, or to other arguments than those that were shown."""

    code = "approval_changed"


class PendingFirst(AppError):
    """A turn of this conversation waits for the user; the new text was not sent and stays with the caller."""

    code = "pending_first"


class TurnRunning(AppError):
    """A turn of this conversation is at work; the new text was not sent and stays with the caller."""

    code = "turn_running"


class RunNotFound(AppError):
    """No such run, or it is not in the state that was asked for."""

    code = "run_not_found"


class QueryRefused(AppError):
    """What was asked cannot be sent (empty, another character's conversation, a message that is gone)."""

    code = "query_refused"


class InputRefused(AppError):
    """What was filled in does not fit the form; the turn still waits."""

    code = "input_refused"


class CheckpointUnreadable(AppError):
    """What an unfinished turn needs to go on cannot be read. The chat itself is not touched."""

    code = "checkpoint_unreadable"


class RuntimeUnsafe(AppError):
    """The libraries below do not hold what the runtime relies on: it does not start."""

    code = "runtime_unsafe"
