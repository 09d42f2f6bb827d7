#!/bin/sh
# Sets CHARACOID up on the first run, then opens it.
cd "$(dirname "$0")/../.." && exec python3 run.py "$@"
