"""The model library: voices and the weights they need."""
