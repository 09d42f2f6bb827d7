"""Pictures of every panel, made through the real models and services, and a check that they can be read."""
