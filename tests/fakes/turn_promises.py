"""What holds after every kill of the app, checked against everything its user was ever told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.fakes.turn_lives import facts_of

Json = dict[str, Any]
CANARY = "sk-canary-9f27c1d4e6b8"  # the key of every life; must be found nowhere
ENDS = ("done", "interrupted", "waiting")  # of an answer, where nobody cancelled and the server was well
OVER = ("done", "interrupted")


class Told:
    """What the user knows from all lives so far: each has to be true for ever."""

    def __init__(self) -> None:
        self.questions: dict[str, str] = {}  # message id → text
        self.answers: dict[str, tuple[str, str]] = {}  # message id → (state, text) of those that are over
        self.decisions: dict[str, str] = {}  # approval id → approved or denied
        self.kept: dict[str, str] = {}  # message id → words that were on the disk
        self.on_screen: dict[str, tuple[str, str]] = {}  # approval id → (nonce, digest) at the last kill, not clicked
        self.waited: set[str] = set()  # answers of turns that were seen to wait

    def hear(self, heard: Iterable[Mapping[str, Any]]) -> None:
        """Take in the whole of one life."""
        self.on_screen.clear()
        for told in heard:
            if "said" in told and not told["text"].startswith("again "):
                self.questions[told["said"]] = told["text"]
            elif "message" in told:
                (self.waited.add if told["state"] == "waiting" else self.waited.discard)(told["message"])
                if told["state"] in OVER:
                    self.answers[told["message"]] = (told["state"], told["text"])
                self.kept[told["message"]] = told["text"]
            elif "kept" in told:
                self.kept[told["kept"]] = told["text"]
            elif "shown" in told:
                self.on_screen[told["shown"]] = (told["nonce"], told["digest"])
            elif "clicked" in told:
                self.on_screen.pop(told["clicked"], None)
            elif "decided" in told:
                self.decisions[told["decided"]] = told["state"]


def broken(found: Json, told: Told, asked: Sequence[str]) -> list[str]:
    """Return every promise that does not hold; ``asked`` are the requests the model server ever got."""
    return [*_intact(found), *_nothing_lost(found, told), *_one_end(found), *_effects(found), *_confirmed(found, told),
            *_asked_once(asked)]


def _intact(found: Json) -> list[str]:
    return [] if set(found["integrity"]) == {"ok"} else [f"I1: {found['integrity']}"]


def _nothing_lost(found: Json, told: Told) -> list[str]:
    messages = {row["id"]: row for row in found["messages"]}
    out: list[str] = []
    for id, text in told.questions.items():
        if id not in messages or messages[id]["text"] != text:
            out.append(f"I2: the question “{text}” is lost")
    for id, (state, text) in told.answers.items():
        now = messages.get(id, {})
        if (now.get("state"), now.get("text")) != (state, text):
            out.append(f"I2: the answer “{text}” ({state}) is {now.get('state')} “{now.get('text')}”")
    for id, text in told.kept.items():
        if not messages.get(id, {}).get("text", "").startswith(text):
            out.append(f"I2: of the kept words “{text}” there are “{messages.get(id, {}).get('text')}”")
    return out


def _one_end(found: Json) -> list[str]:
    """I3, and that run, answer and question agree."""
    runs = {row["id"]: row for row in found["runs"]}
    answers: dict[str, list[Json]] = {}
    for row in found["messages"]:
        if row["role"] == "character":
            answers.setdefault(row["parent_id"], []).append(row)
    out: list[str] = []
    for row in found["messages"]:
        if row["role"] != "user":
            continue
        ends = [one["state"] for one in answers.get(row["id"], ())]
        if len(ends) != 1 or ends[0] not in ENDS:
            out.append(f"I3: “{row['text']}” has {ends}")
            continue
        answer = answers[row["id"]][0]
        state = runs.get(answer["run_id"], {}).get("state")
        fits = {"done": ("completed",), "interrupted": ("interrupted",), "waiting": ("waiting_approval",)}
        if state not in fits[answer["state"]]:
            out.append(f"I3: “{row['text']}” is {answer['state']}, its turn {state}")
        if answer["state"] == "interrupted" and not json.loads(answer["parts"]).get("error", {}).get("safe"):
            out.append(f"I3: “{row['text']}” was interrupted and does not say what is safe")
    threads = {f"{run['persona_id']}:{run['conversation_id']}" for run in runs.values()
               if run["state"].startswith("waiting")}
    if set(found["threads"]) != threads:
        out.append(f"I3: checkpoints of {found['threads']}, waiting are {sorted(threads)}")
    return out


def _effects(found: Json) -> list[str]:
    """I4: each effect once, in all three books, and none without a person's word where one is needed."""
    out: list[str] = []
    done = Counter((row["run_id"], row["text"]) for row in found["done_here"])
    texts = Counter(row["text"] for row in found["done_here"])
    out += [f"I4: “{text}” was done {times} times" for text, times in texts.items() if times != 1]
    remembered = Counter(row["text"] for row in found["memories"])
    if remembered != texts:
        out.append(f"I4: done {texts - remembered} are not there, there {remembered - texts} were not done")
    asked = {row["id"]: row for row in found["approvals"]}
    used = {(row["run_id"], json.loads(row["arguments"])["text"]): row for row in asked.values()
            if row["state"] == "used"}
    for run_id, text in done:
        if _is_shared(text) and (run_id, text) not in used:
            out.append(f"I4: “{text}” was done without a person's word")
    for key, row in used.items():
        if row["tool"] == "save_workspace_memory" and done[key] != 1:
            out.append(f"I4: the word for “{key[1]}” was used, and it was done {done[key]} times")
    for text, times in Counter(found["outbox"]).items():
        if times != 1:
            out.append(f"I4: “{text}” was sent {times} times")
    books = Counter(row["run_id"] for row in found["effects"]
                    if row["state"] == "done" and row["tool"].startswith("save_")
                    and json.loads(row["outcome"])["outcome"] == "ok")
    written = Counter(row["run_id"] for row in found["audit"]
                      if row["outcome"] == "ok" and row["tool"].startswith("save_"))
    by_run = Counter(row["run_id"] for row in found["done_here"])
    if not books == written == by_run:
        out.append(f"I4: done {by_run}, the ledger says {books}, the audit {written}")
    return out


