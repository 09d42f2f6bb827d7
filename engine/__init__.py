"""What runs inside the engine children. Nothing is imported here: a child says hello before anything heavy."""

__version__ = "0.1.0"
