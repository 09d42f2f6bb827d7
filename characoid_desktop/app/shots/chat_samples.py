"""Conversations as people have them, for the pictures of the chat: written into the record, and turns at work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    InputNeeded,
    Reasoning,
    RunEnded,
    RunStarted,
    Stage,
    Stalled,
    Token,
    ToolEnded,
    ToolStarted,
    Usage,
)
from characoid_desktop.agents.runtime.models import FormField, InputForm
from characoid_desktop.app.container import Container
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import Conversation, Message, MessageState

SONG = "周六歌回的准备"
QUESTION = "用你的声音翻唱这首，副歌升两个 key 会不会太高？"
ANSWER = "升两个 key 之后副歌最高是 **E5**。我的舒适上限记的是 `F5`，所以唱得到，不过第二遍副歌的长音会有点紧。"
SECOND = "可以！顺便写两句开场白，要提到周六晚上八点"
BEGINNING = "大家晚上好，这里是美佳~这周六晚上八点的歌回，我准备了一首一直不敢唱的"
THOUGHT = "She wants two sentences, warm, with the time in them."

ZOO = """# 歌回の準備

升两个 key 之后副歌最高是 **E5**。*大丈夫*, it fits: `F5` is the limit. [来源的说明](https://example.org/range?key=2)

- 先唱一遍低的
- then the higher one
  - 二回目は短く
- [x] 暖声
- [ ] 喝水

1. 开场白
2. 星屑ロード

> 第二遍副歌的长音不要连唱两遍。

| 段落 | 最高音 | 舒服 |
|---|:-:|--:|
| A メロ | C5 | ✓ |
| 副歌 | E5 | 勉强 |

```python
def shifted(hz: float, semitones: int) -> float:
    return hz * 2 ** (semitones / 12)  # twelve steps to the octave, however long this line may become in the end
```

![封面](https://example.org/cover.png) <b>不是标签</b> \u202eこれは隠せない\u202c

---

これで全部です。
"""

EARLIER = (("开场白要不要改短一点", "昨晚的版本更好，前两句留下就够了。"),
           ("弹幕常见问题整理", "整理好了：一共六类，最多的是问歌单的。"),
           ("耐久配信的休息提醒", "记下了：每五十分钟提醒一次，喝水、站起来、看远处。"))


async def fresh(services: Container, title: str) -> Conversation:
    """Begin a conversation anew; one with this title from the picture before goes."""
    persona = services.personas.current.id
    for old in await services.conversations.list(persona):
        if old.title == title:
            await services.conversations.delete(old.id)
    return await services.conversations.create(persona, title)


async def write_earlier(services: Container) -> None:
    """Write a few conversations for the list, once."""
    known = {one.title for one in await services.conversations.list(services.personas.current.id)}
    for title, answer in EARLIER:
        if title not in known:
            made = await services.conversations.create(services.personas.current.id, title)
            await said(services, made, title, answer)


async def said(
    services: Container, talk: Conversation, question: str, answer: str, *, state: MessageState = MessageState.DONE,
    parts: Mapping[str, Any] | None = None, run_id: str | None = None,
) -> Message:
    """Write a question and its answer and return the answer."""
    asked = await services.conversations.add_user(talk.id, question)
    begun = await services.conversations.begin_answer(talk.id, asked.id, run_id)
    return await services.conversations.finish_answer(begun.id, state, answer, parts or {}, {})


class Turn:
    """A turn whose events the picture writes; nothing behind it runs."""

    def __init__(self, services: Container, talk: Conversation) -> None:
        self._services, self._talk = services, talk
        self.id = uuid4().hex
        self.answer: Message | None = None
        self._at_s = 0.0

    async def begin(self, question: str) -> None:
        conversations = self._services.conversations
        asked = await conversations.add_user(self._talk.id, question)
        self.answer = await conversations.begin_answer(self._talk.id, asked.id, self.id)
        self._emit(RunStarted(run_id=self.id, persona_id=self._talk.persona_id, conversation_id=self._talk.id,
                              message_id=asked.id, answer_id=self.answer.id))

    def _emit(self, event: AgentEvent) -> None:
        self._services.agents.loop.events.emit(event)

    def work(self) -> None:
        """The steps of the reference picture."""
        self._emit(Stage(run_id=self.id, at_s=0, node="persona_supervisor", worker="persona_supervisor",
                         text=Text.literal("拆分任务，交给 RVC 与知识")))
        self._emit(Usage(run_id=self.id, at_s=0.8, worker="persona_supervisor", model="qwen3-8b", prompt_tokens=590,
                         completion_tokens=108))
        self._at_s = 0.8
        for number, (worker, tool, words, seconds, arguments) in enumerate((
            ("knowledge_worker", "search_persona_knowledge", "检索“音域” · 命中 2 段", 0.3, {
                "query": "音域", "limit": 5}),
            ("rvc_worker", "separate_rvc_vocals", "分离人声 · 本机 CPU", 112.0, {
                "attachment_id": "9f2c", "session_id": "chat:default"}),
            ("rvc_worker", "convert_audio_with_rvc", "转换为 mika_v2_40k · +2 半音", 141.0, {
                "model_id": "mika_v2_40k", "pitch": 2, "format": "flac", "token": "not-for-your-eyes"}),
            ("rvc_worker", "mix_rvc_instrumental", "混音并对齐 · −14 LUFS", 11.0, {"vocal_gain_db": -1.5}),
        )):
            self.tool(str(number), worker, tool, words, seconds, arguments)

    def tool(
        self, call: str, worker: str, tool: str, words: str, seconds: float, arguments: Mapping[str, Any],
    ) -> None:
        self._emit(ToolStarted(run_id=self.id, at_s=self._at_s, call_id=call, worker=worker, tool=tool,
                               title=Text.literal(words), arguments=arguments))
        self._at_s += seconds
        self._emit(ToolEnded(run_id=self.id, at_s=self._at_s, call_id=call, worker=worker, tool=tool, outcome="ok",
                             seconds=seconds))

    def think(self) -> None:
        self._emit(Reasoning(run_id=self.id, at_s=self._at_s, text=THOUGHT))
        self._at_s += 3.0

    def say(self, text: str) -> None:
        self._emit(Token(run_id=self.id, at_s=self._at_s, text=text))

    def stall(self) -> None:
        self._emit(Stalled(run_id=self.id, at_s=self._at_s, seconds=20.0))

    async def ask(self, form: InputForm) -> None:
        """The turn waits for missing input."""
        self._emit(InputNeeded(run_id=self.id, at_s=self._at_s, worker=form.worker, form=form.to_json()))
        await self.end(MessageState.WAITING, "", {"form": form.to_json()}, "waiting_input")

    async def end(self, state: MessageState, text: str, parts: Mapping[str, Any] | None = None,
                  run_state: str = "completed") -> None:
        assert self.answer is not None
        await self._services.conversations.finish_answer(self.answer.id, state, text, parts or {}, {})
        self._emit(RunEnded(run_id=self.id, at_s=self._at_s, state=run_state))


def form() -> InputForm:
    """What a worker asks before it converts."""
    def choice(key: str, label: Text, values: Mapping[str, str], *, required: bool = True) -> FormField:
        return FormField(key, label.to_json(), "choice",
                         tuple((value, Text.literal(words).to_json()) for value, words in values.items()),
                         required=required)

    return InputForm(
        "rvc_worker", "convert_audio_with_rvc", Text.of("What is missing for the conversion?").to_json(), (
            choice("model_id", Text.of("Voice"), {"a": "Mika v2 · 40 kHz", "b": "Orin"}),
            FormField("pitch", Text.of("Key").to_json(), "number", minimum=-24, maximum=24, required=False),
            FormField("attachment_id", Text.of("File").to_json(), "file"),
            FormField("note", Text.of("Title").to_json(), "text", default="星屑ロード")))


def card(job_id: str, name: str) -> dict[str, Any]:
    """The public result of a conversion that was started."""
    return {
        "worker": "rvc_worker", "specialist": "rvc_worker", "status": "accepted", "answer": "",
        "answer_text": Text.of("“{name}” is being converted.", name=name).to_json(),
        "evidence": [{"kind": "rvc_task", "task_id": job_id}], "error": None}