def _is_shared(text: str) -> bool:
    return text.endswith(" shared")


def _confirmed(found: Json, told: Told) -> list[str]:
    out: list[str] = []
    now = {row["id"]: row for row in found["approvals"]}
    open_runs = {row["id"] for row in found["runs"] if row["state"] == "waiting_approval"}
    for id, state in told.decisions.items():
        row = now.get(id, {})
        if state == "denied" and row.get("state") != "denied":
            out.append(f"I4: no was said to {id}, it is {row.get('state')}")
        if state == "approved" and row.get("state") not in ("approved", "used", "void"):
            out.append(f"I4: yes was said to {id}, it is {row.get('state')}")
    for id, (nonce, digest) in told.on_screen.items():
        row = now.get(id, {})
        if row.get("state") != "pending" or row.get("digest") != digest or found["pending"].get(id) in (None, nonce):
            out.append(f"the question {id} that was on the screen is {row.get('state')}")
    asked = {row["run_id"] for row in now.values() if row["state"] == "pending"}
    out += [f"turn {run} waits for nothing" for run in open_runs - asked]
    for row in now.values():
        if row["state"] == "pending" and row["run_id"] not in open_runs:
            out.append(f"a question waits whose turn does not: {row['id']}")
    return out


def _asked_once(asked: Sequence[str]) -> list[str]:
    """No request goes out a second time by itself: it may have been paid for."""
    return [f"“{one}” was asked {times} times" for one, times in Counter(asked).items() if times > 1]


def canary_found(home: Path, canary: str = CANARY) -> list[str]:
    """Return the files of a home that hold the canary (I9)."""
    return [str(path.relative_to(home)) for path in home.rglob("*")
            if path.is_file() and canary.encode() in path.read_bytes()]


def saved_by(found: Json, number: int | str) -> list[str]:
    """What of the facts of one turn was saved, in order."""
    return [row["text"] for row in found["done_here"] if row["text"].split()[1] == str(number)]


def facts(number: int | str, kind: str) -> list[str]:
    return list(facts_of(str(number), kind))
