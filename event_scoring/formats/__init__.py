"""Read, write and validate files of documents, without scoring them.

Every reader raises an `InputError` with file and line for input that it cannot read. A ``source`` is a path, or the
contents of a file as bytes. A ``kind`` is the schema of a document.
"""
