"""Forms of the running app: what can be chosen in them."""

from __future__ import annotations

from contextlib import aclosing

from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.core.paths import AppPaths
from tests.e2e.conftest import write_noise
from tests.fakes.home import running_container


async def test_of_several_attached_files_the_form_offers_each_by_its_name(home: AppPaths, tmp_path):
    files = [tmp_path / name for name in ("first.wav", "second.wav")]
    for file in files:
        write_noise(file, 0.2)
    async with running_container(home) as container:
        parts = await container.agents.start()
        persona = container.personas.current.id
        conversation = await container.conversations.create(persona)
        given = [(await container.attachments.reference(file)).id for file in files]
        query = Query(persona, conversation.id, "convert this with the deep preset", given)
        async with aclosing(parts.service.stream_query(query)) as events:
            form = next(event.form for event in [e async for e in events] if event.type == "input_needed")
        choices = {value: label["params"]["words"] for field in form["fields"] for value, label in field["choices"]}
        assert {choices.get(id) for id in given} == {"first.wav", "second.wav"}
