import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from engine.rvc.geometry import expected_shapes
from engine.rvc.hubert import Hubert
from engine.rvc.kernels import Fused, Plain, close, fused_works, settled
from engine.rvc.synthesizer import Synthesizer
from engine.rvc.weights import checked
from tests.fakes import random_voice


class CompiledShapes(TorchDispatchMode):
    """Collects what oneDNN compiles for: operations with the shapes of their signals and weights."""

    def __init__(self):
        super().__init__()
        self.seen = set()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if "pointwise" in str(func) or "convolution" in str(func):
            shapes = [tuple(each.shape) for each in args[:3] if isinstance(each, torch.Tensor)]
            self.seen.add((str(func), *shapes))
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize(("padding", "stride", "dilation"), [(1, 1, 1), (5, 1, 5), (0, 2, 1), (0, 5, 1), (2, 1, 1)])
@pytest.mark.parametrize("steps", [16, 17, 31, 33, 100, 127, 129, 1000])
def test_rounded_lengths_do_not_reach_the_result(steps, padding, stride, dilation):
    generator = torch.Generator().manual_seed(steps)
    weight, bias = torch.randn(16, 8, 3, generator=generator), torch.randn(16, generator=generator)
    x = torch.randn(1, 8, steps, generator=generator)
    sizes = {"padding": padding, "stride": stride, "dilation": dilation}
    expected, found = (
        make.convolution(weight, bias, **sizes)(make.signal(x), "leaky") for make in (Plain(), Fused())
    )  # fmt: skip
    assert close(expected, found)


@pytest.mark.parametrize("steps", [5, 32, 100])
def test_what_is_added_is_added_at_every_length(steps):
    weight, x = torch.randn(8, 8, 3), torch.randn(1, 8, steps)
    results = [make.convolution(weight, None, padding=1).plus(make.signal(x), make.signal(x * 2))
               for make in (Plain(), Fused())]  # fmt: skip
    assert close(*results)


def test_sounds_of_every_length_need_few_shapes():
    lengths = range(1, 20_000)
    assert all(length <= settled(length) <= length + max(16, length / 8) for length in lengths)
    assert len({settled(length) for length in lengths if length >= 1024}) <= 16 * 5
    assert all(settled(settled(length)) == settled(length) for length in lengths)


def test_a_voice_compiles_for_few_shapes_whatever_the_lengths():
    tensors = random_voice.weights(tiny=True)
    loaded = Synthesizer.load(tensors, random_voice.config(tiny=True), version="v2", f0=True)
    with torch.inference_mode():
        voice = Synthesizer(checked(tensors, expected_shapes(loaded.geometry), "x"), loaded.geometry, Fused())
    counts = []
    with CompiledShapes() as shapes:
        for first in (512, 515):  # every sixth length, then those between
            for frames in range(first, 560, 6):
                pitchf = torch.full((1, frames), 200.0)
                voice.infer(torch.zeros(1, frames, 768), pitchf.long(), pitchf, 0)
            counts.append(len(shapes.seen))
    assert counts[1] <= 1.1 * counts[0]


def test_contentvec_compiles_for_few_shapes_whatever_the_lengths():
    network = Hubert.load(random_voice.contentvec_weights(tiny=True), random_voice.contentvec_config(tiny=True))
    assert network.fast
    counts = []
    with CompiledShapes() as shapes:
        for first in (16_000, 16_123):
            for samples in range(first, 24_000, 1000):
                network.features(torch.zeros(1, samples), "v2")
            counts.append(len(shapes.seen))
    assert counts[1] == counts[0]


def test_this_torch_has_the_fused_operations():
    assert fused_works()


@pytest.mark.parametrize("found", [torch.tensor([float("nan")]), torch.tensor([0.1]), torch.zeros(2)])
def test_other_results_are_not_close(found):
    assert not close(torch.zeros(1), found)
    assert close(torch.zeros(1), torch.tensor([5e-5]))
