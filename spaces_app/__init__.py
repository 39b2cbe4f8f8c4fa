"""The metrics in the browser."""

import os

# Before anything imports gradio: the page must contact nobody.
os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
# Before anything imports pyarrow, whose own pool would keep what the largest upload needed.
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
