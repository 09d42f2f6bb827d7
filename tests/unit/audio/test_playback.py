"""The player against an output that the test drives frame by frame."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

from characoid_desktop.audio import playback
from characoid_desktop.audio.devices import output_devices
from characoid_desktop.audio.playback import PcmBlock, Player, PlayerState, matched_gain_db
from characoid_desktop.core.errors import AppError
from tests.fakes.eventually import eventually
from tests.fakes.sound_output import FakeSound

RATE = 8_000


@dataclass
class CountingSource:
    """Sample n of the source has the value n × sign / 2^20, so that a test sees where it is."""

    duration_s: float = 10.0
    sign: float = 1.0
    reads: list[tuple[float, float, float]] = field(default_factory=list)
    gate: asyncio.Event | None = None
    error: AppError | None = None

    async def read(
        self, start_s: float, seconds: float, *, rate: int, channels: int, gain_db: float
    ) -> PcmBlock:
        self.reads.append((start_s, seconds, gain_db))
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        total = round(self.duration_s * rate)
        start = round(start_s * rate)
        stop = min(total, start + round(seconds * rate))
        values = array("f")
        gain = 10 ** (gain_db / 20)
        for n in range(start, stop):
            values.extend([self.sign * gain * n / 2**20] * channels)
        return PcmBlock(values.tobytes(), stop >= total)


class Bench:
    def __init__(self, sound: FakeSound, clock: SteppedClock, player: Player) -> None:
        self.sound, self.clock, self.player = sound, clock, player
        self.errors: list[AppError] = []
        player.failed.connect(self.errors.append)

    async def playing(self) -> None:
        await eventually(lambda: self.player.state is PlayerState.PLAYING)

    async def buffered(self, seconds: float = 1.9) -> None:
        await eventually(lambda: self.ring.state.buffered >= seconds * RATE or self.ring.state.ended)

    @property
    def ring(self):
        return self.player._voice.ring  # type: ignore[union-attr]

    def pull(self, frames: int) -> list[int]:
        """Let the output take frames; return the numbers of the source frames that were heard."""
        return [round(value * 2**20) for value in self.sound.stream.pull(frames)[::2]]


class SteppedClock:
    def __init__(self) -> None:
        self.value = 0.0

    def monotonic(self) -> float:
        return self.value

    def now(self):
        raise AssertionError("the player needs no date")


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    sound, clock = FakeSound(rate=RATE), SteppedClock()
    bench = Bench(sound, clock, Player(load=sound.load, clock=clock))
    yield bench
    sound.gate.set()
    await bench.player.aclose()
    assert not sound.open_streams


async def test_it_plays_from_the_start_to_the_end_without_a_hole(bench: Bench) -> None:
    source = CountingSource(duration_s=3.0)
    bench.player.load(source)
    bench.player.play()
    await bench.playing()
    heard: list[int] = []
    while len(heard) < 3 * RATE:
        await bench.buffered(0.5)
        heard += bench.pull(800)
    bench.pull(800)
    assert heard == list(range(3 * RATE))
    await eventually(lambda: bench.player.state is PlayerState.ENDED)
    assert bench.player.position_s == pytest.approx(3.0)
    assert bench.player.underruns == 0
    assert not bench.sound.open_streams


async def test_it_reads_about_two_seconds_ahead_and_no_more(bench: Bench) -> None:
    source = CountingSource(duration_s=3600.0)
    bench.player.load(source)
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    reads = len(source.reads)
    assert reads <= 5
    bench.pull(RATE)
    await eventually(lambda: len(source.reads) > reads)
    await bench.buffered()
    assert bench.ring.state.buffered <= playback.CAPACITY_S * RATE


async def test_the_stream_is_asked_for_as_the_interface_wants_it(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    settings = bench.sound.stream.settings
    assert settings["latency"] == "high"
    assert settings["dtype"] == "float32"
    assert settings["samplerate"] == RATE
    assert settings["channels"] == 2


async def test_the_position_counts_frames_that_were_played_not_silence(bench: Bench) -> None:
    source = CountingSource(duration_s=20.0, gate=asyncio.Event())
    source.gate.set()
    bench.player.load(source, position_s=1.0)
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    source.gate.clear()
    bench.pull(RATE)
    assert bench.player.position_s == pytest.approx(2.0)
    for _ in range(4):
        bench.pull(RATE)  # runs dry
    assert bench.player.underruns > 0
    stuck = bench.player.position_s
    bench.pull(RATE)
    assert bench.player.position_s == stuck
    source.gate.set()


async def test_what_waits_in_the_output_is_not_heard_yet(bench: Bench) -> None:
    bench.sound.latency_s = 0.25
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    assert bench.player.position_s == 0.0
    bench.pull(RATE)
    assert bench.player.position_s == pytest.approx(0.75)


async def test_pause_is_silent_at_once_and_play_goes_on_where_it_was(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    assert bench.pull(100) == list(range(100))
    bench.player.pause()
    assert bench.player.state is PlayerState.PAUSED
    assert bench.pull(100) == [0] * 100
    bench.player.play()
    assert bench.pull(100) == list(range(100, 200))
    assert len(bench.sound.streams) == 1


async def test_a_long_pause_gives_the_device_back_and_play_takes_it_again(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    bench.pull(RATE)
    bench.player.pause()
    await eventually(lambda: _after(bench, playback.RELEASE_AFTER_S + 1))
    assert bench.player.state is PlayerState.PAUSED
    assert bench.player.position_s == pytest.approx(1.0)
    bench.player.play()
    await bench.playing()
    assert bench.pull(3) == [RATE, RATE + 1, RATE + 2]
    assert len(bench.sound.streams) == 2


def _after(bench: Bench, seconds: float) -> bool:
    bench.clock.value += seconds
    return not bench.sound.open_streams


async def test_seek_while_playing_keeps_the_stream(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    bench.pull(100)
    bench.player.seek(5.0)
    assert bench.player.position_s == 5.0  # at once, for the playhead
    await eventually(lambda: bench.ring.state.position == 5 * RATE)
    heard = bench.pull(1000)
    assert heard[600:] == list(range(5 * RATE + 600, 5 * RATE + 1000))  # after the cross-fade
    assert len(bench.sound.streams) == 1


async def test_seek_at_rest_only_moves_the_position(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.seek(4.0)
    assert bench.player.position_s == 4.0
    assert not bench.sound.streams
    bench.player.seek(99.0)
    assert bench.player.position_s == 10.0


async def test_a_region_ends_where_it_ends(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play(start_s=2.0, end_s=2.5)
    await bench.playing()
    await bench.buffered()
    heard = bench.pull(RATE)
    assert heard[: RATE // 2] == list(range(2 * RATE, 2 * RATE + RATE // 2))
    assert not any(heard[RATE // 2:])
    await eventually(lambda: bench.player.state is PlayerState.ENDED)
    assert bench.player.position_s == pytest.approx(2.5)


async def test_switching_between_two_versions_keeps_the_position(bench: Bench) -> None:
    original, converted = CountingSource(), CountingSource(sign=-1.0)
    bench.player.load(original)
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    heard = bench.pull(RATE // 2)
    bench.player.switch(converted, gain_db=0.0)
    await eventually(lambda: converted.reads)
    await bench.buffered(1.0)
    for _ in range(4):
        await bench.buffered(0.5)
        heard += bench.pull(RATE // 4)
    turn = next(n for n, value in enumerate(heard) if value < 0)
    # The frames go on counting: no gap, no repeat, only the sign turns (the fade lies in between).
    assert [abs(v) for v in heard[turn + 300:]] == list(range(turn + 300, len(heard)))
    assert heard[: turn - 300] == list(range(turn - 300))
    assert RATE // 2 <= turn <= RATE // 2 + int((playback.SWITCH_LEAD_S + 0.1) * RATE)
    assert len(bench.sound.streams) == 1


async def test_switching_in_a_pause_is_heard_from_the_first_frame(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    bench.pull(100)
    bench.player.pause()
    converted = CountingSource(sign=-1.0)
    bench.player.switch(converted)
    await eventually(lambda: bench.ring.state.buffered == RATE // 2)
    bench.player.play()
    heard = bench.pull(600)
    assert heard[400:] == [-n for n in range(500, 700)]


async def test_the_last_of_many_switches_wins(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    last = CountingSource(sign=-1.0)
    for _ in range(10):
        bench.player.switch(CountingSource())
    bench.player.switch(last, gain_db=-6.0)
    await eventually(lambda: last.reads)
    await bench.buffered(1.0)
    bench.pull(RATE // 2)
    await bench.buffered(0.5)
    assert bench.pull(10)[0] < 0
    assert last.reads[0][2] == -6.0


async def test_a_wanted_output_that_is_gone_gives_the_systems_own(bench: Bench) -> None:
    bench.sound.known.add("Headphones")
    bench.player.set_device("Headphones")
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    assert bench.sound.stream.settings["device"] == "Headphones"
    await bench.buffered()
    bench.pull(RATE)
    bench.player.set_device("Unplugged")
    await eventually(lambda: len(bench.sound.streams) == 2)
    await bench.playing()
    assert bench.sound.stream.settings["device"] is None
    assert bench.pull(2) == [RATE, RATE + 1]


async def test_the_volume_follows_while_it_plays(bench: Bench) -> None:
    source = CountingSource()
    bench.player.load(source)
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    bench.player.set_volume(0.5)
    await eventually(lambda: source.reads[-1][2] == pytest.approx(-6.02, abs=0.01))
    await bench.buffered(1.0)
    heard = bench.pull(4000)
    assert heard[3999] == pytest.approx(2000, abs=1)
    bench.player.set_volume(0.0)
    await eventually(lambda: source.reads[-1][2] == playback.SILENT_DB)


async def test_without_an_output_there_is_a_sentence_and_no_crash(bench: Bench) -> None:
    bench.sound.no_device = True
    bench.player.load(CountingSource())
    bench.player.play()
    await eventually(lambda: bench.errors)
    assert bench.player.state is PlayerState.FAILED
    assert str(bench.errors[0]).startswith("No sound output was found.")
    bench.sound.no_device = False
    bench.player.play()
    await bench.playing()


@pytest.mark.parametrize("fault", ["start_fails", "missing_library"])
async def test_an_output_that_cannot_start_gives_the_same_sentence(bench: Bench, fault: str) -> None:
    setattr(bench.sound, fault, True)
    bench.player.load(CountingSource())
    bench.player.play()
    await eventually(lambda: bench.errors)
    assert bench.errors[0].code == "no_sound_output"


async def test_an_output_that_stops_asking_is_lost_and_the_position_kept(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    await bench.buffered()
    bench.pull(RATE)
    bench.clock.value += playback.CALLBACK_LIMIT_S + 0.1
    await eventually(lambda: bench.errors)
    assert bench.errors[0].code == "sound_output_lost"
    assert bench.player.state is PlayerState.FAILED
    assert bench.player.position_s == pytest.approx(1.0)
    bench.player.play()
    await bench.playing()
    assert bench.pull(2) == [RATE, RATE + 1]


async def test_a_slow_first_callback_is_no_loss(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    bench.clock.value += playback.CALLBACK_LIMIT_S + 1.0
    await bench.buffered()
    assert bench.player.state is PlayerState.PLAYING
    assert not bench.errors


async def test_a_dying_sound_server_is_a_sentence(bench: Bench) -> None:
    bench.player.load(CountingSource())
    bench.player.play()
    await bench.playing()
    bench.sound.stream.lose()
    await eventually(lambda: bench.errors)
    assert bench.errors[0].code == "sound_output_lost"


async def test_a_source_that_fails_says_why(bench: Bench) -> None:
    from characoid_desktop.core.i18n import Text

    source = CountingSource(error=AppError(Text.of("gone"), code="not_found"))
    bench.player.load(source)
    bench.player.play()
    await eventually(lambda: bench.errors)
    assert bench.errors[0].code == "not_found"
    assert bench.player.state is PlayerState.FAILED


async def test_loading_another_sound_while_the_output_still_opens_leaves_no_stream(bench: Bench) -> None:
    bench.sound.gate.clear()
    bench.player.load(CountingSource())
    bench.player.play()
    await eventually(lambda: bench.sound.streams)
    assert bench.player.state is PlayerState.OPENING
    bench.player.load(CountingSource(sign=-1.0))
    bench.sound.gate.set()
    await eventually(lambda: not bench.sound.open_streams)
    assert bench.player.state is PlayerState.IDLE


async def test_after_the_end_play_starts_again_from_the_beginning(bench: Bench) -> None:
    bench.player.load(CountingSource(duration_s=0.5))
    bench.player.play()
    await bench.playing()
    bench.pull(RATE)
    await eventually(lambda: bench.player.state is PlayerState.ENDED)
    bench.player.play()
    await bench.playing()
    assert bench.pull(3) == [0, 1, 2]


def test_matching_loudness_only_ever_turns_down() -> None:
    assert matched_gain_db(-14.0, -20.0) == -6.0
    assert matched_gain_db(-20.0, -14.0) == 0.0
    assert matched_gain_db(None, -14.0) == 0.0
    assert matched_gain_db(0.0, -90.0) == -24.0


async def test_outputs_are_listed_without_microphones() -> None:
    devices = await output_devices(FakeSound(rate=44_100.0).load)
    assert [(d.name, d.host, d.rate, d.is_default) for d in devices] == [
        ("Fake speakers", "Fake API", 44_100.0, True)]
    assert await output_devices(FakeSound(no_device=True).load) == ()
