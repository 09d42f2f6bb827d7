"""A whole character taken in by the panel: its memories count as outside text until the user says that they are theirs.
"""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.app.persona_parts import DocumentsOnDisk, PersonaBelongings
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.ui.panels.persona.memory_rows import source_words
from tests.fakes.eventually import eventually
from tests.fakes.persona_bench import persona_bench


async def test_the_notice_of_an_import_takes_the_user_s_word_for_its_memories(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        bench.files._belongings = PersonaBelongings(bench.database, bench.memory, DocumentsOnDisk(bench.database))
        talk = await bench.conversations.create(bench.persona.id, "About tea")
        for text, source in (("likes tea", {"conversation_id": talk.id}), ("read it", {"outside": ["a page"]})):
            await bench.memory.save(MemoryScope.PERSONA, bench.persona.id, text, source=source)
        path = await bench.files.export(bench.persona.id, tmp_path / "mika.zip")
        bench.model.import_files([path])
        await eventually(lambda: bench.notices.open)
        [notice] = bench.notices.open
        assert "2 memories came with it" in str(notice.safe)
        [mine] = notice.actions
        assert str(mine.label) == "The memories are mine"
        made = bench.personas.all[-1].id
        before = await bench.memory.page(MemoryScope.PERSONA, made)
        assert [one.outside for one in before] == [("imported character", "a page"), ("imported character",)]
        mine.args["call"]({})
        await eventually(lambda: str(bench.notices.open[-1].sentence) == "2 memories count as your own now.")
        after = await bench.memory.page(MemoryScope.PERSONA, made)
        assert [one.outside for one in after] == [("a page",), ()]
        assert [source_words(one, {}) for one in after] == ["came with a file", "came with a file, from “About tea”"]


async def test_a_card_without_memories_asks_for_no_word(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        path = await bench.files.export(bench.persona.id, tmp_path / "mika.json")
        bench.model.import_files([path])
        await eventually(lambda: bench.notices.open)
        assert bench.notices.open[-1].actions == ()
