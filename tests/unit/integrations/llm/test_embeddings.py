from __future__ import annotations

import pytest

from characoid_desktop.integrations.llm.embeddings import BATCH, MAX_TEXT, Embedder
from characoid_desktop.integrations.llm.errors import KeyRefused, ModelNotFound, NotAModelServer, ReplyCut, ServerError
from characoid_desktop.integrations.llm.retries import Retries
from tests.fakes import model_replies as replies
from tests.fakes.model_replies import as_json


def embedder(bench, server, model: str = "embed-1") -> Embedder:
    return Embedder(bench.wire(server.base_url, "sk-canary"), model, on_retry=bench._on_retry, sleep=bench.sleep,
                    retries=lambda: Retries(jitter=lambda: 0.0))


async def test_each_text_gets_its_vector_in_order(server, bench):
    texts = [f"text {n}" for n in range(3)]
    vectors = await embedder(bench, server).embed(texts)
    singles = [(await embedder(bench, server).embed([one]))[0] for one in texts]
    assert vectors == singles
    assert server.requests[0].body == {"model": "embed-1", "input": texts, "encoding_format": "float"}
    assert server.requests[0].key == "sk-canary"


async def test_many_texts_go_in_batches_and_long_ones_are_cut(server, bench):
    texts = ["x" * (MAX_TEXT + 5), "", *["y"] * (2 * BATCH)]
    assert len(await embedder(bench, server).embed(texts)) == len(texts)
    sizes = [len(r.body["input"]) for r in server.requests]
    assert sizes == [BATCH, BATCH, 2]
    assert len(server.requests[0].body["input"][0]) == MAX_TEXT
    assert server.requests[0].body["input"][1] == " ", "servers refuse an empty text"


async def test_nothing_to_do_asks_nobody(server, bench):
    assert await embedder(bench, server, "").embed([]) == []
    assert server.requests == []


async def test_no_model_is_a_clear_error(server, bench):
    with pytest.raises(ModelNotFound):
        await embedder(bench, server, "").embed(["a"])


def answered(*rows: object) -> replies.Reply:
    return as_json({"data": list(rows)})


@pytest.mark.parametrize("answer", [
    answered(), answered({"index": 0, "embedding": [1.0]}), answered({"index": 0, "embedding": [1.0]}, 7),
    answered({"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}),
    answered({"index": 0, "embedding": [1.0]}, {"index": 5, "embedding": [1.0]}),
    answered({"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}),
    answered({"index": 0, "embedding": ["1"]}, {"index": 1, "embedding": [1.0]}),
    answered({"index": 0, "embedding": [True]}, {"index": 1, "embedding": [1.0]}),
    answered({"index": 0, "embedding": []}, {"index": 1, "embedding": []}),
    answered({"index": 0, "embedding": [float("nan")]}, {"index": 1, "embedding": [1.0]}),
    answered({"index": 0, "embedding": [10**400]}, {"index": 1, "embedding": [1.0]}),
    answered({"index": 0, "embedding": [0.0] * 9000}, {"index": 1, "embedding": [0.0] * 9000}),
    as_json([]), as_json({"data": "x"}),
])
async def test_vectors_that_are_none_are_refused(server, bench, answer):
    server.everything = answer
    with pytest.raises(ReplyCut):
        await embedder(bench, server).embed(["a", "b"])


async def test_the_same_errors_and_retries_as_in_the_chat(server, bench):
    server.everything = replies.failure(500)
    with pytest.raises(ServerError):
        await embedder(bench, server).embed(["a"])
    assert bench.slept == [1.0, 2.0, 4.0]
    assert len(bench.retried) == 3
    server.everything = replies.failure(401)
    with pytest.raises(KeyRefused):
        await embedder(bench, server).embed(["a"])
    server.everything = replies.page()
    with pytest.raises(NotAModelServer):
        await embedder(bench, server).embed(["a"])


async def test_a_large_answer_is_read_outside_the_event_loop(server, bench):
    server.everything = as_json({"data": [{"index": n, "embedding": [0.5] * 3072} for n in range(BATCH)]})
    vectors = await embedder(bench, server).embed(["a"] * BATCH)
    assert len(vectors) == BATCH
    assert len(vectors[0]) == 3072
