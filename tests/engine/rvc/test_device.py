import pytest
import torch

from engine.errors import EngineError
from engine.rvc.device import Device, choose


def card(monkeypatch, name="NVIDIA L4", capability=(8, 9)):
    monkeypatch.setattr(torch.backends.cuda, "is_built", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda index: name)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda index: capability)


def no_card(monkeypatch):
    monkeypatch.setattr(torch.backends.cuda, "is_built", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_built", lambda: True)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


def test_without_a_card_the_processor_computes_and_it_is_told_what_is_missing(monkeypatch):
    no_card(monkeypatch)
    assert choose() == Device("cpu", half=False, missing=("cuda_not_built", "mps_not_available"))
    assert choose("cpu") == Device("cpu", half=False)


@pytest.mark.parametrize(("wanted", "reason"), [("cuda", "cuda_not_built"), ("mps", "mps_not_available")])
def test_a_named_card_that_is_not_there_is_an_error(monkeypatch, wanted, reason):
    no_card(monkeypatch)
    with pytest.raises(EngineError) as caught:
        choose(wanted)
    assert (caught.value.code, caught.value.params) == ("device_missing", {"device": wanted, "reason": reason})


def test_a_card_computes_in_half_precision(monkeypatch):
    card(monkeypatch)
    assert choose() == choose("cuda") == Device("cuda:0", half=True)
    with pytest.raises(EngineError, match="cuda_no_gpu"):
        choose("cuda:1")


@pytest.mark.parametrize(("name", "capability"), [("NVIDIA GeForce GTX 1660", (7, 5)), ("Tesla P40", (6, 1))])
def test_a_card_without_fast_half_precision_computes_in_single(monkeypatch, name, capability):
    card(monkeypatch, name, capability)
    assert choose() == Device("cuda:0", half=False, missing=("half_slow",))


def test_apples_card_is_taken_where_torch_reaches_it(monkeypatch):
    no_card(monkeypatch)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert choose() == choose("mps") == Device("mps", half=False)


@pytest.mark.parametrize("wanted", ["", "tpu", "cuda:x", "cuda:-1", "cuda:999", "../cpu"])
def test_another_word_is_refused(wanted):
    with pytest.raises(EngineError, match="bad_params"):
        choose(wanted)
