"""``manifests``: what the workers are, as the API answers it. Needs no data and no window."""

from __future__ import annotations

import json
import sys

from characoid_desktop.agents.registry import ToolRegistry, WorkerNotFound

EXIT_UNKNOWN = 1


def print_manifests(worker: str | None = None) -> int:
    """Print all manifests in canonical order, or that of one worker (old names are read); exit code 1 for no worker."""
    from characoid_desktop.agents.tools.catalog import described_specs

    registry = ToolRegistry(described_specs())
    try:
        found = ({"items": [one.as_dict() for one in registry.worker_manifests()]} if worker is None
                 else registry.worker_manifest(worker).as_dict())
    except WorkerNotFound as error:
        print(error.sentence.source, file=sys.stderr)
        return EXIT_UNKNOWN
    print(json.dumps(found, ensure_ascii=False, indent=2))
    return 0
