"""The words after ``python -m characoid_desktop``."""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from characoid_desktop.cli.streams import steady_streams

if TYPE_CHECKING:
    from characoid_desktop.core.crash import CrashHooks
    from characoid_desktop.core.logs import Logs

EXIT_FAULT = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
THREADS_LIMIT_S = 1.0


def parser() -> argparse.ArgumentParser:
    """Return the parser; without a command the window opens."""
    top = argparse.ArgumentParser(
        prog="characoid", description="CHARACOID Desktop: the studio in which a VTuber's AI character lives.")
    top.add_argument("--version", action="store_true", help="print the version and end")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    window = commands.add_parser("open", help="open the window (also without any command)")
    window.add_argument("files", nargs="*", metavar="FILE", help="audio or video to add to the RVC session")

    commands.add_parser("doctor", help="check whether everything needed is there")

    convert = commands.add_parser("convert", help="convert files without a window")
    convert.add_argument("inputs", nargs="+", metavar="IN", help="audio or video files, or folders")
    convert.add_argument("-o", "--output", required=True, metavar="DIR", help="folder for the results")
    convert.add_argument("--preset", metavar="NAME", help="voice effect; the command presets lists them")
    convert.add_argument("--pitch", type=float, metavar="N", help="semitones, -24 to 24; replaces the preset's")
    convert.add_argument("--formant", type=float, metavar="N", help="semitones, -12 to 12; replaces the preset's")
    convert.add_argument("--format", choices=["wav", "flac", "mp3", "opus", "m4a"], default="wav")
    convert.add_argument("--name", default="{title} ({preset})", metavar="TEMPLATE",
                         help="file name; {title}, {preset}, {key} and {date} are filled in")
    convert.add_argument("--voice", metavar="NAME", help="voice of the library instead of an effect; see voices list")
    convert.add_argument("--index-rate", type=between(0, 1), metavar="X",
                         help="how much of the voice's index, 0 to 1 (with --voice)")
    convert.add_argument("--protect", type=between(0, 0.5), metavar="X",
                         help="how much breath and consonants are left alone, 0 to 0.5 (with --voice)")
    convert.add_argument("--f0", choices=["swift", "fcpe", "rmvpe", "crepe", "crepe-tiny"],
                         help="how the pitch is found (with --voice)")
    convert.add_argument("--speaker", type=int, metavar="N", help="which speaker of the voice (with --voice)")
    convert.add_argument("--seed", type=int, metavar="N", help="the same number gives the same again (with --voice)")
    convert.add_argument("--engine", choices=["built-in", "rvc-next"], default="built-in",
                         help="what converts; rvc-next is a program of your own (Settings › Engines, or on PATH)")
    convert.add_argument("--device", choices=["cpu"], help="compute without the graphics card")
    convert.add_argument("--separate", nargs="?", const="auto", metavar="METHOD",
                         help="take the voice out of the music first: auto, dry, centre, percussive or a model's name")
    convert.add_argument("--mix", action="store_true", help="put the converted voice back into its music")
    convert.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")

    separate = commands.add_parser("separate", help="take voice and music of files apart")
    separate.add_argument("inputs", nargs="+", metavar="IN", help="audio or video files, or folders")
    separate.add_argument("-o", "--output", required=True, metavar="DIR", help="folder for the two files of each")
    separate.add_argument("--method", default="auto", metavar="METHOD",
                          help="auto, dry, centre, percussive or the name of a model of the library")
    separate.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")

    voices = commands.add_parser("voices", help="the model library: list it, or take files into it")
    what = voices.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = what.add_parser("list", help="list voices and the weights they need")
    taking = what.add_parser("import", help="take in voices, indexes, weights, archives or folders")
    taking.add_argument("paths", nargs="+", metavar="PATH")
    for one in (listing, taking):
        one.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")

    commands.add_parser("presets", help="list the voice effects")

    ask = commands.add_parser("ask", help="say something to a character without a window")
    ask.add_argument("text", metavar="TEXT", help="what to say; - reads it from standard input")
    ask.add_argument("--attach", action="append", default=[], metavar="FILE",
                     help="a file to go with it; can be given more than once")
    ask.add_argument("--persona", metavar="NAME",
                     help="which character, by its name, its id or the beginning of its id; without it the current one")
    ask.add_argument("--conversation", metavar="ID", help="go on with this conversation; without it a new one")
    ask.add_argument("--no-wait", action="store_true", help="do not wait for conversions that were started")
    ask.add_argument("--json", action="store_true", help="print every event as one JSON object a line")

    personas = commands.add_parser("personas", help="the characters: list them, take one in, write one to a file")
    persona = personas.add_subparsers(dest="what", metavar="WHAT", required=True)
    persona_words = persona.add_parser("list", help="list the characters; * is the one that is talked to")
    taking_in = persona.add_parser("import", help="take in a character card (PNG, JSON) or a whole character (zip)")
    taking_in.add_argument("file", metavar="FILE")
    taking_in.add_argument("--trust-memories", action="store_true",
                           help="the memories in the file are your own: do not count them as text from outside")
    writing = persona.add_parser("export", help="write a character to a file; its suffix says what: png, json or zip")
    writing.add_argument("name", metavar="NAME", help="its name, its id or the beginning of its id")
    writing.add_argument("-o", "--output", required=True, metavar="FILE", help="the file, or a folder for it")
    writing.add_argument("--format", choices=["png", "json", "zip"], help="instead of what the file's suffix says")
    for one in (persona_words, taking_in, writing):
        one.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")

    manifests = commands.add_parser("manifests", help="print what the workers are, as JSON")
    manifests.add_argument("worker", nargs="?", metavar="WORKER", help="only this one")

    shots = commands.add_parser("shots", help="render every panel to PNG files")
    shots.add_argument("folder", metavar="DIR")
    shots.add_argument("--all", action="store_true", help="also the smallest window, longer texts and larger text")
    shots.add_argument("--only", action="append", default=[], metavar="SCREEN",
                       help="only screens whose name fits, for example 'rvc-*'; can be given more than once")
    return top


