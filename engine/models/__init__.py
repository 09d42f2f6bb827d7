"""Foreign model files: looked at, checked and converted in a child with limits (security: MDL)."""
