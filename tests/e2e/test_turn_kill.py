"""kill -9 in the middle of turns: nothing lost, nothing done twice, nothing done without a word, nothing paid twice.

The app is a real process with its real services and files; the model server is in this process and outlives it.
"""

import os
import random
import sys
import time

import pytest

from tests.fakes import model_replies as replies
from tests.fakes.turn_lives import Actor, Mother, ServerThread, furnish, kill_at_random, random_lanes
from tests.fakes.turn_promises import Told, broken, canary_found, saved_by

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs fork and SIGKILL"),
              pytest.mark.timeout(600)]
SEED = 20261130


@pytest.fixture(scope="module")
def server():
    with ServerThread(Actor()) as server:
        yield server


@pytest.fixture(scope="module")
def mother():
    with Mother() as mother:
        yield mother


@pytest.fixture
def house(server, mother, tmp_path):
    return House(server, mother, tmp_path)


class House:
    """One home, its lives, and what its user was told in all of them."""

    numbers = iter(range(1, 10**9))  # of turns: the server is the same for all tests

    def __init__(self, server, mother, folder):
        self.server, self.mother, self.folder = server, mother, folder
        self.server.behave(Actor())
        self.told = Told()
        self.first_request = len(server.asked)
        self.home = furnish(folder / "home", server.base_url)

    def fresh(self):
        """Move to a new home."""
        self.told = Told()
        self.home = furnish(self.folder / f"home {next(self.numbers)}", self.server.base_url)

    def turn(self, kind):
        return f"#{next(self.numbers)} {kind}"

    def live(self, *texts, **order):
        return self.mother.start(self.home, said=[list(texts)], **order)

    def die(self, *texts, **order):
        """A life that kills itself at a point; return what it said."""
        life = self.live(*texts, **order)
        assert life.died() == -9, f"it did not come to {order}: {life.heard[-4:]}"
        self.told.hear(life.heard)
        return life

    def kill(self, life):
        life.kill()
        self.told.hear(life.heard)

    def kill_when(self, life, state):
        """Kill it once an answer was seen in this state."""
        while life.hear("message")["state"] != state:
            pass
        self.kill(life)

    def look(self):
        """The next start: every promise holds. Return what there is."""
        found = self.mother.look(self.home)
        assert broken(found, self.told, self.asked()) == [], self.mother.errors()
        return found

    def asked(self):
        return self.server.asked[self.first_request:]

    def asked_in(self, text):
        return [one for one in self.asked() if one.startswith(text.removeprefix("#") + " ")]


def answer_in(found):
    """The newest answer."""
    return [row for row in found["messages"] if row["role"] == "character"][-1]


# --- at random --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_twenty_kills_at_random_moments_break_no_promise(house):
    chance = random.Random(SEED)
    house.server.behave(Actor(pace_s=0.002))
    for _ in range(20):
        lanes = random_lanes(chance, house.numbers, 3)
        life = house.mother.start(house.home, said=lanes, seed=chance.random(), answer="mixed", think_ms=[0, 400])
        kill_at_random(life, chance)
        house.told.hear(life.heard)
        found = house.look()
    assert canary_found(house.home) == []
    assert {row["state"] for row in found["messages"]} >= {"done", "interrupted"}
    assert found["done_here"]


# --- FLT-01: while the model speaks -----------------------------------------------------------------------


@pytest.mark.slow
def test_flt_01_killed_at_any_piece_of_a_reply_the_words_so_far_stay_and_nothing_is_asked_again(house):
    words = ["One ", "two ", "three."]
    reply = replies.text(*words)
    for sent in range(len(reply.steps)):
        house.server.behave(lambda request, sent=sent: reply.stalling(sent))
        text = house.turn("talk")
        life = house.live(text)
        so_far = "".join(words[:max(0, sent - 1)])  # the first piece is the role
        life.hear("said", limit_s=20)
        if so_far:
            while life.hear("kept")["text"] != so_far:
                pass
        house.kill(life)
        found = house.look()
        answer = answer_in(found)
        assert (answer["state"], answer["text"]) == ("interrupted", so_far)
        assert len(house.asked_in(text)) <= 1


