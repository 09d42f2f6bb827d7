"""The ``tables`` child: foreign sheets become tables of a database file, and read-only questions are answered."""
