"""The corpus group MDL, one row each: hostile and broken model files are refused with a code, and nothing of them runs.

Each file goes the way of a drop (``inspect``, then the import all the same); the good twins stand beside them.
"""

from __future__ import annotations

import json
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from characoid_desktop.engines.messages import CODES
from engine.errors import EngineError
from engine.models.handlers import check_index, import_voice, import_weights, inspect
from tests.fakes import hostile_models as hostile
from tests.fakes import random_voice
from tests.fakes.job_context import DirectJob

Make = Callable[[Path, Path], Path]
"""(folder to write into, canary) → the file"""


@dataclass(frozen=True)
class Row:
    id: str
    what: str
    code: str
    make: Make


def written(data: bytes) -> Make:
    def make(folder: Path, canary: Path) -> Path:
        path = folder / "x.pth"
        path.write_bytes(data)
        return path

    return make


def saved(content: Callable[[Path], Any], **options: Any) -> Make:
    return lambda folder, canary: hostile.save(folder / "x.pth", content(canary), **options)


def pickled(data: Callable[[Path], bytes], **options: Any) -> Make:
    return lambda folder, canary: hostile.torch_zip(folder / "x.pth", data(canary), **options)


def truncated(part: float) -> Make:
    def make(folder: Path, canary: Path) -> Path:
        path = hostile.good(folder)
        path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])
        return path

    return make


def compressed(folder: Path, canary: Path) -> Path:
    return hostile.repacked(hostile.good(folder), folder / "x.pth")


def inflating(folder: Path, canary: Path) -> Path:
    """64 MB of zeros in 64 kB, in the place of a tensor's numbers."""
    storage = {"data/0": bytes(64 * 1024 * 1024)}
    good = hostile.save(folder / "good.pth", {"weight": {}, "config": []})
    with zipfile.ZipFile(good) as archive:
        data = archive.read("good/data.pkl")
    return hostile.torch_zip(folder / "x.pth", data, compress=True, extra=storage)


