"""An engine child that misbehaves: ``python fake_engine.py MODE [argument]``. Speaks the real protocol otherwise."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from engine import __version__
from engine.protocol import PROTOCOL, Frame, FrameReader, data_header, encode

NAME = "fake"
GRANDCHILD = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
)
HALF = b'{"type":"result","id":"'


class Fake:
    def __init__(self, mode: str, argument: str) -> None:
        self.mode = mode
        self.argument = argument
        self.busy: list[str] = []
        self.silent = False
        self.lock = threading.Lock()

    def raw(self, data: bytes) -> None:
        with self.lock:
            view = memoryview(data)
            while view:
                view = view[os.write(1, view) :]

    def send(self, kind: str, **fields: Any) -> None:
        self.raw(encode(kind, **fields))

    def begin(self) -> None:
        name, protocol, version = NAME, PROTOCOL, __version__
        match self.mode:
            case "crash_at_start":
                print("ImportError: libsomething.so: not found", file=sys.stderr)
                sys.exit(7)
            case "crash_until":  # the file counts the starts; from the given number on it works
                path, number = self.argument.rsplit(":", 1)
                with open(path, "ab") as file:
                    file.write(b"x")
                if Path(path).stat().st_size < int(number):
                    os._exit(9)
            case "never_hello":
                sys.stdin.buffer.read()
            case "never_hello_ignoring_all":
                ignore_all()
                Path(self.argument).write_text(str(os.getpid()))
                while True:
                    time.sleep(60)
            case "wrong_protocol":
                protocol = PROTOCOL + 1
            case "updated":
                version = "99.0.0"
            case "wrong_engine":
                name = "somebody else"
            case "noise_before_hello":
                self.raw(b"Welcome to this computer!\n\x1b[31mred\n")
            case "flood_before_hello":
                while True:
                    self.raw(b"y\n" * 4096)
        self.send("hello", protocol=protocol, engine=name, version=version, pid=os.getpid())
        self.send("ready", ops=["anything"])
        threading.Thread(target=self.beat, daemon=True).start()
        if self.mode == "flood_of_frames":
            line = encode("heartbeat", busy=[], rss=1) * 500
            while True:
                self.raw(line)
        if self.mode == "flood_of_log":
            while True:
                os.write(2, b"warning: something\n" * 3000)

    def beat(self) -> None:
        while True:
            if not self.silent:
                self.send("heartbeat", busy=self.busy, rss=1_000_000)
            time.sleep(0.05)

    def job(self, id: str, params: dict[str, Any]) -> None:
        good = encode("result", id=id, value={"params": params})
        if params.get("later"):
            self.busy.append(id)
            return
        if params.get("finish_others"):
            for other in self.busy:
                self.send("result", id=other, value={})
            self.busy.clear()
        match self.mode if not params.get("behave") else "":
            case "garbage_answer":
                self.raw(b"<html>502 Bad Gateway</html>\n")
            case "nan_answer":
                self.raw(b'{"type":"result","id":"%s","value":{"x":NaN}}\n' % id.encode())
            case "wrong_shape":
                self.raw(b'{"type":"result","id":"%s","value":[1,2]}\n' % id.encode())
            case "bad_error":
                self.send("error", id=id, code="../../etc", params={"name": "x" * 5000}, detail="d" * 50_000)
            case "no_answer":
                pass
            case "twice_and_late":
                self.raw(good)
                self.send("progress", id=id, stage="late", done=1, total=1)
                self.send("error", id=id, code="internal", params={}, detail="")
                self.raw(good)
                self.send("cancelled", id="nobody")
            case "cancelled_unasked":
                self.send("cancelled", id=id)
            case "odd_progress":
                self.send("progress", id=id, stage="s" * 500, done=7, total=5)
                self.send("progress", id=id, stage="", done=-3, total=-1)
                self.send("progress", id=id, stage="big", done=10**18 - 1, total=0)
                self.raw(good)
            case "app_frames":
                self.send("cancel", id=id)
                self.send("shutdown")
                self.raw(good)
            case "half_then_exit":
                self.raw(HALF + id.encode())
                os._exit(0)
            case "half_payload_then_exit":
                self.raw(data_header(id, 1000) + b"x" * 500)
                os._exit(0)
            case "exit":
                print("fatal: giving up\x1b[0m", file=sys.stderr)
                os._exit(4)
            case "segfault":
                os.kill(os.getpid(), signal.SIGSEGV)
            case "oom_words":
                print("Traceback (most recent call last):\n  x\nMemoryError", file=sys.stderr)
                os._exit(1)
            case "sigkill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "payloads_without_end":
                self.busy.append(id)
                header = data_header(id, 32 * 1024 * 1024) + bytes(32 * 1024 * 1024)
                for _ in range(9):
                    self.raw(header)
            case "hang":
                ignore_all()
                self.silent = True
                Path(self.argument).write_text(str(os.getpid()))
                while True:
                    time.sleep(60)
            case "deaf_to_input":
                self.busy.append(id)
                threading.Event().wait()
            case "ignores_cancel":
                self.busy.append(id)
                if params.get("scratch"):
                    Path(params["scratch"]).write_bytes(b"half")
                self.send("progress", id=id, stage="busy", done=0, total=0)
            case "rewrites_scratch":  # until it is killed
                self.busy.append(id)
                threading.Thread(target=rewrite, args=(params["scratch"],), daemon=True).start()
                self.send("progress", id=id, stage="busy", done=0, total=0)
            case "grandchild":
                child = subprocess.Popen(
                    [sys.executable, "-c", GRANDCHILD], stdout=subprocess.PIPE,
                    start_new_session=bool(params.get("apart")),
                )  # fmt: skip
                assert child.stdout
                child.stdout.readline()
                self.send("result", id=id, value={"pid": child.pid})
            case "frames":
                line = encode("progress", id=id, stage="s", done=1, total=2) * 1000
                for _ in range(params["count"] // 1000):
                    self.raw(line)
                self.raw(good)
            case _:
                self.raw(good)

    def take(self, frame: Frame) -> None:
        match frame.kind:
            case "job":
                self.job(frame.id, dict(frame.body["params"]))
            case "ping":
                self.send("pong", n=frame.body["n"], busy=self.busy)
            case "shutdown" if self.mode != "ignores_shutdown":
                os._exit(0)


def rewrite(path: str) -> None:
    while True:
        Path(path).write_bytes(b"half")
        time.sleep(0.001)


def ignore_all() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def main(mode: str, argument: str = "") -> None:
    fake = Fake(mode, argument)
    if mode == "ignores_shutdown":
        ignore_all()
    fake.begin()
    reader = FrameReader()
    while data := os.read(0, 65536):
        for item in reader.feed(data):
            if isinstance(item, Frame):
                fake.take(item)
    while mode == "ignores_shutdown":
        time.sleep(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
