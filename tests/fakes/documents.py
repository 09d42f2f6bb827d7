"""Documents made by small generators: good ones of every kind, and hostile ones. Nothing is read from a file."""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence

# --- PDF (ISO 32000-1), written by hand ------------------------------------------------------------------------------

_PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
CJK = ("<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UTF16-H/DescendantFonts[<</Type/Font/Subtype/"
       "CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>"
       "/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0"
       "/Ascent 800/Descent -200/CapHeight 700/StemV 80>>>>]>>")
VERTICAL = CJK.replace("UniGB-UTF16-H", "UniJIS-UTF16-V").replace("(GB1)", "(Japan1)").replace(
    "STSong-Light", "Ryumin-Light")
LATIN = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
UNMAPPED = CJK.replace("UniGB-UTF16-H", "Identity-H").replace("(GB1)", "(Identity)").replace("STSong-Light", "Custom")
_PICTURE = (b"<</Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/Length 64>>"
            b"stream\n" + bytes(range(0, 256, 4)) + b"\nendstream")


def show(text: str, x: int = 72, y: int = 720, *, font: str = "F1", mode: int = 0, size: int = 12) -> str:
    """Content that shows one line; ``font`` F1 is Latin, F2 Chinese and Japanese, F3 has no Unicode values, F4 goes
    from top to bottom."""
    coded = text.encode("utf-16-be").hex() if font != "F1" else text.encode("cp1252").hex()
    return f"BT /{font} {size} Tf {mode} Tr {x} {y} Td <{coded}> Tj ET\n"


PICTURE = "q 400 0 0 600 72 72 cm /P1 Do Q\n"


def pdf(pages: Sequence[str], *, title: str = "", password: str | None = None) -> bytes:
    """A PDF of pages with the given contents. ``password``: encrypted with it (40 bits RC4, revision 2)."""
    objects: list[bytes] = [b"", b""]
    objects.append(LATIN.encode())
    objects.append(CJK.encode())
    objects.append(UNMAPPED.encode())
    objects.append(_PICTURE)
    objects.append(VERTICAL.encode())
    kids: list[int] = []
    for content in pages:
        packed = zlib.compress(content.encode("latin-1"))
        objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n" % len(packed) + packed + b"\nendstream")
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R"
            b"/F3 5 0 R/F4 7 0 R>>/XObject<</P1 6 0 R>>>>>>" % len(objects))
        kids.append(len(objects))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(b"%d 0 R" % kid for kid in kids), len(kids))
    objects.append(b"<</Title<" + ("\ufeff" + title).encode("utf-16-be").hex().encode() + b">>>")
    return _file(objects, info=len(objects), password=password)


def _file(objects: Sequence[bytes], *, info: int, password: str | None) -> bytes:
    identity = hashlib.md5(b"characoid").digest()
    trailer = b"/Root 1 0 R/Info %d 0 R/ID[<%s><%s>]" % (info, identity.hex().encode(), identity.hex().encode())
    if password is not None:
        key, entry = _encryption(password.encode(), identity)
        objects = [_encrypted(key, number, one) for number, one in enumerate(objects, 1)]
        trailer += b"/Encrypt " + entry
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    places: list[int] = []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + one + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def _encryption(password: bytes, identity: bytes) -> tuple[bytes, bytes]:
    """Algorithms 2, 3 and 4 of ISO 32000-1, 7.6.3, for the user's and the owner's password alike."""
    padded = (password + _PAD)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    permissions = (0xFFFFFFFC).to_bytes(4, "little")
    key = hashlib.md5(padded + owner + permissions + identity).digest()[:5]
    user = _rc4(key, _PAD)
    return key, b"<</Filter/Standard/V 1/R 2/O<%s>/U<%s>/P -4>>" % (owner.hex().encode(), user.hex().encode())


def _encrypted(key: bytes, number: int, one: bytes) -> bytes:
    own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
    head, mark, tail = one.partition(b"stream\n")
    if not mark:
        return one
    return head + mark + _rc4(own, tail.removesuffix(b"\nendstream")) + b"\nendstream"


# --- Zip files -------------------------------------------------------------------------------------------------------


def zipped(parts: Mapping[str, bytes | str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in parts.items():
            out.writestr(name, data)
    return file.getvalue()


def repacked(data: bytes, change: Mapping[str, bytes]) -> bytes:
    """The same zip file with other content in some of its parts (or more of them)."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        parts = {entry.filename: old.read(entry) for entry in old.infolist()}
    return zipped({**parts, **change})


def docx(paragraphs: Iterable[tuple[str, str]], *, table: Sequence[Sequence[str]] = (), title: str = "") -> bytes:
    """``paragraphs``: (style, text), style "" for plain ones and "Heading 1" …"""
    import docx as library

    document = library.Document()
    document.core_properties.title = title
    for style, text in paragraphs:
        document.add_paragraph(text, style or None)
    if table:
        made = document.add_table(rows=0, cols=len(table[0]))
        for row in table:
            for cell, text in zip(made.add_row().cells, row, strict=True):
                cell.text = text
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def pptx(slides: Sequence[tuple[str, str, str]], *, title: str = "") -> bytes:
    """``slides``: (title, body, notes)."""
    import pptx as library

    show = library.Presentation()
    show.core_properties.title = title
    for head, body, notes in slides:
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = head
        slide.placeholders[1].text = body
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    file = io.BytesIO()
    show.save(file)
    return file.getvalue()


def xlsx(sheets: Mapping[str, Sequence[Sequence[object]]], *, hidden: Sequence[str] = ()) -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        if name in hidden:
            sheet.sheet_state = "hidden"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def epub(chapters: Sequence[str], *, title: str = "A book", more: Mapping[str, str] | None = None) -> bytes:
    """``chapters``: the bodies of XHTML pages."""
    items = "".join(f'<item id="c{n}" href="text/c%20{n}.xhtml" media-type="application/xhtml+xml"/>'
                    for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    parts: dict[str, bytes | str] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": (
            '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
            '<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>'
            "</container>"),
        "OEBPS/book.opf": (
            '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
            f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></metadata>'
            f"<manifest>{items}</manifest><spine>{spine}</spine></package>"),
        **{f"OEBPS/text/c {n}.xhtml": (
            '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head>'
            f"<title>{title}</title></head><body>{body}</body></html>") for n, body in enumerate(chapters)},
        **(more or {}),
    }
    return zipped(parts)


TEXTS_OF_LANGUAGES = {
    "zh": "公司的报销流程是什么？员工需要在每月二十五日之前提交发票，财务部门会在三个工作日内完成审核。\n如有疑问，"
          "请联系人事部。",
    "zh short": "报销流程", "zh list": "蛋糕食谱：面粉两百克，鸡蛋三个。",
    "tw": "公司的報銷流程是什麼？員工需要在每月二十五日之前提交發票，財務部門會在三個工作日內完成審核。",
    "ja": "会社の経費精算はどうやって行いますか。従業員は毎月二十五日までに領収書を提出してください。",
    "ja short": "東京タワー", "ko": "회사의 경비 정산은 어떻게 하나요? 직원은 매월 영수증을 제출해야 합니다.",
    "shared": "山川日月 東西南北 大小上下 人生 一二三四五 文字 書\n",
    "fr": "Le café est fermé. Où est l'hôtel? Ça va être très drôle, à bientôt.",
    "ru": "Привет, как дела? Сегодня хорошая погода.",
    "mixed": "Chapter 1: Installation 安装说明 — version 2.0, see https://example.org for 详细信息 and FAQ.",
}
