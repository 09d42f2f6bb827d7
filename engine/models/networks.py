"""Networks beside the voices, recognised by the names and shapes of their tensors: ContentVec and the pitch models.

Where a network's sizes can be read off its shapes, they are: a config that lies beside the weights is asked only for
what no shape tells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Shapes = Mapping[str, tuple[int, ...]]

PITCH_BINS = 360  # of RMVPE, FCPE and CREPE: 20 cents each
_HIDDEN = 768
_CREPE_SIZES = {1024: "full", 768: "large", 512: "medium", 256: "small", 128: "tiny"}
_STRIDES = [5, 2, 2, 2, 2, 2, 2]
_CONTENTVEC_PREFIXES = ("", "hubert.", "model.", "wav2vec2.")


def recognise(shapes: Shapes) -> tuple[str, dict[str, Any]] | None:
    """Return (kind, facts) for ``contentvec``, ``rmvpe``, ``fcpe`` or ``crepe``, None for anything else."""
    tries: tuple[tuple[str, Callable[[Shapes], dict[str, Any] | None]], ...] = (
        ("contentvec", contentvec), ("rmvpe", _rmvpe), ("fcpe", _fcpe), ("crepe", _crepe),
    )
    for kind, look in tries:
        facts = look(shapes)
        if facts is not None:
            return kind, facts
    return None


def contentvec_prefix(shapes: Shapes) -> str | None:
    """What stands before the names of a HuBERT in transformers' format, None when it is none."""
    marks = ("feature_extractor.conv_layers.0.conv.weight", "encoder.layers.0.attention.q_proj.weight",
             "feature_projection.projection.weight")
    return next((p for p in _CONTENTVEC_PREFIXES if all(p + mark in shapes for mark in marks)), None)


def contentvec(shapes: Shapes) -> dict[str, Any] | None:
    prefix = contentvec_prefix(shapes)
    if prefix is None:
        return None
    config = contentvec_config(shapes, {})
    if config is None:
        return None
    return {"layers": config["num_hidden_layers"], "final_proj": f"{prefix}final_proj.weight" in shapes
            or "final_proj.weight" in shapes}


def contentvec_config(shapes: Shapes, foreign: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return transformers' config for the weights with these shapes, None when they do not make a HuBERT base.

    ``foreign`` is the config that came with them; from it come the number of heads and the epsilon, if believable.
    """
    prefix = contentvec_prefix(shapes)
    if prefix is None:
        return None
    inner = {name.removeprefix(prefix): shape for name, shape in shapes.items()}
    convs = [inner.get(f"feature_extractor.conv_layers.{n}.conv.weight") for n in range(7)]
    layers = _count(inner, r"encoder\.layers\.(\d+)\.attention\.q_proj\.weight")
    dense = inner.get("encoder.layers.0.feed_forward.intermediate_dense.weight")
    position = next((inner[name] for name in _POSITION if name in inner), None)
    if any(shape is None or len(shape) != 3 for shape in convs) or dense is None or position is None or not layers:
        return None
    hidden = inner["encoder.layers.0.attention.q_proj.weight"][0]
    if hidden != _HIDDEN or len(dense) != 2 or len(position) != 3 or not 1 <= position[1] <= hidden:
        return None
    heads = foreign.get("num_attention_heads")
    epsilon = foreign.get("layer_norm_eps")
    return {
        "architectures": ["HubertModelWithFinalProj"], "model_type": "hubert", "activation_dropout": 0.0,
        "attention_dropout": 0.0, "classifier_proj_size": 256, "conv_bias": False,
        "conv_dim": [shape[0] for shape in convs if shape], "conv_kernel": [shape[2] for shape in convs if shape],
        "conv_stride": _STRIDES, "do_stable_layer_norm": False, "feat_extract_activation": "gelu",
        "feat_extract_norm": "group", "feat_proj_dropout": 0.0,
        "feat_proj_layer_norm": "feature_projection.layer_norm.weight" in inner, "final_dropout": 0.0,
        "hidden_act": "gelu", "hidden_dropout": 0.0, "hidden_size": hidden, "intermediate_size": dense[0],
        "layer_norm_eps": epsilon if isinstance(epsilon, float) and 1e-12 <= epsilon <= 1e-3 else 1e-5,
        "num_attention_heads": heads if _divides(heads, hidden) else hidden // 64,
        "num_conv_pos_embedding_groups": hidden // position[1], "num_conv_pos_embeddings": position[2],
        "num_feat_extract_layers": 7, "num_hidden_layers": layers, "vocab_size": 32,
    }  # fmt: skip


_POSITION = ("encoder.pos_conv_embed.conv.weight_v", "encoder.pos_conv_embed.conv.parametrizations.weight.original1",
             "encoder.pos_conv_embed.conv.weight")


def contentvec_names(tensors: Mapping[str, Any]) -> dict[str, Any]:
    """The tensors under the names of a plain HubertModel with its final projection."""
    prefix = contentvec_prefix({name: tuple(tensor.shape) for name, tensor in tensors.items()}) or ""
    kept = ("feature_extractor.", "feature_projection.", "encoder.", "final_proj.", "masked_spec_embed")
    named = {name.removeprefix(prefix): tensor for name, tensor in tensors.items()}
    return {name: tensor for name, tensor in named.items() if name.startswith(kept)}


def _rmvpe(shapes: Shapes) -> dict[str, Any] | None:
    gru, out = shapes.get("fc.0.gru.weight_ih_l0"), shapes.get("fc.1.weight")
    if "unet.encoder.bn.weight" not in shapes or "cnn.weight" not in shapes or gru is None or out is None:
        return None
    if len(out) != 2 or out[0] != PITCH_BINS:
        return None
    return {"layers": _count(shapes, r"unet\.encoder\.layers\.(\d+)\.")}


def _fcpe(shapes: Shapes) -> dict[str, Any] | None:
    first = shapes.get("input_stack.0.weight", shapes.get("stack.0.weight"))
    names = [f"{head}.{end}" for head in ("output_proj", "dense_out") for end in ("weight_v", "weight",
             "parametrizations.weight.original1")]
    out = next((shapes[name] for name in names if name in shapes), None)
    if first is None or len(first) != 3 or out is None or len(out) != 2 or out[0] != PITCH_BINS:
        return None
    new = "input_stack.0.weight" in shapes
    layers = r"net\.encoder_layers\.(\d+)\." if new else r"decoder\._layers\.(\d+)\."
    return {"mels": first[1], "hidden": first[0], "layers": _count(shapes, layers),
            "conv_only": new and not any(".attn." in name for name in shapes)}


def _crepe(shapes: Shapes) -> dict[str, Any] | None:
    first, out = shapes.get("conv1.weight"), shapes.get("classifier.weight")
    if first is None or out is None or "conv6_BN.weight" not in shapes:
        return None
    if len(first) != 4 or first[1:] != (1, 512, 1) or len(out) != 2 or out[0] != PITCH_BINS:
        return None
    return {"size": _CREPE_SIZES.get(first[0], str(first[0]))}


def _count(shapes: Shapes, pattern: str) -> int:
    """How many numbers from 0 on there are in the names; 0 when one is left out."""
    numbers = {int(found[1]) for name in shapes if (found := re.match(pattern, name)) and len(found[1]) < 4}
    return len(numbers) if numbers == set(range(len(numbers))) else 0


def _divides(number: object, whole: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= 64 and whole % number == 0
