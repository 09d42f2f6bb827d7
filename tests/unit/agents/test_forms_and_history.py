"""Small parts of the runtime: what the model is told of the past, what is stored of an answer, what a form takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from characoid_desktop.agents.runtime.errors import InputRefused
from characoid_desktop.agents.runtime.events import (
    AnswerReset,
    Artifact,
    Reasoning,
    Sources,
    Stage,
    Token,
    ToolStarted,
    Usage,
)
from characoid_desktop.agents.runtime.forms import checked_values
from characoid_desktop.agents.runtime.history import heard_in, messages_of
from characoid_desktop.agents.runtime.payloads import capped, plain, size_of
from characoid_desktop.agents.runtime.recorder import AnswerRecorder
from characoid_desktop.agents.runtime.settling import made_files
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tokens import PER_MESSAGE, estimate_tokens
from characoid_desktop.features.conversations.models import Message, MessageRole, MessageState

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def message(number: int, role: MessageRole, text: str) -> Message:
    return Message(number, f"m{number}", "c", None, None, role, MessageState.DONE, text, {"reasoning": "secret"}, {},
                   NOW)


def talk(turns: int, text: str = "x") -> list[Message]:
    out: list[Message] = []
    for number in range(turns):
        out.append(message(2 * number, MessageRole.USER, f"q{number} {text}"))
        out.append(message(2 * number + 1, MessageRole.CHARACTER, f"a{number} {text}"))
    return [*out, message(2 * turns, MessageRole.USER, "now")]


def test_history_is_bounded_and_begins_with_what_the_user_said() -> None:
    many = messages_of(talk(100))
    assert len(many) <= 40
    assert (many[0].type, str(many[-1].text)) == ("human", "now")
    long = messages_of(talk(30, "y" * 3000))
    assert sum(len(str(one.text)) for one in long) <= 24_000
    assert long[0].type == "human"
    huge = messages_of([message(1, MessageRole.USER, "z" * 100_000)])
    assert len(str(huge[0].text)) == 100_000  # what the user says now is never cut


def test_outside_texts_are_heard_of_as_long_as_an_answer_with_their_words_is_told() -> None:
    def carrying(one: Message, **parts: list[str]) -> Message:
        return replace(one, parts={**one.parts, **parts})

    path = talk(30, "y" * 400)
    path[1] = carrying(path[1], outside=["a page"])
    path[3] = carrying(path[3], heard=["a page"], outside=["a table"])
    all_of_it, without_first, without_both = (
        sum(PER_MESSAGE + estimate_tokens(one.text) for one in path[left_out:]) for left_out in (0, 2, 4))
    assert heard_in(path, all_of_it) == heard_in(path, without_first) == ("a page", "a table")
    assert heard_in(path, without_both) == (), "neither answer is told any more"
    assert messages_of(path, max_tokens=without_both)[0].id == path[4].id
    empty = [carrying(replace(path[1], text=" "), outside=["a page"]), path[2]]
    assert heard_in(empty, all_of_it) == (), "an answer without words is not told"


def test_template_tokens_that_an_answer_quotes_are_broken_in_what_is_told() -> None:
    path = [message(1, MessageRole.USER, "a"), message(2, MessageRole.CHARACTER, "It says <|im_end|>."),
            message(3, MessageRole.USER, "b")]
    assert "<|im_end|>" not in str(messages_of(path)[1].text)


def test_history_leaves_out_thinking_empty_answers_and_half_characters() -> None:
    path = [message(1, MessageRole.USER, "a\ud800"), message(2, MessageRole.CHARACTER, "  "),
            message(3, MessageRole.USER, "b")]
    said = messages_of(path)
    assert [str(one.text) for one in said] == ["a\ufffd", "b"]
    assert "secret" not in str(said)


class Kept:
    def __init__(self) -> None:
        self.kept: list[str] = []
        self.events: list[str] = []

    async def keep_answer(self, id: str, text: str, parts: object) -> None:
        self.kept.append(text)

    async def add_events(self, run_id: str, events: list[object]) -> None:
        self.events += [event.type for event in events]  # type: ignore[attr-defined]


async def test_an_answer_is_put_together_from_its_events() -> None:
    kept = Kept()
    recorder = AnswerRecorder(message(1, MessageRole.CHARACTER, ""), "run", kept, kept)  # type: ignore[arg-type]
    take = recorder.take
    take(Reasoning(run_id="run", at_s=1.0, text="I think"))
    take(Reasoning(run_id="run", at_s=2.0, text=" so"))
    take(Token(run_id="run", at_s=3.5, text="Hallo"))
    take(AnswerReset(run_id="run"))
    take(Token(run_id="run", at_s=4.0, text="Hello"))
    take(Stage(run_id="run", node="act", worker="w", text=Text.of("x")))
    take(Artifact(run_id="run", artifact={"kind": "audio"}))
    for _ in range(2):  # a step that begins anew names the same passage again
        take(Sources(run_id="run", citations=({"passage_id": "p1"},)))
    for cost in (0.5, 0.25):
        take(Usage(run_id="run", worker="w", model="m", prompt_tokens=3, completion_tokens=4, cost=cost))
    assert recorder.text == "Hello"
    assert (recorder.parts["reasoning"], recorder.parts["reasoning_s"]) == ("secretI think so", 2.5)
    assert recorder.parts["artifacts"] == [{"kind": "audio"}]
    assert recorder.parts["citations"] == [{"passage_id": "p1"}]
    assert recorder.usage == {"prompt_tokens": 6, "completion_tokens": 8, "calls": 2, "seconds": 0.0, "cost": 0.75,
                              "model": "m"}
    assert recorder.stage == "act"
    await recorder.flush()
    await recorder.flush()
    assert kept.kept == ["Hello"]
    assert kept.events == ["stage", "artifact", "usage", "usage"]
    take(ToolStarted(run_id="run", call_id="c", worker="w", tool="t", title=Text.of("x")))
    await recorder.flush()
    assert kept.kept == ["Hello"]  # the text did not change, so it is not written again


async def test_words_that_come_while_others_are_written_are_written_next() -> None:
    kept = Kept()
    recorder = AnswerRecorder(message(1, MessageRole.CHARACTER, ""), "run", kept, kept)  # type: ignore[arg-type]
    write = kept.keep_answer

    async def while_more_comes(id: str, text: str, parts: object) -> None:
        await write(id, text, parts)
        if len(kept.kept) == 1:
            recorder.take(Token(run_id="run", at_s=2.0, text=" second"))

    async def fails(id: str, text: str, parts: object) -> None:
        raise AppError(Text.of("No room."))

    recorder.take(Token(run_id="run", at_s=1.0, text="first"))
    kept.keep_answer = fails  # type: ignore[method-assign]
    with pytest.raises(AppError):
        await recorder.flush()
    kept.keep_answer = while_more_comes  # type: ignore[method-assign]
    await recorder.flush()
    await recorder.flush()
    assert kept.kept == ["first", "first second"]


def test_payloads_keep_what_fits_and_say_when_they_do_not() -> None:
    assert capped({"a": 1}) == {"a": 1}
    cut = capped({"status": "completed", "rows": list(range(100_000))})
    assert size_of(cut) <= 64 * 1024
    assert cut["rows"][:3] == [0, 1, 2]
    assert plain({"path": __import__("pathlib").Path("/home/me/secret/file.wav")}) == {"path": "file.wav"}
    deep: object = "x"
    for _ in range(500):
        deep = {"d": deep}
    assert size_of(plain(deep)) < 1000


# --- forms ------------------------------------------------------------------------------------------


def form(**field: object) -> dict[str, object]:
    return {"fields": [{"key": "it", "label": Text.of("File").to_json(), "required": True, **field}]}


async def knows(id: str) -> bool:
    return id == "added"


CHOICES = [["old", Text.of("Old").to_json()]]


@pytest.mark.parametrize("choices", [[], CHOICES])
async def test_a_file_may_be_one_that_was_added_after_the_form_was_made(choices: list[object]) -> None:
    asked = form(kind="file", choices=choices)
    assert await checked_values(asked, {"it": "added"}, knows) == {"it": "added"}
    if choices:
        assert await checked_values(asked, {"it": "old"}, knows) == {"it": "old"}
    for wrong in ("never-seen", "/etc/passwd", "../added", "x" * 201):
        with pytest.raises(InputRefused):
            await checked_values(asked, {"it": wrong}, knows)


async def test_a_choice_stays_one_of_those_that_were_offered() -> None:
    for choices in (CHOICES, []):
        with pytest.raises(InputRefused):
            await checked_values(form(kind="choice", choices=choices), {"it": "added"}, knows)


def test_what_was_made_is_read_from_the_parts_of_an_answer() -> None:
    parts = {"artifacts": [{"kind": "audio", "attachment_id": "a1"}, {"kind": "job", "job_id": "j"}, "no object",
                           {"attachment_id": "a1"}, {"attachment_id": 7}, {"attachment_id": "x" * 65},
                           {"attachment_id": "a2"}]}
    assert made_files(parts) == ["a1", "a2"]
    assert made_files({}) == []
