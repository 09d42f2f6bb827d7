"""Words and meaning in one order: how good, measured on questions that its one number was not chosen by.

    python benchmarks/fusion.py [--rounds 10]

The questions of the recall set (tests/data/recall) are split in two at random; on one half the part of words is chosen
(the best mean reciprocal rank over all models), on the other the order is judged, both ways round, ``rounds`` times.
Beside it: each side alone, reciprocal rank fusion with the constants 5 and 60, and the part that the app has. The
models are stand-ins (no embedding model comes with the project): one that knows words only, one that knows what
questions of meaning mean, a good and a fair one with noise of their own, and one that answers by chance.

Exit code 1 where, of all questions, the app's order has fewer hits among the first three or five than the better side
alone, or more than two fewer at the first place, with any model but chance.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import math
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from characoid_desktop.core import fusion
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.keyword import Keywords, Ranked
from characoid_desktop.features.knowledge.models import WORKSPACE, KnowledgeQuery, NewVector
from characoid_desktop.features.knowledge.store import DEPTH, PassageStore
from characoid_desktop.features.knowledge.vectors import VectorIndex
from tests.fakes.knowledge_bench import StandInEmbedder
from tests.unit.features.knowledge.test_recall import PASSAGES, QUESTIONS, Knowing, filled

PARTS = [n / 20 for n in range(6, 20)]
ASKED = [one for one in QUESTIONS if one["kind"] in ("shared", "meaning")]
TEXTS = {one["id"]: one["text"] for one in PASSAGES}

Order = Callable[["Question"], list[int]]
Figures = tuple[float, float, float, float]  # hits at 1, 3 and 5, mean reciprocal rank


class Noisy(StandInEmbedder):
    """Near the words by ``own``, near the answer by ``answer``, else noise of the text's own."""

    def __init__(self, name: str, own: float, answer: float, noise: float) -> None:
        super().__init__(dim=384, model=f"http://127.0.0.1|{name}")
        self._parts = (own, answer, noise)
        self._answers = {one["question"]: TEXTS[one["answers"][0]] for one in ASKED}

    def _vector(self, text: str) -> list[float]:
        own, answer, noise = self._parts
        chance = random.Random(hashlib.sha256((self.model + text).encode()).digest())
        drawn = [chance.gauss(0, 1) for _ in range(self.dim)]
        length = math.sqrt(sum(value * value for value in drawn))
        near = super()._vector(self._answers[text]) if text in self._answers else [0.0] * self.dim
        return [own * a + answer * b + noise * c / length
                for a, b, c in zip(super()._vector(text), near, drawn, strict=True)]


MODELS = {"words": StandInEmbedder(384), "meanings": Knowing(), "good": Noisy("good", 0.8, 0.5, 0.5),
          "fair": Noisy("fair", 0.8, 0.25, 1.0), "chance": Noisy("chance", 0.0, 0.0, 1.0)}


@dataclass
class Question:
    answers: frozenset[int]
    ranked: Ranked
    near: dict[str, Sequence[tuple[int, float]]] = field(default_factory=dict[str, Any])


async def measured(folder: Path) -> list[Question]:
    database = await Database.open(folder / "recall.sqlite3", folder / "backups", SystemClock())
    await filled(database, PassageStore(database))
    rows = await database.read_all("SELECT seq, document_id FROM passages")
    number = {row["document_id"]: row["seq"] for row in rows}
    keywords, questions = Keywords(database), list[Question]()
    for one in ASKED:
        ranked = await keywords.ranked(KnowledgeQuery("a", one["question"]), DEPTH)
        questions.append(Question(frozenset(number[id] for id in one["answers"]), ranked))
    for name, model in MODELS.items():
        store, index = PassageStore(database, lambda model=model: model), VectorIndex(database)
        while pending := await store.pending_vectors(model.model, 64):
            vectors = await model.embed([one.text for one in pending])
            await store.put_vectors(
                model.model, [NewVector(one.seq, vector) for one, vector in zip(pending, vectors, strict=True)])
        for one, question in zip(ASKED, questions, strict=True):
            [vector] = await model.embed([one["question"]])
            question.near[name] = (await index.nearest(WORKSPACE, "a", model.model, vector, DEPTH)).ranked
    await database.aclose()
    return questions


def by_words(question: Question) -> list[int]:
    return [seq for seq, _ in question.ranked.scored]


def by_meaning(model: str) -> Order:
    return lambda question: [seq for seq, _ in question.near[model]]


def by_ranks(model: str, constant: int) -> Order:
    def order(question: Question) -> list[int]:
        worth: dict[int, float] = {}
        for one in (question.ranked.scored, question.near[model]):
            for rank, (seq, _) in enumerate(one, 1):
                worth[seq] = worth.get(seq, 0.0) + 1 / (constant + rank)
        return sorted(worth, key=lambda seq: -worth[seq])

    return order


def ours(model: str, part: float) -> Order:
    def order(question: Question) -> list[int]:
        words = fusion.by_words(question.ranked.scored, question.ranked.coverage)
        return [seq for seq, _ in fusion.combined(words, fusion.by_meaning(question.near[model]), part)]

    return order


def figures(order: Order, questions: Sequence[Question]) -> Figures:
    places = [next((n for n, seq in enumerate(order(one), 1) if seq in one.answers), 0) for one in questions]
    first, third, fifth = (float(sum(0 < place <= most for place in places)) for most in (1, 3, 5))
    return first, third, fifth, sum(1 / place for place in places if 0 < place <= 10) / len(places)


def held_out(questions: Sequence[Question], rounds: int) -> tuple[dict[str, Figures], list[float]]:
    """Return the mean figures of the halves that the part was not chosen by, both halves together, and the parts."""
    sums = {model: [0.0] * 4 for model in MODELS}
    parts: list[float] = []
    for seed in range(rounds):
        mixed = random.Random(seed).sample(list(questions), len(questions))
        halves = mixed[::2], mixed[1::2]
        for chosen_by, judged_by in (halves, halves[::-1]):
            part = max(PARTS, key=lambda part: sum(
                figures(ours(model, part), chosen_by)[3] for model in MODELS if model != "chance"))
            parts.append(part)
            for model, total in sums.items():
                got = figures(ours(model, part), judged_by)
                share = len(judged_by) / len(questions)
                for n, value in enumerate((*got[:3], got[3] * share)):
                    total[n] += value / rounds
    return {model: (total[0], total[1], total[2], total[3]) for model, total in sums.items()}, parts


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        questions = asyncio.run(measured(Path(folder)))
    good = True

    def row(name: str, got: Figures) -> Figures:
        print(f"  {name:<24} {got[0]:5.1f} {got[1]:5.1f} {got[2]:5.1f}   {got[3]:.3f}")
        return got

    outside, parts = held_out(questions, rounds)
    print(f"{len(questions)} questions: hits at 1, 3, 5, mean reciprocal rank")
    for model in MODELS:
        print(model)
        alone = (row("words alone", figures(by_words, questions)),
                 row("meaning alone", figures(by_meaning(model), questions)))
        for constant in (5, 60):
            row(f"reciprocal ranks, {constant}", figures(by_ranks(model, constant), questions))
        got = row(f"ours, part {fusion.WORDS}", figures(ours(model, fusion.WORDS), questions))
        row("ours, held out", outside[model])
        best = [max(pair) for pair in zip(*alone, strict=True)]
        if model != "chance" and (got[0] < best[0] - 2 or got[1] < best[1] or got[2] < best[2]):
            good = False
            print("  MISSED")
    print("parts chosen by the halves:", ", ".join(f"{part:g}" for part in sorted(set(parts))))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
