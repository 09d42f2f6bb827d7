"""What can go wrong in any engine."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import NOTHING_LEFT, SOURCE_UNTOUCHED, Sentences, always, given

SENTENCES: Sentences = {
    "out_of_memory": (
        always(Text("There was not enough memory. Close other programs, or try a shorter piece.")),
        NOTHING_LEFT),
    "part_missing": (
        given(("part",), Text("A part of the engine is not installed: {part}. Installing the app again helps."),
              Text("A part of the engine is not installed. Installing the app again helps.")), None),
    "internal": (always(Text("The engine could not finish this. The log says why.")), NOTHING_LEFT),
    "garbage_answer": (always(Text("The engine gave an answer that makes no sense.")), NOTHING_LEFT),
    "unknown_op": (
        always(Text("The engine does not know this task. The app and its engine do not fit together; "
                    "installing the app again helps.")), None),
    "bad_params": (always(Text("The engine refused the settings of this task.")), SOURCE_UNTOUCHED),
}
