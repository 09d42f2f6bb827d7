"""The text of documents."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import SOURCE_UNTOUCHED, Notes, Sentences, always, given

SENTENCES: Sentences = {
    "document_kind": (
        given(("found",), Text("This is {found}, so there is no document in it that can be read here."),
              Text("The content is of another kind than the name says.")), SOURCE_UNTOUCHED),
    "document_unknown": (
        always(Text("There is no text in this file. PDF, Word, PowerPoint, Excel, EPUB, web pages, Markdown, plain "
                    "text, subtitles and CSV can be read.")), SOURCE_UNTOUCHED),
    "document_legacy": (
        always(Text("This is a document in the form from before 2007. Save it as .docx, .xlsx or .pptx, then add "
                    "that.")), SOURCE_UNTOUCHED),
    "document_locked": (
        always(Text("The document is locked with a password. Save a copy without it, then add that.")),
        SOURCE_UNTOUCHED),
    "document_drm": (
        always(Text("The book is locked by copy protection, so its text cannot be read.")), SOURCE_UNTOUCHED),
    "document_damaged": (
        always(Text("The document is damaged or was not downloaded to its end. Get it once more.")),
        SOURCE_UNTOUCHED),
    "document_bomb": (
        always(Text("The file would unpack to far more than a document ever does, so it was not opened.")),
        SOURCE_UNTOUCHED),
    "document_entities": (
        always(Text("The file holds definitions that documents never have and that can be used for attacks, so it was "
                    "not opened.")), SOURCE_UNTOUCHED),
    "document_scanned": (
        given(("pages",), Text("There is no text in this PDF, only pictures of its pages ({pages}). Run text "
                               "recognition (OCR) over it, then add the result."),
              Text("There is no text in this PDF, only pictures of its pages. Run text recognition (OCR) over it, "
                   "then add the result.")), SOURCE_UNTOUCHED),
    "document_garbled": (
        always(Text("The text inside this PDF is unreadable: its fonts do not say which characters they show. Run text "
                    "recognition (OCR) over it, then add the result.")), SOURCE_UNTOUCHED),
    "document_no_text": (always(Text("There is no text in this document.")), SOURCE_UNTOUCHED),
    "document_too_large": (
        given(("megabytes",), Text("The file is larger than {megabytes} MB, the most that is read of this kind. Split "
                                   "it, then add the parts."),
              Text("The file is too large to be read as a document.")), SOURCE_UNTOUCHED),
    "document_too_long": (
        given(("millions",), Text("The text is longer than {millions} million characters, the most that is read. Split "
                                  "the document, then add the parts."),
              Text("The text is too long to be read as one document.")), SOURCE_UNTOUCHED),
    "document_too_many_pages": (
        given(("pages",), Text("The document has more than {pages} pages, the most that is read. Split it, then add "
                               "the parts."),
              Text("The document has too many pages.")), SOURCE_UNTOUCHED),
    "document_too_slow": (
        given(("minutes",), Text("Reading the document took longer than {minutes} minutes and was given up."),
              Text("Reading the document took too long and was given up.")), SOURCE_UNTOUCHED),
}

NOTES: Notes = {
    "pages_without_text": (Text("{n} pages have no text, only pictures."),
                           Text("Some pages have no text, only pictures.")),
    "pages_garbled": (Text("The text of {n} pages is unreadable and was left out."),
                      Text("The text of some pages is unreadable and was left out.")),
    "pages_damaged": (Text("{n} pages are damaged and were left out."),
                      Text("Some pages are damaged and were left out.")),
    "hidden_text": (
        Text("{n} characters cannot be seen on the pages, as text recognition leaves them. They are searched too."),
        Text("Some text cannot be seen on the pages, as text recognition leaves it. It is searched too.")),
    "hidden_parts": (Text("{n} hidden parts were left out."), Text("Hidden parts were left out.")),
    "hidden_sheets": (Text("{n} hidden sheets were left out."), Text("Hidden sheets were left out.")),
    "chapters_missing": (Text("{n} chapters are missing in the file."),
                         Text("Some chapters are missing in the file.")),
    "damaged_characters": (Text("{n} characters are damaged in the file."),
                           Text("Some characters are damaged in the file.")),
}
