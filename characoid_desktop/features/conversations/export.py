"""A conversation as a file of the user: Markdown to read, JSON to keep."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import t
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.files import replace_into_place, scratch_beside
from characoid_desktop.data.names import fit_name, visible
from characoid_desktop.features.conversations.models import Conversation, ExportFormat, Message, MessageRole
from characoid_desktop.features.conversations.repository import ConversationRepository

PAGE = 500  # messages in memory at once
STEM_CHARS = 80
SCHEMA = "characoid.conversation/1"


class Exporter:
    """Writes beside the target first and moves the whole file into place.

    Markdown holds the branch that is shown: names, dates, words, the names of files; no reasoning.

    JSON holds all branches::

        {"schema": "characoid.conversation/1", "title", "persona": {"id", "name"}, "created_at", "head_id",
         "messages": [{"id", "parent_id", "role": "user" | "character", "state", "text", "created_at",
                       "finished_at" | null, "attachments": [{"role": "given" | "made", "name", "size"}],
                       "parts": {…}, "usage": {…}}]}

    ``messages`` are in order, each after its parent. Files are named, never located: whatever is called a path
    is left out of ``parts`` too.
    """

    def __init__(self, rows: ConversationRepository, folder: Path) -> None:
        self._rows = rows
        self._folder = folder

    async def write(self, conversation: Conversation, format: ExportFormat, target: Path | None) -> Path:
        """Return the finished file. Without ``target`` (or where it is a folder) it is named by the title and never
        takes the place of another file; a ``target`` that is a file is what the user chose to replace.
        """
        final, overwrite = await asyncio.to_thread(self._final, conversation, format, target)
        scratch = scratch_beside(final)
        try:
            name = visible(await self._rows.persona_name(conversation.persona_id))
            if format is ExportFormat.MARKDOWN:
                await self._markdown(scratch, conversation, name)
            else:
                await self._json(scratch, conversation, name)
            return await asyncio.to_thread(replace_into_place, scratch, final, overwrite=overwrite)
        finally:
            await asyncio.to_thread(_remove, scratch)

    def _final(self, conversation: Conversation, format: ExportFormat, target: Path | None) -> tuple[Path, bool]:
        folder = target or self._folder
        with expected_errors(folder, 0.0):
            if target is None:
                folder.mkdir(parents=True, exist_ok=True)
            elif not target.is_dir():
                return target, True
        stem = visible(one_line(conversation.title, STEM_CHARS)).lstrip(".") or t("Conversation")
        return folder / fit_name(stem, format.suffix, parent=folder), False

    async def _markdown(self, scratch: Path, conversation: Conversation, name: str) -> None:
        await asyncio.to_thread(_append, scratch, f"# {visible(conversation.title) or t('Conversation')}\n")
        async with aclosing(self._branch(conversation)) as pages:
            async for page in pages:
                await asyncio.to_thread(_append, scratch, "".join(_as_markdown(message, name) for message in page))

    async def _json(self, scratch: Path, conversation: Conversation, name: str) -> None:
        head = _dump({
            "schema": SCHEMA, "title": conversation.title,
            "persona": {"id": conversation.persona_id, "name": name},
            "created_at": conversation.created_at.isoformat(), "head_id": conversation.head_id})
        await asyncio.to_thread(_append, scratch, head[:-1] + ', "messages": [')
        after, between = 0, "\n"
        while page := await self._rows.every(conversation.id, after, PAGE):
            text = between + ",\n".join(_dump(_as_json(message)) for message in page)
            await asyncio.to_thread(_append, scratch, text)
            after, between = page[-1].seq, ",\n"
        await asyncio.to_thread(_append, scratch, "\n]}\n")

    async def _branch(self, conversation: Conversation) -> AsyncGenerator[list[Message]]:
        """The branch that is shown, from its beginning, a page at a time."""
        ids: list[str] = []
        for head in (conversation.head_id, await self._rows.newest(conversation.id)):  # the first may be lost
            ids = ids or (await self._rows.branch_ids(conversation.id, head) if head else [])
        for start in range(0, len(ids), PAGE):
            yield await self._rows.many(ids[start:start + PAGE])


def _as_markdown(message: Message, name: str) -> str:
    who = t("You") if message.role is MessageRole.USER else name
    lines = [f"\n### {who} · {message.created_at:%Y-%m-%d %H:%M} UTC\n"]
    if message.text.strip():
        lines.append(f"\n{message.text.strip()}\n")
    if message.attachments:
        names = "".join(f"- {t('File: {name}', name=visible(one.name))}\n" for one in message.attachments)
        lines.append(f"\n{names}")
    return "".join(lines)


def _as_json(message: Message) -> dict[str, Any]:
    return {
        "id": message.id, "parent_id": message.parent_id, "role": message.role.value, "state": message.state.value,
        "text": message.text, "created_at": message.created_at.isoformat(),
        "finished_at": message.finished_at.isoformat() if message.finished_at else None,
        "attachments": [{"role": one.role.value, "name": one.name, "size": one.size}
                        for one in message.attachments],
        "parts": _without_paths(message.parts), "usage": dict(message.usage),
    }


def _without_paths(value: Any) -> Any:
    if isinstance(value, Mapping):
        found = cast("Mapping[str, Any]", value)
        return {key: _without_paths(one) for key, one in found.items()
                if key != "path" and not key.endswith("_path")}
    if isinstance(value, list):
        return [_without_paths(one) for one in cast("list[Any]", value)]
    return value


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _append(file: Path, text: str) -> None:
    with expected_errors(file, 0.0), file.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(text)


def _remove(file: Path) -> None:
    with expected_errors(file, 0.0):
        file.unlink(missing_ok=True)
