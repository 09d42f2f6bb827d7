"""Start an engine child: ``python -m engine NAME``.

``--module MODULE`` runs any module that has OPS and WORKERS; it is for engines under development and for tests.
"""

from __future__ import annotations

import sys

USAGE = "usage: python -m engine NAME | --module MODULE"


def main(arguments: list[str]) -> int:
    """Run the engine until the app closes its input; return the exit code. 2: called in a wrong way."""
    from engine.catalog import ENGINES, EngineSpec
    from engine.host import run

    match arguments:
        case ["--module", module]:
            return run(module, EngineSpec(module, compute=False))
        case [name] if name in ENGINES:
            return run(name, ENGINES[name])
        case _:
            print(f"{USAGE}\nengines: {', '.join(ENGINES)}", file=sys.stderr)  # noqa: T201
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
