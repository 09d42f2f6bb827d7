from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths


@pytest.fixture
def user(tmp_path, monkeypatch):
    """A user whose folders lie under tmp_path, without CHARACOID_HOME."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CHARACOID_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_the_variable_puts_everything_under_one_folder(user, tmp_path):
    paths = AppPaths.locate({"CHARACOID_HOME": str(tmp_path / "家 🎤")})
    for place in (paths.data, paths.config, paths.logs, paths.cache, paths.database, paths.compute_lock):
        assert tmp_path / "家 🎤" in place.parents


def test_without_it_the_users_own_folders_are_used(user):
    paths = AppPaths.locate({})
    assert user in paths.data.parents
    assert "CHARACOID Desktop" in paths.data.parts


def test_a_chosen_folder_is_found_again_at_the_next_start(user, tmp_path):
    AppPaths.remember_home(tmp_path / "别的 盘")
    assert AppPaths.locate({}).data == tmp_path / "别的 盘" / "data"
    assert AppPaths.locate({"CHARACOID_HOME": "/elsewhere"}).data == Path("/elsewhere/data")


@pytest.mark.parametrize("note", ["", "relative/folder", "\n", "x" * 10_000])
def test_an_unusable_note_is_ignored(user, tmp_path, note):
    AppPaths.remember_home(tmp_path)
    pointer = next(user.rglob("home.txt"))
    pointer.write_text(note)
    assert AppPaths.locate({}).data != tmp_path / "data"
