import json
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol import (
    MAX_LINE_BYTES,
    MAX_PAYLOAD_BYTES,
    Frame,
    FrameReader,
    ProtocolError,
    data_header,
    encode,
    parse,
)

STREAM = b"".join(
    [
        encode("hello", protocol=1, engine="media", version="0.1.0", pid=7),
        data_header("a", 6, {"at": 1.5}) + b'{"x"\n}',
        b"this is no frame\n",
        encode("progress", id="a", stage="läuft \udcff 音", done=0.5, total=2),
        data_header("a", 0),
        b'{"type":"result","id":"a","value":{"x":NaN}}\n',
        b"\n",
        encode("result", id="a", value={"k": [1, 2.5, None, "…"]}),
        data_header("b", 3) + b"\n\n\n",
        encode("cancelled", id="b"),
    ]
)


def plain(items):
    return [item if isinstance(item, Frame) else (item.code, item.id) for item in items]


WHOLE = plain(FrameReader().feed(STREAM))


def test_a_stream_with_bad_lines_gives_every_good_frame():
    kinds = [item.kind if isinstance(item, Frame) else item[0] for item in WHOLE]
    assert kinds == ["hello", "data", "bad_json", "progress", "data", "not_finite", "bad_json", "result", "data",
                     "cancelled"]
    assert [item.payload for item in WHOLE if isinstance(item, Frame) and item.kind == "data"] == [
        b'{"x"\n}', b"", b"\n\n\n"]
    assert WHOLE[3].body["stage"] == "läuft \udcff 音"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_pieces_of_any_size_give_the_same_frames(size):
    reader = FrameReader()
    items = [item for at in range(0, len(STREAM), size) for item in reader.feed(STREAM[at : at + size])]
    assert plain(items) == WHOLE


def test_a_stream_cut_in_two_at_every_byte_gives_the_same_frames():
    for cut in range(len(STREAM) + 1):
        reader = FrameReader()
        items = [*reader.feed(STREAM[:cut]), *reader.feed(STREAM[cut:])]
        assert plain(items) == WHOLE, cut


def test_what_the_iterator_was_not_asked_for_comes_with_the_next_bytes():
    reader = FrameReader()
    items = [next(reader.feed(STREAM[:-5])), *reader.feed(STREAM[-5:])]
    assert plain(items) == WHOLE


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.dictionaries(st.text(max_size=8), json_values, max_size=4), st.none() | st.binary(max_size=90)),
        max_size=6,
    ),
    st.lists(st.integers(0, 4000), max_size=12),
)
def test_what_was_encoded_is_read_back_however_it_is_cut(frames, cuts):
    sent, stream = [], b""
    for number, (value, payload) in enumerate(frames):
        id = f"r{number}"
        if payload is None:
            stream += encode("result", id=id, value=value)
            sent.append((id, value, b""))
        else:
            stream += data_header(id, len(payload), {"meta": value}) + payload
            sent.append((id, value, payload))
    edges = sorted({0, len(stream), *(cut % (len(stream) + 1) for cut in cuts)})
    reader = FrameReader()
    received = [item for a, b in pairwise(edges) for item in reader.feed(stream[a:b])]
    assert [(f.id, f.body.get("value", f.body.get("meta")), f.payload) for f in received] == sent


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.integers(1, 40))
def test_any_garbage_gives_errors_and_the_frame_behind_it_is_read(garbage, size):
    if garbage.lstrip().startswith(b"{"):
        garbage = b"!" + garbage
    stream = garbage.replace(b'"type"', b"") + b"\n" + encode("ping", n=1)
    reader = FrameReader()
    items = [item for at in range(0, len(stream), size) for item in reader.feed(stream[at : at + size])]
    assert items[-1] == Frame("ping", {"type": "ping", "n": 1})
    assert all(isinstance(item, ProtocolError) for item in items[:-1])


