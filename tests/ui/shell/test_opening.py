"""Handing files and folders to the system: never anything that runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl

from characoid_desktop.core.errors import AppError
from characoid_desktop.ui.shell.opening import open_file, open_folder


class Desktop:
    """Takes what is opened; ``willing`` is what openUrl answers."""

    def __init__(self, *, willing: bool = True) -> None:
        self.willing = willing
        self.opened: list[Path] = []

    def __call__(self, url: QUrl) -> bool:
        self.opened.append(Path(url.toLocalFile()))
        return self.willing


@pytest.mark.parametrize("name", ["a.exe", "a.bat", "a.sh", "a.desktop", "a.lnk", "a", "a.wav.py", "a.html"])
async def test_what_could_run_is_never_opened(qapp, tmp_path: Path, name: str):
    desktop = Desktop()
    path = tmp_path / name
    path.write_bytes(b"x")
    with pytest.raises(AppError, match="not an audio or text file"):
        await open_file(path, desktop)
    assert desktop.opened == []


@pytest.mark.parametrize("name", ["50% #1.wav", "歌 🎤.FLAC", "-rf.log", "a b.md"])
async def test_audio_and_text_are_opened_whatever_their_name(qapp, tmp_path: Path, name: str):
    desktop = Desktop()
    path = tmp_path / name
    path.write_bytes(b"x")
    await open_file(path, desktop)
    assert desktop.opened == [path]


async def test_a_file_that_is_gone_says_so(qapp, tmp_path: Path):
    with pytest.raises(AppError) as error:
        await open_file(tmp_path / "gone.wav", Desktop())
    assert "gone.wav" in str(error.value)


async def test_the_folder_of_a_file_that_is_gone_still_opens(qapp, tmp_path: Path):
    desktop = Desktop()
    await open_folder(tmp_path / "gone.wav", desktop)
    await open_folder(tmp_path, desktop)
    assert desktop.opened == [tmp_path, tmp_path]
    with pytest.raises(AppError, match="no longer there"):
        await open_folder(tmp_path / "no" / "where", desktop)


async def test_a_desktop_that_opens_nothing_is_reported_with_the_path(qapp, tmp_path: Path):
    with pytest.raises(AppError) as error:
        await open_folder(tmp_path, Desktop(willing=False))
    assert str(tmp_path) in str(error.value.safe)
