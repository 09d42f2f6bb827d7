"""The words around a confirmation: how long it waits, and what became of it."""

from __future__ import annotations

from characoid_desktop.agents.runtime.approval_models import ApprovalState
from characoid_desktop.core.i18n import Text

_HOUR_S = 3600
_DAY_S = 24 * _HOUR_S
_SAFE = Text.of("Nothing was done.")

GONE: dict[ApprovalState, tuple[Text, Text]] = {
    ApprovalState.EXPIRED: (Text.of("This request has expired."), _SAFE),
    ApprovalState.VOID: (Text.of("This request is no longer needed: its turn has ended."), _SAFE),
    ApprovalState.APPROVED: (Text.of("This request was answered elsewhere: approved once."),
                             Text.of("It needs no answer any more.")),
    ApprovalState.USED: (Text.of("This request was answered elsewhere: approved once."),
                         Text.of("It needs no answer any more.")),
    ApprovalState.DENIED: (Text.of("This request was answered elsewhere: denied."), _SAFE),
}
"""What happened and what is safe, for a request that was open and is over."""


def expiry_words(left_s: float) -> Text:
    """Return “expires in 14 min”; about as many hours from two hours on, days from two days on."""
    if left_s <= 0:
        return Text.of("expired")
    if left_s < 60:
        return Text.of("expires in less than a minute")
    if left_s < 2 * _HOUR_S:
        return Text.of("expires in {m} min", m=int(left_s // 60))
    if left_s < 2 * _DAY_S:
        return Text.of("expires in {h} h", h=round(left_s / _HOUR_S))
    return Text.of("expires in {d} days", d=round(left_s / _DAY_S))


def left_words(left_s: float) -> Text:
    """Return the same shorter, for a list: “14 min left”."""
    if left_s <= 0:
        return Text.of("expired")
    if left_s < 60:
        return Text.of("under 1 min left")
    if left_s < 2 * _HOUR_S:
        return Text.of("{m} min left", m=int(left_s // 60))
    if left_s < 2 * _DAY_S:
        return Text.of("{h} h left", h=round(left_s / _HOUR_S))
    return Text.of("{d} days left", d=round(left_s / _DAY_S))