@pytest.mark.parametrize(
    ("line", "code", "id"),
    [
        (b'{"type":"result","id":"1","value":{},"id":"2"}', "duplicate_key", ""),
        (b'{"type":"result","id":"1","value":{"a":1,"a":2}}', "duplicate_key", ""),
        (b'{"type":"progress","id":"1","stage":"s","done":Infinity,"total":1}', "not_finite", ""),
        (b'{"type":"progress","id":"1","stage":"s","done":1e999,"total":1}', "not_finite", ""),
        (b'{"type":"ping","n":' + b"9" * 5000 + b"}", "number_too_long", ""),
        (b'{"type":"ping","n":' + b"9" * 19 + b"}", "number_too_long", ""),
        (b"[" * 200_000, "too_deep", ""),
        (b'{"type":"ping","n":1} {}', "bad_json", ""),
        (b'{"type":"ping","n":1', "bad_json", ""),
        (b"\xff\xfe{}", "bad_utf8", ""),
        (b"null", "bad_json", ""),
        (b"[]", "bad_json", ""),
        (b'"hello"', "bad_json", ""),
        (b"<html><body>502</body></html>", "bad_json", ""),
        (b"{}", "unknown_frame", ""),
        (b'{"type":"quit","id":"1"}', "unknown_frame", "1"),
        (b'{"type":["ping"],"n":1}', "unknown_frame", ""),
        (b'{"type":"ping"}', "bad_field", ""),
        (b'{"type":"ping","n":true}', "bad_field", ""),
        (b'{"type":"result","id":"1","value":[]}', "bad_field", "1"),
        (b'{"type":"result","id":7,"value":{}}', "bad_field", ""),
        (b'{"type":"result","id":"","value":{}}', "bad_field", ""),
        (b'{"type":"result","id":"' + b"x" * 65 + b'","value":{}}', "bad_field", ""),
        (b'{"type":"job","id":"1","op":"x","params":[]}', "bad_field", "1"),
        (b'{"type":"data","id":"1","bytes":-1}', "bad_field", "1"),
        (b'{"type":"data","id":"1","bytes":1.0}', "bad_field", "1"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_reason(line, code, id):
    error = parse(line)
    assert isinstance(error, ProtocolError)
    assert (error.code, error.id) == (code, id)
    if len(line) < 100_000:
        [first, second] = FrameReader().feed(line + b"\n" + encode("shutdown"))
        assert isinstance(first, ProtocolError)
        assert second == Frame("shutdown", {"type": "shutdown"})


@pytest.mark.parametrize("chunk", [4096, 65536, 3_000_000])
def test_a_line_without_end_is_dropped_without_being_kept(chunk):
    reader = FrameReader()
    stream = b"x" * 3_000_000 + b"\n" + encode("ping", n=2)
    items = []
    for at in range(0, len(stream), chunk):
        items += reader.feed(stream[at : at + chunk])
        assert len(reader._buffer) <= MAX_LINE_BYTES + max(chunk, 1)
    assert [item.code if isinstance(item, ProtocolError) else item.kind for item in items] == [
        "line_too_long", "ping"]


def test_a_line_of_exactly_the_limit_is_read():
    empty = len(json.dumps({"type": "result", "id": "1", "value": {"s": ""}}, separators=(",", ":")))
    line = encode("result", id="1", value={"s": "x" * (MAX_LINE_BYTES - empty)})
    assert len(line) == MAX_LINE_BYTES + 1
    [frame] = FrameReader().feed(line)
    assert frame.id == "1"
    with pytest.raises(ValueError):
        encode("result", id="1", value={"s": "x" * (MAX_LINE_BYTES - empty + 1)})


def test_a_payload_over_the_limit_is_refused_and_never_waited_for():
    line = b'{"type":"data","id":"1","bytes":%d}\n' % (MAX_PAYLOAD_BYTES + 1)
    [error, frame] = FrameReader().feed(line + encode("ping", n=1))
    assert (error.code, error.id, error.kind) == ("payload_too_big", "1", "data")
    assert frame.kind == "ping"
    with pytest.raises(ValueError):
        data_header("1", MAX_PAYLOAD_BYTES + 1)


@pytest.mark.parametrize("number", [10**18 - 1, -(10**18) + 1, 0, 1e300, -0.5])
def test_numbers_of_every_size_that_is_allowed_are_read_back(number):
    [frame] = FrameReader().feed(encode("result", id="1", value={"n": number}))
    assert frame.body["value"] == {"n": number}


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), object(), {1, 2}, b"bytes", {"deep": [float("-inf")]}]
)
def test_what_json_cannot_hold_is_not_encoded(value):
    with pytest.raises(ValueError):
        encode("result", id="1", value={"v": value})


def test_a_value_that_holds_itself_is_not_encoded():
    value = {}
    value["self"] = value
    with pytest.raises(ValueError):
        encode("result", id="1", value=value)


def test_meta_of_a_payload_cannot_change_its_size_or_its_owner():
    [frame] = FrameReader().feed(data_header("1", 2, {"bytes": 0, "id": "2"}) + b"ab")
    assert (frame.id, frame.payload) == ("1", b"ab")


@pytest.mark.slow
def test_two_hundred_thousand_frames_are_read_in_linear_work():
    line = encode("progress", id="1", stage="converting", done=12.5, total=400)
    for size, frames in ((7, 5_000), (65536, 200_000), (20_000_000, 200_000)):
        reader = FrameReader()
        stream = line * frames
        longest = 0
        number = 0
        for at in range(0, len(stream), size):
            number += sum(1 for _ in reader.feed(stream[at : at + size]))
            longest = max(longest, len(reader._buffer) - reader._start)
        assert number == frames
        assert longest < len(line), "what was read must not be kept"


def test_random_bytes_for_a_long_time_never_raise():
    source = random.Random(7)
    reader = FrameReader(max_line=500, max_payload=500)
    for _ in range(2000):
        for item in reader.feed(source.randbytes(source.randrange(200))):
            assert isinstance(item, (Frame, ProtocolError))
    assert len(reader._buffer) <= 900
