"""One drop: collected, looked at by the engine, paired, taken in one by one. A bad file stops nothing but itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.names import visible
from characoid_desktop.engines.contracts import EngineHost, EngineJobError
from characoid_desktop.features.voices.collect import Candidate, Collected, Collector, config_for, index_beside
from characoid_desktop.features.voices.cover import read_cover
from characoid_desktop.features.voices.looking import INDEX, SAFE, Looked, Looking, about, mapping, stem, whole
from characoid_desktop.features.voices.models import (
    DIMENSIONS,
    ImportProgress,
    ImportReport,
    ItemState,
    Kind,
    LibraryItem,
    Refused,
    Role,
)
from characoid_desktop.features.voices.pairing import LIKELY, Named, likeness, pair
from characoid_desktop.features.voices.shelf import Shelf

_FILES = ("voice.safetensors", "voice.json", "index.faiss", "source.part", "model.safetensors", "model.onnx",
          "model.json", "config.json")
_FACTS = ("version", "rate", "f0", "speakers", "half", "epoch", "note", "f0_median")


class ImportRun:
    """Made for one drop; :meth:`run` is called once. Cancelling its task leaves nothing half."""

    def __init__(
        self, id: str, shelf: Shelf, models: EngineHost, new_id: Callable[[], str],
        on_progress: Callable[[ImportProgress], object],
    ) -> None:
        self._shelf = shelf
        self._new_id = new_id
        self._looking = Looking(id, models, on_progress)
        self._stop = threading.Event()
        self.report = self._looking.report

    async def run(self, paths: Sequence[Path]) -> ImportReport:
        """Raises AppError only where nothing at all can be taken (no room, no folder); CancelledError."""
        disk, id = self._shelf.disk, self.report.id
        try:
            unpacked = await asyncio.to_thread(disk.begin, id)
            found = await asyncio.to_thread(Collector(unpacked, self._stop).collect, paths)
            self.report.refused += found.refused
            self.report.notes += found.notes
            self.report.skipped += found.skipped
            await self._take_all(found)
        finally:
            self._stop.set()
            await _to_its_end(partial(disk.give_up, id))
        return self.report

    def refuse_all(self, paths: Sequence[Path], error: AppError) -> None:
        """Write down that nothing of a drop could be taken."""
        self.report.refused += [Refused(path, error) for path in paths]

    async def _take_all(self, found: Collected) -> None:
        self._looking.more_to_do(2 * len(found.models))
        looked = await self._looking.look_at_all(found.models)
        voices = [one for one in looked if one.kind == Kind.VOICE]
        indexes = [one for one in looked if one.kind == INDEX]
        weights = [one for one in looked if one.kind not in (Kind.VOICE, INDEX)]
        pairs = pair([one.named() for one in voices], [one.named() for one in indexes])
        self._looking.more_to_do(len(voices) + len(weights))
        for number, voice in enumerate(voices):
            index = indexes[pairs[number]] if number in pairs else await self._index_beside(voice)
            await self._guarded(voice.file, partial(self._take_voice, voice, index, found))
        for one in weights:
            await self._guarded(one.file, partial(self._take_weights, one, found))
        left = [index for number, index in enumerate(indexes) if number not in pairs.values()]
        for one in left:
            await self._guarded(one.file, partial(self._take_index, one, bool(voices)))

    async def _guarded(self, file: Candidate, take: Callable[[], Any]) -> None:
        """One file: its failure is written down and the next one follows."""
        self._looking.tell(name=visible(file.shown.name), stage="import")
        try:
            await take()
        except AppError as error:
            self._looking.refuse(file, error)
        self._looking.step()

    async def _index_beside(self, voice: Looked) -> Looked | None:
        """The index that lies in the folder of a voice that was dropped alone, if it bears the voice's name."""
        if not voice.file.named or voice.file.path != voice.file.source:
            return None
        for path in await asyncio.to_thread(index_beside, voice.file.path):
            like = Named(path, DIMENSIONS.get(str(voice.value.get("version")), 0))
            if likeness(voice.named(), like) < LIKELY:
                continue
            one = await self._looking.look_at(Candidate(path, path, path))
            if one is not None and one.kind == INDEX and likeness(voice.named(), one.named()) >= LIKELY:
                return one
        return None

    # Taking

    async def _take_voice(self, voice: Looked, index: Looked | None, found: Collected) -> None:
        async with self._shelf.turn:
            known = self._shelf.same(Kind.VOICE, voice.sha256)
            if known is not None:
                await self._take_again(known, voice, index)
                return
            cover = _cover_for(voice, found)
            await self._staged(voice, lambda id, folder: self._import_voice(id, folder, voice, index, cover))

    async def _import_voice(
        self, id: str, folder: Path, voice: Looked, index: Looked | None, cover: Path | None
    ) -> None:
        value, index = await self._convert(folder, voice, index)
        picture = None if cover is None else await asyncio.to_thread(self._put_cover, folder, cover)
        index_sha256 = _sha256_of_index(value)
        self.report.added.append(await self._shelf.add(
            id, kind=Kind.VOICE, name=str(value.get("name")), sha256=str(value["sha256"]), source=voice.file.source,
            size=whole(value, "bytes"), author=str(value.get("author", "")),
            facts={key: value.get(key) for key in _FACTS}, cover=picture,
            index_source=None if index is None else index.file.source,
            index_sha256=index_sha256))

    async def _convert(
        self, folder: Path, voice: Looked, index: Looked | None
    ) -> tuple[Mapping[str, Any], Looked | None]:
        """Let the engine write the voice; an index that fails is left out with a note."""
        params = {"path": str(voice.file.path), "folder": str(folder), "name": stem(voice.file.shown)}
        if index is not None:
            try:
                with_index = {**params, "index": str(index.file.path)}
                return await self._looking.ask("import_voice", with_index, _in(folder)), index
            except EngineJobError as error:
                if not error.code.startswith(("index", "bad_index", "non_finite")):
                    raise
                self.report.notes.append(about(index.file, error).sentence)
        return await self._looking.ask("import_voice", params, _in(folder)), None

    async def _take_again(self, known: LibraryItem, voice: Looked, index: Looked | None) -> None:
        """A voice that is in the library: its lost files come back, an index that it did not have is added."""
        if known.state is ItemState.MISSING or not await asyncio.to_thread(self._shelf.disk.is_whole, known):
            self.report.changed.append(await self.put_back(known, voice.file, index))
        elif index is not None and known.index_sha256 is None:
            self.report.changed.append(await self.put_index(known, index.file))
        else:
            self.report.known.append(known)

    async def put_back(self, known: LibraryItem, file: Candidate, index: Looked | None = None) -> LibraryItem:
        """Import the file of an item whose files are gone once more, under its id; its names and notes stay."""
        folder = await asyncio.to_thread(self._shelf.disk.begin, known.id)
        try:
            if known.is_voice:
                value, index = await self._convert(folder, Looked(file, Kind.VOICE, {}), index)
            else:
                value = await self._looking.ask("import_weights", {
                    "path": str(file.path), "folder": str(folder), "kind": known.kind.value}, _in(folder))
            if value.get("sha256") != known.sha256:
                raise AppError(Text.of("The file is another one than before. Add it as a new one instead."), safe=SAFE)
            index_sha256 = _sha256_of_index(value)
            size = whole(value, "bytes")
            about: dict[str, Any] = {
                "schema": 1, "kind": known.kind.value, "name": known.name, "author": known.author,
                "sha256": known.sha256, "source": str(file.source), "bytes": size, "facts": dict(known.facts),
                "role": known.role.value, "index_sha256": index_sha256, "index_source": None, "cover": None}
            return await self._shelf.restore(
                known, about, cover=None, bytes=size, source=file.source, index_sha256=index_sha256,
                index_source=None if index is None else index.file.source)
        finally:
            await _to_its_end(partial(self._shelf.disk.give_up, known.id))

    async def put_index(self, item: LibraryItem, file: Candidate) -> LibraryItem:
        """Give a voice (another) index."""
        staging = self._new_id()
        folder = await asyncio.to_thread(self._shelf.disk.begin, staging)
        try:
            value = await self._looking.ask("import_index", {
                "path": str(file.path), "folder": str(folder), "version": item.version}, _in(folder))
            await asyncio.to_thread(
                self._shelf.disk.put_file, folder / "index.faiss", item.kind, item.id, "index.faiss")
            return await self._shelf.change(item.id, index_source=file.source, index_sha256=str(value["sha256"]))
        finally:
            await _to_its_end(partial(self._shelf.disk.give_up, staging))

    async def _take_weights(self, one: Looked, found: Collected) -> None:
        async with self._shelf.turn:
            known = self._shelf.same(one.kind, one.sha256)
            if known is not None and await asyncio.to_thread(self._shelf.disk.is_whole, known):
                self.report.known.append(known)
            elif known is not None:
                self.report.changed.append(await self.put_back(known, one.file))
            else:
                config = config_for(one.file, found.configs, one.kind)
                await self._staged(one, lambda id, folder: self._import_weights(id, folder, one, config))

    async def _import_weights(self, id: str, folder: Path, one: Looked, config: Path | None) -> None:
        name = stem(one.file.shown)
        if one.kind == Kind.CONTENTVEC and name.casefold() in ("pytorch_model", "model"):
            name = one.file.shown.parent.name or name
        params = {"folder": str(folder), "kind": one.kind, "name": name}
        try:
            value = await self._looking.ask("import_weights", {
                **params, "paths": [str(path) for path in (one.file.path, config) if path is not None]}, _in(folder))
        except EngineJobError as error:
            if error.code != "bad_model_config" or config is None:
                raise
            self.report.notes.append(about(one.file, error).sentence)
            value = await self._looking.ask("import_weights", {**params, "path": str(one.file.path)}, _in(folder))
        facts: dict[str, Any] = {**mapping(value.get("facts")), "model_kind": value.get("model_kind", "")}
        stems = mapping(value.get("config")).get("stems")
        if isinstance(stems, list):
            facts["stems"] = [str(stem) for stem in stems]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        self.report.added.append(await self._shelf.add(
            id, kind=Kind(one.kind), name=str(value.get("name")), sha256=str(value["sha256"]), source=one.file.source,
            size=whole(value, "bytes"), author="", facts=facts,
            role=role_of(name, facts.get("stems", ())) if one.kind == Kind.SEPARATION else Role.NONE))

    async def _staged(self, one: Looked, take: Callable[[str, Path], Any]) -> None:
        id = self._new_id()
        try:
            folder = await asyncio.to_thread(self._shelf.disk.begin, id, 3 * whole(one.value, "bytes"))
            await take(id, folder)
        finally:
            await _to_its_end(partial(self._shelf.disk.give_up, id))

    async def _take_index(self, index: Looked, with_voices: bool) -> None:
        """An index without a voice in this drop: for the voice of the library that bears its name and has none."""
        async with self._shelf.turn:
            item = self._bearer(index)
            if item is not None:
                if item.index_sha256 == index.sha256:
                    self.report.known.append(item)
                elif item.index_sha256 is None:
                    self.report.changed.append(await self.put_index(item, index.file))
                elif index.file.named:
                    raise AppError(Text.of("The voice “{voice}” has an index already. Change it in the voice's "
                                           "details.", voice=item.name), safe=SAFE)
                return
        if not index.file.named and with_voices:
            self.report.skipped += 1
            return
        raise AppError(Text.of("No voice was found for this index. Drop it together with its voice, or choose it in "
                               "the voice's details."), safe=SAFE, code="index_alone")

    def _bearer(self, index: Looked) -> LibraryItem | None:
        """The voice of the library whose name an index bears most clearly."""
        ranked = sorted(
            ((likeness(Named(item.source, DIMENSIONS.get(item.version, 0), item.name), index.named()), -item.seq, item)
             for item in self._shelf.items if item.is_voice), key=lambda one: one[:2], reverse=True)
        return ranked[0][2] if ranked and ranked[0][0] >= LIKELY else None

    # Small things

    def _put_cover(self, folder: Path, picture: Path) -> str | None:
        """Copy a picture beside a staged voice; one that cannot be used is left out with a note."""
        try:
            name, data = read_cover(picture)
            (folder / name).write_bytes(data)
            return name
        except AppError as error:
            self.report.notes.append(error.sentence)
            return None


