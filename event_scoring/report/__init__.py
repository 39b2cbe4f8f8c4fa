"""One corpus as an HTML page: documents, lanes, frames."""
