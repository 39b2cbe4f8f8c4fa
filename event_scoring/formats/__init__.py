"""Files and documents: reading, writing and validation. No score is known here.

Every reader raises an `InputError` with file and line for what it cannot read. A ``source`` is a path, or the contents
of a file as bytes; a ``kind`` says what a document must look like.
"""
