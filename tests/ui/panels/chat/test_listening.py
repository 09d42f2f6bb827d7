"""Hearing a card: one player for all, one position for each, both versions from the same place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from characoid_desktop.audio.playback import PlayerState
from characoid_desktop.core.events import Event
from characoid_desktop.ui.panels.chat.listening import CardListening
from tests.fakes.chat_bench import FakeWork


@dataclass(eq=False)
class Sound:
    name: str


class Player:
    """Keeps what it was told; stands for ``audio.playback.Player``."""

    def __init__(self) -> None:
        self.state_changed: Event[PlayerState] = Event()
        self.failed: Event[object] = Event()
        self.state = PlayerState.IDLE
        self.source: Sound | None = None
        self.position_s = 0.0
        self.gain = 0.0

    def load(self, source: Sound | None, *, gain_db: float = 0.0, position_s: float = 0.0) -> None:
        self.source, self.gain, self.position_s = source, gain_db, position_s
        self._set(PlayerState.IDLE)

    def switch(self, source: Sound, *, gain_db: float = 0.0) -> None:
        self.source, self.gain = source, gain_db

    def play(self) -> None:
        self._set(PlayerState.PLAYING)

    def pause(self) -> None:
        self._set(PlayerState.PAUSED)

    def seek(self, seconds: float) -> None:
        self.position_s = seconds

    def _set(self, state: PlayerState) -> None:
        self.state = state
        self.state_changed.emit(state)


class Work(FakeWork):
    def sound(self, job_id: str, *, original: bool):
        return Sound(f"{job_id} {'original' if original else 'result'}"), -3.0 if original else 0.0


@pytest.fixture
def player() -> Player:
    return Player()


@pytest.fixture
def heard(qapp: object, player: Player) -> Iterator[CardListening]:
    listening = CardListening(Work(), player)  # type: ignore[arg-type]
    yield listening
    listening.close()


def name(player: Player) -> str:
    return player.source.name if player.source is not None else ""


def test_play_and_pause_one_card(heard: CardListening, player: Player) -> None:
    heard.toggle("a")
    assert name(player) == "a result"
    assert heard.is_playing("a")
    assert not heard.is_playing("b")
    heard.toggle("a")
    assert not heard.is_playing("a")


def test_the_other_version_goes_on_from_the_same_place_equally_loud(heard: CardListening, player: Player) -> None:
    heard.toggle("a")
    player.position_s = 12.5
    heard.choose("a", original=True)
    assert (name(player), player.position_s, player.gain) == ("a original", 12.5, -3.0)
    assert heard.is_playing("a")
    heard.choose("a", original=False)
    assert name(player) == "a result"


def test_every_card_keeps_its_place(heard: CardListening, player: Player) -> None:
    heard.toggle("a")
    player.position_s = 7.0
    heard.toggle("b")
    assert (name(player), player.position_s) == ("b result", 0.0)
    assert heard.position("a") == 7.0
    heard.toggle("a")
    assert player.position_s == 7.0


def test_a_place_chosen_before_playing_is_where_it_begins(heard: CardListening, player: Player) -> None:
    heard.seek("a", 4.0)
    assert heard.position("a") == 4.0
    heard.toggle("a")
    assert player.position_s == 4.0


def test_a_player_that_others_use_is_not_touched(heard: CardListening, player: Player) -> None:
    heard.toggle("a")
    other = Sound("of the RVC panel")
    player.load(other)
    heard.stop()
    assert player.source is other
    heard.seek("a", 3.0)
    assert player.position_s == 0.0