ROWS = (
    Row("MDL-01", "payload in the zip format", "code_in_file", saved(hostile.Payload)),
    Row("MDL-01", "payload as weight", "code_in_file", saved(lambda c: hostile.content(weight=hostile.Payload(c)))),
    Row("MDL-02", "payload in the legacy format", "legacy_format",
        saved(hostile.Payload, _use_new_zipfile_serialization=False)),
    Row("MDL-03", "bare pickle, protocol 2", "unsafe_format",
        lambda f, c: written(hostile.raw_pickle(hostile.Payload(c), 2))(f, c)),
    Row("MDL-03", "bare pickle, protocol 5", "unsafe_format",
        lambda f, c: written(hostile.raw_pickle(hostile.Payload(c), 5))(f, c)),
    Row("MDL-04", "pickle as text", "unsafe_format",
        lambda f, c: written(hostile.raw_pickle(hostile.Payload(c), 0))(f, c)),
    Row("MDL-04", "only a call as text", "unsafe_format",
        lambda f, c: written(f"cos\nmkdir\n(S'{c}'\ntR.".encode() + b" " * 64)(f, c)),
    Row("MDL-05", "payload in info", "code_in_file", saved(lambda c: hostile.content(info=hostile.Payload(c)))),
    Row("MDL-05", "payload among the tensors", "code_in_file",
        saved(lambda c: hostile.with_tensor("emb_g.weight", lambda t: [t, hostile.Payload(c)]))),
    Row("MDL-05", "payload in an unknown field", "code_in_file",
        saved(lambda c: hostile.content(speaker_info={"a": [hostile.Payload(c)]}))),
    Row("MDL-06", "dotted name in torch._utils", "code_in_file",
        pickled(lambda c: hostile.gadget(c, "torch._utils", "sys.modules"))),
    Row("MDL-06", "torch.serialization os.mkdir", "code_in_file",
        pickled(lambda c: hostile.gadget(c, "torch.serialization", "os.mkdir"))),
    Row("MDL-06", "torch._utils imports by name", "code_in_file", pickled(hostile.import_gadget)),
    Row("MDL-06", "collections, another name", "code_in_file",
        pickled(lambda c: hostile.gadget(c, "collections", "_sys.modules"))),
    Row("MDL-07", "zero bytes", "empty_file", written(b"")),
    Row("MDL-07", "a few bytes", "model_too_small", written(b"PK\x03\x04")),
    *(Row("MDL-08", f"cut at {part:.0%}", "damaged_model", truncated(part)) for part in (0.05, 0.5, 0.999)),
    Row("MDL-09", "random", "not_a_model", written(hostile.noise(5000, b"\x11"))),
    Row("MDL-09", "random after the zip signature", "damaged_model", written(hostile.noise(5000, b"PK\x03\x04"))),
    Row("MDL-09", "random pickle in a whole zip", "damaged_model", pickled(lambda c: hostile.noise(5000, b"\x80\x02"))),
    Row("MDL-10", "a list", "not_a_model", saved(lambda c: [1, 2, 3])),
    Row("MDL-10", "a number", "not_a_model", saved(lambda c: 5)),
    Row("MDL-10", "an empty dictionary", "not_a_model", saved(lambda c: {})),
    Row("MDL-10", "weight is a list", "not_a_voice", saved(lambda c: hostile.content(weight=[1]))),
    Row("MDL-11", "no weight", "not_a_voice", saved(lambda c: hostile.without("weight"))),
    Row("MDL-11", "no config", "not_a_voice", saved(lambda c: hostile.without("config"))),
    Row("MDL-11", "an unknown nest beside them", "not_a_voice", saved(lambda c: hostile.content(other={"a": 1}))),
    Row("MDL-12", "17 values", "voice_config", saved(lambda c: hostile.content(config=[1] * 17))),
    Row("MDL-12", "config is a text", "voice_config", saved(lambda c: hostile.content(config="x" * 18))),
    Row("MDL-12", "a network of petabytes", "voice_config",
        saved(lambda c: hostile.content(config=[1025, 32, *[10**9] * 13, 109, 256, 40000]))),
    Row("MDL-12", "upsampling that is no 10 ms", "voice_config",
        saved(lambda c: hostile.content(config=[*random_voice.config(tiny=True)[:12], [20, 10],
                                                *random_voice.config(tiny=True)[13:]]))),
    Row("MDL-13", "a whole module", "code_in_file", saved(lambda c: hostile.module_object())),
    Row("MDL-13", "a module as weight", "code_in_file",
        saved(lambda c: hostile.content(weight=hostile.module_object()))),
    Row("MDL-14", "numpy array", "code_in_file", saved(lambda c: hostile.content(sr=np.arange(9)))),
    Row("MDL-14", "numpy number", "code_in_file", saved(lambda c: hostile.content(f0=np.float64(1)))),
    Row("MDL-15", "v1 that says v2", "version_mismatch",
        saved(lambda c: hostile.content(weight=random_voice.weights("v1", tiny=True)))),
    Row("MDL-15", "v2 that says v1", "version_mismatch", saved(lambda c: hostile.content(version="v1"))),
    Row("MDL-15", "v9", "voice_version", saved(lambda c: hostile.content(version="v9"))),
    Row("MDL-15", "features of 512", "voice_version",
        saved(lambda c: hostile.with_tensor("enc_p.emb_phone.weight", lambda t: t[:, :512].contiguous()))),
    *(Row("MDL-16", f"sr {sr!r}", "voice_rate", saved(lambda c, sr=sr: hostile.content(sr=sr)))
      for sr in ("44k", "40kk", "", "fast", 44100, -1, True, [40000], "48k")),
    Row("MDL-17", "forty billion elements over one", "bad_tensor",
        saved(lambda c: hostile.with_tensor("dec.cond.weight", hostile.expanded))),
    Row("MDL-17", "all tensors over one buffer", "bad_tensor",
        saved(lambda c: hostile.content(weight=hostile.shared(random_voice.weights(tiny=True, half=False))))),
    Row("MDL-18", "sparse 2^30 x 2^30", "bad_tensor",
        saved(lambda c: hostile.with_tensor("dec.cond.weight", hostile.sparse))),
    Row("MDL-19", "every entry compressed", "bad_archive", compressed),
    Row("MDL-19", "64 MB in 64 kB", "bad_archive", inflating),
    *(Row("MDL-20", str(value), "non_finite",
          saved(lambda c, value=value: hostile.with_tensor("dec.conv_pre.weight", hostile.spoiled(value))))
      for value in (float("nan"), float("inf"))),
)


def called(row: Any) -> str:
    return f"{row.id} {row.what}"


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return tmp_path / "canary"


