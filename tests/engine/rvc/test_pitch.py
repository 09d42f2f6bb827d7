"""Pitch curves: conversions, smoothing, keys, and the models behind them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.audio.source import open_audio
from engine.errors import EngineError
from engine.rvc import f0, pitch
from engine.rvc.f0.swift import to_10_ms
from engine.rvc.signal import Part, Signal
from engine.rvc.tracking import PAD_FRAMES, Curve, track
from tests.fakes.rvc_library import sung, write
from tests.fakes.tones import cents, vowel


def no_check() -> None:
    pass


def test_classes_run_from_1_to_255_over_50_to_1100_hz() -> None:
    hz = np.array([0.0, 30.0, 50.0, 1100.0, 3000.0])
    assert pitch.coarse(hz).tolist() == [1, 1, 1, 255, 255]
    rising = pitch.coarse(np.geomspace(50, 1100, 5000))
    assert (np.diff(rising) >= 0).all()
    assert set(rising.tolist()) == set(range(1, 256))


def test_classes_are_those_of_the_published_formula() -> None:
    hz = np.array([55.0, 110.0, 220.0, 440.0, 880.0])
    low, high = 1127 * np.log(1 + 50 / 700), 1127 * np.log(1 + 1100 / 700)
    expected = np.rint((1127 * np.log(1 + hz / 700) - low) * 254 / (high - low) + 1)
    assert pitch.coarse(hz).tolist() == expected.tolist()


def test_shifting_by_semitones_leaves_what_has_no_voice() -> None:
    assert pitch.shifted(np.array([0.0, 220.0], np.float32), 12).tolist() == [0.0, 440.0]


def test_a_median_mends_a_frame_that_jumped_and_nothing_below_a_radius_of_3() -> None:
    hz = np.array([200, 200, 400, 200, 200, 0, 0, 0], np.float32)
    assert pitch.smoothed(hz, 3).tolist() == [200, 200, 200, 200, 200, 0, 0, 0]
    assert pitch.smoothed(hz, 2) is hz


def test_the_key_brings_the_median_to_the_target_in_whole_semitones() -> None:
    assert pitch.key_for(110.0, 220.0) == 12
    assert pitch.key_for(220.0, 165.0) == -5
    assert pitch.key_for(None, 220.0) == 0
    assert pitch.median_hz(np.array([0.0] * 50 + [200.0] * 5)) is None


def test_between_frames_of_16_ms_pitch_moves_evenly_and_never_through_an_octave_error() -> None:
    hz = np.array([200.0, 220.0, 440.0, 440.0, 440.0])
    made = to_10_ms(hz, np.ones(5, bool), 8)
    assert cents(made[1], 200.0) == pytest.approx(cents(220.0, 200.0) * 0.625, abs=0.01)
    octave = made[2:4]  # at 20 and 30 ms, on the way from 220 to 440 Hz
    assert set(np.round(octave).tolist()) <= {220.0, 440.0}


def test_a_frame_without_voice_pulls_no_neighbour() -> None:
    made = to_10_ms(np.array([200.0, 900.0, 300.0]), np.array([True, False, True]), 5)
    assert made.tolist() == [200.0, 0.0, 0.0, 300.0, 300.0]


@pytest.mark.parametrize("hz", [90.0, 147.0, 200.0])
def test_swift_hears_a_sung_vowel_within_ten_cents(hz: float) -> None:
    wave = vowel(hz, 1.0, 16000)[:, 0]
    found = f0.load("swift", None, "cpu")(wave, 100, no_check)
    middle = found[20:80]
    assert (middle > 0).all()
    assert abs(cents(float(np.median(middle)), hz)) < 10


def test_swift_hears_nothing_in_silence() -> None:
    assert not f0.load("swift", None, "cpu")(np.zeros(16000, np.float32), 100, no_check).any()


def test_pitch_found_in_pieces_is_that_of_the_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "in.wav", sung(21.0))
    model = f0.load("swift", None, "cpu")

    def tracked(piece: int) -> np.ndarray:
        with open_audio(str(path)) as source:
            return track(Signal(source, Part(), 1.0, no_check), model, no_check, piece=piece)

    whole, pieces = tracked(100_000), tracked(400)
    assert len(whole) == len(pieces) == 2100 + 2 * PAD_FRAMES
    assert ((whole > 0) == (pieces > 0)).all()
    voiced = whole > 0
    assert voiced.mean() > 0.7
    assert np.abs(1200 * np.log2(whole[voiced] / pieces[voiced])).max() < 0.01


def test_a_sine_along_the_curve_goes_on_where_it_stood() -> None:
    curve = Curve(np.concatenate((np.zeros(PAD_FRAMES), np.full(100, 123.4))).astype(np.float32))
    assert curve.phase(-50) == 0.0
    assert curve.phase(30) == pytest.approx(123.4 * 0.3 % 1.0, abs=1e-6)
    assert curve.at(-5, 7).tolist() == pytest.approx([0] * 5 + [123.4] * 2)
    assert curve.at(98, 5).tolist() == pytest.approx([123.4] * 2 + [0] * 3)


@pytest.mark.parametrize("method", ["fcpe", "rmvpe", "crepe", "crepe-tiny"])
def test_a_method_without_its_weights_says_which_are_missing(method: str, tmp_path: Path) -> None:
    for file in (None, str(tmp_path / "none.safetensors")):
        with pytest.raises(EngineError) as caught:
            f0.load(method, file, "cpu")
        assert caught.value.code == "weights_missing"
        assert caught.value.params == {"kind": method}


@pytest.mark.parametrize("method", ["fcpe", "rmvpe", "crepe"])
def test_other_weights_than_those_of_the_method_are_refused(method: str, tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file

    (tmp_path / "bytes.safetensors").write_bytes(b"no tensors at all" * 10)
    save_file({"conv1.weight": torch.zeros(7, 1, 512, 1)}, tmp_path / "other.safetensors")
    for name in ("bytes.safetensors", "other.safetensors"):
        with pytest.raises(EngineError) as caught:
            f0.load(method, str(tmp_path / name), "cpu")
        assert (caught.value.code, caught.value.params["kind"]) == ("weights_damaged", method)


def crepe_weights() -> dict:
    """Random weights of CREPE tiny by its published shapes; the last layer favours the class at 300 Hz."""
    import torch

    torch.manual_seed(0)
    widths = (1, 128, 16, 16, 16, 32, 64)
    found = {}
    for i in range(1, 7):
        found[f"conv{i}.weight"] = torch.randn(widths[i], widths[i - 1], 512 if i == 1 else 64, 1) * 0.02
        found[f"conv{i}.bias"] = torch.zeros(widths[i])
        found |= {f"conv{i}_BN.{n}": torch.zeros(widths[i]) for n in ("bias", "running_mean")}
        found |= {f"conv{i}_BN.{n}": torch.ones(widths[i]) for n in ("weight", "running_var")}
        found[f"conv{i}_BN.num_batches_tracked"] = torch.tensor(1)
    place = round((1200 * np.log2(300.0 / 10.0) - 1997.3794084376191) / 20)
    bias = torch.full((360,), -4.0)
    bias[place] = 4.0
    return found | {"classifier.weight": torch.zeros(360, 256), "classifier.bias": bias}


def test_crepe_follows_the_class_its_network_favours(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    save_file(crepe_weights(), tmp_path / "model.safetensors")
    found = f0.load("crepe", str(tmp_path), "cpu")(sung(0.5), 50, no_check)
    assert found.shape == (50,)
    assert np.abs(1200 * np.log2(found / 300.0)).max() < 10.1


def test_crepes_path_does_not_jump_for_a_single_frame() -> None:
    from engine.rvc.f0.crepe import viterbi

    scores = np.full((30, 360), 0.05)
    scores[:, 100] = 0.9
    scores[15, 100], scores[15, 300] = 0.85, 0.95
    assert viterbi(scores, no_check).tolist() == [100] * 30


def test_fcpe_reads_the_cents_of_its_own_table(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file

    torch.manual_seed(0)
    width, conv = 8, "net.encoder_layers.0.conformer.net"
    bias = torch.full((5,), -9.0)
    bias[2] = 5.0
    weights = {
        "input_stack.0.weight": torch.randn(width, 128, 3), "input_stack.0.bias": torch.zeros(width),
        "input_stack.1.weight": torch.ones(width), "input_stack.1.bias": torch.zeros(width),
        "input_stack.3.weight": torch.randn(width, width, 3), "input_stack.3.bias": torch.zeros(width),
        f"{conv}.0.weight": torch.ones(width), f"{conv}.0.bias": torch.zeros(width),
        f"{conv}.2.weight": torch.randn(4 * width, width, 1), f"{conv}.2.bias": torch.zeros(4 * width),
        f"{conv}.4.conv.weight": torch.randn(2 * width, 1, 31), f"{conv}.4.conv.bias": torch.zeros(2 * width),
        f"{conv}.6.weight": torch.randn(width, 2 * width, 1), f"{conv}.6.bias": torch.zeros(width),
        "net.encoder_layers.0.norm.weight": torch.ones(width), "net.encoder_layers.0.norm.bias": torch.zeros(width),
        "norm.weight": torch.ones(width), "norm.bias": torch.zeros(width), "output_proj.bias": bias,
        "output_proj.weight_v": torch.ones(5, width), "output_proj.weight_g": torch.zeros(5, 1),
        "cent_table": torch.tensor([1000.0, 2000.0, 4800.0, 5500.0, 6000.0]),
        "gaussian_blurred_cent_mask": torch.tensor(1.0),
    }  # fmt: skip
    save_file(weights, tmp_path / "model.safetensors")
    found = f0.load("fcpe", str(tmp_path / "model.safetensors"), "cpu")(sung(0.5), 50, no_check)
    assert found.shape == (50,)
    assert np.abs(1200 * np.log2(found / 160.0)).max() < 5


@pytest.mark.slow
def test_rmvpe_of_random_weights_gives_a_pitch_for_every_frame(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file

    from engine.rvc.f0.rmvpe import Network

    torch.manual_seed(0)
    state = Network().state_dict()
    assert sum(value.numel() for value in state.values()) == 90_472_917
    save_file(state, tmp_path / "model.safetensors")
    model = f0.load("rmvpe", str(tmp_path), "cpu")
    for seconds in (0.01, 0.5):
        found = model(sung(seconds), round(seconds * 100), no_check)
        assert len(found) == round(seconds * 100)
        assert np.isfinite(found).all()
