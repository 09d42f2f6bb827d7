"""How a file is produced, as the panel chooses it: voice, separation, mix, and what they cost. QtCore only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.choices import known_preset, preset_label
from characoid_desktop.features.rvc.models import Choice, SessionItem
from characoid_desktop.features.rvc.orders import assets_for, voice_for
from characoid_desktop.features.rvc.parameters import WITHOUT_WEIGHTS, VoiceParams
from characoid_desktop.features.rvc.presets import PITCH_RANGE
from characoid_desktop.features.rvc.rates import Estimate
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.rvc.stages import Done, Stage
from characoid_desktop.features.rvc.voices_port import Separator, VoiceFiles
from characoid_desktop.ui.panels.rvc_session import options, production
from characoid_desktop.ui.panels.rvc_session.production import Way


class Making(QObject):
    """Reads and changes the choice of the current item. ``library_changed``: other voices or models are there.

    ``current`` and ``choice`` give what is shown; ``take`` sets another choice (and says so).
    """

    library_changed = Signal()

    def __init__(
        self, service: RvcSessionService, current: Callable[[], SessionItem | None], choice: Callable[[], Choice],
        take: Callable[[Choice], object], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._current = current
        self._choice = choice
        self._take = take

    # --- the voice ------------------------------------------------------------------------------

    @property
    def voices(self) -> Sequence[VoiceFiles]:
        return self._service.library.voices()

    @property
    def voice(self) -> VoiceFiles | None:
        """The library voice of the choice; None for a built-in one, and for one that is gone."""
        use = self._choice().voice
        return None if use is None else self._service.library.get(use.voice_id)

    @property
    def params(self) -> VoiceParams:
        use = self._choice().voice
        return use.params if use is not None else VoiceParams()

    @property
    def label(self) -> Text:
        """What the chosen voice is called."""
        return self.label_of(self._choice())

    def label_of(self, choice: Choice) -> Text:
        name = self._service.voice_label(choice)
        return Text.literal(name) if name else known_preset(choice.preset_id).label

    def name_of(self, choice: Choice) -> str:
        """The same as a word, for file names."""
        return self._service.voice_label(choice) or preset_label(choice)

    @property
    def missing(self) -> AppError | None:
        """Why the chosen voice cannot be used yet, with the way to what it needs."""
        use, library = self._choice().voice, self._service.library
        if use is None:
            return None
        try:  # what RvcSessionService.check asks, without a look at the disk
            assets_for(use, voice_for(use, library), library)
        except AppError as error:
            return error
        return None

    @property
    def key_range(self) -> tuple[float, float]:
        return PITCH_RANGE if self._choice().voice is None else VoiceParams.bounds()["pitch"]

    @property
    def suggested_key(self) -> int | None:
        """Semitones that bring this singer to the voice; None before anything was measured."""
        return production.suggested_key(self.voice, self.stages)

    @property
    def f0_methods(self) -> list[tuple[str, bool]]:
        """(method, whether its weights are there), the built-in one first."""
        assets = self._service.library.assets()
        return [(name, name in WITHOUT_WEIGHTS or name in assets.f0 or assets.external is not None)
                for name in production.F0_NAMES]

    @property
    def external(self) -> str:
        """The name of the program that converts instead of the built-in engine, "" for that one."""
        external = self._service.library.assets().external
        return "" if external is None else external.name

    def choose_voice(self, voice_id: str) -> None:
        voice = self._service.library.get(voice_id)
        if voice is not None:
            self._take(production.with_voice(self._choice(), voice))

    def set_key(self, semitones: float) -> None:
        choice = self._choice()
        self._take(options.changed(choice, pitch=semitones) if choice.voice is None
                   else production.with_params(choice, pitch=semitones))

    def use_suggested_key(self) -> None:
        key = self.suggested_key
        if key is not None:
            self._take(production.with_params(self._choice(), pitch=float(key), auto_key=False))

    def set_param(self, name: str, value: object) -> None:
        """Change one of :class:`VoiceParams`."""
        self._take(production.with_params(self._choice(), **{name: value}))

    def set_use_index(self, on: bool) -> None:
        choice = self._choice()
        if choice.voice is not None:
            self._take(replace(choice, voice=replace(choice.voice, use_index=on)))

    # --- separation and mix -----------------------------------------------------------------------

    @property
    def ways(self) -> list[Way]:
        return production.ways(self._service.library.separators(), self._choice().separation)

    @property
    def way(self) -> Way:
        key = production.way_key(self._choice().separation)
        return next((one for one in self.ways if one.key == key), self.ways[0])

    @property
    def is_song(self) -> bool:
        return production.is_song(self._choice())

    @property
    def links(self) -> list[tuple[Separator, bool]]:
        """Models that do more to the vocals, and whether they are used."""
        separation = self._choice().separation
        chain = separation.chain if separation is not None else ()
        return [(one, one.id in chain) for one in self._service.library.separators() if one.role != "vocals"]

    def set_way(self, key: str) -> None:
        way = next((one for one in self.ways if one.key == key), None)
        if way is not None:
            self._take(production.with_way(self._choice(), way))

    def set_link(self, model_id: str, on: bool) -> None:
        self._take(production.with_link(self._choice(), self._service.library.separators(), model_id, on))

    def set_mixing(self, **values: object) -> None:
        self._take(production.with_mixing(self._choice(), **values))

    # --- stages -----------------------------------------------------------------------------------

    @property
    def stages(self) -> Mapping[Stage, Done]:
        item = self._current()
        return {} if item is None else self._service.stages(item.id)

    @property
    def estimate(self) -> Estimate | None:
        """What the current item will cost; None while its length is not known, and for what is done in seconds."""
        item = self._current()
        if item is None or not self._choice().is_staged:
            return None
        return self._service.estimate(item.id, self._choice())

    def estimate_of(self, way: Way) -> float | None:
        """Seconds that taking the current item apart would cost."""
        item = self._current()
        if item is None or way.separation is None:
            return None
        plan = self._service.estimate(item.id, production.with_way(self._choice(), way), until=Stage.SEPARATE)
        return None if plan is None else plan.stages.get(Stage.SEPARATE)

    def defaults(self) -> dict[str, Any]:
        """The present parameters as those that the voice begins with; key and seed belong to the song."""
        value = self.params.to_value()
        return {name: value[name] for name in ("f0_method", "index_rate", "protect", "rms_mix_rate", "formant",
                                               "speaker", "filter_radius")}