def test_flt_01_trying_again_asks_once_more_and_keeps_the_first_words_beside(house):
    house.server.behave(lambda request: replies.text("Half ", "a word").stalling(2))
    text = house.turn("talk")
    life = house.live(text)
    life.hear("kept")
    house.kill(life)
    half = answer_in(house.look())
    house.server.behave(Actor())
    life = house.live(f"again {half['id']}")
    life.hear("over")
    life.kill()
    found = house.mother.look(house.home)
    first, second = [row for row in found["messages"] if row["role"] == "character"]
    assert (first["id"], first["text"], first["state"]) == (half["id"], "Half ", "interrupted")
    assert (second["parent_id"], second["state"]) == (half["parent_id"], "done")
    assert len(house.asked_in(text)) == 2


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "points"), [("both", 30), ("work", 20), ("send", 10)])
def test_flt_01_killed_before_any_write_of_a_turn_no_promise_is_broken(house, kind, points):
    life = house.live(house.turn(kind))
    writes = life.hear("over")["writes"]
    house.kill(life)
    for number in range(points):
        house.fresh()
        life = house.live(house.turn(kind), kill=1 + number * writes // points)
        life.died_or("over")  # it may write less this time
        house.kill(life)
        house.look()


# --- FLT-02: with a question on the screen ----------------------------------------------------------------


@pytest.mark.parametrize("point", ["before asking", "after asking", "before the inner stop", "after the inner stop",
                                   "before the stop"])
def test_flt_02_before_the_stop_is_on_the_disk_nothing_was_shown_and_the_turn_is_interrupted(house, point):
    text = house.turn("share")
    life = house.die(text, kill=point)
    assert life.said("shown") == []
    found = house.look()
    assert answer_in(found)["state"] == "interrupted"
    assert found["pending"] == {}
    assert found["done_here"] == []


@pytest.mark.parametrize("point", ["after the stop", "before waiting", "after waiting", "before showing",
                                   "after showing", "before answering"])
def test_flt_02_from_then_on_the_same_question_comes_back_with_a_new_nonce_and_nothing_ran(house, point):
    text = house.turn("share")
    life = house.die(text, kill=point)
    before = {told["shown"]: told["nonce"] for told in life.said("shown")}
    found = house.look()  # looks at the same arguments and another nonce for all that was shown
    assert (answer_in(found)["state"], len(found["pending"]), found["done_here"]) == ("waiting", 1, [])
    assert found["pending"].items().isdisjoint(before.items())
    house.kill_when(house.live(), "done")
    assert len(saved_by(house.look(), text.split()[0][1:])) == 1
    assert len(house.asked_in(text)) == 2  # one for each step


# --- FLT-03: between the click and the effect -------------------------------------------------------------


@pytest.mark.slow
def test_flt_03_killed_after_a_click_it_is_done_once_or_asked_again_and_the_outcome_is_there(house):
    chance = random.Random(SEED)
    outcomes = set()
    for _ in range(16):
        text = house.turn("share")
        life = house.live(text)
        life.hear("clicked")
        time.sleep(chance.uniform(0.0, 0.09))  # the moment of the kill
        house.kill(life)
        found = house.look()
        state, done = answer_in(found)["state"], saved_by(found, text.split()[0][1:])
        assert (state, len(done)) in {("waiting", 0), ("done", 1), ("interrupted", 1), ("interrupted", 0)}
        if state == "interrupted" and done:
            assert "Remembering" in answer_in(found)["parts"]
        outcomes.add((state, len(done)))
        if state == "waiting":
            house.kill_when(house.live(), "done")
    assert ("done", 1) in outcomes


@pytest.mark.parametrize(("point", "done"), [("after answering", 1), ("before the effect", 1), ("in the effect", 1)])
def test_flt_03_what_was_allowed_and_not_done_is_done_after_the_restart(house, point, done):
    text = house.turn("share")
    house.die(text, kill=point)
    found = house.look()
    assert (answer_in(found)["state"], len(found["done_here"])) == ("done", done)


# --- FLT-04: between the effect and the checkpoint --------------------------------------------------------


def test_flt_04_an_effect_whose_checkpoint_is_missing_is_answered_by_the_ledger(house):
    text = house.turn("share")
    house.die(text, kill="after the effect")
    found = house.look()
    assert answer_in(found)["state"] == "done"
    assert len(found["done_here"]) == 1
    assert [row["outcome"] for row in found["audit"]] == ["ok"]
    assert len(house.asked_in(text)) == 2


def test_flt_04_an_effect_that_nobody_was_asked_about_is_told_and_not_repeated(house):
    house.die(house.turn("save"), kill="after the effect")
    found = house.look()
    answer = answer_in(found)
    assert answer["state"] == "interrupted"
    assert "Remembering" in answer["parts"]
    assert len(found["done_here"]) == 1


# --- FLT-05: outside of our transactions ------------------------------------------------------------------


def test_flt_05_what_was_sent_when_the_app_died_is_unknown_and_never_sent_again(house):
    text = house.turn("send")
    house.die(text, kill="sent")
    found = house.look()
    assert found["outbox"] == [f"letter {text.split()[0][1:]}"]
    assert [(row["tool"], row["state"]) for row in found["effects"]] == [("send_out", "unknown")]
    assert [row["outcome"] for row in found["audit"]] == ["unknown"]
    told = house.server.server.chats[-1].said("tool")
    assert "not known" in told  # by the model, which goes on with that


@pytest.mark.parametrize(("point", "files"), [("before the file", 0), ("the file is half in place", 0),
                                              ("the file is in place", 1)])
def test_flt_05_a_file_is_there_whole_or_not_at_all(house, point, files):
    house.kill_when(house.live(house.turn("talk")), "done")
    text = house.turn("export")
    house.die(text, kill=point)
    found = house.look()
    answer = answer_in(found)
    assert answer["state"] == "interrupted"
    assert "unknown_outcome" in answer["parts"]
    exports = house.home / "data" / "exports"
    there = [name for name in os.listdir(exports) if not name.startswith(".")] if exports.exists() else []
    assert len(there) == files
    for name in there:
        assert text in (exports / name).read_text("utf-8")
