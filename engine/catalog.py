"""The engines by name, and the module that holds their OPS and WORKERS. Standard library only."""

ENGINES = {
    "media": "engine.audio.handlers",
    "rvc": "engine.builtin.handlers",
}
