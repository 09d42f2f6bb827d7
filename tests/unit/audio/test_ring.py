"""The store between reader and output."""

from __future__ import annotations

from array import array

from characoid_desktop.audio.ring import FADE_FRAMES, FrameRing


def frames(*values: float) -> bytes:
    return array("f", [value for v in values for value in (v, v)]).tobytes()


def taken(ring: FrameRing, count: int) -> tuple[list[float], int, bool]:
    out = bytearray(count * 8)
    played, over = ring.take(memoryview(out))
    block = array("f")
    block.frombytes(bytes(out))
    return list(block[::2]), played, over


def test_what_goes_in_comes_out_across_the_seam_of_the_ring() -> None:
    ring = FrameRing(2, 4)
    ring.reset(100)
    for start in range(0, 20, 3):
        assert ring.append(frames(start, start + 1, start + 2)) == 3
        values, played, over = taken(ring, 3)
        assert values == [start, start + 1, start + 2]
        assert (played, over) == (3, False)
    assert ring.state.position == 121


def test_it_takes_no_more_than_it_holds() -> None:
    ring = FrameRing(2, 3)
    assert ring.append(frames(1, 2, 3, 4)) == 3
    assert ring.append(frames(5)) == 0


def test_an_empty_ring_plays_silence_and_counts_it() -> None:
    ring = FrameRing(2, 8)
    ring.append(frames(1))
    values, played, over = taken(ring, 3)
    assert values == [1, 0, 0]
    assert (played, over) == (1, False)
    assert ring.state.underruns == 1
    assert ring.state.position == 1  # silence is not position


def test_the_end_is_over_only_when_the_last_frame_was_taken() -> None:
    ring = FrameRing(2, 8)
    ring.append(frames(1, 2))
    ring.finish()
    assert taken(ring, 1)[2] is False
    assert taken(ring, 4) == ([2, 0, 0, 0], 1, True)
    assert ring.state.underruns == 0


def test_a_splice_keeps_what_comes_before_it_and_fades_over() -> None:
    ring = FrameRing(2, 4 * FADE_FRAMES)
    ring.reset(0)
    ring.append(frames(*([1.0] * (2 * FADE_FRAMES))))
    assert ring.splice(10, frames(*([0.5] * (2 * FADE_FRAMES))), ended=False) == 2 * FADE_FRAMES
    values, _, _ = taken(ring, 10 + 2 * FADE_FRAMES)
    assert values[:10] == [1.0] * 10
    fade = values[10: 10 + FADE_FRAMES]
    assert fade == sorted(fade, reverse=True)
    assert all(0.5 <= value < 1.0 for value in fade)
    assert values[10 + FADE_FRAMES:] == [0.5] * FADE_FRAMES


def test_a_late_splice_leaves_out_what_was_played_already() -> None:
    ring = FrameRing(2, 4096)
    ring.reset(0)
    ring.append(frames(*([1.0] * 100)))
    taken(ring, 50)
    block = frames(*[float(n) for n in range(40, 90)])
    assert ring.splice(40, block, ended=True) == 50
    assert ring.state.buffered == 40
    values, _, over = taken(ring, 40)
    assert values[-1] == 89.0
    assert over


def test_a_jump_goes_on_elsewhere_at_once() -> None:
    ring = FrameRing(2, 4096)
    ring.reset(0)
    ring.append(frames(*([1.0] * 1000)))
    ring.jump(48_000, frames(*([0.25] * 600)), ended=False)
    assert ring.state.position == 48_000
    assert ring.state.buffered == 600
    values, _, _ = taken(ring, 600)
    assert values[0] > 0.9
    assert values[-1] == 0.25
