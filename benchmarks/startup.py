"""Start-up: first input handled, against a bare PySide6 window in the same run.

    python benchmarks/startup.py [RUNS]

Measured from before the process is made to the moment the first key press reaches the window. Median of RUNS
(default 7) alternating starts with a warm disk cache. Exit code 1 above the limit: 350 ms more than bare.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT_MS = 350.0
RUNS = 7
ROOT = Path(__file__).resolve().parents[1]

WATCH = """
import sys
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
class Watch(QObject):
    '''Posts a key press when the window shows, and says when it is handled.'''
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
    def eventFilter(self, target, event):
        if event.type() == QEvent.Type.Show and type(target).__name__ == self.kind:
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                QCoreApplication.postEvent(target, QKeyEvent(kind, Qt.Key.Key_F24, Qt.KeyboardModifier.NoModifier))
        if event.type() == QEvent.Type.KeyRelease and type(target).__name__ == self.kind:
            sys.stdout.write("handled\\n"); sys.stdout.flush()
            import os; os._exit(0)
        return False
"""

BARE = WATCH + """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
watch = Watch("QMainWindow"); app.installEventFilter(watch)
window = QMainWindow(); window.resize(1280, 800); window.show()
app.exec()
"""

APP = WATCH + """
from PySide6.QtWidgets import QApplication
from characoid_desktop.app import loop
from characoid_desktop.app.main import Program
from characoid_desktop.core.paths import AppPaths
app = QApplication([]); app.setQuitOnLastWindowClosed(False)
watch = Watch("MainWindow"); app.installEventFilter(watch)
loop.run(app, Program(app, AppPaths.locate()).main())
"""


def start_ms(code: str, home: str) -> float:
    """Return milliseconds from before the process is made to its first handled key press."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "CHARACOID_HOME": home}
    begin = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        elapsed = time.perf_counter() - begin
    if line.strip() != "handled":
        raise SystemExit("the window did not handle the key press")
    return elapsed * 1000


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as home:
        start_ms(BARE, home), start_ms(APP, home)  # warm the disk cache and make the database
        bare, app = [], []
        for _ in range(runs):
            bare.append(start_ms(BARE, home))
            app.append(start_ms(APP, home))
    more = statistics.median(app) - statistics.median(bare)
    print(f"bare window {statistics.median(bare):.0f} ms, CHARACOID {statistics.median(app):.0f} ms: "
          f"{more:.0f} ms more, ratio {statistics.median(app) / statistics.median(bare):.2f} (limit {LIMIT_MS:.0f} ms)")
    return 1 if more > LIMIT_MS else 0


if __name__ == "__main__":
    raise SystemExit(main())
