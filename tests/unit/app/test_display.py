import runpy
import socket
from pathlib import Path

import pytest

from characoid_desktop.app.display import XCB_LIBRARIES, why_no_window, x_server_answers

ALL_THERE = {"platform": "linux", "loads": lambda soname: True}


def test_without_a_screen_the_sentence_says_how_to_go_on():
    said = str(why_no_window({}, **ALL_THERE))
    assert "No screen was found" in said
    assert "xvfb-run" in said
    assert "convert FILE" in said


def test_a_screen_that_does_not_answer_is_named():
    assert ":4711" in str(why_no_window({"DISPLAY": ":4711"}, **ALL_THERE))


@pytest.mark.parametrize("display", ["nonsense", "", ":x", "host:"])
def test_a_malformed_display_does_not_answer(display):
    assert not x_server_answers(display)


def test_a_listening_screen_is_found_over_tcp():
    with socket.create_server(("127.0.0.1", 6900)):
        assert x_server_answers("127.0.0.1:900.0")
        assert why_no_window({"DISPLAY": "127.0.0.1:900"}, **ALL_THERE) is None


def test_a_missing_library_is_named_by_its_package():
    with socket.create_server(("127.0.0.1", 6901)):
        said = why_no_window({"DISPLAY": "127.0.0.1:901"}, "linux", lambda soname: "icccm" not in soname)
    assert "libxcb-icccm4" in str(said)
    assert "libxcb-cursor0" not in str(said)


def test_a_wayland_session_needs_no_x_server(tmp_path):
    (tmp_path / "wayland-0").touch()
    environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert why_no_window(environ, **ALL_THERE) is None


def test_an_explicit_platform_and_other_systems_are_left_to_qt():
    assert why_no_window({"QT_QPA_PLATFORM": "offscreen"}, **ALL_THERE) is None
    assert why_no_window({}, platform="win32") is None


def test_the_set_up_script_installs_every_library_that_the_window_needs():
    script = runpy.run_path(str(Path(__file__).parents[3] / "run.py"))
    assert XCB_LIBRARIES.items() <= script["LIBRARIES"].items()
