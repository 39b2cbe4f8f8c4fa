"""The web page of the metrics."""

import os

# Set before gradio is imported: the page must make no network requests.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
# Set before pyarrow is imported: its own memory pool would keep the memory of the largest upload.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
