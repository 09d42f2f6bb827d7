"""``python -m characoid_desktop`` and the script ``characoid``."""

from __future__ import annotations

import sys


def main() -> int:
    """Start the window, or run the command given; in a bundled app also an engine child."""
    if getattr(sys, "frozen", False) and sys.argv[1:2] == ["--engine"]:
        # A bundled app has no other Python: its engine children are the app itself.
        from engine.__main__ import main as serve

        return serve(sys.argv[2:])
    from characoid_desktop.cli.main import main as run

    return run()


if __name__ == "__main__":
    raise SystemExit(main())