@pytest.mark.parametrize("row", ROWS, ids=called)
def test_a_hostile_voice_is_refused_with_one_code_and_nothing_of_it_runs(row: Row, tmp_path: Path, canary: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    file = row.make(tmp_path / "in", canary)
    size = file.stat().st_size
    looked = inspect_or_code(file)
    assert looked == row.code
    assert row.code in CODES, "a sentence"
    job = DirectJob()
    with pytest.raises(EngineError) as refused:
        import_voice(job, {"path": str(file), "folder": str(tmp_path / "out")})
    job.over(success=False)
    assert refused.value.code == row.code
    assert not canary.exists()
    assert list((tmp_path / "out").iterdir()) == []
    assert file.stat().st_size == size


def inspect_or_code(file: Path) -> str | None:
    try:
        return inspect(DirectJob(), {"path": str(file)}).get("problem")
    except EngineError as error:
        return error.code


def test_the_payloads_would_have_run_in_a_careless_reader(tmp_path: Path, canary: Path):
    """The negative control: without it a harmless file would pass for a refused one."""
    import pickle

    import torch

    def runs(load: Callable[[], object]) -> bool:
        try:
            load()
        except Exception as error:  # whatever comes after the payload has run
            print(error)
        found = canary.exists()
        if found:
            canary.rmdir()
        return found

    for row in ROWS:
        if row.id in ("MDL-01", "MDL-02", "MDL-05"):
            file = row.make(tmp_path, canary)
            assert runs(lambda file=file: torch.load(file, weights_only=False)), row
        elif row.id in ("MDL-03", "MDL-04"):
            file = row.make(tmp_path, canary)
            assert runs(lambda file=file: pickle.loads(file.read_bytes())), row
    assert runs(lambda: pickle.loads(hostile.import_gadget(canary)))


# MDL-21: indexes


def forged(data: bytearray, offset: int, value: bytes) -> bytes:
    data[offset : offset + len(value)] = value
    return bytes(data)


INDEXES = (
    ("another dimension than the voice's", "index_dimension", lambda f: bytes(hostile.index_bytes(256, folder=f))),
    ("a dimension that no voice has", "index_dimension", lambda f: bytes(hostile.index_bytes(64, folder=f))),
    ("another library version", "index_kind", lambda f: forged(hostile.index_bytes(folder=f), 0, b"IvFL")),
    ("another kind", "index_kind", lambda f: forged(hostile.index_bytes(folder=f), 0, b"IHNf")),
    ("no vectors", "index_empty", lambda f: bytes(hostile.index_bytes(filled=False, folder=f))),
    ("2^60 vectors", "bad_index", lambda f: forged(hostile.index_bytes(folder=f), 8, (2**60).to_bytes(8, "little"))),
    ("more vectors than bytes", "bad_index",
     lambda f: forged(hostile.index_bytes(folder=f), 8, (300).to_bytes(8, "little"))),
    ("fewer vectors than lists hold", "bad_index",
     lambda f: forged(hostile.index_bytes(folder=f), 8, (150).to_bytes(8, "little"))),
    ("a dimension of a billion", "index_dimension",
     lambda f: forged(hostile.index_bytes(folder=f), 4, (10**9).to_bytes(4, "little"))),
    ("2^40 lists", "bad_index", lambda f: forged(hostile.index_bytes(folder=f), 37, (2**40).to_bytes(8, "little"))),
    ("all lists searched, and more", "bad_index",
     lambda f: forged(hostile.index_bytes(folder=f), 45, (10**6).to_bytes(8, "little"))),
    ("another metric", "index_kind", lambda f: forged(hostile.index_bytes(folder=f), 33, (7).to_bytes(4, "little"))),
    ("cut in the middle", "bad_index", lambda f: bytes(hostile.index_bytes(folder=f)[:320_000])),
    ("a vector that is no number", "non_finite",
     lambda f: forged(hostile.index_bytes(folder=f), 400_000, b"\xff" * 64)),
    ("random", "index_kind", lambda f: hostile.noise(4000, b"\x11")),
)


@pytest.mark.parametrize(("what", "code", "make"), INDEXES, ids=[f"MDL-21 {row[0]}" for row in INDEXES])
def test_mdl_21_a_bad_index_is_refused_and_the_voice_is_not(what: str, code: str, make: Any, tmp_path: Path):
    file = tmp_path / "added_x.index"
    file.write_bytes(make(tmp_path))
    with pytest.raises(EngineError) as refused:
        check_index(DirectJob(), {"path": str(file), "dimension": 768})
    assert refused.value.code == code
    assert code in CODES
    voice = hostile.good(tmp_path)
    out = tmp_path / "out"
    out.mkdir()
    job = DirectJob()
    with pytest.raises(EngineError) as refused:
        import_voice(job, {"path": str(voice), "folder": str(out), "index": str(file)})
    job.over(success=False)
    assert refused.value.code == code
    assert list(out.iterdir()) == []
    assert import_voice(DirectJob(), {"path": str(voice), "folder": str(out)})["version"] == "v2"


def test_mdl_21_a_header_with_any_flipped_bit_is_read_or_refused(tmp_path: Path):
    """Nothing crashes, and what is read has the numbers that the file holds."""
    data = hostile.index_bytes(256, folder=tmp_path)
    file = tmp_path / "x.index"
    for place in range(64):
        changed = bytearray(data)
        changed[place] ^= 0x41
        file.write_bytes(changed)
        try:
            found = check_index(DirectJob(), {"path": str(file)})
            assert (found["dimension"], found["ntotal"]) == (256, 200)
        except EngineError as error:
            unknown = {error.code} - CODES
            if unknown:
                pytest.fail(f"no sentence for {unknown}")


# MDL-22: safetensors

_GOOD = hostile.entry([2], 0, 8)
SAFETENSORS = (
    ("100 MB of header that is not there", lambda p: hostile.safetensors(p, b'{"a":1}' + b" " * 80, claimed=10**8)),
    ("16 MB of header", lambda p: hostile.safetensors(p, b'{"a":' + b" " * 2**24 + b"1}")),
    ("overlapping ranges", lambda p: hostile.safetensors(
        p, hostile.header(a=_GOOD, b=hostile.entry([2], 4, 12)), bytes(12) + bytes(64))),
    ("the same range twice", lambda p: hostile.safetensors(p, hostile.header(a=_GOOD, b=_GOOD), bytes(72))),
    ("a gap", lambda p: hostile.safetensors(p, hostile.header(a=_GOOD, b=hostile.entry([2], 12, 20)), bytes(20))),
    ("a range behind the end", lambda p: hostile.safetensors(
        p, hostile.header(a=hostile.entry([20], 0, 80)), bytes(8))),
    ("bytes that nobody describes", lambda p: hostile.safetensors(p, hostile.header(a=_GOOD), bytes(80))),
    ("a shape that does not fit", lambda p: hostile.safetensors(
        p, hostile.header(a=hostile.entry([3], 0, 8)), bytes(8))),
    ("a shape that overflows", lambda p: hostile.safetensors(
        p, hostile.header(a=hostile.entry([2**40, 2**40], 0, 8)), bytes(8))),
    ("negative sizes", lambda p: hostile.safetensors(p, hostile.header(a=hostile.entry([-2, -1], 0, 8)), bytes(8))),
    ("NaN in the metadata", lambda p: hostile.safetensors(
        p, b'{"__metadata__":{"a":NaN},"a":' + json.dumps(_GOOD).encode() + b"}", bytes(8))),
    ("infinite offsets", lambda p: hostile.safetensors(
        p, b'{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,Infinity]}}', bytes(8))),
    ("metadata that is no text", lambda p: hostile.safetensors(
        p, hostile.header(__metadata__={"a": {"b": 1}}, a=_GOOD), bytes(8))),
    ("a name twice", lambda p: hostile.safetensors(
        p, b'{"a":' + json.dumps(_GOOD).encode() + b',"a":' + json.dumps(_GOOD).encode() + b"}", bytes(8))),
    ("100,000 brackets", lambda p: hostile.safetensors(p, b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}")),
    ("an unknown type", lambda p: hostile.safetensors(
        p, hostile.header(a=hostile.entry([2], 0, 8, "F4_WILD")), bytes(8))),
    ("no tensors", lambda p: hostile.safetensors(p, b"{}" + b" " * 80)),
)


@pytest.mark.parametrize(("what", "make"), SAFETENSORS, ids=[f"MDL-22 {row[0]}" for row in SAFETENSORS])
def test_mdl_22_a_bad_safetensors_file_is_refused(what: str, make: Any, tmp_path: Path):
    file = make(tmp_path / "x.safetensors")
    assert inspect(DirectJob(), {"path": str(file)})["problem"] == "bad_safetensors"
    (tmp_path / "out").mkdir()
    with pytest.raises(EngineError) as refused:
        import_weights(DirectJob(), {"path": str(file), "folder": str(tmp_path / "out")})
    assert refused.value.code == "bad_safetensors"
    assert list((tmp_path / "out").iterdir()) == []


def test_mdl_22_numbers_that_are_none_are_refused_in_weights_too(tmp_path: Path):
    from safetensors.torch import save_file

    tensors = random_voice.contentvec_weights()
    tensors["encoder.layer_norm.weight"] = hostile.spoiled(float("nan"))(tensors["encoder.layer_norm.weight"])
    save_file(tensors, tmp_path / "x.safetensors")
    assert inspect(DirectJob(), {"path": str(tmp_path / "x.safetensors")})["problem"] == "non_finite"


# Good twins


@pytest.mark.parametrize("more", [
    {}, {"version": "v1", "rate": 32000}, {"rate": 48000, "f0": False}, {"norm": "new"}, {"half": False},
    {"sr": 40000}, {"f0": False, "half": False}, {"epoch": 12, "author": "Rin", "vocoder": "HiFi-GAN",
     "embedder_model": "contentvec", "f0_median": 201.5, "model_name": "Mika"}, {"speaker_info": {"0": "a"}},
    {"unknown_single_value": "harmless"},
], ids=str)
def test_twin_a_good_voice_is_taken_in(more: dict[str, Any], tmp_path: Path):
    from safetensors.torch import load_file

    file = hostile.good(tmp_path, **more)
    out = tmp_path / "out"
    out.mkdir()
    assert "problem" not in inspect(DirectJob(), {"path": str(file)})
    value = import_voice(DirectJob(), {"path": str(file), "folder": str(out)})
    tensors = load_file(out / "voice.safetensors")
    wanted = random_voice.weights(
        more.get("version", "v2"), more.get("rate", 40000), f0=more.get("f0", True), tiny=True,
        half=more.get("half", True))
    assert set(tensors) == set(wanted)
    assert all(bool((tensors[name] == wanted[name]).all()) for name in wanted)
    assert json.loads((out / "voice.json").read_text()) == {
        key: entry for key, entry in value.items() if key != "bytes"}
    assert value["speakers"] == value["config"][-3] == 3
    assert value["name"] == more.get("model_name", "good")
    assert value["f0_median"] == more.get("f0_median")


def test_twin_what_only_training_needs_is_left_out(tmp_path: Path):
    import torch

    weight = {**random_voice.weights(tiny=True), "enc_q.pre.weight": torch.ones(4, 4)}
    file = hostile.save(tmp_path / "x.pth", hostile.content(weight=OrderedDict(weight)))
    (tmp_path / "out").mkdir()
    import_voice(DirectJob(), {"path": str(file), "folder": str(tmp_path / "out")})
    from safetensors import safe_open

    with safe_open(tmp_path / "out" / "voice.safetensors", "pt") as opened:
        assert set(opened.keys()) == set(random_voice.weights(tiny=True))


@pytest.mark.parametrize("dimension", [256, 768])
def test_twin_a_good_index_is_taken_in_with_all_its_vectors(dimension: int, tmp_path: Path):
    import faiss

    file = random_voice.index_file(tmp_path / "added.index", dimension, 300)
    assert check_index(DirectJob(), {"path": str(file), "dimension": dimension})["ntotal"] == 300
    version = "v1" if dimension == 256 else "v2"
    voice = hostile.good(tmp_path, version=version)
    (tmp_path / "out").mkdir()
    value = import_voice(DirectJob(), {"path": str(voice), "folder": str(tmp_path / "out"), "index": str(file)})
    assert value["index"]["dimension"] == dimension
    ours, theirs = (faiss.read_index(str(path)) for path in (tmp_path / "out" / "index.faiss", file))
    for index in (ours, theirs):
        index.make_direct_map()
    assert ours.nprobe == 1
    assert np.array_equal(ours.reconstruct_n(0, 300), theirs.reconstruct_n(0, 300))


@pytest.mark.parametrize("safetensors", [True, False])
def test_twin_contentvec_is_taken_in(safetensors: bool, tmp_path: Path):
    from safetensors.torch import load_file

    folder = random_voice.contentvec_folder(tmp_path / "cv", safetensors=safetensors)
    file = folder / ("model.safetensors" if safetensors else "pytorch_model.bin")
    assert inspect(DirectJob(), {"path": str(file)})["kind"] == "contentvec"
    (tmp_path / "out").mkdir()
    value = import_weights(DirectJob(), {
        "paths": [str(file), str(folder / "config.json")], "folder": str(tmp_path / "out"), "kind": "contentvec"})
    theirs = random_voice.contentvec_config()
    for key in ("conv_dim", "conv_kernel", "conv_stride", "hidden_size", "intermediate_size", "num_attention_heads",
                "num_hidden_layers", "num_conv_pos_embeddings", "num_conv_pos_embedding_groups", "layer_norm_eps"):
        assert value["config"][key] == theirs[key], key
    assert json.loads((tmp_path / "out" / "config.json").read_text()) == value["config"]
    assert set(load_file(tmp_path / "out" / "model.safetensors")) == set(random_voice.contentvec_weights())
