"""Reading files of separation models as they are shared: configs (YAML) and Demucs checkpoints. For the importer.

Nothing in them is executed. A Demucs checkpoint pickles its class by name; the name is answered with an empty stub,
and everything else outside plain data is refused by torch's restricted unpickler.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError

if TYPE_CHECKING:
    import torch

MAX_CONFIG_CHARS = 256 * 1024
MAX_NODES = 20_000
MAX_DEPTH = 24

_DEMUCS_CLASSES = ("demucs.htdemucs.HTDemucs",)
_QUANTIZED = "__quantized"


@dataclass(frozen=True, slots=True)
class Foreign:
    """What a foreign checkpoint holds: plain tensors by name, and what its config says (not yet checked)."""

    model_kind: str
    tensors: Mapping[str, torch.Tensor]
    config: Mapping[str, Any]


def read_config(text: str) -> dict[str, Any]:
    """Return a model's YAML config as plain dicts, lists, tuples and scalars.

    Knows the one foreign tag such files really use (``!!python/tuple``); no aliases, no other tag.
    Raises EngineError ``bad_model_config``.
    """
    import yaml

    if len(text) > MAX_CONFIG_CHARS:
        raise EngineError("bad_model_config", f"{len(text)} characters")
    try:
        loader = _loader_class()(text)
        try:
            value = loader.get_single_data()
        finally:
            loader.dispose()
        _check_plain(value)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError, OverflowError) as error:
        raise EngineError("bad_model_config", str(error)[:500]) from error
    if not isinstance(value, dict):
        raise EngineError("bad_model_config", "not a mapping")
    return value


def _loader_class() -> Any:
    import yaml

    class Loader(yaml.SafeLoader):
        nodes = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            self.nodes += 1
            if self.nodes > MAX_NODES or self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases, or too many values")
            return super().compose_node(parent, index)

    def make_tuple(loader: Any, node: Any) -> tuple[Any, ...]:
        return tuple(loader.construct_sequence(node, deep=True))

    Loader.add_constructor("tag:yaml.org,2002:python/tuple", make_tuple)
    # YAML 1.1 takes "1e-4" for a word; these files mean a number.
    number = re.compile(r"^[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|\.[0-9]+|[0-9]+[eE][-+]?[0-9]+)$")
    Loader.add_implicit_resolver("tag:yaml.org,2002:float", number, list("-+0123456789."))
    return Loader


def _check_plain(value: Any, depth: int = 0) -> None:
    if depth > MAX_DEPTH:
        raise ValueError("nested too deep")
    if isinstance(value, Mapping):
        for key, item in value.items():
            if not isinstance(key, (str, int)):
                raise ValueError("a key that is no word")
            _check_plain(item, depth + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _check_plain(item, depth + 1)
    elif not (value is None or isinstance(value, (str, bool, int, float))):
        raise ValueError(f"a value of type {type(value).__name__}")


def read_demucs(path: str) -> Foreign:
    """Return what a Demucs checkpoint (``.th``) holds; ``config`` are the arguments of its class, made plain.

    Raises EngineError ``damaged``, ``unsafe_file``, ``not_a_model`` (not laid out like one) and
    ``separation_unsupported`` (another class, or quantised weights).
    """
    import pickle

    import torch

    allowed: list[Any] = [(_stub(name), name) for name in _DEMUCS_CLASSES]
    allowed.append((_fraction, "fractions.Fraction"))
    try:
        with torch.serialization.safe_globals(allowed), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other pickle protocols: they fail soon enough
            package = torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        text = str(error)
        if "demucs." in text and "GLOBAL demucs." in text:
            raise EngineError("separation_unsupported", text[:500], found="Demucs") from error
        raise EngineError("unsafe_file", text[:500]) from error
    except (RuntimeError, EOFError, ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
        raise EngineError("damaged", str(error)[:500]) from error
    return _demucs_package(package)


def _demucs_package(package: object) -> Foreign:
    import torch

    if not isinstance(package, dict) or not {"klass", "kwargs", "state"} <= package.keys():
        raise EngineError("not_a_model", "no Demucs package")
    state, kwargs, args = package["state"], package["kwargs"], package.get("args", ())
    if not isinstance(state, Mapping) or not isinstance(kwargs, Mapping) or not isinstance(args, (list, tuple)):
        raise EngineError("not_a_model", "state and kwargs are not mappings")
    if _QUANTIZED in state:
        raise EngineError("separation_unsupported", "quantised", found="Demucs")
    if not all(isinstance(name, str) and isinstance(tensor, torch.Tensor) for name, tensor in state.items()):
        raise EngineError("not_a_model", "the state holds something else than tensors")
    config = {str(key)[:64]: _plain(value) for key, value in list(kwargs.items())[:200]}
    if args and "sources" not in config:
        config["sources"] = _plain(args[0])
    return Foreign("htdemucs", dict(state), config)


def _stub(name: str) -> type:
    """Return an empty class under the full name of the real one."""
    module, _, word = name.rpartition(".")
    return type(word, (), {"__module__": module, "__slots__": ()})


def _fraction(numerator: object = 0, denominator: object = 1) -> float:
    """Stand in for fractions.Fraction, whose constructor would compute 10 to any power asked for.

    Pickled as two integers (Python 3.11 on) or as one word, "39/5".
    """
    if isinstance(numerator, str):
        found = re.fullmatch(r"(-?\d{1,12})(?:/(\d{1,12}))?", numerator)
        if found is None:
            raise ValueError("not a fraction")
        numerator, denominator = int(found[1]), int(found[2] or 1)
    if not isinstance(numerator, int) or not isinstance(denominator, int) or not denominator:
        raise ValueError("not a fraction")
    if max(abs(numerator), abs(denominator)) >= 1 << 62:
        raise ValueError("a fraction out of bounds")
    return numerator / denominator


def _plain(value: object, depth: int = 0) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value[:200]
    if isinstance(value, (list, tuple)) and depth < 4:
        return [_plain(item, depth + 1) for item in value[:1000]]
    return None
