import pytest
import torch

from engine.errors import EngineError
from engine.rvc import hubert as hubert_module
from engine.rvc.hubert import Hubert, HubertGeometry, hubert_geometry, hubert_shapes
from engine.rvc.kernels import Fused, Plain, fused_works
from engine.rvc.weights import checked
from tests.fakes import random_voice

CONFIG = random_voice.contentvec_config(tiny=True)


def loaded(config=CONFIG, **more) -> Hubert:
    return Hubert.load(random_voice.contentvec_weights(tiny=True, **more), config)


def wave(samples=16_000) -> torch.Tensor:
    return torch.randn(1, samples, generator=torch.Generator().manual_seed(3)) * 0.1


@pytest.mark.parametrize(("version", "width"), [("v1", 256), ("v2", 768)])
def test_a_second_of_speech_gives_features_at_fifty_hertz(version, width):
    features = loaded().features(wave(), version)
    assert features.shape == (1, 49, width)
    assert float(features.std()) > 0.1


def test_the_fused_operations_give_what_plain_torch_gives():
    assert fused_works(), "this torch has no fused operations: the fast path is not tested"
    fast = loaded()
    assert fast.fast
    found = fast.geometry
    named = checked(random_voice.contentvec_weights(tiny=True), hubert_shapes(found), "x", unused=("masked",))
    plain = Hubert(named, found, Plain())
    for version in ("v1", "v2"):
        expected = plain.features(wave(), version)
        assert float((fast.features(wave(), version) - expected).abs().max()) <= 1e-4


def test_old_and_new_names_of_weight_norm_and_a_prefix_are_the_same_network():
    tensors = random_voice.contentvec_weights(tiny=True)
    prefixed = Hubert.load({f"hubert.{name}": value for name, value in tensors.items()}, CONFIG)
    expected = loaded().features(wave(), "v2")
    assert torch.equal(loaded(norm="new").features(wave(), "v2"), expected)
    assert torch.equal(prefixed.features(wave(), "v2"), expected)


def test_without_its_projection_it_serves_second_generation_voices_only():
    tensors = random_voice.contentvec_weights(tiny=True)
    del tensors["final_proj.weight"], tensors["final_proj.bias"]
    network = Hubert.load(tensors, CONFIG)
    assert network.features(wave(), "v2").shape[2] == 768
    with pytest.raises(EngineError, match="contentvec_no_projection"):
        network.features(wave(), "v1")


def test_the_ninth_layer_is_what_first_generation_voices_read():
    config = {**CONFIG, "num_hidden_layers": 10}
    tensors = random_voice.contentvec_weights(tiny=True)
    more = {
        name.replace("layers.1.", f"layers.{layer}."): value
        for layer in range(2, 10) for name, value in tensors.items() if "encoder.layers.1." in name
    }  # fmt: skip
    whole = Hubert.load({**tensors, **more}, config)
    nine = {name: value for name, value in {**tensors, **more}.items() if "encoder.layers.9." not in name}
    shorter = Hubert.load(nine, {**config, "num_hidden_layers": 9})
    assert torch.equal(whole.features(wave(), "v1"), shorter.features(wave(), "v1"))
    assert not torch.allclose(whole.features(wave(), "v2"), shorter.features(wave(), "v2"), atol=1e-3)


def test_a_loud_and_a_quiet_wave_are_alike_when_the_folder_asks_for_it():
    network = loaded({**CONFIG, "do_normalize": True})
    first, second = network.features(wave(), "v2"), network.features(wave() * 0.3, "v2")
    assert torch.allclose(first, second, atol=1e-2)


def test_too_short_a_wave_is_no_speech():
    with pytest.raises(ValueError, match="wave"):
        loaded().features(wave(399), "v2")
    assert loaded().features(wave(400), "v2").shape[1] == 1


def test_a_fast_path_that_disagrees_is_left(monkeypatch):
    class Wrong(Fused):
        def place(self, value):
            return super().place(value) * 1.05

    monkeypatch.setattr(hubert_module, "Fused", Wrong)
    assert not loaded().fast


def test_work_can_be_given_up_between_layers():
    def check() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        loaded().features(wave(), "v2", check)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hidden_size", 10**9), ("hidden_size", 1024), ("feat_extract_norm", "layer"), ("do_stable_layer_norm", True),
        ("conv_bias", True), ("hidden_act", "relu"), ("classifier_proj_size", 512), ("layer_norm_eps", "1"),
        ("layer_norm_eps", float("nan")), ("conv_dim", [10**9] * 7), ("conv_dim", "512"), ("conv_stride", [5, 2, 2]),
        ("conv_kernel", [10] * 11), ("num_hidden_layers", 10**6), ("num_hidden_layers", True),
        ("num_attention_heads", 7), ("intermediate_size", 10**9), ("num_conv_pos_embeddings", 0),
        ("num_conv_pos_embedding_groups", -1),
    ],
)  # fmt: skip
def test_a_forged_config_is_refused(field, value):
    with pytest.raises(EngineError, match="contentvec_config"):
        hubert_geometry({**CONFIG, field: value}, projected=True)


def test_a_config_that_says_nothing_is_the_base_network():
    found = hubert_geometry({}, projected=True)
    assert isinstance(found, HubertGeometry)
    assert (found.layers, found.heads, found.inner, found.position_kernel) == (12, 12, 3072, 128)


@pytest.mark.parametrize("name", ["encoder.layers.1.final_layer_norm.bias", "encoder.pos_conv_embed.conv.weight_g"])
def test_a_missing_tensor_is_named(name):
    tensors = random_voice.contentvec_weights(tiny=True)
    del tensors[name]
    with pytest.raises(EngineError) as caught:
        Hubert.load(tensors, CONFIG)
    assert (caught.value.code, caught.value.params) == ("contentvec_tensors", {"tensor": name})