def role_of(name: str, stems: Sequence[str]) -> Role:
    """What a separation model is for, from its outputs' names and then its own."""
    words = " ".join((*stems, name)).casefold()
    if any(mark in words for mark in ("karaoke", "backing", "back_vocal", "bve", "lead")):
        return Role.LEAD_BACKING
    if any(mark in words for mark in ("reverb", "dry", "deecho", "de-echo", "echo")):
        return Role.DEREVERB
    return Role.VOCALS


def _cover_for(voice: Looked, found: Collected) -> Path | None:
    """The picture of the voice's name, else the only one of its folder, zip or drop."""
    beside = [one for one in found.pictures if one.shown.parent == voice.file.shown.parent or one.named]
    exact = [one for one in beside if one.shown.stem.casefold() == voice.file.shown.stem.casefold()]
    voices = [one for one in found.models if one.shown.parent == voice.file.shown.parent and one.suffix != ".index"]
    if exact:
        return exact[0].path
    return beside[0].path if len(beside) == 1 and len(voices) == 1 else None


def _sha256_of_index(value: Mapping[str, Any]) -> str | None:
    sha256 = mapping(value.get("index")).get("sha256")
    return sha256 if isinstance(sha256, str) else None


def _in(folder: Path) -> tuple[Path, ...]:
    return tuple(folder / name for name in _FILES)


async def _to_its_end(work: Callable[[], object]) -> None:
    """Do blocking work to its end even where the task was cancelled before or is meanwhile."""
    running = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait({running})
        raise
