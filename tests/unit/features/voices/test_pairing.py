"""Which index belongs to which voice."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from characoid_desktop.features.voices.pairing import CERTAIN, LIKELY, Named, likeness, pair, plain_name


def voice(path: str, dimension: int = 768, title: str = "") -> Named:
    return Named(PurePath(path), dimension, title)


def index(path: str, dimension: int = 768, vectors: int = 1000) -> Named:
    return Named(PurePath(path), dimension, "", vectors)


@pytest.mark.parametrize(("name", "plain"), [
    ("added_IVF1024_Flat_nprobe_1_Mika_v2", "mika"), ("Mika_e200_s4000", "mika"), ("mika-v2-40k", "mika"),
    ("Mika 200e", "mika"), ("added_IVF256_Flat_nprobe_1_v2", ""), ("初音_e100", "初音"), ("Rin2", "rin2"),
    ("trained_IVF12_Flat_nprobe_1_Aoi.Best_v1", "aoi"), ("MikaV2Studio", "mikav2studio"),
])
def test_what_is_left_of_a_name(name: str, plain: str):
    assert plain_name(name) == plain


@pytest.mark.parametrize(("one", "other", "sure"), [
    (voice("w/Mika_e20.pth"), index("l/Mika/added_IVF9_Flat_nprobe_1_v2.index"), CERTAIN),
    (voice("w/Mika.pth"), index("i/added_IVF9_Flat_nprobe_1_Mika_v2.index"), CERTAIN),
    (voice("w/x_e20.pth", title="Mika"), index("i/Mika.index"), CERTAIN),
    (voice("w/MikaStudio.pth"), index("i/added_Mika.index"), LIKELY),
    (voice("w/Mika.pth"), index("logs/added_IVF9_Flat_nprobe_1_v2.index"), 0),
    (voice("w/weights.pth"), index("weights/added_IVF9_Flat_nprobe_1_v2.index"), 0),
    (voice("w/Mika.pth", 256), index("i/Mika.index"), 0),
    (voice("w/AB.pth"), index("i/ABCD.index"), 0),
])
def test_how_sure(one: Named, other: Named, sure: int):
    assert likeness(one, other) == sure


def test_a_lone_voice_and_a_lone_index_belong_together_if_they_fit():
    assert pair([voice("a/x.pth")], [index("b/y.index")]) == {0: 0}
    assert pair([voice("a/x.pth")], [index("b/y.index", 256)]) == {}
    assert pair([voice("a/x.pth")], [index("b/added_y.index", vectors=5), index("b/added_y_v2.index")]) == {0: 1}


def test_several_epochs_of_a_voice_share_their_index():
    assert pair([voice("w/Mika_e10.pth"), voice("w/Mika_e20.pth")], [index("i/Mika.index")]) == {0: 0, 1: 0}


def test_of_two_indexes_each_goes_to_its_voice_and_a_stranger_to_none():
    pairs = pair([voice("w/Mika.pth"), voice("w/Rin.pth"), voice("w/Aoi.pth", 256)],
                 [index("i/Rin.index"), index("i/Mika.index"), index("i/Aoi.index"), index("i/Someone.index")])
    assert pairs == {0: 1, 1: 0}


def test_one_folder_is_enough_only_where_nothing_else_could_be_meant():
    assert pair([voice("a/Mika.pth"), voice("b/Rin.pth")], [index("a/q.index"), index("c/r.index")]) == {0: 0}
    assert pair([voice("a/Mika.pth"), voice("a/Rin.pth")], [index("a/q.index"), index("c/r.index")]) == {}
