"""Commands on files, and how files are found, read and named."""
