"""A model server that fails, through the whole app: the turn ends in a state with a name, what was written stays.

The real services, settings, key and wire; only the waits between tries are cut short.
"""

import pytest

from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.conversations.models import MessageRole, MessageState
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.integrations.llm.patience import Patience
from characoid_desktop.settings.sections.models import ModelsSection
from tests.fakes import model_replies as replies
from tests.fakes.certificates import self_signed
from tests.fakes.model_bench import QUICK
from tests.fakes.model_replies import Wait
from tests.fakes.model_server import ModelServer

TURNS = 20  # of each row: one turn leaves nothing behind that spoils the next
GOOD = replies.text("Good ", "evening.")


class Row:
    """What the server answers in a turn, how often it is asked, and how the turn ends."""

    def __init__(self, *answers, asked, code=None, text="", waits=()):
        self.answers, self.asked, self.code, self.text, self.waits = answers, asked, code, text, list(waits)


ROWS = {
    "flt_17_a_refused_key": Row(replies.failure(401), asked=1, code="key_refused"),
    "flt_17_a_key_for_something_else": Row(replies.failure(403), asked=1, code="key_refused"),
    "flt_18_no_credit": Row(replies.failure(402), asked=1, code="payment_needed"),
    "flt_18_too_many_and_then_well": Row(replies.failure(429, retry_after="2"), GOOD, asked=2, text="Good evening.",
                                         waits=[2.0]),
    "flt_18_always_too_many": Row(*[replies.failure(429, retry_after="900")] * 4, asked=4, code="too_many_requests",
                                  waits=[60.0] * 3),
    "flt_19_down_for_a_moment": Row(replies.failure(503), replies.failure(500), GOOD, asked=3, text="Good evening."),
    "flt_19_down": Row(*[replies.failure(502)] * 4, asked=4, code="server_error"),
    "flt_20_nothing_comes": Row(GOOD.late(Wait()), asked=1, code="stalled"),
    "flt_20_words_and_then_nothing": Row(GOOD.stalling(2), asked=1, code="stalled", text="Good "),
    "flt_21_cut_in_its_words": Row(GOOD.stalling(2, Wait(0.001)).cut_at(620), asked=1, code="reply_cut",
                                   text="Good "),
    "flt_21_cut_in_a_call": Row(replies.tool_calls(("delegate_to_memory_worker", {"task_type": "recall_memory"}))
                                .cut_at(900), GOOD, asked=2, text="Good evening."),
    "flt_22_the_page_of_a_hotel": Row(replies.page(), asked=1, code="not_a_model_server"),
}


@pytest.fixture
def waits():
    """The seconds between tries, none of which are waited for."""
    return []


@pytest.fixture
async def app(home, monkeypatch, waits):
    monkeypatch.setattr(Patience, "of_idle", classmethod(lambda cls, idle_s: QUICK))
    container = await Container.build(home, SystemClock(), Logs(home.logs, Redactor()))

    async def sleep(seconds):
        waits.append(seconds)

    container.models._sleep = sleep
    yield container
    await container.shutdown.run()


async def ask(app, address, text):
    """Run one turn against this server; return (question, answer, run)."""
    if app.settings.get(ModelsSection).base_url != address:
        await app.settings.set(ModelsSection, base_url=address, model="fake-1")
        await app.models.set_key("sk-test-0123456789")
    parts = await app.agents.start()
    conversation = await app.conversations.create(DEFAULT_ID)
    answer = await parts.service.query(Query(DEFAULT_ID, conversation.id, text))
    question, = [one for one in await app.conversations.path(conversation.id) if one.role is MessageRole.USER]
    run = await app.database.read_one("SELECT state, error FROM runs WHERE id = ?", (answer.run_id,))
    return question, answer, run


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", ROWS)
async def test_every_fault_of_a_model_server_ends_the_turn_in_a_named_state_twenty_times(app, waits, name):
    row = ROWS[name]
    async with ModelServer() as server:
        for number in range(TURNS):
            waits.clear()
            before = len(server.chats)
            server.script(*row.answers)
            question, answer, run = await ask(app, server.base_url, f"Hello {number}?")
            assert question.text == f"Hello {number}?"
            assert question.state is MessageState.DONE
            assert len(server.chats) - before == row.asked
            assert (answer.state, run["state"]) == (
                (MessageState.FAILED, "failed") if row.code else (MessageState.DONE, "completed"))
            assert answer.text == row.text
            if row.code:
                error = answer.parts["error"]
                assert (error["code"], bool(error["sentence"]["source"])) == (row.code, True)
            if row.waits:
                assert [round(one, 1) for one in waits] == row.waits


async def test_flt_22_a_certificate_nobody_signed_ends_the_turn_and_the_key_stays_here(app, tmp_path):
    server_side, _ = self_signed(tmp_path)
    async with ModelServer(tls=server_side) as server:
        question, answer, run = await ask(app, server.base_url, "Hello?")
        assert (question.text, answer.state, run["state"]) == ("Hello?", MessageState.FAILED, "failed")
        assert answer.parts["error"]["code"] == "not_trusted"
        assert server.requests == []
