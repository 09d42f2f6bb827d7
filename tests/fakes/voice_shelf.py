"""A model library of files on a shelf: implements features.rvc.voices_port.VoiceSource."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from characoid_desktop.features.rvc.voices_port import Separator, VoiceAssets, VoiceFiles


class Shelf:
    """``add`` puts a voice on it; ContentVec is there unless ``contentvec`` is taken away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.contentvec: Path | None = folder / "weights" / "contentvec"
        self.f0: dict[str, Path] = {}
        self.found: list[VoiceFiles] = []
        self.models: list[Separator] = []

    def add(self, id: str = "mika", name: str = "Mika", *, index: bool = True, credit: str = "Sung by M. Example",
            f0: bool = True) -> VoiceFiles:
        folder = self.folder / "voices" / id
        folder.mkdir(parents=True)
        (folder / "voice.safetensors").write_bytes(b"voice")
        if index:
            (folder / "index.faiss").write_bytes(b"index")
        voice = VoiceFiles(id, name, folder, folder / "index.faiss" if index else None, f"sha of {id}", credit, "v2",
                           40_000, f0, 1, 220.0)
        self.found.append(voice)
        return voice

    def add_separator(self, id: str = "htdemucs", kind: str = "htdemucs", *, role: str = "vocals",
                      slow: bool = False) -> Separator:
        model = self.folder / "weights" / "separation" / id
        model.mkdir(parents=True)
        one = Separator(id, f"Model {id}", kind, model, None, role, f"sha of {id}", slow)
        self.models.append(one)
        return one

    def voices(self) -> Sequence[VoiceFiles]:
        return tuple(self.found)

    def get(self, voice_id: str) -> VoiceFiles | None:
        return next((one for one in self.found if one.id == voice_id), None)

    def assets(self) -> VoiceAssets:
        return VoiceAssets(self.contentvec, self.f0)

    def separators(self) -> Sequence[Separator]:
        return tuple(self.models)
