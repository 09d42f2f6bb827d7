"""Reading documents: the text of foreign files, with the places that a citation names."""
