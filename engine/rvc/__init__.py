"""RVC inference of our own: written from the published checkpoint format and method."""
