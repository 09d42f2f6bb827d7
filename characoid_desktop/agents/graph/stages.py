"""The words of the timeline for each step of the graph."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from characoid_desktop.agents.runtime.events import Stage
from characoid_desktop.agents.runtime.turn import Turn
from characoid_desktop.core.i18n import Text

DIRECT_LABELS: Final[Mapping[str, str]] = MappingProxyType({
    "knowledge_worker": "正在检索知识…", "memory_worker": "正在查看记忆…", "document_worker": "正在处理文档…",
    "profile_worker": "正在查看人设…", "voice_worker": "正在处理语音…", "rvc_worker": "正在分析请求…",
    "live2d_worker": "正在查看 Live2D…", "config_worker": "正在查看配置…",
})
"""The contract's words on the old intent path; what is shown is :func:`direct`."""

_WORKING: Final[Mapping[str, Text]] = MappingProxyType({
    "knowledge_worker": Text.of("Looking through the knowledge…"),
    "memory_worker": Text.of("Looking at the memories…"),
    "document_worker": Text.of("Working on the documents…"),
    "profile_worker": Text.of("Working on the profile…"),
    "voice_worker": Text.of("Working on the voice…"),
    "rvc_worker": Text.of("Working on the voice conversion…"),
    "live2d_worker": Text.of("Looking at Live2D…"),
    "config_worker": Text.of("Looking at the settings…"),
})

_DONE: Final[Mapping[str, Text]] = MappingProxyType({
    "knowledge_worker": Text.of("The knowledge was searched"),
    "memory_worker": Text.of("The memories are done, putting the answer together…"),
    "document_worker": Text.of("The documents are done, putting the answer together…"),
    "profile_worker": Text.of("The profile is done, putting the answer together…"),
    "voice_worker": Text.of("The voice step is done, putting the answer together…"),
    "rvc_worker": Text.of("The voice conversion step is done, putting the answer together…"),
    "live2d_worker": Text.of("Live2D is done, putting the answer together…"),
    "config_worker": Text.of("The settings are done, putting the answer together…"),
})


def working(worker: str) -> Text:
    return _WORKING[worker]


def done(worker: str) -> Text:
    return _DONE[worker]


def direct(worker: str) -> Text:
    return Text.of("Looking at the request…") if worker == "rvc_worker" else _WORKING[worker]


def thinking() -> Text:
    return Text.of("Thinking…")


def handing_over() -> Text:
    return Text.of("Checking the task")


def emit_stage(turn: Turn, worker: str, text: Text, node: str = "") -> None:
    """Put a step on the timeline; ``node`` is the graph's node where it is not the worker itself."""
    turn.emit(Stage(run_id=turn.ids.run_id, at_s=turn.clock_s(), node=node or worker, worker=worker, text=text))
