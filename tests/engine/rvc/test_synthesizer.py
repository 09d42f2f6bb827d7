import pytest
import torch

from engine.errors import EngineError
from engine.rvc import decoder as decoder_module
from engine.rvc import synthesizer as synthesizer_module
from engine.rvc.decoder import pieces
from engine.rvc.geometry import expected_shapes
from engine.rvc.kernels import Fused, Plain, fused_works
from engine.rvc.synthesizer import Synthesizer
from engine.rvc.weights import checked
from tests.fakes import random_voice

FRAMES = 90


def made(version="v2", rate=40000, *, f0=True, make: Plain | None = None, **more) -> Synthesizer:
    """A tiny voice; with ``make`` built of its layers, otherwise as ``load`` chooses."""
    tensors = random_voice.weights(version, rate, f0=f0, tiny=True, **more)
    loaded = Synthesizer.load(tensors, random_voice.config(version, rate, tiny=True), version=version, f0=f0)
    if make is None:
        return loaded
    named = checked(tensors, expected_shapes(loaded.geometry), "voice_tensors")
    with torch.inference_mode():
        return Synthesizer(named, loaded.geometry, make)


def spoken(voice: Synthesizer, frames=FRAMES, seed=7, **more) -> torch.Tensor:
    """What ``voice`` says to a fixed noise of features with a gliding pitch and a gap."""
    found, generator = voice.geometry, torch.Generator().manual_seed(seed)
    features = torch.randn(1, frames, found.feature_width, generator=generator)
    noise = {
        "latent": torch.randn(1, found.inter, frames, generator=generator),
        "source": torch.randn(1, frames * found.hop, generator=generator),
    }
    pitchf = torch.linspace(110.0, 600.0, frames)[None]
    pitchf[:, frames // 3 : frames // 2] = 0.0
    curve = ((pitchf / 4).long().clamp(1, 255), pitchf) if found.f0 else (None, None)
    return voice.infer(features, *curve, 1, **{"noise": noise, **more})


@pytest.mark.parametrize("f0", [True, False])
@pytest.mark.parametrize("rate", random_voice.RATES)
@pytest.mark.parametrize("version", random_voice.VERSIONS)
def test_every_kind_of_voice_speaks_ten_milliseconds_a_frame(version, rate, f0):
    voice = made(version, rate, f0=f0)
    samples = spoken(voice)
    assert (voice.rate, voice.hop, samples.shape) == (rate, rate // 100, (FRAMES * rate // 100,))
    assert samples.dtype == torch.float32
    assert 0.01 < float(samples.abs().max()) <= 1.0


@pytest.mark.parametrize("f0", [True, False])
@pytest.mark.parametrize("rate", random_voice.RATES)
def test_the_fused_operations_say_what_plain_torch_says(rate, f0):
    assert fused_works(), "this torch has no fused operations: the fast path is not tested"
    fast, plain = made(rate=rate, f0=f0, make=Fused()), made(rate=rate, f0=f0, make=Plain())
    assert float((spoken(fast) - spoken(plain)).abs().max()) <= 1e-4


@pytest.mark.parametrize("f0", [True, False])
def test_half_precision_as_on_a_graphics_card_stays_close(f0):
    exact, half = spoken(made(f0=f0, make=Plain())), spoken(made(f0=f0, make=Plain("cpu", torch.float16)))
    assert half.dtype == torch.float32
    assert float((half - exact).abs().max()) <= 0.02 * float(exact.abs().max())


@pytest.mark.slow
@pytest.mark.parametrize(("version", "rate"), [("v1", 48000), ("v2", 40000)])
def test_at_real_size_the_fast_path_and_a_part_are_exact(version, rate):
    tensors = random_voice.weights(version, rate)
    voice = Synthesizer.load(tensors, random_voice.config(version, rate), version=version, f0=True)
    assert voice.fast
    with torch.inference_mode():
        plain = Synthesizer(checked(tensors, expected_shapes(voice.geometry), "x"), voice.geometry, Plain())
    expected = spoken(plain)
    assert float((spoken(voice) - expected).abs().max()) <= 1e-4
    part = spoken(voice, skip_head=30, return_length=20)
    assert float((part - expected[30 * voice.hop : 50 * voice.hop]).abs().max()) <= 1e-4


def test_the_fast_path_is_taken_where_it_agrees():
    assert made().fast


@pytest.mark.parametrize("tile", [400, 1000, 4096])
def test_tiles_give_what_the_whole_gives(monkeypatch, tile):
    monkeypatch.setattr(decoder_module, "TILE", 1 << 30)
    whole = spoken(made(make=Fused()))
    monkeypatch.setattr(decoder_module, "TILE", tile)
    assert float((spoken(made(make=Fused())) - whole).abs().max()) <= 1e-5


def test_blocks_of_the_plain_path_give_what_the_whole_gives(monkeypatch):
    whole = spoken(made(make=Plain()))
    monkeypatch.setattr(decoder_module, "BLOCK_S", 0.2)
    assert float((spoken(made(make=Plain())) - whole).abs().max()) <= 1e-5


@pytest.mark.parametrize(("skip", "length"), [(0, 10), (1, 30), (40, 25), (60, 30), (89, 1), (50, None)])
@pytest.mark.parametrize("f0", [True, False])
def test_what_is_wanted_of_the_middle_is_that_part_of_the_whole(f0, skip, length):
    voice = made(f0=f0)
    whole = spoken(voice)
    end = FRAMES if length is None else skip + length
    part = spoken(voice, skip_head=skip, return_length=length)
    assert part.shape == ((end - skip) * voice.hop,)
    assert float((part - whole[skip * voice.hop : end * voice.hop]).abs().max()) <= 1e-5


def test_more_frames_than_there_are_gives_those_that_are_there():
    voice = made()
    assert len(spoken(voice, skip_head=80, return_length=50)) == 10 * voice.hop


def test_old_and_new_names_of_weight_norm_are_the_same_voice():
    old, new = (spoken(made(norm=norm, half=False)) for norm in ("old", "new"))
    assert torch.equal(old, new)


def test_what_only_training_needs_is_left_out():
    tensors = random_voice.weights(tiny=True)
    tensors["enc_q.pre.weight"] = torch.zeros(1, 1, 1)
    assert Synthesizer.load(tensors, random_voice.config(tiny=True), version="v2", f0=True).rate == 40000


def test_one_seed_gives_one_sound_and_another_another():
    voice = made()
    first, again, other = (spoken(voice, noise=torch.Generator().manual_seed(seed)) for seed in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.allclose(first, other, atol=1e-3)


def test_speakers_sound_different_and_one_too_many_is_refused():
    voice = made(speakers=2)
    features = torch.zeros(1, 20, 768)
    pitchf = torch.full((1, 20), 200.0)
    first, second = (
        voice.infer(features, pitchf.long(), pitchf, speaker, noise=torch.Generator().manual_seed(1))
        for speaker in (0, 1)
    )
    assert not torch.allclose(first, second, atol=1e-3)
    for speaker in (2, -1):
        with pytest.raises(EngineError) as caught:
            voice.infer(features, pitchf.long(), pitchf, speaker)
        assert (caught.value.code, caught.value.params) == ("bad_speaker", {"speakers": 2})


def test_a_part_goes_on_where_the_sine_was():
    voice = made()
    source = voice._source
    assert source is not None
    f0, noise = torch.full((1, 40), 233.7), torch.zeros(1, 40 * voice.hop)
    whole = source(f0, noise)
    rest = source(f0[:, 17:], noise[:, 17 * voice.hop :], phase=17 * 233.7 / 100 % 1.0)
    assert float((whole[:, 17 * voice.hop :] - rest).abs().max()) <= 1e-4


def test_the_phase_of_a_long_sine_stays_exact():
    voice = made()
    source = voice._source
    assert source is not None
    frames, hz = 60_000, 440.0  # ten minutes
    samples = source(torch.full((1, frames), hz), torch.zeros(1, frames * voice.hop))[0, -400:]
    t = torch.arange(frames * voice.hop - 399, frames * voice.hop + 1, dtype=torch.float64) / voice.rate
    sine = 0.1 * torch.sin(2 * torch.pi * hz * t)
    expected = torch.tanh(sine * source._gain + source._offset)
    assert float((samples - expected).abs().max()) <= 0.02  # the step per sample is float32, as in training


def test_work_can_be_given_up_between_its_pieces():
    voice, asked = made(make=Fused()), []

    def check() -> None:
        asked.append(1)
        if len(asked) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        spoken(voice, check=check)


def test_a_fast_path_that_disagrees_is_left(monkeypatch):
    class Wrong(Fused):
        def place(self, value):
            return super().place(value) * 1.01

    monkeypatch.setattr(synthesizer_module, "Fused", Wrong)
    voice = made()
    assert not voice.fast
    assert torch.equal(spoken(voice), spoken(made(make=Plain())))


def test_a_fast_path_that_fails_is_left(monkeypatch):
    class Broken(Fused):
        def signal(self, x):
            raise RuntimeError("could not create a primitive")

    monkeypatch.setattr(synthesizer_module, "Fused", Broken)
    assert not made().fast


def test_a_torch_without_fused_operations_computes_plainly(monkeypatch):
    monkeypatch.setattr(synthesizer_module, "fused_works", lambda: False)
    assert not made().fast


@pytest.mark.parametrize(
    "forge",
    [
        lambda t: t.pop("dec.conv_post.weight"),
        lambda t: t.pop("emb_g.weight"),
        lambda t: t.update({"dec.mrfs.0.weight": torch.zeros(1)}),
        lambda t: t.update({"enc_p.proj.weight": torch.zeros(1)}),
        lambda t: t.update({"enc_p.proj.bias": t["enc_p.proj.bias"].long()}),
        lambda t: t["enc_p.proj.bias"].fill_(float("nan")),
        lambda t: t["dec.ups.0.weight_g"].fill_(float("inf")),
        lambda t: t.update({"emb_g.weight": torch.zeros(1).expand(3, 8).to_sparse()}),
    ],
)
def test_tensors_of_another_network_are_refused_by_name(forge):
    tensors = random_voice.weights(tiny=True)
    forge(tensors)
    with pytest.raises(EngineError) as caught:
        Synthesizer.load(tensors, random_voice.config(tiny=True), version="v2", f0=True)
    assert caught.value.code == "voice_tensors"
    assert caught.value.params["tensor"]


def test_a_voice_declared_as_another_kind_is_refused():
    tensors = random_voice.weights("v1", tiny=True)
    for version, f0 in (("v2", True), ("v1", False)):
        with pytest.raises(EngineError, match="voice_tensors"):
            Synthesizer.load(tensors, random_voice.config("v1", tiny=True), version=version, f0=f0)


def test_a_config_for_huge_layers_is_refused_before_any_is_made():
    forged = random_voice.config(tiny=True)
    forged[4] = 4096
    with pytest.raises(EngineError, match="voice_tensors"):
        Synthesizer.load(random_voice.weights(tiny=True), forged, version="v2", f0=True)


def test_pieces_cover_everything_once_and_read_no_further_than_there_is():
    assert list(pieces(10, 4, 3)) == [(0, 4, 0, 7), (4, 8, 1, 10), (8, 10, 5, 10)]
