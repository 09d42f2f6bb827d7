"""The structural gate: a zip that torch would not have written is refused before a byte of it is unpickled."""

from __future__ import annotations

import io
import struct
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.audio.files import InputFile
from engine.errors import EngineError
from engine.models.gate import MAX_PICKLE_BYTES, Archive, check_archive
from engine.models.opcodes import check_pickle

PICKLE = b"\x80\x02}q\x00."


def gate(path: Path) -> Archive:
    file = InputFile(str(path))
    try:
        return check_archive(file.view(), file.size)
    finally:
        file.close()


def archive(path: Path, *entries: tuple[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as made:
        for name, data in entries:
            made.writestr(name, data)
    return path


USUAL = (("v/data.pkl", PICKLE), ("v/version", b"3\n"), ("v/data/0", bytes(100)), ("v/data/94743424565712", bytes(8)))


def test_twin_what_torch_writes_passes(tmp_path: Path):
    found = gate(archive(tmp_path / "x.pth", *USUAL, ("v/byteorder", b"little"), ("v/.data/serialization_id", b"1")))
    assert found.pickle == PICKLE
    assert found.storages == {"0": 100, "94743424565712": 8}
    assert found.storage_bytes == 108


def changed(path: Path, change: Callable[[bytearray], object]) -> Path:
    data = bytearray(archive(path, *USUAL).read_bytes())
    change(data)
    path.write_bytes(data)
    return path


def central(data: bytearray, number: int = 0) -> int:
    """Where the directory's record of that number begins."""
    at = data.find(b"PK\x01\x02")
    for _ in range(number):
        at = data.find(b"PK\x01\x02", at + 4)
    return at


@pytest.mark.parametrize(("what", "entries"), [
    ("a name twice", (*USUAL, USUAL[0])),
    ("two folders", (*USUAL, ("w/data/1", b"x"))),
    ("program text, as in TorchScript", (*USUAL, ("v/code/__torch__.py", b"import os"))),
    ("a foreign entry", (*USUAL, ("v/readme.txt", b"x"))),
    ("a name with dots", (*USUAL, ("v/data/../0", b"x"))),
    ("a backslash", (*USUAL, ("v/data\\1", b"x"))),
    ("no data.pkl", USUAL[1:]),
    ("a second data.pkl below", (*USUAL, ("v/data/data.pkl", PICKLE))),
    ("entries without a folder", (("data.pkl", PICKLE), ("version", b"3"))),
    ("a note that is none", (*USUAL[:1], ("v/version", bytes(5000)))),
])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_foreign_entries_are_refused(what: str, entries: tuple[tuple[str, bytes], ...], tmp_path: Path):
    with pytest.raises(EngineError) as refused:
        gate(archive(tmp_path / "x.pth", *entries))
    assert refused.value.code == "bad_archive"


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_packed_entry_is_refused_whatever_the_method(method: int, tmp_path: Path):
    with pytest.raises(EngineError) as refused:
        gate(archive(tmp_path / "x.pth", *USUAL, method=method))
    assert refused.value.code == "bad_archive"


@pytest.mark.parametrize(("what", "change"), [
    ("encrypted", lambda d: struct.pack_into("<H", d, central(d) + 8, 1)),
    ("strong encryption", lambda d: struct.pack_into("<H", d, central(d) + 8, 0x41)),
    ("another method in the local header", lambda d: struct.pack_into("<H", d, 8, 8)),
    ("another name in the local header", lambda d: d.__setitem__(slice(30, 40), b"v/evil.pkl")),
    ("a size that differs from the packed one", lambda d: struct.pack_into("<I", d, central(d) + 24, 5000)),
    ("two entries over the same bytes", lambda d: struct.pack_into("<I", d, central(d, 2) + 42, 0)),
    ("an entry that reaches into the directory",
     lambda d: struct.pack_into("<II", d, central(d, 3) + 20, 500, 500)),
    ("a million entries", lambda d: struct.pack_into("<H", d, d.rfind(b"PK\x05\x06") + 10, 60_000)),
    ("a directory of a gigabyte", lambda d: struct.pack_into("<I", d, d.rfind(b"PK\x05\x06") + 12, 10**9)),
])
def test_headers_that_contradict_each_other_are_refused(
    what: str, change: Callable[[bytearray], object], tmp_path: Path
):
    with pytest.raises(EngineError) as refused:
        gate(changed(tmp_path / "x.pth", change))
    assert refused.value.code in ("bad_archive", "damaged_model")


def test_bytes_before_the_archive_are_refused(tmp_path: Path):
    path = archive(tmp_path / "x.pth", *USUAL)
    path.write_bytes(b"#!/bin/sh\n" + path.read_bytes())
    with pytest.raises(EngineError) as refused:
        gate(path)
    assert refused.value.code == "damaged_model"


def test_a_pickle_too_large_to_be_one_is_refused(tmp_path: Path):
    with pytest.raises(EngineError) as refused:
        gate(archive(tmp_path / "x.pth", ("v/data.pkl", bytes(MAX_PICKLE_BYTES + 1))))
    assert refused.value.code == "bad_archive"


def test_cut_at_any_place_it_is_damaged_and_nothing_else(tmp_path: Path):
    data = archive(tmp_path / "x.pth", *USUAL).read_bytes()
    for length in range(5, len(data), 7):
        (tmp_path / "x.pth").write_bytes(data[:length])
        with pytest.raises(EngineError) as refused:
            gate(tmp_path / "x.pth")
        assert refused.value.code == "damaged_model", length


@pytest.mark.parametrize(("data", "code"), [
    (b"\x80\x02cos\nsystem\nX\x02\0\0\0ls\x85R.", "code_in_file"),
    (b"\x80\x02cbuiltins\neval\n.", "code_in_file"),
    (b"\x80\x04\x8c\x02os\x8c\x06system\x93.", "code_in_file"),
    (b"(S'ls'\nios\nsystem\n.", "code_in_file"),
    (b"\x80\x02ctorch._utils\n_rebuild_sparse_tensor\n.", "bad_tensor"),
    (b"\x80\x02cfairseq.data.dictionary\nDictionary\n.", "fairseq_model"),
    (b"\x80\x02cdemucs.demucs\nDemucs\n.", "demucs_object"),
    (b"\x80\x02ctorch.nn.modules.linear\nLinear\n.", "code_in_file"),
    (b"\x80\x02cnumpy.core.multiarray\n_reconstruct\n.", "code_in_file"),
    (b"\x82\x01.", "code_in_file"),
    (b"\x80\x02X\xff\xff\xff\x7f", "damaged_model"),
    (b"", "damaged_model"),
])
def test_calls_are_read_off_the_opcodes(data: bytes, code: str):
    with pytest.raises(EngineError) as refused:
        check_pickle(data)
    assert refused.value.code == code


def test_twin_the_calls_of_dense_tensors_pass_and_nothing_is_imported():
    assert "torch.hub_never_imported" not in sys.modules
    check_pickle(b"\x80\x02ccollections\nOrderedDict\n)Rctorch._utils\n_rebuild_tensor_v2\nctorch\nHalfStorage\n.")
    check_pickle(b"\x80\x02cfractions\nFraction\n.", also=frozenset({"fractions Fraction"}))


def test_the_gate_itself_needs_no_torch(tmp_path: Path):
    import subprocess

    path = archive(tmp_path / "x.pth", *USUAL)
    code = ("import sys; from engine.audio.files import InputFile; from engine.models.gate import check_archive\n"
            "from engine.models.opcodes import check_pickle\n"
            "f = InputFile(sys.argv[1]); check_pickle(check_archive(f.view(), f.size).pickle)\n"
            "print(sorted({'torch', 'numpy', 'safetensors'} & set(sys.modules)))")
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-P", "-c", code, str(path)], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": str(root)})
    assert done.stdout.strip() == "[]"
    assert io.BytesIO(path.read_bytes()).read(4) == b"PK\x03\x04"
