"""A voice's network: features of speech at 100 Hz and a pitch curve to samples.

Text encoder → latent signal with noise → flow backwards → vocoder (VITS with an NSF-HiFi-GAN, as RVC v1 and v2).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from engine.errors import EngineError
from engine.rvc import flow
from engine.rvc.decoder import Decoder, no_check
from engine.rvc.geometry import PITCH_CLASSES, Geometry, expected_shapes, geometry
from engine.rvc.kernels import Fused, Plain, close, fused_works
from engine.rvc.sine import SineSource
from engine.rvc.text_encoder import TextEncoder
from engine.rvc.weights import checked

NOISE_SCALE = 0.66666  # of the latent signal; the published value
_CHECK_FRAMES = 6

Noise = torch.Generator | Mapping[str, Tensor] | None


class Synthesizer:
    """Made by :meth:`load`. ``rate`` and ``hop`` (samples of a 10 ms frame) are the voice's; ``fast`` tells
    whether the fused operations are used, after they agreed with plain ones on this voice."""

    def __init__(self, tensors: Mapping[str, Tensor], found: Geometry, make: Plain) -> None:
        self.geometry, self.rate, self.hop = found, found.rate, found.hop
        self.fast = make.fused
        self._make = make
        self._speakers = make.place(tensors["emb_g.weight"])
        self._text = TextEncoder(tensors, found, make)
        self._flow = flow.Flow(tensors, found, make)
        self._decoder = Decoder(tensors, found, make)
        self._source = SineSource(tensors, found, make.device) if found.f0 else None

    @classmethod
    def load(
        cls,
        tensors: Mapping[str, Tensor],
        config: Sequence[Any],
        *,
        version: str,
        f0: bool,
        device: torch.device | str = "cpu",
        half: bool = False,
    ) -> Synthesizer:
        """Return the network of a checkpoint's state dict and ``config``.

        The number of speakers is that of the speaker table. Raises EngineError ``voice_config`` (see
        :func:`engine.rvc.geometry.geometry`) and ``voice_tensors`` when the tensors are not those of such a
        network. ``half`` counts on a graphics card only.
        """
        found = geometry(config, version=version, f0=f0)
        table = tensors.get("emb_g.weight")
        if table is None or table.ndim != 2:
            raise EngineError("voice_tensors", "emb_g.weight is missing", tensor="emb_g.weight")
        found = found.with_speakers(table.shape[0])
        named = checked(tensors, expected_shapes(found), "voice_tensors", unused=("enc_q.",))
        device = torch.device(device)
        with torch.inference_mode():
            if device.type != "cpu":
                return cls(named, found, Plain(device, torch.float16 if half else torch.float32))
            if fused_works():
                expected = cls(named, found, Plain())._sample()
                fast = cls(named, found, Fused())
                if fast._agrees(expected):
                    return fast
            return cls(named, found, Plain())

    @torch.inference_mode()
    def infer(
        self,
        features: Tensor,
        pitch: Tensor | None,
        pitchf: Tensor | None,
        speaker: int,
        *,
        noise: Noise = None,
        skip_head: int = 0,
        return_length: int | None = None,
        phase: float = 0.0,
        check: Callable[[], None] = no_check,
    ) -> Tensor:
        """Return the samples ``[return_length · hop]`` of the frames after ``skip_head``, float32 on the CPU.

        ``features [1, T, 256 | 768]`` at 100 Hz; ``pitch [1, T]`` classes 0 … 255 and ``pitchf [1, T]`` in Hz
        (0: unvoiced), both None for a voice without pitch. Frames outside the wanted ones serve as context;
        they are not decoded, and the result is what cutting the whole would give.

        ``noise``: a CPU generator, or the normal values themselves (``latent [1, inter, T]`` and, with pitch,
        ``source [1, T · hop]``); None draws from torch's own generator. ``phase``: cycles at which the
        sine source begins. ``check`` is called between pieces of work and may raise to give up. Raises EngineError
        ``bad_speaker`` with ``speakers``, or ValueError for shapes that do not fit.
        """
        self._check_input(features, pitch, pitchf, speaker)
        frames = features.shape[1]
        end = frames if return_length is None else min(frames, skip_head + return_length)
        if not 0 <= skip_head < end:
            raise ValueError("no frames are wanted")
        low, high = max(0, skip_head - self._decoder.halo), min(frames, end + self._decoder.halo)
        latent, source_noise = self._noise(noise, frames)

        vector = self._speakers[speaker]
        z = self._latent(features, pitch, latent, vector, low, high)
        source = None
        if self._source is not None and pitchf is not None and source_noise is not None:
            whole = self._source(pitchf.to(self._make.device, torch.float32), source_noise, phase)
            source = whole[:, low * self.hop : high * self.hop].to(self._make.dtype)
        check()
        samples = self._decoder(z, vector, source, check)
        return samples[(skip_head - low) * self.hop : (end - low) * self.hop].float().cpu()

    def _latent(
        self, features: Tensor, pitch: Tensor | None, noise: Tensor, speaker: Tensor, low: int, high: int
    ) -> Tensor:
        """Return the decoder's input for the frames ``low … high``; the flow reads as far beyond as it needs."""
        make = self._make
        classes = None if pitch is None else pitch.to(make.device).clamp(0, PITCH_CLASSES - 1)
        mean, log_spread = self._text(make.place(features), classes)
        first, last = max(0, low - flow.REACH), min(features.shape[1], high + flow.REACH)
        part = slice(first, last)
        z = mean[:, :, part] + torch.exp(log_spread[:, :, part]) * make.place(noise[:, :, part]) * NOISE_SCALE
        return self._flow(z, speaker)[:, :, low - first : high - first]

    def _noise(self, noise: Noise, frames: int) -> tuple[Tensor, Tensor | None]:
        """Return normal values for the latent signal and for the source, drawn on the CPU in this order, so that
        a seed gives the same sound on every device."""
        latent_shape, source_shape = (1, self.geometry.inter, frames), (1, frames * self.hop)
        if isinstance(noise, Mapping):
            latent, source = noise["latent"], noise["source"] if self._source else None
            if latent.shape != latent_shape or (source is not None and source.shape != source_shape):
                raise ValueError("the noise is of another shape")
        else:
            latent = torch.randn(latent_shape, generator=noise)
            source = torch.randn(source_shape, generator=noise) if self._source else None
        device = self._make.device
        return latent.to(device), None if source is None else source.to(device)

    def _check_input(self, features: Tensor, pitch: Tensor | None, pitchf: Tensor | None, speaker: int) -> None:
        found = self.geometry
        if not 0 <= speaker < found.speakers:
            raise EngineError("bad_speaker", f"{speaker} of {found.speakers}", speakers=found.speakers)
        if features.ndim != 3 or features.shape[0] != 1 or features.shape[2] != found.feature_width:
            raise ValueError(f"features are {tuple(features.shape)}")
        if not found.f0:
            return
        steps = (1, features.shape[1])
        if pitch is None or pitchf is None or pitch.shape != steps or pitchf.shape != steps:
            raise ValueError("the pitch does not fit the features")

    def _sample(self) -> Tensor:
        """Return what the voice says to a short noise."""
        found = self.geometry
        generator = torch.Generator().manual_seed(0)
        features = torch.randn(1, _CHECK_FRAMES, found.feature_width, generator=generator)
        pitchf = torch.linspace(100.0, 400.0, _CHECK_FRAMES).unsqueeze(0)
        curve = (pitchf.long(), pitchf) if found.f0 else (None, None)
        return self.infer(features, *curve, 0, noise=generator)

    def _agrees(self, expected: Tensor) -> bool:
        """Return whether this make says what is ``expected``. Errors of the fused operations count as no."""
        try:
            return close(expected, self._sample())
        except (RuntimeError, TypeError):
            return False
