"""Tables of documents, and questions to them."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import SOURCE_UNTOUCHED, Notes, Sentences, always, given, same

SENTENCES: Sentences = {
    "not_a_table": (always(Text("This file holds no rows of text, so there is no table in it.")), SOURCE_UNTOUCHED),
    "no_table": (always(Text("There are no rows in this file, at most the names of columns, so no table was made of "
                             "it.")), SOURCE_UNTOUCHED),
    "table_broken": (
        given(("line",), Text("A quotation mark that is opened near line {line} is never closed. Correct the file, "
                              "then add it again."),
              Text("A quotation mark in the file is never closed. Correct the file, then add it again.")),
        SOURCE_UNTOUCHED),
    "table_locked": (
        always(Text("The workbook is in the form from before 2007 or locked with a password. Save it as .xlsx without "
                    "one, then add that.")), SOURCE_UNTOUCHED),
    "table_unreadable": (
        always(Text("The workbook is damaged, or is none. Open it in a spreadsheet program and save it as .xlsx, "
                    "then add that.")), SOURCE_UNTOUCHED),
    "table_too_large": (
        always(Text("The file is too large for a table here, or would unpack to far more than it seems. Divide it, "
                    "then add the parts.")), SOURCE_UNTOUCHED),
    "sqlite_too_old": (
        always(Text("The database library of this installation is too old to read foreign questions safely. "
                    "Installing the app again helps.")), None),
    "table_gone": (always(Text("The rows of this table are not there any more. Add its document again.")), None),
    "query_refused": (always(Text("This question to the tables is not allowed, so it was not asked.")), None),
    "query_wrong": (always(Text("This question does not fit the tables.")), None),
    "query_timeout": (always(Text("The question to the tables took too long and was stopped. Ask for less.")), None),
    "query_too_large": (
        always(Text("The question to the tables needs too much memory and was stopped. Ask for less.")), None),
}

NOTES: Notes = {
    "table_rows_left_out": (Text("Only the first {n} rows were taken over."),
                            Text("Not all rows were taken over.")),
    "table_columns_left_out": same(Text("The table has too many columns; the first ones were taken over.")),
    "table_cells_shortened": (Text("{n} cells were too long and were shortened."),
                              Text("Some cells were too long and were shortened.")),
    "tables_without_rows": (Text("{n} sheets have names of columns and no rows, so no tables were made of them."),
                            Text("Some sheets have names of columns and no rows, so no tables were made of them.")),
    "tables_left_out": (Text("{n} sheets were left out, since there are too many."),
                        Text("Some sheets were left out, since there are too many.")),
}
