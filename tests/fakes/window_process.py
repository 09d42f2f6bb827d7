"""The real window in a process of its own, which says what happens and does what a user would.

    python -m tests.fakes.window_process [FILE …]

Nothing of the start is left out: it is ``run_window`` of the app. What happens comes as JSON lines on stdout,
what is to be done goes in as JSON lines on stdin. :class:`WindowProcess` is the test's side.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
START_LIMIT_S = 60.0


class WindowProcess:
    """Starts the window; ``wait_for`` reads what it says."""

    def __init__(self, *files: Path | str, **environ: str) -> None:
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            # The app knows its own by their command line, so this one has the app's name in it.
            [sys.executable, "-X", "characoid", "-m", "tests.fakes.window_process", *map(str, files)],
            cwd=ROOT, text=True, encoding="utf-8", errors="surrogateescape",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", **environ})
        self.said: list[dict[str, Any]] = []
        self.errors = ""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._readers = [threading.Thread(target=self._read), threading.Thread(target=self._read_errors)]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    def _read(self) -> None:
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self) -> None:
        self.errors = self.process.stderr.read()

    def wait_for(self, key: str, value: Any = None, limit_s: float = START_LIMIT_S) -> Any:
        """Return what is said next under ``key`` (as ``value``, if given); what was said before is gone."""
        deadline = time.monotonic() + limit_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{key} was not said within {limit_s} s; said: {self.said[-5:]}") from None
            if line is None:
                self._readers[1].join()
                raise AssertionError(f"ended before {key}; said: {self.said[-5:]}\n{self.errors}")
            told = json.loads(line)
            self.said.append(told)
            if key in told and value in (None, told[key]):
                return told[key]

    def tell(self, do: str, **fields: Any) -> None:
        self.process.stdin.write(json.dumps({"do": do, **fields}) + "\n")
        self.process.stdin.flush()

    def ask(self, do: str, **fields: Any) -> Any:
        self.tell(do, **fields)
        return self.wait_for(do)

    def filled(self) -> WindowProcess:
        self.wait_for("filled")
        return self

    def ended(self, limit_s: float = 30.0) -> int:
        """Wait for the end of the process and return its exit code."""
        code = self.process.wait(limit_s)
        self._close_pipes()
        return code

    def kill(self) -> None:
        """Harmless when it has ended; frozen processes die too."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(10)
        self._close_pipes()

    def _close_pipes(self) -> None:
        for reader in self._readers:
            reader.join(10)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                continue

    def __enter__(self) -> WindowProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


# --- the other side ---------------------------------------------------------------------------------------


def say(**fields: Any) -> None:
    print(json.dumps(fields), flush=True)


def serve(files: list[str]) -> int:
    from PySide6.QtWidgets import QAbstractButton, QApplication

    from characoid_desktop.app import main as app_main
    from characoid_desktop.ui.shell.failure_window import FailureWindow
    from characoid_desktop.ui.widgets.labels import Label

    def failure_window() -> FailureWindow | None:
        return next((w for w in QApplication.topLevelWidgets()
                     if isinstance(w, FailureWindow) and w.isVisible()), None)

    class Watched(app_main.Program):
        """Says where the start has come to."""

        run: Any = None
        shown = ""

        async def main(self) -> int:
            loop = asyncio.get_running_loop()
            threading.Thread(target=self.listen, args=(loop,), daemon=True).start()
            self.watching = self._scope.start(self.watch())
            return await super().main()

        async def watch(self) -> None:
            while True:
                window = failure_window()
                words = " ".join(label.text() for label in window.findChildren(Label)) if window else ""
                if words != self.shown:
                    self.shown = words
                    say(failure=words)
                await asyncio.sleep(0.02)

        async def _run(self, paths, first, logs, hooks):
            say(primary=os.getpid())
            self.first, deliver = first, first.deliver

            def told(woken):
                deliver(lambda paths: (woken(paths), say(woken=[str(path) for path in paths])))

            first.deliver = told
            return await super()._run(paths, first, logs, hooks)

        async def _services(self, paths, logs, shell):
            self.run = await super()._services(paths, logs, shell)
            say(filled=True)
            return self.run

        def listen(self, loop) -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.obey, json.loads(line))

        def obey(self, wish: dict[str, Any]) -> None:
            getattr(self, f"do_{wish.pop('do')}")(**wish)

        def do_click(self, words: str) -> None:
            found = [button for button in failure_window().findChildren(QAbstractButton)
                     if words in (button.text(), getattr(button, "words", "")) and button.isVisible()]
            say(click=[button.words for button in found])
            found[0].click()

        def do_close(self) -> None:
            self.run.window.close()

        def do_items(self) -> None:
            say(items=[str(item.origin) for item in self.run._c.rvc.items])

        def do_notices(self) -> None:
            say(notices=[str(notice.sentence) for notice in self.run._c.notices.open])

        def do_add(self, paths: list[str]) -> None:
            self.run.rvc.add_files([Path(path) for path in paths])

        def do_convert(self, source: str, folder: str) -> None:
            self._scope.start(self.convert(Path(source), Path(folder)))

        async def convert(self, source: Path, folder: Path) -> None:
            import psutil

            from characoid_desktop.features.rvc.models import Choice, Place
            from characoid_desktop.settings.sections.conversion import OutputFormat

            c = self.run._c
            await c.rvc.add_paths([source], Choice("higher", {"semitones": 4.0}, OutputFormat.WAV))
            item = next(item for item in c.rvc.items if item.origin == source)

            def changed(job) -> None:
                children = [p.pid for p in psutil.Process().children(recursive=True)]
                stage = str(job.progress.stage) if job.progress else ""
                done = (job.progress.fraction or 0.0) if job.progress else 0.0
                say(job=job.state.value, stage=stage, fraction=done, children=children)
                if done > 0.02:
                    say(halfway=children)

            c.jobs.changed.connect(changed)
            await c.rvc.convert([item.id], Place(folder, "{title}"), lambda _: "Higher")

        def do_await_items(self, count: int) -> None:
            def told(*_) -> None:
                if len(self.run._c.rvc.items) >= count:
                    disconnect()
                    say(await_items=len(self.run._c.rvc.items))

            disconnect = self.run._c.rvc.added.connect(told)
            told()

        def do_measure(self) -> None:
            import gc

            import psutil

            gc.collect()
            view = self.run.window.frame.view
            say(measure={"rss": psutil.Process().memory_info().rss, "items": len(self.run._c.rvc.items),
                         "widgets": len(QApplication.allWidgets()), "in_view": len(view.findChildren(object))})

    app_main.Program = Watched
    code = app_main.run_window(files)
    say(code=code)
    return code


if __name__ == "__main__":
    raise SystemExit(serve(sys.argv[1:]))
