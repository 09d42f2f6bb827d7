"""What can be done without a model: the examples of the help answer, and which of them work in this app."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.graph.plans import plan_for
from characoid_desktop.agents.offline.intents import ROUTES

SHOWN: Final = (
    "rvc.convert", "rvc.presets", "rvc.cancel", "rvc.separate", "memory.save", "memory.recall", "memory.forget",
    "profile.rename", "profile.update", "profile.export", "knowledge.search", "knowledge.web", "document.import",
    "voice.speak", "voice.transcribe", "live2d.list", "config.change", "config.list",
)
"""In the order of the help answer; each has its line in the phrase tables."""

EXAMPLES: Final = 3  # of an answer to what was not understood


def able_intents(specs: Iterable[ToolSpec]) -> frozenset[str]:
    """Return the intents all of whose tools are there; a tool whose feature is not built yet does not count."""
    ready = {spec.name for spec in specs if getattr(spec.tool, "ready", True)}
    return frozenset(intent for intent in ROUTES if _tools(intent) and _tools(intent) <= ready)


def _tools(intent: str) -> frozenset[str]:
    route = ROUTES[intent]
    plan = plan_for(route.worker, route.task_type)
    if plan is None:
        return frozenset()
    options = {key: value for key, value in route.options.items() if key in (plan.chosen_by, "scope")}
    return frozenset(name for tool in plan.ways.get(plan.way(options), ()) for name in tool.split(" | ")[:1])


def allowed_abilities(workers: Collection[str], able: Collection[str] | None) -> list[str]:
    """Return what may be shown: abilities of ``workers`` only, and only those that work (None: all of them)."""
    return [intent for intent in SHOWN
            if ROUTES[intent].worker in workers and (able is None or intent in able)]


def examples(abilities: list[str]) -> list[str]:
    """Return EXAMPLES abilities of different kinds, in order."""
    chosen: list[str] = []
    for intent in abilities:
        kind = intent.partition(".")[0]
        if all(one.partition(".")[0] != kind for one in chosen):
            chosen.append(intent)
    more = [intent for intent in abilities if intent not in chosen]
    return sorted([*chosen, *more][:EXAMPLES], key=SHOWN.index)
