import math

import pytest

from engine.errors import EngineError
from engine.rvc.geometry import Geometry, expected_shapes, geometry
from tests.fakes import random_voice


def sizes(version="v2", rate=40000, *, f0=True, tiny=True, **changes) -> Geometry:
    config = random_voice.config(version, rate, tiny=tiny)
    for place, value in changes.items():
        config[int(place[1:])] = value
    return geometry(config, version=version, f0=f0)


@pytest.mark.parametrize("tiny", [True, False])
@pytest.mark.parametrize("rate", random_voice.RATES)
@pytest.mark.parametrize("version", random_voice.VERSIONS)
def test_the_published_sizes_are_taken_and_a_frame_is_ten_milliseconds(version, rate, tiny):
    found = sizes(version, rate, tiny=tiny)
    assert (found.rate, found.hop * 100) == (rate, rate)
    assert found.feature_width == random_voice.DIMENSIONS[version]


@pytest.mark.parametrize("f0", [True, False])
@pytest.mark.parametrize("version", random_voice.VERSIONS)
def test_the_table_of_shapes_is_that_of_a_genuine_checkpoint(version, f0):
    made = random_voice.weights(version, 48000, f0=f0, tiny=True, speakers=3)
    found = sizes(version, 48000, f0=f0).with_speakers(3)
    assert expected_shapes(found) == {name: tuple(value.shape) for name, value in made.items()}


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("inter_channels", {"_2": 10**9}), ("inter_channels", {"_2": "192"}), ("inter_channels", {"_2": True}),
        ("hidden_channels", {"_3": -1}), ("filter_channels", {"_4": 10**6}), ("n_heads", {"_5": 0}),
        ("n_layers", {"_6": 10_000}), ("kernel_size", {"_7": 1001}), ("channels", {"_7": 4}), ("channels", {"_2": 17}),
        ("channels", {"_5": 3}), ("resblock", {"_9": "2"}), ("resblock_kernel_sizes", {"_10": [3, 10**7]}),
        ("resblock_kernel_sizes", {"_10": [3]}), ("resblock_kernel_sizes", {"_10": [3, 4]}),
        ("resblock_kernel_sizes", {"_10": "37"}), ("resblock_dilation_sizes", {"_11": [[1] * 3] * 1000}),
        ("resblock_dilation_sizes", {"_11": [[1, 3, 5], [1, 3]]}), ("upsample_rates", {"_12": [1] * 9}),
        ("upsample_rates", {"_12": []}), ("rate", {"_12": [20, 21]}), ("upsample_initial_channel", {"_13": 1 << 20}),
        ("upsample_initial_channel", {"_13": 18}), ("upsample_kernel_sizes", {"_14": [40]}),
        ("upsample_kernel_sizes", {"_14": [10, 40]}), ("upsample_kernel_sizes", {"_14": [41, 40]}),
        ("speakers", {"_15": 10**9}), ("gin_channels", {"_16": 2.5}), ("rate", {"_17": 44100}),
        ("rate", {"_17": "40k"}),
        ("size", {"_2": 1024, "_3": 1024, "_4": 4096, "_6": 24, "_13": 2048}),
    ],
)  # fmt: skip
def test_a_forged_size_is_refused_by_its_name(field, changes):
    with pytest.raises(EngineError) as caught:
        sizes(**changes)
    assert (caught.value.code, caught.value.params) == ("voice_config", {"field": field})


@pytest.mark.parametrize("config", [None, [], [1] * 17, [1] * 19, "x" * 18, {"a": 1}, [None] * 18])
def test_what_is_no_list_of_eighteen_values_is_refused(config):
    with pytest.raises(EngineError, match="voice_config"):
        geometry(config, version="v2", f0=True)


def test_an_unknown_version_is_refused():
    with pytest.raises(EngineError, match="voice_config"):
        geometry(random_voice.config(), version="v3", f0=True)


def test_the_largest_network_that_is_taken_is_bounded():
    found = sizes(tiny=False)
    total = sum(math.prod(shape) for shape in expected_shapes(found).values())
    assert 25_000_000 < total < 60_000_000
