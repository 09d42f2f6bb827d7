#!/usr/bin/env python3
"""Collect the user texts, check that every one is translated, compile them for Qt.

    python tools/translations.py check     exit 1 when a text lacks a translation or a .qm is stale
    python tools/translations.py missing   print the untranslated texts as JSON
    python tools/translations.py update    write new texts into the .ts files, drop old ones, compile the .qm

A text is the first literal of ``t()``, ``Text()`` and ``Text.of()``, and the first two of ``Text.count()``.
"""

from __future__ import annotations

import ast
import json
import string
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "characoid_desktop"
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN", "ja")
CONTEXT = "characoid"
# Labels of Qt's own file dialog that its translations (6.11) lack; ours are asked first.
QT_CONTEXT = "QFileDialog"
QT_LABELS = {
    "zh_CN": {"&Look in:": "位置(&L)：", "Files of &type:": "文件类型(&T)："},
    "ja": {"&Look in:": "場所(&L):", "Files of &type:": "ファイルの種類(&T):"},
}


def literals_of(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call that are source texts, or nothing."""
    function = call.func
    if isinstance(function, ast.Name) and function.id in ("t", "Text"):
        return call.args[:1]
    if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "Text":
        return call.args[:{"of": 1, "count": 2}.get(function.attr, 0)]
    return []


def collect(package: Path = PACKAGE) -> dict[str, str]:
    """Return every source text with the file where it stands first."""
    found: dict[str, str] = {}
    for path in sorted(package.rglob("*.py")):
        if path.name == "i18n.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            for argument in literals_of(node):
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found.setdefault(argument.value, str(path.relative_to(ROOT)))
    return found


def read_ts(language: str) -> dict[str, str]:
    path = FOLDER / f"characoid_{language}.ts"
    if not path.exists():
        return {}
    entries: dict[str, str] = {}
    for message in ET.parse(path).getroot().iterfind(f"context[name='{CONTEXT}']/message"):
        source, translation = message.findtext("source") or "", message.findtext("translation") or ""
        if translation:
            entries[source] = translation
    return entries


def write_ts(language: str, entries: dict[str, str], sources: dict[str, str]) -> None:
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    _add_context(root, CONTEXT, {source: entries.get(source, "") for source in sorted(sources)})
    _add_context(root, QT_CONTEXT, QT_LABELS[language])
    ET.indent(root, " ")
    path = FOLDER / f"characoid_{language}.ts"
    body = ET.tostring(root, encoding="unicode")
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{body}\n', encoding="utf-8")


def _add_context(root: ET.Element, name: str, entries: dict[str, str]) -> None:
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = name
    for source, words in entries.items():
        message = ET.SubElement(context, "message")
        ET.SubElement(message, "source").text = source
        translation = ET.SubElement(message, "translation")
        if words:
            translation.text = words
        else:
            translation.set("type", "unfinished")


def compile_qm(language: str, target: Path) -> None:
    import PySide6

    name = "lrelease.exe" if sys.platform == "win32" else "lrelease"
    tool = Path(PySide6.__file__).parent / name
    source = FOLDER / f"characoid_{language}.ts"
    subprocess.run([tool, "-silent", source, "-qm", target], check=True)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def problems() -> list[str]:
    sources = collect()
    said: list[str] = []
    for language in LANGUAGES:
        entries = read_ts(language)
        for source, place in sources.items():
            if source not in entries:
                said.append(f"{language}: not translated: {source!r} ({place})")
            elif fields(entries[source]) != fields(source):
                said.append(f"{language}: other fields than its source: {source!r}")
        said.extend(f"{language}: no longer used: {source!r}" for source in entries if source not in sources)
        qm = FOLDER / f"characoid_{language}.qm"
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / "fresh.qm"
            compile_qm(language, fresh)
            if not qm.exists() or qm.read_bytes() != fresh.read_bytes():
                said.append(f"{language}: {qm.name} is stale; run tools/translations.py update")
    return said


def update() -> None:
    sources = collect()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        write_ts(language, read_ts(language), sources)
        compile_qm(language, FOLDER / f"characoid_{language}.qm")


def main() -> int:
    command = sys.argv[1] if len(sys.argv) > 1 else "check"
    if command == "update":
        update()
    elif command == "missing":
        sources = collect()
        lacking = {language: [s for s in sources if s not in read_ts(language)] for language in LANGUAGES}
        print(json.dumps(lacking, ensure_ascii=False, indent=1))
    else:
        said = problems()
        print("\n".join(said) or "translations complete")
        return 1 if said else 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
