"""The commands and their options, as argparse reads them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # pyright: ignore[reportPrivateUsage]


def parser() -> argparse.ArgumentParser:
    """Return the parser; without a command the window opens."""
    top = argparse.ArgumentParser(
        prog="characoid", description="CHARACOID Desktop: the studio in which a VTuber's AI character lives.")
    top.add_argument("--version", action="store_true", help="print the version and end")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    window = commands.add_parser("open", help="open the window (also without any command)")
    window.add_argument("files", nargs="*", metavar="FILE", help="audio or video to add to the RVC session")
    commands.add_parser("doctor", help="check whether everything needed is there")
    _convert(commands)
    _separate(commands)
    _voices(commands)
    commands.add_parser("presets", help="list the voice effects")
    _ask(commands)
    _personas(commands)
    _for_developers(commands)
    return top


def _convert(commands: Commands) -> None:
    convert = commands.add_parser("convert", help="convert files without a window")
    convert.add_argument("inputs", nargs="+", metavar="IN", help="audio or video files, or folders")
    convert.add_argument("-o", "--output", required=True, metavar="DIR", help="folder for the results")
    convert.add_argument("--preset", metavar="NAME", help="voice effect; the command presets lists them")
    convert.add_argument("--pitch", type=float, metavar="N", help="semitones, -24 to 24; replaces the preset's")
    convert.add_argument("--formant", type=float, metavar="N", help="semitones, -12 to 12; replaces the preset's")
    convert.add_argument("--format", choices=["wav", "flac", "mp3", "opus", "m4a"], default="wav")
    convert.add_argument("--name", default="{title} ({preset})", metavar="TEMPLATE",
                         help="file name; {title}, {preset}, {key} and {date} are filled in")
    _with_a_voice(convert)
    convert.add_argument("--separate", nargs="?", const="auto", metavar="METHOD",
                         help="take the voice out of the music first: auto, dry, centre, percussive or a model's name")
    convert.add_argument("--mix", action="store_true", help="put the converted voice back into its music")
    convert.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")


def _with_a_voice(convert: argparse.ArgumentParser) -> None:
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


def _separate(commands: Commands) -> None:
    separate = commands.add_parser("separate", help="take voice and music of files apart")
    separate.add_argument("inputs", nargs="+", metavar="IN", help="audio or video files, or folders")
    separate.add_argument("-o", "--output", required=True, metavar="DIR", help="folder for the two files of each")
    separate.add_argument("--method", default="auto", metavar="METHOD",
                          help="auto, dry, centre, percussive or the name of a model of the library")
    separate.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")


def _voices(commands: Commands) -> None:
    voices = commands.add_parser("voices", help="the model library: list it, or take files into it")
    what = voices.add_subparsers(dest="what", metavar="WHAT", required=True)
    listing = what.add_parser("list", help="list voices and the weights they need")
    taking = what.add_parser("import", help="take in voices, indexes, weights, archives or folders")
    taking.add_argument("paths", nargs="+", metavar="PATH")
    for one in (listing, taking):
        one.add_argument("--json", action="store_true", help="print one JSON object a line instead of words")


def _ask(commands: Commands) -> None:
    ask = commands.add_parser("ask", help="say something to a character without a window")
    ask.add_argument("text", metavar="TEXT", help="what to say; - reads it from standard input")
    ask.add_argument("--attach", action="append", default=[], metavar="FILE",
                     help="a file to go with it; can be given more than once")
    ask.add_argument("--persona", metavar="NAME",
                     help="which character, by its name, its id or the beginning of its id; without it the current one")
    ask.add_argument("--conversation", metavar="ID", help="go on with this conversation; without it a new one")
    ask.add_argument("--no-wait", action="store_true", help="do not wait for conversions that were started")
    ask.add_argument("--json", action="store_true", help="print every event as one JSON object a line")


def _personas(commands: Commands) -> None:
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


def _for_developers(commands: Commands) -> None:
    manifests = commands.add_parser("manifests", help="print what the workers are, as JSON")
    manifests.add_argument("worker", nargs="?", metavar="WORKER", help="only this one")
    shots = commands.add_parser("shots", help="render every panel to PNG files")
    shots.add_argument("folder", metavar="DIR")
    shots.add_argument("--all", action="store_true", help="also the smallest window, longer texts and larger text")
    shots.add_argument("--only", action="append", default=[], metavar="SCREEN",
                       help="only screens whose name fits, for example 'rvc-*'; can be given more than once")


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