def between(low: float, high: float) -> Callable[[str], float]:
    """Return what reads a number from ``low`` to ``high``; raises ArgumentTypeError for anything else."""
    def read(word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{word} is not a number from {low:g} to {high:g}")
        return value

    return read


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = parser().parse_args(words)
    if arguments.version:
        from characoid_desktop.app.about import version

        print(version())
        return 0
    if arguments.command in (None, "open"):
        from characoid_desktop.app.main import run_window

        return run_window(getattr(arguments, "files", []))
    steady_streams()
    if arguments.command == "presets":
        from characoid_desktop.cli.convert import print_presets

        return print_presets()
    if arguments.command == "convert":
        from characoid_desktop.cli.convert import run_convert

        return run_headless(run_convert(arguments))
    if arguments.command == "separate":
        from characoid_desktop.cli.convert import run_separate

        return run_headless(run_separate(arguments))
    if arguments.command == "voices":
        from characoid_desktop.cli.library import run_voices

        return run_headless(run_voices(arguments))
    if arguments.command == "personas":
        from characoid_desktop.cli.personas import run_personas

        return run_headless(run_personas(arguments))
    if arguments.command == "ask":
        from characoid_desktop.cli.ask import run_ask

        return run_headless(lambda logs: run_ask(arguments, logs))
    if arguments.command == "manifests":
        from characoid_desktop.cli.manifests import print_manifests

        return print_manifests(arguments.worker)
    if arguments.command == "doctor":
        from characoid_desktop.cli.doctor import run_doctor

        return run_headless(run_doctor(), gui=True)
    from characoid_desktop.cli.shots import run_shots

    return run_shots(arguments)


def run_headless(
    work: Coroutine[Any, Any, int] | Callable[[Logs], Coroutine[Any, Any, int]], *, gui: bool = False,
) -> int:
    """Run ``work`` (or what it makes of the log) on a Qt loop without any window; ``gui`` for what needs fonts.

    What happens goes to a log of its own: the one of an open window must not be turned over under it.
    """
    from characoid_desktop.app import loop
    from characoid_desktop.app.about import version
    from characoid_desktop.app.language import LanguageSwitch, system_language
    from characoid_desktop.app.qt_log import route_qt_messages
    from characoid_desktop.core.clock import SystemClock
    from characoid_desktop.core.crash import CrashHooks
    from characoid_desktop.core.logs import Logs
    from characoid_desktop.core.paths import AppPaths
    from characoid_desktop.core.redaction import Redactor

    if gui:
        from PySide6.QtGui import QGuiApplication

        # Not through the environment: the doctor looks there for what a window would use.
        app = QGuiApplication([sys.argv[0], "-platform", "offscreen"])
    else:
        from PySide6.QtCore import QCoreApplication

        app = QCoreApplication(sys.argv[:1])
    logs = Logs(AppPaths.locate().logs, Redactor(), name="characoid-cli")
    hooks = CrashHooks(logs, SystemClock(), version=version())
    hooks.install()
    restore_qt = route_qt_messages()
    try:
        LanguageSwitch(app).speak(system_language())
        return loop.run(app, interruptible(work(logs) if callable(work) else work, hooks))
    finally:
        restore_qt()
        hooks.uninstall()
        logs.close()
        let_threads_end()


def let_threads_end(limit_s: float = THREADS_LIMIT_S) -> None:
    """Wait a moment for threads that are about to end anyway (those of the databases).

    They end by waking the loop, which is a Qt signal; a thread that the interpreter stops in there takes the process
    down with it (SIGABRT after all was done).
    """
    deadline = time.monotonic() + limit_s
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, deadline - time.monotonic()))


async def interruptible(work: Coroutine[Any, Any, int], hooks: CrashHooks | None = None) -> int:
    """Await ``work``; Ctrl+C and SIGTERM cancel it, so that it cleans up, and give exit code 130.

    With ``hooks`` a fault of the app becomes a sentence, a report beside the log, and exit code 1.
    """
    import signal

    from characoid_desktop.app.in_use import InUseMark
    from characoid_desktop.core.i18n import t

    task = asyncio.current_task()
    assert task is not None
    running = asyncio.get_running_loop()
    if hooks is not None:
        hooks.watch_loop(running)
    mark = InUseMark()
    mark.put()
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: running.call_soon_threadsafe(task.cancel))
    else:
        for number in (signal.SIGINT, signal.SIGTERM):
            running.add_signal_handler(number, task.cancel)
    try:
        return await work
    except asyncio.CancelledError:
        return EXIT_INTERRUPTED
    except Exception as error:
        if hooks is None:
            raise
        report = hooks.report("the command failed", error)
        print(t("This did not work because of a fault in the app. Your files are untouched. Report: {file}",
                file=str(report or "–")), file=sys.stderr)
        return EXIT_FAULT
    finally:
        await mark.take_away()
